"""One tab of a real browser on the lab."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

PATIENCE_MS = 60_000  # how long a loaded machine may take; nothing is asserted about time
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
# On /page, Streamlit's own client asks for its server first under /page, then under /. Empty pages do this too.
PROBE = re.compile(r"//[^/]+/[^/]+/_stcore/(health|host-config)$")
# The script has ended, every widget has replaced its grey placeholder, and every chart is drawn.
SETTLED = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const missing = (name) => document.querySelector(`[data-testid="${name}"]`) === null;
  const charts = [...document.querySelectorAll('[data-testid="stVegaLiteChart"]')];
  return app?.dataset.testScriptState === 'notRunning' && missing('stSkeleton') && missing('stAppSkeleton')
    && charts.every((chart) => chart.querySelector('svg.marks, canvas.marks'));
}"""


@dataclass
class LabPage:
    """A browser tab that remembers everything that went wrong in it.

    Attributes:
        page: Playwright's page, for locators and expectations.
        url: where the lab answers.
        problems: console errors, uncaught exceptions and requests to other hosts, in words.
    """

    page: Page
    url: str
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._note_error)
        self.page.on("pageerror", lambda error: self.problems.append(f"exception in the browser: {error}"))
        self.page.on("request", lambda request: self._refuse_foreign(request.url))

    def open(self, name: str = "", **query: str) -> "LabPage":
        """Open a page by its address, with query parameters, and wait until it stands."""
        self.page.goto(f"{self.url}/{name}?{urlencode(query)}".rstrip("?"))
        return self.settle()

    def settle(self) -> "LabPage":
        """Wait until the answer to the last action is on the screen."""
        self.page.wait_for_timeout(100)  # a click needs a moment to reach the server
        self.page.wait_for_function(SETTLED)
        return self

    def expand_all(self) -> "LabPage":
        """Open every closed expander, those within others too."""
        closed = self.page.locator("details:not([open]) > summary").filter(visible=True)
        while closed.count():
            for summary in closed.element_handles():
                summary.click()
            self.settle()
        return self

    @property
    def heading(self) -> str:
        """The one h1 of the page."""
        return self.page.get_by_role("heading", level=1).inner_text().strip()

    @property
    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return self.page.evaluate(
            """() => Math.max(...['html', 'body', '[data-testid="stMain"]'].map((name) => {
                 const box = document.querySelector(name); return box.scrollWidth - box.clientWidth; }))"""
        )

    def violations(self) -> set[tuple[str, str]]:
        """What axe-core finds serious or critical on the whole page: pairs of rule and HTML element."""
        window = self.page.viewport_size
        height = self.page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
        self.page.set_viewport_size(window | {"height": height})  # colours are judged only where they are in sight
        found = Axe().run(self.settle().page).response["violations"]
        self.page.set_viewport_size(window)
        grave = [rule for rule in found if rule["impact"] in ("serious", "critical")]
        return {(rule["id"], node["html"]) for rule in grave for node in rule["nodes"]}

    def _note_error(self, message: ConsoleMessage) -> None:
        source = message.location["url"]
        if message.type == "error" and not PROBE.search(source):
            self.problems.append(f"console error: {message.text} ({source})")

    def _refuse_foreign(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.url).netloc:
            self.problems.append(f"request to another host: {address}")


def new_profile(browser: Browser, size: str, scheme: str) -> BrowserContext:
    """A fresh browser profile.

    Args:
        browser: Playwright's browser.
        size: "desktop" or "phone".
        scheme: "light" or "dark", as the operating system would say.
    """
    width, height = SIZES[size]
    profile = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        has_touch=size == "phone",
        reduced_motion="reduce",
    )
    profile.set_default_timeout(PATIENCE_MS)
    return profile

"""A page of the lab without a browser: open it by its link, press its buttons, read what is on the screen."""

from pathlib import Path

import pandas as pd
import pyarrow as pa
from streamlit.testing.v1 import AppTest

from lab.entry import Entry
from lab.scenarios import Scenario
from lab.ui.prediction import EXPLORE

APP = Path(__file__).parents[2] / "app.py"


def open_page(name: str, **link: str) -> AppTest:
    """The page as its link shows it, without an exception."""
    app = AppTest.from_file(str(APP), default_timeout=300)
    for field, value in link.items():
        app.query_params[field] = value
    return standing(app.switch_page(f"pages/{name}.py").run())


def explore(name: str, **link: str) -> AppTest:
    """The same with everything open."""
    return open_page(name, mode=EXPLORE, **link)


def standing(app: AppTest) -> AppTest:
    """The same page, after a look for exceptions."""
    assert not app.exception, app.exception
    return app


def press(app: AppTest, *keys: str) -> AppTest:
    """Press buttons one after the other."""
    for key in keys:
        standing(app.button(key=key).click().run())
    return app


def guess(app: AppTest, card: str) -> AppTest:
    """Commit what the inputs of a card hold, and reveal; the card is "page-question"."""
    return press(app, f"answer-{card}-commit", f"answer-{card}-reveal")


def opened(app: AppTest) -> AppTest:
    """The same page with every part open that is only drawn when it is."""
    closed = [each.proto.id.split("-", 2)[2] for each in app.expander if each.proto.id]
    for key in closed:
        app.session_state[key] = True
    return standing(app.run())


def words(app: AppTest) -> str:
    """Every word on the screen outside pictures and tables."""
    kinds = (app.markdown, app.text, app.warning, app.error, app.info, app.title)
    return "\n".join(element.value for kind in kinds for element in kind)


def tables(app: AppTest) -> list[pd.DataFrame]:
    """Every table on the screen, also those that are only drawn when they are asked for."""
    return [table.value for table in opened(app).table]


def keys(app: AppTest) -> set[str]:
    """The keys of all buttons on the screen."""
    return {button.key for button in app.button}


def drawn(app: AppTest, picture: int = 0, layer: str = "texts", column: str = "text") -> list:
    """What a picture is given to draw: a column of one of its layers."""
    given = {each.name: each.data.data for each in app.get("vega_lite_chart")[picture].proto.datasets}
    return pa.ipc.open_stream(given[layer]).read_all()[column].to_pylist()


def described(app: AppTest) -> list[str]:
    """The text alternative of each picture."""
    return [chart.proto.alt for chart in app.get("vega_lite_chart")]


def script(app: AppTest) -> str:
    """The code that the page offers to run."""
    return next(block.value for block in opened(app).code if "import" in block.value.splitlines()[0])


def fields(scenario: Scenario) -> dict[str, str]:
    """The link of a preset."""
    shown = scenario.situation
    entry = Entry.of(shown.labels, shown.p_items, shown.q_items)
    return {"labels": entry.labels, "p": entry.p, "q": entry.q}

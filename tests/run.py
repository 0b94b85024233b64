"""Set up and run every check and test of the lab: python tests/run.py [--implementations] [pytest arguments].

Needs Python 3.11 or newer and nothing else. It makes the virtual environment .venv, installs what the lab and its
tests need, finds or installs Chromium, then runs ruff and pytest. With --implementations it also installs PyTorch and
Transformers, a large download, so that their samplers are tested too; without them those tests are skipped. Further
arguments go to pytest, such as "-m 'not browser'" or "-k acceptance".
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP_INSTALL = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
REQUIREMENTS = (ROOT / "requirements.txt", ROOT / "requirements-dev.txt")
IMPLEMENTATIONS = "--implementations"
HEADLESS = "chromium-headless-shell"  # the same browser without its window
NO_CHROMIUM = """\
No Chromium was found and none could be installed. Install Chromium or Chrome, or name one in the environment
variable CHROMIUM, and run this again. Without a browser: python tests/run.py -m "not browser"."""


def run(*command: str | Path, check: bool = True) -> int:
    """Run a command from the root of the lab and show it; a failing one ends this script unless check is False."""
    print("$", *command, flush=True)
    code = subprocess.call([str(part) for part in command], cwd=ROOT)
    if check and code:
        sys.exit(code)
    return code


def apt_install(*packages: str) -> None:
    """Install Debian packages where this is possible: as root, with apt-get."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        run("apt-get", "update", "--quiet", check=False)
        run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--quiet", "--yes", *packages, check=False)


def set_up_python() -> None:
    """Make .venv with all requirements; one made for the same requirements and Python is used again."""
    wanted = "\n".join([sys.version, *(path.read_text(encoding="utf-8") for path in REQUIREMENTS)])
    stamp = VENV / "installed.txt"
    if PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if find_spec("ensurepip") is None:  # Debian packs it apart from Python
        apt_install("python3-venv")
    run(sys.executable, "-m", "venv", "--clear", VENV)
    run(*PIP_INSTALL, *(part for path in REQUIREMENTS for part in ("-r", path)))
    stamp.write_text(wanted, encoding="utf-8")


def set_up_implementations() -> None:
    """Install what the tests of real implementations need; where that fails they are skipped, and pytest says so."""
    run(*PIP_INSTALL, "-r", ROOT / "requirements-implementations.txt", check=False)


def find_chromium() -> str | None:
    """Path of a Chromium: the one named in the environment, else one on PATH, first the one without a window."""
    names = [os.environ.get("CHROMIUM"), HEADLESS, "chromium", "chromium-browser", "google-chrome"]
    return next((found for name in names if name and (found := shutil.which(name))), None)


def set_up_chromium() -> None:
    """Install Chromium where none is found: from Debian's packages as root, else from Playwright."""
    if find_chromium():
        return
    apt_install(HEADLESS, "fonts-liberation")
    if not find_chromium():
        apt_install("chromium", "fonts-liberation")
    if not find_chromium() and run(PYTHON, "-m", "playwright", "install", "chromium", check=False):
        sys.exit(NO_CHROMIUM)


def main(arguments: list[str]) -> int:
    set_up_python()
    if IMPLEMENTATIONS in arguments:
        arguments = [word for word in arguments if word != IMPLEMENTATIONS]
        set_up_implementations()
    if "not browser" not in arguments:
        set_up_chromium()
    style = [run(PYTHON, "-m", "ruff", *command, check=False) for command in (["check"], ["format", "--check"])]
    # Two workers. The tests of one browser file keep to one of them, so that they share a server.
    tests = run(PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadgroup", *arguments, check=False)
    return tests or max(style)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

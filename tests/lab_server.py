"""A Streamlit server of its own, for the tests in a browser and for the benchmarks."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS, STOP_SECONDS = 90, 10


@dataclass(frozen=True)
class LabServer:
    """A running server.

    Attributes:
        url: where it answers, without a slash at the end.
        log: everything that it prints.
    """

    url: str
    log: Path

    @property
    def printed(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def serve(script: Path, log: Path) -> Iterator[LabServer]:
    """Run a Streamlit script under the lab's own configuration until the block ends.

    Args:
        script: what `streamlit run` starts.
        log: file that takes what the server prints.

    Yields:
        The server, ready to answer.

    Raises:
        RuntimeError: the server ended or did not answer in time; the message holds what it printed.
    """
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    server = LabServer(f"http://localhost:{port}", log)
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT) as process,
    ):
        try:
            _wait_until_ready(server, process)
            yield server
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:  # it waits for a browser that will never read the rest of an answer
                process.kill()


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


def _wait_until_ready(server: LabServer, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server did not start. It printed:\n{server.printed}")

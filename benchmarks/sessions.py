"""How long the lab's server takes for one edit of p: python benchmarks/sessions.py [seconds]

Starts the lab on a free port of this computer and speaks to it as browsers do, over websockets, on the Acceptance page
with everything on the screen ("Explore freely"). An edit counts from the moment it is sent until the last message of
the answer has arrived. First one session alone, then a class of 30 that all go on editing. It ends by itself.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.lab_server import ROOT, serve

PAGE, KEY = "acceptance", "p"
QUERY = urlencode({"mode": "Explore freely"})
ALONE_EDITS, ALONE_PAUSE, WARM_UP = 100, 0.2, 5
CLASS_SIZE, CLASS_SECONDS, CLASS_PAUSE = 30, 60, 5.0
PATIENCE = 60  # seconds for one answer; more is a failure


@dataclass
class Session:
    """One open page.

    Attributes:
        socket: the connection.
        widget: Streamlit's identifier of the text field for p.
        tokens: how many entries p has.
        sizes: bytes of each answer.
    """

    socket: ClientConnection
    widget: str = ""
    tokens: int = 0
    sizes: list[int] = field(default_factory=list)

    async def run(self, request: BackMsg) -> float:
        """Send a request and take the whole answer; returns milliseconds."""
        request.rerun_script.query_string = QUERY
        request.rerun_script.page_name = PAGE
        start = time.perf_counter()
        await self.socket.send(request.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            await self._take_answer()
        return (time.perf_counter() - start) * 1000

    async def edit(self, text: str) -> float:
        """Type a new p; returns milliseconds until its answer was complete."""
        request = BackMsg()
        request.rerun_script.widget_states.widgets.add(id=self.widget, string_value=text)
        return await self.run(request)

    async def _take_answer(self) -> None:
        size = 0
        async for data in self.socket:
            size += len(data)
            message = ForwardMsg.FromString(data)
            self._look_for_field(message)
            if message.WhichOneof("type") == "script_finished" and message.script_finished in (
                ForwardMsg.FINISHED_SUCCESSFULLY,
                ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
            ):
                break
        self.sizes.append(size)

    def _look_for_field(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        if element.WhichOneof("type") == "exception":
            raise RuntimeError(f"The page failed: {element.exception.message}")
        if element.WhichOneof("type") == "text_input" and element.text_input.id.endswith(f"-{KEY}"):
            self.widget = element.text_input.id
            self.tokens = element.text_input.default.count(",") + 1


async def open_session(url: str) -> Session:
    """Open the page as a browser does."""
    socket = await connect(f"ws{url.removeprefix('http')}/_stcore/stream", subprotocols=["streamlit"], max_size=None)
    session = Session(socket)
    await session.run(BackMsg())
    if not session.widget:
        raise RuntimeError(f"No text field {KEY!r} on the page {PAGE!r}.")
    return session


def some_pmf(tokens: int, rng: random.Random) -> str:
    """A random p in steps of 0.01, as text."""
    cuts = [0, *sorted(rng.randrange(101) for _ in range(tokens - 1)), 100]
    return ",".join(f"{(high - low) / 100:g}" for low, high in pairwise(cuts))


async def alone(url: str) -> list[float]:
    """One session that edits again and again."""
    rng, session, times = random.Random(1), await open_session(url), []
    for _ in range(WARM_UP + ALONE_EDITS):
        times.append(await session.edit(some_pmf(session.tokens, rng)))
        await asyncio.sleep(ALONE_PAUSE)
    await session.socket.close()
    print(f"An answer has {median(session.sizes) / 1000:.0f} kB; opening took {session.sizes[0] / 1000:.0f} kB.\n")
    return times[WARM_UP:]


async def pupil(url: str, seed: int, seconds: float) -> list[float]:
    """One of the class: opens the page, then edits every five seconds, give or take a half."""
    rng, times = random.Random(seed), []
    await asyncio.sleep(rng.uniform(0, CLASS_PAUSE))
    session = await open_session(url)
    end = time.perf_counter() + seconds
    while (pause := CLASS_PAUSE * rng.uniform(0.5, 1.5)) and time.perf_counter() + pause < end:
        await asyncio.sleep(pause)
        times.append(await session.edit(some_pmf(session.tokens, rng)))
    await session.socket.close()
    return times


def row(sessions: int, times: Iterable[float], target: str) -> str:
    """One line of the table."""
    times = list(times)
    return f"{sessions:8} {len(times):6} {median(times):10.1f} {quantiles(times, n=20)[-1]:8.1f}   {target}"


async def measure(url: str, seconds: float) -> None:
    """Both rounds, printed as a table."""
    single = await alone(url)
    print("sessions  edits  median ms   p95 ms   target", row(1, single, "median below 50 ms"), sep="\n", flush=True)
    pupils = await asyncio.gather(*(pupil(url, seed, seconds) for seed in range(CLASS_SIZE)))
    print(row(CLASS_SIZE, (ms for times in pupils for ms in times), "p95 below 200 ms"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, serve(ROOT / "app.py", Path(folder) / "server.log") as lab:
        asyncio.run(measure(lab.url, float(sys.argv[1]) if len(sys.argv) > 1 else CLASS_SECONDS))

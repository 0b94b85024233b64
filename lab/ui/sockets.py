"""Answers leave the server as soon as they are written."""

import gc
import socket
from contextlib import suppress
from functools import cache


@cache
def send_at_once() -> None:
    """Switch Nagle's algorithm off for this server's connections, once.

    With it, a small message waits until the browser has confirmed the one before, and browsers take some 40 ms for
    that: longer than the lab needs for a whole answer. asyncio switches it off by itself, but not on a socket that
    names no protocol, and Streamlit 1.67 opens its server on such a socket. Connections inherit the setting from the
    socket that listens; those that are open already are set too.
    """
    for thing in gc.get_objects():
        if issubclass(type(thing), socket.socket) and thing.family in (socket.AF_INET, socket.AF_INET6):
            with suppress(OSError):  # closed meanwhile, or not TCP
                thing.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

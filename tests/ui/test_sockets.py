"""What the server sends does not wait for receipts."""

import socket

from lab.ui.sockets import send_at_once


def waits(connection: socket.socket) -> bool:
    return not connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_open_and_later_connections_send_at_once():
    with socket.create_server(("localhost", 0)) as listener, socket.create_connection(listener.getsockname()):
        early, _ = listener.accept()
        assert waits(early)
        send_at_once.__wrapped__()
        with early, socket.create_connection(listener.getsockname()), listener.accept()[0] as later:
            assert not waits(early)
            assert not waits(later)

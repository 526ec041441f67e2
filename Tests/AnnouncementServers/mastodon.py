"""A server of Mastodon's API for tests: python mastodon.py

It is PyPI's `mastodon-mock`, on a free port of this machine, with the token `mock_token`. Prints `Uvicorn running on ADDRESS`.
"""

import os
import socket
import sys

with socket.create_server(("127.0.0.1", 0)) as found:
    port = found.getsockname()[1]
os.execv(sys.executable, [sys.executable, "-m", "mastodon_mock", "serve", "--in-memory", "--port", str(port)])

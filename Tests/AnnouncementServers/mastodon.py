"""A server of Mastodon's API for tests: python mastodon.py FILE

It is PyPI's `mastodon-mock`, on a free port of this machine, with the token `mock_token`. It checks scopes, and accepts 20 requests an
hour with each token. Its configuration is written beside FILE. Prints `Uvicorn running on ADDRESS`.
"""

import os
import socket
import sys

with socket.create_server(("127.0.0.1", 0)) as found:
    port = found.getsockname()[1]
configuration = f"{sys.argv[1]}.toml"
with open(configuration, "w") as file:
    file.write("[auth]\nenforce_scopes = true\n[ratelimit]\nenabled = true\nlimit = 20\nwindow_seconds = 3600\n")
os.execv(sys.executable, [sys.executable, "-m", "mastodon_mock", "serve", "--in-memory", "--port", str(port), "--config", configuration])

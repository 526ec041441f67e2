"""A mail server for tests: python mail.py FILE

It is PyPI's `aiosmtpd`. Each message is appended to FILE as a line of JSON. It refuses mail to `nobody@example.org`, messages of more than
10000 bytes and any password of the user `me` but `right`, and closes the connection after the message to `lost@example.org`. Prints
`port N`.
"""

import json
import socket
import sys
import threading
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address == "nobody@example.org":
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = message_from_bytes(envelope.content, policy=policy.default)
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps({
                "from": envelope.mail_from, "to": envelope.rcpt_tos, "subject": str(message["Subject"]),
                "id": str(message["Message-ID"]), "text": message.get_content(),
            }) + "\n")  # fmt: skip
        if "lost@example.org" in envelope.rcpt_tos:
            server.transport.abort()
        return "250 OK"


with socket.create_server(("127.0.0.1", 0)) as found:
    port = found.getsockname()[1]
def authenticate(server, session, envelope, mechanism, data):
    # The server itself answers if it is not handled.
    return AuthResult(success=(data.login, data.password) == (b"me", b"right"), handled=False)


controller = Controller(
    Handler(), hostname="127.0.0.1", port=port, authenticator=authenticate, auth_require_tls=False, data_size_limit=10000
)
controller.start()
print("port", port, flush=True)
threading.Event().wait()

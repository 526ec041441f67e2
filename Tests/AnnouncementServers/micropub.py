"""A Micropub endpoint for tests: python micropub.py

It is that of PyPI's `django-indieweb`, at `/micropub/`, with the tokens `create-token`, which may do everything, and `update-token`, which
may not create. Prints `port N`.
"""

import logging
import sys
import tempfile
import types
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import include, path

media = tempfile.TemporaryDirectory()
settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="tests", ROOT_URLCONF="addresses", USE_TZ=True, MEDIA_ROOT=media.name,
    MEDIA_URL="/media/", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
                    "django.contrib.sites", "indieweb"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{media.name}/database"}},
    INDIEWEB_MICROPUB_HANDLER="addresses.handler",
)  # fmt: skip

class QuietHandler(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


def main():
    logging.disable(logging.CRITICAL)
    django.setup()
    # Its views can be imported only now.
    sys.modules["addresses"] = types.ModuleType("addresses")
    sys.modules["addresses"].urlpatterns = [path("", include("indieweb.urls"))]
    call_command("migrate", verbosity=0)
    from indieweb.handlers import InMemoryMicropubHandler

    # One for all requests.
    posts = InMemoryMicropubHandler()
    sys.modules["addresses"].handler = lambda: posts
    from django.contrib.auth.models import User
    from indieweb.models import Token

    user = User.objects.create(username="me")
    for key, scope in [("create-token", "create update media"), ("update-token", "update")]:
        Token.objects.create(key=key, owner=user, me="https://me.example/", client_id=f"https://{scope[:3]}.example/", scope=scope)
    server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=QuietHandler)
    print("port", server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

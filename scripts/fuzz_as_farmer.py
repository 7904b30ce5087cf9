"""Schemathesis hooks for scripts/fuzz-api: each request comes from a signed-in farmer who has given consent."""

import json
import os
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener

import schemathesis

SITE = os.environ["GROW_SITE"]


@schemathesis.auth(refresh_interval=None)
class Farmer:
    """Signs in for each request, because the previous one may have signed out or deleted the account."""

    def get(self, case, context):
        jar = CookieJar()
        browser = build_opener(HTTPCookieProcessor(jar))
        browser.open(f"{SITE}/auth/start?mode=redirect&login_hint=fuzz%40example.in").read()
        notice = json.load(browser.open(f"{SITE}/api/v1/privacy-notice"))
        agreement = {"version": notice["version"], "language": notice["language"]}
        browser.open(
            Request(
                f"{SITE}/api/v1/me/consent",
                json.dumps(agreement).encode(),
                {"content-type": "application/json", "origin": SITE},
                method="PUT",
            )
        )
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)

    def set(self, case, cookie, context):
        case.headers["Cookie"] = cookie
        # The server refuses requests for another farmer before the code under test.
        case.headers.pop("Grow-Farmer", None)

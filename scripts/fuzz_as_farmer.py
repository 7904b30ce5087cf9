"""Hooks of Schemathesis for scripts/fuzz-api: each request comes from a farmer who is signed in and agrees to the notice."""

import json
import os
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener

import schemathesis

SITE = os.environ["GROW_SITE"]


@schemathesis.auth(refresh_interval=None)
class Farmer:
    """Signs in anew for each request, since the one before may have signed the farmer out or deleted the account."""

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
        # A request that is meant for another farmer is refused, and would test nothing of what lies behind.
        case.headers.pop("Grow-Farmer", None)

"""What every function of the client goes through: requests and WebSockets that carry the token."""
from __future__ import annotations

import base64
import email.utils
import http.client
import json
import random
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, TypeVar

from .errors import (
    ConnectionFailed,
    RefusedError,
    UnauthenticatedError,
    UnavailableError,
    UsageError,
)

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from .wire import IssuedToken

Value = TypeVar("Value")

FIRST_BACKOFF_S = 0.25
#: The share of its life after which a token is renewed.
RENEWED_AFTER = 0.8


@dataclass(frozen=True)
class Retry:
    """How often 503 is asked again."""

    #: How often a request is sent at most, the first time included.
    most_tries: int = 5
    #: How long all waits of a request may be together, in seconds.
    longest_wait_s: float = 30.0


@dataclass(frozen=True)
class Reply:
    status: int
    body: bytes


def with_retries(attempt: Callable[[], Value], retry: Retry) -> Value:
    left_s = retry.longest_wait_s
    tries = 0
    while True:
        tries += 1
        try:
            return attempt()
        except UnavailableError as fault:
            wait_s = fault.retry_after_s
            if wait_s is None:
                wait_s = FIRST_BACKOFF_S * 2 ** (tries - 1) * random.uniform(0.5, 1)
            if tries >= retry.most_tries or wait_s > left_s:
                raise
            left_s -= wait_s
            time.sleep(wait_s)


def retry_after_s(value: Optional[str]) -> Optional[float]:
    """Retry-After: seconds, or a date."""
    if not value:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def refusal_of(status: int, retry_after: Optional[str], body: bytes) -> RefusedError:
    """The error that a reply means, by whichever of the bodies of the gateway it has."""
    text = body.decode("utf-8", "replace").strip()
    message = text[:500] or f"HTTP status {status}"
    code = 0
    trace_token = None
    try:
        outer = json.loads(text)
    except ValueError:
        outer = None
    if isinstance(outer, dict):
        inner = outer["error"] if isinstance(outer.get("error"), dict) else outer
        code = inner["code"] if isinstance(inner.get("code"), int) else 0
        message = str(inner.get("message", message))
        trace_token = outer.get("traceToken")
    if status == 401:
        return UnauthenticatedError(message, status, code=code, trace_token=trace_token)
    if status == 503:
        wait_s = retry_after_s(retry_after)
        return UnavailableError(message, code=code, trace_token=trace_token, retry_after_s=wait_s)
    return RefusedError(message, status, code=code, trace_token=trace_token)


class Connection:
    """The address of a gateway, the access of an application, its token."""

    def __init__(
        self,
        url: str,
        appkey: str,
        secret: str,
        token_url: Optional[str],
        ca_file: Optional[str],
        trust_any_certificate: bool,
        retry: Retry,
        timeout_s: float,
        clock: Callable[[], float],
    ) -> None:
        self._url = url.rstrip("/")
        self._token_url = (token_url or url).rstrip("/")
        if not self._token_url.startswith("https:"):
            raise UsageError(
                f"{self._token_url}: tokens are issued over https only; token_url must begin with https:"
            )
        self._appkey = appkey
        self._secret = secret
        self._ssl = ssl.create_default_context(cafile=ca_file)
        if trust_any_certificate:
            self._ssl.check_hostname = False
            self._ssl.verify_mode = ssl.CERT_NONE
        self._retry = retry
        self._timeout_s = timeout_s
        self._clock = clock
        self._issued: Optional[IssuedToken] = None
        self._renew_at = 0.0
        self._issuing = threading.Lock()

    def access_token(self) -> str:
        """A token with some life before it; one caller fetches it for all."""
        with self._issuing:
            if self._issued is not None and self._clock() < self._renew_at:
                return self._issued["token"]
            query = {"appkey": self._appkey}
            if self._issued is not None:
                # The renewed token ends soon, so that none are left lying about.
                query["refresh_token"] = self._issued["refresh_token"]
            credentials = base64.b64encode(f"{self._appkey}:{self._secret}".encode()).decode()
            url = f"{self._token_url}/v10/auth/get-access-token?{urllib.parse.urlencode(query)}"
            headers = {"Authorization": f"Basic {credentials}"}
            reply = with_retries(lambda: self._call("GET", url, headers, None), self._retry)
            issued: IssuedToken = json.loads(reply.body)
            self._issued = issued
            self._renew_at = self._clock() + issued["life"] * RENEWED_AFTER
            return issued["token"]

    def request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, str]] = None,
        body: Optional[bytes] = None,
        content_type: Optional[str] = None,
        also_good: Sequence[int] = (),
    ) -> Reply:
        url = f"{self._url}{path}?{self._query(query)}"
        more = {} if content_type is None else {"Content-Type": content_type}
        return self._authenticated(
            lambda token: self._call(
                method, url, {**more, "X-Svc-Access-Token": token}, body, also_good
            )
        )

    def get_json(self, path: str, query: Optional[Mapping[str, str]] = None) -> Any:
        return json.loads(self.request("GET", path, query).body)

    def post_json(self, path: str, body: Mapping[str, Any]) -> Any:
        content = json.dumps(body, ensure_ascii=False).encode()
        return json.loads(self.request("POST", path, None, content, "application/json").body)

    def open(self, path: str, query: Optional[Mapping[str, str]] = None) -> ClientConnection:
        """An open WebSocket."""
        url = f"ws{self._url[len('http') :]}{path}?{self._query(query)}"
        return self._authenticated(lambda token: self._handshake(url, token))

    def _query(self, query: Optional[Mapping[str, str]]) -> str:
        return urllib.parse.urlencode({"appkey": self._appkey, **(query or {})})

    def _authenticated(self, attempt: Callable[[str], Value]) -> Value:
        """503 is tried again as Retry-After says, and a refused token is replaced once."""

        def once() -> Value:
            token = self.access_token()
            try:
                return attempt(token)
            except UnauthenticatedError:
                self._refuse(token)
                return attempt(self.access_token())

        return with_retries(once, self._retry)

    def _refuse(self, token: str) -> None:
        with self._issuing:
            if self._issued is not None and self._issued["token"] == token:
                self._issued = None

    def _call(
        self,
        method: str,
        url: str,
        headers: Dict[str, str],
        body: Optional[bytes],
        also_good: Sequence[int] = (),
    ) -> Reply:
        request = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout_s, context=self._ssl) as reply:
                return Reply(reply.status, reply.read())
        except urllib.error.HTTPError as refused:
            content = refused.read()
            if refused.code in also_good:
                return Reply(refused.code, content)
            raise refusal_of(refused.code, refused.headers.get("Retry-After"), content) from None
        except (OSError, http.client.HTTPException) as fault:
            raise ConnectionFailed(f"{url.split('?')[0]}: {fault}") from fault

    def _handshake(self, url: str, token: str) -> ClientConnection:
        try:
            from websockets.exceptions import InvalidHandshake, InvalidStatus
            from websockets.sync.client import connect
        except ImportError as fault:
            raise UsageError(
                "streams need the package websockets: pip install 'tonegate-client[stream]'"
            ) from fault
        try:
            # Entered at once, in the way that all versions of the package have in common; sessions close it.
            return connect(
                url,
                additional_headers={"X-Svc-Access-Token": token},
                compression=None,
                open_timeout=self._timeout_s,
                max_size=None,
                ssl=self._ssl if url.startswith("wss:") else None,
            ).__enter__()
        except InvalidStatus as refused:
            response = refused.response
            body = bytes(response.body or b"")
            raise refusal_of(response.status_code, response.headers.get("Retry-After"), body) from None
        except (OSError, InvalidHandshake) as fault:
            raise ConnectionFailed(f"{url.split('?')[0]}: {fault}") from fault

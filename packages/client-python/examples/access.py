"""
The beginning that the examples share: a client from the environment.

    TONEGATE_APPKEY, TONEGATE_SECRET    the access of an application
    TONEGATE_URL                        http://127.0.0.1:8080 unless given
    TONEGATE_TOKEN_URL                  https://127.0.0.1:8443 unless given
    TONEGATE_CA                         the file of the gateway's certificate: DATA/tls/cert.pem
"""
import os
import sys

from tonegate_client import TonegateClient, TonegateError


def client():
    appkey, secret = os.environ.get("TONEGATE_APPKEY"), os.environ.get("TONEGATE_SECRET")
    if not appkey or not secret:
        sys.exit("TONEGATE_APPKEY and TONEGATE_SECRET must be set: the access of an application")
    return TonegateClient(
        os.environ.get("TONEGATE_URL", "http://127.0.0.1:8080"),
        appkey,
        secret,
        token_url=os.environ.get("TONEGATE_TOKEN_URL", "https://127.0.0.1:8443"),
        ca_file=os.environ.get("TONEGATE_CA"),
    )


def run(work):
    """A fault is one line, and the exit status 1."""
    try:
        work()
    except TonegateError as fault:
        sys.exit(f"{type(fault).__name__} {fault.code}: {fault.message}")

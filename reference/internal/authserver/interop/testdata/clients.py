"""Signs in with the OAuth clients that Python programs use, as clients.mjs does. Usage: python3 clients.py ISSUER"""
import base64
import hashlib
import json
import os
import sys
import urllib.parse

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session as Authlib
from oauthlib.oauth2 import DeviceClient
from requests_oauthlib import OAuth2Session

issuer = sys.argv[1]
redirect = "http://127.0.0.1:4711/callback"
metadata = requests.get(issuer + "/.well-known/oauth-authorization-server").json()
AUTHORIZE, TOKEN = metadata["authorization_endpoint"], metadata["token_endpoint"]
DEVICE, REVOKE = metadata["device_authorization_endpoint"], metadata["revocation_endpoint"]


def say(client, live, dead=""):
    print(json.dumps({"client": client, "live": live, "dead": dead}), flush=True)


def register(name):
    return requests.post(metadata["registration_endpoint"], json={"client_name": name, "redirect_uris": [redirect]}).json()["client_id"]


def consent(url):
    return requests.get(url, allow_redirects=False).headers["Location"]


def begin_device(client_id):
    begun = requests.post(DEVICE, data={"client_id": client_id}).json()
    requests.post(issuer + "/approve?" + urllib.parse.urlencode({"user_code": begun["user_code"]})).raise_for_status()
    return begun["device_code"]


def requests_oauthlib():
    client_id = register("requests-oauthlib")
    session = OAuth2Session(client_id, redirect_uri=redirect)
    verifier = "v" * 43
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    url, _ = session.authorization_url(AUTHORIZE, code_challenge=challenge, code_challenge_method="S256")
    session.fetch_token(TOKEN, authorization_response=consent(url), code_verifier=verifier)  # the id in an HTTP Basic header
    rotated = session.refresh_token(TOKEN, client_id=client_id)
    device = OAuth2Session(client=DeviceClient(client_id))
    ended = device.fetch_token(TOKEN, device_code=begin_device(client_id), include_client_id=True)
    requests.post(REVOKE, data={"token": ended["refresh_token"], "client_id": client_id}).raise_for_status()
    say("requests-oauthlib", rotated["access_token"], ended["access_token"])


def authlib():
    client_id = register("authlib")
    session = Authlib(client_id, redirect_uri=redirect, scope="openid profile", code_challenge_method="S256")
    verifier = generate_token(48)
    url, _ = session.create_authorization_url(AUTHORIZE, code_verifier=verifier)
    tokens = session.fetch_token(TOKEN, authorization_response=consent(url), code_verifier=verifier)
    rotated = session.refresh_token(TOKEN, refresh_token=tokens["refresh_token"])
    session.revoke_token(REVOKE, token=rotated["refresh_token"], token_type_hint="refresh_token").raise_for_status()
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    fresh = session.fetch_token(TOKEN, grant_type=grant, device_code=begin_device(client_id))
    say("authlib", fresh["access_token"], rotated["access_token"])


requests_oauthlib()
authlib()

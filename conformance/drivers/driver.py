"""A driver for intake-conformance around a client written by hand on Python's standard library.

It is an example of the protocol in conformance/DRIVERS.md and of what a client that was written in an afternoon gets
wrong: it retries too little, holds numbers as floats, and lets urllib follow redirects with its headers.
"""
import base64, hashlib, hmac, json, sys, time, urllib.error, urllib.parse, urllib.request, uuid

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
accounts = {}


class Fault(Exception):
    def __init__(self, kind, status=0, detail="", fields=()):
        self.body = {"kind": kind, "status": status, "detail": detail, "fields": list(fields)}


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def event(command, name, data):
    send({"id": command["id"], "event": name, "data": data})
    sys.stdin.readline()  # the acknowledgement


def exchange(method, url, headers=None, body=None):
    """One request: status, headers, bytes."""
    request = urllib.request.Request(url, data=body, method=method, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
    except OSError as error:
        raise Fault("network", detail=str(error))


def call(command, method, path, body=None, content_type="application/json", tries=4):
    base, credential = command["base_url"].rstrip("/"), command.get("credential") or {}
    token = credential.get("api_key") or accounts[credential["account"]]["access_token"]
    headers = {"Authorization": "Bearer " + token}
    if body is not None:
        headers["Content-Type"] = content_type
        if content_type == "application/json":
            body = json.dumps(body).encode()
    for attempt in range(tries):
        status, answered, data = exchange(method, base + path, headers, body)
        if status == 429 and attempt + 1 < tries:
            time.sleep(float(answered.get("Retry-After", 1)))
            continue
        if status == 401 and "account" in credential and refresh(credential["account"]):
            headers["Authorization"] = "Bearer " + accounts[credential["account"]]["access_token"]
            continue
        break
    if status // 100 != 2:
        raise fault(status, data)
    return data if answered.get_content_type() == "application/pdf" else json.loads(data)


def fault(status, data):
    try:
        detail = json.loads(data).get("detail")
    except ValueError:
        detail = data.decode("utf-8", "replace")[:200]
    if isinstance(detail, list):
        return Fault("api", status, "validation failed", detail)
    return Fault("api", status, str(detail))


def refresh(account):
    held = accounts[account]
    status, _, data = form(held["token_endpoint"], {"grant_type": "refresh_token", "refresh_token": held["refresh_token"], "client_id": held["client_id"]})
    if status == 200:
        held.update(json.loads(data))
    return status == 200


def form(url, fields):
    body = urllib.parse.urlencode(fields).encode()
    return exchange("POST", url, {"Content-Type": "application/x-www-form-urlencoded"}, body)


def multipart(params, part):
    boundary, data = uuid.uuid4().hex, open(params["path"], "rb").read()
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{part}"; filename="{params["filename"]}"\r\nContent-Type: application/pdf\r\n\r\n'
    return head.encode() + data + f"\r\n--{boundary}--\r\n".encode(), "multipart/form-data; boundary=" + boundary


def session(params):
    return "/org/sessions/" + urllib.parse.quote(params["session_id"], safe="")


def sign_in_device(command, params):
    meta = json.loads(exchange("GET", command["base_url"] + "/.well-known/oauth-authorization-server")[2])
    client = params["client_id"]
    device = json.loads(form(meta["device_authorization_endpoint"], {"client_id": client})[2])
    event(command, "prompt", {k: device[k] for k in ("user_code", "verification_uri")})
    interval, end = device.get("interval", 5), time.time() + device["expires_in"]
    while time.time() < end:
        time.sleep(interval)
        status, _, data = form(meta["token_endpoint"], {"grant_type": DEVICE, "device_code": device["device_code"], "client_id": client})
        reply = json.loads(data)
        if status == 200:
            accounts[params["account"]] = dict(reply, client_id=client, token_endpoint=meta["token_endpoint"])
            return {"signed_in": True}
        if reply.get("error") == "slow_down":
            interval += 5
        elif reply.get("error") != "authorization_pending":
            raise Fault("sign_in", status, reply.get("error", ""))
    raise Fault("sign_in", detail="the code has expired")


def verify(params):
    body, given = base64.b64decode(params["body_base64"]), params["headers"].get("X-Service-Signature", "")
    want = "sha256=" + hmac.new(params["secret"].encode(), body, hashlib.sha256).hexdigest()
    valid = hmac.compare_digest(want.encode(), given.encode())
    return {"valid": valid, "event": json.loads(body) if valid else None}


def interview(command, params):
    for turns in range(1, params["max_turns"] + 1):
        reply = call(command, "POST", session(params) + "/answers", {"message": params["message"]})
        if reply["done"] or reply["pending_count"] == 0:
            break
    return {"turns": turns}


def run(command):
    name, p = command["command"], command.get("params") or {}
    if name == "hello":
        return {"driver": "python-urllib", "features": []}
    if name == "me":
        return call(command, "GET", "/org/me")
    if name == "create_session":
        return call(command, "POST", "/org/sessions", p)
    if name == "list_sessions":
        return call(command, "GET", "/org/sessions" + ("?limit=%d" % p["limit"] if "limit" in p else ""))
    if name == "get_session":
        return call(command, "GET", session(p))
    if name == "answer":
        return call(command, "POST", session(p) + "/answers", {"message": p["message"]})
    if name in ("extract", "attach_document"):
        body, content_type = multipart(p, "file")
        return call(command, "POST", session(p) + ("/extract" if name == "extract" else "/documents"), body, content_type)
    if name in ("fill", "submit"):
        return call(command, "POST", session(p) + "/" + name)
    if name == "download_form":
        data = call(command, "GET", session(p) + "/forms/" + urllib.parse.quote(p["form_key"], safe="") + "/pdf")
        return {"sha256": hashlib.sha256(data).hexdigest()}
    if name == "risk_summary":
        flags = call(command, "GET", session(p) + "/risk-summary")
        return {"flags": flags if isinstance(flags, list) else flags["flags"]}
    if name == "request_appointment":
        return call(command, "POST", "/org/appointment-request", p)
    handlers = {"sign_in_device": sign_in_device, "interview": interview}
    if name in handlers:
        return handlers[name](command, p)
    if name == "verify_webhook":
        return verify(p)
    raise Fault("unsupported", detail=name)


for line in sys.stdin:
    command = json.loads(line)
    try:
        send({"id": command["id"], "result": run(command)})
    except Fault as fault_:
        send({"id": command["id"], "error": fault_.body})
    except Exception as error:  # a crash of the client is an answer too
        send({"id": command["id"], "error": {"kind": "crash", "detail": repr(error)}})

"""A driver for intake-conformance around a client written by hand on Python's standard library, as in an afternoon.

The judge shows what such a client gets wrong: urllib follows redirects and takes the key along to wherever they lead.
"""
import base64, hashlib, hmac, json, sys, time, urllib.error, urllib.request, uuid
from urllib.parse import quote, urlencode

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Fault(Exception):
    def __init__(self, kind, status=0, detail="", fields=()):
        self.body = {"kind": kind, "status": status, "detail": detail, "fields": list(fields)}


class Client:
    """The client under test. Its accounts are the sign-ins by the judge's names for them."""

    accounts = {}

    def __init__(self, command):
        self.base, self.key, self.account = command.get("base_url", "").rstrip("/"), command.get("api_key"), command.get("account")

    def exchange(self, method, url, headers={}, body=None):
        """One request: status, headers, bytes."""
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=30) as reply:
                return reply.status, reply.headers, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()
        except OSError as error:
            raise Fault("network", detail=str(error))

    def call(self, method, path, body=None, content_type="application/json", tries=4):
        headers = {"Content-Type": content_type} if body is not None else {}
        for attempt in range(tries):
            headers["Authorization"] = "Bearer " + (self.key or self.accounts[self.account]["access_token"])
            status, answered, data = self.exchange(method, self.base + path, headers, body)
            if status == 429 and attempt + 1 < tries:
                time.sleep(float(answered.get("Retry-After", 1)))
            elif status != 401 or not self.account or not self.refresh():
                break
        if status // 100 != 2:
            raise self.fault(status, data)
        return data if answered.get_content_type() == "application/pdf" else json.loads(data)

    def fault(self, status, data):
        try:
            detail = json.loads(data).get("detail")
        except ValueError:
            detail = data.decode("utf-8", "replace")[:200]
        if isinstance(detail, list):
            return Fault("api", status, "validation failed", detail)
        return Fault("api", status, str(detail))

    def post(self, path, members):
        return self.call("POST", path, json.dumps(members).encode())

    def upload(self, path, file, filename):
        boundary, data = uuid.uuid4().hex, open(file, "rb").read()
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{filename}"\r\nContent-Type: application/pdf\r\n\r\n'
        body = head.encode() + data + f"\r\n--{boundary}--\r\n".encode()
        return self.call("POST", path, body, "multipart/form-data; boundary=" + boundary)

    def interview(self, session, message, max_turns):
        for _ in range(max_turns):
            reply = self.post(session + "/answers", {"message": message})
            if reply["done"] or reply["pending_count"] == 0:
                return

    def form(self, url, fields):
        status, _, data = self.exchange("POST", url, {"Content-Type": "application/x-www-form-urlencoded"}, urlencode(fields).encode())
        return status, json.loads(data)

    def refresh(self):
        held = self.accounts[self.account]
        fields = {"grant_type": "refresh_token", "refresh_token": held["refresh_token"], "client_id": held["client_id"]}
        status, reply = self.form(held["token_endpoint"], fields)
        if status == 200:
            held.update(reply)
        return status == 200

    def sign_in_device(self, client_id, prompt):
        meta = json.loads(self.exchange("GET", self.base + "/.well-known/oauth-authorization-server")[2])
        _, device = self.form(meta["device_authorization_endpoint"], {"client_id": client_id})
        prompt({name: device[name] for name in ("user_code", "verification_uri")})
        interval, end = device.get("interval", 5), time.time() + device["expires_in"]
        fields = {"grant_type": DEVICE, "device_code": device["device_code"], "client_id": client_id}
        while time.time() < end:
            time.sleep(interval)
            status, reply = self.form(meta["token_endpoint"], fields)
            if status == 200:
                self.accounts[self.account] = dict(reply, client_id=client_id, token_endpoint=meta["token_endpoint"])
                return
            if reply.get("error") == "slow_down":
                interval += 5
            elif reply.get("error") != "authorization_pending":
                raise Fault("sign_in", status, reply.get("error", ""))
        raise Fault("sign_in", detail="the code has expired")


def verify(p):
    body, given = base64.b64decode(p["body_base64"]), p["headers"].get("X-Service-Signature", "")
    want = "sha256=" + hmac.new(p["secret"].encode(), body, hashlib.sha256).hexdigest()
    valid = hmac.compare_digest(want.encode(), given.encode())
    return {"valid": valid, "event": json.loads(body) if valid else None}


def send(message):
    print(json.dumps(message), flush=True)


def run(command, p):
    client, session = Client(command), "/org/sessions/" + quote(p.get("session_id", ""), safe="")
    match command["command"]:
        case "hello": return {"driver": "python-urllib"}
        case "me": return client.call("GET", "/org/me")
        case "create_session": return client.post("/org/sessions", p)
        case "list_sessions": return client.call("GET", "/org/sessions" + ("?limit=%d" % p["limit"] if "limit" in p else ""))
        case "get_session": return client.call("GET", session)
        case "answer": return client.post(session + "/answers", {"message": p["message"]})
        case "extract": return client.upload(session + "/extract", p["path"], p["filename"])
        case "attach_document": return client.upload(session + "/documents", p["path"], p["filename"])
        case "fill" | "submit": return client.call("POST", session + "/" + command["command"])
        case "risk_summary": return client.call("GET", session + "/risk-summary")
        case "request_appointment": return client.post("/org/appointment-request", p)
        case "interview": return client.interview(session, p["message"], p["max_turns"])
        case "verify_webhook": return verify(p)
        case "download_form":
            pdf = client.call("GET", session + "/forms/" + quote(p["form_key"], safe="") + "/pdf")
            return {"sha256": hashlib.sha256(pdf).hexdigest()}
        case "sign_in_device":
            def prompt(shown):
                send({"id": command["id"], "event": "prompt", "data": shown})
                sys.stdin.readline()  # the acknowledgement
            return client.sign_in_device(p["client_id"], prompt)
    raise Fault("unsupported")


for line in sys.stdin:
    command = json.loads(line)
    try:
        send({"id": command["id"], "result": run(command, command["params"])})
    except Fault as error:
        send({"id": command["id"], "error": error.body})
    except Exception as error:  # a crash of the client is an answer too
        send({"id": command["id"], "error": {"kind": "crash", "detail": repr(error)}})

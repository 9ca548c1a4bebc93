"""An example webhook receiver on Python's standard library, judged by intake-conformance receiver.

usage: receiver.py WHSEC_SECRET. It prints its URLs as one line of JSON and serves until its input ends.
"""
import hashlib, hmac, json, re, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

LIMIT = 1 << 20
secret = sys.argv[1].encode()
handled, lock = {}, threading.Lock()


def genuine(body, signature):
    if not re.fullmatch(r"sha256=[0-9a-f]{64}", signature or ""):
        return False
    return hmac.compare_digest("sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest(), signature)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.read()
        if body is None:
            return self.answer(413)
        signatures = self.headers.get_all("X-Service-Signature") or []
        if len(signatures) != 1 or not genuine(body, signatures[0]):
            return self.answer(401)
        event = json.loads(body)
        if (event["id"], event["event"]) != (self.headers["X-Service-Delivery"], self.headers["X-Service-Event"]):
            return self.answer(401)
        with lock:  # a delivery id never repeats: the second time is the same delivery again
            if event["id"] not in handled:
                handled[event["id"]] = 1  # the work would be put on a queue here
        self.answer(204)

    def do_GET(self):
        ids = parse_qs(urlsplit(self.path).query).get("delivery", [""])
        with lock:
            self.answer(200, json.dumps({"count": handled.get(ids[0], 0)}).encode())

    def read(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            length = int(self.headers.get("Content-Length", 0))
            return self.rfile.read(length) if length <= LIMIT else None
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
            if len(body) > LIMIT:
                return None
        self.rfile.readline()
        return body

    def answer(self, status, body=b""):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
base = f"http://127.0.0.1:{server.server_port}"
print(json.dumps({"target": base + "/hook", "effects": base + "/effects"}), flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()

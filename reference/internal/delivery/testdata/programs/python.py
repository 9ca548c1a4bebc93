import hashlib, hmac, os, sys

verb, *rest = sys.argv[1:]
own = "sha256=" + hmac.new(os.environ["INTAKE_WEBHOOK_SECRET"].encode(), sys.stdin.buffer.read(), hashlib.sha256).hexdigest()
if verb == "sign":
    sys.stdout.write(own)
else:
    sys.exit(0 if hmac.compare_digest(own, rest[0]) else 3)

require "openssl"

verb, signature = ARGV
own = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("INTAKE_WEBHOOK_SECRET"), $stdin.binmode.read)
if verb == "sign"
  print own
else
  exit(OpenSSL.secure_compare(own, signature) ? 0 : 3)
end

own="sha256=$(openssl dgst -sha256 -hmac "$INTAKE_WEBHOOK_SECRET" -r | cut -d' ' -f1)"
if [ "$1" = sign ]; then printf %s "$own"; elif [ "$own" = "$2" ]; then exit 0; else exit 3; fi

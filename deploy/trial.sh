#!/bin/sh
# Makes what deploy/compose.yaml needs and doesn't have: a session key, and a
# certificate of one's own for localhost and gateway.internal. It changes nothing
# that is there.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
[ -s secrets/session.keys ] || echo "$(date +%F):$(openssl rand -base64 32)" >secrets/session.keys
[ -s secrets/tls.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
	-subj /CN=payapp-trial -addext subjectAltName=DNS:localhost,DNS:gateway.internal,IP:127.0.0.1 \
	-keyout secrets/tls.key -out secrets/tls.crt 2>/dev/null
[ -s secrets/tls.pem ] || cat secrets/tls.crt secrets/tls.key >secrets/tls.pem
# Each container has a user of its own, and reads them.
chmod 0644 secrets/session.keys secrets/tls.pem secrets/tls.crt
echo "deploy/secrets has a session key and a certificate for trying it out"

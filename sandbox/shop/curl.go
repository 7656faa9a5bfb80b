package shop

import (
	"cmp"
	"encoding/base64"
	"net/url"
	"strings"

	"payapp/sandbox/internal/page"
)

// curlToken writes a token call as a shell command.
func curlToken(base string, r signedRequest) string {
	return curl(base+r.Path, "Accept: application/json", "Content-Type: application/json", "X-API-Version: 2", "X-SIGNATURE: "+r.Signature) +
		" \\\n  --data-raw " + quote(r.Body)
}

// curlSign writes how to sign a body with the demo key.
func curlSign(keyPath string) string {
	return `printf %s "$BODY" | openssl dgst -sha256 -sign ` + quote(cmp.Or(keyPath, "demo-key.pem")) + " | openssl base64 -A"
}

// curlRead writes the read of an order's payment as a shell command.
func curlRead(base string, o shopOrder) string {
	return curl(base+"/payins/"+url.PathEscape(o.ID), "Accept: application/json", "X-API-Version: 2", "Authorization: Bearer "+o.Token)
}

func curl(address string, headers ...string) string {
	lines := []string{"curl " + quote(address)}
	for _, header := range headers {
		lines = append(lines, "-H "+quote(header))
	}
	return strings.Join(lines, " \\\n  ")
}

// quote quotes a word for the shell. In single quotes only they need escaping.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// claims are a token's claims, or "" if it isn't a JWT.
func claims(raw string) string {
	parts := strings.Split(raw, ".")
	if len(parts) != 3 {
		return ""
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	return page.Indented(string(payload))
}

package conform

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"time"

	"payapp/apiclient"
)

const validity = 30 * time.Minute

// begin gets the first token, with a timestamp in milliseconds or else in seconds, and
// looks at it. Without one nothing can be asked.
func (r *run) begin(ctx context.Context) {
	r.token = r.byAction(ctx, apiclient.ActionPayinCreate, r.id)
	if refused := r.words(); r.token.IsZero() && r.wire.status >= 400 && r.wire.status < 500 {
		r.seconds = true
		if r.token = r.byAction(ctx, apiclient.ActionPayinCreate, r.id); !r.token.IsZero() {
			r.note("token-timestamp", differs(true, "in seconds it is taken, in milliseconds "+refused, "nobody gets a token"))
		}
	} else if !r.token.IsZero() {
		r.note("token-timestamp", kept("milliseconds are taken"))
	}
	claims, jwt := apiclient.ReadClaims(r.token)
	switch left := time.Until(claims.ExpiresAt).Round(time.Second); {
	case r.token.IsZero():
		r.note("token", differs(true, "none comes: "+r.words(), "nothing can be asked. Are address, merchant, key and clock right?"))
		return
	case !jwt, claims.ExpiresAt.IsZero():
		r.note("token-claims", differs(false, "there is no exp in seconds", "pages can't say when a link ends, until the gateway refuses it"))
	case (left - validity).Abs() > 2*time.Minute:
		r.note("token-claims", differs(false, fmt.Sprintf("for %v, exp is %v away", validity, left), "links end when exp says"))
	default:
		r.note("token-claims", kept("exp is as asked for"))
	}
	if r.tokenAt != "token" {
		r.note("token-answer", differs(true, "it is in "+r.tokenAt, "payapp's commands and client don't find it"))
	}
	r.note("token-answer", kept("it is in token"))
}

func (r *run) byAction(ctx context.Context, action, id string) apiclient.Token {
	return r.makeToken(ctx, "/auth-tokens-by-action", map[string]any{"action": action, "idPayment": id})
}

// tokenFor is one for all operations of a payment that payapp knows.
func (r *run) tokenFor(ctx context.Context, id string) apiclient.Token {
	one := regexp.QuoteMeta(path(id))
	return r.makeToken(ctx, "/auth-tokens", map[string]any{"operations": []string{
		"POST /payins/!availablePaymentOptions", "POST " + one, "GET " + one, "GET " + one + "/accounts",
		"POST " + regexp.QuoteMeta(r.client.ReferencePath(id)), "GET /merchant-info",
	}})
}

// makeToken is interface.md, Authentication 3 to 6. It finds the token wherever it is in
// the answer.
func (r *run) makeToken(ctx context.Context, path string, body map[string]any) apiclient.Token {
	now, header := time.Now(), http.Header{}
	maps.Copy(body, map[string]any{"merchantCode": r.Merchant, "validitySecs": int(validity.Seconds()), "timestamp": now.UnixMilli()})
	if r.seconds {
		body["timestamp"] = now.Unix()
	}
	if r.Credentials.Key == nil {
		body["secret"] = r.Credentials.Secret
	}
	text, err := json.Marshal(body)
	if err == nil && r.Credentials.Key != nil {
		digest := sha256.Sum256(text)
		var signature []byte
		signature, err = rsa.SignPKCS1v15(rand.Reader, r.Credentials.Key, crypto.SHA256, digest[:])
		header["X-Signature"] = []string{base64.StdEncoding.EncodeToString(signature)}
	}
	if err != nil || r.gate.Wait(ctx) != nil {
		return apiclient.Token{}
	}
	answer := r.send(ctx, r.wire, http.MethodPost, path, header, string(text))
	if answer != nil && answer.StatusCode == http.StatusTooManyRequests { // who asked before may have been us
		r.gate.Limited(2 * time.Second)
		if r.wire.limited--; r.gate.Wait(ctx) == nil {
			answer = r.send(ctx, r.wire, http.MethodPost, path, header, string(text))
		}
	}
	if answer == nil || answer.StatusCode > 299 {
		return apiclient.Token{}
	}
	if named, ok := at(r.wire.object(), "token").(string); ok {
		r.tokenAt = "token"
		return apiclient.NewToken(named)
	}
	var found string
	r.tokenAt, found = where(r.wire.object(), "", func(_, text string) bool { return jwtForm.MatchString(text) })
	return apiclient.NewToken(found)
}

var jwtForm = regexp.MustCompile(`^[\w-]+\.[\w-]+\.[\w-]*$`)

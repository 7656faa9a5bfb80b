package shop

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"time"
)

// Forged is an order whose links have everything that honest ones have, but the
// tokens' signature is noise.
func Forged(public, merchant, id string) Order {
	now := time.Now().Unix()
	claims, _ := json.Marshal(map[string]any{
		"merchantCode": merchant, "iat": now, "exp": now + 7200, "money": map[string]any{"amount": 99, "currencyCode": "THB"},
		"operations": []string{
			"POST /payins/!availablePaymentOptions", "POST /payins/" + id, "GET /payins/" + id,
			"POST /payins/" + id + "/externalReference", "GET /merchant-info",
		},
	})
	signature := make([]byte, 32)
	_, _ = rand.Read(signature)
	part := base64.RawURLEncoding.EncodeToString
	o := Order{IDPayin: id, Token: part([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + part(claims) + "." + part(signature)}
	o.RedirectURL = public + "/?" + url.Values{
		"merchantCode": {merchant}, "idPayin": {id}, "token": {o.Token}, "amount": {"99"}, "currencyCode": {"THB"},
		"callbackUrl": {"http://shop.example/callback"}, "returnUrl": {"http://shop.example/orders/" + id},
	}.Encode()
	o.StatusURL = StatusLink(public, id, o.Token)
	return o
}

// StatusLink leads to a payment's status.
func StatusLink(public, id, token string) string {
	return public + "/status?" + url.Values{"idPayin": {id}, "token": {token}, "currencyCode": {"THB"}}.Encode()
}

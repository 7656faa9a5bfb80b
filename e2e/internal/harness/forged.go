package harness

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"time"
)

// Forged is an order whose RedirectURL has everything that an honest one has, but the
// token's signature is noise.
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
		"callbackUrl": {"https://shop.example/callback"}, "returnUrl": {"https://shop.example/orders/" + id},
	}.Encode()
	return o
}

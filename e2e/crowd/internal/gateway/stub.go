package gateway

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// stub is a gateway for crowds that the sandbox would be too heavy for: it
// accepts every token, and every payment is pending since the stub began.
type stub struct{ began time.Time }

func (s stub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch operation, payment := operationOf(r.Method, r.URL.Path); operation {
	case readOperation:
		const form = "2006-01-02T15:04:05.000Z"
		//nolint:gosec // nobody looks at it in a browser
		_, _ = fmt.Fprintf(w, `{"paymentRequested":{"money":{"amount":99,"currencyCode":"THB"}},`+
			`"paymentMethodResponse":{"idPayin":%q,"paymentMethodCode":"PROMPTPAY","money":{"amount":99,"currencyCode":"THB"},`+
			`"expireAt":%q,"reference":"SB1","returnUrl":"http://shop.example/",`+
			`"qrCode":"00020101021230660016A00000067701011201150999999999999900212SB13329303030307SANDBOX53037645406100.115802TH6304B2FD",`+
			`"accountCustomer":{"accountNumber":"0812345678"}},`+
			`"process":{"status":"PENDING","createdAt":%q,"isTest":true}}`,
			payment, s.began.Add(time.Hour).Format(form), s.began.Format(form))
	case "options":
		_, _ = io.WriteString(w, `{"data":[{"paymentMethodCode":"PROMPTPAY","paymentOperators":[]}]}`)
	case "merchant-info":
		_, _ = io.WriteString(w, `{"channelInfo":{"name":"A shop"}}`)
	default:
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"code":"NOT_FOUND","message":"the stub has reads only"}`)
	}
}

// merchantOf is the merchant that a call's token claims.
func merchantOf(r *http.Request) string {
	parts := strings.Split(r.Header.Get("Authorization"), ".")
	if len(parts) != 3 {
		return ""
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		Merchant string `json:"merchantCode"`
	}
	_ = json.Unmarshal(payload, &claims) // a token that says nothing has no merchant
	return claims.Merchant
}

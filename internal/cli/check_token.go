package cli

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/findings"
)

// token says what is wrong with the link's token, by its own claims. Nobody has
// verified them: the gateway decides.
func (f *linkFindings) token(needed []need, now time.Time) {
	if f.Order.Token.IsZero() {
		return // a fault already
	}
	claims, ok := apiclient.ReadClaims(f.Order.Token)
	if !ok {
		f.add(findings.Warning, "unreadable", "token", "isn't a JWT: what it allows can't be seen here. Was it cut?")
		return
	}
	f.Claims = claims
	f.tokenTime(now)
	f.tokenTerms()
	if len(claims.Operations) == 0 {
		f.add(findings.Warning, "unreadable", "token", "doesn't say which calls it allows")
		return
	}
	for _, n := range needed {
		escaped := strings.Replace(n.path, f.Order.IDPayin, url.PathEscape(f.Order.IDPayin), 1)
		if f.Order.IDPayin != "" && !claims.Allows(n.method, n.path) && !claims.Allows(n.method, escaped) {
			f.add(n.verdict, "not-allowed", "token", fmt.Sprintf("doesn't allow %s %s: %s", n.method, n.path, n.otherwise))
		}
	}
	f.tokenTooMuch()
}

func (f *linkFindings) tokenTime(now time.Time) {
	switch left := f.Claims.ExpiresAt.Sub(now); {
	case f.Claims.ExpiresAt.IsZero():
		f.add(findings.Warning, "no-end", "token", "doesn't say until when it is valid")
	case left <= 0:
		f.add(findings.Fault, "expired", "token", fmt.Sprintf("has expired at %s, %s ago",
			f.Claims.ExpiresAt.Format(time.RFC3339), roughly(-left)))
	default:
		f.add(findings.Well, "valid", "token", fmt.Sprintf("is valid until %s, %s more", f.Claims.ExpiresAt.Format(time.RFC3339), roughly(left)))
	}
}

// roughly is a duration in the largest unit that says enough.
func roughly(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f seconds", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	case d < 2*day:
		return fmt.Sprintf("%.0f hours", d.Hours())
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}

// tokenTerms compares the token with the link, by the rules of the application,
// and what these leave to the gateway.
func (f *linkFindings) tokenTerms() {
	order, claims := f.Order, f.Claims
	if order.IDPayin != "" && claims.ExcludesPayin(order.IDPayin) {
		f.add(findings.Fault, "another-payment", "token", "is for another payment than "+order.IDPayin+": "+strings.Join(claims.Operations, ", "))
	}
	if claims.MerchantCode != "" && order.MerchantCode != "" && claims.MerchantCode != order.MerchantCode {
		f.add(findings.Fault, "another-merchant", "token",
			fmt.Sprintf("is merchant %q's, the link says %s", claims.MerchantCode, order.MerchantCode))
	}
	if order.Money.IsZero() {
		return // a status link, or a faulty amount
	}
	limit := claims.Money
	switch {
	case limit.Currency() == "":
		f.add(findings.Warning, "no-money", "token", "isn't limited to an amount: who edits the link can pay any")
	case limit != order.Money:
		f.add(findings.Fault, "another-amount", "token", fmt.Sprintf("is for %s, the link says %s", limit, order.Money))
	default:
		f.add(findings.Well, "money", "token", "is limited to "+limit.String())
	}
}

// tokenTooMuch reports operations that reach beyond the payment. "A general
// token is a serious security risk" (interface.md, Authentication 8).
func (f *linkFindings) tokenTooMuch() {
	for _, operation := range f.Claims.Operations {
		verb, pattern, _ := strings.Cut(operation, " ")
		form, err := regexp.Compile("^(?:" + pattern + ")$")
		if err != nil || operation == "" {
			f.add(findings.Warning, "unreadable", "token", fmt.Sprintf("has an operation that can't be read: %q", operation))
			continue
		}
		for _, others := range []string{"/payins/another-payment-17", "/payouts/another-payment-17"} {
			if form.MatchString(others) {
				f.add(findings.Fault, "general", "token", fmt.Sprintf("allows %q, which is every payment's: whoever has the link can do it", operation))
				break
			}
		}
		if f.Link == "status link" && verb != "GET" {
			f.add(findings.Warning, "too-much", "token", fmt.Sprintf("allows %q: a status link, which people forward, should only read", operation))
		}
	}
}

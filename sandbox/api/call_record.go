package api

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// How much is recorded of a body, in bytes, from an authenticated caller and from
// any other, and of headers and addresses.
const (
	mostBody    = 32 << 10
	mostOfOther = 1 << 10
	mostHeader  = 500
	mostHeaders = 30
)

// record adds the call to those that the console shows, without its secrets.
func (a *API) record(c *call, header http.Header, status int, answer []byte, why *store.Why) {
	if mark.IsLooking(c.Context()) {
		return
	}
	limit := mostBody
	if c.merchant.Code == "" {
		limit = mostOfOther
	}
	known := a.Store.Known()
	recorded := store.Call{
		At: a.Clock.Now(), Merchant: c.merchant.Code, Operation: c.operation,
		Method: cut(c.Method), Path: cut(store.RedactedText(within(c.URL.RequestURI()), known)),
		Request: store.Redacted(c.body, limit, known), Status: status, Response: store.Redacted(answer, limit, known),
		CallDetail: store.CallDetail{
			Headers: headersOf(c.Header, known), Answered: headersOf(header, known), Took: a.Now().Sub(c.began).Milliseconds(),
			Token: allowedBy(c.claims), Why: why, Notes: c.notes,
		},
	}
	if wire.ValidID(c.id) {
		recorded.Kind, recorded.ID = cmp.Or(c.kind, store.Payin), c.id
	}
	if recorded.Merchant == "" {
		recorded.Claimed = cut(store.RedactedText(within(cmp.Or(c.claims.MerchantCode, merchantIn(c.body))), known))
	}
	err := a.Store.AddCall(c.Context(), recorded)
	if err != nil && c.Context().Err() == nil {
		a.Logger.ErrorContext(c.Context(), "sandbox: call", "error", err)
	}
}

// merchantIn is the merchant that a token call's body names.
func merchantIn(body []byte) string {
	var named struct {
		MerchantCode string `json:"merchantCode"`
	}
	if json.Unmarshal(body, &named) != nil {
		return ""
	}
	return named.MerchantCode
}

// allowedBy is what a token's claims allow, nil without a token of ours.
func allowedBy(claims token.Claims) *store.Allowed {
	if claims.MerchantCode == "" {
		return nil
	}
	allowed := &store.Allowed{Merchant: claims.MerchantCode, Operations: claims.Operations}
	if claims.Money != nil {
		allowed.Money = claims.Money.String()
	}
	if claims.ExpiresAt != nil {
		allowed.ExpiresAt = claims.ExpiresAt.UTC()
	}
	return allowed
}

// headersOf lists header fields by name, at most so many and so long.
func headersOf(header http.Header, known store.Known) []store.Header {
	var list []store.Header
	for name, values := range header {
		for _, value := range values {
			switch {
			case name == "Authorization", name == "X-Signature": // a signature is good for minutes
				value = masked(value)
			case name == "Cookie", name == "Set-Cookie", store.IsSecretName(name):
				value = "…"
			default:
				value = cut(store.RedactedText(within(value), known))
			}
			list = append(list, store.Header{Name: cut(store.RedactedText(within(name), known)), Value: cut(value)})
		}
	}
	slices.SortStableFunc(list, func(a, b store.Header) int { return cmp.Compare(a.Name, b.Name) })
	return list[:min(len(list), mostHeaders)]
}

// masked shows the scheme of a token, if there is one, and how it begins: every
// token of ours begins alike.
func masked(value string) string {
	const beginning = 6
	scheme, raw, ok := strings.Cut(value, " ")
	if !ok {
		scheme, raw = "", value
	}
	if len(raw) < 4*beginning {
		return cut(scheme) + " … (" + strconv.Itoa(len(raw)) + " characters)"
	}
	return strings.TrimLeft(cut(scheme)+" "+raw[:beginning], " ") + "… (" + strconv.Itoa(len(raw)) + " characters)"
}

// within is as much of a text as is looked at, so that nothing is cut before.
func within(text string) string { return text[:min(len(text), 4*mostHeader)] }

func cut(text string) string {
	if len(text) <= mostHeader {
		return text
	}
	return strings.ToValidUTF8(text[:mostHeader], "") + "…"
}

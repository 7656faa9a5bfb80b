package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// call is one request that has passed the rules common to all.
type call struct {
	*http.Request
	id         string // of its payment, or ""
	kind       string
	merchant   merchant.Merchant
	claims     token.Claims
	directives directive.Set
	body       []byte
}

// endpoint is one row of the table of interface.md, Endpoints.
type endpoint struct {
	name string // for the console, and for directives that count calls
	kind string // payin or payout, if the path holds an id
	open bool   // needs no token: the token calls themselves
	// assumed endpoints aren't in the interface. A strict sandbox grants their
	// operation to nobody, whatever a token says.
	assumed bool
	serve   func(*API, *call) (any, error)
}

// api serves an endpoint: the common rules, then its own.
func (a *API) api(e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", a.Clock.Now().UTC().Format(http.TimeFormat))
		c := &call{Request: r, id: r.PathValue("id"), kind: e.kind}
		if !e.open {
			share(w.Header())
		}
		answer, err := a.answer(e, c)
		a.tellUnknown(w.Header(), c)
		a.respond(w, c, answer, err)
	})
}

func (a *API) answer(e endpoint, c *call) (any, error) {
	if c.Header.Get("X-API-Version") != "2" {
		return nil, errVersion
	}
	if err := c.readBody(); err != nil {
		return nil, err
	}
	if e.open && mark.IsLooking(c.Context()) {
		return e.serve(a, c)
	}
	if e.open {
		return a.serveWithFaults(e, c)
	}
	if err := a.authenticate(c); err != nil {
		return nil, err
	}
	if err := a.countCall(c, c.merchant); err != nil {
		return nil, err
	}
	method := c.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if !token.Allows(c.claims.Operations, method, c.URL.Path) {
		return nil, errForbidden
	}
	if a.Strict && e.assumed {
		return nil, errForbidden
	}
	if mark.IsLooking(c.Context()) {
		return e.serve(a, c)
	}
	if answer, err := a.steer(e, c); answer != nil || err != nil {
		return answer, err
	}
	return a.serveWithFaults(e, c)
}

// countCall applies the merchant's rate limit, also to token calls.
func (a *API) countCall(c *call, m merchant.Merchant) error {
	if mark.OfShop(c.Context()) || a.rates.allow(m.Code) {
		return nil
	}
	return errTooMany
}

func (a *API) serveWithFaults(e endpoint, c *call) (any, error) {
	if err := a.faultBefore(e, c); err != nil {
		return nil, err
	}
	answer, err := e.serve(a, c)
	return a.faultAfter(e, answer, err)
}

// authenticate checks the bearer token and finds its merchant.
func (a *API) authenticate(c *call) error {
	raw, ok := bearer(c.Request)
	if !ok {
		return errUnauthorized
	}
	claims, err := token.Verify(a.Secret, a.Clock.Now(), a.Clock.MovedBy(), raw)
	if err != nil {
		return errUnauthorized
	}
	c.claims = claims
	if c.merchant, ok = merchant.ByCode(claims.MerchantCode); !ok {
		return errUnauthorized
	}
	return nil
}

// respond writes the answer or refusal and adds the call to the payment's
// story.
func (a *API) respond(w http.ResponseWriter, c *call, answer any, err error) {
	if errors.Is(err, errCut) {
		a.record(c, 0, nil)
		panic(http.ErrAbortHandler) // makes net/http close the connection without an answer
	}
	status, contentType := http.StatusOK, "application/json"
	if err != nil {
		refusal := asAPIError(err)
		if refusal.status == http.StatusInternalServerError {
			a.Logger.ErrorContext(c.Context(), "sandbox: api", "method", c.Method, "id", c.id, "error", err)
		}
		if refusal.status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", challenge(c.Request))
		}
		if refusal.retryAfter != "" {
			w.Header().Set("Retry-After", refusal.retryAfter)
		}
		status, answer = refusal.status, refusal.answer()
		if a.Strict {
			w.Header().Set(refusalHeader, oneLine(refusal.Error()))
			answer = refusal.strictly()
		}
	}
	var body []byte
	switch ready := answer.(type) {
	case garbage:
		body, contentType = []byte(ready), "text/html; charset=utf-8"
	case raw:
		body = ready
	default:
		if body, err = a.written(answer); err != nil {
			a.Logger.ErrorContext(c.Context(), "sandbox: api", "error", err)
			status, body = http.StatusInternalServerError, []byte(`{"code":"INTERNAL","message":"the answer can't be written"}`)
		}
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(body)
	if why := w.Header().Get(refusalHeader); why != "" {
		body = append(body, "\n"+why...)
	}
	a.record(c, status, body)
}

// written is an answer as JSON, with the bank's address in the configured
// property.
func (a *API) written(answer any) ([]byte, error) {
	body, err := json.Marshal(answer)
	payin, ok := answer.(wire.Payin)
	if err != nil || !ok || a.RedirectProperty == "" || payin.Method.RedirectURL == "" {
		return body, err
	}
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return nil, err
	}
	object, _ := document["paymentMethodResponse"].(map[string]any)
	delete(object, "redirectUrl")
	path := strings.Split(a.RedirectProperty, ".")
	for _, name := range path[:len(path)-1] {
		inner, ok := object[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[path[len(path)-1]] = payin.Method.RedirectURL
	return json.Marshal(document)
}

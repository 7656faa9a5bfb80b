package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/store"
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
	steering   string // what steers its payment besides the id
	directives directive.Set
	body       []byte
	operation  string
	began      time.Time
	notes      []string // for the console
	hints      []string // also for the caller: what another gateway may not accept
}

func (c *call) hint(text string) {
	c.hints = append(c.hints, text)
	c.note(text)
}

func (c *call) note(text string) {
	if !slices.Contains(c.notes, text) {
		c.notes = append(c.notes, text)
	}
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
		c := &call{Request: r, id: r.PathValue("id"), kind: e.kind, operation: e.name, began: a.Now()}
		if !e.open {
			share(w.Header())
		}
		answer, err := a.answer(e, c)
		a.reportUnknown(w.Header(), c)
		a.respond(w, c, answer, err)
	})
}

func (a *API) answer(e endpoint, c *call) (any, error) {
	if versions := c.Header.Values("X-API-Version"); len(versions) != 1 || versions[0] != "2" {
		return nil, wrongVersion(versions)
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
	path := c.URL.Path
	if payin, ok := strings.CutSuffix(path, "/"+token.ReferencePath); ok {
		path = payin + "/" + a.ReferencePath
	}
	if !token.Allows(c.claims.Operations, method, path) {
		return nil, forbidden(method, path, c.claims.Operations)
	}
	if a.Strict && e.assumed {
		return nil, notInInterface()
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
	if mark.OfShop(c.Context()) || a.Rates.Allow(m.Code, c.id) {
		return nil
	}
	return a.tooMany()
}

// tooMany says when to come again, which the interface doesn't promise.
func (a *API) tooMany() *apiError {
	e := *errTooMany
	if !a.Strict {
		e.retryAfter = "1"
	}
	return &e
}

func (a *API) serveWithFaults(e endpoint, c *call) (any, error) {
	if err := a.faultBefore(e, c); err != nil {
		return nil, err
	}
	answer, err := e.serve(a, c)
	return a.faultAfter(e, c, answer, err)
}

// authenticate checks the bearer token and finds its merchant.
func (a *API) authenticate(c *call) error {
	raw, ok := bearer(c.Request)
	if !ok {
		return noToken(c.Request)
	}
	claims, err := token.Verify(a.Secret, a.Clock.Now(), a.moved, raw)
	c.claims = claims
	if err != nil {
		return badToken(err, claims, a.Clock.Now())
	}
	if c.merchant, ok = a.Merchants.ByCode(claims.MerchantCode); !ok {
		return unauthorized("merchant", "the token's merchant doesn't exist any more", "Make a token for one of the merchants in the console.")
	}
	return nil
}

// moved is how far the clock was moved for a token.
func (a *API) moved(claims token.Claims) time.Duration {
	return a.Clock.MovedBy(claims.MerchantCode, token.Payment(claims.Operations))
}

// respond writes the answer or refusal, and keeps the call for the console.
func (a *API) respond(w http.ResponseWriter, c *call, answer any, err error) {
	if cut, ok := errors.AsType[cutError](err); ok {
		const remedy = "Send the same call again: a creation answers 409 if it was done."
		a.record(c, nil, 0, nil, &store.Why{Check: "answer", Code: "CUT", Reason: cut.why, Remedy: remedy})
		panic(http.ErrAbortHandler) // makes net/http close the connection without an answer
	}
	if len(c.hints) > 0 && !a.Strict {
		w.Header().Set(hintHeader, oneLine(strings.Join(c.hints, "; ")))
	}
	status, contentType := http.StatusOK, "application/json"
	var why *store.Why
	if err != nil {
		refusal := asAPIError(err)
		// A caller that hangs up is no fault of the sandbox.
		if refusal.status == http.StatusInternalServerError && refusal.check == "sandbox" && c.Context().Err() == nil {
			a.Logger.ErrorContext(c.Context(), "sandbox: api", "method", c.Method, "id", c.id, "error", err)
		}
		if refusal.status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", challenge(c.Request))
		}
		if refusal.retryAfter != "" {
			w.Header().Set("Retry-After", refusal.retryAfter)
		}
		status, answer, why = refusal.status, refusal.answer(), refusal.why()
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
	// Recorded first: whoever has the answer finds the call in the console.
	a.record(c, w.Header(), status, body, why)
	w.WriteHeader(status)
	w.Write(body)
}

// written is an answer as JSON, with the bank's address and the code in the
// configured properties.
func (a *API) written(answer any) ([]byte, error) {
	body, err := json.Marshal(answer)
	payin, ok := answer.(wire.Payin)
	if err != nil || !ok || a.RedirectProperty+a.QRProperty == "" {
		return body, err
	}
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return nil, err
	}
	object, _ := document["paymentMethodResponse"].(map[string]any)
	move(object, "redirectUrl", a.RedirectProperty, payin.Method.RedirectURL)
	move(object, "qrCode", a.QRProperty, payin.Method.QRCode)
	return json.Marshal(document)
}

// move puts a property's value, if there is one, at the end of a path.
func move(object map[string]any, name, to, value string) {
	if to == "" || value == "" {
		return
	}
	delete(object, name)
	path := strings.Split(to, ".")
	for _, name := range path[:len(path)-1] {
		inner, ok := object[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[path[len(path)-1]] = value
}

package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strings"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
)

// call is one request of the interface that has passed the common rules.
type call struct {
	*http.Request
	id         string // of the payment it is about, or ""
	kind       string
	merchant   merchant
	claims     token.Claims
	directives directive.Set
	body       []byte
}

// endpoint is one row of interface.md's table "Endpoints".
type endpoint struct {
	name  string // names the operation, for the panel and directives that count calls
	kind  string // payin or payout, where the path holds an id
	open  bool   // needs no token: the token calls themselves
	serve func(*Sandbox, *call) (any, error)
}

const maxBody = 64 << 10

// api serves an endpoint: the common rules, then its own.
func (s *Sandbox) api(e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", s.clock.now().UTC().Format(http.TimeFormat))
		c := &call{Request: r, id: r.PathValue("id"), kind: e.kind}
		answer, err := s.answer(e, c)
		s.respond(w, c, answer, err)
	})
}

func (s *Sandbox) answer(e endpoint, c *call) (any, error) {
	if c.Header.Get("X-API-Version") != "2" {
		return nil, errVersion
	}
	if err := c.readBody(); err != nil {
		return nil, err
	}
	if e.open && isLooking(c.Context()) {
		return e.serve(s, c)
	}
	if e.open {
		return s.serveWithFaults(e, c)
	}
	if err := s.authenticate(c); err != nil {
		return nil, err
	}
	if err := s.countCall(c, c.merchant); err != nil {
		return nil, err
	}
	if !token.Allows(c.claims.Operations, c.Method, c.URL.Path) {
		return nil, errForbidden
	}
	if isLooking(c.Context()) {
		return e.serve(s, c)
	}
	if answer, err := s.steer(e, c); answer != nil || err != nil {
		return answer, err
	}
	return s.serveWithFaults(e, c)
}

// countCall holds a merchant's calls to its rate, token calls included.
func (s *Sandbox) countCall(c *call, m merchant) error {
	if ofShop(c.Context()) || s.rates.allow(m.code) {
		return nil
	}
	return errTooMany
}

func (s *Sandbox) serveWithFaults(e endpoint, c *call) (any, error) {
	if err := s.faultBefore(e, c); err != nil {
		return nil, err
	}
	answer, err := e.serve(s, c)
	return s.faultAfter(e, answer, err)
}

// readBody reads a POST's JSON.
func (c *call) readBody() error {
	if c.Method != http.MethodPost {
		return nil
	}
	if media, _, err := mime.ParseMediaType(c.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return errContentType
	}
	body, err := io.ReadAll(io.LimitReader(c.Body, maxBody+1))
	if err != nil {
		return invalid("the body can't be read")
	}
	if len(body) > maxBody {
		return errTooLarge
	}
	if !json.Valid(body) {
		return invalid("the body is no JSON")
	}
	c.body = body
	return nil
}

// authenticate checks the bearer token and finds its merchant.
func (s *Sandbox) authenticate(c *call) error {
	raw, ok := strings.CutPrefix(c.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return errUnauthorized
	}
	claims, err := token.Verify(s.secret, s.clock.now(), s.clock.movedBy(), raw)
	if err != nil {
		return errUnauthorized
	}
	c.claims = claims
	if c.merchant, ok = merchantByCode(claims.MerchantCode); !ok {
		return errUnauthorized
	}
	return nil
}

// respond writes the answer or the refusal and adds both to the payment's
// story.
func (s *Sandbox) respond(w http.ResponseWriter, c *call, answer any, err error) {
	if errors.Is(err, errCut) {
		s.record(c, 0, nil)
		panic(http.ErrAbortHandler) // net/http's way to close a connection unanswered
	}
	status, contentType := http.StatusOK, "application/json"
	if err != nil {
		refusal := asAPIError(err)
		if refusal.status == http.StatusInternalServerError {
			s.config.Logger.ErrorContext(c.Context(), "sandbox: api", "method", c.Method, "id", c.id, "error", err)
		}
		if refusal.retryAfter != "" {
			w.Header().Set("Retry-After", refusal.retryAfter)
		}
		status, answer = refusal.status, refusal.answer()
	}
	var body []byte
	switch ready := answer.(type) {
	case garbage:
		body, contentType = []byte(ready), "text/html; charset=utf-8"
	case raw:
		body = ready
	default:
		if body, err = json.Marshal(answer); err != nil {
			s.config.Logger.ErrorContext(c.Context(), "sandbox: api", "error", err)
			status, body = http.StatusInternalServerError, []byte(`{"code":"INTERNAL","message":"the answer can't be written"}`)
		}
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(body)
	s.record(c, status, body)
}

// secrets are the values that no story tells.
var secrets = regexp.MustCompile(`("(?:secret|token)"\s*:\s*)"(?:[^"\\]|\\.)*"`)

// record adds the call to its payment's story, without its token.
func (s *Sandbox) record(c *call, status int, body []byte) {
	if c.id == "" || isLooking(c.Context()) {
		return
	}
	kind := c.kind
	if kind == "" {
		kind = store.Payin
	}
	var request bytes.Buffer
	if json.Indent(&request, c.body, "", "  ") != nil {
		request.Reset()
	}
	err := s.store.AddExchange(c.Context(), c.merchant.code, kind+"/"+c.id, store.Exchange{
		At: s.clock.now(), Method: c.Method, Path: c.URL.Path,
		Request: secrets.ReplaceAllString(request.String(), `$1"…"`), Status: status, Response: secrets.ReplaceAllString(string(body), `$1"…"`),
	})
	if err != nil && c.Context().Err() == nil {
		s.config.Logger.ErrorContext(c.Context(), "sandbox: story", "error", err)
	}
}

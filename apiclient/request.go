package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const (
	apiVersion = "2"
	// maxAnswer is the longest answer that is read, after decompression.
	maxAnswer = 1 << 20
)

var errTooLong = unlike{"longest-answer", "answer longer than 1 MiB"}

// call is one operation of the interface. It can be sent more than once: every
// attempt sends the same bytes.
type call struct {
	op      string // as the interface names it, for errors and logs
	id      string // in place of op's {idPayin} or {idPayout}
	path    string // relative to {base_url}; "" = op's
	query   url.Values
	header  http.Header // besides the usual headers
	token   Token
	open    bool   // needs no token: the two token-creation calls
	secret  string // in the body; must not appear in errors
	content any    // becomes the body; nil = body as it is
	body    []byte
}

func (c call) method() string {
	method, _, _ := strings.Cut(c.op, " ")
	return method
}

// prepared is the call with its path, into which the id goes as one segment,
// and its body. An id that can't be a segment, or that names another endpoint,
// is an error.
func (c call) prepared() (call, error) {
	if c.path == "" {
		_, c.path, _ = strings.Cut(c.op, " ")
	}
	if before, rest, named := strings.Cut(c.path, "{"); named {
		if c.id == "" || c.id == "." || c.id == ".." || strings.HasPrefix(c.id, "!") {
			return c, errors.New("payment id can't be a path segment")
		}
		_, after, _ := strings.Cut(rest, "}")
		c.path = before + url.PathEscape(c.id) + after
	}
	if c.content == nil {
		return c, nil
	}
	var err error
	c.body, err = encode(c.content)
	return c, err
}

// encode writes a body as minified JSON, without encoding/json's HTML escapes:
// signatures cover these bytes, and a gateway that minifies must get the same.
func encode(body any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// invalid is the error of a request that can't be made.
func invalid(op string, err error) *Error { return &Error{kind: ErrInvalid, Op: op, err: err} }

// do performs the call and passes a 2xx answer's body to decode. An error of
// decode makes the answer ErrMalformed.
func (c *Client) do(ctx context.Context, request call, decode func(body []byte) error) error {
	request, err := request.prepared()
	if err != nil {
		return invalid(request.op, err)
	}
	if !request.open && !request.token.usable() {
		return &Error{kind: ErrUnauthorized, Op: request.op, err: errors.New("token can't be a header")}
	}
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timings.Total)
		defer cancel()
	}
	status, body, attempts, err := c.attempt(ctx, request)
	if err != nil {
		c.tell(err, nil)
		if errors.Is(err, ErrVersion) {
			c.noteVersion(ctx, request)
		}
		return err
	}
	if err := decode(body); err != nil {
		if len(bytes.TrimSpace(body)) == 0 {
			err = ErrNoBody
		}
		c.tell(named(err, request), nil)
		err = quoting(err, request)
		c.logger.WarnContext(ctx, "gateway answer malformed", "op", request.op, "status", status, "reason", err)
		return &Error{kind: ErrMalformed, Op: request.op, HTTPStatus: status, Attempts: attempts, err: err}
	}
	return nil
}

// noteVersion logs that the gateway refuses our version, at most once a minute:
// every call fails then, and no customer can do anything about it.
func (c *Client) noteVersion(ctx context.Context, request call) {
	c.versionTold.Do(func() {
		c.logger.ErrorContext(ctx, "gateway refuses our X-API-Version; check PAYAPP_GATEWAY_URL",
			"op", request.op, "version", apiVersion)
	})
}

// send makes one attempt. The result is a 2xx answer or an error.
func (c *Client) send(ctx context.Context, request call) (int, []byte, *Error) {
	ctx, cancel := context.WithTimeout(ctx, c.timings.Attempt)
	defer cancel()
	address := c.base + request.path
	if len(request.query) > 0 {
		address += "?" + request.query.Encode()
	}
	var body io.Reader
	if request.body != nil {
		body = bytes.NewReader(request.body)
	}
	httpRequest, err := http.NewRequestWithContext(ctx, request.method(), address, body)
	if err != nil {
		return 0, nil, invalid(request.op, err)
	}
	// net/http would repeat a request by itself, once for each idle connection that ends
	// without an answer, and no gate would know: not one whose body it can't read again.
	if httpRequest.GetBody = nil; body == nil {
		httpRequest.Body = io.NopCloser(strings.NewReader(""))
	}
	httpRequest.Header = http.Header{
		"Accept":        {"application/json"},
		"X-Api-Version": {apiVersion},
		"User-Agent":    {"payapp"},
	}
	if !request.open {
		httpRequest.Header.Set("Authorization", "Bearer "+request.token.Reveal())
	}
	if request.body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	for name, values := range request.header {
		httpRequest.Header[name] = values
	}
	response, err := c.http.Do(httpRequest)
	if err != nil {
		return 0, nil, unavailable(request, err)
	}
	defer response.Body.Close()
	if response.StatusCode < http.StatusInternalServerError {
		c.readClock(response.Header) // a failure may come from a proxy
	}
	data, err := readAnswer(response.Body)
	if response.StatusCode < 200 || response.StatusCode > 299 {
		// The status decides, even if the body couldn't be read.
		return 0, nil, c.errorFrom(request, response, data)
	}
	if errors.Is(err, errTooLong) {
		return 0, nil, &Error{kind: ErrMalformed, Op: request.op, HTTPStatus: response.StatusCode, err: err}
	}
	if err != nil {
		return 0, nil, unavailable(request, err)
	}
	return response.StatusCode, data, nil
}

// readAnswer reads it in UTF-8. With a byte order mark, which some servers write, it
// may be UTF-16.
func readAnswer(body io.Reader) ([]byte, error) {
	marked := transform.NewReader(body, unicode.BOMOverride(encoding.Nop.NewDecoder()))
	data, err := io.ReadAll(io.LimitReader(marked, maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxAnswer {
		return nil, errTooLong
	}
	return data, nil
}

// unavailable is the error of an attempt without an answer. net/http's error
// contains the address, which is left out: it names the payment.
func unavailable(request call, err error) *Error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	return &Error{kind: ErrUnavailable, Op: request.op, err: quoting(fmt.Errorf("no answer: %w", err), request)}
}

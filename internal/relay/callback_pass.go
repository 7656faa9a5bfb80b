package relay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Bounds of one callback.
const (
	connectLimit = 3 * time.Second  // name and connection; TLS has as long again
	totalLimit   = 10 * time.Second // from the first byte out to the status
	bodyLimit    = time.Second      // for an answer's body, which nobody needs
	maxBody      = 4 << 10          // of an answer that is taken off its sender's hands
	maxHead      = 16 << 10         // of an answer
)

// Config says what may be called beside https on the internet.
type Config struct {
	// AllowHTTP lets http addresses be called.
	AllowHTTP bool
	// AllowLoopback lets this machine be called, which only the sandbox's
	// shop needs.
	AllowLoopback bool
}

// Client calls merchants. It is safe for concurrent use.
type Client struct {
	allowHTTP, allowLoopback bool
	total, body              time.Duration
	dialer                   *net.Dialer
	transport                *http.Transport
	slots                    *slots
}

// New makes a Client. Nothing needs to be closed.
func New(config Config) *Client {
	c := &Client{
		allowHTTP: config.AllowHTTP, allowLoopback: config.AllowLoopback,
		total: totalLimit, body: bodyLimit,
		slots: newSlots(),
	}
	c.dialer = &net.Dialer{Timeout: connectLimit, ControlContext: c.judgeDialled}
	c.transport = &http.Transport{
		// No Proxy: it would be dialled in the merchant's place, and resolve
		// names out of our sight.
		DialContext:            c.dialer.DialContext,
		TLSHandshakeTimeout:    connectLimit,
		MaxResponseHeaderBytes: maxHead,
		// Each call is judged by its own connection, and none stays open to
		// hosts that strangers named.
		DisableKeepAlives: true,
		// Or it would ask for gzip, and unpack it.
		DisableCompression: true,
	}
	return c
}

// Call is a callback as the gateway made it.
type Call struct {
	Payment     string // its ref; one payment's calls can't use up a host's slots
	To          string // the merchant's address
	Query       string // the gateway's own parameters, as it wrote them
	ContentType string
	Body        []byte
}

// Pass makes the call and gives the status of the merchant's answer, 200 to
// 599. The error is of one of the kinds above.
func (c *Client) Pass(ctx context.Context, call Call) (status int, err error) {
	to, err := target(call.To, call.Query, c.allowHTTP)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	host := hostOf(to)
	if !c.slots.take(host, call.Payment) {
		return 0, ErrBusy
	}
	defer c.slots.give(host, call.Payment)
	ctx, cancel := context.WithTimeout(ctx, c.total)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.String(), bytes.NewReader(call.Body))
	if err != nil {
		return 0, fmt.Errorf("%w: the address makes no request", ErrRefused)
	}
	request.URL = to // unchanged: its text, parsed again, could be another
	request.Header.Set("User-Agent", "payapp")
	if call.ContentType != "" {
		request.Header.Set("Content-Type", call.ContentType)
	}
	// Not by an http.Client, which follows redirects or stumbles over them.
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return 0, failureOf(err)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 599 { // 101 would hand us the connection
		return 0, fmt.Errorf("%w: it answered %d", ErrUnreachable, response.StatusCode)
	}
	// The status is what counts. The body is taken, as far as it is short and
	// quick, for servers that give up work when nobody listens to its end.
	stop := time.AfterFunc(c.body, cancel)
	defer stop.Stop()
	_, _ = io.CopyN(io.Discard, response.Body, maxBody)
	return response.StatusCode, nil
}

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

// Limits of one callback.
const (
	connectLimit = 3 * time.Second  // name and connection; as long again for TLS
	totalLimit   = 10 * time.Second // from looking the name up to the status
	bodyLimit    = time.Second      // for reading the body, which nobody needs
	maxBody      = 4 << 10          // of the body, as far as it is read
	maxHead      = 16 << 10         // of the answer's headers
)

// Config says what may be called besides https on the internet.
type Config struct {
	// AllowHTTP allows http addresses.
	AllowHTTP bool
	// AllowLoopback allows this machine; only the sandbox's shop needs it.
	AllowLoopback bool
}

// Client calls merchants. It is safe for concurrent use.
type Client struct {
	config      Config
	total, body time.Duration
	dialer      *net.Dialer
	transport   *http.Transport
	slots       *slots
}

// New makes a Client. It needs no closing.
func New(config Config) *Client {
	c := &Client{
		config: config, total: totalLimit, body: bodyLimit,
		slots: &slots{hosts: map[string]int{}, payments: map[string]int{}},
	}
	c.dialer = &net.Dialer{Timeout: connectLimit, ControlContext: c.checkDialled}
	c.transport = &http.Transport{
		// No Proxy: it would be dialled instead of the merchant, and would
		// resolve names where we can't check them.
		DialContext:            c.dialer.DialContext,
		TLSHandshakeTimeout:    connectLimit,
		MaxResponseHeaderBytes: maxHead,
		// Each call gets a connection of its own to check, and none stays open
		// to hosts that strangers named.
		DisableKeepAlives: true,
		// Otherwise the transport would ask for gzip, and unpack it.
		DisableCompression: true,
	}
	return c
}

// Call is a callback as the gateway made it.
type Call struct {
	Payment     string // its ref; limits the slots that one payment can use
	To          string // the merchant's address
	Query       string // the gateway's own parameters, as it wrote them
	ContentType string
	Body        []byte
}

// Pass makes the call and returns the status of the merchant's answer, 200 to
// 599. The error is ErrBusy, ErrRefused, ErrTimeout or ErrUnreachable.
func (c *Client) Pass(ctx context.Context, call Call) (status int, err error) {
	to, err := target(call.To, call.Query, c.config.AllowHTTP)
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
	request.URL = to // unchanged: parsing its text again could give another address
	request.Header.Set("User-Agent", "payapp")
	if call.ContentType != "" {
		request.Header.Set("Content-Type", call.ContentType)
	}
	// Not an http.Client, which would follow redirects or fail at them.
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return 0, failureOf(err)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 599 { // 101 would hand us the connection
		return 0, fmt.Errorf("%w: it answered %d", ErrUnreachable, response.StatusCode)
	}
	// The status decides. The body is read only as far as it is short and
	// quick, for servers that abort when the client hangs up early.
	stop := time.AfterFunc(c.body, cancel)
	defer stop.Stop()
	_, _ = io.CopyN(io.Discard, response.Body, maxBody)
	return response.StatusCode, nil
}

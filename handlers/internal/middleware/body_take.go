package middleware

import (
	"bytes"
	"container/list"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"payapp/internal/network"
	"payapp/internal/query"
)

// A body has a time of its own. A phone on a bad line sends a form at 1 KB a second,
// and may lose a packet or two before.
const (
	bodyPatience = 10 * time.Second
	bodyPace     = 1 << 10 // bytes for which there is another second
	// bodyMost is for any of them: less than a process that stops waits for requests.
	bodyMost = 20 * time.Second
	// drainTime is for the rest of a body that is refused, so that whoever sends it
	// sees the answer.
	drainTime = time.Second
)

// How many bodies may be on their way at once. An honest one is there within a moment:
// a network of thousands of customers has a few. Beyond the limit the one that has been
// on its way for longest is cut off, so a new one always has its chance.
const (
	MaxBodies        = 2000
	MaxNetworkBodies = 64 // of an IPv4 address, or a /64 of IPv6
)

// ErrSlow is a body that wasn't there in its time.
var ErrSlow = errors.New("the request's body came too slowly")

// Why a body is cut off.
const (
	cutSlow      = "slow"    // it took longer than its time
	cutByNetwork = "network" // its network has too many on their way
	cutByAll     = "all"     // everybody together has
)

// Bodies reads requests' bodies before a request counts as one: while its body is on
// its way, it takes nobody's place.
type Bodies struct {
	now              func() time.Time
	cut              *prometheus.CounterVec // by cause
	most, ofNetwork  int
	mu               sync.Mutex
	arriving         *list.List // of *arrival, oldest first
	arrivingNetworks map[netip.Prefix]*list.List
}

// arrival is a body on its way.
type arrival struct {
	network         netip.Prefix
	anybodys        bool   // the address is a proxy's: all of its customers have it
	stop            func() // ends the reading; only while it is in the list
	place, ofOthers *list.Element
	cause           string // why it was cut off; "" if it wasn't
}

// NewBodies registers the metric; a nil registry is for tests.
func NewBodies(registry prometheus.Registerer, most, ofNetwork int, now func() time.Time) *Bodies {
	b := &Bodies{
		now: now, most: most, ofNetwork: ofNetwork, arriving: list.New(), arrivingNetworks: map[netip.Prefix]*list.List{},
		cut: promauto.With(registry).NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_bodies_cut_total", Help: "Requests whose bodies came too slowly: beyond their time, or the oldest of too many.",
		}, []string{"cause"}),
	}
	for _, cause := range []string{cutSlow, cutByNetwork, cutByAll} {
		b.cut.WithLabelValues(cause)
	}
	return b
}

// Take reads the body, within maxBody and its time. What refuse refuses is answered
// at once, whatever of its body is there.
func (b *Bodies) Take(refuse ...func(echo.Context) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			for _, check := range refuse {
				if err := check(c); err != nil {
					leaveBody(c)
					return err
				}
			}
			r := c.Request()
			switch {
			case r.ContentLength == 0:
				return next(c)
			case r.ContentLength > maxBody: // refused, but for a landing, which reads none
				return unread(c, next)
			}
			body, err := b.read(c)
			c.Set(wholeKey, b.now())
			switch {
			case errors.Is(err, ErrTooLarge) && isLanding(r.URL.Path):
				return unread(c, next)
			case err != nil:
				leaveBody(c)
				return err
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			return next(c)
		}
	}
}

// unread goes on without the body.
func unread(c echo.Context, next echo.HandlerFunc) error {
	leaveBody(c)
	c.Request().Body = http.NoBody
	return next(c)
}

// leaveBody ends a connection whose request has an unread body, after the answer.
func leaveBody(c echo.Context) {
	if c.Request().ContentLength == 0 {
		return
	}
	c.Response().Header().Set("Connection", "close")
	control := http.NewResponseController(c.Response())
	answerFromNow(c.Request(), control)
	_ = control.SetReadDeadline(time.Now().Add(drainTime)) // tests without a network have none
}

// read waits for the body. It fails with ErrTooLarge, ErrSlow or ErrBadRequest.
func (b *Bodies) read(c echo.Context) ([]byte, error) {
	r, control := c.Request(), http.NewResponseController(c.Response())
	length := min(r.ContentLength, maxBody)
	if length < 0 { // it doesn't say: as browsers never do
		length = maxBody
	}
	patience := min(bodyPatience+time.Duration(length)*time.Second/bodyPace, bodyMost)
	_ = control.SetReadDeadline(time.Now().Add(patience)) // tests without a network have none
	from := AddressOf(c)
	a := &arrival{
		network: network.Of(from.IP, 64), anybodys: from.Proxys,
		stop: func() { _ = control.SetReadDeadline(time.Unix(1, 0)) },
	}
	b.begin(a)
	var body bytes.Buffer
	_, err := body.ReadFrom(http.MaxBytesReader(c.Response(), r.Body, maxBody))
	b.end(a)
	if err == nil && isForm(r) && bytes.Count(body.Bytes(), []byte("&")) >= maxPairs {
		return nil, ErrTooLarge
	}
	if err == nil {
		answerFromNow(r, control)
		return body.Bytes(), nil
	}
	var tooLarge *http.MaxBytesError
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &tooLarge):
		return nil, ErrTooLarge
	case a.cause != "":
	case errors.As(err, &slow) && slow.Timeout():
		a.cause = cutSlow
	default:
		return nil, ErrBadRequest
	}
	b.cut.WithLabelValues(a.cause).Inc()
	return nil, ErrSlow
}

// answerFromNow gives the answer its whole time: the server counts from the head of
// the request on, and takes a read that ends for a customer who has left.
func answerFromNow(r *http.Request, control *http.ResponseController) {
	_ = control.SetReadDeadline(time.Time{})
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && server.WriteTimeout > 0 {
		_ = control.SetWriteDeadline(time.Now().Add(server.WriteTimeout))
	}
}

// begin notes a body that is on its way, and cuts off another one if there are too
// many.
func (b *Bodies) begin(a *arrival) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a.place = b.arriving.PushBack(a)
	if !a.anybodys {
		others := b.arrivingNetworks[a.network]
		if others == nil {
			others = list.New()
			b.arrivingNetworks[a.network] = others
		}
		a.ofOthers = others.PushBack(a)
		if others.Len() > b.ofNetwork {
			b.displace(others.Front(), cutByNetwork)
		}
	}
	if b.arriving.Len() > b.most {
		b.displace(b.arriving.Front(), cutByAll)
	}
}

// displace cuts a body off.
func (b *Bodies) displace(oldest *list.Element, cause string) {
	a, ok := oldest.Value.(*arrival)
	if !ok {
		return
	}
	b.remove(a)
	a.cause = cause
	a.stop()
}

// end forgets a body that is there, or won't come.
func (b *Bodies) end(a *arrival) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(a)
}

// remove does nothing for one that was removed.
func (b *Bodies) remove(a *arrival) {
	if a.place == nil {
		return
	}
	b.arriving.Remove(a.place)
	a.place = nil
	if others := b.arrivingNetworks[a.network]; a.ofOthers != nil {
		if others.Remove(a.ofOthers); others.Len() == 0 {
			delete(b.arrivingNetworks, a.network)
		}
	}
}

// ParseForm reads a form of our own pages, which Bodies has taken, into
// Request.PostForm. Each value is read by itself: what a browser's extension adds, in
// whatever encoding, spoils none of ours, and what can't be read of ours is told at its
// field. The address isn't read: others add to it.
func ParseForm(c echo.Context) {
	r := c.Request()
	r.PostForm = url.Values{}
	if !isForm(r) {
		return
	}
	for p := range query.Pairs(string(ReadBody(c))) {
		if p.Name != "" {
			r.PostForm.Add(p.Name, p.Loose)
		}
	}
}

func isForm(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get(echo.HeaderContentType), ";")
	kind, _, _ = strings.Cut(kind, ",")
	return strings.EqualFold(strings.TrimSpace(kind), echo.MIMEApplicationForm)
}

// ReadBody is another body, which can be read again.
func ReadBody(c echo.Context) []byte {
	body, _ := io.ReadAll(c.Request().Body) // from memory: never fails
	c.Request().Body = io.NopCloser(bytes.NewReader(body))
	return body
}

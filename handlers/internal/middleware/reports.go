package middleware

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"golang.org/x/time/rate"

	"payapp/internal/network"
)

// browserReport is what browsers tell of a page: a violation of its policy, or a
// failed connection. Of the addresses in it only hosts are looked at, since a
// page's own may hold a token.
type browserReport struct {
	Type string // "csp-violation", "network-error"
	Body struct {
		EffectiveDirective, BlockedURL string // of a violation
		Phase                          string // of a network error: "dns", "connection", "application"
	}
}

// oldReport is a violation as report-uri has it.
type oldReport struct {
	Report *struct {
		Effective string `json:"effective-directive"`
		Violated  string `json:"violated-directive"`
		Blocked   string `json:"blocked-uri"`
	} `json:"csp-report"`
}

const (
	mostReports   = 32 // of one request
	reportsRate   = 10 // requests a second that are read, from everybody
	reportsBurst  = 100
	networkBurst  = 20 // of those, from one network, and one a second: nobody blinds us alone
	networksKept  = 4096
	longestHost   = 80
	unknownDetail = "other"
)

// reportKinds are the labels of metrics: what a report of each type is about.
// Anybody can send one, so everything else is "other".
var reportKinds = map[string][]string{
	"csp-violation": {
		"script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem", "style-src-attr", "img-src", "connect-src",
		"default-src", "font-src", "frame-src", "form-action", "base-uri", "frame-ancestors", "require-trusted-types-for", "trusted-types",
	},
	"network-error": {"dns", "connection", "application"},
}

// Reports takes what browsers report of our pages: violations of the policy, and
// connections that failed. It counts them, and keeps no address.
type Reports struct {
	logger  *slog.Logger
	now     func() time.Time
	counted *prometheus.CounterVec // by kind and what they are about
	read    *rate.Limiter
	readOf  *lru.Cache[netip.Prefix, *rate.Limiter] // by network
	logged  *rate.Limiter                           // in the log
}

// NewReports registers the metric; a nil registry is for tests.
func NewReports(registry prometheus.Registerer, logger *slog.Logger, now func() time.Time) *Reports {
	networks, _ := lru.New[netip.Prefix, *rate.Limiter](networksKept) // fails only for a size below one
	return &Reports{
		readOf: networks,
		logger: logger, now: now, read: rate.NewLimiter(reportsRate, reportsBurst), logged: rate.NewLimiter(rate.Every(10*time.Second), 1),
		counted: promauto.With(registry).NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_browser_reports_total", Help: "What browsers report of pages: csp-violation, network-error, other, unreadable, dropped.",
		}, []string{"kind", "about"}),
	}
}

// may reports whether another request is read, of this address and of all. An address
// that is a proxy's has all of its customers.
func (s *Reports) may(from Address) bool {
	if !from.Proxys {
		network := network.Of(from.IP, 64)
		own, ok := s.readOf.Get(network)
		if !ok {
			own = rate.NewLimiter(1, networkBurst)
			if other, there, _ := s.readOf.PeekOrAdd(network, own); there {
				own = other
			}
		}
		if !own.AllowN(s.now(), 1) {
			return false
		}
	}
	return s.read.AllowN(s.now(), 1)
}

// Take is the endpoint. A line in the log, now and then, has the kind and the
// blocked host.
func (s *Reports) Take(c echo.Context) error {
	if !s.may(AddressOf(c)) {
		s.counted.WithLabelValues("dropped", "").Inc()
		return c.NoContent(http.StatusTooManyRequests)
	}
	all, ok := readReports(ReadBody(c))
	if !ok {
		s.counted.WithLabelValues("unreadable", "").Inc()
		return c.NoContent(http.StatusBadRequest)
	}
	for _, r := range all {
		kind, about := r.Type, r.Body.EffectiveDirective
		if kind == "network-error" {
			about = r.Body.Phase
		}
		if reportKinds[kind] == nil {
			kind, about = unknownDetail, ""
		} else if !slices.Contains(reportKinds[kind], about) {
			about = unknownDetail
		}
		s.counted.WithLabelValues(kind, about).Inc()
		if s.logged.AllowN(s.now(), 1) {
			s.logger.LogAttrs(c.Request().Context(), slog.LevelWarn, "browser report", slog.String("kind", kind), slog.String("about", about),
				slog.String("blocked", blockedHost(r.Body.BlockedURL)), slog.String("support_code", SupportCode(c)))
		}
	}
	return c.NoContent(http.StatusNoContent)
}

// readReports reads either form; what is beyond mostReports is left out.
func readReports(body []byte) ([]browserReport, bool) {
	var all []browserReport
	if json.Unmarshal(body, &all) == nil {
		return all[:min(len(all), mostReports)], true
	}
	var old oldReport
	if err := json.Unmarshal(body, &old); err != nil || old.Report == nil {
		return nil, false
	}
	one := browserReport{Type: "csp-violation"}
	one.Body.BlockedURL, one.Body.EffectiveDirective = old.Report.Blocked, old.Report.Effective
	if one.Body.EffectiveDirective == "" { // older browsers: the whole directive
		one.Body.EffectiveDirective, _, _ = strings.Cut(old.Report.Violated, " ")
	}
	return []browserReport{one}, true
}

// blockedHost is the host of what was blocked, or the browser's word for what has
// none ("inline"); "" if it is neither.
func blockedHost(blocked string) string {
	host := blocked
	if u, err := url.Parse(blocked); err == nil && u.Host != "" {
		host = u.Hostname()
	}
	isName := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(".-:", r)
	}
	if len(host) > longestHost || strings.ContainsFunc(host, func(r rune) bool { return !isName(r) }) {
		return ""
	}
	return host
}

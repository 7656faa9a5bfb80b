package collector

import (
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	traces "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	"google.golang.org/protobuf/proto"
)

// Span is a span as it was received; ids are hexadecimal.
type Span struct {
	Name, Kind, Trace, ID, Parent string
	Failed                        bool
	Links                         []string // other traces
	Attributes, Resource          map[string]string
}

// Collector is the receiver; its answers can be set.
type Collector struct {
	URL string

	t       testing.TB
	mu      sync.Mutex
	spans   []Span
	all     string // everything that was sent, as text
	heads   []http.Header
	answers []int // the next statuses; then 200
}

// New starts a receiver, until the test's end.
func New(t testing.TB) *Collector {
	t.Helper()
	c := &Collector{t: t}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// Answer sets the statuses of the next answers.
func (c *Collector) Answer(statuses ...int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answers = statuses
}

// ServeHTTP implements http.Handler.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heads = append(c.heads, r.Header)
	if len(c.answers) > 0 {
		status := c.answers[0]
		c.answers = c.answers[1:]
		if status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
	}
	if err := c.take(r); err != nil {
		c.t.Errorf("what the collector got can't be read: %v", err)
		w.WriteHeader(http.StatusBadRequest)
	}
}

func (c *Collector) take(r *http.Request) error {
	if r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
		return fmt.Errorf("%s %s with %s", r.Method, r.URL.Path, r.Header.Get("Content-Type"))
	}
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(r.Body)
		if err != nil {
			return err
		}
		body = unzipped
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	var request traces.ExportTraceServiceRequest
	if err := proto.Unmarshal(data, &request); err != nil {
		return err
	}
	for _, resource := range request.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				span := Span{
					Name: s.GetName(), Kind: s.GetKind().String(), Failed: s.GetStatus().GetCode() == 2, Trace: hex.EncodeToString(s.GetTraceId()),
					ID: hex.EncodeToString(s.GetSpanId()), Parent: hex.EncodeToString(s.GetParentSpanId()),
					Attributes: pairs(s.GetAttributes()), Resource: pairs(resource.GetResource().GetAttributes()),
				}
				for _, link := range s.GetLinks() {
					span.Links = append(span.Links, hex.EncodeToString(link.GetTraceId()))
				}
				c.spans = append(c.spans, span)
				s.TraceId, s.SpanId, s.ParentSpanId = nil, nil, nil // bytes that may look like anything
			}
		}
	}
	c.all += request.String()
	return nil
}

func pairs(list []*common.KeyValue) map[string]string {
	all := map[string]string{}
	for _, pair := range list {
		switch value := pair.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			all[pair.GetKey()] = value.StringValue
		case *common.AnyValue_IntValue:
			all[pair.GetKey()] = fmt.Sprint(value.IntValue)
		default:
			all[pair.GetKey()] = pair.GetValue().String()
		}
	}
	return all
}

// Spans are those received so far.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// Text is everything received so far, to search.
func (c *Collector) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}

// Heads are the headers of the requests so far.
func (c *Collector) Heads() []http.Header {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.heads)
}

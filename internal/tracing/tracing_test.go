package tracing

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"payapp/internal/testing/collector"
)

func started(t *testing.T, environ ...string) (*Tracing, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	tracing := Start(Read(environ), "v1", slog.New(slog.NewTextHandler(&log, nil)))
	if tracing == nil {
		t.Fatal("there are no traces")
	}
	t.Cleanup(func() { tracing.Close(context.Background()) })
	return tracing, &log
}

// answering is a gateway; what it is sent stays in last.
type answering struct {
	status int
	last   *http.Request
}

func (g *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	g.last = r
	if g.status == 0 {
		return nil, errors.New("no answer from " + r.URL.String())
	}
	return &http.Response{StatusCode: g.status, Body: http.NoBody, Request: r}, nil
}

// request plays a request that asks the gateway, and is answered with status.
func request(t *testing.T, tracing *Tracing, gateway *answering, status int, head ...string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/pay/ref?q=typed", nil)
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	r, span := tracing.Begin(r)
	if gateway != nil {
		ask, err := http.NewRequestWithContext(WithRequestID(r.Context(), "ABCD-EFGH"), http.MethodGet, "https://gateway.example/v2/payins/order-1/externalReference?name=Ann", nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.Header.Set("Authorization", "Bearer secret-token")
		_, _ = tracing.Transport("https://gateway.example/v2", gateway).RoundTrip(ask)
	}
	span.End(http.MethodGet, "/pay/:ref", status, []slog.Attr{slog.String("order", "order-1")})
}

// A request and its call of the gateway are one trace, which reaches the
// collector with the settings' headers; the gateway gets its traceparent.
func TestRequestAndCallAreOneTrace(t *testing.T) {
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test")
	to := collector.New(t)
	tracing, log := started(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+to.URL+"/", "OTEL_EXPORTER_OTLP_HEADERS=api-key=a%20key,x=y", "OTEL_EXPORTER_OTLP_COMPRESSION=gzip")
	gateway := &answering{status: 404}
	const theirs = "0af7651916cd43dd8448eb211c80319c"
	request(t, tracing, gateway, 200, "Traceparent", "00-"+theirs+"-b7ad6b7169203331-01", "Baggage", "typed=Ann")
	tracing.Close(t.Context())

	spans := to.Spans()
	if len(spans) != 2 {
		t.Fatalf("got %d spans: %+v\n%s", len(spans), spans, log)
	}
	call, page := spans[0], spans[1]
	if page.Name != "GET /pay/:ref" || page.Kind != "SPAN_KIND_SERVER" || page.Parent != "" || page.Failed ||
		page.Attributes["http.response.status_code"] != "200" || page.Attributes["payapp.order"] != "order-1" || page.Attributes["http.route"] != "/pay/:ref" {
		t.Errorf("the request is %+v", page)
	}
	if call.Name != "GET /payins/{id}/externalReference" || call.Kind != "SPAN_KIND_CLIENT" || call.Parent != page.ID || call.Trace != page.Trace || call.Failed ||
		call.Attributes["server.address"] != "gateway.example" || call.Attributes["payapp.request_id"] != "ABCD-EFGH" {
		t.Errorf("the call is %+v", call)
	}
	if page.Resource["service.name"] != "payapp" || page.Resource["service.version"] != "v1" || page.Resource["deployment.environment.name"] != "test" {
		t.Errorf("the resource is %v", page.Resource)
	}
	if page.Trace == theirs || !slices.Equal(page.Links, []string{theirs}) {
		t.Errorf("a stranger's trace is a parent or no link: %+v", page)
	}
	if got, want := gateway.last.Header.Get("Traceparent"), "00-"+page.Trace+"-"+call.ID+"-01"; got != want || gateway.last.Header.Get("Baggage") != "" {
		t.Errorf("the gateway got %q, want %q, and the baggage %q", got, want, gateway.last.Header.Get("Baggage"))
	}
	if head := to.Heads()[0]; head.Get("Api-Key") != "a key" || head.Get("X") != "y" {
		t.Errorf("the collector got %v", head)
	}
	for _, never := range []string{"typed", "Ann", "secret-token", "192.0.2.1"} {
		if strings.Contains(to.Text(), never) {
			t.Errorf("%q is in %s", never, to.Text())
		}
	}
}

// Errors are kept whatever the sampler says, junk isn't, and of the rest what it
// chose.
func TestWhatIsKept(t *testing.T) {
	for name, c := range map[string]struct {
		sampler string // "" is all
		status  int
		gateway int // -1 is no call, 0 no answer
		want    int
	}{
		"a page":                             {status: 200, gateway: 200, want: 2},
		"a page that isn't sampled":          {sampler: "0", status: 200, gateway: 200},
		"an address that isn't there":        {status: 404, gateway: -1},
		"a forged link":                      {status: 403, gateway: 401},
		"a refused form":                     {status: 400, gateway: -1},
		"a bug":                              {sampler: "0", status: 500, gateway: -1, want: 1},
		"a gateway that fails":               {sampler: "0", status: 200, gateway: 503, want: 2},
		"a gateway that doesn't answer":      {sampler: "0", status: 200, gateway: 0, want: 2},
		"a rate that is used up":             {sampler: "0", status: 200, gateway: 429, want: 2},
		"a refusal because of a gateway":     {sampler: "0", status: 403, gateway: 500, want: 2},
		"a payment that isn't there yet":     {sampler: "0", status: 200, gateway: 404},
		"what the gateway finds fault with":  {sampler: "0", status: 200, gateway: 422, want: 2},
		"a payment that is there already":    {sampler: "0", status: 200, gateway: 409},
		"half of the traces, none of errors": {sampler: "1", status: 200, gateway: 200, want: 2},
	} {
		t.Run(name, func(t *testing.T) {
			to := collector.New(t)
			environ := []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=" + to.URL + "/v1/traces"}
			if c.sampler != "" {
				environ = append(environ, "OTEL_TRACES_SAMPLER=parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG="+c.sampler)
			}
			tracing, _ := started(t, environ...)
			var gateway *answering
			if c.gateway >= 0 {
				gateway = &answering{status: c.gateway}
			}
			request(t, tracing, gateway, c.status)
			tracing.Close(t.Context())
			if got := to.Spans(); len(got) != c.want {
				t.Errorf("got %+v, want %d spans", got, c.want)
			}
			if strings.Contains(to.Text(), "gateway.example/") {
				t.Errorf("an address is in %s", to.Text())
			}
		})
	}
}

// A call may outlive its request, or have none; it is kept or dropped as the
// request was, and nothing stays in memory.
func TestCallsThatOutliveTheirRequest(t *testing.T) {
	kept := tracetest.NewInMemoryExporter()
	sort := &sorter{next: sdk.NewSimpleSpanProcessor(kept), traces: map[trace.TraceID]*underWay{}}
	provider := sdk.NewTracerProvider(sdk.WithSampler(recorded{sdk.AlwaysSample()}), sdk.WithSpanProcessor(sort))
	tracing := &Tracing{provider: provider, tracer: provider.Tracer("test")}
	for _, c := range []struct {
		what   string
		status int
		want   int
	}{{"of a page", 200, 2}, {"of a refused link", 403, 0}} {
		r, span := tracing.Begin(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
		_, call := tracing.tracer.Start(r.Context(), "call")
		span.End(http.MethodGet, "/", c.status, nil)
		call.End()
		if got := len(kept.GetSpans()); got != c.want {
			t.Errorf("%s: got %d spans, want %d", c.what, got, c.want)
		}
		kept.Reset()
	}
	_, poll := tracing.tracer.Start(t.Context(), "poll")
	poll.End()
	if got := len(kept.GetSpans()); got != 1 || len(sort.traces) != 0 {
		t.Errorf("got %d polls, and %d traces are still under way", got, len(sort.traces))
	}
	for range mostTraces + 10 { // requests that never end
		tracing.tracer.Start(t.Context(), "held")
	}
	kept.Reset()
	_, one := tracing.tracer.Start(t.Context(), "one more")
	one.End()
	if got := len(kept.GetSpans()); got != 1 || len(sort.traces) != mostTraces {
		t.Errorf("beyond the limit: got %d spans, %d traces under way", got, len(sort.traces))
	}
}

// Without the settings there is nothing, and it costs nothing.
func TestOffCostsNothing(t *testing.T) {
	for _, environ := range [][]string{
		nil, {"OTEL_SERVICE_NAME=x"}, {"OTEL_EXPORTER_OTLP_ENDPOINT=http://c", "OTEL_SDK_DISABLED=true"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT=http://c", "OTEL_TRACES_EXPORTER=none"}, {"OTEL_EXPORTER_OTLP_ENDPOINT=http://c", "OTEL_TRACES_SAMPLER=always_off"},
	} {
		if s := Read(environ); s.Endpoint != "" || len(s.Warnings) != 0 {
			t.Errorf("%v: got %+v", environ, s)
		}
	}
	tracing := Start(Settings{}, "", slog.New(slog.DiscardHandler))
	if tracing != nil {
		t.Error("it isn't off")
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	if n := testing.AllocsPerRun(100, func() {
		_, span := tracing.Begin(r)
		span.End(http.MethodGet, "/", 200, nil)
	}); n != 0 {
		t.Errorf("it costs %v allocations", n)
	}
	gateway := &answering{status: 200}
	request(t, tracing, gateway, 200)
	if head := gateway.last.Header; head.Get("X-Request-Id") != "ABCD-EFGH" || head.Get("Traceparent") != "" {
		t.Errorf("the gateway got %v", head)
	}
}

// Each call has an id, and the path of the interface without what is in it.
func TestCallsAreNamed(t *testing.T) {
	gateway := &answering{status: 200}
	for address, want := range map[string]string{
		"https://g.example/payins/order%2F1": "/payins/{id}", "https://g.example/payins/!availablePaymentOptions": "/payins/!availablePaymentOptions",
		"https://g.example/merchant-info": "/merchant-info", "https://g.example/payouts/1/cancel": "/payouts/{id}/cancel",
	} {
		ask, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		way := (*Tracing)(nil).Transport("https://g.example/", gateway)
		if got := way.(*transport).template(ask); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
		_, _ = way.RoundTrip(ask)
		if len(gateway.last.Header.Get("X-Request-Id")) < 20 || ask.Header.Get("X-Request-Id") != "" {
			t.Errorf("the call has the id %q", gateway.last.Header.Get("X-Request-Id"))
		}
	}
}

func TestRead(t *testing.T) {
	const all, traces = "OTEL_EXPORTER_OTLP_ENDPOINT=", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT="
	for _, c := range []struct {
		environ  []string
		endpoint string
		warned   string
	}{
		{[]string{"OTEL_TRACES_EXPORTER=otlp"}, "http://localhost:4318/v1/traces", ""},
		{[]string{all + "https://c.example/base/"}, "https://c.example/base/v1/traces", ""},
		{[]string{all + "https://c.example", traces + "https://t.example/own"}, "https://t.example/own", ""},
		{[]string{all + "collector:4318"}, "", "not an http or https address"},
		{[]string{all + "http://c", "OTEL_TRACES_EXPORTER=zipkin"}, "", "zipkin"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_PROTOCOL=grpc"}, "", "grpc"},
		{[]string{all + "http://c", "OTEL_TRACES_SAMPLER=jaeger_remote"}, "http://c/v1/traces", "jaeger_remote"},
		{[]string{all + "http://c", "OTEL_TRACES_SAMPLER=traceidratio", "OTEL_TRACES_SAMPLER_ARG=2"}, "http://c/v1/traces", "0 to 1"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_TIMEOUT=soon"}, "http://c/v1/traces", "milliseconds"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_HEADERS=hush"}, "http://c/v1/traces", "name=value"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_CERTIFICATE=/nowhere"}, "http://c/v1/traces", "nowhere"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE=/nowhere"}, "http://c/v1/traces", "nowhere"},
	} {
		s := Read(c.environ)
		warned := strings.Join(s.Warnings, "\n")
		if s.Endpoint != c.endpoint || (c.warned == "") != (warned == "") || !strings.Contains(warned, c.warned) || strings.Contains(warned, "hush") {
			t.Errorf("%v: got %q and %q", c.environ, s.Endpoint, warned)
		}
	}
	if s := Read([]string{all + "http://c", "OTEL_EXPORTER_OTLP_TIMEOUT=250", "OTEL_PROPAGATORS=none"}); s.timeout != 250*time.Millisecond || s.propagate {
		t.Errorf("got %+v", s)
	}
}

// A collector that is away for a moment is asked again; one that refuses isn't,
// and that is told once.
func TestCollectorInTrouble(t *testing.T) {
	for name, c := range map[string]struct {
		answers []int // 0 is none
		want    int   // requests
		fails   bool
	}{
		"well":            {[]int{200}, 1, false},
		"a moment":        {[]int{503, 0, 429, 200}, 4, false},
		"for longer":      {[]int{503, 503, 503, 503, 503, 503}, 4, true}, // after 0, 1, 3 and 7 of 10 s
		"it refuses them": {[]int{400}, 1, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			to := &turns{answers: c.answers}
			e := &exporter{Settings{Endpoint: "http://c/v1/traces", timeout: defaultTimeout}, &http.Client{Transport: to}}
			err := e.ExportSpans(t.Context(), tracetest.SpanStubs{{Name: "x"}}.Snapshots())
			if to.asked != c.want || (err != nil) != c.fails {
				t.Errorf("%s: asked %d times, %v; want %d", name, to.asked, err, c.want)
			}
		})
	}
	t.Setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1")
	to := collector.New(t)
	tracing, log := started(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+to.URL)
	to.Answer(400, 400)
	request(t, tracing, nil, 200)
	request(t, tracing, nil, 200)
	tracing.Close(t.Context())
	if len(to.Heads()) != 2 {
		t.Errorf("the collector was asked %d times", len(to.Heads()))
	}
	if got := strings.Count(log.String(), "traces can't be sent"); got != 1 {
		t.Errorf("told %d times:\n%s", got, log)
	}
}

// turns answers in turn.
type turns struct {
	answers []int
	asked   int
}

func (t *turns) RoundTrip(r *http.Request) (*http.Response, error) {
	status := t.answers[t.asked]
	t.asked++
	if status == 0 {
		return nil, errors.New("connection refused")
	}
	return &http.Response{StatusCode: status, Body: http.NoBody, Header: http.Header{}, Request: r}, nil
}

// Lines of a request and its calls have the trace.
func TestLinesHaveTheTrace(t *testing.T) {
	to := collector.New(t)
	tracing, _ := started(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+to.URL)
	var log bytes.Buffer
	logger := tracing.Logger(slog.New(slog.NewTextHandler(&log, nil))).With("a", "b").WithGroup("g")
	r, span := tracing.Begin(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	logger.InfoContext(r.Context(), "within")
	logger.Info("without")
	span.End(http.MethodGet, "/", 200, nil)
	tracing.Close(t.Context())
	if text := log.String(); strings.Count(text, "trace="+to.Spans()[0].Trace) != 1 || strings.Count(text, "trace=") != 1 {
		t.Errorf("got\n%s", text)
	}
}

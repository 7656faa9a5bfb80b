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

	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"payapp/internal/testing/collector"
)

// begin starts with these variables, which may be nothing; its log tells why.
func begin(t *testing.T, environ ...string) (*Tracing, *bytes.Buffer) {
	t.Helper()
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	var log bytes.Buffer
	tracing := Start("v1", slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { tracing.Close(context.Background()) })
	return tracing, &log
}

func started(t *testing.T, environ ...string) (*Tracing, *bytes.Buffer) {
	t.Helper()
	tracing, log := begin(t, environ...)
	if tracing == nil {
		t.Fatalf("there are no traces\n%s", log)
	}
	return tracing, log
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

// A call is an error if somebody should look at it: not if a token can be forged by
// anybody, or the payment isn't there yet or is already.
func TestWhatIsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		status, gateway int // 0 is no answer
		page, call      bool
	}{
		"a page":                            {status: 200, gateway: 200},
		"a bug":                             {status: 500, gateway: 200, page: true},
		"a refused link":                    {status: 403, gateway: 401},
		"a gateway that fails":              {status: 200, gateway: 503, call: true},
		"a gateway that doesn't answer":     {status: 200, gateway: 0, call: true},
		"a rate that is used up":            {status: 200, gateway: 429, call: true},
		"what the gateway finds fault with": {status: 200, gateway: 422, call: true},
		"a payment that isn't there yet":    {status: 200, gateway: 404},
		"a payment that is there already":   {status: 200, gateway: 409},
	} {
		t.Run(name, func(t *testing.T) {
			to := collector.New(t)
			tracing, log := started(t, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT="+to.URL+"/v1/traces")
			request(t, tracing, &answering{status: c.gateway}, c.status)
			tracing.Close(t.Context())
			spans := to.Spans()
			if len(spans) != 2 {
				t.Fatalf("got %+v\n%s", spans, log)
			}
			if call, page := spans[0], spans[1]; call.Failed != c.call || page.Failed != c.page {
				t.Errorf("the call failed: %v, want %v; the page failed: %v, want %v", call.Failed, c.call, page.Failed, c.page)
			}
			if strings.Contains(to.Text(), "gateway.example/") {
				t.Errorf("an address is in %s", to.Text())
			}
		})
	}
}

// The sampler is the SDK's: a trace is left out whole, and the gateway is told.
func TestSampler(t *testing.T) {
	for _, c := range []struct {
		sampler, share string
		want           int
		flag           string
	}{
		{"", "", 2, "-01"}, {"always_off", "", 0, "-00"}, {"traceidratio", "0", 0, "-00"}, {"parentbased_traceidratio", "1", 2, "-01"},
	} {
		to := collector.New(t)
		tracing, _ := started(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+to.URL, "OTEL_TRACES_SAMPLER="+c.sampler, "OTEL_TRACES_SAMPLER_ARG="+c.share)
		gateway := &answering{status: 500}
		const theirs = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" // a stranger's wish to be sampled
		request(t, tracing, gateway, 200, "Traceparent", theirs)
		tracing.Close(t.Context())
		if got, flag := len(to.Spans()), gateway.last.Header.Get("Traceparent"); got != c.want || !strings.HasSuffix(flag, c.flag) {
			t.Errorf("%s %s: got %d spans and %s, want %d and %s", c.sampler, c.share, got, flag, c.want, c.flag)
		}
	}
}

// Without the variables there is nothing, and it costs nothing.
func TestOffCostsNothing(t *testing.T) {
	for _, environ := range [][]string{
		nil, {"OTEL_SERVICE_NAME=x"}, {"OTEL_EXPORTER_OTLP_ENDPOINT=http://c", "OTEL_SDK_DISABLED=true"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT=http://c", "OTEL_TRACES_EXPORTER=none"},
	} {
		t.Run(strings.Join(environ, " "), func(t *testing.T) {
			if tracing, log := begin(t, environ...); tracing != nil || log.Len() != 0 {
				t.Errorf("got %+v\n%s", tracing, log)
			}
		})
	}
	var tracing *Tracing
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

// What can't be done is told, what is ignored too, and no value that may be secret.
func TestSettings(t *testing.T) {
	const all, traces = "OTEL_EXPORTER_OTLP_ENDPOINT=", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT="
	for _, c := range []struct {
		environ  []string
		endpoint string // "" is no traces
		warned   string
	}{
		{[]string{"OTEL_TRACES_EXPORTER=otlp"}, "http://localhost:4318/v1/traces", ""},
		{[]string{all + "https://c.example/base/"}, "https://c.example/base/v1/traces", ""},
		{[]string{all + "https://c.example", traces + "https://t.example/own"}, "https://t.example/own", ""},
		{[]string{all + "collector:4318"}, "", "not an http or https address"},
		{[]string{all + "http://c", "OTEL_TRACES_EXPORTER=zipkin"}, "", "zipkin"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_PROTOCOL=grpc"}, "", "grpc"},
		{[]string{all + "http://c", "OTEL_TRACES_SAMPLER=jaeger_remote"}, "http://c/v1/traces", "jaeger_remote"},
		{[]string{all + "http://c", "OTEL_TRACES_SAMPLER=traceidratio", "OTEL_TRACES_SAMPLER_ARG=2"}, "http://c/v1/traces", "greater than 1"},
		{[]string{all + "http://c", "OTEL_RESOURCE_ATTRIBUTES=zone"}, "http://c/v1/traces", "missing value"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_TIMEOUT=soon"}, "http://c/v1/traces", "milliseconds"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_HEADERS=hush"}, "http://c/v1/traces", "name=value"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_CERTIFICATE=/nowhere"}, "http://c/v1/traces", "nowhere"},
		{[]string{all + "http://c", "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE=/nowhere"}, "http://c/v1/traces", "nowhere"},
	} {
		t.Run(strings.Join(c.environ, " "), func(t *testing.T) {
			tracing, log := begin(t, c.environ...)
			if logged := log.String(); (c.warned == "") != (logged == "") || !strings.Contains(logged, c.warned) || strings.Contains(logged, "hush") {
				t.Errorf("said %q, want %q", logged, c.warned)
			}
			if tracing == nil != (c.endpoint == "") {
				t.Errorf("there are traces: %v", tracing != nil)
			}
			if settings, err := readExportSettings(); settings.endpoint != c.endpoint && err == nil {
				t.Errorf("they go to %q, want %q", settings.endpoint, c.endpoint)
			}
		})
	}
	t.Setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "250")
	if s, err := readExportSettings(); err != nil || s.timeout != 250*time.Millisecond {
		t.Errorf("got %+v, %v", s, err)
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
			e := &exporter{exportSettings{endpoint: "http://c/v1/traces", timeout: defaultTimeout}, &http.Client{Transport: to}}
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

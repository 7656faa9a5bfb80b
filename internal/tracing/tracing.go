package tracing

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/time/rate"
)

// Names of attributes, from OpenTelemetry's semantic conventions.
const (
	methodKey = attribute.Key("http.request.method")
	routeKey  = attribute.Key("http.route")
	statusKey = attribute.Key("http.response.status_code")
	errorKey  = attribute.Key("error.type")
)

// Tracing makes spans and sends them. A nil Tracing makes none.
type Tracing struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Start begins to send, if the process's OTEL_ variables ask for traces; nil if
// they don't. logger gets what is wrong with them, and later what goes wrong, once
// a minute at most. Call Close at the end.
func Start(version string, logger *slog.Logger) *Tracing {
	if !wanted() {
		return nil
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		logger.Warn("traces: a setting is ignored", "reason", err)
	}))
	settings, err := readExportSettings()
	if err != nil {
		logger.Warn("there are no traces", "reason", err)
		return nil
	}
	// What can't be found out of the resource is left out.
	about, err := resource.New(context.Background(),
		resource.WithAttributes(attribute.String("service.name", "payapp"), attribute.String("service.version", version)),
		resource.WithHost(), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		otel.Handle(err)
	}
	// The SDK takes the sampler, batches and limits from the environment.
	provider := sdk.NewTracerProvider(sdk.WithBatcher(newExporter(settings)), sdk.WithResource(about))
	sometimes := rate.Sometimes{Interval: time.Minute}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		sometimes.Do(func() { logger.Warn("traces can't be sent", "error", err) })
	}))
	return &Tracing{provider, provider.Tracer("payapp")}
}

// lastWords is how long a process that ends waits for a collector.
const lastWords = 3 * time.Second

// Close sends what is left, until ctx ends or lastWords are over.
func (t *Tracing) Close(ctx context.Context) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, lastWords)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		otel.Handle(err)
	}
}

// Request is the span of a request; nil if there are no traces.
type Request struct{ span trace.Span }

// Begin begins the span of a request, whose context has it from then on.
func (t *Tracing) Begin(r *http.Request) (*http.Request, *Request) {
	if t == nil {
		return r, nil
	}
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer)}
	from := propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(r.Header))
	if theirs := trace.SpanContextFromContext(from); theirs.IsValid() {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: theirs}))
	}
	ctx, span := t.tracer.Start(r.Context(), r.Method, options...)
	return r.WithContext(ctx), &Request{span}
}

// Abandon ends a request that has had no answer, if it hasn't ended.
func (r *Request) Abandon() {
	if r != nil {
		r.span.End()
	}
}

// End ends it. The route is a pattern; attrs are those of the request's log line.
func (r *Request) End(method, route string, status int, attrs []slog.Attr) {
	if r == nil {
		return
	}
	r.span.SetName(method + " " + route)
	r.span.SetAttributes(methodKey.String(method), routeKey.String(route), statusKey.Int(status))
	for _, a := range attrs {
		r.span.SetAttributes(attribute.String("payapp."+a.Key, a.Value.String()))
	}
	if status >= http.StatusInternalServerError {
		r.span.SetStatus(codes.Error, "")
		r.span.SetAttributes(errorKey.String(strconv.Itoa(status)))
	}
	r.span.End()
}

// Logger adds the trace to the lines of requests and calls.
func (t *Tracing) Logger(logger *slog.Logger) *slog.Logger {
	if t == nil {
		return logger
	}
	return slog.New(handler{logger.Handler()})
}

type handler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		record.AddAttrs(slog.String("trace", span.TraceID().String()))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }

package tracing

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

const requestIDHeader = "X-Request-Id"

type requestIDKey struct{}

// WithRequestID returns a context whose calls send this X-Request-Id, by which
// the gateway's operator can find them. "" makes one, unless there is one.
func WithRequestID(ctx context.Context, id string) context.Context {
	switch {
	case id == "" && RequestID(ctx) != "":
		return ctx
	case id == "":
		id = rand.Text()
	}
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID is the context's id, "" if it has none.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// Transport sends requests to the gateway, whose {base_url} is base, with their
// X-Request-Id. With traces each has a span and a traceparent.
func (t *Tracing) Transport(base string, next http.RoundTripper) http.RoundTripper {
	return &transport{t, strings.Count(strings.TrimRight(base, "/"), "/") - strings.Count("https://", "/"), next}
}

type transport struct {
	*Tracing
	folders int // of base
	next    http.RoundTripper
}

// RoundTrip implements http.RoundTripper. The span ends with the answer's head.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := WithRequestID(request.Context(), "")
	id := RequestID(ctx)
	if t.Tracing == nil {
		request = request.Clone(ctx)
		request.Header.Set(requestIDHeader, id)
		return t.next.RoundTrip(request)
	}
	template := t.template(request)
	ctx, span := t.tracer.Start(ctx, request.Method+" "+template, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		methodKey.String(request.Method), attribute.String("url.template", template),
		attribute.String("server.address", request.URL.Hostname()), attribute.String("payapp.request_id", id)))
	defer span.End()
	request = request.Clone(ctx)
	request.Header.Set(requestIDHeader, id)
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(request.Header))
	response, err := t.next.RoundTrip(request)
	if err != nil {
		span.SetStatus(codes.Error, "")
		span.SetAttributes(errorKey.String("no answer")) // the error itself has the address
		return response, err
	}
	span.SetAttributes(statusKey.Int(response.StatusCode))
	if troubling(response.StatusCode) {
		span.SetStatus(codes.Error, "")
		span.SetAttributes(errorKey.String(strconv.Itoa(response.StatusCode)))
	}
	return response, nil
}

// template is the path as the gateway's interface writes it: /payins/{id}.
func (t *transport) template(request *http.Request) string {
	segments := strings.Split(request.URL.EscapedPath(), "/")
	segments = segments[min(1+t.folders, len(segments)):]
	if len(segments) > 1 && !strings.HasPrefix(segments[1], "!") {
		segments[1] = "{id}"
	}
	return "/" + strings.Join(segments, "/")
}

// troubling reports statuses that somebody should look at: not those of tokens
// that anybody can forge, of payments that aren't there yet or are already.
func troubling(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict:
		return false
	}
	return status >= http.StatusBadRequest
}

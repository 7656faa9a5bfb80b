package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	resource "go.opentelemetry.io/proto/slim/otlp/resource/v1"
	otlp "go.opentelemetry.io/proto/slim/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// exporter posts spans by OTLP/HTTP, as binary protobuf.
type exporter struct {
	exportSettings
	client *http.Client
}

func newExporter(s exportSettings) *exporter {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = s.tls
	return &exporter{s, &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

// ExportSpans implements sdk.SpanExporter. A collector that is overloaded or away
// for a moment is tried again, with longer waits, until the time is over.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	body, err := e.encoded(spans)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	for wait := time.Second; ; wait *= 2 {
		later, err := e.post(ctx, body)
		if err == nil || later < 0 {
			return err
		}
		timer := time.NewTimer(max(wait, later))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
	}
}

// post makes one attempt. later says when another one may help; negative is
// never.
func (e *exporter) post(ctx context.Context, body []byte) (later time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return -1, err
	}
	for name, value := range e.headers {
		request.Header.Set(name, value)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	if e.gzip {
		request.Header.Set("Content-Encoding", "gzip")
	}
	response, err := e.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	switch status := response.StatusCode; {
	case status == http.StatusTooManyRequests, status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")) // 0 if it isn't a number
		return time.Duration(max(0, seconds)) * time.Second, fmt.Errorf("the collector answers %d", status)
	case status/100 != 2:
		return -1, fmt.Errorf("the collector answers %d", status)
	case err != nil:
		return 0, err
	}
	var reply collector.ExportTraceServiceResponse
	if err := proto.Unmarshal(answer, &reply); err != nil {
		return -1, nil // it has accepted them, in words of its own
	}
	if n := reply.GetPartialSuccess().GetRejectedSpans(); n > 0 {
		return -1, fmt.Errorf("the collector rejects %d of the spans: %s", n, reply.GetPartialSuccess().GetErrorMessage())
	}
	return -1, nil
}

func (e *exporter) encoded(spans []sdk.ReadOnlySpan) ([]byte, error) {
	body, err := proto.Marshal(message(spans))
	if err != nil || !e.gzip {
		return body, err
	}
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return small.Bytes(), nil
}

// message is that of spans that all come from this process and its one
// tracer.
func message(spans []sdk.ReadOnlySpan) *collector.ExportTraceServiceRequest {
	scope := &otlp.ScopeSpans{}
	all := &otlp.ResourceSpans{ScopeSpans: []*otlp.ScopeSpans{scope}}
	for _, span := range spans {
		if all.Resource == nil {
			all.Resource = &resource.Resource{Attributes: attributes(span.Resource().Attributes())}
			all.SchemaUrl = span.Resource().SchemaURL()
			scope.Scope = &common.InstrumentationScope{Name: span.InstrumentationScope().Name}
		}
		scope.Spans = append(scope.Spans, one(span))
	}
	return &collector.ExportTraceServiceRequest{ResourceSpans: []*otlp.ResourceSpans{all}}
}

func one(span sdk.ReadOnlySpan) *otlp.Span {
	self, parent := span.SpanContext(), span.Parent()
	traceID, spanID := self.TraceID(), self.SpanID()
	m := &otlp.Span{
		TraceId: traceID[:], SpanId: spanID[:], TraceState: self.TraceState().String(), Flags: uint32(self.TraceFlags()),
		Name: span.Name(), Status: &otlp.Status{},
		StartTimeUnixNano: uint64(span.StartTime().UnixNano()), EndTimeUnixNano: uint64(span.EndTime().UnixNano()),
		Attributes: attributes(span.Attributes()),
		//nolint:gosec // five kinds, and few attributes
		Kind: otlp.Span_SpanKind(span.SpanKind()), DroppedAttributesCount: uint32(span.DroppedAttributes()),
	}
	if parent.SpanID().IsValid() {
		parentID := parent.SpanID()
		m.ParentSpanId = parentID[:]
	}
	if span.Status().Code == codes.Error {
		m.Status.Code = otlp.Status_STATUS_CODE_ERROR
	}
	for _, link := range span.Links() {
		traceID, spanID := link.SpanContext.TraceID(), link.SpanContext.SpanID()
		m.Links = append(m.Links, &otlp.Span_Link{TraceId: traceID[:], SpanId: spanID[:]})
	}
	return m
}

func attributes(all []attribute.KeyValue) []*common.KeyValue {
	pairs := make([]*common.KeyValue, 0, len(all))
	for _, a := range all {
		value := &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: a.Value.String()}}
		if a.Value.Type() == attribute.INT64 {
			value.Value = &common.AnyValue_IntValue{IntValue: a.Value.AsInt64()}
		}
		pairs = append(pairs, &common.KeyValue{Key: string(a.Key), Value: value})
	}
	return pairs
}

package tracing

import (
	"context"
	"net/http"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// recorded makes spans of traces that the sampler leaves out, too, so that the
// sorter can keep those with an error.
type recorded struct{ sdk.Sampler }

func (r recorded) ShouldSample(p sdk.SamplingParameters) sdk.SamplingResult {
	result := r.Sampler.ShouldSample(p)
	if result.Decision == sdk.Drop {
		result.Decision = sdk.RecordOnly
	}
	return result
}

// mostTraces is how many traces may be under way at once; of more, each span is
// sorted alone.
const mostTraces = 4096

// sorter waits for the end of a request before it decides: a trace with an error
// is kept, one of a request that was refused is dropped (a probe, a forged or
// expired link), and of all others what the sampler chose.
type sorter struct {
	next   sdk.SpanProcessor
	mu     sync.Mutex
	traces map[trace.TraceID]*underWay
}

// underWay is a trace that has open spans.
type underWay struct {
	open         int
	failed, junk bool
	ended        []sdk.ReadOnlySpan
}

// OnStart implements sdk.SpanProcessor.
func (s *sorter) OnStart(ctx context.Context, span sdk.ReadWriteSpan) {
	s.next.OnStart(ctx, span)
	s.mu.Lock()
	defer s.mu.Unlock()
	id := span.SpanContext().TraceID()
	if s.traces[id] == nil && len(s.traces) < mostTraces {
		s.traces[id] = &underWay{}
	}
	if t := s.traces[id]; t != nil {
		t.open++
	}
}

// OnEnd implements sdk.SpanProcessor.
func (s *sorter) OnEnd(span sdk.ReadOnlySpan) {
	for _, kept := range s.sorted(span) {
		s.next.OnEnd(kept)
	}
}

// sorted are the spans that may go now that this one has ended. A call that
// outlives its request is sorted as the request was.
func (s *sorter) sorted(span sdk.ReadOnlySpan) (kept []sdk.ReadOnlySpan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := span.SpanContext().TraceID()
	t := s.traces[id]
	if t == nil {
		t = &underWay{open: 1}
	}
	t.open--
	if t.open == 0 {
		delete(s.traces, id)
	}
	t.failed = t.failed || span.Status().Code == codes.Error
	t.junk = t.junk || refused(span)
	t.ended = append(t.ended, span)
	if t.open > 0 && span.Parent().IsValid() {
		return nil
	}
	ended := t.ended
	t.ended = nil
	if !t.failed && (t.junk || !span.SpanContext().IsSampled()) {
		return nil
	}
	for _, span := range ended {
		kept = append(kept, keptSpan{span})
	}
	return kept
}

// refused reports a request that was answered with 4xx.
func refused(span sdk.ReadOnlySpan) bool {
	if span.SpanKind() != trace.SpanKindServer {
		return false
	}
	for _, a := range span.Attributes() {
		if a.Key == statusKey && a.Value.Type() == attribute.INT64 {
			return a.Value.AsInt64() >= http.StatusBadRequest && a.Value.AsInt64() < http.StatusInternalServerError
		}
	}
	return false
}

// Shutdown implements sdk.SpanProcessor.
func (s *sorter) Shutdown(ctx context.Context) error { return s.next.Shutdown(ctx) }

// ForceFlush implements sdk.SpanProcessor.
func (s *sorter) ForceFlush(ctx context.Context) error { return s.next.ForceFlush(ctx) }

// keptSpan is a span that is exported, whatever the sampler said.
type keptSpan struct{ sdk.ReadOnlySpan }

// SpanContext implements sdk.ReadOnlySpan.
func (k keptSpan) SpanContext() trace.SpanContext {
	c := k.ReadOnlySpan.SpanContext()
	return c.WithTraceFlags(c.TraceFlags().WithSampled(true))
}

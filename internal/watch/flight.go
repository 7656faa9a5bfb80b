package watch

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/singleflight"

	"payapp/apiclient"
)

// flights makes one call for everybody who asks the same at the same time.
type flights[T any] struct{ group singleflight.Group }

// do joins the call under way for the key or starts it. The call doesn't end
// with the request of the customer who started it, since others may wait for it
// too: it has a limit of its own. Who leaves gets an ErrUnavailable that wraps the context's error.
func (f *flights[T]) do(ctx context.Context, key string, limit time.Duration, call func(context.Context) (T, error)) (T, error) {
	landed := f.group.DoChan(key, func() (result any, err error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
		// singleflight would bring the process down; the people who wait get
		// an error instead.
		defer func() {
			if cause := recover(); cause != nil {
				err = fmt.Errorf("panic in a gateway call: %v: %w", cause, apiclient.ErrMalformed)
			}
		}()
		return call(ctx)
	})
	select {
	case outcome := <-landed:
		value, _ := outcome.Val.(T)
		return value, outcome.Err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("left before the gateway answered: %w: %w", apiclient.ErrUnavailable, context.Cause(ctx))
	}
}

package kit

import (
	"errors"
	"testing"
)

// A browser that closes while it starts is started once more; what else is wrong isn't
// tried again.
func TestStartsOnceMore(t *testing.T) {
	closed := errors.New("start chromium: target detached: inspected target navigated or closed")
	for _, c := range []struct {
		name   string
		fails  []error
		starts int
		again  error
		fault  bool
	}{
		{"well", nil, 1, nil, false},
		{"closed once", []error{closed}, 2, closed, false},
		{"closed twice", []error{closed, closed, closed}, 2, nil, true},
		{"another fault", []error{errors.New("no such file")}, 1, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			starts := 0
			b, err := onceMore(func() (*Browser, error) {
				starts++
				if starts <= len(c.fails) {
					return nil, c.fails[starts-1]
				}
				return &Browser{}, nil
			})
			if starts != c.starts || (err != nil) != c.fault || err == nil && !errors.Is(b.Again, c.again) {
				t.Errorf("%d starts, %v, %+v", starts, err, b)
			}
		})
	}
}

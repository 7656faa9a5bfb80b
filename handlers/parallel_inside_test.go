package handlers

import (
	"strings"
	"testing"
)

// However a call ends, the others have ended, too, and its panic is the caller's.
func TestCallsInParallelEndTogether(t *testing.T) {
	inParallel()
	for at := range 3 {
		ended := make(chan int, 3)
		calls := make([]func(), 3)
		for i := range calls {
			calls[i] = func() {
				defer func() { ended <- i }()
				if i == at {
					panic("boom")
				}
			}
		}
		func() {
			defer func() {
				if message, _ := recover().(string); !strings.HasPrefix(message, "boom") {
					t.Errorf("call %d: got %q", at, message)
				}
			}()
			inParallel(calls...)
		}()
		if len(ended) != 3 {
			t.Errorf("call %d: only %d have ended", at, len(ended))
		}
	}
}

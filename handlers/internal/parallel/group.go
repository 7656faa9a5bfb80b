package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Group is calls that run in parallel to a request. A panic in one of them would
// end the process, so Wait re-raises it in the request's own goroutine, where
// middleware makes a page of it.
type Group struct {
	group sync.WaitGroup
	panic atomic.Pointer[string]
}

// Go runs the call in parallel to the others.
func (g *Group) Go(call func()) {
	g.group.Go(func() {
		defer func() {
			if cause := recover(); cause != nil {
				told := fmt.Sprintf("%v, beside the request, at\n%s", cause, debug.Stack())
				g.panic.Store(&told)
			}
		}()
		call()
	})
}

// Wait returns when all calls have ended.
func (g *Group) Wait() {
	g.group.Wait()
	if told := g.panic.Load(); told != nil {
		panic(*told)
	}
}

package handlers

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// parallel runs calls in parallel to the request. A panic in one of them would
// end the process, so Wait re-raises it in the request's own goroutine, where
// recoverPanics makes a page of it.
type parallel struct {
	group sync.WaitGroup
	panic atomic.Pointer[string]
}

// Go runs the call in parallel to the others.
func (a *parallel) Go(call func()) {
	a.group.Go(func() {
		defer func() {
			if cause := recover(); cause != nil {
				told := fmt.Sprintf("%v, beside the request, at\n%s", cause, debug.Stack())
				a.panic.Store(&told)
			}
		}()
		call()
	})
}

// Wait returns when all calls have ended.
func (a *parallel) Wait() {
	a.group.Wait()
	if told := a.panic.Load(); told != nil {
		panic(*told)
	}
}

package handlers

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// inParallel makes the calls in parallel and returns when all have ended: the last one
// in the caller's goroutine, so that a single call needs no other. A panic in
// another one would end the process, so it is re-raised here, where middleware
// makes a page of it.
func inParallel(calls ...func()) {
	if len(calls) == 0 {
		return
	}
	var broken atomic.Pointer[string]
	var others sync.WaitGroup
	for _, call := range calls[:len(calls)-1] {
		others.Go(func() {
			defer func() {
				if cause := recover(); cause != nil {
					message := fmt.Sprintf("%v, beside the request, at\n%s", cause, debug.Stack())
					broken.Store(&message)
				}
			}()
			call()
		})
	}
	func() {
		defer others.Wait()
		calls[len(calls)-1]()
	}()
	if message := broken.Load(); message != nil {
		panic(*message)
	}
}

package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// perSecond is how many customers come while the stage is under load. Each makes
// four calls of the gateway or so.
const perSecond = 4

// load are customers who come and pay, one after the other.
type load struct {
	stage    *stage
	stopped  context.CancelFunc
	coming   sync.WaitGroup
	mu       sync.Mutex
	came     int
	lost     int
	troubles map[string]int
}

var customers int // numbers browsers over all acts

func (s *stage) startLoad(ctx context.Context) *load {
	l := &load{stage: s, troubles: map[string]int{}}
	coming, stop := context.WithCancel(ctx)
	l.stopped = stop
	l.coming.Go(func() {
		tick := time.NewTicker(time.Second / perSecond)
		defer tick.Stop()
		for coming.Err() == nil {
			select {
			case <-tick.C:
				customers++
				number := customers
				l.coming.Go(func() { l.come(ctx, number) })
			case <-coming.Done():
			}
		}
	})
	return l
}

// come is one customer; they finish also after the load was stopped.
func (l *load) come(ctx context.Context, number int) {
	o, err := l.stage.newOrder(ctx, "THB/PROMPTPAY")
	if err != nil {
		return // the shop is down, and the customer stays there
	}
	b := newBrowser(l.stage, number)
	defer b.close()
	troubles := l.stage.pay(ctx, b, o)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.came++
	for _, trouble := range troubles {
		l.troubles[trouble]++
		if strings.HasPrefix(trouble, errLost.Error()) {
			l.lost++
		}
	}
}

// stop lets those who have come finish, and says how it went for them.
func (l *load) stop() (came, lost, troubled int, what string) {
	l.stopped()
	l.coming.Wait()
	var parts []string
	for _, trouble := range slices.Sorted(maps.Keys(l.troubles)) {
		troubled += l.troubles[trouble]
		parts = append(parts, fmt.Sprintf("%d × %s", l.troubles[trouble], trouble))
	}
	return l.came, l.lost, troubled, strings.Join(parts, ", ")
}

// nothingLost ends the load: nobody may have noticed anything.
func (l *load) nothingLost() {
	came, lost, troubled, what := l.stop()
	l.stage.is(came > 0 && lost == 0 && troubled == 0, "%d customers came meanwhile, %d lost, %d troubles %s", came, lost, troubled, what)
}

// allPaid ends the load: troubles are to be expected, and all paid in the end.
func (l *load) allPaid() {
	came, lost, troubled, what := l.stop()
	l.stage.is(came > 0 && lost == 0, "%d customers came meanwhile, all paid in the end, with %d troubles: %s", came, troubled, what)
}

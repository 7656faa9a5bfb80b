package main

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"payapp/e2e/internal/harness"
)

// costlyPosts: one stranger sends what is as long as may be, ten times a second, below
// the proxy's limit. Customers notice nothing.
func costlyPosts(ctx context.Context, s *stage) error {
	var orders []harness.Order
	for range 5 {
		o, err := s.newOrder(ctx, "THB/PROMPTPAY")
		if err != nil {
			return err
		}
		orders = append(orders, o)
	}
	body := "token=eyJ" + strings.Repeat("a", 59_000) + ".b.c" + strings.Repeat(")", 500)
	stranger := newBrowser(s, 59_000)
	defer stranger.close()
	var posts sync.WaitGroup
	var refused [60]bool
	for n := range refused {
		posts.Go(func() {
			harness.Pause(ctx, time.Duration(n)*100*time.Millisecond)
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.public+"/", strings.NewReader(body))
			if err != nil {
				return
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			answer, err := stranger.HTTP.Do(request)
			if err != nil {
				return
			}
			answer.Body.Close()
			refused[n] = answer.StatusCode == http.StatusBadRequest
		})
	}
	slowest, troubles := time.Duration(0), ""
	for _, o := range orders {
		customers++
		b := newBrowser(s, customers)
		began := time.Now()
		if err := b.Get(ctx, o.RedirectURL); err != nil {
			troubles += err.Error() + " "
		} else if b.Page.Kind == "problem" {
			troubles += b.Page.Problem + " "
		}
		slowest = max(slowest, time.Since(began))
		b.close()
		harness.Pause(ctx, time.Second)
	}
	posts.Wait()
	count := 0
	for _, r := range refused {
		if r {
			count++
		}
	}
	s.is(count == len(refused), "%d of %d forms of 59 KB are refused", count, len(refused))
	s.is(slowest < time.Second && troubles == "", "five customers meanwhile had their page after %s at most %s",
		slowest.Round(time.Millisecond), troubles)
	for i, r := range s.replicas {
		status, says := ask(ctx, "http://"+r.admin+"/readyz")
		s.is(status == http.StatusOK, "replica %d is ready: %s", i+1, says)
	}
	return ctx.Err()
}

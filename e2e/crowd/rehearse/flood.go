package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// flood opens forged links from six addresses until ctx ends, and then tells how
// many. They stay below the proxy's limit, since that isn't what is tried.
func (s *stage) flood(ctx context.Context) <-chan int64 {
	var opened atomic.Int64
	var strangers sync.WaitGroup
	for n := range 6 {
		strangers.Go(func() {
			b := newBrowser(s, 60_000+n)
			defer b.close()
			for i := 0; ctx.Err() == nil; i++ {
				_ = b.get(ctx, s.public+"/?"+forged(fmt.Sprintf("forged-%d-%d", n, i)).Encode()) // refused, as it should be
				opened.Add(1)
				machine.Pause(ctx, 100*time.Millisecond)
			}
		})
	}
	done := make(chan int64, 1)
	go func() {
		strangers.Wait()
		done <- opened.Load()
	}()
	return done
}

// forged has everything that an order's link has, but nobody signed it.
func forged(id string) url.Values {
	now := time.Now().Unix()
	claims, _ := json.Marshal(map[string]any{
		"merchantCode": "DEMO", "iat": now, "exp": now + 1800, "money": map[string]any{"amount": 99, "currencyCode": "THB"},
		"operations": []string{"POST /payins/!availablePaymentOptions", "POST /payins/" + id, "GET /payins/" + id},
	})
	part := base64.RawURLEncoding.EncodeToString
	token := part([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + part(claims) + "." + part([]byte("nobody signed this, not even me.."))
	return url.Values{
		"merchantCode": {"DEMO"}, "idPayin": {id}, "token": {token}, "amount": {"99"}, "currencyCode": {"THB"},
		"callbackUrl": {"https://shop.example/callback"}, "returnUrl": {"https://shop.example/orders/" + id},
	}
}

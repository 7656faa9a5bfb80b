package watch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
)

func TestBudgetInAnySecond(t *testing.T) {
	for _, perSecond := range []float64{1, 2, 3, 10, 12.5, 100} {
		synctest.Test(t, func(t *testing.T) {
			b := newBudget(perSecond)
			var mu sync.Mutex
			var times []time.Time
			var all sync.WaitGroup
			for range int(20 * perSecond) {
				all.Go(func() {
					if b.wait(t.Context(), ordinary) == nil {
						mu.Lock()
						times = append(times, time.Now())
						mu.Unlock()
					}
				})
			}
			before := time.Now()
			all.Wait()
			slices.SortFunc(times, time.Time.Compare)
			most := 0
			for i := range times {
				n := 0
				for _, at := range times[i:] {
					if at.Sub(times[i]) < time.Second {
						n++
					}
				}
				most = max(most, n)
			}
			if len(times) != int(20*perSecond) || float64(most) > perSecond {
				t.Errorf("%v a second: %d permissions, up to %d in a second", perSecond, len(times), most)
			}
			if took := time.Since(before); took > 41*time.Second {
				t.Errorf("%v a second: took %v for 20 seconds' worth; want at least half the rate", perSecond, took)
			}
		})
	}
}

func TestBudgetUrgentFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(10)
		var mu sync.Mutex
		var order []urgency
		var all sync.WaitGroup
		ask := func(level urgency) {
			all.Go(func() {
				if err := b.wait(t.Context(), level); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, level)
				mu.Unlock()
			})
			synctest.Wait()
		}
		for range 20 {
			ask(ordinary)
		}
		for range 3 {
			ask(urgent)
		}
		all.Wait()
		// Two went at once by the burst; then the urgent ones overtake.
		if !slices.Equal(order[2:5], []urgency{urgent, urgent, urgent}) {
			t.Errorf("got %v", order)
		}
	})
}

func TestBudgetRefusesWhatCannotBeInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(10)
		for range 40 {
			go b.wait(t.Context(), ordinary)
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		before := time.Now()
		if err := b.wait(ctx, ordinary); !errors.Is(err, errNoBudget) || time.Since(before) != 0 {
			t.Errorf("got %v after %v; want errNoBudget at once", err, time.Since(before))
		}
		if err := b.wait(ctx, urgent); err != nil || time.Since(before) > time.Second {
			t.Errorf("urgent: got %v after %v", err, time.Since(before))
		}
	})
}

func TestBudgetLeavingTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(1)
		ctx, cancel := context.WithCancel(t.Context())
		results := make(chan error, 3)
		for range 3 {
			go func() { results <- b.wait(ctx, ordinary) }()
		}
		synctest.Wait()
		cancel()
		var left int
		for range 3 {
			if err := <-results; errors.Is(err, context.Canceled) {
				left++
			}
		}
		if left != 2 {
			t.Errorf("%d left; want 2", left)
		}
		if err := b.wait(ctx, urgent); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v; want context.Canceled", err)
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		if n := b.queued(ordinary); n != 0 {
			t.Errorf("%d still queue", n)
		}
	})
}

func TestFault29_TheWholeMerchantSlows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.set("order-2", "PENDING")
		first := true
		gateway.answer = func(*http.Request) (int, string) {
			if first {
				first = false
				return 429, ""
			}
			return 0, ""
		}
		go watch.Payin(t.Context(), customer(1), "order-1", 0)
		synctest.Wait()
		before := time.Now()
		if _, err := watch.Payin(t.Context(), customer(2), "order-2", 0); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(before); waited < time.Second {
			t.Errorf("another customer was served after %v; want at least a second", waited)
		}
		other := customer(3)
		other.Merchant = "OTHER"
		before = time.Now()
		if _, err := watch.Payin(t.Context(), other, "order-3", 0); err != nil || time.Since(before) != 0 {
			t.Errorf("another merchant: %v after %v", err, time.Since(before))
		}
	})
}

func TestGlobalScopeIsOneBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{Global: true})
		gateway.limit = 10
		var all sync.WaitGroup
		for n := range 30 {
			caller := customer(n)
			caller.Merchant = fmt.Sprint("MERCHANT-", n%3)
			all.Go(func() {
				if _, err := watch.Payin(t.Context(), caller, "order-1", 0); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if gateway.limited != 0 {
			t.Errorf("%d answers of 429; want none", gateway.limited)
		}
	})
}

func TestFault39_CreationsGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.takes, gateway.limit = 100*time.Millisecond, 10
		ctx, stop := context.WithCancel(t.Context())
		var waiting sync.WaitGroup
		for n := range 5000 {
			id := fmt.Sprint("order-", n)
			gateway.set(id, "PENDING")
			waiting.Go(func() {
				for age := time.Duration(0); ctx.Err() == nil; {
					watch.Payin(ctx, customer(n), id, 0)
					pause := PollAfter(age, true)
					age += pause
					select {
					case <-time.After(pause):
					case <-ctx.Done():
					}
				}
			})
		}
		var slowest time.Duration
		for n := range 30 {
			time.Sleep(time.Second)
			before := time.Now()
			if _, err := watch.Create(ctx, customer(10000+n), fmt.Sprint("new-", n), request); err != nil {
				t.Error(err)
			}
			slowest = max(slowest, time.Since(before)-gateway.takes)
		}
		stop()
		waiting.Wait()
		time.Sleep(readLimit) // reads under way belong to nobody and end by themselves
		if slowest > time.Second || gateway.limited != 0 {
			t.Errorf("slowest creation waited %v, %d answers of 429; want under 1s and none", slowest, gateway.limited)
		}
	})
}

func TestFault03_RefusedTokensAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.fail(401)
		for range 10 {
			_, err1 := watch.Payin(t.Context(), stranger(1), "order-1", 0)
			_, err2 := watch.Options(t.Context(), stranger(1), tenBaht)
			if !errors.Is(err1, apiclient.ErrUnauthorized) || !errors.Is(err2, apiclient.ErrUnauthorized) {
				t.Errorf("got %v, %v; want ErrUnauthorized", err1, err2)
			}
			time.Sleep(time.Second)
		}
		if n := gateway.count("GET /payins/order-1") + gateway.count("POST /payins/!availablePaymentOptions"); n != 1 {
			t.Errorf("got %d calls; want 1", n)
		}
		time.Sleep(refusalLife)
		gateway.fail(0)
		if _, err := watch.Payin(t.Context(), stranger(1), "order-1", 0); err != nil {
			t.Errorf("later: got %v", err)
		}
	})
}

// 403 is about one operation, the token may be good for the others.
func TestForbiddenOperationIsRememberedAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if strings.HasSuffix(r.URL.Path, "/externalReference") {
				return 403, ""
			}
			return 0, ""
		}
		for range 3 {
			if err := watch.SetReference(t.Context(), customer(1), "order-1", "1"); !errors.Is(err, apiclient.ErrForbidden) {
				t.Errorf("got %v; want ErrForbidden", err)
			}
		}
		if _, err := watch.Payin(t.Context(), customer(1), "order-1", 0); err != nil {
			t.Error(err)
		}
		if n := gateway.count("POST /payins/order-1/externalReference"); n != 1 {
			t.Errorf("got %d calls; want 1", n)
		}
	})
}

// Junk in a merchant's name must not keep its customers waiting.
func TestJunkCannotSpendAMerchantsBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if strings.HasPrefix(r.Header.Get("Authorization"), "Bearer junk") {
				return 401, ""
			}
			return 0, ""
		}
		for n := range 200 {
			junk := Caller{Token: apiclient.NewToken(fmt.Sprint("junk-", n)), Merchant: "DEMO", Address: fmt.Sprintf("198.51.100.%d", n)}
			go watch.Payin(t.Context(), junk, "order-1", 0)
		}
		synctest.Wait()
		before := time.Now()
		if _, err := watch.Payin(t.Context(), customer(1), "order-1", 0); err != nil || time.Since(before) != 0 {
			t.Errorf("got %v after %v; want an answer at once", err, time.Since(before))
		}
		time.Sleep(readLimit) // let the junk end
	})
}

// Junk that claims a thousand merchants pushes nobody's budget out of memory:
// a new one would begin with a full burst, and forget a 429's pause.
func TestJunkCannotPushBudgetsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.fail(401)
		budget := watch.budgets.merchant(customer(1))
		for n := range merchantsKept {
			junk := stranger(n)
			junk.Merchant = fmt.Sprint("MERCHANT-", n)
			if _, err := watch.Payin(t.Context(), junk, "order-1", 0); err == nil {
				t.Fatal("junk is accepted")
			}
		}
		if watch.budgets.merchant(customer(1)) != budget {
			t.Error("the merchant has another budget than before")
		}
		if calls, kept := gateway.count("GET /payins/order-1"), watch.budgets.tokens.cache.Len(); kept > calls {
			t.Errorf("%d tokens are remembered for %d calls", kept, calls)
		}
	})
}

func TestUnprovenCallsAreLimitedByAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		refused := 0
		for n := range 100 {
			junk := stranger(n)
			junk.Merchant = fmt.Sprint("MERCHANT-", n) // a bucket for each
			junk.Address = fmt.Sprintf("2001:db8::%x", n)
			if _, err := watch.Payin(t.Context(), junk, "order-1", 0); errors.Is(err, apiclient.ErrRateLimited) {
				refused++
			}
		}
		if n := gateway.count("GET /payins/order-1"); n != 20 || refused != 80 {
			t.Errorf("%d calls, %d refused; want 20 and 80", n, refused)
		}
		elsewhere := stranger(1000)
		elsewhere.Address = "2001:db8:0:1::1"
		if _, err := watch.Payin(t.Context(), elsewhere, "order-1", 0); err != nil {
			t.Errorf("another network: got %v", err)
		}
	})
}

// Fewer requests than addressShare allows, from one place, and all in one
// merchant's name.
func TestOneAddressCannotKeepAMerchantsNewCustomersWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if strings.HasPrefix(r.Header.Get("Authorization"), "Bearer junk") {
				return 401, ""
			}
			return 0, ""
		}
		go func() {
			for n := range 300 {
				junk := Caller{Token: apiclient.NewToken(fmt.Sprint("junk-", n)), Merchant: "DEMO", Address: "198.51.100.1"}
				go watch.Payin(t.Context(), junk, "order-1", 0)
				time.Sleep(time.Second / 5)
			}
		}()
		for n := range 30 {
			time.Sleep(2 * time.Second)
			before := time.Now()
			if _, err := watch.Payin(t.Context(), stranger(n), fmt.Sprint("order-", n), 0); err != nil || time.Since(before) > 2*time.Second {
				t.Errorf("a new customer got %v after %v", err, time.Since(before))
			}
		}
		time.Sleep(readLimit) // let the junk end
	})
}

// Many good tokens aren't granted the merchant's name: nobody is blamed.
func TestUngrantedNameIsNobodysFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if r.URL.Path == "/merchant-info" {
				return 403, ""
			}
			return 0, ""
		}
		for n := range 40 {
			if _, err := watch.MerchantName(t.Context(), stranger(n)); err != nil {
				t.Fatalf("customer %d: %v", n, err)
			}
			time.Sleep(time.Second)
		}
		if _, err := watch.Payin(t.Context(), stranger(100), "order-1", 0); err != nil {
			t.Error(err)
		}
	})
}

// A customer with one good link, who pays again and again by a script.
func TestOneTokenCannotSpendTheMerchantsBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.takes = 10 * time.Millisecond
		ctx, stop := context.WithCancel(t.Context())
		var script sync.WaitGroup
		script.Go(func() {
			for ctx.Err() == nil {
				watch.Create(ctx, customer(1), "order-1", request)
				watch.Payin(ctx, customer(1), "order-1", 0)
				time.Sleep(time.Millisecond)
			}
		})
		time.Sleep(20 * time.Second)
		var slowest time.Duration
		for n := range 20 {
			before := time.Now()
			if _, err := watch.Create(t.Context(), customer(100+n), fmt.Sprint("order-", 100+n), request); err != nil {
				t.Error(err)
			}
			slowest = max(slowest, time.Since(before))
			time.Sleep(time.Second)
		}
		stop()
		script.Wait()
		time.Sleep(readLimit) // reads under way belong to nobody
		if calls := gateway.count("POST /payins/order-1") + gateway.count("GET /payins/order-1"); calls > 60 || slowest > gateway.takes {
			t.Errorf("one token made %d calls in 40 s, others waited up to %v", calls, slowest)
		}
	})
}

// What a token spends before it is proven is the merchant's in the end.
func TestFirstCallsAreChargedToTheMerchant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, _, _ := setup(t, Config{})
		for n := range 3 {
			if _, err := watch.Payin(t.Context(), stranger(n), "order-1", 0); err != nil {
				t.Fatal(err)
			}
		}
		before := time.Now()
		if _, err := watch.Payin(t.Context(), customer(9), "order-1", 0); err != nil || time.Since(before) == 0 {
			t.Errorf("got %v after %v; want to wait for the three", err, time.Since(before))
		}
	})
}

func TestPollAfter(t *testing.T) {
	for _, c := range []struct {
		age   time.Duration
		known bool
		want  time.Duration
	}{
		{0, true, 2 * time.Second}, {-time.Second, true, 2 * time.Second},
		{119 * time.Second, true, 2 * time.Second}, {2 * time.Minute, true, 10 * time.Second},
		{10 * time.Minute, true, 30 * time.Second}, {24 * time.Hour, true, 2 * time.Minute},
		{0, false, 10 * time.Second}, {20 * time.Minute, false, 30 * time.Second},
	} {
		if got := PollAfter(c.age, c.known); got != c.want {
			t.Errorf("PollAfter(%v, %v) = %v; want %v", c.age, c.known, got, c.want)
		}
	}
}

func BenchmarkPayinFromMemory(b *testing.B) {
	watch, _, _ := setup(b, Config{Rate: 1e6})
	caller := customer(1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := watch.Payin(b.Context(), caller, "order-1", time.Hour); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPayinFromGateway(b *testing.B) {
	watch, gateway, _ := setup(b, Config{Rate: 1e9})
	gateway.set("order-1", "PENDING")
	caller := customer(1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := watch.Payin(b.Context(), caller, "order-1", -1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMerchantNameFromMemory(b *testing.B) {
	watch, _, _ := setup(b, Config{Rate: 1e6})
	caller := customer(1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := watch.MerchantName(b.Context(), caller); err != nil {
			b.Fatal(err)
		}
	}
}

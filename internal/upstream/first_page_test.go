package upstream

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/known"
	"payapp/money"
)

// Ours: a page waits up to its limit for line and answer together; the next
// page is held until the answer is there, without another call.
func TestFirstPageOfASlowGateway(t *testing.T) {
	const each = 3 * time.Second
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.slow(each)
		began := time.Now()
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: time.Now(), Wait: Within(700 * time.Millisecond)}); !errors.Is(err, ErrInLine) || time.Since(began) != 700*time.Millisecond {
			t.Errorf("the first page: %v after %v; want ErrInLine after 0.7 s", err, time.Since(began))
		}
		reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: began, Wait: AfterWaiting})
		if err != nil || reading.Exists() || time.Since(began) != each {
			t.Errorf("the second: %+v, %v after %v; want the answer as it comes", reading, err, time.Since(began))
		}
		asked := time.Now()
		price := money.MustParse("10", "THB")
		if _, err := client.Options(t.Context(), customer(1), price, Ask{NotBefore: time.Now().Add(-time.Minute), Wait: Within(200 * time.Millisecond)}); !errors.Is(err, ErrInLine) || time.Since(asked) != 200*time.Millisecond {
			t.Errorf("options: %v after %v; want ErrInLine after 0.2 s", err, time.Since(asked))
		}
		if _, err := client.Options(t.Context(), customer(1), price, Ask{NotBefore: began, Wait: AfterWaiting}); err != nil || time.Since(asked) != each {
			t.Errorf("options again: %v after %v; want them as they come", err, time.Since(asked))
		}
		time.Sleep(20 * time.Second) // a page without script that comes late
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: began, Wait: AfterWaiting}); err != nil {
			t.Error(err)
		}
		if reads, options := gateway.count("GET /payins/order-1"), gateway.count("POST /payins/!availablePaymentOptions"); reads != 1 || options != 1 {
			t.Errorf("%d reads, %d lists of options; want one each", reads, options)
		}
		// What was read before the page began to wait isn't its answer.
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: time.Now(), Wait: AfterWaiting}); err != nil || gateway.count("GET /payins/order-1") != 2 {
			t.Errorf("%v after %d reads; want a second one", err, gateway.count("GET /payins/order-1"))
		}
		time.Sleep(time.Minute)
	})
}

// Ours: time in line counts, too.
func TestFirstPageInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, _, _ := setup(t, Config{})
		queueUp(t, client, 20)
		began := time.Now()
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: time.Now(), Wait: Within(50 * time.Millisecond)}); !errors.Is(err, ErrInLine) || time.Since(began) != 50*time.Millisecond {
			t.Errorf("%v after %v; want ErrInLine after 50 ms", err, time.Since(began))
		}
		time.Sleep(time.Minute)
	})
}

// Ours: whoever claims that a page waits is held for the answer, but only so many
// for one call; the others wait as everybody does.
func TestFewAreHeldForOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.slow(8500 * time.Millisecond)
		began := time.Now()
		took := make(chan time.Duration, 100)
		for range cap(took) {
			go func() {
				_, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: began, Wait: AfterWaiting})
				if !errors.Is(err, ErrInLine) {
					t.Errorf("%v, want ErrInLine", err)
				}
				took <- time.Since(began)
			}()
		}
		held := 0
		for range cap(took) {
			if took := <-took; took > Person.Whole {
				held++
			}
		}
		if held != mostHeld {
			t.Errorf("%d requests are held, want %d", held, mostHeld)
		}
		// They make room for others.
		time.Sleep(time.Minute)
		gateway.slow(5 * time.Second)
		began = time.Now()
		if _, err := client.Payin(t.Context(), customer(1), "order-1", known.Conflicted(began), Ask{NotBefore: began, Wait: AfterWaiting}); err != nil || time.Since(began) != 5*time.Second {
			t.Errorf("afterwards: %v after %v", err, time.Since(began))
		}
		time.Sleep(time.Minute)
	})
}

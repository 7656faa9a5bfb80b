package upstream

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/known"
	"payapp/internal/upstream/payment"
)

// Money may come late: a payment that has expired is read, slowly, for another day.
func TestAnExpiredPaymentIsReadForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		expired := time.Now()
		status := "EXPIRED"
		gateway.answer = func(*http.Request) (int, string) {
			expires := fmt.Sprintf(`"expireAt":%q,"idPayin"`, expired.UTC().Format(time.RFC3339))
			return 200, strings.Replace(payinBody("order-1", status), `"idPayin"`, expires, 1)
		}
		defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})()
		count := func(span time.Duration, least, most int) {
			t.Helper()
			before := gateway.count(readOfOrder1)
			time.Sleep(span)
			if got := gateway.count(readOfOrder1) - before; got < least || got > most {
				t.Errorf("%d reads in %v, %v after it expired; want %d to %d", got, span, time.Since(expired), least, most)
			}
		}
		count(10*time.Minute, 50, 70) // not 300, as for one that is awaited
		time.Sleep(22 * time.Hour)
		count(time.Hour, 24, 36)
		time.Sleep(time.Hour)
		count(24*time.Hour, 0, int(24*time.Hour/payment.ReadingLife)) // whenever it was forgotten
		// A person may still ask, and is told.
		gateway.mu.Lock()
		status = "SUCCESS"
		gateway.mu.Unlock()
		if told, err := client.Payin(t.Context(), customer(1), "order-1", Ask{Person: true}); err != nil || told.Status() != known.Success {
			t.Errorf("late money: %+v, %v", told, err)
		}
	})
}

// Late money is announced.
func TestLateMoneyIsAnnounced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		gateway.set("order-1", "EXPIRED")
		told := make(chan struct{}, 10)
		defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() { told <- struct{}{} })()
		time.Sleep(time.Hour)
		gateway.set("order-1", "SUCCESS")
		time.Sleep(3 * time.Minute)
		if last, _ := client.Last(customer(1), "order-1"); len(told) != 2 || last.Status() != known.Success {
			t.Errorf("told %d times, the last time of %s", len(told), last.Status())
		}
	})
}

// What is over isn't read again, by the gateway's word or by its code.
func TestWhatIsOverIsNotRead(t *testing.T) {
	for _, body := range []string{
		payinBody("order-1", "SUCCESS"), payinBody("order-1", "FAILED"), payinBody("order-1", "REFUSED"), payinBody("order-1", "CANCELLED"),
		strings.Replace(payinBody("order-1", "PENDING"), `{`, `{"failureReasonCode":"SECURITY_CHECK_FAILED",`, 1),
	} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway := watching(t, Config{})
			gateway.answer = func(*http.Request) (int, string) { return 200, body }
			defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})()
			time.Sleep(time.Hour)
			if got := gateway.count(readOfOrder1); got != 1 {
				t.Errorf("%d reads of %s", got, body)
			}
		})
	}
}

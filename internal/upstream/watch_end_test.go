package upstream

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What has ended isn't read in the background, by the gateway's word or by its code: its
// pages ask now and then.
func TestWhatIsOverIsNotRead(t *testing.T) {
	for _, body := range []string{
		payinBody("order-1", "SUCCESS"), payinBody("order-1", "FAILED"), payinBody("order-1", "REFUSED"), payinBody("order-1", "CANCELLED"), payinBody("order-1", "EXPIRED"),
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

package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
)

// Pay is pressed while others use up all that the gateway allows. The payment
// comes about, once, with what was typed, and meanwhile the page says that it
// waits and goes on by itself. That it comes before the others is measured where
// time is virtual.
func TestPayWhileNothingIsLeftOfTheRate(t *testing.T) {
	untilSomebodyWaits(t, 4, func(rate float64) int { return payWhileOthersWait(t, rate) })
}

func payWhileOthersWait(t *testing.T, rate float64) (waited int) {
	t.Helper()
	w := setup(t, tight(rate), func(c *application.Config) { c.Patience = time.Millisecond })
	const customers = 3
	var pages [customers]*browser.Page
	var browsers [customers]*browser.Browser
	var ids [customers]string
	for i := range customers {
		link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
		browsers[i], ids[i] = w.from(fmt.Sprintf("203.0.113.%d", i+1)), link.Get("idPayin")
		arriveAt(t, browsers[i], browsers[i].Enter(link))
		pages[i] = browsers[i].Get(w.path(browsers[i], link))
		pages[i] = arriveAt(t, browsers[i], pages[i]).Want(200, "details")
	}
	over := make(chan struct{})
	var others sync.WaitGroup
	var queued sync.WaitGroup
	const busy = 3 // each asks for more than once a second, and is never done
	queued.Add(busy)
	for n := range busy {
		others.Go(func() {
			for i := 0; ; i++ {
				b, link := w.from(fmt.Sprintf("198.51.%d.%d", n, i%250+1)), w.link("10", "THB")
				p := b.Enter(link)
				if i == 0 {
					queued.Done()
				}
				arriveAt(t, b, p)
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	queued.Wait()
	for i, p := range pages {
		number := fmt.Sprintf("080123456%d", i)
		p = browsers[i].Press(p, "pay", "accountNumber", number)
		if p.Hook("page") == "waiting" {
			waited++
		}
		arriveAt(t, browsers[i], p).Want(200, "instructions")
		account, _ := w.calls.creation(t, ids[i])["paymentMethod"].(map[string]any)["account"].(map[string]any)
		if got, _ := account["accountNumber"].(string); !strings.HasSuffix(got, number[1:]) {
			t.Errorf("%s was typed, %q sent", number, got)
		}
		if n := w.calls.count(http.MethodPost + " /payins/" + ids[i]); n != 1 {
			t.Errorf("%d creations", n)
		}
	}
	close(over)
	others.Wait()
	return waited
}

// arriveAt goes on as waiting pages say.
func arriveAt(t *testing.T, b *browser.Browser, p *browser.Page) *browser.Page {
	t.Helper()
	for p.Hook("page") == "waiting" {
		if p.Status != http.StatusOK || !strings.Contains(p.Body, `http-equiv="refresh"`) {
			t.Errorf("waiting is %d and doesn't go on by itself", p.Status)
			return p
		}
		p = b.Get(p.URL.Path)
	}
	return p
}

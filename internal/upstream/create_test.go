package upstream

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

func TestFault17_DoubleClickIsOneCreation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = time.Second
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				told, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent)
				if err != nil || told.View().Existence != known.Described {
					t.Errorf("got %+v, %v", told, err)
				}
			})
		}
		all.Wait()
		if len(gateway.creates) != 1 {
			t.Errorf("got %d creations; want 1", len(gateway.creates))
		}
	})
}

// "paymentOperator" is in some responses only. The operator sent with the
// creation is filled into answers without one, also for a tab with an older
// cookie. An operator in the answer takes precedence.
func TestTheOperatorOfACreationStaysKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		wanted := payinRequest
		wanted.Method = map[string]any{"paymentMethodCode": "PROMPTPAY", "paymentOperatorCode": "TRON"}
		read := func(want apiclient.Operator, why string) {
			t.Helper()
			time.Sleep(time.Minute) // older than any cached answer
			got, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			if got := got.View().Payin.Operator; err != nil || got != want {
				t.Errorf("%s: got %+v, %v", why, got, err)
			}
		}
		tron := known.Sent{Method: "PROMPTPAY", Operator: apiclient.Operator{Code: "TRON", Name: "Tron"}}
		if _, err := client.Create(t.Context(), customer(1), "order-1", wanted, tron); err != nil {
			t.Fatal(err)
		}
		if last, _ := client.Last(customer(1), "order-1"); last.View().Payin.Operator != tron.Operator {
			t.Errorf("after the creation: got %+v", last)
		}
		read(tron.Operator, "a read without it")
		name := func(more string) {
			gateway.mu.Lock()
			defer gateway.mu.Unlock()
			gateway.answer = func(*http.Request) (int, string) {
				return 200, strings.Replace(payinBody("order-1", "PENDING"), `"idPayin"`, more+`"idPayin"`, 1)
			}
		}
		name(`"paymentOperator":{"code":"ETHEREUM","name":"Ethereum"},`)
		read(apiclient.Operator{Code: "ETHEREUM", Name: "Ethereum"}, "a read with another")
		name("")
		read(apiclient.Operator{Code: "ETHEREUM", Name: "Ethereum"}, "and one without again")
	})
}

// A read sent before the creation must not say "not created" afterwards.
func TestCreateOutdatesReadsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 2 * time.Second
		early := make(chan known.Payment, 1)
		go func() {
			reading, _ := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			early <- reading
		}()
		synctest.Wait()
		gateway.slow(time.Second)
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); err != nil {
			t.Fatal(err)
		}
		if told := <-early; !told.Exists() {
			t.Errorf("who asked before is told %+v; want what is known by then", told)
		}
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil || !reading.Exists() {
			t.Errorf("got %+v, %v; want the created payment", reading, err)
		}
	})
}

func TestFault17_DoubleClickIsOneReference(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = time.Second
		var all sync.WaitGroup
		for _, number := range []string{"432112345678", "432112345678", "432112345679"} {
			all.Go(func() {
				if err := client.SetReference(t.Context(), customer(1), "order-1", number); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := gateway.count("POST /payins/order-1/externalReference"); got != 2 {
			t.Errorf("got %d calls for two numbers", got)
		}
	})
}

func TestOptionsAreSharedOnceVerified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		const call = "POST /payins/!availablePaymentOptions"
		ask := func(caller Caller, want int, why string) {
			t.Helper()
			options, err := client.Options(t.Context(), caller, tenBaht, since(time.Minute))
			if err != nil || len(options.Methods) != 1 || gateway.count(call) != want {
				t.Errorf("%s: got %+v, %v after %d calls; want %d", why, options, err, gateway.count(call), want)
			}
		}
		ask(unverified(1), 1, "first")
		ask(unverified(1), 1, "the first's token is verified now")
		ask(unverified(2), 2, "an unverified token can claim any merchant")
		ask(customer(3), 2, "a verified one shares")
		nameless := customer(4)
		nameless.Merchant = ""
		ask(nameless, 3, "without a claim")
		ask(nameless, 3, "its own again")
		time.Sleep(time.Minute)
		ask(customer(3), 4, "a minute later")
	})
}

// An error about one token must not reach another customer's page, whichever of
// the two makes the shared call.
func TestOptionsDoNotShareErrors(t *testing.T) {
	for range 10 {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.takes = time.Second
			gateway.answer = func(r *http.Request) (int, string) {
				if r.Header.Get("Authorization") == "Bearer token-1" {
					return 401, ""
				}
				return 0, ""
			}
			var all sync.WaitGroup
			all.Go(func() { _, _ = client.Options(t.Context(), customer(1), tenBaht, since(time.Minute)) })
			all.Go(func() {
				if _, err := client.Options(t.Context(), customer(2), tenBaht, since(time.Minute)); err != nil {
					t.Errorf("got %v; want options", err)
				}
			})
			all.Wait()
		})
	}
}

func TestMerchantName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		for _, caller := range []Caller{customer(1), customer(1), customer(2)} {
			if name, err := client.MerchantName(t.Context(), caller); err != nil || name != "Blue Kiosk" {
				t.Errorf("got %q, %v; want Blue Kiosk", name, err)
			}
		}
		if n := gateway.count("GET /merchant-info"); n != 1 {
			t.Errorf("got %d calls; want 1", n)
		}
		// Claims with a list of operations but without GET /merchant-info (the
		// payload is {"operations":["GET /payins/x"]}): no call, even if others
		// know the name.
		poor := customer(3)
		poor.Token = apiclient.NewToken("eyJhbGciOiJub25lIn0.eyJvcGVyYXRpb25zIjpbIkdFVCAvcGF5aW5zL3giXX0.")
		for range 2 {
			if name, err := client.MerchantName(t.Context(), poor); err != nil || name != "" {
				t.Errorf("got %q, %v; want no name", name, err)
			}
		}
		// Whatever the claims grant, the gateway may refuse; that is no error.
		gateway.fail(403)
		for range 2 {
			if name, err := client.MerchantName(t.Context(), unverified(4)); err != nil || name != "" {
				t.Errorf("got %q, %v; want no name", name, err)
			}
		}
		if n := gateway.count("GET /merchant-info"); n != 2 {
			t.Errorf("got %d calls; want 2", n)
		}
	})
}

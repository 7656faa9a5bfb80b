package upstream

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

// A reading's weight includes all of its texts: one of half a megabyte is
// rejected.
func TestWeights(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for name, p := range map[string]apiclient.Payin{
		"instructions": {InstructionList: []apiclient.InstructionSection{{Steps: []string{long}}}},
		"title":        {InstructionList: []apiclient.InstructionSection{{Title: long}}},
		"location":     {Location: map[string]string{"x": long}},
		"code":         {QRCode: long},
		"account":      {AccountCustomerUsed: apiclient.Account{BankName: long}},
		"operator":     {Operator: apiclient.Operator{Name: long}},
	} {
		if got := weighReading(reading{Payment: known.Read(p, time.Now())}); got < len(long) {
			t.Errorf("%s: %d bytes", name, got)
		}
	}
	many := apiclient.Options{Methods: []apiclient.Option{{MethodCode: "X", Operators: make([]apiclient.Operator, 1000)}}}
	if got := weighOptions(many); got < 32_000 {
		t.Errorf("a thousand operators weigh %d bytes", got)
	}
}

// Junk can't evict readings.
func TestJunkCannotPushOutReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{Rate: 1000})
		gateway.refuse()
		gateway.set("order-1", "PENDING")
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for n := range 200 {
			all.Go(func() {
				caller := from(junk(n), n)
				_, _ = client.Payin(t.Context(), caller, "order-1", nothing, now())
				_, _ = client.Create(t.Context(), caller, "order-1", payinRequest, payinSent)
				_ = client.SetReference(t.Context(), caller, "order-1", "1")
				_, _ = client.Options(t.Context(), caller, tenBaht, since(time.Minute))
				client.Watch(caller, "order-1", "ref", time.Now(), func() {})()
			})
		}
		all.Wait()
		time.Sleep(time.Minute)
		if n := len(client.readings.known.Keys()); n != 1 {
			t.Errorf("%d readings are kept; want 1", n)
		}
		if created, referred, options := len(client.creates.left.Keys()), len(client.references.left.Keys()), len(client.options.Keys()); created+referred+options > 0 {
			t.Errorf("%d creations, %d references, %d options are kept for junk", created, referred, options)
		}
		if n := len(client.tokens.asking.Keys()); n != 1 {
			t.Errorf("%d tokens are held to what they ask; want 1", n)
		}
	})
}

// Options are fresh for a minute. For a person who presses a button, or if
// there is no other answer, they are good for a quarter of an hour.
func TestOptionsOfAQuarterOfAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		const call = "POST /payins/!availablePaymentOptions"
		ask := func(n int, how Ask, calls int, why string) {
			t.Helper()
			if _, err := client.Options(t.Context(), customer(n), tenBaht, how); err != nil || gateway.count(call) != calls {
				t.Errorf("%s: got %v after %d calls; want %d", why, err, gateway.count(call), calls)
			}
		}
		ask(1, since(time.Minute), 1, "first")
		time.Sleep(59 * time.Second)
		ask(2, since(time.Minute), 1, "within a minute")
		time.Sleep(13 * time.Minute)
		ask(3, since(15*time.Minute), 1, "a button after 14 minutes")
		gateway.fail(400)
		ask(4, since(time.Minute), 2, "a page, and the gateway fails")
		time.Sleep(time.Minute + time.Second)
		if _, err := client.Options(t.Context(), customer(5), tenBaht, since(15*time.Minute)); !errors.Is(err, apiclient.ErrInvalid) {
			t.Errorf("later: got %v; want ErrInvalid", err)
		}
	})
}

// If one customer asks too often, that is no answer for the shop's others.
func TestOptionsOfATokenThatAsksTooOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		for range tokenBurst {
			client.tokens.mayAsk(customer(1).Identity())
		}
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { _, _ = client.Options(t.Context(), customer(1), tenBaht, since(time.Minute)) })
			all.Go(func() {
				if _, err := client.Options(t.Context(), customer(2), tenBaht, since(time.Minute)); err != nil {
					t.Errorf("got %v; want options", err)
				}
			})
		}
		all.Wait()
		_ = gateway
	})
}

// Who asks too often has to wait for a turn, and sees what is known meanwhile. It is no
// trouble of the gateway's.
func TestATokenThatAsksTooOftenSeesWhatIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		ask := func(id string, state known.Existence, want error) {
			t.Helper()
			got, err := client.Payin(t.Context(), customer(1), id, nothing, now())
			if got.View().Existence != state || !errors.Is(err, want) {
				t.Errorf("%s: got %+v, %v; want %v, %v", id, got, err, state, want)
			}
		}
		ask("order-1", known.Described, nil)
		for range tokenBurst {
			client.tokens.mayAsk(customer(1).Identity())
		}
		time.Sleep(Fresh + time.Millisecond)
		for client.tokens.mayAsk(customer(1).Identity()) {
		}
		ask("order-1", known.Described, nil)
		ask("order-2", known.Nothing, ErrInLine)
		time.Sleep(time.Minute)
		ask("order-2", known.NotCreated, nil)
	})
}

// A name is cached for ten minutes, a missing name for a while as well. Nobody
// waits long, and a late answer is there for the next page.
func TestNamesAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		const call = "GET /merchant-info"
		ask := func(n int, want string, calls int, why string) {
			t.Helper()
			name, err := client.MerchantName(t.Context(), customer(n))
			if name != want || (err == nil) != (want != "") || gateway.count(call) != calls {
				t.Errorf("%s: got %q, %v after %d calls; want %q after %d", why, name, err, gateway.count(call), want, calls)
			}
		}
		gateway.fail(400)
		ask(1, "", 1, "it fails")
		ask(2, "", 1, "it has failed")
		gateway.fail(0)
		time.Sleep(nameFailureLife)
		ask(1, "Blue Kiosk", 2, "it does again")
		time.Sleep(nameLife - time.Second)
		ask(3, "Blue Kiosk", 2, "ten minutes")
		time.Sleep(nameLife)
		gateway.slow(2 * time.Second)
		before := time.Now()
		if name, err := client.MerchantName(t.Context(), customer(4)); !errors.Is(err, ErrInLine) || name != "" || time.Since(before) > 2*namePatience {
			t.Errorf("slow: got %q, %v after %v", name, err, time.Since(before))
		}
		time.Sleep(2 * time.Second)
		ask(4, "Blue Kiosk", 3, "the slow one has come")
	})
}

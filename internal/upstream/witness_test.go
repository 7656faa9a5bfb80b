package upstream

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
)

// granting is a caller whose token's claims have these operations.
func granting(n int, operations ...string) Caller {
	caller := unverified(n)
	claims := fmt.Sprintf(`{"operations":["%s"],"n":%d}`, strings.Join(operations, `","`), n)
	encode := base64.RawURLEncoding.EncodeToString
	caller.Token = apiclient.NewToken(encode([]byte(`{"alg":"none"}`)) + "." + encode([]byte(claims)) + ".")
	return caller
}

// refusing answers the operations with the status, and everything else as usual.
func (f *fake) refusing(status int, parts ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = func(r *http.Request) (int, string) {
		for _, part := range parts {
			if strings.HasSuffix(r.Method+" "+r.URL.Path, part) {
				return status, ""
			}
		}
		return 0, ""
	}
}

// Only a read's 401 is about the token. Whatever else is refused with it, as with
// 403, is refused alone: the customer reads, chooses, pays another way and waits.
func TestOnlyAReadJudgesTheToken(t *testing.T) {
	for _, status := range []int{401, 403} {
		synctest.Test(t, func(t *testing.T) {
			client, fake, _ := setup(t, Config{})
			fake.refusing(status, "GET /merchant-info", "POST /payins/order-1", "/externalReference", "Options")
			caller := unverified(1)
			read := func(after string, state known.Existence) {
				t.Helper()
				got, err := client.Payin(t.Context(), caller, "order-1", nothing, now())
				if err != nil || got.View().Existence != state || !client.verified(caller) {
					t.Errorf("%d, after %s: %v, %v, verified %v", status, after, got.View().Existence, err, client.verified(caller))
				}
				time.Sleep(Fresh + time.Second)
			}
			read("nothing", known.NotCreated)
			if name, err := client.MerchantName(t.Context(), caller); name != "" || err != nil {
				t.Errorf("%d: the name is %q, %v", status, name, err)
			}
			read("the name", known.NotCreated)
			if _, err := client.Options(t.Context(), caller, tenBaht, since(time.Minute)); !errors.Is(err, apiclient.ErrUnauthorized) {
				t.Errorf("%d: options: %v", status, err)
			}
			read("the options", known.NotCreated)
			if _, err := client.Create(t.Context(), caller, "order-1", payinRequest, payinSent); !errors.Is(err, apiclient.ErrUnauthorized) {
				t.Errorf("%d: creation: %v", status, err)
			}
			read("a creation", known.NotCreated)
			other := payinRequest
			other.Method = map[string]any{"paymentMethodCode": "ONLINE"}
			fake.refusing(status, "/externalReference")
			if _, err := client.Create(t.Context(), caller, "order-1", other, payinSent); err != nil {
				t.Errorf("%d: another way to pay: %v", status, err)
			}
			for n, number := range []string{"432112345678", "432112345678", "432112345679"} {
				if err := client.SetReference(t.Context(), caller, "order-1", number); !errors.Is(err, apiclient.ErrUnauthorized) {
					t.Errorf("%d: the number: %v", status, err)
				}
				if calls := fake.count("POST /payins/order-1/externalReference"); calls != []int{1, 1, 2}[n] {
					t.Errorf("%d: %s was sent in %d calls", status, number, calls)
				}
			}
			read("a number", known.Described)
		})
	}
}

// interface.md, Versioning: "A missing or unsupported version returns 404". So a
// 404 is about a payment only once another answer has shown that the gateway takes
// our version, and no longer once it refuses it. What was known by it until then
// isn't any more. No call is made for that alone.
func TestA404IsOfTheVersionUntilProvenOtherwise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, fake, _ := setupCold(t, Config{})
		ask := func(what string, state known.Existence, err error) {
			t.Helper()
			told, got := client.Payin(t.Context(), unverified(1), "order-1", nothing, now())
			if last, _ := client.Last(unverified(1), "order-1"); told.View().Existence != state || last.View().Existence != state || !errors.Is(got, err) {
				t.Errorf("%s: %v and %v, %v; want %v, %v", what, told.View().Existence, last.View().Existence, got, state, err)
			}
		}
		ask("nothing but 404", known.Nothing, apiclient.ErrVersion)
		if client.verified(unverified(1)) {
			t.Error("a token is accepted by what may be about our version")
		}
		fake.refusing(401, "Options")
		_, _ = client.Options(t.Context(), unverified(2), tenBaht, since(time.Minute))
		ask("somebody's options were refused", known.Nothing, apiclient.ErrVersion)
		if n := fake.count("GET /merchant-info"); n != 0 {
			t.Errorf("%d calls for names that nobody wants", n)
		}
		fake.refusing(0)
		if _, err := client.Options(t.Context(), unverified(1), tenBaht, since(time.Minute)); err != nil {
			t.Error(err)
		}
		ask("the options were told", known.Nothing, apiclient.ErrVersion) // by the read of before
		time.Sleep(failureLife)
		ask("a moment later", known.NotCreated, nil)
		fake.fail(404)
		if _, err := client.Options(t.Context(), unverified(3), money.MustParse("11", "THB"), since(time.Minute)); !errors.Is(err, apiclient.ErrVersion) {
			t.Errorf("options: %v", err)
		}
		ask("a moment after options were refused", known.Nothing, apiclient.ErrVersion)
	})
}

// What shows that our version is taken: a 406 or 409 to a creation does, a 5xx
// doesn't.
func TestWhatProvesTheVersion(t *testing.T) {
	for status, proves := range map[int]bool{406: true, 409: true, 400: false, 401: false, 403: false, 500: false} {
		synctest.Test(t, func(t *testing.T) {
			client, fake, _ := setupCold(t, Config{})
			fake.refusing(status, "POST /payins/order-1")
			_, _ = client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent)
			if got := client.takesVersion.Load(); got != proves {
				t.Errorf("%d proves %v", status, got)
			}
		})
	}
}

// What a token's claims don't grant isn't called. For a token of which nothing is
// known yet the options' answer is worth more than the options.
func TestWhatIsNotGrantedIsNotCalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, fake, _ := setupCold(t, Config{})
		caller := granting(1, "POST /payins/order-1", "GET /payins/order-1")
		if name, err := client.MerchantName(t.Context(), caller); name != "" || err != nil {
			t.Errorf("the name is %q, %v", name, err)
		}
		if err := client.SetReference(t.Context(), caller, "order-1", "432112345678"); !errors.Is(err, apiclient.ErrForbidden) {
			t.Errorf("the number: %v", err)
		}
		fake.refusing(403, "Options")
		for _, verified := range []bool{false, true, true} {
			caller.Verified = verified
			if _, err := client.Options(t.Context(), caller, tenBaht, since(time.Minute)); !errors.Is(err, apiclient.ErrUnauthorized) {
				t.Errorf("verified %v: options: %v", verified, err)
			}
		}
		if got := fake.count("POST /payins/!availablePaymentOptions"); got != 1 || len(fake.calls) != 1 {
			t.Errorf("calls: %v", fake.calls)
		}
		granted := granting(2, "POST /payins/order-1/externalReference")
		if err := client.SetReference(t.Context(), granted, "order-1", "432112345678"); err != nil {
			t.Error(err)
		}
	})
}

package apiclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"payapp/money"
)

var orderRequest = PayinRequest{
	Money:       money.MustParse("1234.5", "THB"),
	Method:      map[string]any{"paymentMethodCode": "PROMPTPAY", "account": map[string]any{"accountNumber": "0801234567"}},
	CallbackURL: "https://shop.example/callback?a=1&b=<2>",
	ReturnURL:   "https://pay.example/return",
}

func TestFault27_LostAnswer(t *testing.T) {
	lost := map[string]step{
		"reset": reset, "timeout": hang, "503": answer(503, ""), "502 with HTML": answer(502, "<html>"),
		"cut in the body": drip,
	}
	for name, first := range lost {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, first, answer(200, createdBody))
				payin, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
				if err != nil || payin.MethodCode != "PROMPTPAY" {
					t.Fatalf("got %+v, %v; want the created payment", payin, err)
				}
				requests := gateway.requests()
				if len(requests) != 2 || requests[0].body != requests[1].body || requests[0].uri != requests[1].uri {
					t.Errorf("got %+v; want the same request twice", requests)
				}
			})
		})
	}
}

func TestFault27_LostAnswerThenConflict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, reset, answer(409, `{"code":"ALREADY_ACCEPTED","message":"again"}`))
		_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		failure, _ := errors.AsType[*Error](err)
		if !errors.Is(err, ErrConflict) || !failure.Lost || len(gateway.requests()) != 2 {
			t.Errorf("got %v after %d requests; want ErrConflict after 2, one of which got no answer", err, len(gateway.requests()))
		}
	})
}

// Without a lost answer a conflict says nothing of this call: another one was
// first. A 429 is an answer.
func TestConflictsOfOthersAreNotOurs(t *testing.T) {
	for name, before := range map[string][]step{"at once": nil, "after a 429": {answer(429, "")}} {
		synctest.Test(t, func(t *testing.T) {
			client, _, _ := setup(t, append(before, answer(409, ""))...)
			_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
			if failure, _ := errors.AsType[*Error](err); !errors.Is(err, ErrConflict) || failure.Lost {
				t.Errorf("%s: got %v, lost %v", name, err, failure.Lost)
			}
		})
	}
}

// A 429, a 401 and a 403 say only that their own request wasn't processed. An
// earlier request whose answer was lost may have been, so the caller must read
// the payment. A 429 isn't an answer; the others are.
func TestFault27_LostAnswerThenRejected(t *testing.T) {
	for name, lost := range map[string]step{"reset": reset, "502": answer(502, "<html>"), "timeout": hang} {
		for status, want := range map[int]error{429: ErrUnavailable, 401: ErrUnauthorized, 403: ErrForbidden} {
			t.Run(fmt.Sprint(name, status), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					client, gateway, _ := setup(t, lost, answer(status, ""))
					_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
					failure, _ := errors.AsType[*Error](err)
					if !errors.Is(err, want) || failure.Lost != (status != 429) || failure.Attempts != len(gateway.requests()) {
						t.Errorf("got %v, lost %v, after %d requests; want %v", err, failure.Lost, len(gateway.requests()), want)
					}
				})
			})
		}
	}
	t.Run("own budget", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			client, _, _ := setup(t, reset, answer(429, ""))
			ctx := WithGate(t.Context(), &closing{after: 2})
			if _, err := client.CreatePayin(ctx, testToken, "order-1", orderRequest); !errors.Is(err, ErrUnavailable) {
				t.Errorf("got %v; want ErrUnavailable", err)
			}
		})
	})
}

// closing is a gate that lets so many requests through.
type closing struct{ after int }

func (c *closing) Wait(context.Context) error {
	if c.after--; c.after < 0 {
		return errors.New("closed")
	}
	return nil
}
func (c *closing) Answered(error)        {}
func (c *closing) Limited(time.Duration) {}

func TestFault28_RefusedWithItsCode(t *testing.T) {
	for _, code := range []string{"SECURITY_CHECK_FAILED", "CUSTOMER_VERIFICATION_INACTIVITY", "CUSTOMER_NOT_REGISTERED", "SOMETHING_NEW"} {
		client, gateway, _ := setup(t, answer(406, `{"code":"`+code+`","message":"no"}`))
		_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		failure, ok := errors.AsType[*Error](err)
		if !ok || !errors.Is(err, ErrRefused) || failure.Code != code || len(gateway.requests()) != 1 {
			t.Errorf("got %v after %d requests; want ErrRefused with %s after 1", err, len(gateway.requests()), code)
		}
	}
}

// A gateway that is overloaded or closed for a while says so with 429 or 503, and when
// to come back.
func TestFault29_RetryAfter(t *testing.T) {
	for name, c := range map[string]struct {
		header     []string
		least, cap time.Duration
	}{
		"429 seconds":          {[]string{"Retry-After", "3"}, 3 * time.Second, 4 * time.Second},
		"429 date":             {[]string{"Retry-After", "Sat, 21 Nov 2026 10:00:04 GMT", "Date", "Sat, 21 Nov 2026 10:00:00 GMT"}, 4 * time.Second, 5 * time.Second},
		"429 none":             {nil, time.Second, 2 * time.Second},
		"429 nonsense":         {[]string{"Retry-After", "soon"}, time.Second, 2 * time.Second},
		"429 negative":         {[]string{"Retry-After", "-5"}, time.Second, 2 * time.Second},
		"429 date in the past": {[]string{"Retry-After", "Sun, 21 Nov 1999 10:00:04 GMT"}, time.Second, 2 * time.Second},
		"429 capped":           {[]string{"Retry-After", "86400"}, 30 * time.Second, 31 * time.Second},
		"429 more than int64":  {[]string{"Retry-After", "99999999999999999999"}, time.Second, 2 * time.Second},
		"429 far too many":     {[]string{"Retry-After", "2147483647"}, 30 * time.Second, 31 * time.Second},
		"503 seconds":          {[]string{"Retry-After", "7"}, 7 * time.Second, 7 * time.Second},
		"503 none":             {nil, 0, 2 * time.Second},
		"503 capped":           {[]string{"Retry-After", "86400"}, 30 * time.Second, 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				status, _ := strconv.Atoi(name[:3])
				client, gateway, _ := setup(t, answer(status, "", c.header...), answer(200, readBody))
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				before := time.Now()
				_, err := client.GetPayin(ctx, testToken, "order-1")
				if waited := time.Since(before); err != nil || waited < c.least || waited > c.cap || len(gateway.requests()) != 2 {
					t.Errorf("got %v after %v; want success between %v and %v", err, waited, c.least, c.cap)
				}
			})
		})
	}
}

func TestFault29_RepeatedWhileTheDeadlineAllows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, answer(429, ""))
		before := time.Now()
		_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		if !errors.Is(err, ErrRateLimited) {
			t.Fatalf("got %v; want ErrRateLimited", err)
		}
		// 30 s in total, 1–2 s apart.
		if n := len(gateway.requests()); n < 15 || n > 30 || time.Since(before) > 30*time.Second {
			t.Errorf("got %d requests in %v; want 15 to 30 within 30s", n, time.Since(before))
		}
	})
}

func TestFault29_NoWaitBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, _, _ := setup(t, answer(429, "", "Retry-After", "10"))
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		before := time.Now()
		_, err := client.GetPayin(ctx, testToken, "order-1")
		failure, _ := errors.AsType[*Error](err)
		if !errors.Is(err, ErrRateLimited) || failure.RetryAfter != 10*time.Second || time.Since(before) != 0 {
			t.Errorf("got %v after %v; want ErrRateLimited with its 10s at once", err, time.Since(before))
		}
	})
}

func TestFault30_AtMostThreeAttempts(t *testing.T) {
	for name, always := range map[string]step{"reset": reset, "500": answer(500, "{}"), "504": answer(504, "")} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, always)
				_, err := client.GetPayin(t.Context(), testToken, "order-1")
				failure, _ := errors.AsType[*Error](err)
				if !errors.Is(err, ErrUnavailable) || len(gateway.requests()) != 3 || failure.Attempts != 3 {
					t.Errorf("got %v after %d requests; want ErrUnavailable after 3", err, len(gateway.requests()))
				}
			})
		})
	}
}

func TestFault30_SlowAndDrippingAnswersAreCutOff(t *testing.T) {
	for name, always := range map[string]step{"slow": hang, "dripping": drip} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, always)
				before := time.Now()
				_, err := client.GetPayin(t.Context(), testToken, "order-1")
				if !errors.Is(err, ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v; want ErrUnavailable by the deadline", err)
				}
				if time.Since(before) > 30*time.Second || len(gateway.requests()) != 3 {
					t.Errorf("%d requests in %v; want 3 within 30s", len(gateway.requests()), time.Since(before))
				}
			})
		})
	}
}

func TestFault30_LongAnswersAreCutOff(t *testing.T) {
	long := `{"padding":"` + strings.Repeat("x", 2<<20) + `"}`
	client, gateway, _ := setup(t, answer(200, long))
	_, err := client.GetPayin(t.Context(), testToken, "order-1")
	if !errors.Is(err, ErrMalformed) || len(gateway.requests()) != 1 {
		t.Errorf("got %v after %d requests; want ErrMalformed after 1", err, len(gateway.requests()))
	}
}

func TestCallerLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, hang)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := client.GetPayin(ctx, testToken, "order-1")
		if !errors.Is(err, context.Canceled) || len(gateway.requests()) != 1 {
			t.Errorf("got %v after %d requests; want context.Canceled after 1", err, len(gateway.requests()))
		}
	})
}

// counting is a gate that counts and may refuse.
type counting struct {
	asked, answered, limited int
	refuse                   error
}

func (c *counting) Wait(context.Context) error { c.asked++; return c.refuse }
func (c *counting) Answered(error)             { c.answered++ }
func (c *counting) Limited(time.Duration)      { c.limited++ }

func TestGateIsAskedBeforeEveryRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, reset, answer(429, ""), answer(200, readBody))
		gate := &counting{}
		if _, err := client.GetPayin(WithGate(t.Context(), gate), testToken, "order-1"); err != nil {
			t.Fatal(err)
		}
		if gate.asked != 3 || gate.answered != 3 || gate.limited != 1 || len(gateway.requests()) != 3 {
			t.Errorf("asked %d times, answered %d times, limited %d times, %d requests; want 3, 3, 1, 3",
				gate.asked, gate.answered, gate.limited, len(gateway.requests()))
		}
	})
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	client, gateway, _ := setup(t, answer(http.StatusFound, "", "Location", "https://elsewhere.example/"))
	_, err := client.GetPayin(t.Context(), testToken, "order-1")
	if !errors.Is(err, ErrMalformed) || len(gateway.requests()) != 1 {
		t.Errorf("got %v after %d requests; want ErrMalformed after 1", err, len(gateway.requests()))
	}
}

package handlers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/internal/upstream"
	"payapp/money"
	"payapp/scenarios/entry"
)

// atBank is a gateway that knows one payment, to be paid at a bank.
type atBank struct {
	Upstream
	payin apiclient.Payin
}

func (atBank) GrantsNumber(upstream.Caller, string) bool { return true }

func (a atBank) Last(upstream.Caller, string) (known.Payment, error) {
	return known.Read(a.payin, noon), nil
}
func (atBank) Behind() time.Duration                                         { return 0 }
func (atBank) MerchantName(context.Context, upstream.Caller) (string, error) { return "Demo Shop", nil }
func (atBank) Options(context.Context, upstream.Caller, money.Money, upstream.Ask) (apiclient.Options, error) {
	return apiclient.Options{}, nil
}
func (atBank) Created(context.Context, upstream.Caller, string, time.Time) (known.Payment, error) {
	return known.Payment{}, upstream.ErrNoCreation
}
func (a atBank) Payin(context.Context, upstream.Caller, string, known.Payment, upstream.Ask) (known.Payment, error) {
	return known.Read(a.payin, noon), nil
}

// A Pay that waited in line leads on to the bank by itself, and once: whoever
// comes back has the status.
func TestPayInLineLeadsOnOnce(t *testing.T) {
	t.Parallel()
	s := inside(t)
	price := money.MustParse("99", "THB")
	s.Upstream = atBank{payin: apiclient.Payin{IDPayin: "order-1", Money: price, MethodCode: "ONLINE", RedirectURL: "https://bank.example/1"}}
	sealer, err := session.New(session.Config{Keys: [][]byte{make([]byte, 32)}, Now: s.Now})
	if err != nil {
		t.Fatal(err)
	}
	s.Sealer = sealer
	v := &visit{ref: "ref", path: "/pay/ref", locale: s.Bundle.Match("en", "", "")}
	v.Order = entry.Order{IDPayin: "order-1", Money: price, ReturnURL: "https://shop.example/back"}
	v.Verified, v.Progress.PaidAt = true, noon.Add(-12*time.Second)
	v.Progress.InLine = &known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "004"}, At: v.Progress.PaidAt}
	show := func() string {
		recorder := httptest.NewRecorder()
		c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, v.path, nil), recorder)
		if err := s.show(c, func(echo.Context) (*visit, error) { return v, nil }); err != nil {
			t.Fatal(err)
		}
		return recorder.Body.String()
	}
	for _, want := range []string{`data-page="leaving"`, `data-page="status"`, `data-page="status"`} {
		if page := show(); !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if v.Progress.InLine != nil || v.payment.View().Status() != known.Pending {
		t.Errorf("known %+v, done %+v", v.payment, v.Progress)
	}
}

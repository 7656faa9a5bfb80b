package apiclient

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"payapp/money"
)

// Both paymentRequested and paymentMethodResponse have the amount
// (interface.md, Payin read response). Ours: if the method doesn't repeat it,
// the requested one is the payment's.
func TestTheRequestedAmountStandsInForTheMethods(t *testing.T) {
	body := `{"paymentRequested":{"money":{"amount":100,"currencyCode":"THB"}},"paymentMethodResponse":{"idPayin":"order-1","paymentMethodCode":"PROMPTPAY"},"process":{"status":"PENDING"}}`
	got, _, err := decodePayin([]byte(body), "order-1", ofRead, elsewhere)
	if err != nil || got.Money != money.MustParse("100", "THB") {
		t.Errorf("got %v, %v", got.Money, err)
	}
}

func TestOnlyTheTokensRefusalIsUnauthorized(t *testing.T) {
	for kind, want := range map[error]bool{ErrUnauthorized: true, ErrForbidden: true, ErrNotFound: false, ErrConflict: false} {
		if got := errors.Is(&Error{kind: kind}, ErrUnauthorized); got != want {
			t.Errorf("%v: %t, want %t", kind, got, want)
		}
	}
	if !errors.Is(&Error{kind: ErrForbidden}, ErrForbidden) || errors.Is(&Error{kind: ErrForbidden}, ErrNotFound) {
		t.Error("forbidden is something else, too")
	}
}

func TestErrorsSayAllThatIsKnown(t *testing.T) {
	bare := (&Error{Op: "read", kind: ErrNotFound}).Error()
	if strings.Contains(bare, "code") || strings.Contains(bare, "nil") || strings.Contains(bare, "attempts") {
		t.Errorf("says what isn't known: %q", bare)
	}
	full := (&Error{Op: "read", kind: ErrNotFound, HTTPStatus: 404, Code: "GONE", Attempts: 3, err: errors.New("cause")}).Error()
	for _, want := range []string{"read", "404", "code GONE", "3 attempts", "cause"} {
		if !strings.Contains(full, want) {
			t.Errorf("%q isn't in %q", want, full)
		}
	}
}

func TestNumbersAsTextsAreBounded(t *testing.T) {
	for raw, want := range map[string]string{
		`{"n":12}`: "12", `{"n":0012}`: "", `{}`: "", `{"n":1.5}`: "", `{"n":-1}`: "",
		`{"n":` + strings.Repeat("1", maxNumber) + `}`:   strings.Repeat("1", maxNumber),
		`{"n":` + strings.Repeat("1", maxNumber+1) + `}`: "",
	} {
		var odd []string
		o, err := parseObject([]byte(raw), &odd)
		if got := o.digits("n"); err == nil && got != want || err != nil && want != "" {
			t.Errorf("%s: %q, %v; want %q", raw, got, err, want)
		}
	}
}

// A code or text beside field faults in the same object is not a field.
func TestACodeBesideFieldFaultsIsNoField(t *testing.T) {
	got := readErrorBody([]byte(`{"fieldErrors":{"code":"INVALID","message":"See below","accountNumber":"is too short"}}`))
	if len(got.fields) != 1 || got.fields[0] != (FieldError{Field: "accountNumber", Message: "is too short"}) {
		t.Errorf("got %+v", got.fields)
	}
}

// Ours: 299 is a success as 200 is, 300 is not.
func TestStatusesBelow300AreSuccesses(t *testing.T) {
	for status, want := range map[int]bool{200: true, 299: true, 300: false} {
		client, _, _ := setup(t, answer(status, readBody))
		_, err := client.GetPayin(t.Context(), NewToken("t"), "order-1")
		if (err == nil) != want {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// A refusal of our version is logged once, not by every call.
func TestARefusedVersionIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		client, err := New(Config{BaseURL: "https://gateway.example", Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			client.noteVersion(t.Context(), call{})
		}
		if got := strings.Count(log.String(), "refuses our X-API-Version"); got != 1 {
			t.Errorf("told %d times", got)
		}
		time.Sleep(2 * time.Minute) //nolint:forbidigo // of virtual time
		client.noteVersion(t.Context(), call{})
		if got := strings.Count(log.String(), "refuses our X-API-Version"); got != 2 {
			t.Errorf("told %d times after two minutes", got)
		}
	})
}

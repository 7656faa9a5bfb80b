package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
)

// ledger is what passed the gateway's door about one payment. It decides what
// pages may say.
type ledger struct {
	mu sync.Mutex

	accepted []creation // accepted creations, even if the answer was cut
	began    int64      // the moment of the first
	since    time.Time  // and its time
	success  bool       // the gateway has said so, at some time
	failed   bool
	expired  bool
	moved    int64     // the moment when it last said something else than an end
	refused  bool      // a creation was answered with 406
	money    []string  // every amount in an answer
	until    time.Time // the last deadline in an answer
	numbers  []string  // external references that it accepted
	took     int64     // the moment when it said so of one
	requires bool      // it asked for another amount
	landing  string    // where the bank leads back to
}

// creation is the body of an accepted one.
type creation struct {
	money, method, operator string
}

// failing are words after which nothing more comes.
var failing = []string{"REFUSED", "FAILED", "CANCELED", "CANCELLED", "REJECTED", "DECLINED", "ERROR"}

var expiring = []string{"EXPIRED", "TIMEOUT"}

// reasons are the documented ones of a failure.
var reasons = []string{"SECURITY_CHECK_FAILED", "CUSTOMER_VERIFICATION_INACTIVITY", "CUSTOMER_NOT_REGISTERED"}

// accept notes a creation or reference that the gateway processed.
func (l *ledger) accept(reference bool, body []byte, moment int64, now time.Time) {
	var told struct {
		Reference string
		ReturnURL string
		Requested struct{ Money money } `json:"paymentRequested"`
		Method    struct {
			Code     string `json:"paymentMethodCode"`
			Operator string `json:"paymentOperatorCode"`
		} `json:"paymentMethod"`
	}
	if err := json.Unmarshal(body, &told); err != nil {
		return // the sandbox wouldn't have accepted it
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if reference {
		l.numbers = append(l.numbers, told.Reference)
		return
	}
	if len(l.accepted) == 0 {
		l.began, l.since = moment, now
	}
	l.landing = told.ReturnURL
	l.accepted = append(l.accepted, creation{told.Requested.Money.String(), told.Method.Code, told.Method.Operator})
}

// hear notes an answer that leaves the gateway undamaged.
func (l *ledger) hear(status int, body []byte, moment int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if status == 406 {
		l.refused = true
	}
	if status >= 300 {
		return
	}
	l.requires = l.requires || bytes.Contains(body, []byte(`"moneyRequired"`))
	var said struct {
		Reason  string `json:"failureReasonCode"`
		Process struct {
			Status string
			Reason string `json:"failureReasonCode"`
		}
		Method struct {
			ExpireAt time.Time
		} `json:"paymentMethodResponse"`
	}
	if json.Unmarshal(body, &said) != nil {
		return
	}
	word := strings.ToUpper(said.Process.Status)
	l.success = l.success || word == "SUCCESS"
	reason := cmp.Or(said.Reason, said.Process.Reason)
	// Beside another word only a documented reason means that it failed.
	l.failed = l.failed || slices.Contains(failing, word) || slices.Contains(reasons, reason) || reason != "" && word == ""
	l.expired = l.expired || slices.Contains(expiring, word)
	if word != "" && reason == "" && !slices.Contains(failing, word) && !slices.Contains(expiring, word) {
		l.moved = moment
	}
	if said.Method.ExpireAt.After(l.until) {
		l.until = said.Method.ExpireAt
	}
	l.hearMoney(body)
}

// hearMoney finds every money object, wherever it is.
func (l *ledger) hearMoney(body []byte) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var all any
	if decoder.Decode(&all) != nil {
		return
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			amount, isNumber := v["amount"].(json.Number)
			currency, isText := v["currencyCode"].(string)
			if m := (money{amount, currency}).String(); isNumber && isText && !slices.Contains(l.money, m) {
				l.money = append(l.money, m)
			}
			for _, one := range v {
				walk(one)
			}
		}
	}
	walk(all)
}

// overdue: the time to pay was over then, the tolerance of clocks included.
func (l *ledger) overdue(then time.Time) bool {
	return !l.until.IsZero() && then.After(l.until.Add(time.Minute))
}

// money is an amount for comparison: 10, 10.0 and 10.00 are equal.
type money struct {
	Amount   json.Number `json:"amount"`
	Currency string      `json:"currencyCode"`
}

func (m money) String() string {
	amount := string(m.Amount)
	if strings.Contains(amount, ".") {
		amount = strings.TrimRight(strings.TrimRight(amount, "0"), ".")
	}
	return amount + " " + m.Currency
}

package model

import (
	"bytes"
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
	success  bool       // the gateway has said so, at some time
	failed   bool
	expired  bool
	fails    int64 // the moment when it last said "failed"
	going    int64 // and when it last said that it isn't over
	goingAt  time.Time
	refused  bool        // a creation was answered with 406
	money    []string    // every amount in an answer
	expireAt []time.Time // deadlines in answers
	numbers  []string    // external references that it accepted
	landing  string      // where the bank leads back to
}

// creation is the body of an accepted one.
type creation struct {
	money, method, operator string
}

// failing are words after which nothing more comes. A failureReasonCode means
// the same, whatever the word beside it.
var failing = []string{"REFUSED", "FAILED", "CANCELED", "CANCELLED", "REJECTED", "DECLINED", "ERROR"}

var expiring = []string{"EXPIRED", "TIMEOUT"}

// accept notes a creation or reference that the gateway processed.
func (l *ledger) accept(reference bool, body []byte) {
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
	l.landing = told.ReturnURL
	l.accepted = append(l.accepted, creation{told.Requested.Money.String(), told.Method.Code, told.Method.Operator})
}

// hear notes an answer that leaves the gateway undamaged.
func (l *ledger) hear(moment int64, now time.Time, status int, body []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if status == 406 {
		l.refused = true
	}
	if status >= 300 {
		return
	}
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
	fails := slices.Contains(failing, word) || said.Reason != "" || said.Process.Reason != ""
	l.failed = l.failed || fails
	if fails || slices.Contains(expiring, word) {
		l.fails = moment
	} else {
		l.going, l.goingAt = moment, now
	}
	l.expired = l.expired || slices.Contains(expiring, word)
	if at := said.Method.ExpireAt; !at.IsZero() && !slices.ContainsFunc(l.expireAt, at.Equal) {
		l.expireAt = append(l.expireAt, at)
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

// mayExpire: the gateway said so, or a deadline that it gave has passed.
func (l *ledger) mayExpire(now time.Time) bool {
	return l.expired || slices.ContainsFunc(l.expireAt, func(at time.Time) bool { return !now.Before(at) })
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

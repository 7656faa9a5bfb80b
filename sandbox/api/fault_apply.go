package api

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/wire"
)

// refusals are the answers of faults whose calls aren't processed, by kind.
var refusals = map[string]*apiError{
	faults.Busy:    errTooMany,
	faults.Broken:  refuse(http.StatusInternalServerError, "INTERNAL", "something went wrong inside the service"),
	faults.Gateway: refuse(http.StatusBadGateway, "BAD_GATEWAY", "the service behind this one gave no proper answer"),
	faults.Down:    errDown,
	faults.Timeout: refuse(http.StatusGatewayTimeout, "GATEWAY_TIMEOUT", "the service behind this one gave no answer in time"),
}

// faultBefore makes a call fail before anything is done.
func (a *API) faultBefore(e endpoint, c *call) error {
	if rule, hit := a.applies(faults.Latency, e, c); hit {
		a.delay(c.Context(), rule.Delay)
	}
	if rule, hit := a.applies(faults.Reset, e, c); hit {
		return cutError{"a fault on purpose, and nothing was done: " + rule.String()}
	}
	for _, kind := range faults.Kinds {
		if refusal := refusals[kind]; refusal != nil {
			if rule, hit := a.applies(kind, e, c); hit {
				asked := *refusal
				asked.check, asked.reason = "fault", "a fault on purpose: "+rule.String()
				asked.remedy = "A client must survive it: nothing was done, so the same call may be sent again. " +
					"Faults and time, in the console, has the rule."
				return &asked
			}
		}
	}
	return nil
}

// applies reports whether a rule of the kind applies to this call, and tells
// the console.
func (a *API) applies(kind string, e endpoint, c *call) (faults.Rule, bool) {
	to := faults.Target{Operation: e.name, Merchant: c.merchant.Code, ID: c.id}
	if e.open && to.Merchant == "" {
		to.Merchant = merchantIn(c.body)
	}
	rule, hit := a.Faults.Applies(kind, to)
	if hit {
		c.note("a fault on purpose: " + rule.String())
	}
	return rule, hit
}

// faultAfter makes a call fail after it was processed or refused.
func (a *API) faultAfter(e endpoint, c *call, answer any, failure error) (any, error) {
	if errors.Is(failure, errCut) {
		return nil, failure
	}
	if rule, hit := a.applies(faults.Lost, e, c); hit {
		return nil, cutError{"a fault on purpose, and the call was done: " + rule.String()}
	}
	if failure != nil {
		refusal := *asAPIError(failure)
		if refusal.check == "sandbox" {
			return nil, failure // a real error, for the log
		}
		body, err := a.withUndocumented(e, c, refusal.body)
		if err != nil {
			return nil, err
		}
		refusal.raw = body
		return nil, &refusal
	}
	answer = a.withStrangeStatus(e, c, answer)
	if body, err := a.withUndocumented(e, c, answer); body != nil || err != nil {
		return body, err
	}
	return answer, nil
}

// withStrangeStatus gives a payment in progress an undocumented status. Final statuses
// stay.
func (a *API) withStrangeStatus(e endpoint, c *call, answer any) any {
	strange := func(p *wire.Process) *wire.Process {
		if p == nil || process.Final(p.Status) {
			return p
		}
		if _, hit := a.applies(faults.Strange, e, c); !hit {
			return p
		}
		changed := *p
		changed.Status, changed.ProcessorStatus = process.Strange, ""
		return &changed
	}
	switch read := answer.(type) {
	case wire.Payin:
		read.Process = strange(read.Process)
		return read
	case wire.Payout:
		read.Process = strange(read.Process)
		return read
	}
	return answer
}

// raw is an answer ready to be sent.
type raw []byte

// withUndocumented writes the answer so that only clients that rely on documented
// properties alone can read it. It returns nil if no rule applies.
func (a *API) withUndocumented(e endpoint, c *call, answer any) (raw, error) {
	_, unknown := a.applies(faults.Unknown, e, c)
	_, reordered := a.applies(faults.Reordered, e, c)
	_, malformed := a.applies(faults.Malformed, e, c)
	if !unknown && !reordered && !malformed {
		return nil, nil
	}
	body, err := a.written(answer)
	if err != nil {
		return nil, err
	}
	if unknown || reordered {
		if body, err = rewritten(jsontext.NewDecoder(bytes.NewReader(body)), unknown, reordered); err != nil {
			return nil, err
		}
	}
	if malformed {
		body = body[:len(body)/2]
	}
	return body, nil
}

// rewritten changes all objects of a document, at any depth: it adds an
// undocumented property and changes the order of properties. The order of
// arrays is documented and stays.
func rewritten(document *jsontext.Decoder, unknown, reordered bool) ([]byte, error) {
	kind := document.PeekKind()
	if kind != '{' && kind != '[' {
		value, err := document.ReadValue()
		return bytes.Clone(value), err
	}
	if _, err := document.ReadToken(); err != nil {
		return nil, err
	}
	var items [][]byte
	for next := document.PeekKind(); next != '}' && next != ']'; next = document.PeekKind() {
		var item []byte
		if kind == '{' {
			name, err := document.ReadValue()
			if err != nil {
				return nil, err
			}
			item = append(bytes.Clone(name), ':')
		}
		value, err := rewritten(document, unknown, reordered)
		if err != nil {
			return nil, err
		}
		items = append(items, append(item, value...))
	}
	if _, err := document.ReadToken(); err != nil {
		return nil, err
	}
	if kind == '[' {
		return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]")), nil
	}
	if unknown {
		items = append(items, []byte(`"loyaltyPoints":{"earned":3,"expires":null}`))
	}
	if reordered {
		rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	}
	return slices.Concat([]byte("{"), bytes.Join(items, []byte(",")), []byte("}")), nil
}

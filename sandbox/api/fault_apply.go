package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"

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
	if rule, hit := a.Faults.Strikes(faults.Latency, e.name); hit {
		a.delay(c.Context(), rule.Delay)
	}
	if _, hit := a.Faults.Strikes(faults.Reset, e.name); hit {
		return errCut
	}
	for _, kind := range faults.Kinds {
		if refusal := refusals[kind]; refusal != nil {
			if _, hit := a.Faults.Strikes(kind, e.name); hit {
				return refusal
			}
		}
	}
	return nil
}

// faultAfter makes a call fail after it was processed or refused.
func (a *API) faultAfter(e endpoint, answer any, failure error) (any, error) {
	if errors.Is(failure, errCut) {
		return nil, failure
	}
	if _, hit := a.Faults.Strikes(faults.Lost, e.name); hit {
		return nil, errCut
	}
	if failure != nil {
		refusal := *asAPIError(failure)
		if refusal.status == http.StatusInternalServerError {
			return nil, failure // a real error, for the log
		}
		body, err := a.disguise(e, refusal.body)
		if err != nil {
			return nil, err
		}
		refusal.raw = body
		return nil, &refusal
	}
	answer = a.estrange(e, answer)
	if body, err := a.disguise(e, answer); body != nil || err != nil {
		return body, err
	}
	return answer, nil
}

// estrange gives a payment in progress an undocumented status. Final statuses
// stay.
func (a *API) estrange(e endpoint, answer any) any {
	strange := func(p *wire.Process) *wire.Process {
		if p == nil || process.Final(p.Status) {
			return p
		}
		if _, hit := a.Faults.Strikes(faults.Strange, e.name); !hit {
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

// disguise writes the answer so that only clients that rely on documented
// properties alone can read it. It returns nil if no rule applies.
func (a *API) disguise(e endpoint, answer any) (raw, error) {
	_, unknown := a.Faults.Strikes(faults.Unknown, e.name)
	_, reordered := a.Faults.Strikes(faults.Reordered, e.name)
	_, malformed := a.Faults.Strikes(faults.Malformed, e.name)
	if !unknown && !reordered && !malformed {
		return nil, nil
	}
	body, err := a.written(answer)
	if err != nil {
		return nil, err
	}
	if unknown || reordered {
		if body, err = disguised(body, unknown, reordered); err != nil {
			return nil, err
		}
	}
	if malformed {
		body = body[:len(body)/2]
	}
	return body, nil
}

// member is one property of an object.
type member struct {
	name  string
	value json.RawMessage
}

// disguised changes all objects of a document, at any depth: it adds an
// undocumented property and changes the order of properties. The order of
// arrays is documented and stays.
func disguised(document json.RawMessage, unknown, reordered bool) (json.RawMessage, error) {
	if document[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(document, &list); err != nil {
			return nil, err
		}
		for i := range list {
			var err error
			if list[i], err = disguised(list[i], unknown, reordered); err != nil {
				return nil, err
			}
		}
		return json.Marshal(list)
	}
	if document[0] != '{' {
		return document, nil
	}
	members, err := membersOf(document)
	if err != nil {
		return nil, err
	}
	for i := range members {
		if members[i].value, err = disguised(members[i].value, unknown, reordered); err != nil {
			return nil, err
		}
	}
	if unknown {
		members = append(members, member{"loyaltyPoints", json.RawMessage(`{"earned":3,"expires":null}`)})
	}
	if reordered {
		rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	return written(members)
}

// membersOf are an object's properties in order.
func membersOf(object json.RawMessage) ([]member, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil { // the brace
		return nil, err
	}
	var list []member
	for decoder.More() {
		var m member
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		m.name, _ = name.(string) // in an object it is always a string
		if err := decoder.Decode(&m.value); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

func written(members []member) (json.RawMessage, error) {
	var out bytes.Buffer
	for i, m := range members {
		out.WriteByte("{,"[min(i, 1)])
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(m.value)
	}
	if len(members) == 0 {
		out.WriteByte('{')
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

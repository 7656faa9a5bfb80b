package sandbox

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"

	"payapp/sandbox/internal/wire"
)

// faultBefore makes a call go wrong before anything is done.
func (s *Sandbox) faultBefore(e endpoint, c *call) error {
	if rule, hit := s.faults.strikes(faultLatency, e.name); hit {
		s.config.Sleep(c.Context(), rule.Delay)
	}
	if _, hit := s.faults.strikes(faultReset, e.name); hit {
		return errCut
	}
	if _, hit := s.faults.strikes(faultBusy, e.name); hit {
		return errTooMany
	}
	if _, hit := s.faults.strikes(faultDown, e.name); hit {
		return errDown
	}
	return nil
}

// faultAfter makes a call that was served go wrong on its way back. Only the
// status of a payment in progress turns strange: what is final stays true.
func (s *Sandbox) faultAfter(e endpoint, answer any) (any, error) {
	if _, hit := s.faults.strikes(faultLost, e.name); hit {
		return nil, errCut
	}
	if read, ok := answer.(wire.Payin); ok && read.Process != nil && !final(read.Process.Status) {
		if _, hit := s.faults.strikes(faultStrange, e.name); hit {
			process := *read.Process
			process.Status, process.ProcessorStatus = statusStrange, ""
			read.Process = &process
			answer = read
		}
	}
	return s.disguise(e, answer)
}

// raw is an answer that is ready as it is.
type raw []byte

// disguise writes the answer so that only clients that hold on to the
// documented properties can read it.
func (s *Sandbox) disguise(e endpoint, answer any) (any, error) {
	_, unknown := s.faults.strikes(faultUnknown, e.name)
	_, reordered := s.faults.strikes(faultReordered, e.name)
	_, malformed := s.faults.strikes(faultMalformed, e.name)
	if !unknown && !reordered && !malformed {
		return answer, nil
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if (unknown || reordered) && json.Unmarshal(body, &object) == nil {
		if unknown {
			object["loyaltyPoints"] = json.RawMessage(`{"earned":3,"expires":null}`)
		}
		body = shuffled(object)
	}
	if malformed {
		body = body[:len(body)/2]
	}
	return raw(body), nil
}

// shuffled writes an object, and the objects in it, in a random order.
func shuffled(object map[string]json.RawMessage) []byte {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	rand.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var out bytes.Buffer
	out.WriteByte('{')
	for i, key := range keys {
		if i > 0 {
			out.WriteByte(',')
		}
		name, _ := json.Marshal(key) // a string always can be
		out.Write(name)
		out.WriteByte(':')
		var inner map[string]json.RawMessage
		if json.Unmarshal(object[key], &inner) == nil && inner != nil {
			out.Write(shuffled(inner))
		} else {
			out.Write(object[key])
		}
	}
	out.WriteByte('}')
	return out.Bytes()
}

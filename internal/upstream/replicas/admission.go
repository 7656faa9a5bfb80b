package replicas

import (
	"slices"
	"strings"
	"time"
)

// Admission is whether a replica that starts may have customers. One whose session
// key no other knows would break them: it waits, so that a roll-out with a wrong key
// stops at its first replica.
type Admission int

// What became of it. A replica that was admitted once stays so: what others do later
// must not take it away.
const (
	// Asking: the store hasn't yet said who else there is.
	Asking Admission = iota
	// Held: replicas are there that have customers, and none of them has this one's
	// session key.
	Held
	// Admitted: one of them has it, or there is none, or nobody can tell.
	Admitted
)

// askingFor is how long a replica that starts waits for the store. Without it nobody
// can tell who else there is, and customers need replicas more than certainty.
const askingFor = 5 * time.Second

// Admission is whether this replica may have customers.
func (r *Replica) Admission() Admission {
	if r.store == nil || r.config.AnyKey {
		return Admitted
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.admission == Asking && time.Since(r.started) > askingFor {
		r.admission = Admitted
	}
	return r.admission
}

// knows reports whether a replica that has customers opens what this one seals: the
// newest of its keys is among the other's. A build that says nothing of its keys
// counts as one that does.
func (m member) knows(newest string) bool {
	return m.marks == "" || slices.Contains(strings.Split(m.marks, ","), newest)
}

// judge decides, by the others that are there.
func (r *Replica) judge(others []member) {
	if r.admission == Admitted || r.config.AnyKey {
		return
	}
	r.admission = Admitted
	newest := r.config.Vault.Marks()[0]
	having := slices.DeleteFunc(slices.Clone(others), func(m member) bool { return !m.admitted })
	if len(having) > 0 && !slices.ContainsFunc(having, func(m member) bool { return m.knows(newest) }) {
		r.admission = Held
	}
}

// tellAdmission logs what changed.
func (r *Replica) tellAdmission(before, after Admission, replicas int) {
	switch {
	case after == Held && before != Held:
		r.config.Logger.Error("not ready: no running replica has this one's session key", "replicas", replicas)
	case after == Admitted && before == Held:
		r.config.Logger.Info("ready: a running replica has this one's session key, or none is left", "replicas", replicas)
	}
}

package replicas

import (
	"slices"
	"strings"
	"time"
)

// Admission is whether a replica that starts may have customers. One that can't open
// another's sessions, or the other way, waits: a roll-out with a wrong key stops.
type Admission int

// What became of it. A replica that was admitted once stays so.
const (
	Asking   Admission = iota // the store hasn't yet said who else there is
	Held                      // of those with customers none opens what this one seals, or the other way
	Admitted                  // it isn't so, or there is none, or nobody can tell
)

// askingFor is how long a replica that starts waits for the store.
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

// knows reports whether a replica that has customers opens what this one seals.
func (m member) knows(newest string) bool {
	return slices.Contains(strings.Split(m.marks, ","), newest)
}

// opened reports whether these keys open what the other seals.
func (m member) opened(marks []string) bool {
	newest, _, _ := strings.Cut(m.marks, ",")
	return slices.Contains(marks, newest)
}

// judge decides, by the others that are there.
func (r *Replica) judge(others []member) {
	if r.admission == Admitted || r.config.AnyKey {
		return
	}
	r.admission = Admitted
	marks := r.config.Vault.Marks()
	having := slices.DeleteFunc(slices.Clone(others), func(m member) bool { return !m.admitted })
	known := slices.ContainsFunc(having, func(m member) bool { return m.knows(marks[0]) })
	sealed := slices.ContainsFunc(having, func(m member) bool { return !m.opened(marks) })
	if len(having) > 0 && (!known || sealed) {
		r.admission = Held
	}
}

// tellAdmission logs what changed.
func (r *Replica) tellAdmission(before, after Admission, replicas int) {
	switch {
	case after == Held && before != Held:
		r.config.Logger.Error("not ready: this replica and one that runs can't open each other's sessions", "replicas", replicas)
	case after == Admitted && before == Held:
		r.config.Logger.Info("ready: this replica and those that run open each other's sessions, or none is left", "replicas", replicas)
	}
}

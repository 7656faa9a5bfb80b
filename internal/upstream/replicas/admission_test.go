package replicas

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/journal"
)

// keyring is a vault with several keys, newest first.
type keyring struct {
	plainVault
	marks []string
}

func (k keyring) Marks() []string { return k.marks }

// starting is a replica with these keys, newest first and separated by spaces.
func (s *redisServer) starting(keys string, change ...func(*Config)) *Replica {
	s.t.Helper()
	marks := strings.Fields(keys)
	config := Config{
		Address: s.url(), Vault: keyring{plainVault{marks[len(marks)-1]}, marks}, Rate: testRate,
		Logger: slog.New(slog.DiscardHandler), Now: time.Now,
	}
	for _, c := range change {
		c(&config)
	}
	return startReplicaWith(s.t, config)
}

func becomes(t *testing.T, r *Replica, what string, want Admission) {
	t.Helper()
	until(t, what, func() bool { return r.Admission() != Asking })
	if got := r.Admission(); got != want {
		t.Errorf("%s: got %d, want %d", what, got, want)
	}
}

// live is a replica with customers, of which the others know.
func (s *redisServer) live(keys string) *Replica {
	s.t.Helper()
	r := s.starting(keys)
	becomes(s.t, r, "a replica that is there first", Admitted)
	beats(s.t, r)
	return r
}

// beats waits for the next time that the replica says what it is.
func beats(t *testing.T, r *Replica) {
	t.Helper()
	last := func() time.Time {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.beaten
	}
	before := last()
	until(t, "another beat", func() bool { return last().After(before) })
}

// A roll-out with a key that no running replica has stops at its first replica. The
// steps of a rotation go through, in both directions.
func TestAReplicaWithAnotherKeyIsHeld(t *testing.T) {
	for what, row := range map[string]struct {
		live, starts string
		want         Admission
	}{
		"the same":                       {"old", "old", Admitted},
		"a wrong one":                    {"old", "wrong", Held},
		"step 1, a new one behind":       {"old", "old new", Admitted},
		"step 1 taken back":              {"old new", "old", Admitted},
		"step 2, the new one first":      {"old new", "new old", Admitted},
		"step 2 taken back":              {"new old", "old new", Admitted},
		"step 3, without the old one":    {"new old", "new", Admitted},
		"step 3 taken back":              {"new", "new old", Admitted},
		"steps 1 and 2 at once":          {"old", "new old", Held},
		"steps 2 and 3 at once":          {"old new", "new", Held},
		"steps 2 and 3 back at once":     {"new", "old new", Held},
		"a wrong one, the right behind":  {"old", "wrong old", Held},
		"an old one that is gone by now": {"new", "old", Held},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			server := startRedis(t)
			for range 2 {
				server.live(row.live)
			}
			becomes(t, server.starting(row.starts), what, row.want)
		})
	}
}

// The rotation that docs/runbook.md describes, replica by replica: nobody waits.
func TestTheDocumentedRotation(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	fleet := []*Replica{server.live("old"), server.live("old")}
	for _, keys := range []string{"old new", "new old", "new"} {
		for at, before := range fleet {
			fleet[at] = server.starting(keys)
			becomes(t, fleet[at], keys, Admitted)
			before.Close()
		}
	}
}

// Replicas that wait don't speak for each other: else a roll-out of two at once would
// go through. It is told why they wait, and they go on once nobody is left whose
// customers they could break.
func TestHeldReplicasDontVouch(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	server.live("key")
	server.live("key")
	log := &journal.Journal{}
	logged := func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(log, nil)) }
	one, two := server.starting("wrong", logged), server.starting("wrong")
	becomes(t, one, "a wrong key", Held)
	becomes(t, two, "the same beside it", Held)
	for range 3 { // each has heard of the other by then
		beats(t, one)
		beats(t, two)
	}
	if one.Admission() != Held || two.Admission() != Held {
		t.Errorf("they admit each other: %d, %d", one.Admission(), two.Admission())
	}
	becomes(t, server.starting("key"), "the right key meanwhile", Admitted)
	becomes(t, server.starting("leaked", func(c *Config) { c.AnyKey = true }), "another one, on purpose", Admitted)

	if text := log.String(); strings.Count(text, "not ready: this replica and one that runs can't open each other's sessions") != 1 {
		t.Errorf("the log says:\n%s", text)
	}
}

// With the last of the others a wrong key is the only one there is.
func TestAHeldReplicaGoesOnAlone(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	live := server.live("key")
	fresh := server.starting("new")
	becomes(t, fresh, "another key", Held)
	live.Close()
	until(t, "it is admitted", func() bool { return fresh.Admission() == Admitted })
	beats(t, fresh)
	again := server.starting("key")
	becomes(t, again, "the key of before", Held)
	if fresh.Admission() != Admitted {
		t.Error("what was admitted is held")
	}
}

// Customers need replicas more than certainty: without a store, and when it doesn't
// answer, nobody is held.
func TestNobodyIsHeldWithoutTheStore(t *testing.T) {
	t.Parallel()
	alone := startReplicaWith(t, Config{Vault: plainVault{"key"}, Rate: testRate, Logger: slog.New(slog.DiscardHandler), Now: time.Now})
	if alone.Admission() != Admitted {
		t.Error("without a store a replica is held")
	}
	server := startRedis(t)
	server.kill()
	r := server.starting("key")
	r.mu.Lock()
	r.started = r.started.Add(-askingFor)
	r.mu.Unlock()
	if r.Admission() != Admitted {
		t.Error("it waits for a store that is gone")
	}
}

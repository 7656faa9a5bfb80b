package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var start = time.UnixMilli(1_795_000_000_000)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// create makes a payin that is pending at the start and then follows the plan.
func create(t *testing.T, s *Store, id string, plan ...Transition) Payment {
	t.Helper()
	plan = append([]Transition{{At: start, Status: "PENDING"}}, plan...)
	err := s.Create(t.Context(), Payment{Kind: Payin, ID: id, Play: id, CallbackURL: "http://x/", CreatedAt: start, Request: []byte{}, Response: []byte{}}, plan)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Payment(t.Context(), "", Payin, id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func status(t *testing.T, s *Store, p Payment, after time.Duration) string {
	t.Helper()
	state, err := s.State(t.Context(), p, start.Add(after))
	if err != nil {
		t.Fatal(err)
	}
	return state.Status
}

func TestStatusFollowsTheClock(t *testing.T) {
	s := open(t)
	p := create(t, s, "a", Transition{At: start.Add(time.Minute), Status: "EXPIRED"})
	if got := status(t, s, p, 59*time.Second); got != "PENDING" {
		t.Errorf("got %s", got)
	}
	if got := status(t, s, p, time.Minute); got != "EXPIRED" {
		t.Errorf("got %s", got)
	}
	// A move replaces future transitions, and nothing else.
	if err := s.Move(t.Context(), p, start.Add(time.Second), Transition{At: start.Add(time.Second), Status: "SUCCESS"}); err != nil {
		t.Fatal(err)
	}
	if got := status(t, s, p, time.Hour); got != "SUCCESS" {
		t.Errorf("after the move: got %s", got)
	}
	if got := status(t, s, p, 0); got != "PENDING" {
		t.Errorf("before the move: got %s", got)
	}
}

func TestAnIDIsTakenOnce(t *testing.T) {
	s := open(t)
	create(t, s, "a")
	err := s.Create(t.Context(), Payment{Kind: Payin, ID: "a", Play: "b", CreatedAt: start, Request: []byte{}, Response: []byte{}}, nil)
	if !errors.Is(err, ErrExists) {
		t.Errorf("got %v, want ErrExists", err)
	}
	if _, err := s.Payment(t.Context(), "", Payout, "a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
	err = s.Create(t.Context(), Payment{Merchant: "OTHER", Kind: Payin, ID: "a", Play: "b", CreatedAt: start, Request: []byte{}, Response: []byte{}}, nil)
	if err != nil {
		t.Errorf("by another merchant: got %v", err)
	}
	if p, err := s.Payment(t.Context(), "", Payin, "a"); err != nil || p.Merchant != "OTHER" {
		t.Errorf("the newest: got %q %v", p.Merchant, err)
	}
}

// A claimed callback is due again only after its lease, so a crash loses none
// and nobody delivers it twice meanwhile.
func TestClaimsAreLeases(t *testing.T) {
	s := open(t)
	create(t, s, "a", Transition{At: start, Status: "SUCCESS"})
	claim := func(after time.Duration) int {
		t.Helper()
		now := start.Add(after)
		if err := s.Emit(t.Context(), now, func(Change) []Emission { return []Emission{{At: now}} }); err != nil {
			t.Fatal(err)
		}
		due, err := s.Claim(t.Context(), now, time.Minute, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(due)
	}
	for i, want := range []struct {
		after time.Duration
		n     int
	}{{0, 1}, {0, 0}, {59 * time.Second, 0}, {time.Minute, 1}} {
		if got := claim(want.after); got != want.n {
			t.Errorf("claim %d: got %d callbacks, want %d", i, got, want.n)
		}
	}
	if err := s.Attempted(t.Context(), 1, Attempt{At: start, Status: 200}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if got := claim(time.Hour); got != 0 {
		t.Errorf("after delivery: got %d", got)
	}
}

func TestStoriesForgetOldReadsOnly(t *testing.T) {
	s := open(t)
	for range usualBounds.passing {
		for _, method := range []string{"POST", "GET", "GET"} {
			if err := s.AddCall(t.Context(), Call{Merchant: "DEMO", Kind: Payin, ID: "a", At: start, Method: method}); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := s.Calls(t.Context(), CallFilter{Merchant: "DEMO", ID: "a", Kind: Payin})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, e := range list {
		count[e.Method]++
	}
	if count["POST"] != usualBounds.passing || count["GET"] != usualBounds.passing {
		t.Errorf("got %v", count)
	}
}

// A file that 1.0.0 wrote is read: a later schema brings it up to date.
func TestAFileOfTheFirstReleaseIsRead(t *testing.T) {
	written, err := os.ReadFile("testdata/schema-3.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), string(written)+"; PRAGMA user_version = 3"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p, err := s.Payment(t.Context(), "DEMO", Payin, "order-1")
	if err != nil {
		t.Fatal(err)
	}
	if p.Method != "PROMPTPAY" || status(t, s, p, 0) != "PENDING" || status(t, s, p, time.Minute) != "SUCCESS" {
		t.Errorf("got %+v, %s, then %s", p, status(t, s, p, 0), status(t, s, p, time.Minute))
	}
}

func TestAFileOfAnotherVersionIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.ExecContext(context.Background(), `PRAGMA user_version = 99`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("got %v", err)
	}
}

package store

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// kept counts the calls in all stories.
func kept(t *testing.T, s *Store, where string) (n int) {
	t.Helper()
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*) FROM calls WHERE `+where).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func add(t *testing.T, s *Store, merchant, id string, c Call) {
	t.Helper()
	c.At, c.Merchant, c.Kind, c.ID = start, merchant, Payin, id
	if err := s.AddCall(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// Without a token nobody can fill the database, neither with calls about one
// payment nor about ever new ones, and nobody can push out what merchants did.
func TestStoriesOfStrangersAreBounded(t *testing.T) {
	s := open(t)
	s.bounds.strangers, s.bounds.strange = 5, 12
	add(t, s, "DEMO", "a", Call{Method: "POST", Path: "/payins/a", Status: 200})
	for i := range 30 {
		add(t, s, "", "a", Call{Method: "POST", Path: "/payins/a", Status: 401})
		if n := kept(t, s, `merchant = '' AND id = 'a'`); n > 5 {
			t.Fatalf("%d calls of strangers about one payment", n)
		}
		add(t, s, "", fmt.Sprint("b", i), Call{Method: "POST", Path: "/payins/x", Status: 401})
	}
	if n := kept(t, s, `merchant = ''`); n != 12 {
		t.Errorf("%d calls of strangers in all", n)
	}
	if n := kept(t, s, `merchant = 'DEMO'`); n != 1 {
		t.Errorf("%d calls of the merchant", n)
	}
}

// A merchant's refused calls about one payment are removed as its reads are,
// neither for the other's sake; calls that changed something stay.
func TestStoriesForgetOldRefusals(t *testing.T) {
	s := open(t)
	s.bounds.refused, s.bounds.passing = 5, 3
	add(t, s, "DEMO", "a", Call{Method: "POST", Path: "/payins/a"}) // cut off
	for range 20 {
		add(t, s, "DEMO", "a", Call{Method: "POST", Path: "/payins/a", Status: 400})
		add(t, s, "DEMO", "a", Call{Method: "GET", Path: "/payins/a", Status: 200})
	}
	if n, changed, refused := kept(t, s, `TRUE`), kept(t, s, `status = 0`), kept(t, s, `status = 400`); n != 9 || changed != 1 || refused != 5 {
		t.Errorf("%d calls, %d of which changed something, %d refused", n, changed, refused)
	}
}

// All stories together are limited, in number and size; the oldest calls go
// first.
func TestStoriesOfAllPaymentsAreBounded(t *testing.T) {
	for name, bound := range map[string]bounds{"rows": {rows: 10, bytes: 1 << 20}, "bytes": {rows: 1 << 20, bytes: 1020}} {
		s := open(t)
		bound.passing, bound.refused, bound.every = 60, 60, 4
		s.bounds = bound
		for i := range 40 {
			add(t, s, "DEMO", fmt.Sprint(i), Call{Method: "POST", Path: "/payins/x", Status: 200, Response: strings.Repeat("x", 100)})
		}
		if n, newest := kept(t, s, `TRUE`), kept(t, s, `id = '39'`); n != 10 || newest != 1 {
			t.Errorf("%s: %d calls, of the newest payment %d", name, n, newest)
		}
	}
}

// A file that grew with an earlier version is trimmed at the start, and gives
// back free space.
func TestAFileThatGrewIsTidied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sandbox.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, "DEMO", "a", Call{Method: "POST", Status: 200, Response: strings.Repeat("x", 80<<20)})
	add(t, s, "DEMO", "b", Call{Method: "POST", Status: 200})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var size int64
	if err := s.db.QueryRowContext(t.Context(), `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&size); err != nil {
		t.Fatal(err)
	}
	if n := kept(t, s, `TRUE`); n != 1 || size > 1<<20 {
		t.Errorf("%d calls, %d bytes", n, size)
	}
}

// A merchant's calls about no payment are bounded, and take no room from
// others'.
func TestCallsAboutNoPaymentAreBounded(t *testing.T) {
	s := open(t)
	s.bounds.unbound = 5
	add(t, s, "DEMO", "a", Call{Method: "GET", Path: "/payins/a", Status: 200})
	add(t, s, "DEMO", "", Call{Method: "GET", Path: "/balances", Status: 403})
	for range 20 {
		add(t, s, "DEMO", "", Call{Method: "GET", Path: "/balances", Status: 200})
	}
	if n, refused := kept(t, s, `TRUE`), kept(t, s, `status = 403`); n != 7 || refused != 1 {
		t.Errorf("%d calls, %d refused", n, refused)
	}
}

// Calls are found by what they are about, who made them and how they ended.
func TestCallsAreFiltered(t *testing.T) {
	s := open(t)
	add(t, s, "DEMO", "a", Call{Operation: "payin-create", Status: 200})
	add(t, s, "DEMO", "a", Call{Operation: "payin-read", Status: 403})
	add(t, s, "", "a", Call{Operation: "payin-read", Status: 401, Claimed: "DEMO"})
	add(t, s, "", "a", Call{Operation: "payin-read", Status: 401})
	add(t, s, "OTHER", "b", Call{Operation: "payin-create"})
	for name, c := range map[string]struct {
		filter CallFilter
		want   string
	}{
		"all":       {CallFilter{}, "5 4 3 2 1"},
		"order":     {CallFilter{ID: "a"}, "4 3 2 1"},
		"merchant":  {CallFilter{Merchant: "DEMO"}, "3 2 1"},
		"both":      {CallFilter{Merchant: "DEMO", ID: "a"}, "4 3 2 1"},
		"operation": {CallFilter{Operation: "payin-create"}, "5 1"},
		"status":    {CallFilter{Status: "401"}, "4 3"},
		"class":     {CallFilter{Status: "4xx"}, "4 3 2"},
		"refused":   {CallFilter{Status: "refused"}, "5 4 3 2"},
		"older":     {CallFilter{Before: 3, Limit: 1}, "2"},
		"newer":     {CallFilter{After: 3}, "5 4"},
	} {
		list, err := s.Calls(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, found := range list {
			got = append(got, fmt.Sprint(found.Seq))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

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
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*) FROM exchanges WHERE `+where).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func add(t *testing.T, s *Store, merchant, subject string, e Exchange) {
	t.Helper()
	e.At = start
	if err := s.AddExchange(t.Context(), merchant, subject, e); err != nil {
		t.Fatal(err)
	}
}

// Without a token nobody can fill the database, neither with calls about one
// payment nor about ever new ones, and nobody can push out what merchants did.
func TestStoriesOfStrangersAreBounded(t *testing.T) {
	s := open(t)
	s.bounds.strangers, s.bounds.strange = 5, 12
	add(t, s, "DEMO", "payin/a", Exchange{Method: "POST", Path: "/payins/a", Status: 200})
	for i := range 30 {
		add(t, s, "", "payin/a", Exchange{Method: "POST", Path: "/payins/a", Status: 401})
		if n := kept(t, s, `merchant = '' AND subject = 'payin/a'`); n > 5 {
			t.Fatalf("%d calls of strangers about one payment", n)
		}
		add(t, s, "", fmt.Sprint("payin/", i), Exchange{Method: "POST", Path: "/payins/x", Status: 401})
	}
	if n := kept(t, s, `merchant = ''`); n != 12 {
		t.Errorf("%d calls of strangers in all", n)
	}
	if n := kept(t, s, `merchant = 'DEMO'`); n != 1 {
		t.Errorf("%d calls of the merchant", n)
	}
}

// A merchant's refused calls about one payment are removed as its reads are;
// calls that changed something stay.
func TestStoriesForgetOldRefusals(t *testing.T) {
	s := open(t)
	s.bounds.passing = 5
	add(t, s, "DEMO", "payin/a", Exchange{Method: "POST", Path: "/payins/a"}) // cut off
	for range 20 {
		add(t, s, "DEMO", "payin/a", Exchange{Method: "POST", Path: "/payins/a", Status: 400})
	}
	if n, changed := kept(t, s, `TRUE`), kept(t, s, `status = 0`); n != 6 || changed != 1 {
		t.Errorf("%d calls, %d of which changed something", n, changed)
	}
}

// All stories together are limited, in number and size; the oldest calls go
// first.
func TestStoriesOfAllPaymentsAreBounded(t *testing.T) {
	for name, bound := range map[string]bounds{"rows": {rows: 10, bytes: 1 << 20}, "bytes": {rows: 1 << 20, bytes: 1000}} {
		s := open(t)
		bound.passing, bound.every = 60, 4
		s.bounds = bound
		for i := range 40 {
			add(t, s, "DEMO", fmt.Sprint("payin/", i), Exchange{Method: "POST", Path: "/payins/x", Status: 200, Response: strings.Repeat("x", 100)})
		}
		if n, newest := kept(t, s, `TRUE`), kept(t, s, `subject = 'payin/39'`); n != 10 || newest != 1 {
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
	add(t, s, "DEMO", "payin/a", Exchange{Method: "POST", Status: 200, Response: strings.Repeat("x", 80<<20)})
	add(t, s, "DEMO", "payin/b", Exchange{Method: "POST", Status: 200})
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

package handlers_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"payapp/internal/testing/journal"
)

// refusedLine is what the log says of a refused link or token.
type refusedLine struct {
	Msg, Level, Problem string
	Claimed             string `json:"unverified_merchant"`
	NotLogged           int    `json:"not_logged"`
}

func refusedLines(t *testing.T, log *journal.Journal) (all []refusedLine) {
	t.Helper()
	for line := range bytes.Lines([]byte(log.String())) {
		var l refusedLine
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		if l.Msg == "refused" {
			all = append(all, l)
		}
	}
	return all
}

// Whoever looks at refused links and tokens finds the shop that they claim to be of:
// the log has it as unverified, and never a token.
func TestRefusalsNameTheClaimedMerchant(t *testing.T) {
	w := setup(t)
	log := &journal.Journal{}
	w.restart(slog.New(slog.NewJSONHandler(log, nil)))
	secret := "forged-" + longNoise(60)
	forged := with(w.link("10", "THB"), "merchantCode", "SHOP-1", "token", secret)
	w.browser().Enter(forged).Want(403, "problem").WantHook("problem", "token-rejected")
	w.browser().Enter(with(w.link("10", "THB"), "merchantCode", "SHOP-2", "amount", "20")).Want(403, "problem")
	w.browser().Enter(with(w.link("10", "THB"), "merchantCode", "SHOP-3", "currencyCode", "thb")).Want(400, "problem")
	strange := "S\u202e" + strings.Repeat("x", 500)
	w.browser().Enter(with(w.link("10", "THB"), "merchantCode", strange)).Want(400, "problem")
	other := w.token("DEMO", "another", "10", "THB")
	w.browser().Get("/status?idPayin=order-5&currencyCode=THB&token="+other).Want(403, "problem")
	want := []refusedLine{
		{Problem: "token-rejected", Claimed: "SHOP-1"}, {Problem: "token-rejected", Claimed: "SHOP-2"}, {Problem: "entry-invalid", Claimed: "SHOP-3"},
		{Problem: "entry-invalid", Claimed: "S?" + strings.Repeat("x", 30) + "…"}, {Problem: "token-rejected", Claimed: "DEMO"},
	}
	got := refusedLines(t, log)
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, l := range got {
		if l.Problem != want[i].Problem || l.Claimed != want[i].Claimed || l.Level != "WARN" || utf8.RuneCountInString(l.Claimed) > 33 {
			t.Errorf("got %+v, want %+v", l, want[i])
		}
	}
	if strings.Contains(log.String(), secret) || strings.Contains(log.String(), other) {
		t.Error("the log has a token")
	}
}

// A flood of links fills no log: beyond a few at once there is a line a second, which
// says how many weren't written.
func TestRefusalsAreLoggedWithinBounds(t *testing.T) {
	w := setup(t)
	log := &journal.Journal{}
	w.restart(slog.New(slog.NewJSONHandler(log, nil)))
	b := w.browser()
	forged := with(w.link("10", "THB"), "amount", "20")
	refused := func(n int) {
		for range n {
			b.Enter(forged)
		}
	}
	refused(30)
	if got := refusedLines(t, log); len(got) != 20 {
		t.Errorf("%d lines of 30 at once, want 20", len(got))
	}
	w.clock.advance(time.Second)
	refused(5)
	if got := refusedLines(t, log); len(got) != 21 || got[20].NotLogged != 10 {
		t.Errorf("a second later: %d lines, the last %+v; want 21, and that 10 are missing", len(got), got[len(got)-1])
	}
}

package methods

import (
	"slices"
	"strings"
	"testing"
)

// unseen is what comes along with pasted numbers: joiners, direction marks,
// selectors of emoji, soft hyphens, fillers, tags, and the frames of keys.
const unseen = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202d\u202e\u2060\u2063\u2066\u2069\u20e3\u2800\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\U000e0020\U000e0100"

// What nobody sees changes nothing of a value, at its beginning, inside and at its
// end, in every field that takes digits or a code: with it the same is sent, and
// the same said, as without.
func TestFault61_WhatNobodySeesGoes(t *testing.T) {
	type typed struct {
		rule           Rule
		country, typed string
	}
	var all []typed
	for _, c := range good {
		all = append(all, typed{c.rule, c.country, c.typed})
	}
	for _, c := range bad {
		all = append(all, typed{c.rule, c.country, c.typed})
	}
	for _, c := range all {
		if slices.Contains(words, c.rule) {
			continue
		}
		m, f := at(c.country), Field{Name: "x", Rule: c.rule}
		want := m.Check(f, c.typed)
		for _, r := range unseen {
			signs := []rune(strings.TrimSpace(c.typed))
			if len(signs) == 0 {
				continue
			}
			half := len(signs) / 2
			typed := string(r) + string(signs[:half]) + string(r) + string(signs[half:]) + string(r)
			got := m.Check(f, typed)
			if got.Value != want.Value && got.Value != strings.TrimSpace(want.Value) || (got.Problem == nil) != (want.Problem == nil) ||
				got.Problem != nil && got.Problem.Key != want.Problem.Key {
				t.Errorf("%s %q with %U: got %+q %+v, want %+q %+v", c.rule, c.typed, r, got.Value, got.Problem, want.Value, want.Problem)
			}
		}
	}
}

// The same of the number that a bank shows after paying.
func TestFault61_References(t *testing.T) {
	for _, code := range []string{"P2A_V2", "UPIQR"} {
		m, _ := Default().Find(code, "INR")
		for _, r := range unseen {
			if got := m.CheckReference("4321" + string(r) + "12345678" + string(r)); got.Value != "432112345678" || got.Problem != nil {
				t.Errorf("%s with %U: got %+v", code, r, got)
			}
			if seen := m.SeenReference("43" + string(r)); seen != "43" {
				t.Errorf("%s: %U is shown again: %+q", code, r, seen)
			}
		}
		for _, typed := range []string{
			"４３２１ １２３４ ５６７８", "٤٣٢١١٢٣٤٥٦٧٨", "4321–1234—5678", "4321\u00a01234\u202f5678", "4321\t1234\n5678",
			"4\ufe0f\u20e33\ufe0f\u20e32\ufe0f\u20e31\ufe0f\u20e312345678", "𝟒𝟑𝟐𝟏𝟭𝟮𝟯𝟰𝟻𝟼𝟽𝟾", "4321\u20111234−5678", "४३२११२३४५६७८",
		} {
			if got := m.CheckReference(typed); got.Value != "432112345678" || got.Problem != nil {
				t.Errorf("%s: %q: got %+v", code, typed, got)
			}
		}
	}
}

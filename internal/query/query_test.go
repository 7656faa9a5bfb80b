package query

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"payapp/internal/testing/cost"
)

// One parameter says nothing of another: each is read by itself.
func TestPairs(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want []Pair
	}{
		{"", nil},
		{"&&", nil},
		{"a=1&b=2", []Pair{{Name: "a", Value: "1", Loose: "1"}, {Name: "b", Value: "2", Loose: "2"}}},
		{"a", []Pair{{Name: "a"}}},
		{"a==&a=x=y", []Pair{{Name: "a", Value: "=", Loose: "="}, {Name: "a", Value: "x=y", Loose: "x=y"}}},
		{"%61=1+2%2B3", []Pair{{Name: "a", Value: "1 2+3", Loose: "1 2+3"}}},
		{"a=100%&b=2", []Pair{{Name: "a", Fault: Escape, Loose: "100%"}, {Name: "b", Value: "2", Loose: "2"}}},
		{"a=%zz%41", []Pair{{Name: "a", Fault: Escape, Loose: "%zzA"}}},
		{"a=%u4ed8", []Pair{{Name: "a", Fault: Escape, Loose: "%u4ed8"}}},
		{"a=%B8%B9", []Pair{{Name: "a", Fault: Encoding, Loose: "\ufffd"}}},
		{"a=\xb8\xb9", []Pair{{Name: "a", Fault: Encoding, Loose: "\ufffd"}}},
		{"a=%00", []Pair{{Name: "a", Fault: NUL, Loose: "\x00"}}},
		{"a=b;c", []Pair{{Name: "a", Fault: Semicolon, Loose: "b;c"}}},
		{"a=b%3Bc", []Pair{{Name: "a", Value: "b;c", Loose: "b;c"}}},
		{"amp;a=1", []Pair{{Like: "amp;a", Value: "1", Loose: "1"}}},
		{"%zz=1&%ff=2", []Pair{{Like: "%zz", Value: "1", Loose: "1"}, {Like: "\ufffd", Value: "2", Loose: "2"}}},
	} {
		var got []Pair
		for p := range Pairs(c.raw) {
			got = append(got, p)
		}
		if len(got) != len(c.want) {
			t.Errorf("%q: got %+v", c.raw, got)
			continue
		}
		for i := range got {
			if c.want[i].Like == "" {
				c.want[i].Like = c.want[i].Name
			}
			if got[i] != c.want[i] {
				t.Errorf("%q: got %+v, want %+v", c.raw, got[i], c.want[i])
			}
		}
	}
}

func TestGet(t *testing.T) {
	const raw = "x=%B8&a=%ff&a=2&a=3"
	if Get(raw, "a") != "2" || Get(raw, "b") != "" || Get(raw, "x") != "" || !Has(raw, "x") || Has(raw, "b") {
		t.Error("not the first that can be read")
	}
}

// What net/url reads without a fault reads the same here.
func FuzzPairs(f *testing.F) {
	f.Add("a=1&b=%41+c&&d")
	f.Add("%=%&;&\xff")
	f.Fuzz(func(t *testing.T, raw string) {
		cost.Bytes(t, len(raw), func() {
			for range Pairs(raw) {
			}
		})
		got := url.Values{}
		for p := range Pairs(raw) {
			if !utf8.ValidString(p.Name) || !utf8.ValidString(p.Value) || !utf8.ValidString(p.Loose) || p.Fault != "" && p.Value != "" {
				t.Errorf("got %+v", p)
			}
			if p.Fault == "" {
				got.Add(p.Name, p.Value)
			}
		}
		want, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		for name, values := range want {
			for _, value := range values {
				if utf8.ValidString(name+value) && !strings.ContainsRune(name+value, 0) && !got.Has(name) {
					t.Errorf("%q lacks %q", raw, name)
				}
			}
		}
	})
}

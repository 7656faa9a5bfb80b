package invisible

import "testing"

func TestDrop(t *testing.T) {
	for _, r := range "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2064\u2066\u2069\u206f\u2800\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\U0001bca0\U0001d173\U000e0001\U000e0020\U000e0100\U000e01ef" {
		if got := Drop("1" + string(r) + "2" + string(r)); got != "12" {
			t.Errorf("%U: %q", r, got)
		}
	}
	const seen = "0aé\u0301ー・\u20e3\u0600\ufff9ก\u0e31한"
	if got := Drop(seen); got != seen {
		t.Errorf("got %q", got)
	}
}

func TestDropNeedless(t *testing.T) {
	for typed, want := range map[string]string{
		"Al\u200bex\ufeff \u2068Example\u2069\u200e": "Alex Example",
		"न\u094d\u200dय":                             "न\u094d\u200dय",
		"می\u200cخواهم":                              "می\u200cخواهم",
		"a\u200db":                                   "ab",
		"न\u200d\u200d":                              "न\u200d",
		"辻\U000e0100健\ufe00":                         "辻\U000e0100健\ufe00",
		"a\U000e0100\ufe0f":                          "a",
		"❤\ufe0f":                                    "❤",
		"\u1820\u180b\u1820\u180e\u1820":             "\u1820\u180b\u1820\u180e\u1820",
		"\u180bx":                                    "x",
		"a\u202eb\u202c":                             "a\u202eb",
		"김\u3164\u115f":                              "김",
		"\u0634\u0631\u200d":                         "\u0634\u0631\u200d",
		"":                                           "",
	} {
		if got := DropNeedless(typed); got != want {
			t.Errorf("%+q: got %+q, want %+q", typed, got, want)
		}
	}
}

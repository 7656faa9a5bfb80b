package source

import "slices"

// Report lists what a language's file needs, as sorted keys.
type Report struct {
	Missing []string // missing
	Stale   []string // made from outdated English
	Unread  []string // without a sum: the English that it was made from is unknown
	Gone    []string // not in English any more, or sharing another's text there
}

// Open is how many messages show in English.
func (r Report) Open() int { return len(r.Missing) + len(r.Stale) + len(r.Unread) }

// Compare reports on a language's messages.
func Compare(english, theirs []Message) Report {
	var r Report
	for _, e := range english {
		m, there := find(theirs, e.Key)
		switch {
		case e.Same != "" && there:
			r.Gone = append(r.Gone, e.Key)
		case e.Same != "", e.Name && !there:
		case !there:
			r.Missing = append(r.Missing, e.Key)
		case m.Sum == "":
			r.Unread = append(r.Unread, e.Key)
		case m.Sum != SumOf(e):
			r.Stale = append(r.Stale, e.Key)
		}
	}
	for _, m := range theirs {
		if _, there := find(english, m.Key); !there {
			r.Gone = append(r.Gone, m.Key)
		}
	}
	for _, keys := range [][]string{r.Missing, r.Stale, r.Unread, r.Gone} {
		slices.Sort(keys)
	}
	return r
}

// Stamp orders a language's messages as in English and drops those that English
// doesn't have. One that was made from other English gets today's sum if still
// says that it is right.
func Stamp(english, theirs []Message, still func(english, theirs Message) bool) []Message {
	var stamped []Message
	for _, e := range english {
		m, ok := find(theirs, e.Key)
		if !ok || e.Same != "" {
			continue
		}
		if m.Sum != SumOf(e) && still(e, m) {
			m.Sum = SumOf(e)
		}
		stamped = append(stamped, m)
	}
	return stamped
}

// Untranslated lists what a language's file lacks or has outdated: in English,
// with the sums that the translations will have. categories are the language's
// plural categories.
func Untranslated(english, theirs []Message, categories []string) []Message {
	r := Compare(english, theirs)
	open := slices.Concat(r.Missing, r.Stale, r.Unread)
	var todo []Message
	for _, e := range english {
		if !slices.Contains(open, e.Key) {
			continue
		}
		e.Sum = SumOf(e)
		if e.Forms != nil {
			forms := map[string]string{}
			for _, category := range categories {
				forms[category] = e.Forms["other"]
				if own, ok := e.Forms[category]; ok {
					forms[category] = own
				}
			}
			e.Forms = forms
		}
		todo = append(todo, e)
	}
	return todo
}

// Merge adds messages to a language's file, in the order of English, replacing
// those with the same key.
func Merge(english, theirs, more []Message) []Message {
	var merged []Message
	for _, e := range english {
		if m, ok := find(more, e.Key); ok {
			merged = append(merged, m)
		} else if m, ok := find(theirs, e.Key); ok {
			merged = append(merged, m)
		}
	}
	return merged
}

func find(messages []Message, key string) (Message, bool) {
	at := slices.IndexFunc(messages, func(m Message) bool { return m.Key == key })
	if at < 0 {
		return Message{}, false
	}
	return messages[at], true
}

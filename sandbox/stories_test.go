package sandbox_test

import (
	"maps"
	"slices"
	"strings"

	"payapp/sandbox"
)

// story is the answers about one payment: at its creation, while it waited, and
// after it succeeded.
type story struct {
	sandbox.Method
	created, waiting, paid reply
}

// stories are those of one payment for every method and currency. end follows
// "~" in the order ids.
func (f *fixture) stories(end string) []story {
	f.t.Helper()
	token := f.general("DEMO")
	var list []story
	for _, m := range sandbox.Methods() {
		id := strings.ToLower(m.Code+"-"+m.Currency) + end
		s := story{Method: m, created: f.create(token, id, m.Code, m.Currency, sandbox.SampleAmount(m.Currency))}
		s.waiting = f.want(200, token, "GET", "/payins/"+id, "")
		f.setStatus(id, "SUCCESS")
		s.paid = f.want(200, token, "GET", "/payins/"+id, "")
		list = append(list, s)
	}
	if len(list) < 40 {
		f.t.Fatalf("only %d methods and currencies", len(list))
	}
	return list
}

// answers are the three answers of a payment by name.
func (s story) answers() map[string]reply {
	return map[string]reply{"created": s.created, "waiting": s.waiting, "paid": s.paid}
}

// within walks a value and everything in it.
func within(v any, path string, visit func(path string, v any)) {
	visit(path, v)
	switch inner := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(inner)) {
			within(inner[name], strings.TrimPrefix(path+"."+name, "."), visit)
		}
	case []any:
		for _, entry := range inner {
			within(entry, path+"[]", visit)
		}
	}
}

// last is the name at the end of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

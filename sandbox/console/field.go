package console

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"payapp/sandbox/internal/page"
)

// ofScope are the fields that say whose payments a form is about.
var ofScope = []string{"merchantCode", "idPayin"}

// fields are what each address takes, in its query or as a form. A payment's
// merchant is in the query; back is the list that a page's form leads back to.
var fields = map[string][]string{
	"GET /bank/{play}":                     {},
	"POST /bank/{play}":                    {"action"},
	"GET /approve/{id}":                    {"merchant"},
	"POST /approve/{id}":                   {"merchant", "action"},
	"GET /scan/{id}":                       {"merchant"},
	"POST /scan/{id}":                      {"merchant", "action"},
	"GET /console":                         {"q", "kind", "merchant", "status", "before"},
	"GET /console/payins/{id}":             {"merchant", "wait", "timeout"},
	"GET /console/payins/{id}/status":      {"merchant"},
	"POST /console/payins/{id}":            {"merchant", "status", "failureReasonCode", "reference", "back"},
	"GET /console/payouts/{id}":            {"merchant", "wait", "timeout"},
	"POST /console/payouts/{id}":           {"merchant", "status", "failureReasonCode", "reference", "back"},
	"POST /console/payins/{id}/callbacks":  {"merchant", "kind", "delay", "url", "tellsId"},
	"POST /console/payouts/{id}/callbacks": {"merchant", "kind", "delay", "url", "tellsId"},
	"POST /console/callbacks/{seq}":        {"back"},
	"POST /console/merchants":              {"merchantCode", "name", "methods", "operators", "secret", "pem", "makeKey"},
	"POST /console/merchants/remove":       {"merchantCode"},
	"POST /console/steering":               append([]string{"outcome", "steering", "times", "amount", "currencyCode", "name"}, ofScope...),
	"POST /console/steering/remove":        {"id"},
	"POST /console/presets":                append([]string{"name", "times"}, ofScope...),
	"POST /console/presets/remove":         append([]string{"name", "times"}, ofScope...),
	"POST /console/rates":                  append([]string{"perSecond"}, ofScope...),
	"POST /console/keys":                   {"merchantCode", "pem"},
	"POST /console/secrets":                {"merchantCode", "secrets"},
	"GET /console/calls":                   {"order", "id", "merchant", "operation", "status", "before", "after", "limit", "wait", "timeout"},
	"GET /console/panel":                   {"moved"},
	"POST /console/clock":                  append([]string{"by"}, ofScope...),
	"POST /console/faults":                 append([]string{"kind", "operation", "percent", "delay"}, ofScope...),
	"POST /console/faults/remove":          {"index"},
}

// only refuses names that the address doesn't take: a misspelt merchantCode
// would have a fault, or an hour, come over everybody's payments, and a misspelt
// filter would wait for anybody's call. What a person's browser reads may have
// more in its address.
func only(names []string, f page.Func) page.Func {
	return func(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
		if r.Method == http.MethodPost || page.WantsJSON(r) {
			_ = r.FormValue("") // parses what can be
			for _, name := range slices.Sorted(maps.Keys(r.Form)) {
				if !slices.Contains(names, name) {
					return nil, page.BadRequest(unknownName(name, names))
				}
			}
		}
		return f(w, r)
	}
}

func unknownName(name string, names []string) string {
	if len(names) == 0 {
		return "There is no field " + name + " here, and no other."
	}
	return "There is no field " + name + " here, but " + strings.Join(names, ", ") + "."
}

// checkOperation refuses a name that no operation has; "" is all of them.
func (c *Console) checkOperation(name string) error {
	if name == "" || slices.Contains(c.Operations, name) {
		return nil
	}
	return page.BadRequest("There is no such operation, but " + strings.Join(c.Operations, ", ") + ".")
}

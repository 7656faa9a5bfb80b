package methods

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"payapp/internal/invisible"
)

// Country is what is known of a country; a row has only its code.
type Country struct {
	Code   string // ISO 3166, two letters: "TH"
	region language.Region
}

// FindCountry returns a country from CLDR's data; ok is false if it has none of
// that code.
func FindCountry(code string) (c Country, ok bool) {
	region, err := language.ParseRegion(code)
	return Country{code, region}, err == nil && region.IsCountry() && region.String() == code
}

// namesOf caches names by a country's code: CLDR has a few hundred countries,
// and looking them up in all languages takes a third of a millisecond.
var namesOf sync.Map

// names are the country's names in all of CLDR's languages, in lower case.
func (c Country) names() map[string]bool {
	if known, ok := namesOf.Load(c.Code); ok {
		return known.(map[string]bool)
	}
	names := map[string]bool{}
	for _, tag := range display.Supported.Tags() {
		if namer := display.Regions(tag); namer != nil {
			names[strings.ToLower(invisible.Drop(namer.Name(c.region)))] = true
		}
	}
	delete(names, "")
	namesOf.Store(c.Code, names)
	return names
}

// countryNames maps the names of the built-in rows' countries to their codes.
var countryNames = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for _, m := range builtIn() {
		if c, ok := FindCountry(m.Country); ok && codes[strings.ToLower(c.Code)] == "" {
			codes[strings.ToLower(c.Code)] = c.Code
			for name := range c.names() {
				codes[name] = c.Code
			}
		}
	}
	return codes
})

// checkCountry returns the code of a country that is named in any language, or
// by its code in any case. Anything that isn't such a name stays as typed: the
// interface requires no form.
func checkCountry(typed string, at place) (string, *Problem) {
	name := strings.ToLower(invisible.Drop(strings.TrimSpace(typed))) // some languages part words unseen
	if code, ok := countryNames()[name]; ok {
		return code, nil
	}
	return checkText(typed, at)
}

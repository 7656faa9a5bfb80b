package config

import (
	"fmt"
	"net/mail"
	"reflect"
	"regexp"

	"payapp/internal/links"
	"payapp/internal/site"
)

// checks are the names that a check tag of a text may have. Each returns what
// is wrong with a value, "" = nothing; the reason follows the setting's name.
var checks = map[string]func(value string) (reason string){
	"name": func(name string) string {
		if n := len([]rune(name)); n > 60 {
			return fmt.Sprintf("has %d characters, 60 at most", n)
		}
		return ""
	},
	"link": func(address string) string {
		return unless(links.Web(address, false), address, "is not an https address")
	},
	"email": func(address string) string {
		a, err := mail.ParseAddress(address)
		return unless(err == nil && a.Address == address, address, "is not an e-mail address")
	},
	"phone":  func(number string) string { return unless(phone.MatchString(number), number, "is not a phone number") },
	"accent": func(colour string) string { return readableOn(site.SurfaceLight, colour) },
	"dark":   func(colour string) string { return readableOn(site.SurfaceDark, colour) },
}

var (
	colour = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	phone  = regexp.MustCompile(`^\+?[0-9][0-9 ()/.-]{3,30}$`)
)

func unless(ok bool, value, reason string) string {
	if ok {
		return ""
	}
	return fmt.Sprintf("%q %s", value, reason)
}

// readableOn checks a colour for links and buttons on a surface.
func readableOn(surface, accent string) string {
	if !colour.MatchString(accent) {
		return unless(false, accent, "is not of the form #rrggbb")
	}
	if contrast := site.Contrast(accent, surface); contrast < site.LeastContrast {
		return fmt.Sprintf("%s is hard to read: its contrast with %s is %.1f, %d at least", accent, surface, contrast, site.LeastContrast)
	}
	return ""
}

// checkTags reports what is wrong with the fields of a struct, and of structs
// in it, each by the name in its tag.
func checkTags(of reflect.Value, tag string, tell func(name, reason string)) {
	for field, value := range of.Fields() {
		if value.Kind() == reflect.Struct && field.Tag.Get(tag) == "" {
			checkTags(value, tag, tell)
			continue
		}
		name := field.Tag.Get("check")
		if name == "" || value.String() == "" {
			continue
		}
		if reason := checks[name](value.String()); reason != "" {
			tell(field.Tag.Get(tag), reason)
		}
	}
}

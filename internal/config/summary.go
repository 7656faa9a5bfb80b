package config

import (
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"payapp/internal/site"
)

// Summary is what is set, for the log at the start: each variable by its name.
// Secrets are hidden, keys are fingerprints, and what has no value is left out.
func (c Config) Summary() slog.Value {
	return slog.GroupValue(summarised(reflect.ValueOf(c))...)
}

func summarised(of reflect.Value) (all []slog.Attr) {
	for field, value := range of.Fields() {
		switch name := field.Tag.Get("env"); {
		case name == "-":
		case name == "":
			all = append(all, summarised(value)...)
		case !value.IsZero():
			if text := inShort(value.Interface()); text != "" {
				all = append(all, slog.String(name, text))
			}
		case value.Kind() == reflect.Bool:
			all = append(all, slog.String(name, "false"))
		}
	}
	return all
}

// inShort is a value as an operator would write it.
func inShort(value any) string {
	switch v := value.(type) {
	case Keys:
		return strings.Join(Fingerprints(v.Reveal()), ",")
	case *url.URL:
		return v.String()
	case []netip.Prefix:
		if len(v) == 0 {
			return noProxy
		}
		return strings.Trim(fmt.Sprint(v), "[]")
	case []string:
		return strings.Join(v, ",")
	case map[string]site.Brand:
		return strings.Join(slices.Sorted(maps.Keys(v)), ",")
	}
	return fmt.Sprint(value)
}

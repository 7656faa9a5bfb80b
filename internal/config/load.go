package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Build says what the program was built with.
type Build struct {
	Sandbox bool // the embedded sandbox is in the binary
}

// Load checks the environment, in os.Environ's form. It reads only the files
// that variables name. The error is a Faults.
func Load(environ []string, build Build) (Config, error) {
	var faults Faults
	given := named(environ)
	fromFiles(given, &faults)
	if given["PAYAPP_GATEWAY_URL"] == "" {
		// The sandbox and its shop use http, and have no load balancer.
		givenUnlessSet(given, "PAYAPP_ALLOW_HTTP_RETURN", strconv.FormatBool(true))
		givenUnlessSet(given, "PAYAPP_DRAIN_DELAY", "0s")
	}
	var s settings
	parse(&s, given, &faults)
	c := s.config(&faults)
	if s.GatewayURL == "" && !build.Sandbox {
		faults.add("PAYAPP_GATEWAY_URL", "missing: this build has no sandbox to stand in for the gateway")
	}
	if s.GatewayURL != "" || !build.Sandbox {
		s.refuseCareless(given, &faults)
	}
	c.Unknown = unknown(given)
	if len(faults) > 0 {
		slices.SortStableFunc(faults, byTable)
		return Config{}, faults
	}
	return c, nil
}

// Catalogue is only PAYAPP_CATALOGUE, read as Load reads it, for commands: the
// other settings are the server's.
func Catalogue(environ []string) (path string, err error) {
	return alone(environ, "PAYAPP_CATALOGUE", func(name, path string, faults *Faults) string {
		if path != "" {
			readable(name, path, faults)
		}
		return path
	})
}

// ReturnSchemes is only PAYAPP_RETURN_SCHEMES, read in the same way.
func ReturnSchemes(environ []string) ([]string, error) {
	return alone(environ, "PAYAPP_RETURN_SCHEMES", schemes)
}

// alone reads one variable, or its file, and no other.
func alone[T any](environ []string, name string, read func(name, value string, faults *Faults) T) (value T, err error) {
	var faults Faults
	given := named(environ)
	fromFile(given, name, &faults)
	value = read(name, given[name], &faults)
	if len(faults) > 0 {
		err = faults
	}
	return value, err
}

// named keeps the variables that aren't empty: compose files and charts set
// empty ones for none.
func named(environ []string) map[string]string {
	given := make(map[string]string, len(environ))
	for name, value := range env.ToMap(environ) {
		if strings.TrimSpace(value) != "" {
			given[name] = value
		}
	}
	return given
}

func givenUnlessSet(given map[string]string, name, value string) {
	if given[name] == "" {
		given[name] = value
	}
}

// fromFiles replaces each NAME_FILE by NAME and the file's content. The
// library's file option isn't used, because it would include the trailing
// newline.
func fromFiles(given map[string]string, faults *Faults) {
	for _, v := range Variables() {
		fromFile(given, v.Name, faults)
	}
}

func fromFile(given map[string]string, name string, faults *Faults) {
	path, ok := given[name+"_FILE"]
	if !ok {
		return
	}
	delete(given, name+"_FILE")
	if given[name] != "" {
		faults.add(name, "set twice: by itself and by %s_FILE", name)
		return
	}
	content, err := os.ReadFile(path)
	if err != nil {
		faults.add(name+"_FILE", "%v", err)
		return
	}
	if value := strings.TrimRight(string(content), "\r\n"); strings.TrimSpace(value) != "" {
		given[name] = value
	} else {
		faults.add(name+"_FILE", "%s is empty", path)
	}
}

func parse(s *settings, given map[string]string, faults *Faults) {
	err := env.ParseWithOptions(s, env.Options{Environment: given})
	var all env.AggregateError
	if err == nil {
		return
	}
	if !errors.As(err, &all) {
		faults.add("environment", "%v", err)
		return
	}
	for _, err := range all.Errors {
		var parse env.ParseError
		if errors.As(err, &parse) {
			faults.add(variableOf(parse.Name), "%s", reason(parse))
		} else {
			faults.add("environment", "%v", err)
		}
	}
}

// reason describes a value that doesn't fit its type, without Go's own names.
// None of these variables is a secret.
func reason(err env.ParseError) string {
	if err.Type == reflect.TypeFor[time.Duration]() {
		return "not a duration such as 5s or 500ms"
	}
	var number *strconv.NumError
	if !errors.As(err.Err, &number) {
		return err.Err.Error()
	}
	if err.Type.Kind() == reflect.Bool {
		return fmt.Sprintf("%q is neither true nor false", number.Num)
	}
	return fmt.Sprintf("%q is no whole number", number.Num)
}

func unknown(given map[string]string) []string {
	var names []string
	for name := range given {
		if strings.HasPrefix(name, "PAYAPP_") && place(name) < 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func byTable(a, b Fault) int {
	at := func(f Fault) int { return place(strings.TrimSuffix(f.Variable, "_FILE")) }
	return at(a) - at(b)
}

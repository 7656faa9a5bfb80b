package config

import (
	"errors"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Build says what the program was built with.
type Build struct {
	Sandbox   bool     // the embedded sandbox is in the binary
	Languages []string // of the pages (BCP 47); nil if not known: any will do
}

// Load checks the environment, in os.Environ's form. It reads only the files
// that variables name. The error is a Faults.
func Load(environ []string, build Build) (Config, error) {
	var faults Faults
	given := named(environ)
	fromFiles(given, &faults)
	gateway := given["PAYAPP_GATEWAY_URL"] != ""
	if !gateway {
		// The sandbox and its shop use http, are for this machine, and have no load
		// balancer.
		givenUnlessSet(given, "PAYAPP_ADDR", "127.0.0.1:8080")
		givenUnlessSet(given, "PAYAPP_ALLOW_HTTP_RETURN", strconv.FormatBool(true))
		givenUnlessSet(given, "PAYAPP_DRAIN_DELAY", "0s")
		givenUnlessSet(given, "PAYAPP_OPERATOR", "Example Pay")
	}
	var c Config
	parse(&c, given, &faults)
	checkTags(reflect.ValueOf(c), "env", func(name, reason string) { faults.add(name, "%s", reason) })
	c.Site.Sandbox, c.Unknown = !gateway, unknown(given)
	if address, err := absolute(c.Sandbox.URL); err == nil {
		c.Sandbox.URL = address.String()
	}
	public, err := absolute(c.Site.PublicURL)
	if err == nil {
		c.Site.PublicURL, c.Site.Secure = publicURL(public), public.Scheme == "https"
	}
	if build.Languages != nil {
		refuseUnshown(c.Site.Branding, build.Languages, &faults)
	}
	if !gateway && !build.Sandbox {
		faults.add("PAYAPP_GATEWAY_URL", "missing: this build has no sandbox to stand in for the gateway")
	}
	if gateway || !build.Sandbox {
		refuseCareless(given, public, &faults)
	}
	if len(faults) > 0 {
		slices.SortStableFunc(faults, byTable)
		return Config{}, faults
	}
	return c, nil
}

// refuseCareless notes what a configuration with a real gateway must have, and
// must not have. public is the public address, nil if it is missing or at fault.
func refuseCareless(given map[string]string, public *url.URL, faults *Faults) {
	switch {
	case given["PAYAPP_PUBLIC_URL"] == "":
		faults.add("PAYAPP_PUBLIC_URL", "missing: mandatory beside PAYAPP_GATEWAY_URL")
	case public != nil && !protected(public):
		faults.add("PAYAPP_PUBLIC_URL", "https is needed: customers pay there")
	}
	if given["PAYAPP_SESSION_KEYS"] == "" {
		faults.add("PAYAPP_SESSION_KEYS", "missing: mandatory beside PAYAPP_GATEWAY_URL; make one with: openssl rand -base64 32")
	}
	if given["PAYAPP_TRUSTED_PROXIES"] == "" {
		faults.add("PAYAPP_TRUSTED_PROXIES",
			"missing: mandatory beside PAYAPP_GATEWAY_URL; name the proxy's addresses, or none if customers connect without one")
	}
	for name := range given {
		if strings.HasPrefix(name, "PAYAPP_SANDBOX_") && place(name) >= 0 {
			faults.add(name, "a setting of the sandbox beside PAYAPP_GATEWAY_URL")
		}
	}
}

// Catalogue is only PAYAPP_CATALOGUE, read as Load reads it, for commands: the
// other settings are the server's.
func Catalogue(environ []string) (path string, err error) {
	return alone(environ, "PAYAPP_CATALOGUE", func(path string) (string, error) {
		if reason := readable(path); reason != "" {
			return "", errors.New(reason)
		}
		return path, nil
	})
}

// ReturnSchemes is only PAYAPP_RETURN_SCHEMES, read in the same way.
func ReturnSchemes(environ []string) ([]string, error) {
	return alone(environ, "PAYAPP_RETURN_SCHEMES", schemes)
}

// AdminAddr is only PAYAPP_ADMIN_ADDR, read in the same way, or its default.
func AdminAddr(environ []string) (string, error) {
	const name = "PAYAPP_ADMIN_ADDR"
	address, err := alone(environ, name, func(address string) (string, error) {
		if reason := listen(address); reason != "" {
			return "", errors.New(reason)
		}
		return address, nil
	})
	if address == "" {
		address = Variables()[place(name)].Default
	}
	return address, err
}

// alone reads one variable, or its file, and no other.
func alone[T any](environ []string, name string, read func(string) (T, error)) (value T, err error) {
	var faults Faults
	given := named(environ)
	fromFile(given, name, &faults)
	if given[name] != "" {
		if value, err = read(given[name]); err != nil {
			faults.addAll(name, err)
		}
	}
	if len(faults) > 0 {
		return value, faults
	}
	return value, nil
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

func parse(c *Config, given map[string]string, faults *Faults) {
	err := env.ParseWithOptions(c, env.Options{Environment: given, FuncMap: parsers})
	var all env.AggregateError
	if err == nil {
		return
	}
	if !errors.As(err, &all) {
		faults.add("environment", "%v", err)
		return
	}
	for _, err := range all.Errors {
		if parse, ok := errors.AsType[env.ParseError](err); ok {
			faults.addAll(variableOf(parse.Name), parse.Err)
		} else {
			faults.add("environment", "%v", err)
		}
	}
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

package config

import (
	"net/url"
	"os"
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
	c, faults := read(environ, build)
	if len(faults) > 0 {
		return Config{}, faults
	}
	return c, nil
}

// Only is Load for commands that need these variables alone: what is wrong with
// others matters only to the server.
func Only(environ []string, names ...string) (Config, error) {
	c, faults := read(environ, Build{Sandbox: true})
	faults = slices.DeleteFunc(faults, func(f Fault) bool { return !slices.Contains(names, strings.TrimSuffix(f.Variable, "_FILE")) })
	if len(faults) > 0 {
		return Config{}, faults
	}
	return c, nil
}

func read(environ []string, build Build) (c Config, faults Faults) {
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
	parse(&c, given, &faults)
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
	slices.SortStableFunc(faults, byTable)
	return c, faults
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
		name := v.Name
		path, ok := given[name+"_FILE"]
		if !ok {
			continue
		}
		delete(given, name+"_FILE")
		if given[name] != "" {
			faults.add(name, "set twice: by itself and by %s_FILE", name)
			continue
		}
		content, err := os.ReadFile(path)
		value := strings.TrimRight(string(content), "\r\n")
		switch {
		case err != nil:
			faults.add(name+"_FILE", "%v", err)
		case strings.TrimSpace(value) == "":
			faults.add(name+"_FILE", "%s is empty", path)
		default:
			given[name] = value
		}
	}
}

// parse fills in c. The library names the variable before it reads its value, and
// its errors name the field alone; so faults are noted here, and none is left to it.
func parse(c *Config, given map[string]string, faults *Faults) {
	var reading string
	note := func(err error) { faults.addAll(reading, err) }
	err := env.ParseWithOptions(c, env.Options{Environment: given, FuncMap: parsers(note), OnSet: func(name string, value any, _ bool) {
		reading = name
		if text, _ := value.(string); text != "" && checks[name] != nil {
			if reason := checks[name](text); reason != "" {
				faults.add(name, "%s", reason)
			}
		}
	}})
	if err != nil {
		faults.add("environment", "%v", err)
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

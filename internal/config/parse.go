package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"payapp/internal/links"
	"payapp/internal/site"
)

// parsers read variables by the type of their field. note gets all that is wrong
// with a value, joined; the reasons follow the variable's name.
func parsers(note func(error)) map[reflect.Type]env.ParserFunc {
	return map[reflect.Type]env.ParserFunc{
		reflect.TypeFor[bool]():                  parser(truth, note),
		reflect.TypeFor[int]():                   parser(rate, note),
		reflect.TypeFor[time.Duration]():         parser(drainDelay, note),
		reflect.TypeFor[Scope]():                 parser(oneOf(ScopeMerchant, ScopeGlobal), note),
		reflect.TypeFor[LogFormat]():             parser(oneOf(LogText, LogJSON), note),
		reflect.TypeFor[LogLevel]():              parser(logLevel, note),
		reflect.TypeFor[Hosts]():                 parser(hosts, note),
		reflect.TypeFor[Secret]():                parser(func(value string) (Secret, error) { return Secret{value}, nil }, note),
		reflect.TypeFor[Keys]():                  parser(sessionKeys, note),
		reflect.TypeFor[url.URL]():               parser(gatewayURL, note),
		reflect.TypeFor[[]netip.Prefix]():        parser(networks, note),
		reflect.TypeFor[[]string]():              parser(schemes, note),
		reflect.TypeFor[map[string]site.Brand](): parser(Branding, note),
	}
}

func parser[T any](parse func(string) (T, error), note func(error)) env.ParserFunc {
	return func(value string) (any, error) {
		parsed, err := parse(value)
		if err != nil {
			note(err)
		}
		return parsed, nil
	}
}

func truth(value string) (bool, error) {
	is, err := strconv.ParseBool(value)
	if err != nil {
		return false, fmt.Errorf("%q is neither true nor false", value)
	}
	return is, nil
}

// rate is a limit in requests a second.
func rate(value string) (int, error) {
	n, err := strconv.ParseInt(value, 10, 32)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is out of range", value)
	case err != nil:
		return 0, fmt.Errorf("%q is no whole number", value)
	case n < 1:
		return 0, fmt.Errorf("%d is not above zero", n)
	}
	return int(n), nil
}

// longestDrain is more than any load balancer needs to notice, and short enough
// that the process doesn't seem to hang.
const longestDrain = 5 * time.Minute

func drainDelay(value string) (time.Duration, error) {
	delay, err := time.ParseDuration(value)
	switch {
	case err != nil:
		return 0, errors.New("not a duration such as 5s or 500ms")
	case delay < 0 || delay > longestDrain:
		return 0, fmt.Errorf("%v is not between 0s and %v", delay, longestDrain)
	}
	return delay, nil
}

func oneOf[T ~string](allowed ...T) func(string) (T, error) {
	return func(value string) (T, error) {
		if slices.Contains(allowed, T(value)) {
			return T(value), nil
		}
		var names []string
		for _, name := range allowed {
			names = append(names, string(name))
		}
		return "", fmt.Errorf("%q is not one of %s", value, strings.Join(names, ", "))
	}
}

func logLevel(value string) (LogLevel, error) {
	return oneOf[LogLevel]("debug", "info", "warn", "error")(strings.ToLower(value))
}

// noProxy is written instead of networks where no proxy is in front.
const noProxy = "none"

// networks parses networks and single addresses, separated by commas, or
// noProxy.
func networks(value string) ([]netip.Prefix, error) {
	all := []netip.Prefix{}
	var faults []error
	if strings.TrimSpace(value) == noProxy {
		return all, nil
	}
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if addr, err := netip.ParseAddr(part); err == nil {
			all = append(all, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(part)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("%q is neither a network (10.0.0.0/8) nor an address", part))
		case network.Bits() == 0:
			faults = append(faults, fmt.Errorf("%q is everybody: whoever comes could say that it is somebody else", part))
		}
		all = append(all, network.Masked())
	}
	return all, errors.Join(faults...)
}

// schemes parses URL schemes, separated by commas.
func schemes(value string) ([]string, error) {
	var all []string
	var faults []error
	for part := range strings.SplitSeq(value, ",") {
		switch part = strings.ToLower(strings.TrimSpace(part)); {
		case part == "":
		case !links.AppScheme(part):
			faults = append(faults, fmt.Errorf("%q is not the scheme of an app (myshop)", part))
		default:
			all = append(all, part)
		}
	}
	return all, errors.Join(faults...)
}

// hosts parses names of hosts, separated by commas.
func hosts(value string) (all Hosts, err error) {
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); strings.ContainsAny(part, ":/*") {
			return nil, fmt.Errorf("%q is not the name of a host, without a port", part)
		}
		all = append(all, part)
	}
	return all, nil
}

func gatewayURL(value string) (url.URL, error) {
	u, err := absolute(value)
	if err != nil {
		return url.URL{}, err
	}
	if !protected(u) {
		return url.URL{}, errors.New("https is needed: customers' tokens go there")
	}
	return *u, nil
}

// absolute parses an http or https address with nothing after its path, and
// takes slashes from its end.
func absolute(value string) (*url.URL, error) {
	u, err := url.Parse(value)
	switch {
	case err != nil:
		return nil, errors.New("not an address")
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return nil, errors.New("not an http or https address")
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, errors.New("an address without user, query and fragment is needed")
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), ""
	return u, nil
}

// publicURL is the address as browsers write it in Origin, with which forms are
// compared: its host in lower case, without the scheme's default port.
func publicURL(u *url.URL) string {
	usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	u.Host = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(u.Host), usual), ":")
	return u.String()
}

// protected reports whether nobody can listen in: https, or this machine.
func protected(u *url.URL) bool {
	if u.Scheme == "https" || u.Hostname() == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(u.Hostname())
	return err == nil && addr.IsLoopback()
}

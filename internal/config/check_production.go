package config

import "strings"

// refuseCareless notes what a configuration with a real gateway must have, and
// must not have.
func (s settings) refuseCareless(given map[string]string, faults *Faults) {
	switch {
	case s.Site.PublicURL == "":
		faults.add("PAYAPP_PUBLIC_URL", "missing: mandatory beside PAYAPP_GATEWAY_URL")
	default:
		var ignored Faults
		if u := absolute("", s.Site.PublicURL, &ignored); u != nil && !protected(u) {
			faults.add("PAYAPP_PUBLIC_URL", "https is needed: customers pay there")
		}
	}
	if s.SessionKeys == "" {
		faults.add("PAYAPP_SESSION_KEYS", "missing: mandatory beside PAYAPP_GATEWAY_URL; make one with: openssl rand -base64 32")
	}
	for _, v := range Variables() {
		if strings.HasPrefix(v.Name, sandboxPrefix) && given[v.Name] != "" {
			faults.add(v.Name, "a setting of the sandbox beside PAYAPP_GATEWAY_URL")
		}
	}
}

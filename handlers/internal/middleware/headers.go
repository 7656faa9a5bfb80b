package middleware

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/static"
)

// policy is the content security policy of every answer. The page's own style
// and script are allowed by their hashes: nothing else runs, and nothing is
// loaded from another site.
var policy = strings.Join([]string{
	"default-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
	"connect-src 'self'",
	"img-src 'self' data:",
	"style-src " + static.CSSHashes(),
	"script-src " + static.JSHashes() + reloading,
	// Our scripts never turn text into HTML; Trusted Types stop any other.
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
	"report-to reports",
	"report-uri " + ReportsPath, // for browsers that don't know report-to
}, "; ")

// reloading allows the script by which `make dev` reloads pages. Only its build
// sets it.
var reloading string

// ReportsPath is where browsers send what they report of our pages.
const ReportsPath = "/reports"

// networkErrors has browsers report failed connections, for a day after each
// answer. Only the older Report-To header names an endpoint for that, by its
// whole address.
func networkErrors(publicURL string) map[string][]string {
	return map[string][]string{
		"Nel":       {`{"report_to":"reports","max_age":86400}`},
		"Report-To": {`{"group":"reports","max_age":86400,"endpoints":[{"url":"` + publicURL + ReportsPath + `"}]}`},
	}
}

// permissions allows what pages use: copying a number and sharing a code
// (web-share is allowed unless it is named, and some browsers don't know it).
// It disables features that injected code could abuse, but only those that
// browsers know: they warn about others in the console.
var permissions = strings.Join([]string{
	"clipboard-write=(self)", "camera=()", "microphone=()", "geolocation=()", "payment=()", "display-capture=()",
	"usb=()", "serial=()", "hid=()", "midi=()", "publickey-credentials-get=()",
}, ", ")

// fixedHeaders are on every answer. Pages are never stored, and no proxy may rewrite
// them; static files override that. The values are shared between answers, which may
// replace but not change them. There is no Cross-Origin-Opener-Policy: it would tell
// a shop that opens the page in a window that this was closed (docs/adr/0036).
var fixedHeaders = map[string][]string{
	"Content-Security-Policy": {policy},
	"X-Content-Type-Options":  {"nosniff"},
	"X-Frame-Options":         {"DENY"},
	// Not no-referrer: with it browsers send "Origin: null" with forms.
	"Referrer-Policy":              {"same-origin"},
	"Cache-Control":                {"no-store, no-transform"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {permissions},
	"X-Robots-Tag":                 {"noindex, nofollow"},
	"Reporting-Endpoints":          {`reports="` + ReportsPath + `"`},
}

// PolicyWith is the policy that allows one more style, by its hash.
func PolicyWith(style string) string {
	sum := sha256.Sum256([]byte(style))
	return strings.Replace(policy, "style-src ", "style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"' ", 1)
}

// SetHeaders puts the security headers on every answer, including errors,
// redirects and static files. Addresses with a token are never sent as a
// referrer, not even to our own pages. publicURL is our address for customers,
// "" if unknown.
func SetHeaders(publicURL string) func(echo.Context) error {
	headers := maps.Clone(fixedHeaders)
	if strings.HasPrefix(publicURL, "https:") {
		headers["Strict-Transport-Security"] = []string{"max-age=31536000"}
		maps.Copy(headers, networkErrors(publicURL))
	}
	return func(c echo.Context) error {
		h := c.Response().Header()
		maps.Copy(h, headers)
		switch strings.Trim(c.Request().URL.Path, "/") {
		case "", "status":
			h.Set("Referrer-Policy", "no-referrer")
		case "phone": // its form needs an Origin
			h.Set("Referrer-Policy", "strict-origin")
		}
		return nil
	}
}

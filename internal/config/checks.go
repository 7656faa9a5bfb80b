package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"payapp/internal/links"
	"payapp/internal/site"
)

// checks are the rules of texts, by variable. Each returns what is wrong with a
// value, "" = nothing; the reason follows the variable's name.
var checks = map[string]func(value string) (reason string){
	"PAYAPP_ADDR":             listen,
	"PAYAPP_ADMIN_ADDR":       listen,
	"PAYAPP_SANDBOX_ADDR":     listen,
	"PAYAPP_PUBLIC_URL":       public,
	"PAYAPP_REDIS_URL":        redisAddress,
	"PAYAPP_CATALOGUE":        readable,
	"PAYAPP_OPERATOR":         name,
	"PAYAPP_OPERATOR_PRIVACY": link,
	"PAYAPP_OPERATOR_TERMS":   link,
	"PAYAPP_FORWARDED_HEADER": forwardedHeader,
	"PAYAPP_SANDBOX_URL":      address,
	"PAYAPP_SANDBOX_KEY":      privateKey,
	"PAYAPP_SANDBOX_DB":       databaseFile,
}

// checkBrand tells what is wrong with a brand's texts, each by its name in the
// branding file.
func checkBrand(b site.Brand, tell func(field, reason string)) {
	for _, text := range []struct {
		field, value string
		check        func(string) string
	}{
		{"name", b.Name, name},
		{"accent", b.Accent, colour}, {"accentDark", b.AccentDark, colour},
		{"supportEmail", b.SupportEmail, email}, {"supportPhone", b.SupportPhone, phone}, {"supportURL", b.SupportURL, link},
	} {
		if text.value == "" {
			continue
		}
		if reason := text.check(text.value); reason != "" {
			tell(text.field, reason)
		}
	}
}

var (
	colourForm = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	phoneForm  = regexp.MustCompile(`^\+?[0-9][0-9 ()/.-]{3,30}$`)
)

func name(text string) string {
	if n := len([]rune(text)); n > 60 {
		return fmt.Sprintf("has %d characters, 60 at most", n)
	}
	return ""
}

func forwardedHeader(value string) string {
	return unless(value == "X-Forwarded-For" || value == "Forwarded", value, "is neither X-Forwarded-For nor Forwarded")
}

func link(value string) string {
	return unless(links.Web(value, false), value, "is not an https address")
}

func email(value string) string {
	a, err := mail.ParseAddress(value)
	return unless(err == nil && a.Address == value, value, "is not an e-mail address")
}

func phone(number string) string {
	return unless(phoneForm.MatchString(number), number, "is not a phone number")
}

func colour(code string) string {
	return unless(colourForm.MatchString(code), code, "is not of the form #rrggbb")
}

func address(value string) string {
	_, err := absolute(value)
	return reasonOf(err)
}

func unless(ok bool, value, reason string) string {
	if ok {
		return ""
	}
	return fmt.Sprintf("%q %s", value, reason)
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func listen(value string) string {
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		return fmt.Sprintf("%q is not host:port", value)
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return unless(err == nil, port, "is not a port number")
}

func public(address string) string {
	u, err := absolute(address)
	if err == nil && u.Path != "" {
		return "has a path, but the application owns its whole host"
	}
	return reasonOf(err)
}

// redisAddress checks the address of a Redis or Valkey server or, with +cluster
// or +sentinel in the scheme, of one of many. It may hold a password, so no
// reason repeats it. The client checks the rest of its query.
func redisAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "not an address"
	}
	transport, kind, many := strings.Cut(u.Scheme, "+")
	db := strings.Trim(u.Path, "/")
	_, err = strconv.ParseUint(db, 10, 16)
	switch {
	case u.Scheme == "unix" && u.Path != "":
	case transport != "redis" && transport != "rediss" || u.Hostname() == "" || many && kind != "cluster" && kind != "sentinel":
		return "not of the form redis://host:port/0, rediss://…, unix:///path, " +
			"redis+sentinel://host:port/0?master_name=… or redis+cluster://host:port"
	case kind == "sentinel" && u.Query().Get("master_name") == "":
		return "master_name is missing"
	case kind == "cluster" && db != "":
		return "a Cluster has no databases to choose from"
	case db != "" && err != nil:
		return "the database after the host is not a number"
	}
	return ""
}

func readable(path string) string {
	f, err := os.Open(path)
	if err == nil {
		_ = f.Close() // opened only for reading
	}
	return reasonOf(err)
}

// databaseFile checks that a file exists or can be created. More is known only
// when it is opened.
func databaseFile(path string) string {
	if path == ":memory:" {
		return ""
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path + " is a folder"
	}
	if info, err := os.Stat(filepath.Dir(path)); err == nil && !info.IsDir() {
		return filepath.Dir(path) + " is not a folder"
	}
	return ""
}

// privateKey checks an RSA key in PEM, of either kind. No reason repeats it.
func privateKey(text string) string {
	_, err := jwt.ParseRSAPrivateKeyFromPEM([]byte(text))
	switch {
	case errors.Is(err, jwt.ErrKeyMustBePEMEncoded):
		return "not a key in PEM"
	case err != nil:
		return "not a private RSA key"
	}
	return ""
}

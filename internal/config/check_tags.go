package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"payapp/internal/links"
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
	"phone":    func(number string) string { return unless(phone.MatchString(number), number, "is not a phone number") },
	"colour":   func(code string) string { return unless(colour.MatchString(code), code, "is not of the form #rrggbb") },
	"listen":   listen,
	"address":  func(address string) string { _, err := absolute(address); return reasonOf(err) },
	"public":   public,
	"redis":    redisAddress,
	"readable": readable,
	"database": databaseFile,
	"rsa":      privateKey,
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

// checkTags reports what is wrong with the fields of a struct, and of structs
// in it, each by the name in its tag.
func checkTags(of reflect.Value, tag string, tell func(name, reason string)) {
	for field, value := range of.Fields() {
		if value.Kind() == reflect.Struct && field.Tag.Get(tag) == "" {
			checkTags(value, tag, tell)
			continue
		}
		name := field.Tag.Get("check")
		text := value.String()
		if secret, ok := value.Interface().(Secret); ok {
			text = secret.value
		}
		if name == "" || text == "" {
			continue
		}
		if reason := checks[name](text); reason != "" {
			tell(field.Tag.Get(tag), reason)
		}
	}
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

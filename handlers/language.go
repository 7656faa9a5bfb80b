package handlers

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/i18n"
	"payapp/internal/presenter"
	"payapp/internal/query"
)

// languageCookie remembers the customer's last choice, for all payments.
const languageCookie = "lang"

// locale is the page's language: ?lang=, the last choice, the browser's, or
// English.
func (s *server) locale(c echo.Context) *i18n.Locale {
	wish, remembered := asked(c, "lang"), ""
	if cookie, err := c.Cookie(languageCookie); err == nil {
		remembered = cookie.Value
	}
	l := s.Bundle.Match(wish, remembered, c.Request().Header.Get("Accept-Language"))
	s.rememberLanguage(c, wish, remembered)
	return l
}

// rememberLanguage stores a requested language if it is one of ours.
func (s *server) rememberLanguage(c echo.Context, wish, remembered string) {
	if l, ours := s.Bundle.Find(wish); ours && remembered != l.Tag() {
		c.SetCookie(s.openCookie(languageCookie, l.Tag(), "/", 365*24*time.Hour))
	}
}

// choseLanguage takes the language form of a problem page at a shop's link. The
// form has only a language. It redirects back to the link, with its parameters
// unchanged except lang. A form with anything else isn't its.
func (s *server) choseLanguage(c echo.Context) (bool, error) {
	if c.Request().Method != http.MethodPost || c.Request().URL.RawQuery == "" {
		return false, nil
	}
	form, _ := posted(c)
	wish := query.Get(form, "lang")
	if wish == "" || strings.Contains(form, "&") {
		return false, nil
	}
	if wish == presenter.MoreLanguages {
		return true, s.showLanguages(c)
	}
	s.rememberLanguage(c, wish, "")
	var kept []string
	for parameter := range strings.SplitSeq(c.Request().URL.RawQuery, "&") {
		if !query.Has(parameter, "lang") {
			kept = append(kept, parameter)
		}
	}
	return true, c.Redirect(http.StatusSeeOther, c.Request().URL.Path+"?"+strings.Join(kept, "&"))
}

// showLanguages answers at a shop's link, whose parameters stay out of the
// page: each language is a button that posts to the same address.
func (s *server) showLanguages(c echo.Context) error {
	return render(c, http.StatusOK, s.presenter.Problem(presenter.ProblemInput{
		Locale:    s.locale(c),
		Link:      true,
		Likely:    s.Bundle.Likely(asked(c, "currencyCode"), c.Request().Header.Get("Accept-Language")),
		Languages: true,
	}))
}

// asksLanguages reports whether the address asks for all languages.
func asksLanguages(c echo.Context) bool { return asked(c, "lang") == presenter.MoreLanguages }

// asked is a parameter of the address; what else stands there is nothing to us.
func asked(c echo.Context, name string) string { return query.Get(c.Request().URL.RawQuery, name) }

package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/i18n"
	"payapp/internal/presenter"
)

// languageCookie remembers the customer's last choice, for all payments.
const languageCookie = "lang"

// locale is the page's language: ?lang=, the last choice, the browser's, or
// English.
func (s *server) locale(c echo.Context) *i18n.Locale {
	wish, remembered := query(c, "lang"), ""
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
	if err := middleware.ParseForm(c); err != nil {
		return false, err
	}
	sent := c.Request().PostForm
	if len(sent) != 1 || len(sent["lang"]) != 1 {
		return false, nil
	}
	wish := sent.Get("lang")
	if wish == presenter.MoreLanguages {
		return true, s.showLanguages(c)
	}
	s.rememberLanguage(c, wish, "")
	var kept []string
	for parameter := range strings.SplitSeq(c.Request().URL.RawQuery, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if plain, err := url.QueryUnescape(name); err != nil || plain != "lang" {
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
		Likely:    s.Bundle.Likely(query(c, "currencyCode"), c.Request().Header.Get("Accept-Language")),
		Languages: true,
	}))
}

// asksLanguages reports whether the address asks for all languages.
func asksLanguages(c echo.Context) bool { return query(c, "lang") == presenter.MoreLanguages }

// query is a parameter of the address; most addresses have none to parse.
func query(c echo.Context, name string) string {
	if c.Request().URL.RawQuery == "" {
		return ""
	}
	return c.QueryParam(name)
}

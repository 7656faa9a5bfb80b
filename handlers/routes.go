package handlers

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/presenter"
	"payapp/scenarios"
)

// routes is every address that the application answers. Reads are GET (and
// HEAD), changes are POST and answer 303.
func (s *server) routes(e *echo.Echo) {
	get(e, "/", s.enterPayment)
	e.POST("/", s.enterPayment)
	get(e, "/status", s.enterStatus)
	e.POST("/status", s.enterStatus) // another language for its problem page

	get(e, "/pay/:ref", s.showPayment)
	for action, submit := range map[string]echo.HandlerFunc{
		"choose":        s.post(s.submitChoice),
		"change-method": s.post(withTyped(scenarios.Facts.ChangeMethod)),
		"language":      s.post(withTyped(scenarios.Facts.KeepTyped)), // the address has the language
		"retry":         s.post(only(scenarios.Facts.TryAgain)),
		"pay":           s.post(s.submitPay),
		"paid":          s.post(s.submitPaid),
		"instructions":  s.post(only(scenarios.Facts.ShowInstructionsAgain)),
		"reference":     s.post(s.submitReference),
		"correct":       s.post(only(scenarios.Facts.CorrectReference)),
		"phone":         s.post(s.submitPhone),
		"refresh":       s.checkNow(s.openPayment, toPayment),
	} {
		e.POST("/pay/:ref/"+action, submit)
		get(e, "/pay/:ref/"+action, toPayment) // a step's address opened too early or too late
	}
	get(e, "/pay/:ref/qr.png", with(s.openPayment, s.showQR))
	get(e, "/pay/:ref/reminder.ics", with(s.openPayment, s.showReminder))
	get(e, "/pay/:ref/events", with(s.openPayment, s.showEvents))

	get(e, "/phone", s.showPhone)
	e.POST("/phone", s.continueOnPhone)

	get(e, "/status/:ref", with(s.openStatus, s.show))
	e.POST("/status/:ref/refresh", s.checkNow(s.openStatus, toStatus))
	get(e, "/status/:ref/refresh", toStatus)
	get(e, "/status/:ref/qr.png", with(s.openStatus, s.showQR))
	get(e, "/status/:ref/reminder.ics", with(s.openStatus, s.showReminder))
	get(e, "/status/:ref/events", with(s.openStatus, s.showEvents))
	get(e, "/status/:ref/:step/events", with(s.openStatus, s.showEvents)) // of a page with ?step=

	get(e, "/return/:ref", s.landFromBank)
	e.POST("/return/:ref", s.landFromBank)

	if s.Relay != nil {
		e.POST("/callback/:ref", s.relayCallback)
	}

	e.POST(middleware.ReportsPath, s.reports.Take)
	get(e, "/static/:name", s.showStatic)
	get(e, "/robots.txt", showRobots)
}

// with is a handler of payments and status links, for one of them.
func with(open opener, handle func(echo.Context, opener) error) echo.HandlerFunc {
	return func(c echo.Context) error { return handle(c, open) }
}

// get answers HEAD as GET, without the body.
func get(e *echo.Echo, path string, h echo.HandlerFunc) {
	e.GET(path, h)
	e.HEAD(path, h)
}

// toPayment redirects from a step's own address to the payment, which decides;
// it keeps a request for all languages.
func toPayment(c echo.Context) error {
	path := payPath(c.Param("ref"))
	if asksLanguages(c) {
		path += "?lang=" + presenter.MoreLanguages
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// toStatus does the same for a status link, whose address says what is unfolded.
func toStatus(c echo.Context) error {
	path := statusPath(c.Param("ref"))
	if step := asked(c, "step"); step != "" {
		path += "?step=" + url.QueryEscape(step)
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// payPath and statusPath escape the ref, since the one in an address may be
// anything: it must not break a Location or a cookie's path.
func payPath(ref string) string    { return "/pay/" + url.PathEscape(ref) }
func statusPath(ref string) string { return "/status/" + url.PathEscape(ref) }

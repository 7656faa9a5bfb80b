// Package handlers answers browsers. It is deliberately thin: it opens a request's
// visit (cookies, language, caller) and loads the gateway's facts; scenarios.Next
// decides, and internal/presenter turns the step into a page.
//
//	GET  visit ─▶ facts ─▶ scenarios.Next ─▶ presenter ─▶ views
//	POST visit ─▶ facts ─▶ scenarios.Facts.X ─▶ (gateway) ─▶ 303 to the payment
//
// routes.go has every address. show is a whole GET, post a whole POST; showX and
// submitX are what each of them adds. No step redirects to another: each POST goes
// back to the payment's own address, which decides again. Only problem.go maps
// errors to pages. internal/middleware sets the security headers; static_show.go and
// return_landing.go change one each. Only this package and two below it use echo.
package handlers

// Package handlers answers browsers. It is thin on purpose: a request is
// loaded into a visit (its cookies, its language, its caller), the gateway's
// facts are loaded, scenarios.Next decides, and internal/presenter turns the step
// into a page.
//
//	GET  visit ─▶ facts ─▶ scenarios.Next ─▶ presenter ─▶ views
//	POST visit ─▶ facts ─▶ scenarios.Facts.X ─▶ (gateway) ─▶ 303 to the payment
//
// routes.go has every address. show is the whole of a GET, post that of a POST;
// showX and submitX are what one of them adds. No step redirects to another:
// each POST goes back to the payment's own address, which decides anew.
// problem.go is the one place that maps errors to pages, headers.go the one
// that sets security headers. echo stays inside this package.
package handlers

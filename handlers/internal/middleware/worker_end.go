package middleware

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// workerEnd is a service worker that ends itself, and loads what it was in the way of.
const workerEnd = `self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", event => event.waitUntil(self.registration.unregister()
  .then(() => self.clients.matchAll()).then(all => Promise.all(all.map(client => client.navigate(client.url))))))
`

// EndWorkers ends the service worker that another site on this host has left in a
// browser, where it goes on answering for us. Whenever somebody comes, the browser asks
// whether there is a newer one, and keeps the old one if there is none.
func EndWorkers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Header.Get("Service-Worker") != "script" || c.Request().Method != http.MethodGet {
			return next(c)
		}
		return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", []byte(workerEnd))
	}
}

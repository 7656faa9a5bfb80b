package main

import (
	"net/http"
	"os"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// bare serves a file as a page, as little as an echo handler can do.
func bare(address, file string) error {
	page, err := os.ReadFile(file) //nolint:gosec // our own, by compare
	if err != nil {
		return err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.GET("/*", func(c echo.Context) error { return c.HTMLBlob(http.StatusOK, page) })
	e.GET("/metrics", echo.WrapHandler(promhttp.Handler()))
	return e.Start(address)
}

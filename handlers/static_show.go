package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/static"
)

// showStatic answers an immutable file under its hashed name: pictures, which
// aren't compressed further.
func (s *server) showStatic(c echo.Context) error {
	name := c.Param("name")
	file, ok := static.Open(name)
	if logo, branded := s.logo(name); branded {
		file, ok = logo, true
	}
	if !ok {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", file.ETag)
	if c.Request().Header.Get("If-None-Match") == file.ETag {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, file.ContentType, file.Body)
}

// showRobots keeps payments out of search engines.
func showRobots(c echo.Context) error {
	return c.String(http.StatusOK, "User-agent: *\nDisallow: /\n")
}

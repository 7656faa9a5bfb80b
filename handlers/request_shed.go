package handlers

import (
	"math/rand/v2"
	"strconv"

	"github.com/labstack/echo/v4"
)

// maxUnderWay is how many requests are served at the same time. Each waits for
// the gateway for a few seconds at most, and held event streams don't count, so
// more than this is a flood. Further requests are refused at once, while the
// others are still served.
const maxUnderWay = 2000

// shed refuses requests, with a page and the time to come back, while too many
// are under way.
func (s *server) shed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		defer s.underWay.Add(-1)
		if s.underWay.Add(1) > s.mostUnderWay {
			c.Response().Header().Set("Retry-After", strconv.Itoa(2+rand.IntN(4)))
			return errOverloaded
		}
		return next(c)
	}
}

package middleware

import (
	"math/rand/v2"
	"strconv"

	"github.com/labstack/echo/v4"
)

// MaxUnderWay is how many requests are served at the same time. Each waits for
// the gateway for a few seconds at most, and held event streams don't count, so
// more than this is a flood. Further requests are refused at once, while the
// others are still served.
const MaxUnderWay = 2000

// Shed refuses requests with ErrOverloaded and the time to come back, while
// more than most are under way.
func (m *Metrics) Shed(most int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			defer m.underWay.Add(-1)
			if m.underWay.Add(1) > most {
				c.Response().Header().Set("Retry-After", strconv.Itoa(2+rand.IntN(4)))
				return ErrOverloaded
			}
			return next(c)
		}
	}
}

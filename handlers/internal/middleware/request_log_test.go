package middleware

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/testing/journal"
)

// A request that takes long has a line while it runs, once; one that is answered in
// time and a stream have none. All of them are under way meanwhile.
func TestLongRequestsAreToldWhileTheyRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &journal.Journal{}
		l := Log{Logger: slog.New(slog.NewTextHandler(log, nil)), Metrics: NewMetrics(nil)}
		e := echo.New()
		e.Pre(l.Metrics.Shed(10))
		e.Use(l.NoteLong)
		takes := func(d time.Duration) echo.HandlerFunc {
			return func(c echo.Context) error {
				time.Sleep(d) //nolint:forbidigo // of virtual time
				return c.NoContent(http.StatusOK)
			}
		}
		e.GET("/quick", takes(4*time.Second))
		e.GET("/pay/:ref/events", takes(time.Minute))
		e.GET("/pay/:ref", takes(time.Minute))
		for _, path := range []string{"/quick", "/pay/a/events", "/pay/a"} {
			go e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
		}
		time.Sleep(longTake - time.Millisecond) //nolint:forbidigo // of virtual time
		if log.String() != "" || l.Metrics.underWay.Load() != 2 {
			t.Errorf("%d are under way, and the log says: %s", l.Metrics.underWay.Load(), log)
		}
		time.Sleep(30 * time.Second) //nolint:forbidigo // of virtual time
		if text := log.String(); strings.Count(text, "request takes long") != 1 || !strings.Contains(text, "route=/pay/:ref support_code=") {
			t.Errorf("the log says: %s", text)
		}
		time.Sleep(time.Minute) //nolint:forbidigo // of virtual time
	})
}

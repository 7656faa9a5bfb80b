package handlers

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/testing/await"
)

// Beyond what can be served at once, a page says so at once and when to come
// back; what is under way is served to its end, and then there is room again.
func TestOverloadIsToldAtOnce(t *testing.T) {
	s := inside(t)
	e := echo.New()
	e.HTTPErrorHandler = s.showError
	e.Pre(middleware.NewMetrics(nil).Shed(2))
	began, end := make(chan struct{}), make(chan struct{})
	e.GET("/slow", func(c echo.Context) error {
		began <- struct{}{}
		<-end
		return c.NoContent(http.StatusOK)
	})
	e.GET("/", func(c echo.Context) error { return c.NoContent(http.StatusOK) })
	get := func(path string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		e.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
		return recorder
	}
	var slow sync.WaitGroup
	for range 2 {
		slow.Go(func() {
			if got := get("/slow").Code; got != http.StatusOK {
				t.Errorf("who was there first got %d", got)
			}
		})
		await.For(t, "the request", began)
	}
	turned := get("/")
	if turned.Code != http.StatusServiceUnavailable || !strings.Contains(turned.Body.String(), `data-problem="overloaded"`) {
		t.Errorf("got %d: %.300s", turned.Code, turned.Body)
	}
	if seconds, err := strconv.Atoi(turned.Header().Get("Retry-After")); err != nil || seconds < 1 {
		t.Errorf("Retry-After is %q", turned.Header().Get("Retry-After"))
	}
	close(end)
	slow.Wait()
	if got := get("/").Code; got != http.StatusOK {
		t.Errorf("afterwards: %d", got)
	}
}

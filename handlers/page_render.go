package handlers

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"payapp/i18n"
	"payapp/scenarios"
	"payapp/views/pages"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render writes a whole page or none: it is made in memory first. A customer
// who has left, or whose form never came to its end, is no reason to fail: the
// status is for the log then, and the page for whoever still listens.
func render(c echo.Context, status int, page templ.Component) error {
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	if err := page.Render(context.WithoutCancel(c.Request().Context()), buffer); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return writePage(c, status, i18n.MarkForeign(buffer.Bytes()))
}

// renderStep presents the step that is due.
func (s *server) renderStep(c echo.Context, v *visit, f scenarios.Facts, step scenarios.Step) error {
	p := s.presenter(c, v, f, step)
	s.brand(v).allowStyle(c)
	switch step := step.(type) {
	case scenarios.ChooseOption:
		return render(c, 200, pages.Options(p.options(step)))
	case scenarios.FillDetails:
		return render(c, 200, pages.Details(p.details(step)))
	case scenarios.ReviewPayment:
		return render(c, 200, pages.Review(p.review(step)))
	case scenarios.LeaveForBank:
		return render(c, 200, pages.Leaving(p.leaving(step)))
	case scenarios.FollowInstructions:
		return render(c, 200, pages.Instructions(p.instructions(step)))
	case scenarios.GiveReference:
		return render(c, 200, pages.Reference(p.reference(step)))
	case scenarios.WaitInLine:
		s.metrics.problems.WithLabelValues("waiting").Inc()
		return render(c, 200, pages.Waiting(p.waiting(step)))
	case scenarios.ShowStatus:
		return render(c, 200, pages.Status(p.status(step)))
	case scenarios.ShowProblem:
		page := p.problem(step)
		s.metrics.problems.WithLabelValues(page.Frame.Problem).Inc()
		return render(c, statusOfProblem(page.Problem), pages.Problem(page))
	default:
		return fmt.Errorf("no page for step %T", step)
	}
}

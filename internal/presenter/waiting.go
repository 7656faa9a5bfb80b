package presenter

import (
	"time"

	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// WaitingRefresh is how long a page in line stays: a customer who has just
// pressed Pay or arrived expects progress.
const WaitingRefresh = 2 * time.Second

// waiting presents the line for the gateway.
func (p *draft) waiting(step scenarios.WaitInLine) pages.WaitingPage {
	page := pages.WaitingPage{
		Refresh: components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.CommonRefresh()},
	}
	switch {
	case step.Creating:
		page.Frame = p.waitingFrame(p.l.WaitingCreatingHeading(), stepPay, step)
		page.What, page.Money = p.l.WaitingCreatingWhat(), p.l.WaitingCreatingMoney()
	case step.Missing:
		page.Frame, page.What, page.Money = p.waitingFrame(p.l.WaitingOpening(), stepChoose, step), p.l.WaitingWhat(), p.l.WaitingMoney()
	default: // unknown how far this payment is
		page.Frame, page.What, page.Money = p.waitingFrame(p.l.WaitingOpening(), 0, step), p.l.WaitingWhat(), p.l.WaitingMoneyUnknown()
	}
	if p.Verified {
		page.Return = p.returnLink(step.Missing && !step.Creating) // leaving doesn't cancel a Pay
		if step.Creating {
			page.Since = p.l.WaitingSince(p.l.InZone(p.l.Clock(step.Since, p.zone), step.Since, p.zone))
		}
	}
	p.news(&page.Frame)
	page.Frame.Refresh = &layout.Refresh{Seconds: int(WaitingRefresh.Seconds())}
	return page
}

func (p *draft) waitingFrame(heading string, line int, step scenarios.WaitInLine) layout.Frame {
	frame := p.frame("waiting", heading, line)
	if !p.Verified {
		frame.Step = 0 // unknown
		return frame
	}
	frame.Method, frame.Operator = step.Method, step.Operator
	return frame
}

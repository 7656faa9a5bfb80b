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
	sent, notCreated := p.Facts.Progress.InLine, p.Facts.Reading.State == scenarios.NotCreated
	creating := step.Creating && sent != nil
	switch {
	case creating:
		page.Frame = p.waitingFrame(p.l.WaitingCreatingHeading(), stepPay)
		page.What, page.Money = p.l.WaitingCreatingWhat(), p.l.WaitingCreatingMoney()
	case notCreated:
		page.Frame, page.What, page.Money = p.waitingFrame(p.l.WaitingHeading(), stepChoose), p.l.WaitingWhat(), p.l.WaitingMoney()
	default: // unknown how far this payment is
		page.Frame, page.What, page.Money = p.waitingFrame(p.l.WaitingHeading(), 0), p.l.WaitingWhat(), p.l.WaitingMoneyUnknown()
	}
	if p.Proven {
		page.Return = p.returnLink(notCreated && !creating) // leaving doesn't cancel a Pay
		if creating {
			page.Since = p.l.WaitingSince(p.l.Clock(sent.Since, p.zone))
		}
	}
	p.news(&page.Frame)
	page.Frame.Refresh = &layout.Refresh{Seconds: int(WaitingRefresh.Seconds())}
	return page
}

func (p *draft) waitingFrame(heading string, step int) layout.Frame {
	frame := p.frame("waiting", heading, step)
	if !p.Proven {
		frame.Step = 0 // unknown
		return frame
	}
	if frame.Method, frame.Operator = p.Facts.InUse(); step == stepPay {
		frame.Method, frame.Operator = p.Facts.Progress.InLine.Method, p.Facts.Progress.InLine.Operator
	}
	return frame
}

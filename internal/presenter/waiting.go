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
		page.Heading, page.What, page.Money = p.l.WaitingCreatingHeading(), p.l.WaitingCreatingWhat(), p.l.WaitingCreatingMoney()
		page.Frame = p.waitingFrame(page.Heading, stepPay)
	case notCreated:
		page.Heading, page.What, page.Money = p.l.WaitingHeading(), p.l.WaitingWhat(), p.l.WaitingMoney()
		page.Frame = p.waitingFrame(page.Heading, stepChoose)
	default: // unknown how far this payment is
		page.Heading, page.What, page.Money = p.l.WaitingHeading(), p.l.WaitingWhat(), p.l.WaitingMoneyUnknown()
		page.Frame = p.waitingFrame(page.Heading, 0)
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

func (p *draft) waitingFrame(title string, step int) layout.Frame {
	frame := p.frame("waiting", title, step)
	if !p.Proven {
		frame.Step = 0 // unknown
		return frame
	}
	if frame.Method, frame.Operator = p.Facts.InUse(); step == stepPay {
		frame.Method, frame.Operator = p.Facts.Progress.InLine.Method, p.Facts.Progress.InLine.Operator
	}
	return frame
}

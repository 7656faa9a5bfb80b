package gallery

import (
	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/views/layout"
	"payapp/views/pages"
)

func waitingEntries() []Entry {
	return []Entry{
		{"waiting", "In line for an answer, and nothing is known yet", func(l *i18n.Locale) templ.Component {
			p := waitingPage(l)
			p.Frame = inLine(frame(l, "waiting", p.Heading, 0, amount(l, "1234.5", "THB")))
			p.Money, p.Return = l.WaitingMoneyUnknown(), returnTo(l)
			return pages.Waiting(p)
		}},
		{"waiting-options", "In line for the ways to pay", func(l *i18n.Locale) templ.Component {
			p := waitingPage(l)
			p.Frame = inLine(frame(l, "waiting", p.Heading, 1, amount(l, "1234.5", "THB")))
			p.Return = cancelTo(l)
			return pages.Waiting(p)
		}},
		{"waiting-fresh", "In line, and nobody knows yet whose link it is", func(l *i18n.Locale) templ.Component {
			p := waitingPage(l)
			p.Money = l.WaitingMoneyUnknown()
			return pages.Waiting(p)
		}},
		{"waiting-creating", "Pay was pressed, and is in line", func(l *i18n.Locale) templ.Component {
			p := creatingPage(l)
			p.Frame = inLine(frame(l, "waiting", p.Heading, 3, amount(l, "1234.5", "THB")))
			p.Method, p.Operator = "ONLINE", "004"
			p.Since, p.Return = l.WaitingSince(l.Clock(at(24), zone)), returnTo(l)
			return pages.Waiting(p)
		}},
		{"waiting-creating-fresh", "Pay is in line, and the link was opened with another token", func(l *i18n.Locale) templ.Component {
			return pages.Waiting(creatingPage(l))
		}},
	}
}

// waitingPage is in line, with nothing of the link.
func waitingPage(l *i18n.Locale) pages.WaitingPage {
	return pages.WaitingPage{
		Frame: inLine(layout.Frame{T: l, Heading: l.WaitingHeading(), Page: "waiting", Languages: otherLanguages(l), Likely: likely, Site: site.Settings{Sandbox: true}}),
		What:  l.WaitingWhat(), Money: l.WaitingMoney(),
		Refresh: button("refresh", "refresh", l.CommonRefresh()),
	}
}

func creatingPage(l *i18n.Locale) pages.WaitingPage {
	p := waitingPage(l)
	p.Heading = l.WaitingCreatingHeading()
	p.What, p.Money = l.WaitingCreatingWhat(), l.WaitingCreatingMoney()
	return p
}

// inLine is a frame of a page that reloads every other second without script.
// Here it has no events, so that it stays while somebody looks at it.
func inLine(f layout.Frame) layout.Frame {
	f.Refresh = &layout.Refresh{Seconds: 2}
	return f
}

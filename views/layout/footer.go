package layout

import (
	"slices"
	"strings"
)

// Support is whom to ask.
type Support struct {
	Text  string
	Order string // the order's id within Text, "" = none
	Links []Link
	Asked bool // a button of the page leads to the first link
}

// Link is a mailto:, tel: or https: address.
type Link struct{ URL, Label string }

// footer is what a page ends with.
type footer struct {
	Ask   *Support // nil = nothing
	By    string   // who runs the pages, "" = nobody is named
	Links []Link   // the operator's
}

// footer makes the page's. A link that is added to it belongs into here, where
// the one rule for all of them is.
func (f Frame) footer() footer {
	by := f.Site.Operator
	end := footer{Ask: f.Support.help(), Links: f.staying([]Link{
		{by.Privacy, f.T.CommonPrivacy()},
		{by.Terms, f.T.CommonTerms()},
	})}
	if by.Name != "" {
		end.By = f.T.CommonOperator(by.Name)
	}
	if end.Ask != nil {
		end.Ask = &Support{Text: end.Ask.Text, Order: end.Ask.Order, Links: f.staying(end.Ask.Links)}
	}
	return end
}

// staying are the links that the page may show: those that have an address and,
// while it is sending something, don't lead away.
func (f Frame) staying(links []Link) []Link {
	return slices.DeleteFunc(slices.Clone(links), func(l Link) bool {
		return l.URL == "" || f.Sending && !l.opensApp()
	})
}

// opensApp: a mail or phone app opens beside the page.
func (l Link) opensApp() bool {
	return strings.HasPrefix(l.URL, "mailto:") || strings.HasPrefix(l.URL, "tel:")
}

// help is what the page's end says of it: not what a button says already. nil says
// nothing.
func (s *Support) help() *Support {
	if s == nil || !s.Asked || len(s.Links) == 0 {
		return s
	}
	if len(s.Links) == 1 {
		return nil
	}
	return &Support{Text: s.Text, Order: s.Order, Links: s.Links[1:]}
}

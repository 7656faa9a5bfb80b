package presenter

import (
	"strings"
	"time"
	"unicode/utf8"

	"payapp/views/components"
)

// Reminder is an entry for the customer's calendar (RFC 5545) in the hour before the
// deadline, with all that one pays by; ok is false where the page offers none. It begins,
// and its alarm rings, at least an hour from now, by scenarios.Long. uid is the
// payment's own. Calendars are shared: there is no link in it.
func (s *Presenter) Reminder(in Input, uid string) (text string, ok bool) {
	p := s.draft(in)
	how, ok := p.How()
	if !ok {
		return "", false
	}
	page := p.instructions(how)
	if page.Later == nil {
		return "", false
	}
	title := p.l.DetailsPay(p.l.Amount(how.Pays))
	if p.payee != "" {
		title += " · " + p.payee
	}
	var about []string
	say := func(label, value string) { about = append(about, p.l.CommonLabelled(label, value)) }
	if p.payee != "" {
		say(p.l.CommonPayTo(), p.payee)
	}
	say(p.l.CommonAmount(), p.l.Amount(how.Pays))
	shown := page.Rows
	if page.Code != nil {
		shown = append([]components.Row{*page.Code}, shown...)
	}
	for _, row := range shown {
		if row.Hook != "amount" {
			say(row.Label, row.Value())
		}
	}
	if page.QR != nil && page.QR.ShowText {
		about = append(about, page.QR.Payload)
	}
	for _, w := range page.Warnings {
		about = append(about, w.Text)
	}
	if page.Frame.Deadline != nil {
		about = append(about, page.Frame.Deadline.Text)
	}
	about = append(about, page.Later.Then, p.l.CommonOrder(p.OrderID))

	end := how.Payin.ExpireAt
	var b strings.Builder
	for _, line := range []string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//payapp//reminder//EN",
		"BEGIN:VEVENT", "UID:" + uid + "@payapp", "DTSTAMP:" + stamp(p.Now), "DTSTART:" + stamp(end.Add(-time.Hour)), "DTEND:" + stamp(end),
		"SUMMARY:" + escaped(title), "DESCRIPTION:" + escaped(strings.Join(about, "\n")), "CLASS:PRIVATE", "TRANSP:TRANSPARENT",
		"BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:" + escaped(title), "END:VALARM",
		"END:VEVENT", "END:VCALENDAR",
	} {
		fold(&b, line)
	}
	return b.String(), true
}

// ReminderName is the file name of a payment's reminder.
func ReminderName(idPayin string) string { return "pay-" + fileName(idPayin) + ".ics" }

func stamp(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// escaped is a text as a calendar's property has it; other control characters would
// end or break it.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}

// mostOctets is how long a line may be, without its end.
const mostOctets = 75

// fold writes a line, divided between characters: what continues one begins with a
// space.
func fold(b *strings.Builder, line string) {
	for room := mostOctets; len(line) > room; room = mostOctets - 1 {
		at := room
		for !utf8.RuneStart(line[at]) {
			at--
		}
		b.WriteString(line[:at] + "\r\n ")
		line = line[at:]
	}
	b.WriteString(line + "\r\n")
}

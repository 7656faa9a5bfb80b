package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/methods"
)

// Ours: where the page says that one can pay elsewhere, it offers an entry for the
// calendar, an hour before the deadline, by which one can pay: it names who, how much and
// the code, and has neither a link nor the token. Page and address agree.
func TestTheReminder(t *testing.T) {
	w := setup(t)
	store, _ := methods.Default().Find("CODE_PAYMENT", "TWD")
	b, p, link := w.payBy(t, store)
	code, _ := p.Row("reference")
	got := b.Get(p.Link("remind"))
	if got.Status != 200 || got.Header.Get("Content-Type") != "text/calendar; charset=utf-8" || !strings.HasPrefix(got.Header.Get("Content-Disposition"), "inline; filename=\"pay-") {
		t.Fatalf("%d %v", got.Status, got.Header)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(got.Body, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("a line isn't as RFC 5545 has it: %q", line)
		}
	}
	text := strings.ReplaceAll(got.Body, "\r\n ", "")
	end := w.clock.now().Add(72 * time.Hour).UTC()
	for _, want := range []string{
		"BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:PT0S\r\n", "SUMMARY:Pay NT$", code, link.Get("idPayin"),
		"DTSTART:" + end.Add(-time.Hour).Format("20060102T15"), "DTEND:" + end.Format("20060102T15"), "DTSTAMP:" + w.clock.now().UTC().Format("20060102T15"),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, never := range []string{"http", link.Get("token"), "/pay/"} {
		if strings.Contains(text, never) {
			t.Errorf("%q in\n%s", never, text)
		}
	}
	uid := func(text string) string {
		_, id, _ := strings.Cut(text, "\r\nUID:")
		return strings.SplitN(id, "\r\n", 2)[0]
	}
	other, o, _ := w.payBy(t, store, "merchantCode", "DEMO-NONAME", "idPayin", link.Get("idPayin"))
	if second := strings.ReplaceAll(other.Get(o.Link("remind")).Body, "\r\n ", ""); uid(second) == uid(text) || uid(second) == "" {
		t.Errorf("two merchants' orders are one entry: %q", uid(text))
	}

	// By a status link, too; and no longer once there is little time, or it is paid.
	reader, s := w.openStatusLink(link.Get("idPayin"), "800", "TWD", 80*time.Hour)
	if status := reader.Get(s.Link("remind")).Status; status != 200 {
		t.Errorf("at a status link: %d", status)
	}
	w.set(link.Get("idPayin")+"?merchant=DEMO", "SUCCESS")
	if p := reader.Get(s.URL.Path).Want(200, "status"); p.Link("remind") != "" {
		t.Error("it can still be remembered once it is paid")
	}
	if status := reader.Do(http.MethodGet, s.URL.Path+"/reminder.ics", nil).Status; status != 404 {
		t.Errorf("once it is paid: %d", status)
	}
	qr, q := w.pay(w.link("10", "THB"))
	if status := qr.Get(q.URL.Path + "/reminder.ics").Status; status != 404 || q.Link("remind") != "" {
		t.Errorf("with minutes left: %d, and the page has %q", status, q.Link("remind"))
	}
}

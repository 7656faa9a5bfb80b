package kit

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Page is the data-page of the current page; "" outside the application.
func (b *Tab) Page() string {
	b.t.Helper()
	return Ask[string](b, `document.querySelector("main")?.dataset.page ?? ""`)
}

// Due is the data-page of the page that is due: one that waits in line for the gateway,
// and goes on by itself, is waited for.
func (b *Tab) Due() string {
	b.t.Helper()
	b.Until("the page that is due", `document.readyState == "complete" && document.querySelector("main")?.dataset.page != "waiting"`)
	return b.Page()
}

// Want waits for a page of the application. It is there already, unless the
// previous page goes on by itself. Another page that stays fails the walk.
func (b *Tab) Want(page string) {
	b.t.Helper()
	b.problem = b.problem || page == "problem"
	b.arrive("page "+page, page, nil, fmt.Sprintf(`document.querySelector("main")?.dataset.page == %s`, Quoted(page)))
}

// ExpectProblem waits for the problem page with this data-problem. The answer 400 or
// 403 that comes with it is no fault.
func (b *Tab) ExpectProblem(problem string) {
	b.t.Helper()
	b.Want("problem")
	if got := b.Hook("problem"); got != problem {
		b.fatalf("%s: data-problem is %q, want %q: %s", b.Customer, got, problem, b.Describe())
	}
	b.Observer.forgive()
	b.problem = true
}

// Settled is how long nothing must happen in a tab until a page that doesn't go on
// by itself counts as the wrong one.
const Settled = 10 * time.Second

// asksAgain are the problems whose pages go on by themselves.
var asksAgain = []string{"no-way-to-pay", "gateway-busy", "gateway-unavailable", "overloaded"}

// stays are the pages that don't go on by themselves.
var stays = []string{"options", "details", "review", "languages", "problem"}

// final are the statuses after which no other is usual. Money that comes late is known:
// whoever tests it names the status before it.
var final = []string{"success", "failed", "expired"}

// refused is the status of an answer, such as a proxy's, that is no page of the
// application; 0 where it is one.
const refused = `(document.readyState == "complete" && !document.querySelector("main[data-page]") &&
	(s => s >= 400 ? s : 0)(performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0) || 0)`

// still is the condition that the page shows a payment, and asks for no news of it.
const still = `document.readyState == "complete" && (({page, status, news}) =>
	["instructions", "reference", "status"].includes(page) && !!status && news === undefined)
	(document.querySelector("main")?.dataset ?? {})`

// arrive waits for a condition of a page that the application leads to, from the
// statuses that may come before.
func (b *Tab) arrive(what, page string, before []string, condition string) {
	b.t.Helper()
	type place struct {
		There         bool
		Page, Problem string
		Status        string
		Error         bool
		Still         bool // it tells of a payment, and won't any more
		Refused       int  // status of an answer that is no page of the application
	}
	guard := time.Now().Add(b.patience())
	for {
		at, err := Eval[place](b, fmt.Sprintf(`({There: document.readyState == "complete" && !!(%s),
			Page: document.querySelector("main")?.dataset.page ?? "",
			Problem: document.querySelector("main")?.dataset.problem ?? "",
			Status: document.readyState == "complete" && document.querySelector("main")?.dataset.status || "",
			Still: %s, Error: %s, Refused: %s})`, condition, still, errorPage, refused))
		switch {
		case err == nil && at.There:
			b.Check()
			return
		case err != nil && !betweenPages(err):
			b.fatalf("%s: never %s: %v; the page is %s", b.Customer, what, err, b.Describe())
		case time.Now().After(guard):
			b.fatalf("%s: never %s%s; the page is %s", b.Customer, what, b.why(), b.Describe())
		case err != nil:
		case at.Problem != "" && page != "problem" && !slices.Contains(asksAgain, at.Problem) && b.Observer.quiet() > time.Second:
			b.fatalf("%s: %s instead of %s%s: %s", b.Customer, at.Problem, what, b.why(), b.Describe())
		case at.Error && !b.Observer.mayFail():
			b.fatalf("%s: the browser's own error instead of %s: %s", b.Customer, what, b.Describe())
		case at.Refused != 0 && !b.Observer.mayFail():
			b.fatalf("%s: the answer is %d instead of %s, and no page of the application: %s", b.Customer, at.Refused, what, b.Describe())
		case at.Page == "status" && slices.Contains(final, at.Status) && !slices.Contains(before, at.Status) && b.Observer.quiet() > time.Second:
			b.fatalf("%s: %s is final, instead of %s%s: %s", b.Customer, at.Status, what, b.why(), b.Describe())
		case at.Still && b.Observer.quiet() > time.Second:
			b.fatalf("%s: never %s: the page no longer updates by itself%s: %s", b.Customer, what, b.why(), b.Describe())
		case at.Page != page && slices.Contains(stays, at.Page) && b.Observer.quiet() > Settled:
			b.fatalf("%s: %s stays, instead of %s%s: %s", b.Customer, at.Page, what, b.why(), b.Describe())
		}
		<-time.After(PollEvery)
	}
}

// impatience is between two presses of who can't wait.
const impatience = 300 * time.Millisecond

// WaitStatus waits for a status on the page. With JavaScript the page updates
// itself. Without, an impatient customer presses the refresh button, which may
// vanish at any moment because the page also refreshes itself. Another final status
// (success, failed, expired) fails at once, unless it is one of those that may come
// before: money that comes late is awaited by WaitStatus("success", "expired").
func (b *Tab) WaitStatus(status string, before ...string) {
	b.t.Helper()
	if b.Customer.NoScript {
		guard := time.Now().Add(b.patience())
		for time.Now().Before(guard) {
			before := b.Document()
			if b.Hook("status") == status || !b.Has(Action("refresh")) {
				break
			}
			b.Tell(fmt.Sprintf(`document.querySelector(%s)?.click()`, Quoted(Action("refresh"))))
			b.Until("refreshed", Another(before))
			<-time.After(impatience)
		}
	}
	b.AwaitStatus(status, before...)
}

// AwaitStatus waits for a status without doing anything.
func (b *Tab) AwaitStatus(status string, before ...string) {
	b.t.Helper()
	b.arrive("status "+status, "status", before, fmt.Sprintf(`document.querySelector("main")?.dataset.status == %s`, Quoted(status)))
}

// WaitMoment waits until the page says that the payment stands so: a data-moment of
// docs/pages.md, such as "paid", "said-paid" or "unsure". It fails as WaitStatus does.
func (b *Tab) WaitMoment(moment string, before ...string) {
	b.t.Helper()
	b.wantName("moment", moment, slices.Sorted(maps.Keys(moments())))
	b.arrive(fmt.Sprintf("moment %s (%s)", moment, moments()[moment]), "", before,
		fmt.Sprintf(`document.querySelector("main")?.dataset.moment == %s`, Quoted(moment)))
}

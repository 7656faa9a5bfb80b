package presenter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"payapp/apiclient"
	"payapp/internal/search"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// options presents the choice of a method, or of an operator alone.
func (p *draft) options(step scenarios.ChooseOption) pages.OptionsPage {
	page := pages.OptionsPage{
		Frame:  p.frame("options", p.l.OptionsHeading(), stepChoose),
		Notice: p.notice(step.Notice),
		Action: p.action("choose"),
		Seen:   p.Mark,
		Return: p.returnLink(true),
	}
	page.Here = stepQuery(scenarios.AgainMethod)
	if step.Method != nil {
		page.Here = stepQuery(scenarios.AgainOperator)
	}
	if step.Again != scenarios.NotAgain {
		page.Action += page.Here
		page.Frame.Place, page.Here = page.Here, "" // it has that address already
	}
	if step.OperatorLocked {
		page.Frame.Operator = step.Operator
	}
	if step.Method != nil {
		p.operatorsAlone(&page, step)
		return page
	}
	if step.Notice == scenarios.ChooseMethod {
		page.Fault = p.l.OptionsErrorTitle()
	}
	for _, offer := range step.Offers {
		row := pages.OptionRow{
			Code:    offer.Method.Code,
			Name:    p.methodName(offer.Method),
			Hint:    p.l.Text(offer.Method.HintKey()),
			Mark:    p.pictureOf(offer.Method),
			Checked: offer.Method.Code == step.Selected,
		}
		inSight := offer.Operators
		if len(inSight) > scenarios.MaxInline { // only the shop's suggestion; the others have a page
			inSight = nil
			if row.Checked {
				inSight = slices.DeleteFunc(slices.Clone(offer.Operators), func(o apiclient.Operator) bool { return o.Code != step.Operator })
			}
			if len(inSight) > 0 {
				row.Others = p.showAll(len(offer.Operators))
			}
		}
		if row.Operators = p.operators(offer.Method, inSight, step.Operator); !offer.NeedsOperator() {
			row.Any = p.l.Text("options.any." + operatorKind(offer.Method))
		}
		page.Methods = append(page.Methods, row)
	}
	if n := len(page.Methods); n >= manyMethods {
		page.More, page.Search = p.showAll(n), &pages.Search{Label: counted(p.l.OptionsSearchButton(), n)}
		carryNames(page.Methods, step.Offers)
	}
	return page
}

// mostCarried is how many operators' names a page of methods has for its search: 30
// take 230 bytes, compressed.
const mostCarried = 100

// carryNames adds to each method the names of operators that have a page of their own.
// A method with more than there is room for gets "*": any of them may be meant.
func carryNames(rows []pages.OptionRow, offers []scenarios.Offer) {
	room := mostCarried
	for i, offer := range offers {
		switch n := len(offer.Operators); {
		case n <= scenarios.MaxInline:
		case n > room:
			rows[i].Also = "*"
		default:
			room -= n
			names := make([]string, n)
			for j, o := range offer.Operators {
				names[j] = o.Name
			}
			rows[i].Also = strings.Join(names, " ")
		}
	}
}

// From these numbers on, methods are folded, operators can be searched, and folded.
// The first operators are the gateway's; the folded ones stand by their names, since
// nobody sees another order among so many.
const (
	manyMethods     = 12
	manyOperators   = 12
	foldedOperators = 30
)

// stepQuery is what follows the payment's address for a choice that is shown once
// more; "" for none.
func stepQuery(again scenarios.Again) string {
	if again == scenarios.NotAgain {
		return ""
	}
	return "?step=" + string(again)
}

// operatorsAlone is the page of a method whose operators don't fit into its
// row.
func (p *draft) operatorsAlone(page *pages.OptionsPage, step scenarios.ChooseOption) {
	m, kind := step.Method.Method, operatorKind(step.Method.Method)
	page.Heading = p.l.Text("options.heading." + kind)
	page.MethodCode = m.Code
	page.Chosen = p.chosen(m, "", step.CanChange)
	page.Frame.Method = m.Code
	if step.Notice == scenarios.ChooseOperator {
		page.Fault = p.l.OptionsErrorTitle()
	}
	if !step.Method.NeedsOperator() {
		page.Any = p.l.Text("options.any." + kind)
	}
	found := step.Method.Operators
	if query := strings.TrimSpace(p.Query); query != "" || len(found) >= manyOperators {
		found = search.Operators(found, query)
		label := counted(p.l.OptionsSearchButton(), len(step.Method.Operators))
		page.Search = &pages.Search{Action: p.Path, Step: string(scenarios.AgainOperator), Query: query, Label: label}
		if query != "" {
			page.Search.Found = p.l.OptionsFound(len(found), strconv.Itoa(len(step.Method.Operators)))
			page.Search.ClearURL = p.Path + page.Frame.Place
			if len(found) == 0 {
				page.Search.Found = p.l.OptionsNoneFound()
			}
		}
	}
	page.Operators = p.operators(m, found, step.Operator)
	if n := len(found); n >= foldedOperators && page.Search.Query == "" && page.Operators[0].Heading == "" {
		page.More = p.showAll(n)
		slices.SortStableFunc(page.Operators[pages.FirstOperators:], func(a, b components.Operator) int {
			return cmp.Compare(search.Plain(a.Name), search.Plain(b.Name))
		})
	}
}

// showAll unfolds a list of n.
func (p *draft) showAll(n int) string { return counted(p.l.OptionsSearchClear(), n) }

// counted is a label with how many there are, as "Search (404)".
func counted(label string, n int) string { return label + " (" + strconv.Itoa(n) + ")" }

// rank puts the shop's suggestion first.
func rank(o apiclient.Operator, suggested string) int {
	if o.Code == suggested {
		return 0
	}
	return 1
}

func (p *draft) operators(m methods.Method, operators []apiclient.Operator, marked string) []components.Operator {
	list := make([]components.Operator, 0, len(operators))
	operators = slices.Clone(operators)
	slices.SortStableFunc(operators, func(a, b apiclient.Operator) int { return cmp.Compare(rank(a, marked), rank(b, marked)) })
	operators, by, lists := grouped(m, operators, marked)
	heading := ""
	for _, op := range operators {
		name := op.Name
		if name == "" {
			name = op.Code
		}
		item := components.Operator{Code: op.Code, Name: name, Suggested: op.Code == marked}
		if key := by.OperatorsKey(cmp.Or(by.ByOperator[op.Code], "other")); lists && key != heading {
			item.Heading, heading = p.l.Text(key), key
		}
		list = append(list, item)
	}
	return list
}

// grouped orders the operators by the method's lists, and within each as the
// gateway does. The list with the shop's suggestion comes first; operators in
// no list come last. ok is false if there are no lists.
func grouped(m methods.Method, operators []apiclient.Operator, suggested string) (list []apiclient.Operator, by methods.Field, ok bool) {
	by, ok = m.OperatorLists()
	listed := func(op apiclient.Operator) bool { return by.ByOperator[op.Code] != "" }
	if !ok || !slices.ContainsFunc(operators, listed) {
		return operators, by, false
	}
	place := func(op apiclient.Operator) int {
		if !listed(op) {
			return len(operators)
		}
		if by.ByOperator[op.Code] == by.ByOperator[suggested] {
			return -1
		}
		return slices.Index(by.Input().Choices, by.ByOperator[op.Code])
	}
	list = slices.Clone(operators)
	slices.SortStableFunc(list, func(a, b apiclient.Operator) int { return place(a) - place(b) })
	return list, by, true
}

package pages

import (
	"slices"

	"payapp/i18n"
	"payapp/views/components"
)

// returns reports whether the way back to the shop is the primary button: the
// payment is over, or there is no other button.
func (p StatusPage) returns() bool {
	return p.Return != nil && (p.Ended || p.Bank == nil && p.Again == nil && p.Correct == nil && p.Refresh == nil)
}

// toBank reports whether the bank is the primary button: for customers who
// haven't paid yet. For all others a button that leads to paying would mean
// "pay again".
func (p StatusPage) toBank() bool { return p.Bank != nil && !p.Checking && !p.returns() }

// quietBank is the bank for who may have paid.
func (p StatusPage) quietBank() *components.Link {
	bank := *p.Bank
	bank.Label = i18n.Join(p.T.StatusNotPaid(), bank.Label)
	return &bank
}

// returnClass is the class of a way back that is no button: as quiet as the way to
// how to pay beside it.
func (p StatusPage) returnClass() string {
	if p.Again != nil && p.Yes == nil {
		return "text soft"
	}
	return "text"
}

// asks reports whether asking again is all that can be done here: nothing is known.
func (p StatusPage) asks() bool { return p.Refresh != nil && p.Status == "unknown" }

// leaves reports whether the way back to the shop is a button all the same: who
// waits may go, but for who is to scan.
func (p StatusPage) leaves() bool {
	return !p.returns() && !p.toBank() && !p.asks() && p.Correct == nil && p.Code == nil && p.Yes == nil
}

// correctClass is the class of the button that leads back to the number: a number
// that the gateway doesn't have keeps the payment from being found.
func (p StatusPage) correctClass() string {
	if p.returns() || p.toBank() {
		return "alt"
	}
	return "go"
}

// iconClass is the status icon's class; its clock ticks at first while the
// payment is awaited, so that the page doesn't seem to hang.
func (p StatusPage) iconClass() string {
	if p.Status == "pending" && !p.Ended && !p.Wrong {
		return "pending ticks"
	}
	return p.glyph()
}

// glyph is the picture's name.
func (p StatusPage) glyph() string {
	switch {
	case p.Canceled:
		return "canceled"
	case p.Wrong:
		return "problem"
	}
	return p.Status
}

// icon is the picture and its class: somebody who opened the bare address did
// nothing wrong, and learns that shops send their customers here.
func (p ProblemPage) icon() (name, class string) {
	switch {
	case p.Problem == "entry-missing":
		return "store", ""
	case p.Problem == "": // nothing is wrong: a phone goes on
		return "phone", ""
	case p.News != nil && !p.Sure: // as on a status page: nothing is known yet
		return "unknown", ""
	}
	return "problem", "problem"
}

func (p ProblemPage) returns() bool {
	return p.Return != nil && (p.Leave || len(p.Buttons) == 0)
}

// firstClass is the class of the first button: outlined on a page that watches by
// itself.
func (p ProblemPage) firstClass() string {
	if p.News != nil {
		return "alt"
	}
	return "go"
}

// saves is the class of saving and copying the code: primary on a phone, which
// can't scan its own screen. Where nothing new is known, checking is.
func (p InstructionsPage) saves() string {
	switch {
	case p.QR == nil || p.rowsFirst() || p.App != nil:
		return ""
	case p.Doubt != "":
		return "tight"
	}
	return "first"
}

// asksShop reports whether asking the shop is the primary button: nothing may be paid
// yet.
func (p InstructionsPage) asksShop() bool {
	return p.Danger != "" && p.Support != nil && len(p.Support.Links) > 0
}

// beside reports whether what one pays by and how to do it are beside each other
// on a wide screen.
func (p InstructionsPage) beside() bool {
	return p.Danger == "" && (p.QR != nil || p.Code != nil || p.Print)
}

// rowsBeside reports whether the rows have a code above them: on a wide screen
// they are in the other column, so that all is on the first screen.
func (p InstructionsPage) rowsBeside() bool { return p.QR != nil }

// scans reports whether one pays by the picture of a code: on a wide screen saving
// and copying it stand below the steps beside it.
func (p InstructionsPage) scans() bool { return p.QR != nil && p.QR.First && p.QR.Path != "" }

// savesCode reports whether the code has a link that saves it.
func (p InstructionsPage) savesCode() bool { return p.QR != nil && p.QR.SaveURL != "" }

// rowsFirst reports whether the rows are used rather than the code, which is for
// another device: they come first.
func (p InstructionsPage) rowsFirst() bool { return p.QR != nil && !p.QR.First && p.byHand() == "" }

// byHand is the name of what a phone folds below the code, which has it all; "" = nothing.
func (p InstructionsPage) byHand() string {
	if p.OnPhone == nil {
		return ""
	}
	return p.OnPhone.ByHand
}

// stepsUnder reports whether the steps stand in the first column: rows that come first
// leave room for them, or the other way has steps of its own.
func (p InstructionsPage) stepsUnder() bool {
	return p.byHand() != "" || p.rowsFirst() && len(p.Rows) <= 3
}

// stepsBelow reports whether the rows fill the place beside the code: the steps
// come below both.
func (p InstructionsPage) stepsBelow() bool {
	return p.rowsBeside() && len(p.Rows) > 2 && !p.stepsUnder()
}

// paidClass is the class of "I have paid": outlined, because the page watches by
// itself, unless the customer has a number to give and nothing else comes first.
func (p InstructionsPage) paidClass() string {
	if p.Asks && p.App == nil && p.saves() != "first" {
		return "go"
	}
	return "alt"
}

// operatorLists divides the operators before each heading.
func (p OptionsPage) operatorLists() (lists [][]components.Operator) {
	for i, o := range p.Operators {
		if i == 0 || o.Heading != "" {
			lists = append(lists, nil)
		}
		lists[len(lists)-1] = append(lists[len(lists)-1], o)
	}
	return lists
}

// doubts reports whether the form has warnings but no faults.
func (p DetailsPage) doubts() bool {
	return !slices.ContainsFunc(p.Fields, func(f components.Field) bool { return f.Error != "" })
}

// submitClass is the class of the button that sends the number, as of payClass.
func (p ReferencePage) submitClass() string {
	if p.Field.Warning != "" {
		return "alt"
	}
	return "go"
}

// payClass is the class of the button that pays: outlined where it goes on against a
// doubt.
func (p DetailsPage) payClass() string {
	if p.doubts() && slices.ContainsFunc(p.Fields, func(f components.Field) bool { return f.Warning != "" }) {
		return "alt"
	}
	return "go"
}

// asked are the fields that the payment needs, and those with a message, which is
// beside the button so.
func (p DetailsPage) asked() []components.Field { return p.fields(false) }

// optional are the other fields, which are folded.
func (p DetailsPage) optional() []components.Field { return p.fields(true) }

func (p DetailsPage) fields(folded bool) []components.Field {
	return slices.DeleteFunc(slices.Clone(p.Fields), func(f components.Field) bool {
		return (f.Optional && f.Error == "" && f.Warning == "") != folded
	})
}

// unfolded reports whether one of the fields has contents.
func unfolded(fields []components.Field) bool {
	return slices.ContainsFunc(fields, func(f components.Field) bool {
		return f.Value != "" ||
			slices.ContainsFunc(f.Choices, func(c components.Choice) bool { return c.Checked })
	})
}

// groups are the fields in order, those of one group together.
func groups(fields []components.Field) [][]components.Field {
	var groups [][]components.Field
	for i, f := range fields {
		if i == 0 || f.Group != fields[i-1].Group {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], f)
	}
	return groups
}

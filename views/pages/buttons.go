package pages

import (
	"slices"

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

// iconClass is the status icon's class; its clock ticks while the payment is
// awaited, so that the page doesn't seem to hang.
func (p StatusPage) iconClass() string {
	if p.Status == "pending" && !p.Ended {
		return "pending ticks"
	}
	return p.Status
}

func (p ProblemPage) returns() bool {
	return p.Return != nil && (p.Leave || len(p.Buttons) == 0)
}

// savesFirst reports whether saving or copying the code is primary on a phone,
// which can't scan its own screen.
func (p InstructionsPage) savesFirst() bool {
	return p.QR != nil && p.QR.First && p.App == nil
}

// rowsBeside reports whether the rows have a code above them: on a wide screen
// they are in the other column, so that all is on the first screen.
func (p InstructionsPage) rowsBeside() bool { return p.QR != nil }

// paidClass is the class of "I have paid": outlined if a button into an app, or
// saving the code on a phone, comes first.
func (p InstructionsPage) paidClass() string {
	switch {
	case p.App != nil && p.QR != nil:
		return "alt scanned"
	case p.App != nil:
		return "alt"
	case p.savesFirst():
		return "go later"
	default:
		return "go"
	}
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

// asked are the fields that the payment needs.
func (p DetailsPage) asked() []components.Field { return p.fields(false) }

// optional are the other fields, which are folded.
func (p DetailsPage) optional() []components.Field { return p.fields(true) }

func (p DetailsPage) fields(optional bool) []components.Field {
	return slices.DeleteFunc(slices.Clone(p.Fields), func(f components.Field) bool { return f.Optional != optional })
}

// unfolded reports whether one of the fields has contents or messages.
func unfolded(fields []components.Field) bool {
	return slices.ContainsFunc(fields, func(f components.Field) bool {
		return f.Value != "" || f.Error != "" || f.Warning != "" ||
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

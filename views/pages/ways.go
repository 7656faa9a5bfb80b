package pages

import (
	"slices"

	"payapp/views/components"
)

// onlyReturn reports whether the way back to the shop is the page's way on:
// there is nothing else to press.
func (p StatusPage) onlyReturn() bool {
	return p.Bank == nil && p.Again == nil && p.Correct == nil && p.Refresh == nil
}

func (p ProblemPage) onlyReturn() bool { return len(p.Buttons) == 0 }

// operatorLists parts the operators before each heading.
func (p OptionsPage) operatorLists() (lists [][]components.Operator) {
	for i, o := range p.Operators {
		if i == 0 || o.Heading != "" {
			lists = append(lists, nil)
		}
		lists[len(lists)-1] = append(lists[len(lists)-1], o)
	}
	return lists
}

// doubts reports whether the form has doubts of soft rules, and no faults.
func (p DetailsPage) doubts() bool {
	return !slices.ContainsFunc(p.Fields, func(f components.Field) bool { return f.Error != "" })
}

// groups are the fields in order, those of one group together.
func (p DetailsPage) groups() [][]components.Field {
	var groups [][]components.Field
	for i, f := range p.Fields {
		if i == 0 || f.Group != p.Fields[i-1].Group {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], f)
	}
	return groups
}

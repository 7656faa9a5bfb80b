package presenter

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
)

// steps are numbered, in the words of the presentation and of what this
// payment has.
func (p *draft) steps(step scenarios.FollowInstructions, card *components.QRCard) []string {
	m, payin := step.Method, step.Payin
	drawn := card != nil && card.Path != ""
	steps := p.presentationSteps(m, payin, card != nil && !drawn)
	if m.Presentation == methods.Transfer {
		if drawn {
			steps[1] += " " + p.l.InstructionsStepsScan() // the other way to do it, and no further step
		}
		if payin.Reference != "" {
			steps = slices.Insert(steps, len(steps)-1, p.l.InstructionsStepsReference())
		}
	}
	switch {
	case step.AsksReference && p.ReadOnly: // a status link only reads
		steps = append(steps, p.l.InstructionsStepsNumberElsewhere())
	case step.AsksReference:
		steps = append(steps, p.l.InstructionsStepsNumber())
	}
	return steps
}

// presentationSteps are those of the presentation alone; paste says that the
// code is too long for a picture. A kiosk's own menu labels stay as they stand
// on the machine.
func (p *draft) presentationSteps(m methods.Method, payin apiclient.Payin, paste bool) []string {
	switch {
	case m.Presentation == methods.StoreCode:
		return p.kioskSteps(m, payin)
	case m.Presentation == methods.VirtualAccount && len(payin.InstructionList) > 0:
		return nil // the bank's own steps say it all
	case m.Presentation == methods.Crypto && payin.Operator.Name == "":
		return nil // they name the network
	}
	kind, scanned := string(m.Presentation), m.Presentation == methods.QR
	switch {
	case paste && scanned:
		kind = "paste"
	case p.l.Has("instructions.steps."+m.Messages+".1") && scanned:
		kind = m.Messages // the method's own words
	case m.CopiesPayload && scanned:
		kind = "pix"
	case m.QRLink && scanned:
		kind = "upi"
	case m.Presentation == methods.Approve && m.UPI():
		kind = "approveUPI"
	case m.Presentation == methods.Approve && operatorKind(m) == "wallet":
		kind = "approveWallet"
	}
	var steps []string
	for n := 1; ; n++ {
		key := "instructions.steps." + kind + "." + strconv.Itoa(n)
		if !p.l.Has(key) {
			return steps
		}
		steps = append(steps, p.l.Text(key))
	}
}

func (p *draft) kioskSteps(m methods.Method, payin apiclient.Payin) []string {
	menu, known := m.Kiosk[payin.Operator.Code]
	if !known {
		steps := []string{p.l.InstructionsStepsStoreAny1()}
		for _, store := range slices.Sorted(maps.Keys(m.Kiosk)) {
			steps = append(steps, p.l.InstructionsStepsStoreMenuOf(store, strings.Join(m.Kiosk[store], " → ")))
		}
		return append(steps, p.l.InstructionsStepsStorePay())
	}
	return []string{
		p.l.InstructionsStepsStore1(payin.Operator.Name),
		p.l.InstructionsStepsStoreMenu(strings.Join(menu, " → ")),
		p.l.InstructionsStepsStoreEnter(),
		p.l.InstructionsStepsStorePay(),
	}
}

func sections(payin apiclient.Payin) []components.Section {
	list := make([]components.Section, 0, len(payin.InstructionList))
	for _, s := range payin.InstructionList {
		list = append(list, components.Section{Title: s.Title, Steps: s.Steps})
	}
	return list
}

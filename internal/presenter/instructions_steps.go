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
	"payapp/views/pages"
)

// steps are the numbered steps for the presentation, adapted to what this
// payment has.
func (p *draft) steps(step scenarios.FollowInstructions, card *components.QRCard) []string {
	m, payin := step.Method, step.Payin
	drawn := card != nil && card.Path != ""
	steps := p.presentationSteps(m, payin, card != nil && !drawn)
	if m.Presentation == methods.Transfer {
		if payin.Reference != "" {
			steps = slices.Insert(steps, len(steps)-1, p.l.InstructionsStepsReference())
		}
	}
	switch {
	case step.AsksReference && p.ReadOnly: // a status link can only read
		steps = append(steps, p.l.InstructionsStepsNumberElsewhere())
	case step.AsksReference:
		steps = append(steps, p.l.InstructionsStepsNumber())
	}
	return steps
}

// presentationSteps are the steps of the presentation itself; paste says that
// the code is too long for a picture. A kiosk's menu labels are not translated.
func (p *draft) presentationSteps(m methods.Method, payin apiclient.Payin, paste bool) []string {
	switch {
	case m.Presentation == methods.StoreCode:
		return p.kioskSteps(m, payin)
	case m.Presentation == methods.VirtualAccount && len(payin.InstructionList) > 0:
		return nil // the bank's own steps are enough
	case m.Presentation == methods.Crypto && payin.Operator.Name == "":
		return nil // they name the network
	}
	kind := presented(m)
	if m.Presentation == methods.QR {
		switch {
		case paste:
			kind = "paste"
		case m.Steps != "":
			kind = m.Steps
		case m.CopiesPayload:
			kind = "pix"
		case m.QRLink:
			kind = "upi"
		}
	}
	return p.stepsOf(kind, m, payin)
}

// stepsOf are the steps of one kind, as in message keys.
func (p *draft) stepsOf(kind string, m methods.Method, payin apiclient.Payin) (steps []string) {
	vars := map[string]any{"App": m.AppName, "Network": payin.Operator.Name, "Button": p.appLabel(m, payin.Operator.Name)}
	for n := 1; ; n++ {
		key := "instructions.steps." + kind + "." + strconv.Itoa(n)
		if !p.l.Has(key) {
			return steps
		}
		steps = append(steps, p.l.Format(key, vars))
	}
}

// onPhone says how to pay by the code on the phone's own screen: by a button into
// the app, by the code's text, or by a picture of it that the bank's app reads.
func (p *draft) onPhone(m methods.Method, payin apiclient.Payin, page pages.InstructionsPage) *pages.OnPhone {
	if page.QR == nil || page.QR.Path == "" {
		return nil
	}
	phone := &pages.OnPhone{Other: p.l.InstructionsOtherPhone()}
	switch m.Presentation {
	case methods.QR:
		phone.Heading = p.l.InstructionsHeadingPaste(page.Amount.Text)
	case methods.Crypto:
		phone.Steps = p.stepsOf("cryptoPhone", m, payin)
		return phone
	case methods.Transfer: // no number is copied where the code has all of them
		if page.App != nil || page.Asks {
			return nil
		}
		phone.ByHand, phone.Other = p.l.Text("method.OFFLINE.name"), ""
		return phone
	default:
		return nil
	}
	switch {
	case page.App != nil: // its button is instead of opening the app and scanning, the first two
		_, press, _ := strings.Cut(p.l.InstructionsStepsUPI2(page.App.Label), "\n")
		phone.Steps = append([]string{press}, page.Steps[2:]...)
	case m.CopiesPayload:
		phone.Steps = p.stepsOf("paste", m, payin)
	case m.Steps == "" && !m.QRLink:
		phone.Heading = p.l.InstructionsHeadingQrPhone(page.Amount.Text)
		phone.Steps = p.stepsOf("qrPhone", m, payin)
	}
	return phone
}

func (p *draft) kioskSteps(m methods.Method, payin apiclient.Payin) []string {
	name := payin.Operator.Code
	kiosk, known := m.Kiosk[name]
	if !known {
		return []string{p.l.InstructionsStepsStoreAny1(), p.l.InstructionsStepsStoreAny2(), p.l.InstructionsStepsStorePay()}
	}
	return []string{
		p.l.InstructionsStepsStore1(kiosk.Shop, name),
		p.l.InstructionsStepsStoreMenuOf(name, strings.Join(kiosk.Menu, " → ")),
		p.l.InstructionsStepsStoreEnter(),
		p.l.InstructionsStepsStorePay(),
	}
}

// kioskMenus are the ways through each kiosk's menu, where the customer may go to
// any store.
func kioskMenus(m methods.Method, payin apiclient.Payin) []components.Row {
	var r rows
	if _, known := m.Kiosk[payin.Operator.Code]; m.Presentation == methods.StoreCode && !known {
		for _, store := range slices.Sorted(maps.Keys(m.Kiosk)) {
			r.text("menu", m.Kiosk[store].Shop+" – "+store, strings.Join(m.Kiosk[store].Menu, " → "))
		}
	}
	return r
}

// sections are the gateway's own steps, those at a machine last: who reads them has
// a phone or a computer at hand.
func sections(payin apiclient.Payin) []components.Section {
	list := make([]components.Section, 0, len(payin.InstructionList))
	for _, s := range payin.InstructionList {
		list = append(list, components.Section{Title: s.Title, Steps: s.Steps})
	}
	atMachine := func(s components.Section) int { return strings.Count(strings.ToUpper(s.Title), "ATM") }
	slices.SortStableFunc(list, func(a, b components.Section) int { return atMachine(a) - atMachine(b) })
	return list
}

package apiclient

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"payapp/money"
)

// answerKind is the kind of answer: to a read, which must have process.status
// or a failure reason, or to a creation, which needn't.
type answerKind bool

const (
	ofCreation answerKind = false
	ofRead     answerKind = true
)

// readPayin normalises the answers to creations and reads. It is an error if
// an essential part is wrong: the payment's id, its method, its amount or, in a
// read, its status; and ErrNoBody if it is about no payment at all.
func readPayin(top object, idPayin string, from answerKind, named properties) (Payin, error) {
	method := top.object("paymentMethodResponse")
	if len(top.props) == 0 || from == ofRead && !top.has("paymentMethodResponse", "paymentRequested", "process") {
		return Payin{}, ErrNoBody
	}
	if len(method.props) == 0 {
		return Payin{}, errors.New("no paymentMethodResponse")
	}
	payin := describedPayin(method, named)
	switch {
	case payin.IDPayin != idPayin:
		return Payin{}, unlike{"answer-id", "idPayin is absent or another payment's"}
	case payin.MethodCode == "":
		return Payin{}, errors.New("no paymentMethodCode")
	}
	if err := payin.readMoney(top, method); err != nil {
		return Payin{}, err
	}
	payin.setProcess(readProcess(top))
	payin.Fee = cmp.Or(top.money("fee"), method.money("fee"))
	if from == ofRead && payin.Status == "" && payin.FailureReason == "" {
		return Payin{}, unlike{"read-status", "no process.status"}
	}
	return payin, nil
}

// readMoney reads the amounts. moneyRequired is kept as it is, but if present
// must be money: ignoring it would ask for the wrong amount.
func (p *Payin) readMoney(top, method object) (err error) {
	if p.Requested, err = top.object("paymentRequested").exactMoney("money"); err != nil {
		return err
	}
	if p.Money, err = method.exactMoney("money"); err != nil {
		return err
	}
	if p.MoneyRequired, err = method.exactMoney("moneyRequired"); err != nil {
		return err
	}
	if p.Money.IsZero() {
		p.Money = p.Requested
	}
	for _, amount := range []money.Money{p.Money, p.Requested} {
		if !amount.IsZero() && !amount.IsPositive() {
			return fmt.Errorf("amount %s isn't above zero in a currency", amount)
		}
	}
	if p.Money.IsZero() {
		return unlike{"money-absent", "no money"}
	}
	return nil
}

func (p *Payin) setProcess(process process) {
	p.Status = process.status
	p.CreatedAt, p.ProcessedAt = process.createdAt, process.processedAt
	p.IsTest = process.isTest
	p.ProcessorStatus, p.FailureReason = process.processorStatus, process.failureReason
}

// How much of paymentInstructionList is read; nobody follows longer ones.
const (
	maxSections = 20
	maxSteps    = 60 // of one section
)

// readInstructions reads sections of {title, steps} and plain strings, also
// mixed. Strings in a row are the steps of one untitled section.
func readInstructions(method object) []InstructionSection {
	const name = "paymentInstructionList"
	var sections []InstructionSection
	untitled := false
	for _, raw := range method.list(name, maxSections*maxSteps) {
		var step string
		if json.Unmarshal(raw, &step) == nil {
			if !untitled {
				sections = append(sections, InstructionSection{})
			}
			untitled = true
			last := &sections[len(sections)-1]
			last.Steps = append(last.Steps, plainLines(step)...)
			continue
		}
		untitled = false
		entry := asObject(raw, method.odd)
		section := InstructionSection{Title: entry.words("title")}
		var steps []string
		entry.read("steps", &steps)
		for _, step := range steps {
			section.Steps = append(section.Steps, plainLines(step)...)
		}
		if section.Title != "" || len(section.Steps) > 0 {
			sections = append(sections, section)
		}
	}
	long := len(sections) > maxSections
	sections = sections[:min(len(sections), maxSections)]
	for i := range sections {
		steps := sections[i].Steps
		long = long || len(steps) > maxSteps
		steps = steps[:min(len(steps), maxSteps)]
		for j := range steps {
			steps[j] = cut(steps[j])
		}
		sections[i].Steps = steps
	}
	if long {
		*method.odd = append(*method.odd, method.path+name)
	}
	return sections
}

// maxLocation is how many texts of a location are read.
const maxLocation = 20

func readLocation(from object) map[string]string {
	var location map[string]string
	for _, name := range slices.Sorted(maps.Keys(from.props)) {
		if len(location) == maxLocation {
			*from.odd = append(*from.odd, strings.TrimSuffix(from.path, "."))
			break
		}
		if text := from.words(name); text != "" && len(name) <= maxText {
			if location == nil {
				location = make(map[string]string, len(from.props))
			}
			location[name] = text
		}
	}
	return location
}

package apiclient

import (
	"encoding/json"
	"errors"
	"fmt"

	"payapp/internal/money"
)

// answerKind is what a payment is decoded from: the answer of a read must
// carry process.status, that of a creation needn't.
type answerKind bool

const (
	ofCreation answerKind = false
	ofRead     answerKind = true
)

// decodePayin normalises the answers of creation and read. It is an error when
// one of the parts is wrong that a payment can't be without: whose it is, its
// method, its amount, and (when read) its status. odd names the optional
// properties that were left out because of their type.
func decodePayin(body []byte, idPayin string, from answerKind, redirect []string) (payin Payin, odd []string, err error) {
	top, err := parseObject(body, &odd)
	if err != nil {
		return Payin{}, nil, err
	}
	method := top.object("paymentMethodResponse")
	if len(method.props) == 0 {
		return Payin{}, odd, errors.New("no paymentMethodResponse")
	}
	payin = describedPayin(method, redirect)
	switch {
	case payin.IDPayin != idPayin:
		return Payin{}, odd, errors.New("idPayin is absent or another payment's")
	case payin.MethodCode == "":
		return Payin{}, odd, errors.New("no paymentMethodCode")
	}
	if err := payin.readMoney(top, method); err != nil {
		return Payin{}, odd, err
	}
	payin.setProcess(readProcess(top))
	if from == ofRead && payin.Status == "" {
		return Payin{}, odd, errors.New("no process.status")
	}
	return payin, odd, nil
}

// describedPayin reads what paymentMethodResponse says besides money.
func describedPayin(method object, redirect []string) Payin {
	address := method.object("paymentAddress")
	return Payin{
		IDPayin:             method.text("idPayin"),
		MethodCode:          method.text("paymentMethodCode"),
		VAT:                 method.money("vat"),
		Operator:            method.operator("paymentOperator"),
		Account:             method.account("account"),
		AccountCustomer:     method.account("accountCustomer"),
		AccountCustomerUsed: method.account("accountCustomerUsedForPayment"),
		Reference:           method.text("reference"),
		ExternalReference:   method.object("externalReference").text("reference"),
		ReturnURL:           method.text("returnUrl"),
		RedirectURL:         method.at(redirect),
		DeepLink:            method.text("upiQrDeepLink"),
		QRCode:              method.text("qrCode"),
		QRName:              method.text("qrName"),
		ExpireAt:            method.time("expireAt"),
		InstructionList:     readInstructions(method),
		PaymentAddress:      PaymentAddress{Name: address.text("name"), ID: address.text("idAddress")},
		Location:            readLocation(method.object("paymentLocationCustomer")),
		PhoneNumber:         method.text("phoneNumber"),
		EmailAddress:        method.text("emailAddress"),
		TaxID:               method.text("taxId"),
	}
}

// readMoney reads the amounts. moneyRequired goes through as it is, but must
// be money if it is there: to overlook it would ask for the wrong amount.
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
		return errors.New("no money")
	}
	return nil
}

func (p *Payin) setProcess(process process) {
	p.Status = process.status
	p.CreatedAt, p.ProcessedAt = process.createdAt, process.processedAt
	p.IsTest = process.isTest
	p.ProcessorStatus, p.FailureReason = process.processorStatus, process.failureReason
}

// readInstructions takes sections of {title, steps} and plain strings, mixed
// too: strings in a row are the steps of one untitled section.
func readInstructions(method object) []InstructionSection {
	var sections []InstructionSection
	untitled := false
	for _, raw := range method.list("paymentInstructionList") {
		var step string
		if json.Unmarshal(raw, &step) == nil {
			if !untitled {
				sections = append(sections, InstructionSection{})
			}
			untitled = true
			last := &sections[len(sections)-1]
			last.Steps = append(last.Steps, step)
			continue
		}
		untitled = false
		entry := asObject(raw, method.odd)
		section := InstructionSection{Title: entry.text("title")}
		entry.read("steps", &section.Steps)
		if section.Title != "" || len(section.Steps) > 0 {
			sections = append(sections, section)
		}
	}
	return sections
}

func readLocation(from object) map[string]string {
	var location map[string]string
	for name := range from.props {
		if text := from.text(name); text != "" {
			if location == nil {
				location = make(map[string]string, len(from.props))
			}
			location[name] = text
		}
	}
	return location
}

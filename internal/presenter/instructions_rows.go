package presenter

import (
	"regexp"
	"slices"
	"strings"

	"payapp/apiclient"
	"payapp/internal/payload"
	"payapp/internal/qr"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// instructionRows are the values that a payer needs. The gateway's answer
// decides which of them a payment has.
func (p *draft) instructionRows(step scenarios.FollowInstructions) []components.Row {
	m, payin := step.Method, step.Payin
	var r rows
	if m.ShowsRows || slices.Contains([]methods.Presentation{methods.Transfer, methods.VirtualAccount, methods.Crypto}, m.Presentation) {
		p.accountRows(&r, m, payin)
		r.add(components.Row{Hook: "amount", Label: p.l.InstructionsRowAmount(), Text: p.l.Amount(step.Pays), Copy: step.Pays.Bare(), Big: true})
		reference := referenceRow("reference", p.l.InstructionsRowReference(), payin.Reference)
		reference.Big = true // without it the transfer isn't found
		r.add(reference)
	}
	p.scannedRows(&r, m, payin)
	return r
}

// scannedRows are the names that an app shows after scanning the code. A name
// that only repeats the scheme's is already on the code.
func (p *draft) scannedRows(r *rows, m methods.Method, payin apiclient.Payin) {
	payee, caption := "", ""
	if m.Presentation == methods.QR {
		payee = payload.PayeeName(scenarios.Payload(m, payin))
	}
	if key := m.CaptionKey(); key != "" {
		caption = p.l.Text(key)
	}
	r.text("payeeName", p.l.InstructionsRowPayeeName(), payee)
	if !strings.EqualFold(payin.QRName, caption) && !strings.EqualFold(payin.QRName, payee) {
		r.text("qrName", p.l.InstructionsRowPayeeName(), payin.QRName)
	}
}

func (p *draft) accountRows(r *rows, m methods.Method, payin apiclient.Payin) {
	account := payin.Account
	bank := payin.Operator.Name
	if bank == "" && !m.BankRenamed {
		bank = account.BankName
	}
	switch m.Presentation {
	case methods.Crypto:
		r.add(components.Row{Hook: "paymentOperator", Label: p.l.InstructionsRowNetwork(), Text: bank, Big: true})
		r.add(components.Row{
			Hook: "accountNumber", Label: p.l.InstructionsRowAddress(),
			Text: account.Number, Copy: bare(account.Number), Mono: true, Big: true,
		})
		return
	case methods.VirtualAccount:
		r.text("bankName", p.l.InstructionsRowBank(), bank)
		p.bankCode(r, m, account, bank)
		r.bigNumber("accountNumber", p.l.InstructionsRowVirtualAccount(), account.Number)
		r.copyable("accountName", p.l.InstructionsRowAccountName(), account.Name)
		return
	}
	// Values that people paste have a button; a bank and its branch are chosen
	// in a list.
	r.text("bankName", p.l.InstructionsRowBank(), bank)
	p.bankCode(r, m, account, bank)
	r.copyable("accountName", p.l.InstructionsRowAccountName(), account.Name)
	r.bigNumber("accountNumber", p.l.InstructionsRowAccountNumber(), account.Number)
	if ifscForm.MatchString(payin.PaymentAddress.ID) {
		r.text("paymentAddress.name", p.l.InstructionsRowBranch(), payin.PaymentAddress.Name)
	} else {
		r.copyable("paymentAddress.name", p.l.InstructionsRowPayee(), payin.PaymentAddress.Name)
	}
	r.add(components.Row{
		Hook: "paymentAddress.idAddress", Label: p.addressLabel(payin.PaymentAddress.ID),
		Text: payin.PaymentAddress.ID, Copy: bare(payin.PaymentAddress.ID),
	})
}

// addressLabel says what the payee's address is: a UPI id has an @, a branch is
// named by its IFSC.
func (p *draft) addressLabel(id string) string {
	switch {
	case strings.Contains(id, "@"):
		return p.l.InstructionsRowPayeeAddress()
	case ifscForm.MatchString(id):
		return p.l.InstructionsRowIFSC()
	default:
		return p.l.InstructionsRowAddress()
	}
}

// ifscForm is the form of an Indian branch's code. The name beside it is the
// branch's.
var ifscForm = regexp.MustCompile(`^[A-Z]{4}0[A-Z0-9]{6}$`)

// bankCode is left out if it only repeats the bank's name: "BCA".
func (p *draft) bankCode(r *rows, m methods.Method, account apiclient.Account, bank string) {
	if !m.BankRenamed && !strings.EqualFold(account.BankCode, bank) {
		r.number("bankCode", p.l.InstructionsRowBankCode(), account.BankCode)
	}
}

// payerRows help the customer to recognise the payment and their own account.
func (p *draft) payerRows(m methods.Method, payin apiclient.Payin) []components.Row {
	var r rows
	switch {
	case warnsOfPayer(m, payin): // the warning says it
	case payin.AccountCustomer.Number != "":
		r.account("accountCustomer", p.l.InstructionsRowPayFrom(), p.accountText(m, payin.AccountCustomer), payin.AccountCustomer)
	case m.Presentation == methods.Approve || m.Presentation == methods.Phone:
		r.text("accountCustomer", p.l.InstructionsRowPayFromName(), payin.AccountCustomer.Name)
	}
	return r
}

// ownRows are what else the customer gave. Their name is among it, which isn't to be
// taken for the payee's.
func (p *draft) ownRows(m methods.Method, payin apiclient.Payin) []components.Row {
	var r rows
	switch {
	case payin.AccountCustomer.Number != "" || m.Presentation == methods.Approve || m.Presentation == methods.Phone: // stands above
	case m.Presentation != methods.StoreCode: // cash at a counter comes from no account
		r.text("accountCustomer", p.l.InstructionsRowPayFromName(), payin.AccountCustomer.Name)
	}
	r.phone(p.l.InstructionsRowPhoneNumber(), payin.PhoneNumber, m.Country)
	r.text("emailAddress", p.l.InstructionsRowEmailAddress(), payin.EmailAddress)
	tax := p.l.InstructionsRowTaxId()
	if f, asked := m.Field("taxId"); asked {
		tax = p.labelOf(f) // as it was asked for
	}
	r.text("taxId", tax, payin.TaxID)
	r.text("paymentLocationCustomer", p.l.InstructionsRowLocation(), p.locationText(payin.Location))
	return r
}

// locationText is an address in the order of an envelope.
func (p *draft) locationText(location map[string]string) string {
	var parts []string
	for _, part := range []string{location["street"], location["zipCode"], location["city"], countryName(p.l, location["country"])} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// storeSlip adds the code for the counter with its bar code.
func (p *draft) storeSlip(page *pages.InstructionsPage, m methods.Method, payin apiclient.Payin) {
	if m.Presentation != methods.StoreCode || payin.Reference == "" {
		return
	}
	code := payin.Reference
	page.Code = &components.Row{
		Hook: "reference", Label: p.l.InstructionsRowCode(), Text: groupCode(code), Copy: bare(code), Big: true, Mono: true,
	}
	page.Print = true
	if _, kiosk := m.Kiosk[payin.Operator.Code]; kiosk {
		return // there the code is typed in, and the slip has bars of its own
	}
	if bars, err := qr.Barcode(code); err == nil {
		page.Barcode = &components.Barcode{Width: bars.Width, Height: bars.Height, Path: bars.Path, Text: code}
	}
}

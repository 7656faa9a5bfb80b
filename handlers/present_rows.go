package handlers

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"payapp/apiclient"
	"payapp/internal/qr"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// rows collects the lines of instructions; empty values leave no line.
type rows []components.Row

func (r *rows) add(row components.Row) {
	if row.Text != "" {
		*r = append(*r, row)
	}
}

// text adds a line to read.
func (r *rows) text(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: value})
}

// copyable adds a line whose bare value can be copied.
func (r *rows) copyable(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: value, Copy: value})
}

// number adds an account number or code, grouped for the eye and copied bare.
func (r *rows) number(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: group(value), Copy: bare(value), Mono: true})
}

// bigNumber adds the account to pay to, which matters most.
func (r *rows) bigNumber(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: group(value), Copy: bare(value), Mono: true, Big: true})
}

// phone adds the customer's number as people read it.
func (r *rows) phone(label, number string) {
	r.add(components.Row{Hook: "phoneNumber", Label: label, Text: methods.PhoneText(number), Bare: number})
}

// account adds an account of the customer's: what stands beside the number is
// for people.
func (r *rows) account(hook, label, text string, a apiclient.Account) {
	r.add(components.Row{Hook: hook, Label: label, Text: text, Bare: bareAccount(a)})
}

// bareAccount is an account's number, or its holder where it has none.
func bareAccount(a apiclient.Account) string { return cmp.Or(bare(a.Number), a.Name) }

// group sets digits in fours: "0123 4567 89". Anything else stays as it is.
func group(value string) string {
	if len(value) < 7 || strings.Trim(value, "0123456789") != "" {
		return value
	}
	var b strings.Builder
	for i, r := range value {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// bare is a number or code as a bank's field takes it: without the spaces that
// the gateway may have set for the eye.
func bare(value string) string { return strings.Join(strings.Fields(value), "") }

// unbroken is group for a number within a sentence, which stays on one line.
func unbroken(value string) string { return strings.ReplaceAll(group(value), " ", "\u00a0") }

// instructionRows are the values that a payer needs. Which of them a payment
// has, the gateway's answer decides.
func (p presenter) instructionRows(step scenarios.FollowInstructions) []components.Row {
	m, payin := step.Method, step.Payin
	var r rows
	switch m.Presentation {
	case methods.Transfer, methods.VirtualAccount, methods.Crypto:
		p.accountRows(&r, m, payin)
		p.amountRow(&r, step)
		r.number("reference", p.l.InstructionsRowReference(), payin.Reference)
	case methods.QR:
		if m.ShowsRows {
			p.accountRows(&r, m, payin)
			p.amountRow(&r, step)
			r.number("reference", p.l.InstructionsRowReference(), payin.Reference)
		}
	}
	p.scannedRows(&r, m, payin)
	return r
}

// scannedRows are the names that an app shows when it has scanned the code. A
// name that only repeats the scheme's is on the code already.
func (p presenter) scannedRows(r *rows, m methods.Method, payin apiclient.Payin) {
	payee, caption := "", ""
	if m.Presentation == methods.QR {
		payee = scenarios.PayeeName(scenarios.Payload(m, payin))
	}
	if key := m.CaptionKey(); key != "" {
		caption = p.l.Text(key)
	}
	r.text("payeeName", p.l.InstructionsRowPayeeName(), payee)
	if !strings.EqualFold(payin.QRName, caption) && !strings.EqualFold(payin.QRName, payee) {
		r.text("qrName", p.l.InstructionsRowQrName(), payin.QRName)
	}
}

func (p presenter) amountRow(r *rows, step scenarios.FollowInstructions) {
	r.add(components.Row{Hook: "amount", Label: p.l.InstructionsRowAmount(), Text: p.l.Amount(step.Pays), Copy: step.Pays.Bare(), Big: true})
}

func (p presenter) accountRows(r *rows, m methods.Method, payin apiclient.Payin) {
	account := payin.Account
	bank := payin.Operator.Name
	if bank == "" && !deprecatedBank(m) {
		bank = account.BankName
	}
	switch m.Presentation {
	case methods.Crypto:
		r.text("paymentOperator", p.l.InstructionsRowNetwork(), bank)
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
	// What people paste has a button; a bank and its branch are chosen in a list.
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

// addressLabel says what the payee's address is: a UPI id has an @, a branch
// is named by its IFSC.
func (p presenter) addressLabel(id string) string {
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

// bankCode is left out where it is the bank's name once more: "BCA".
func (p presenter) bankCode(r *rows, m methods.Method, account apiclient.Account, bank string) {
	if !deprecatedBank(m) && !strings.EqualFold(account.BankCode, bank) {
		r.number("bankCode", p.l.InstructionsRowBankCode(), account.BankCode)
	}
}

// deprecatedBank: bankCode and bankName of P2A_V2's account keep their names
// but not their meaning (interface.md, change 2.12).
func deprecatedBank(m methods.Method) bool { return m.Messages == "P2A_V2" }

// payerRows help the customer to recognise the payment and its own account.
func (p presenter) payerRows(m methods.Method, payin apiclient.Payin) []components.Row {
	var r rows
	switch {
	case warnsOfPayer(m, payin): // which says it
	case payin.AccountCustomer.Number != "":
		r.account("accountCustomer", p.l.InstructionsRowPayFrom(), p.accountText(m, payin.AccountCustomer), payin.AccountCustomer)
	case m.Presentation != methods.StoreCode: // cash at a counter comes from no account
		r.text("accountCustomer", p.l.InstructionsRowPayFromName(), payin.AccountCustomer.Name)
	}
	r.phone(p.l.InstructionsRowPhoneNumber(), payin.PhoneNumber)
	r.text("emailAddress", p.l.InstructionsRowEmailAddress(), payin.EmailAddress)
	r.text("taxId", p.l.InstructionsRowTaxId(), payin.TaxID)
	r.text("paymentLocationCustomer", p.l.InstructionsRowLocation(), p.locationText(payin.Location))
	return r
}

// locationText is an address in the order of an envelope.
func (p presenter) locationText(location map[string]string) string {
	var parts []string
	for _, part := range []string{location["street"], location["zipCode"], location["city"], countryName(p.l, location["country"])} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// storeSlip adds the code for the counter with its bar code.
func (p presenter) storeSlip(page *pages.InstructionsPage, m methods.Method, payin apiclient.Payin) {
	if m.Presentation != methods.StoreCode || payin.Reference == "" {
		return
	}
	code := payin.Reference
	page.Code = &components.Row{
		Hook: "reference", Label: p.l.InstructionsRowCode(), Text: group(code), Copy: bare(code), Big: true, Mono: true,
	}
	page.Print = true
	if bars, err := qr.Barcode(code); err == nil {
		page.Barcode = &components.Barcode{Width: bars.Width, Height: bars.Height, Path: bars.Path, Text: code}
	}
}

// steps are numbered, in the words of the presentation and of what this
// payment has.
func (p presenter) steps(step scenarios.FollowInstructions, card *components.QRCard) []string {
	m, payin := step.Method, step.Payin
	drawn := card != nil && card.Path != ""
	steps := p.presentationSteps(m, payin, card != nil && !drawn)
	if m.Presentation == methods.Transfer {
		if drawn {
			steps = slices.Insert(steps, 2, p.l.InstructionsStepsScan())
		}
		if payin.Reference != "" {
			steps = slices.Insert(steps, len(steps)-1, p.l.InstructionsStepsReference())
		}
	}
	if step.AsksReference {
		steps = append(steps, p.l.InstructionsStepsNumber())
	}
	return steps
}

// presentationSteps are those of the presentation alone; paste says that the
// code is too long for a picture. A kiosk's own menu labels stay as they stand
// on the machine.
func (p presenter) presentationSteps(m methods.Method, payin apiclient.Payin, paste bool) []string {
	switch {
	case m.Presentation == methods.StoreCode:
		return p.kioskSteps(m, payin)
	case m.Presentation == methods.VirtualAccount && len(payin.InstructionList) > 0:
		return nil // the bank's own steps say it all
	case m.Presentation == methods.Crypto && payin.Operator.Name == "":
		return nil // they name the network
	}
	kind := string(m.Presentation)
	switch {
	case paste && m.Presentation == methods.QR:
		kind = "paste"
	case p.l.Has("instructions.steps." + m.Messages + ".1"):
		kind = m.Messages // the method's own words
	case m.CopiesPayload:
		kind = "pix"
	case m.QRLink:
		kind = "upi"
	case m.Presentation == methods.Approve && m.UPI():
		kind = "approveUPI"
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

func (p presenter) kioskSteps(m methods.Method, payin apiclient.Payin) []string {
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

// fileName keeps what every file system takes.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, id)
}

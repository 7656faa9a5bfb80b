package gallery

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"payapp/i18n"
	"payapp/internal/qr"
	"payapp/money"
	"payapp/views/components"
	"payapp/views/layout"
)

// Models of parts, which are shown without a page and so without a decision.

// amount is money as in a page model.
func amount(l *i18n.Locale, number, currency string) layout.Amount {
	m := money.MustParse(number, currency)
	return layout.Amount{Text: l.Amount(m), Bare: m.Bare(), Currency: currency}
}

func button(action, hook, label string) components.Button {
	b := components.Button{Action: address + "/" + action, Hook: hook, Label: label}
	if action == "pay" || action == "paid" || action == "reference" {
		b.Seen = seen
	}
	return b
}

func returnTo(l *i18n.Locale) *components.Link {
	return &components.Link{URL: shopURL, Hook: "return", Label: l.CommonReturn(shop)}
}

// chosen shows the method in use; with change it can be changed.
func chosen(l *i18n.Locale, glyph, code, operator string, change bool) components.Chosen {
	c := components.Chosen{Mark: components.Mark{Glyph: glyph}, Method: l.Text("method." + code + ".name"), Operator: operator}
	if change {
		c.Change = new(button("change-method", "change-method", l.CommonChangeMethod()))
	}
	return c
}

const minute = 60_000 // milliseconds

var bangkok = time.FixedZone("ICT", 7*60*60)

// deadline is so many milliseconds away.
func deadline(l *i18n.Locale, left int64) *layout.Deadline {
	return &layout.Deadline{
		ISO: "2026-11-21T11:45:00Z", Text: l.InstructionsPayBefore(l.Time(at(45), now, bangkok)),
		Left:    strings.ReplaceAll(l.InstructionsMinutesLeft(), "{n}", strconv.FormatInt(left/minute, 10)),
		LeftMS:  left,
		FarText: l.InstructionsHoursLeft(), NearText: l.InstructionsMinutesLeft(), NearerText: l.InstructionsSecondsLeft(),
	}
}

func steps(l *i18n.Locale, kind string) []string {
	var list []string
	for {
		key := fmt.Sprintf("instructions.steps.%s.%d", kind, len(list)+1)
		if !l.Has(key) {
			return list
		}
		list = append(list, l.Text(key))
	}
}

// qrCard is PromptPay's code.
func qrCard(l *i18n.Locale, a layout.Amount) components.QRCard {
	code, err := qr.SVG(promptPayCode)
	if err != nil {
		panic(err) // no code could be shown
	}
	return components.QRCard{
		Caption: l.Text("caption.promptpay"), Size: code.Size, Path: code.Path, Amount: a, Alt: l.InstructionsQrAltPlain(a.Text),
		SaveURL: address + "/qr.png", SaveAs: "qr-A-10293.png", Payload: promptPayCode, CopyLabel: l.InstructionsCopyQR(), First: true,
	}
}

// field is one field with its label.
func field(l *i18n.Locale, name, label, kind string, required bool) components.Field {
	return components.Field{
		Name: name, Label: l.Text("field." + label + ".label"), Hint: l.Text("field." + label + ".hint"),
		Type: kind, Optional: !required, AutoComplete: "off", MaxLength: 100,
	}
}

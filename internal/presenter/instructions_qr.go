package presenter

import (
	"strings"

	"payapp/apiclient"
	"payapp/internal/qr"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
)

// qrCard draws the code. One that can't be scanned is shown as text.
func (p *draft) qrCard(m methods.Method, payin apiclient.Payin, amount layout.Amount) *components.QRCard {
	text := scenarios.Payload(m, payin)
	if text == "" {
		return nil
	}
	card := &components.QRCard{
		Amount:    amount,
		Alt:       p.l.InstructionsQrAltPlain(amount.Text),
		SaveURL:   p.picture(text),
		SaveAs:    PictureName(p.OrderID),
		Payload:   text,
		CopyLabel: p.l.InstructionsCopyQR(),
		ShowText:  m.CopiesPayload,
		First:     m.Presentation == methods.QR, // elsewhere the account or the address comes first
	}
	if key := m.CaptionKey(); key != "" {
		card.Caption = p.l.Text(key)
		if strings.EqualFold(card.Caption, payin.QRName) {
			card.Name = payin.QRName
		}
	}
	if m.CopiesPayload {
		card.CopyLabel = p.l.InstructionsCopyPix()
	}
	code, err := qr.SVG(text)
	if err != nil {
		card.ShowText, card.SaveURL = true, ""
		return card
	}
	if m.Presentation == methods.Transfer || text == payin.Account.Number {
		card.CopyLabel = "" // its rows are what can be copied
	}
	if m.Presentation == methods.Crypto {
		card.Caption = amount.Currency + " – " + payin.Operator.Name // a saved picture has nothing else
	}
	card.Size, card.Path = code.Size, code.Path
	return card
}

// picture is the address of a code's picture.
func (p *draft) picture(code string) string {
	if p.Picture == nil {
		return p.action("qr.png")
	}
	return p.Picture(code)
}

// PictureName is the file name for saving a payment's code.
func PictureName(idPayin string) string { return "qr-" + fileName(idPayin) + ".png" }

// fileName keeps only characters that every file system accepts.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, id)
}

package dialect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// options lists the payment's methods.
func (p *payment) options() any {
	list := []any{}
	for _, row := range p.rows {
		list = append(list, p.option(row))
	}
	if p.dialect.BareList {
		return list
	}
	return map[string]any{"data": list, "externalProviders": nil}
}

// option is a method, with operators as the dialect lists them.
func (p *payment) option(row Row) map[string]any {
	option := map[string]any{"paymentMethodCode": row.Code}
	if row.HasOperators {
		switch p.dialect.Operators {
		case Absent:
		case Null:
			option["paymentOperators"] = nil
		case Empty:
			option["paymentOperators"] = []any{}
		case Numbers:
			option["paymentOperators"] = []any{map[string]any{"code": 4, "name": "Bank 4"}, map[string]any{"code": 14, "name": "Bank 14"}}
		case Nameless:
			option["paymentOperators"] = []any{map[string]any{"code": "B4", "name": nil}, map[string]any{"code": "B14"}}
		default:
			option["paymentOperators"] = []any{map[string]any{"code": "B4", "name": "Bank 4"}, map[string]any{"code": "B14", "name": "Bank 14"}}
		}
	}
	return option
}

// optional are properties that an answer may lack.
var optional = []string{
	"moneyRequired", "vat", "expireAt", "reference", "account", "accountCustomer", "externalReference", "paymentOperator", "redirectUrl",
	"qrCode", "qrName", "upiQrDeepLink", "paymentInstructionList", "paymentAddress", "phoneNumber", "emailAddress", "taxId",
}

// answer is the payment in the answer to a creation or a read.
func (p *payment) answer(id string, read bool) map[string]any {
	d := p.dialect
	method := map[string]any{"idPayin": id, "paymentMethodCode": p.row.Code, "money": d.money(p.money), "returnUrl": p.returnTo}
	if p.received != "" && p.paid {
		method["money"] = json.RawMessage(p.received)
	}
	if d.Requires != "" {
		var m map[string]any
		if json.Unmarshal(p.money, &m) == nil {
			method["moneyRequired"] = map[string]any{"amount": json.Number(d.Requires), "currencyCode": m["currencyCode"]}
		}
	}
	if d.ExpireAt != "" {
		method["expireAt"] = d.ExpireAt
	} else if d.ExpireIn != 0 {
		method["expireAt"] = p.until.UTC().Format("2006-01-02T15:04:05.000Z")
	} else if d.Offset != "" {
		method["expireAt"] = "2026-11-22T09:00:00" + d.Offset
	}
	if d.Nulls {
		for _, name := range optional {
			method[name] = nil
		}
	}
	if code := p.method["paymentOperatorCode"]; code != nil && !d.Terse {
		method["paymentOperator"] = map[string]any{"code": code, "name": "Network " + code.(string)}
	}
	p.way(method)
	if read {
		for _, name := range d.Omits {
			delete(method, name)
		}
	}
	top := map[string]any{"paymentRequested": map[string]any{"money": d.money(p.money)}, "paymentMethodResponse": method}
	if d.Nulls {
		top["failureReasonCode"], top["vat"] = nil, nil
	}
	if read || d.Pending != "" {
		word := cmp.Or(p.word, d.Pending, "PENDING")
		if p.paid {
			word = cmp.Or(d.Paid, "SUCCESS")
		} else if p.reason != "" {
			top["failureReasonCode"] = p.reason
		}
		process := map[string]any{"status": word, "createdAt": "2026-11-21T09:00:00" + cmp.Or(d.Offset, "Z"), "isTest": nil}
		if word == Wordless {
			delete(process, "status")
		}
		top["process"] = process
	}
	if d.Fee != "" && p.paid {
		var m map[string]any
		if json.Unmarshal(p.money, &m) == nil {
			top["fee"] = map[string]any{"amount": json.Number(d.Fee), "currencyCode": m["currencyCode"]}
		}
	}
	if d.Extra {
		top["links"], method["riskScore"] = []any{map[string]any{"rel": "self"}}, 17.5
	}
	return top
}

// way adds how the payment is to be paid.
func (p *payment) way(method map[string]any) {
	number := func(text string) any {
		if p.dialect.Integers {
			return json.RawMessage(text)
		}
		return text
	}
	turn := ""
	if p.turn > 0 {
		turn = strconv.Itoa(p.turn)
	}
	code := "00020101021129370016A000000677010111" + turn
	usual := func() {
		switch {
		case p.row.Usual == "redirect":
			method["redirectUrl"] = "https://bank.example/pay?id=1" + turn
		case p.row.QRLink:
			method["upiQrDeepLink"] = "upi://pay?pa=shop@bank&pn=Shop&am=" + p.asked() + "&tr=" + turn
		case p.row.Usual == "qr":
			method["qrCode"] = code
		case p.row.Usual == "store-code":
			method["reference"] = number("12345678901234" + turn)
		case p.row.Usual == "transfer", p.row.Usual == "virtual-account":
			method["account"] = map[string]any{"accountName": "Shop", "accountNumber": number("1234567890" + turn)}
		case p.row.Usual == "crypto":
			method["account"] = map[string]any{"accountNumber": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"}
		}
	}
	switch p.dialect.Way {
	case Redirect:
		method["redirectUrl"] = "https://bank.example/pay?id=1" + turn
	case Code:
		method["qrCode"] = code
	case Both:
		usual()
		method["redirectUrl"], method["qrCode"] = "https://bank.example/pay?id=1"+turn, code
	case Steps:
		method["account"] = map[string]any{"accountName": "Shop", "accountNumber": number("1234567890" + turn)}
		method["paymentInstructionList"] = []any{"Open the app", map[string]any{"title": "ATM", "steps": []any{"Insert the card"}}}
	case Nothing:
	default:
		usual()
	}
}

// asked is the amount to pay.
func (p *payment) asked() string {
	var m struct{ Amount json.Number }
	_ = json.Unmarshal(p.money, &m)
	return cmp.Or(p.dialect.Requires, string(m.Amount))
}

func (d Dialect) money(sent json.RawMessage) any {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(sent, &m); err != nil || !d.Strings {
		return sent
	}
	return map[string]any{"amount": string(m["amount"]) + "", "currencyCode": m["currencyCode"]}
}

// write answers with the dialect's order of properties.
func (d Dialect) write(w http.ResponseWriter, status int, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // literals, and JSON that was sent
	}
	if d.Backwards {
		var text bytes.Buffer
		backwards(&text, data)
		data = text.Bytes()
	}
	w.WriteHeader(status)
	_, _ = w.Write(data)
}

// backwards writes objects with their last property first.
func backwards(to *bytes.Buffer, data json.RawMessage) {
	var object map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case json.Unmarshal(data, &object) == nil && object != nil:
		names := slices.Sorted(maps.Keys(object))
		slices.Reverse(names)
		to.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				to.WriteByte(',')
			}
			to.WriteString(strconv.Quote(name) + ":")
			backwards(to, object[name])
		}
		to.WriteByte('}')
	case json.Unmarshal(data, &list) == nil && list != nil:
		to.WriteByte('[')
		for i, item := range list {
			if i > 0 {
				to.WriteByte(',')
			}
			backwards(to, item)
		}
		to.WriteByte(']')
	default:
		to.Write(data)
	}
}

package model

import (
	"net/http"
	"time"

	"payapp/internal/testing/dialect"
)

// sequences are what people were hurt by, or could be.
var sequences = []sequence{
	{
		says: "a terser read in a word of its own leaves the code open", order: "code", in: dialect.Dialect{Omits: left},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.says("AWAITING", 3*time.Second)
			v.payer.reload()
			v.look()
		},
	},
	{
		says: "a terser read after I've paid leaves the way back to the code", order: "code", in: dialect.Dialect{Omits: left},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.payer.do("continue", "")
			v.says("VALIDATING", 3*time.Second)
			v.payer.reload()
			v.look()
		},
	},
	{
		says: "a terser read leaves the form for the number", order: "number", in: dialect.Dialect{Omits: left},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.payer.do("continue", "")
			v.says("VALIDATING", 3*time.Second)
			v.payer.reload()
			v.look()
		},
	},
	{
		says: "what a withdrawing gateway leaves out isn't asked for", order: "code", in: dialect.Dialect{Omits: left, Withdraws: true},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.says("VALIDATING", 3*time.Second)
			v.opens()
			v.look()
		},
	},
	{
		says: "refused, then checked, then paid, on an open page", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.says("REFUSED", 5*time.Second)
			v.look()
			v.sleep(5 * time.Minute)
			v.says("VALIDATING", 10*time.Second)
			v.follow(v.payer)
			v.look()
			v.world.other.Pay(v.payment.id)
			v.look()
		},
	},
	{
		says: "an error after which it goes on, for who comes back", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.says("ERROR", 5*time.Second)
			v.look()
			v.sleep(5 * time.Minute)
			v.says("PROCESSING", 10*time.Second)
			v.front.restart(0)
			v.opens()
			v.look()
		},
	},
	{
		says: "expired and then pending again, checked now", order: "code", in: dialect.Dialect{ExpireIn: time.Hour},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.says("EXPIRED", 5*time.Second)
			v.look()
			v.sleep(5 * time.Minute)
			v.says("PENDING", 10*time.Second)
			v.payer.checkNow()
			v.payer.checkNow()
			v.look()
		},
	},
	{
		says: "nobody may read what isn't created", order: "code", in: dialect.Dialect{Unborn: http.StatusForbidden}, opaque: true,
		story: func(v *views) {
			if v.payer.comesTo(v, "review") {
				v.payer.do("pay", "")
				v.look()
				v.world.other.Pay(v.payment.id)
				v.follow(v.payer)
				v.look()
			}
		},
	},
	{
		says: "the shop's name is refused with 401, and the token doesn't grant it", order: "code", in: dialect.Dialect{Info: dialect.Unknown},
		story: func(v *views) { _ = v.payer.comesTo(v, "review") },
	},
	{
		says: "the shop's name is refused with 401, and the token says nothing of itself", order: "code",
		in: dialect.Dialect{Info: dialect.Unknown}, opaque: true,
		story: func(v *views) {
			if v.payer.comesTo(v, "review") {
				v.payer.do("pay", "")
				v.look()
			}
		},
	},
	{
		says: "half was paid, in three views", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.world.other.Receive(v.payment.id, "617.25", "THB")
			v.look()
		},
	},
	{
		says: "other coins came, in three views", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.world.other.Receive(v.payment.id, "35", "USD")
			v.look()
		},
	},
	{
		says: "twice as much came, in three views", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.world.other.Receive(v.payment.id, "2469", "THB")
			v.look()
		},
	},
	{
		says: "the money comes after the end", order: "code", in: dialect.Dialect{ExpireIn: 10 * time.Minute},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.sleep(10 * time.Minute)
			v.says("EXPIRED", 5*time.Minute)
			v.look()
			v.sleep(20 * time.Minute)
			v.world.other.Pay(v.payment.id)
			v.follow(v.payer)
			v.look()
		},
	},
	{
		says: "another amount to pay comes and goes", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			for _, amount := range []string{"1499", "", "1501"} {
				v.world.other.Require(v.payment.id, amount)
				v.look()
			}
		},
	},
	{
		says: "somebody pays at a bank in the last minute", order: "code", in: dialect.Dialect{ExpireIn: 10 * time.Minute},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.sleep(9 * time.Minute)
			for _, word := range []string{"PROCESSING", "PAYMENT_RECEIVED", "PARTIALLY_PAID"} {
				v.says(word, 2*time.Minute)
				v.look()
			}
		},
	},
	{
		says: "it was processed before its time was over", order: "code", in: dialect.Dialect{ExpireIn: 10 * time.Minute},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			v.says("PROCESSING", 4*time.Second)
			v.look()
			v.sleep(10 * time.Minute)
			v.says("TIMEOUT", 2*time.Minute)
			v.look()
		},
	},
	{
		says: "an amount to pay that only the creation names stays", order: "code", in: dialect.Dialect{Requires: "1250", Omits: []string{"moneyRequired"}},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.sleep(3 * time.Second)
			v.payer.reload()
			v.look()
			v.world.other.Pay(v.payment.id)
			v.look()
		},
	},
	{
		says: "a creation answered with 400 after a lost try", order: "code",
		in:    dialect.Dialect{Loses: append([]dialect.Loss{dialect.Unprocessed}, always(dialect.Answered(400))...)},
		story: pressing,
	},
	{
		says: "a creation answered with 403 after a lost try", order: "code",
		in: dialect.Dialect{Loses: []dialect.Loss{dialect.Unprocessed, dialect.Answered(403)}},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.payer.awaited()
		},
	},
	{
		says: "a method that is kept as failed says so", order: "two", in: dialect.Dialect{Loses: []dialect.Loss{dialect.Failed}},
		story: func(v *views) {
			v.payer.do("continue", "PROMPTPAY")
			v.payer.do("pay", "")
			v.look()
		},
	},
	{
		says: "an empty 201 of which reads know nothing", order: "code", in: dialect.Dialect{Silent: true, Created: 201, Hidden: true},
		story: unknownToReads,
	},
	{
		says: "worked on, with its code repeated", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.opens()
			for _, word := range []string{"VALIDATING", "PAID", "PARTIALLY_PAID", "REFUNDED"} {
				v.says(word, 5*time.Second)
				v.look()
			}
		},
	},
	{
		says: "one refused read, then paid", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.sleep(time.Minute)
			v.world.other.Stray(v.payment.id, 401)
			v.payer.reload()
			v.sleep(time.Minute)
			v.world.other.Pay(v.payment.id)
			v.follow(v.payer) // on the page that was there when it was refused
			v.look()
		},
	},
	{
		says: "refused, then another code", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.sleep(3 * time.Minute)
			v.payer.reload()
			v.says("REFUSED", 5*time.Second)
			v.payer.reload()
			v.world.other.Another(v.payment.id)
			v.says("PENDING", 5*time.Second)
			v.payer.reload()
			v.sleep(5 * time.Second)
			v.opens()
			v.look()
		},
	},
	{
		says: "half is left to pay, then paid in full", order: "code",
		story: func(v *views) {
			v.payer.do("pay", "")
			v.world.other.Require(v.payment.id, "617.25")
			v.opens()
			v.look()
			v.world.other.Require(v.payment.id, "")
			v.world.other.Pay(v.payment.id)
			v.look()
		},
	},
	{
		says: "said to have paid, looked at the code again, and the time is over", order: "code", in: dialect.Dialect{ExpireIn: 10 * time.Minute},
		story: func(v *views) {
			v.payer.do("pay", "")
			v.payer.do("continue", "")
			v.payer.do("back", "")
			v.sleep(12 * time.Minute)
			v.look()
		},
	},
	{
		says: "nothing to pay at a bank", order: "bank",
		story: func(v *views) {
			v.payer.do("continue", "B4")
			v.payer.do("pay", "")
			v.world.other.Require(v.payment.id, "0")
			v.opens()
			v.look()
		},
	},
}

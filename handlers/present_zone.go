package handlers

import (
	"sync"
	"time"

	"payapp/internal/money"
	"payapp/scenarios"
)

// zones is the time zone that a payment's times are shown in, by currency:
// that of the country where it is paid. The zone's name stands beside every
// time. Crypto currencies have no country.
var zones = map[string]string{
	"ARS": "America/Argentina/Buenos_Aires", "BRL": "America/Sao_Paulo", "CNY": "Asia/Shanghai",
	"COP": "America/Bogota", "GHS": "Africa/Accra", "IDR": "Asia/Jakarta", "INR": "Asia/Kolkata",
	"JPY": "Asia/Tokyo", "KES": "Africa/Nairobi", "KRW": "Asia/Seoul", "LAK": "Asia/Vientiane",
	"MXN": "America/Mexico_City", "MYR": "Asia/Kuala_Lumpur", "NAD": "Africa/Windhoek", "NGN": "Africa/Lagos",
	"PHP": "Asia/Manila", "THB": "Asia/Bangkok", "TWD": "Asia/Taipei", "VND": "Asia/Ho_Chi_Minh", "ZAR": "Africa/Johannesburg",
}

var loadedZones sync.Map // currency → *time.Location

func zoneOf(f scenarios.Facts) *time.Location {
	m := f.Instruction.Money
	if m == (money.Money{}) {
		m = f.Reading.Payin.Money
	}
	if zone, ok := loadedZones.Load(m.Currency()); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(zones[m.Currency()]) // "" is UTC
	if err != nil {
		zone = time.UTC
	}
	if zones[m.Currency()] != "" {
		loadedZones.Store(m.Currency(), zone)
	}
	return zone
}

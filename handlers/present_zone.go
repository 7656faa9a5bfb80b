package handlers

import (
	"fmt"
	"time"

	"payapp/money"
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

// loadZones loads them all, so that a machine without zones is told at start.
func loadZones() (map[string]*time.Location, error) {
	loaded := make(map[string]*time.Location, len(zones))
	for currency, name := range zones {
		zone, err := time.LoadLocation(name)
		if err != nil {
			return nil, fmt.Errorf("time zone of %s: %w", currency, err)
		}
		loaded[currency] = zone
	}
	return loaded, nil
}

// zoneOf is UTC where the currency has no country.
func (s *server) zoneOf(f scenarios.Facts) *time.Location {
	m := f.Order.Money
	if m == (money.Money{}) {
		m = f.Reading.Payin.Money
	}
	if zone, ok := s.zones[m.Currency()]; ok {
		return zone
	}
	return time.UTC
}

package presenter

import (
	"fmt"
	"time"

	"payapp/money"
)

// loadZones loads the time zones for payments' times, by currency: those of the
// countries where they are paid. Every time is shown with its zone. It fails at
// start on a machine without zones.
func loadZones() (map[string]*time.Location, error) {
	loaded := map[string]*time.Location{}
	for _, currency := range money.Currencies() {
		zone, err := time.LoadLocation(currency.Zone)
		if err != nil {
			return nil, fmt.Errorf("time zone of %s: %w", currency.Code, err)
		}
		loaded[currency.Code] = zone
	}
	return loaded, nil
}

// zoneOf is UTC if the currency has no country.
func (s *Presenter) zoneOf(currency string) *time.Location {
	if zone, ok := s.zones[currency]; ok {
		return zone
	}
	return time.UTC
}

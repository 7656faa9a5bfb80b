package handlers

// withCountryCode puts a country's code in the place of its name in a
// paymentMethod object.
func (s *server) withCountryCode(method map[string]any) {
	if location, ok := method["paymentLocation"].(map[string]any); ok {
		if name, ok := location["country"].(string); ok {
			location["country"] = s.presenter.CountryCode(name)
		}
	}
}

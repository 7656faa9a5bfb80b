package suite

import (
	"slices"

	"payapp/e2e/kit"
)

// All are the walks through a deployment that has these languages.
func All(languages []string) (all []Walk) {
	shown := map[string]bool{}
	for i, p := range slices.Concat(Presentations, StrictPresentations) {
		needs := "sandbox"
		if i >= len(Presentations) {
			needs = "strict"
		}
		for turn, who := range Everybody {
			tags := []string{Money}
			if turn == i%len(Everybody) && !shown[p.Kind] {
				tags = append(tags, Smoke)
				shown[p.Kind] = true
			}
			all = append(all, p.walk("pay", tags, who, needs, "en"))
		}
		all = append(all, p.walk("judged", []string{Accessibility}, Everybody[i%2*3], needs, "en"))
	}
	turn := 0
	for _, c := range Combinations {
		for _, way := range Ways {
			who := Everybody[turn%len(Everybody)]
			all = append(all, walk("scenario", c.Name+"-"+way.Method, who, "en", Walk{
				Scenario: c.Name, Method: way.Method, Currency: way.Currency, Presentation: way.Kind, needs: "sandbox",
				do: func(t kit.T, w *kit.World, language string) {
					c.Walk(t, w, way, who, "lang", language)
				},
			}))
			turn++
		}
	}
	for i, outcome := range Outcomes {
		all = append(all, byPromptPay("outcome", outcome.Steering, []string{Money, Waiting}, Everybody[i%2*3], "sandbox", outcome.Walk))
	}
	for _, who := range Everybody {
		all = append(all,
			byPromptPay("waiting", "changes by itself", tagged(who, Waiting), who, "sandbox", ChangesByItself),
			byPromptPay("waiting", "back and reload", []string{Waiting}, who, "sandbox", BackAndReload),
			byPromptPay("problem", "broken link", tagged(who, Problems), who, "", BrokenLink),
			byPromptPay("problem", "foreign token", []string{Problems}, who, "", ForeignToken))
	}
	all = append(all, byPromptPay("waiting", "keeps its place", []string{Waiting}, Everybody[0], "sandbox", KeepsPlace))
	all = append(all, byPromptPay("problem", "refused creation", []string{Problems}, Everybody[0], "sandbox", RefusedCreation))
	for i, language := range languages {
		tags := []string{Languages, Accessibility}
		if language == "th" {
			tags = append(tags, Smoke)
		}
		w := byPromptPay("language", "PROMPTPAY", tags, Everybody[i%2*3], "sandbox", InLanguage)
		first := byPromptPay("language", "options", []string{Languages}, Everybody[i%2*3], "", OptionsInLanguage)
		all = append(all, w.In(language), first.In(language))
	}
	return all
}

// tagged has the smoke as well if the customer is the first.
func tagged(who kit.Customer, tag string) []string {
	if who == Everybody[0] {
		return []string{tag, Smoke}
	}
	return []string{tag}
}

func (p Presentation) walk(kind string, tags []string, who kit.Customer, needs, language string) Walk {
	return walk(kind, p.Name, who, language, Walk{
		Tags: tags, Scenario: "1", Method: p.Method, Currency: p.Currency, Presentation: p.Kind, needs: needs,
		do: func(t kit.T, w *kit.World, language string) { p.Walk(t, w, who, "lang", language) },
	})
}

func byPromptPay(kind, what string, tags []string, who kit.Customer, needs string, do func(kit.T, *kit.World, kit.Customer, string)) Walk {
	return walk(kind, what, who, "en", Walk{
		Tags: tags, Scenario: "1", Method: "PROMPTPAY", Currency: "THB", Presentation: "qr", needs: needs,
		do: func(t kit.T, w *kit.World, language string) { do(t, w, who, language) },
	})
}

package site

import "cmp"

// Words are an operator's own text: one for all languages, under "", or one for
// each language (BCP 47).
type Words map[string]string

// In is the text in a language, "" if there is none.
func (w Words) In(tag string) string { return cmp.Or(w[tag], w[""]) }

// UnmarshalYAML accepts a text, or a mapping of languages to texts.
func (w *Words) UnmarshalYAML(unmarshal func(any) error) error {
	var text string
	if err := unmarshal(&text); err == nil {
		*w = Words{"": text}
		return nil
	}
	texts := map[string]string{}
	if err := unmarshal(&texts); err != nil {
		return err
	}
	*w = texts
	return nil
}

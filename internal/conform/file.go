package conform

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"

	"payapp/methods"
)

// file is what was found and a catalogue file can say.
type file struct {
	RedirectProperty string            `yaml:"redirectProperty,omitempty"`
	QRProperty       string            `yaml:"qrProperty,omitempty"`
	ReferencePath    string            `yaml:"referencePath,omitempty"`
	StatusWords      map[string]string `yaml:"statusWords,omitempty"`
	Hide             []hidden          `yaml:"hide,omitempty"`
	Rename           []renamed         `yaml:"rename,omitempty"`
}

type hidden struct{ Code, Currency string }

type renamed struct{ Code, To string }

func (f *file) word(word, stands string) {
	if f.StatusWords == nil {
		f.StatusWords = map[string]string{}
	}
	f.StatusWords[word] = stands
}

func (f *file) rename(code, to string) { f.Rename = append(f.Rename, renamed{code, to}) }

// yaml is the file; nil if nothing is set. What it says can be read by payapp.
func (f *file) yaml() ([]byte, error) {
	content, err := yaml.Marshal(f)
	if err != nil || string(content) == "{}\n" {
		return nil, err
	}
	content = append([]byte("# By payapp conform. PAYAPP_CATALOGUE names this file; docs/catalogue-example.yaml explains it.\n"), content...)
	if _, err := methods.Load(bytes.NewReader(content)); err != nil {
		return nil, fmt.Errorf("the catalogue file would not be read: %w", err)
	}
	return content, nil
}

// Package body reads the JSON of requests as strictly as openapi.yaml
// describes it: names in their exact case, types as they are, nothing absent
// that has to be there. It names every value at fault by its path, so that a
// merchant's mistake is told in one go and can't hide behind a decoder that
// means well.
package body

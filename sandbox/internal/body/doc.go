// Package body reads the JSON of requests as strictly as sandbox/openapi.yaml
// describes it: names in their exact case, no type conversions, and all
// mandatory properties. It names every invalid value by its path, so that a merchant sees
// all mistakes at once, and none is hidden by a lenient decoder.
package body

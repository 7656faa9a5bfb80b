package notices

import _ "embed"

//go:embed production.txt
var production string

// All are the notices of this build.
func All() string { return production + alsoSandbox }

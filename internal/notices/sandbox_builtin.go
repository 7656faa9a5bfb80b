//go:build !production

package notices

import _ "embed"

// alsoSandbox are the notices of what only the sandbox needs.
//
//go:embed sandbox.txt
var alsoSandbox string

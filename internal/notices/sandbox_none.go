//go:build production

package notices

const alsoSandbox = ""

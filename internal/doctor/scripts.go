package doctor

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"

	"payapp/static"
)

var script = regexp.MustCompile(`(?is)<script\b([^>]*)>(.*?)</script`)

// scripts compares those of a page with what its policy allows, and with those of
// this build: a script that somebody put in, and a policy that lets it run, are
// noticed (PCI DSS 4.0.1, 11.6.1).
func (v *visit) scripts(page answer) {
	policy := page.header.Get("Content-Security-Policy")
	const mend = "what is between the application and this machine changes pages?"
	foreign := false
	for _, found := range script.FindAllSubmatch(page.body, -1) {
		sum := sha256.Sum256(found[2])
		hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		switch {
		case bytes.Contains(bytes.ToLower(found[1]), []byte("src")):
			v.Fail("scripts", mend, "a script is loaded from elsewhere")
			return
		case !strings.Contains(policy, hash):
			v.Fail("scripts", mend, "a script is in the page that its policy doesn't allow")
			return
		case !strings.Contains(static.JSHashes(), hash):
			foreign = true
		}
	}
	for _, directive := range strings.Split(policy, ";") {
		allowed, is := strings.CutPrefix(strings.TrimSpace(directive), "script-src ")
		foreign = foreign || is && allowed != static.JSHashes()
	}
	if foreign {
		v.Warn("scripts", "compare with docs/payment-page-scripts.md of the version that is deployed; payapp doctor of that version says more",
			"they aren't those of this build")
		return
	}
	v.Well("scripts", "one, and the one of this build")
}

// unchanged compares a page with the digest that it was sent with, in a header as of
// draft-ietf-httpbis-unencoded-digest: whatever is rewritten on its way shows.
func (v *visit) unchanged(page answer) {
	sum := sha256.Sum256(page.body)
	switch page.header.Get("Unencoded-Digest") {
	case "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":":
		v.Well("pages", "they come as they were sent")
	case "":
		v.Unknown("pages", "let the proxy pass Want-Unencoded-Digest on, and Unencoded-Digest back",
			"whether they are rewritten on their way can't be seen")
	default:
		v.Fail("pages", "switch off whatever rewrites them: hidden e-mail addresses, later scripts, minifying, banners, link protection",
			"a page isn't what the application has sent")
	}
}

package static_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/static"
)

// What Chrome 80, Safari 13, Firefox 78 and Samsung Internet 13 know (docs/browsers.md).
var (
	knownProperties = strings.Fields(`
		align-content align-items align-self animation appearance background block-size border border-bottom border-color border-inline-end
		border-inline-end-color border-inline-start border-radius border-top border-top-width border-width bottom box-shadow box-sizing
		clip-path color column-gap content counter-increment counter-reset cursor display fill filter flex flex-basis flex-direction flex-wrap
		float font font-family font-size font-style font-variant-numeric font-weight gap grid-area grid-column grid-row grid-template
		grid-template-columns grid-template-rows height justify-content justify-items justify-self line-height list-style margin margin-bottom
		margin-inline-end margin-inline-start margin-top max-width min-height min-width opacity order outline outline-offset overflow overflow-wrap pointer-events
		padding padding-bottom padding-inline-end padding-inline-start padding-top place-items position row-gap stroke stroke-linecap
		stroke-linejoin stroke-width text-align text-decoration top transform transform-origin transition user-select vertical-align white-space width
		word-break z-index break-inside`)
	knownPseudos = strings.Fields(`:root :before :after :hover :focus :checked :empty :first-child :last-child :nth-last-child :not :lang ::-webkit-details-marker`)
	// Without these a page looks a little plainer, and says and has the same.
	optionalProperties = strings.Fields(`
		color-scheme container-type content-visibility forced-color-adjust print-color-adjust scroll-margin text-size-adjust
		text-underline-offset text-wrap`)
	// A rule with one of these is dropped whole: arrangement, and what nothing needs.
	optionalPseudos = strings.Fields(`:has :is :focus-visible ::details-content`)
	optionalRules   = strings.Fields(`@container`)
	// Flex boxes with a gap that have one child each.
	withOneChild = []string{".ops button", ".list li>button", ".langs a", ".langs button:not(.vh)"}
)

var (
	comma        = regexp.MustCompile(`,`)
	pseudo       = regexp.MustCompile(`::?[a-z-]+`)
	attribute    = regexp.MustCompile(`\[[^\]]*\]`)
	listInNot    = regexp.MustCompile(`:not\((?:[^()]|\([^()]*\))*,`)
	newerValue   = regexp.MustCompile(`(^|[ :])(revert|revert-layer|unset-layer)($|[ ;!])|" / "|"/"`)
	spacedPart   = regexp.MustCompile(`>\*\+\*$|>\*$| \w+\+\w+$|:after$`)
	newerSelects = regexp.MustCompile(`:has\(|:is\(|:where\(|:focus-visible|::details-content`)
)

// cssRule is a rule, with the at-rules around it.
type cssRule struct {
	within, selectors, body string
}

// cssRules reads minified CSS.
func cssRules(css string) (rules []cssRule) {
	var around []string
	for css != "" {
		i := strings.IndexAny(css, "{}")
		if i < 0 {
			break
		}
		head, rest := strings.TrimSpace(css[:i]), css[i+1:]
		switch {
		case css[i] == '}':
			around = around[:len(around)-1]
		case strings.HasPrefix(head, "@"):
			around = append(around, head)
		default:
			end := strings.IndexByte(rest, '}')
			rules = append(rules, cssRule{strings.Join(around, " "), head, rest[:end]})
			rest = rest[end+1:]
		}
		css = rest
	}
	return rules
}

// selectorsOf divides a list at its outer commas.
func selectorsOf(list string) (parts []string) {
	begin := 0
	for _, at := range append(comma.FindAllStringIndex(list, -1), []int{len(list), len(list)}) {
		depth := strings.Count(list[:at[0]], "(") - strings.Count(list[:at[0]], ")")
		if depth == 0 {
			parts, begin = append(parts, list[begin:at[0]]), at[1]
		}
	}
	return parts
}

// newerThanPromised says what of a style the oldest browsers don't know, where more
// than looks depend on it.
func newerThanPromised(css string) (faults []string) {
	rules := cssRules(css)
	say := func(r cssRule, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s %s: %s", r.within, r.selectors, fmt.Sprintf(format, args...)))
	}
	spaced := map[string]bool{}
	for _, r := range rules {
		if strings.HasPrefix(r.within, "@supports not") {
			for _, s := range selectorsOf(r.selectors) {
				spaced[spacedPart.ReplaceAllString(s, "")] = true
			}
		}
	}
	for _, r := range rules {
		if strings.Contains(r.within, "@keyframes") || slices.ContainsFunc(optionalRules, func(at string) bool { return strings.Contains(r.within, at) }) {
			continue
		}
		parts := selectorsOf(r.selectors)
		newer := 0
		for _, s := range parts {
			if newerSelects.MatchString(s) {
				newer++
			} else if listInNot.MatchString(s) {
				say(r, "a list in :not()")
			}
			for _, p := range pseudo.FindAllString(attribute.ReplaceAllString(s, ""), -1) {
				if !slices.Contains(knownPseudos, p) && !slices.Contains(optionalPseudos, p) {
					say(r, "%s", p)
				}
			}
			if strings.Contains(s, ":is(") && !strings.Contains(s, ":has(") {
				say(r, ":is() without :has()")
			}
		}
		if newer > 0 && newer < len(parts) {
			say(r, "older selectors are dropped with a newer one")
		}
		if newer > 0 {
			continue
		}
		seen := map[string]bool{}
		flex, gap := false, false
		for declaration := range strings.SplitSeq(r.body, ";") {
			name, value, _ := strings.Cut(declaration, ":")
			if name == "" || strings.HasPrefix(name, "--") || strings.HasPrefix(name, "-") {
				continue
			}
			if !slices.Contains(knownProperties, name) && !slices.Contains(optionalProperties, name) {
				say(r, "%s", name)
			}
			if newerValue.MatchString(value) && !seen[name] {
				say(r, "%s without an older value before it", declaration)
			}
			seen[name] = true
			flex = flex || name == "display" && strings.HasSuffix(value, "flex")
			gap = gap || (name == "gap" || name == "column-gap") && strings.Trim(value, "0 px") != ""
		}
		if flex && gap && r.within == "" {
			for _, s := range parts {
				if !spaced[s] && !spaced[strings.TrimSuffix(strings.TrimSuffix(s, " ol"), " ul")] && !slices.Contains(withOneChild, s) {
					say(r, "a gap in a flex box, and none in old.css")
				}
			}
		}
	}
	return faults
}

// Every page's style says the same in the oldest browsers that it is promised to.
func TestStylesKnowTheirBrowsers(t *testing.T) {
	for _, kind := range static.Kinds() {
		for _, fault := range newerThanPromised(static.CSS(kind)) {
			t.Errorf("style %d: %s", kind, fault)
		}
	}
}

// What is newer is found, of each kind.
func TestNewerStylesAreFound(t *testing.T) {
	rows := map[string]string{
		".a{inset:0}": "inset", ".a{inset-inline-start:0}": "inset-inline-start", ".a{margin-inline:auto}": "margin-inline", ".a{padding-block:4px}": "padding-block",
		".a{aspect-ratio:1}": "aspect-ratio", ".a:is(.b,.c){color:red}": ":is()", ".a:where(.b){color:red}": ":where", ".a:not(.b,.c){color:red}": "a list in :not()",
		".a,.b:has(.c){color:red}": "dropped", ".a:focus-visible,.a:hover{color:red}": "dropped", ".a{display:revert}": "display:revert",
		`.a:before{content:"x" / ""}`: "content", ".a{display:flex;gap:8px}": "a gap",
		"@media print{.a{accent-color:red}}": "accent-color", ".a:user-invalid{color:red}": ":user-invalid", ".a{rotate:1deg}": "rotate",
	}
	for css, want := range rows {
		if found := newerThanPromised(css); len(found) != 1 || !strings.Contains(found[0], want) {
			t.Errorf("%s: found %q, want %s", css, found, want)
		}
	}
	for _, css := range []string{
		".a{display:block;display:revert}", ".a:has(.b){inset:0}", ".a{display:flex;gap:8px}@supports not (inset:0){.a>*+*{margin-inline-start:8px}}",
		".a:not(.b):not(.c){color:red}", ".a{display:grid;gap:8px}", `.a:before{content:"x";content:"x" / ""}`,
	} {
		if found := newerThanPromised(css); len(found) > 0 {
			t.Errorf("%s: found %q", css, found)
		}
	}
}

// newerNames are what scripts may not use, by the first browser that is promised it and
// doesn't have it; names behind a question mark may be missing.
var newerNames = map[string]*regexp.Regexp{
	"String.replaceAll":     regexp.MustCompile(`\.replaceAll\(`),
	"replaceChildren":       regexp.MustCompile(`\.replaceChildren\(`),
	"at":                    regexp.MustCompile(`\.at\(`),
	"event.submitter":       regexp.MustCompile(`\bsubmitter\b`),
	"Intl.DisplayNames":     regexp.MustCompile(`(?:^|[^&]{2})\bnew Intl\.DisplayNames`),
	"visibilitychange":      regexp.MustCompile(`(?:^|[^.\w])addEventListener\("visibilitychange"`), // Safari 13 tells the document alone
	"checkVisibility":       regexp.MustCompile(`\.checkVisibility\(`),
	"structuredClone":       regexp.MustCompile(`\bstructuredClone\(`),
	"AbortSignal.timeout":   regexp.MustCompile(`AbortSignal\.(timeout|any)`),
	"Promise.any":           regexp.MustCompile(`Promise\.(any|try|withResolvers)`),
	"Object.hasOwn":         regexp.MustCompile(`Object\.(hasOwn|groupBy)`),
	"findLast":              regexp.MustCompile(`\.(findLast|findLastIndex|toSorted|toReversed|with)\(`),
	"randomUUID":            regexp.MustCompile(`\brandomUUID\(`),
	"selectors with :has":   regexp.MustCompile(`querySelector(All)?\([^)]*:(has|is|where)\(|["' ]:(has|is|where)\(`),
	"logical assignment":    regexp.MustCompile(`(\?\?|\|\||&&)=`),
	"optional chaining":     regexp.MustCompile(`\?\.[a-z(\[]`),
	"nullish coalescing":    regexp.MustCompile(`\?\?`),
	"navigator.clipboard":   regexp.MustCompile(`[^;{]\bclipboard\.[^w]`),
	"private or static":     regexp.MustCompile(`\bstatic\{|[{;]#\w`),
	"top-level await":       regexp.MustCompile(`(?:^|;)await `),
	"a number's separators": regexp.MustCompile(`\d_\d`),
}

// Every page's script runs in the oldest browsers that it is promised to.
func TestScriptsKnowTheirBrowsers(t *testing.T) {
	for _, kind := range static.Kinds() {
		for _, name := range slices.Sorted(maps.Keys(newerNames)) {
			if found := newerNames[name].FindString(static.JS(kind)); found != "" {
				t.Errorf("script %d has %s: %s", kind, name, found)
			}
		}
	}
	for name, sample := range map[string]string{
		"String.replaceAll": `a.replaceAll("b","c")`, "replaceChildren": `a.replaceChildren(b)`, "event.submitter": `let{submitter:a}=b`, "Intl.DisplayNames": `let a=new Intl.DisplayNames([])`,
		"visibilitychange": `;addEventListener("visibilitychange",a)`, "logical assignment": `a??=b`, "optional chaining": `a?.b`, "nullish coalescing": `a??b`,
		"selectors with :has": `all(".a :has(b)")`,
	} {
		if !newerNames[name].MatchString(sample) {
			t.Errorf("%s isn't found in %s", name, sample)
		}
	}
}

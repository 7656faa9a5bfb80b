package store

import "bytes"

// IsSecretName reports whether a property, parameter or header looks as if its
// value were a secret, also in another spelling: Secret, api_secret, secrte, tokn.
// It allocates nothing: a body may be nothing but names.
func IsSecretName(name string) bool {
	var joined, spaced [2 * longestWord]byte
	letters, words := joined[:0], spaced[:0]
	small := false
	for i := range min(len(name), longestWord) {
		c := name[i]
		upper := c >= 'A' && c <= 'Z'
		switch {
		case upper && small, c == '-' || c == '_' || !isWord(rune(c)):
			words = append(words, ' ')
		}
		small = c >= 'a' && c <= 'z'
		if upper {
			c += 'a' - 'A'
		}
		if c != '-' && c != '_' && isWord(rune(c)) {
			letters, words = append(letters, c), append(words, c)
		}
	}
	if isSecretWord(letters) {
		return true
	}
	for len(words) > 0 {
		end := bytes.IndexByte(words, ' ')
		if end < 0 {
			end = len(words)
		}
		if isSecretWord(words[:end]) {
			return true
		}
		words = words[min(end+1, len(words)):]
	}
	return false
}

// secretParts are parts of names of secrets, and secretWords what is often misspelt.
var (
	secretParts = list("secret", "token", "passw", "passphrase", "credential", "apikey", "privatekey",
		"authoriz", "signature", "jwt", "bearer")
	secretWords = list("secret", "token", "password", "signature")
)

func list(words ...string) (all [][]byte) {
	for _, word := range words {
		all = append(all, []byte(word))
	}
	return all
}

func isSecretWord(word []byte) bool {
	for _, part := range secretParts {
		if bytes.Contains(word, part) {
			return true
		}
	}
	for _, meant := range secretWords {
		if oneSlip(word, meant) {
			return true
		}
	}
	return false
}

// oneSlip reports whether a word is another one with a letter left out, added,
// mistaken, or swapped with the next.
func oneSlip(a, b []byte) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// Package aged has a map that forgets: it is bounded in number, bytes and age.
package aged

// Package aged has a map that forgets: it is bounded in number, bytes and age.
// What upstream's packages remember is in such maps. They may lose an entry
// at any time, and hold nothing that can't be asked again.
package aged

// Package findings is what payapp check and payapp doctor found, and how they say
// it: as lines for people, or as JSON for programs.
package findings

// Package build makes the files of static/dist from their sources. It runs at
// generation time only.
package build

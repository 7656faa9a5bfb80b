//go:build production || sandbox

package cli

// browserCommands need what only the usual build has.
var browserCommands []command

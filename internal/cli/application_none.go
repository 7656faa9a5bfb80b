//go:build sandbox

package cli

import "payapp/internal/server"

const applicationBuiltIn = false

// serve serves what payapp serves without a command.
var serve = server.RunSandbox

// applicationCommands need what the sandbox alone doesn't have.
var applicationCommands []command

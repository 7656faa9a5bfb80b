// Package site holds what the operator's settings say of the pages: one
// struct that is handed down as it is, from the environment to the templates.
//
//	environment, branding file ──▶ config.Load ──▶ Settings ──▶ handlers ──▶ presenter ──▶ views
//
// A field with the tag env is a setting: config reads it from that variable and
// checks it by its tag check. A Brand's fields come from the branding file, and
// are checked likewise. The package has data and what follows from a colour; it
// reads nothing and imports nothing of payapp, so that every floor may
// import it. See docs/howto/add-a-setting.md.
package site

// Package site has the operator's settings for the pages: one struct that is
// passed on unchanged, from the environment to the templates.
//
//	environment, branding file ──▶ config.Load ──▶ Settings ──▶ handlers ──▶ presenter ──▶ views
//
// A field with the tag env is a setting: config reads it from that variable and
// checks it by its tag check. A Brand's fields come from the branding file and are
// checked in the same way. The package has data and derived colours. It reads
// nothing and imports nothing of payapp, so that every layer can import it. See
// docs/howto/add-a-setting.md.
package site

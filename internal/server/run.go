package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"

	"payapp/internal/config"
)

// UntilInterrupted ends with the first Ctrl-C or SIGTERM, and requests may
// finish. A second one ends the process at once, as nobody listens for it. A reader of
// the log that ends doesn't end the process: its lines are counted as lost.
func UntilInterrupted() context.Context {
	signal.Ignore(syscall.SIGPIPE)
	signalled, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, end := context.WithCancel(context.Background())
	context.AfterFunc(signalled, func() {
		stop()
		end()
	})
	return ctx
}

// newLogger makes the log. The caller must close the lines at the end.
func newLogger(cfg config.Config, w io.Writer) (*slog.Logger, *logLines) {
	lines := newLogLines(w, logQueued)
	lines.level.Set(cfg.LogLevel.Level())
	options := &slog.HandlerOptions{Level: &lines.level, ReplaceAttr: harmless}
	text := cfg.LogFormat == config.LogText || cfg.LogFormat == config.LogAuto && IsTerminal(w)
	handler := func(to io.Writer) slog.Handler {
		if text {
			return slog.NewTextHandler(to, options)
		}
		return slog.NewJSONHandler(to, options)
	}
	lines.begin(handler(w))
	return slog.New(handler(lines)), lines
}

// harmless writes characters that can't be seen as escapes, which JSON doesn't
// ask for: a gateway's word may turn the rest of its line around in a terminal.
func harmless(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindString || !strings.ContainsFunc(a.Value.String(), isHidden) {
		return a
	}
	var shown strings.Builder
	for _, r := range a.Value.String() {
		if isHidden(r) {
			fmt.Fprintf(&shown, "<%U>", r)
			continue
		}
		shown.WriteRune(r)
	}
	return slog.String(a.Key, shown.String())
}

// isHidden reports characters that JSON leaves as they are and nobody sees.
func isHidden(r rune) bool { return unicode.Is(unicode.Cf, r) || r >= 0x7f && r < 0xa0 }

// IsTerminal reports whether what is written is read by a person.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"payapp/i18n"
	"payapp/i18n/internal/source"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "i18n:", err)
		os.Exit(1)
	}
}

var errTag = errors.New("in no row of i18n/languages.go")

func run(args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("translations", flag.ContinueOnError)
	dir := flags.String("dir", "i18n/messages", "where the files are")
	only := flags.String("only", "", "report on this language alone")
	open := flags.String("open", "", "write what this language needs, in English")
	merge := flags.String("merge", "", "put -file into this language's file")
	file := flags.String("file", "", "what -merge puts in")
	stamp := flags.String("stamp", "", "show what is stale in this language beside today's English, and ask whether it is still right")
	if err := flags.Parse(args); err != nil {
		return err
	}
	f := folder(*dir)
	english, err := f.read("en")
	if err != nil {
		return err
	}
	switch {
	case *open != "":
		theirs, err := f.read(*open)
		if err != nil {
			return err
		}
		_, err = out.Write(source.Format(source.Untranslated(english, theirs, i18n.Categories(*open))))
		return err
	case *merge != "":
		theirs, err := f.read(*merge)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(*file)
		if err != nil {
			return err
		}
		more, err := source.Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", *file, err)
		}
		return f.write(*merge, source.Merge(english, theirs, more))
	case *stamp != "":
		theirs, err := f.read(*stamp)
		if err != nil {
			return err
		}
		answers, stopped := bufio.NewScanner(in), error(nil)
		stamped := source.Stamp(english, theirs, func(e, m source.Message) bool {
			if stopped != nil {
				return false
			}
			_, stopped = fmt.Fprintf(out, "%s\n  en: %s\n  %s: %s\nstill right? [y/N] ",
				e.Key, strings.Join(e.Words(), " | "), *stamp, strings.Join(m.Words(), " | "))
			return stopped == nil && answers.Scan() && strings.TrimSpace(answers.Text()) == "y"
		})
		return errors.Join(stopped, answers.Err(), f.write(*stamp, stamped))
	}
	for _, tag := range i18n.Tags()[1:] {
		if *only != "" && *only != tag {
			continue
		}
		if err := f.report(out, tag, english); err != nil {
			return err
		}
	}
	return nil
}

// folder is where the files are.
type folder string

func (f folder) path(tag string) string { return filepath.Join(string(f), tag+".json") }

// read gives the messages of a language, none where it has no file yet.
func (f folder) read(tag string) ([]source.Message, error) {
	if !slices.Contains(i18n.Tags(), tag) {
		return nil, fmt.Errorf("%q: %w", tag, errTag)
	}
	data, err := os.ReadFile(f.path(tag))
	if errors.Is(err, os.ErrNotExist) && tag != "en" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	messages, err := source.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path(tag), err)
	}
	return messages, nil
}

func (f folder) write(tag string, messages []source.Message) error {
	return os.WriteFile(f.path(tag), source.Format(messages), 0o644)
}

func (f folder) report(out io.Writer, tag string, english []source.Message) error {
	if _, err := os.Stat(f.path(tag)); errors.Is(err, os.ErrNotExist) {
		_, err := fmt.Fprintf(out, "%s: no file\n", tag)
		return err
	}
	theirs, err := f.read(tag)
	if err != nil {
		return err
	}
	r := source.Compare(english, theirs)
	if r.Open() == 0 && len(r.Gone) == 0 {
		_, err := fmt.Fprintf(out, "%s: complete\n", tag)
		return err
	}
	if _, err := fmt.Fprintf(out, "%s: %d show in English\n", tag, r.Open()); err != nil {
		return err
	}
	for _, part := range []struct {
		what string
		keys []string
	}{{"missing", r.Missing}, {"stale", r.Stale}, {"unread", r.Unread}, {"gone", r.Gone}} {
		for _, key := range part.keys {
			if _, err := fmt.Fprintf(out, "  %-7s %s\n", part.what, key); err != nil {
				return err
			}
		}
	}
	return nil
}

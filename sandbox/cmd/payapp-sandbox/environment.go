package main

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"payapp/sandbox/internal/token"
)

// environment reads variables and notes what is wrong with any of them. Each
// can also be in a file that NAME_FILE names.
type environment struct {
	getenv func(string) string
	faults []error
}

func (e *environment) fault(name string, err error) {
	e.faults = append(e.faults, fmt.Errorf("%s: %w", name, err))
}

func (e *environment) text(name, otherwise string) string {
	value, path := e.getenv(name), e.getenv(name+"_FILE")
	switch {
	case path != "" && value != "":
		e.fault(name, errors.New("set twice: by itself and by "+name+"_FILE"))
	case path != "":
		content, err := os.ReadFile(path)
		if err != nil {
			e.fault(name+"_FILE", err)
			return otherwise
		}
		if value = strings.TrimRight(string(content), "\r\n"); value == "" {
			e.fault(name+"_FILE", errors.New(path+" is empty"))
		}
	}
	if value == "" {
		return otherwise
	}
	return value
}

func (e *environment) number(name string, otherwise int) int {
	text := e.text(name, strconv.Itoa(otherwise))
	n, err := strconv.Atoi(text)
	if err != nil {
		e.fault(name, fmt.Errorf("%q is no whole number", text))
	}
	return n
}

func (e *environment) truth(name string) bool {
	text := e.text(name, "false")
	b, err := strconv.ParseBool(text)
	if err != nil {
		e.fault(name, fmt.Errorf("%q is neither true nor false", text))
	}
	return b
}

// address is where to listen.
func (e *environment) address(name, otherwise string) string {
	text := e.text(name, otherwise)
	if _, _, err := net.SplitHostPort(text); err != nil {
		e.fault(name, fmt.Errorf("%q is not host:port", text))
	}
	return text
}

// key is a private key, nil where none is given.
func (e *environment) key(name string) *rsa.PrivateKey {
	text := e.text(name, "")
	if text == "" {
		return nil
	}
	key, err := token.ParsePrivateKey([]byte(text))
	if err != nil {
		e.fault(name, err)
	}
	return key
}

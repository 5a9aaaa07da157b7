package sshd

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/screen"
)

func newSize(cols, rows, width, height int) screen.Size {
	return screen.Size{Cols: cols, Rows: rows, Width: width, Height: height}
}

// The server accepts strings up to a maximum length, and refuses longer ones.
func TestRequestLengths(t *testing.T) {
	for _, c := range []struct {
		kind    string
		max     int // maximum length of the string
		payload func(s string) []byte
	}{
		{"pty-req", 64, func(s string) []byte {
			return ssh.Marshal(struct {
				Term                      string
				Cols, Rows, Width, Height uint32
				Modes                     string
			}{Term: s})
		}},
		{"exec", 256, func(s string) []byte { return ssh.Marshal(struct{ Command string }{s}) }},
		{"env", 256, func(s string) []byte { return ssh.Marshal(struct{ Name, Value string }{"LANG", s}) }},
		{"env", 256, func(s string) []byte {
			return ssh.Marshal(struct{ Name, Value string }{"LC_" + s[:len(s)-3], "C"})
		}},
	} {
		for length, want := range map[int]bool{c.max: true, c.max + 1: false} {
			r := &sessionRequest{env: make(map[string]string)}
			if got := requestHandlers[c.kind](r, c.payload(strings.Repeat("x", length))); got != want {
				t.Errorf("a request %s with %d bytes is accepted: %v, want %v", c.kind, length, got, want)
			}
		}
	}
}

// A client can request one terminal. Characters that are not allowed in TERM are removed.
func TestOneTerminalPerSession(t *testing.T) {
	r := &sessionRequest{env: make(map[string]string)}
	payload := ssh.Marshal(struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}{"aAzZ09._+-\x1b /`{@[:", 80, 24, 640, 384, ""})
	if !r.requestTerminal(payload) || r.env["TERM"] != "aAzZ09._+-" || r.size != newSize(80, 24, 640, 384) {
		t.Errorf("after a request, TERM is %q, and the size is %+v", r.env["TERM"], r.size)
	}
	if r.requestTerminal(payload) {
		t.Error("a second request for a terminal is accepted, want a refusal")
	}
}

// The numbers of columns and rows are limited. The size in pixels is unknown if any number is invalid.
func TestWindowSizes(t *testing.T) {
	for _, c := range []struct {
		numbers [4]uint32
		want    screen.Size
	}{
		{[4]uint32{80, 24, 640, 384}, newSize(80, 24, 640, 384)},
		{[4]uint32{1000, 1000, 32767, 32767}, newSize(1000, 1000, 32767, 32767)},
		{[4]uint32{1, 1, 0, 0}, newSize(1, 1, 0, 0)},
		{[4]uint32{0, 24, 640, 384}, newSize(0, 24, 0, 0)},
		{[4]uint32{80, 0, 640, 384}, newSize(80, 0, 0, 0)},
		{[4]uint32{1001, 24, 640, 384}, newSize(1000, 24, 0, 0)},
		{[4]uint32{80, 1001, 640, 384}, newSize(80, 1000, 0, 0)},
		{[4]uint32{80, 24, 32768, 384}, newSize(80, 24, 0, 0)},
		{[4]uint32{80, 24, 640, 32768}, newSize(80, 24, 0, 0)},
	} {
		var payload []byte
		for _, n := range c.numbers {
			payload = binary.BigEndian.AppendUint32(payload, n)
		}
		r := new(sessionRequest)
		if !r.setSize(payload) || r.size != c.want {
			t.Errorf("the window %v has the size %+v, want %+v", c.numbers, r.size, c.want)
		}
		if r.setSize(payload[1:]) || r.size != c.want {
			t.Errorf("a truncated request is accepted, or has changed the size to %+v", r.size)
		}
	}
}

// A command is split into words. It can contain all printable characters.
func TestCommandWords(t *testing.T) {
	r := new(sessionRequest)
	r.exec(ssh.Marshal(struct{ Command string }{" name\tÜnal\x1b[m \xff\u202ex\r\n y"}))
	if want := []string{"name", "Ünal[m", "x", "y"}; !r.command || !slices.Equal(r.args, want) {
		t.Errorf("the command has the words %q, want %q", r.args, want)
	}
}

package sshd

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/crypto/ssh"
)

// FuzzRequests checks that after any two requests, variables and arguments are short and printable, and the window size
// is valid.
func FuzzRequests(f *testing.F) {
	pty := ssh.Marshal(struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}{"xterm", 80, 1<<32 - 1, 640, 1 << 31, "\x00"})
	f.Add("pty-req", pty, "window-change", make([]byte, 16))
	f.Add("env", ssh.Marshal(struct{ Name, Value string }{"LANG", "C\x1b]0;x\a"}), "exec",
		ssh.Marshal(struct{ Command string }{"version"}))
	f.Add("env", ssh.Marshal(struct{ Name, Value string }{"LC_ALL", strings.Repeat("x", 10000)}), "shell", []byte(nil))
	f.Add("env", ssh.Marshal(struct{ Name, Value string }{"LANG", "\u202e"}), "exec",
		ssh.Marshal(struct{ Command string }{"name Ünal\xff"}))
	f.Fuzz(func(t *testing.T, first string, a []byte, second string, b []byte) {
		request := &sessionRequest{env: make(map[string]string)}
		for _, r := range []struct {
			kind    string
			payload []byte
		}{{first, a}, {second, b}} {
			if handler := requestHandlers[r.kind]; handler != nil {
				handler(request, r.payload)
			}
		}

		for name, value := range request.env {
			if name != "TERM" && !isAllowedVariable(name) || len(name)+len(value) > 2*maxVariableBytes ||
				strings.ContainsFunc(value, unprintable) {
				t.Errorf("the variable %q with the value %q is accepted, want a short and printable one", name, value)
			}
		}
		if s := request.size; min(s.Cols, s.Rows, s.Width, s.Height) < 0 || max(s.Cols, s.Rows) > maxCells ||
			max(s.Width, s.Height) > maxPixels {
			t.Errorf("the window size is %v, want one within the limits", s)
		}
		if len(strings.Join(request.args, "")) > maxCommandBytes ||
			slices.ContainsFunc(request.args, func(w string) bool { return strings.ContainsFunc(w, unprintable) }) {
			t.Errorf("the arguments are %q, want short and printable ones", request.args)
		}
	})
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

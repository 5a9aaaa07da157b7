//go:build unix

package main

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"

	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine/racedetector"
)

func TestMain(m *testing.M) {
	testscript.Main(isolated{m}, map[string]func(){"arkterm": crashingMain})
}

// isolated runs the tests in a new environment.
type isolated struct{ *testing.M }

func (m isolated) Run() int { return testenv.Run(m.M, xdg.Reload) }

// TestScripts runs the scripts in testdata/script. The folders of each script are new.
func TestScripts(t *testing.T) {
	if racedetector.Long(t, "commands one after another, in one goroutine") {
		return
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, testenv.Variables(filepath.Join(env.WorkDir, ".env"))...)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": cmdCode, "sql": cmdSQL, "encode": cmdEncode},
	})
}

// cmdSQL runs the statements in a file, in a database that it makes if there is none: sql
// scores.db old.sql.
func cmdSQL(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql DATABASE FILE")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(ts.ReadFile(args[1]))
	ts.Check(err)
}

// cmdCode runs a command and checks its exit code: code 3 arkterm levels check bad.level.
func cmdCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N command…")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = codeText(err)
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// cmdEncode writes a text file to another place in an encoding: encode utf-16le FROM TO.
func cmdEncode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 || encodings[args[0]] == nil {
		ts.Fatalf("usage: encode ENCODING FROM TO")
	}
	path := ts.MkAbs(args[2])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, encodings[args[0]](ts.ReadFile(args[1])), 0o644))
}

// encodings are the encodings in which Windows programs write text files.
var encodings = map[string]func(text string) []byte{
	"crlf":           func(text string) []byte { return []byte(crlf(text)) },
	"mark":           func(text string) []byte { return []byte("\ufeff" + text) },
	"mark-and-crlf":  func(text string) []byte { return []byte("\ufeff" + crlf(text)) },
	"utf-16le":       func(text string) []byte { return inUTF16(binary.LittleEndian, "\ufeff"+crlf(text)) },
	"utf-16be":       func(text string) []byte { return inUTF16(binary.BigEndian, "\ufeff"+crlf(text)) },
	"utf-16le-plain": func(text string) []byte { return inUTF16(binary.LittleEndian, text) },
	"utf-16be-plain": func(text string) []byte { return inUTF16(binary.BigEndian, text) },
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

func inUTF16(order binary.AppendByteOrder, text string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return b
}

func codeText(err error) string {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return strconv.Itoa(e.ExitCode())
	}
	return err.Error()
}

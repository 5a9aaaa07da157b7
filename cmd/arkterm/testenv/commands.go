package testenv

import (
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Main runs the tests of a package in an isolated environment. Test scripts can execute the given programs.
func Main(m *testing.M, programs map[string]func()) { testscript.Main(isolatedTests{m}, programs) }

// isolatedTests runs tests in an isolated environment.
type isolatedTests struct{ *testing.M }

func (m isolatedTests) Run() int { return Run(m.M, xdg.Reload) }

// A ScriptCommand is a command that test scripts can use.
type ScriptCommand = func(ts *testscript.TestScript, neg bool, args []string)

// Scripts runs the scripts in testdata/script. Each script has its own empty folders. Scripts can use the commands code
// and encode, and the given additional commands.
func Scripts(t *testing.T, update bool, additional map[string]ScriptCommand) {
	commands := map[string]ScriptCommand{"code": cmdCode, "encode": cmdEncode}
	maps.Copy(commands, additional)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, Variables(filepath.Join(env.WorkDir, ".env"))...)
			return nil
		},
		Cmds: commands,
	})
}

// EveryCommandIsScripted tests that the scripts run each command at least three times: with --help, with valid input,
// and with invalid input and the resulting exit code. Scripts have no terminal, so commands that need one do not have
// to run with valid input. interactive contains the last word of each such command.
func EveryCommandIsScripted(t *testing.T, root *cobra.Command, interactive ...string) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all strings.Builder
	for _, name := range files {
		script, _, _ := strings.Cut(ReadDoc(t, name), "\n-- ")
		all.WriteString(script + "\n")
	}
	matches := func(pattern string) bool { return regexp.MustCompile("(?m)^" + pattern).MatchString(all.String()) }

	visitCommands(root, func(c *cobra.Command) {
		path := regexp.QuoteMeta(c.CommandPath())
		if !matches(`exec ` + path + ` (-h|--help)$`) {
			t.Errorf("no script runs %s --help", c.CommandPath())
		}
		if !slices.Contains(interactive, c.Name()) && !matches(`(exec|code 0) `+path+`( .*)?$`) {
			t.Errorf("no script runs %s", c.CommandPath())
		}
		if !matches(`code [1-5] ` + path + `( .*)?$`) {
			t.Errorf("no script runs %s with invalid input", c.CommandPath())
		}
	})
}

// NoFlagHasAPath tests that no flag has an absolute path as its default, because the help and the manual pages have to
// be the same on every machine.
func NoFlagHasAPath(t *testing.T, root *cobra.Command) {
	visitCommands(root, func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if filepath.IsAbs(f.DefValue) {
				t.Errorf("%s: the default of --%s is %s, want no absolute path", c.CommandPath(), f.Name, f.DefValue)
			}
		})
	})
}

// visitCommands calls f with cmd and all available commands below it.
func visitCommands(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			visitCommands(c, f)
		}
	}
}

// cmdCode runs a command and checks its exit code, for example "code 3 arkterm levels check bad.level".
func cmdCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N command…")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = codeText(err)
	}
	if got != args[0] {
		ts.Fatalf("%s exits with code %s, want %s", args[1], got, args[0])
	}
}

// cmdEncode converts a text file to an encoding, for example "encode utf-16le FROM TO".
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

// crlf converts line ends to CR LF.
func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// inUTF16 encodes a text as UTF-16.
func inUTF16(order binary.AppendByteOrder, text string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return b
}

// codeText returns the exit code of a failed command as text.
func codeText(err error) string {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return strconv.Itoa(e.ExitCode())
	}
	return err.Error()
}

//go:build unix

package main

import (
	"database/sql"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"

	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine/race"
)

func TestMain(m *testing.M) {
	testscript.Main(isolated{m}, map[string]func(){"arkterm": crashingMain})
}

// isolated runs the tests in a new environment.
type isolated struct{ *testing.M }

func (m isolated) Run() int { return testenv.Run(m.M, xdg.Reload) }

// TestScripts runs the scripts in testdata/script. The folders of each script are new.
func TestScripts(t *testing.T) {
	if race.Long(t, "commands one after another, in one goroutine") {
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": cmdCode, "sql": cmdSQL},
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

func codeText(err error) string {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return strconv.Itoa(e.ExitCode())
	}
	return err.Error()
}

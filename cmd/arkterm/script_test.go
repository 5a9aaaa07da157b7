//go:build unix

package main

import (
	"database/sql"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"arkterm/cmd/arkterm/cli/clitest"
	"arkterm/engine/racedetector"
)

func TestMain(m *testing.M) { clitest.Main(m, map[string]func(){"arkterm": crashingMain}) }

func TestScripts(t *testing.T) {
	if racedetector.Long(t, "commands one after another, in one goroutine") {
		return
	}
	clitest.Scripts(t, *update, map[string]clitest.Command{"sql": cmdSQL})
}

// cmdSQL runs the statements in a file, in a database that it creates if there is none: sql scores.db old.sql.
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

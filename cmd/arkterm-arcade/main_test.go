package main

import (
	"database/sql"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/testenv"
)

var update = flag.Bool("update", false, "renew the expected output in testdata and the manual page")

func TestMain(m *testing.M) { testenv.Main(m, map[string]func(){"arkterm-arcade": main}) }

func TestScripts(t *testing.T) {
	if testing.Short() { // commands one after another, in one goroutine
		return
	}
	testenv.Scripts(t, *update, map[string]testenv.ScriptCommand{"sql": cmdSQL})
}

// cmdSQL executes the statements of a file in a database, which it creates if it does not exist: sql scores.db old.sql.
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

func TestEveryCommandIsScripted(t *testing.T) {
	testenv.EveryCommandIsScripted(t, newRoot(), "serve")
}

func TestNoFlagHasAPath(t *testing.T) { testenv.NoFlagHasAPath(t, newRoot()) }

func TestJSONKeysAreDocumented(t *testing.T) {
	testenv.JSONDocs(t, newRoot(), map[string]any{
		"arkterm-arcade players": playerInfo{},
		// serve writes a log, and version prints the same object as the game
	}, "arkterm-arcade serve", "arkterm-arcade version")
}

// docs/arcade.md contains the interval at which games are saved.
func TestDocumentedSaveInterval(t *testing.T) {
	text := strings.Join(strings.Fields(testenv.ReadDoc(t, "../../docs/arcade.md")), " ")
	if want := fmt.Sprintf("every %v seconds", arcade.SaveInterval.Seconds()); !strings.Contains(text, want) {
		t.Errorf("docs/arcade.md does not contain %q", want)
	}
}

// TestManualPages compares docs/man/arkterm-arcade.8 with the commands and with docs/arcade.md. With -update it writes
// the page.
func TestManualPages(t *testing.T) {
	testenv.ManualPages(t, map[string]string{"arkterm-arcade.8": manualPage(t)}, *update)
}

// manualPage returns arkterm-arcade(8): the commands of the program, the commands that visitors can send, and the parts
// of docs/arcade.md for operators.
func manualPage(t *testing.T) string {
	manual := testenv.ReadDoc(t, "../../docs/arcade.md")
	section := func(heading, end string) string {
		_, text, ok := strings.Cut(manual, "\n"+heading+"\n")
		text, _, found := strings.Cut(text, "\n"+end)
		if !ok || !found {
			t.Fatalf("docs/arcade.md has no section %q before %q", heading, end)
		}
		return testenv.ManSection(text) + "\n"
	}

	var b strings.Builder
	b.WriteString(testenv.ManTitle("arkterm-arcade", 8) +
		"# NAME\n\narkterm-arcade - serve arkterm to players over SSH\n\n" +
		"# SYNOPSIS\n\n**arkterm-arcade** *COMMAND* [*flags*] [*arguments*]\n\n# DESCRIPTION\n\n")
	b.WriteString(section("## Quick start", "## "))
	b.WriteString("# COMMANDS\n\n")
	testenv.WriteManCommands(&b, newRoot(), false, cli.DescribeFlag, nil)
	b.WriteString("# COMMANDS OF VISITORS\n\nWithout a command, ssh starts the game. Visitors can also send one " +
		"of these. *HOST* stands for the server, such as " +
		"**-p 2222 play.example.org**.\n")
	for usage, help := range arcade.Commands {
		fmt.Fprintf(&b, "\n`%s`\n: %s\n", usage, help)
	}
	for _, heading := range [...]string{
		"For a class or an event", "Behind a proxy", "Web page", "Memory", "Logs", "Metrics and health",
		"Block players, names and networks", "Data retention", "Backup and restore", "Upgrade", "Environment", "Files",
		"Exit status",
	} {
		fmt.Fprintf(&b, "\n# %s\n%s", strings.ToUpper(heading), section("### "+heading, "##"))
	}
	return b.String() + testenv.ManSeeAlso
}

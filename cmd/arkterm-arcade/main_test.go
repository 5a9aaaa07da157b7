package main

import (
	"database/sql"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/testenv"
)

var update = flag.Bool("update", false, "renew the expected output in testdata and the manual page")

func TestMain(m *testing.M) { testenv.Main(m, map[string]func(){"arkterm-arcade": main}) }

func TestScripts(t *testing.T) {
	if testing.Short() { // useless under the race detector, because the commands run one after another
		return
	}
	testenv.Scripts(t, *update, map[string]testenv.ScriptCommand{"sql": cmdSQL})
}

// cmdSQL implements the script command sql, for example sql scores.db old.sql. It executes the statements of a file in
// a database, which it creates if it does not exist.
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
		"arkterm-arcade games":   leaderboard.Record{},
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

// TestManualPages compares docs/man/arkterm-arcade.8 with the commands. With -update it writes the page.
func TestManualPages(t *testing.T) {
	testenv.ManualPages(t, map[string]string{"arkterm-arcade.8": manualPage()}, *update)
}

// manualPage returns arkterm-arcade(8): the commands of the program, the names of the commands that visitors can send,
// and the reference for operators.
func manualPage() string {
	var b strings.Builder
	b.WriteString(testenv.ManTitle("arkterm-arcade", 8) + manualIntroduction)
	testenv.WriteManCommands(&b, newRoot(), false, cli.DescribeFlag, func(cmd *cobra.Command) []string {
		if cmd.Name() == "serve" || cmd.Flags().Lookup("state") == nil {
			return nil
		}
		return []string{"state", "store"} // the description of the root names them
	})
	fmt.Fprintf(&b, "# EXAMPLES\n\n```\n%s\n```\n\n", newRoot().Example)
	var names []string
	for usage := range arcade.Commands {
		_, name, _ := strings.Cut(usage, "HOST ")
		name, _, _ = strings.Cut(name, " ")
		names = append(names, "**"+name+"**")
	}
	fmt.Fprintf(&b, "# COMMANDS OF VISITORS\n\n**ssh** *HOST* starts the game, and **ssh** *HOST* **help** describes "+
		"the commands of visitors: %s.\n\n", strings.Join(slices.Compact(names), ", "))
	return b.String() + manualReference
}

const manualIntroduction = `# NAME

arkterm-arcade - serve arkterm to players over SSH

# SYNOPSIS

**arkterm-arcade** *COMMAND* [*flags*] [*arguments*]

# DESCRIPTION

The guide for operators is /usr/share/doc/arkterm-arcade/docs/arcade.md.

# COMMANDS

`

const manualReference = `# LOGS

The server logs to standard error. The key **error** of an error or a warning contains the reason. These messages and
their keys do not change between versions:

**listening**
: **address**, **new_host_keys**, **page**, **metrics**

**host key**
: **fingerprint**

**connection closed**
: **network**, **reason**; a warning after misbehavior

**visit ended**
: **guest**, **term**, **duration**, **reason**

**block list changed**
: **entries**

**back up database**
: a backup failed. **players** and **folders** are given if the database lacks most players

**read database log**
: the log was damaged; numbers of changes **kept** and **lost**, and the time **since** which changes are lost

**write finished games before closing**
: number of games **lost**

**upgraded**
: new **process**, and **sessions** on the old server

**server closing**, **server closed**
: no keys

# METRICS AND HEALTH

**/metrics** describes each metric. **/health** returns 200, or 503 if the server is closing, does not reach the
database or cannot write finished games. Without NATS, it returns 200 and a warning. On the web page, **/health**
always returns 200.

**arkterm_ticks_missed_total**
: ticks that games skipped because the machine is too slow. A game has 240 ticks per second

**arkterm_windows_cropped_total**, **arkterm_full_total**
: windows shown in part and visitors refused because of too little memory

**arkterm_games_waiting**
: finished games in memory, up to 1,000 or 32 MB. If the database rejects a game, the server logs the error and
  drops the game after an hour

# ENVIRONMENT

**GOMEMLIMIT**
: memory limit, such as 800MiB, if **--memory** is not set

**GOGC**
: garbage collection target in percent (default 40). The value 20 saves a seventh of the memory

**XDG_STATE_HOME**
: parent of the default state folder (default ~/.local/state)

**LISTEN_FDS**
: sockets from systemd with the names **ssh**, **page** and **metrics**; a single socket is for SSH

# FILES

**/etc/arkterm-arcade/serve.toml**
: configuration that the packages install

**/var/lib/arkterm-arcade**
: state folder of the packages

The state folder contains:

**host_ed25519**, **host_ecdsa**
: host keys; created if missing

**arcade.db**, **arcade.db-wal**, **arcade.db-shm**
: players, hashes of their keys, finished games

**players/ID**
: settings, saved games, field guide, daily results and recordings of a player

**guests**
: files of guests, during their visits

**backups**
: daily backups of arcade.db

**blocked**
: block list; each line is a comment (#), or a kind and a value as for **block**

**lock**, **control**
: lock that prevents a second server, and socket for the command **upgrade**

**players --json** prints the ID of each player.

# EXIT STATUS

0
: success; for **serve**, a signal stopped the server

1
: the operation failed

2
: invalid command line

3
: the configuration or the file to import is missing or invalid
`

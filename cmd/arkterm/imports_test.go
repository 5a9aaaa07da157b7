package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// importRules lists the packages that a package may import from this module, and the packages of other modules and of
// the standard library that it must not import. An entry that ends in a slash matches everything below it. The first
// row that matches a package applies. A package without a row must not exist.
var importRules = []struct {
	pkg   string
	own   []string
	never []string
}{
	{"engine/geom", nil, platform},
	{"engine/world/scenes", []string{"engine/geom", "engine/world"}, files}, // draws scenes from its own seeds
	{"engine/world", []string{"engine/geom"}, platform},
	{"engine/", []string{"engine", "engine/"}, platform},
	{"engine", []string{"engine/"}, platform},

	{"input", []string{"engine", "engine/"}, files},
	{"levels/", []string{"engine", "engine/", "levels"}, plain},
	{"levels", []string{"engine", "engine/"}, plain},

	{"render/text", []string{"engine", "engine/", "render/cell"}, plain},
	{"render/ansi", []string{"render/cell"}, plain},
	{"render/picture", []string{"render/cell"}, plain},
	{"render/", []string{"engine", "engine/", "render/"}, plain},
	{"render", []string{"engine", "engine/", "render/"}, plain},

	// The screen is a library for other tcell programs.
	{"cmd/arkterm/screen", []string{"cmd/arkterm/worker", "input", "render/ansi", "render/cell"}, system},
	{"cmd/arkterm/tty/earlysignal", nil, []string{"net", "net/", "golang.org/", "github.com/"}}, // initialized first
	{"cmd/arkterm/tty", []string{
		"cmd/arkterm/cli", "cmd/arkterm/screen", "cmd/arkterm/tty/earlysignal",
		"cmd/arkterm/worker", "input", "render/cell",
	}, []string{"net", "net/"}},

	// These packages receive the time, the input and all data from their caller.
	{"cmd/arkterm/app", game, system},
	{"cmd/arkterm/ui", game, system},
	{"cmd/arkterm/editor", game, system},
	{"cmd/arkterm/runloop", game, system},
	{"cmd/arkterm/replay", game, system},
	{"cmd/arkterm/settings", game, system},
	{"cmd/arkterm/progress", game, system},
	{"cmd/arkterm/worker", nil, system},
	{"cmd/arkterm/audio", []string{"render/sound"}, []string{"net/", "golang.org/", "github.com/"}},

	{"cmd/arkterm/testenv", nil, []string{"net/http"}}, // for tests
	{"cmd/arkterm", game, []string{"net", "net/", "database/", "modernc.org/", "golang.org/x/crypto/"}},
	{"cmd/arkterm/", game, []string{"net", "net/", "golang.org/x/crypto/"}},

	// The server's matches and screens also receive the time and the data from their caller.
	{"cmd/arkterm-arcade/lobby", all, system},
	{"cmd/arkterm-arcade/arcadeui", all, system},
	{"cmd/arkterm-arcade/cluster", all, []string{"os/exec", "net/http"}},
	{"cmd/arkterm-arcade/arcade", all, []string{"os/exec", "net/http", "plugin"}},
	{"cmd/arkterm-arcade/sshd", all, []string{"os/exec", "net/http"}},
	{"cmd/arkterm-arcade", all, []string{"os/exec"}},
	{"cmd/arkterm-arcade/", all, []string{"os/exec"}},
}

var (
	// game lists the packages that the game may import. It never imports the server.
	game = []string{"engine", "engine/", "levels", "levels/", "input", "render", "render/", "cmd/arkterm/"}
	all  = append([]string{"cmd/arkterm-arcade/"}, game...)

	// files are the packages that access the system or the clock.
	files = []string{"os", "os/", "net", "net/", "syscall", "golang.org/x/sys/"}

	// plain packages compute pictures and texts from values.
	plain = append([]string{"time", "github.com/gdamore/"}, files...)

	// system is for packages with a caller that gives them the time and the data.
	system = append([]string{"database/", "modernc.org/", "github.com/spf13/", "golang.org/x/crypto/"}, files...)

	// platform is for packages with bit-identical results on every machine.
	platform = []string{
		"time", "os", "os/", "io/fs", "net", "net/", "syscall", "embed", "log", "log/", "flag",
		"runtime", "runtime/", "unsafe", "math/rand", "math/rand/", "crypto/", "github.com/", "golang.org/",
	}
)

// TestImportRule checks the imports of every package of this module.
func TestImportRule(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Imports}}", "arkterm/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(line))
		if bad := forbidden(words[0], words[1:]); len(bad) > 0 {
			t.Errorf("%s must not import %s", words[0], strings.Join(bad, ", "))
		}
		seen++
	}
	if seen < 30 {
		t.Errorf("go list shows %d packages, want at least 30", seen)
	}
}

// forbidden returns the imports that pkg must not have.
func forbidden(pkg string, imports []string) (bad []string) {
	const module = "arkterm/"
	for _, rule := range importRules {
		if !matches(strings.TrimPrefix(pkg, module), []string{rule.pkg}) {
			continue
		}
		for _, imp := range imports {
			own, isOwn := strings.CutPrefix(imp, module)
			if isOwn && !matches(own, rule.own) || !isOwn && matches(imp, rule.never) {
				bad = append(bad, imp)
			}
		}
		return bad
	}
	return imports
}

func matches(path string, patterns []string) bool {
	for _, pattern := range patterns {
		if path == pattern || strings.HasSuffix(pattern, "/") && strings.HasPrefix(path, pattern) {
			return true
		}
	}
	return false
}

// TestImportRuleForbids checks the rules with imports that they must forbid.
func TestImportRuleForbids(t *testing.T) {
	for _, c := range []struct{ pkg, imp string }{
		{"arkterm/engine", "time"},
		{"arkterm/engine/geom", "os"},
		{"arkterm/engine/geom", "arkterm/engine"},
		{"arkterm/engine", "net/http"},
		{"arkterm/input", "arkterm/render"},
		{"arkterm/input", "arkterm/levels"},
		{"arkterm/levels", "github.com/gdamore/tcell/v2"},
		{"arkterm/levels", "arkterm/render/cell"},
		{"arkterm/render", "arkterm/levels"},
		{"arkterm/render", "arkterm/cmd/arkterm/app"},
		{"arkterm/render", "github.com/gdamore/tcell/v2"},
		{"arkterm/render/ansi", "github.com/gdamore/tcell/v2"},
		{"arkterm/render/picture", "arkterm/engine"},
		{"arkterm/cmd/arkterm/app", "os"},
		{"arkterm/cmd/arkterm/screen", "arkterm/engine"},
		{"arkterm/cmd/arkterm/screen", "arkterm/cmd/arkterm/settings"},
		{"arkterm/cmd/arkterm", "arkterm/cmd/arkterm-arcade/arcade"},
		{"arkterm/cmd/arkterm", "database/sql"},
		{"arkterm/cmd/arkterm/store", "arkterm/cmd/arkterm-arcade/leaderboard"},
		{"arkterm/cmd/arkterm-arcade/sshd", "os/exec"},
		{"arkterm/extra", "fmt"},
	} {
		if len(forbidden(c.pkg, []string{c.imp})) == 0 {
			t.Errorf("the rules allow %s to import %s", c.pkg, c.imp)
		}
	}
}

// TestGameLinksNoServer checks that the game contains no server and no SQL database.
func TestGameLinksNoServer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "arkterm/cmd/arkterm").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		if matches(pkg, []string{
			"net/http", "database/sql", "modernc.org/", "golang.org/x/crypto/ssh",
			"arkterm/cmd/arkterm-arcade/",
		}) {
			t.Errorf("the game links %s", pkg)
		}
	}
}

// TestSessionsHaveNoClockAndNoGoroutine searches the source of sessions and matches, which receive the time from their
// caller and start no goroutines. Imports cannot show this, because durations are values of package time.
func TestSessionsHaveNoClockAndNoGoroutine(t *testing.T) {
	for dir, files := range map[string]int{
		"app": 20, "editor": 4, "../arkterm-arcade/arcadeui": 4,
		"../arkterm-arcade/lobby": 4,
	} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(paths) < files {
			t.Fatalf("%s: %d files, %v", dir, len(paths), err)
		}
		for _, file := range paths {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words := []string{"time.Now", "time.Since", "time.After", "time.NewTimer", "time.Sleep", "\tgo "}
			for _, word := range words {
				if strings.Contains(string(text), word) {
					t.Errorf("%s contains %q", file, word)
				}
			}
		}
	}
}

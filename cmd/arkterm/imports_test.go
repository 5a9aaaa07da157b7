package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// importRule says what each package of the module may import of the module, and what
// of the rest it must not: an entry that ends in a slash stands for all below it.
var importRule = map[string]struct {
	own   []string
	never []string
}{
	"arkterm/engine/geom":         {nil, noWorld},
	"arkterm/engine/racedetector": {nil, noWorld},
	"arkterm/engine/digest":       {nil, noWorld},
	"arkterm/engine/spec":         {[]string{"arkterm/engine/digest", "arkterm/engine/geom", "arkterm/engine/world"}, noWorld},
	"arkterm/engine/scan":         {nil, noWorld},
	"arkterm/engine/world":        {[]string{"arkterm/engine/geom"}, noWorld},
	"arkterm/engine/world/scenes": {
		[]string{"arkterm/engine/geom", "arkterm/engine/world"},
		noFiles, // seeds of its own draw the scenes
	},
	"arkterm/engine":        {[]string{"arkterm/engine/digest", "arkterm/engine/spec", "arkterm/engine/geom", "arkterm/engine/scan", "arkterm/engine/world"}, noWorld},
	"arkterm/engine/record": {[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/engine/scan", "arkterm/engine/world"}, noWorld},
	"arkterm/engine/bot":    {[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/engine/world"}, noWorld},
	"arkterm/render/sound": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom"},
		noWorld,
	},
	"arkterm/render/narration": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom"},
		noWorld,
	},
	"arkterm/levels": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/engine/scan"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/"},
	},
	"arkterm/input": {
		[]string{"arkterm/engine/spec", "arkterm/engine"},
		[]string{"os", "os/", "net", "net/"},
	},
	"arkterm/render/cell": {
		[]string{"arkterm/engine/scan"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/gdamore/"},
	},
	"arkterm/render/raster": {
		[]string{"arkterm/engine/geom", "arkterm/render/cell"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/"},
	},
	"arkterm/render/icon": {
		[]string{"arkterm/engine/geom", "arkterm/render/cell", "arkterm/render/raster"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/"},
	},
	"arkterm/render/theme": {
		[]string{"arkterm/engine/spec", "arkterm/render/cell"},
		noWorld,
	},
	"arkterm/render/ansi": {
		[]string{"arkterm/render/cell"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/"},
	},
	"arkterm/render/ansi/ansitest": {[]string{"arkterm/render/cell"}, noWorld},
	"arkterm/render/picture": {
		[]string{"arkterm/render/cell"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/"},
	},
	"arkterm/render/widget": {
		[]string{"arkterm/engine", "arkterm/render/cell", "arkterm/render/raster", "arkterm/render/theme"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/render/gallery": {
		[]string{"arkterm/render/cell", "arkterm/render/widget"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/render/goal": {
		[]string{"arkterm/engine", "arkterm/render/widget"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/render/effects": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/render/cell"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/render/lead": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/render/cell"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/render/flip": {[]string{"arkterm/render/cell"}, []string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"}},
	"arkterm/render/worldmap": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/render/cell", "arkterm/render/raster"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/render": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/render/cell", "arkterm/render/effects", "arkterm/render/flip", "arkterm/render/gallery", "arkterm/render/goal", "arkterm/render/icon", "arkterm/render/lead", "arkterm/render/widget", "arkterm/render/raster", "arkterm/render/theme", "arkterm/render/worldmap"},
		[]string{"os", "os/", "net", "net/", "time", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm/exitcode": {nil, noFiles},
	"arkterm/cmd/arkterm/ticks":    {[]string{"arkterm/engine"}, []string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/"}},
	"arkterm/cmd/arkterm/format": {
		[]string{"arkterm/engine", "arkterm/engine/scan", "arkterm/levels", "arkterm/render/cell"},
		noFiles,
	},
	"arkterm/cmd/arkterm/rating": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/engine/bot"},
		noFiles,
	},
	"arkterm/cmd/arkterm/audio": {
		[]string{"arkterm/render/sound"},
		[]string{"net/", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/daily": {
		[]string{"arkterm/engine", "arkterm/engine/scan", "arkterm/cmd/arkterm/format"},
		[]string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm/worker": {nil, []string{"os", "os/", "net", "net/"}},
	"arkterm/cmd/arkterm/replay": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/record", "arkterm/levels", "arkterm/render", "arkterm/render/", "arkterm/cmd/arkterm/exitcode", "arkterm/cmd/arkterm/format", "arkterm/engine/scan"},
		[]string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/scores": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/levels", "arkterm/cmd/arkterm/format"},
		[]string{"os", "os/", "net", "net/", "syscall", "database/", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/fieldguide": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/geom", "arkterm/engine/scan"},
		noFiles,
	},
	"arkterm/cmd/arkterm/goals": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/bot", "arkterm/levels", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/format"},
		[]string{"time", "os", "os/", "net", "net/", "syscall", "database/", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/screen/caps": {[]string{"arkterm/render/cell"}, noWorld},
	"arkterm/cmd/arkterm/screen": {
		[]string{"arkterm/cmd/arkterm/screen/caps", "arkterm/cmd/arkterm/worker", "arkterm/input", "arkterm/render/ansi", "arkterm/render/cell"},
		[]string{"os", "os/", "net", "net/", "syscall", "golang.org/", "github.com/adrg/", "github.com/coder/", "github.com/spf13/"},
	},
	"arkterm/cmd/arkterm/screen/conformance": {nil, noWorld}, // tests only
	"arkterm/cmd/arkterm/tty/console":        {[]string{"arkterm/input"}, noWorld},
	"arkterm/cmd/arkterm/screen/ptytest":     {nil, []string{"net", "net/"}},
	"arkterm/cmd/arkterm/testenv":            {nil, []string{"net", "net/", "syscall", "golang.org/", "github.com/"}},
	"arkterm/cmd/arkterm/tty": {
		[]string{"arkterm/cmd/arkterm/exitcode", "arkterm/cmd/arkterm/screen", "arkterm/cmd/arkterm/screen/caps", "arkterm/cmd/arkterm/tty/console", "arkterm/cmd/arkterm/tty/earlysignal", "arkterm/cmd/arkterm/worker", "arkterm/input", "arkterm/render/cell"},
		[]string{"net", "net/http", "net/rpc"},
	},
	"arkterm/cmd/arkterm/tty/earlysignal": {
		nil, // it is the first to be initialized
		[]string{"net", "net/", "golang.org/", "github.com/"},
	},
	"arkterm/cmd/arkterm-arcade/names":     {[]string{"arkterm/cmd/arkterm/format"}, noFiles},
	"arkterm/cmd/arkterm-arcade/memconn":   {nil, []string{"syscall", "github.com/", "golang.org/"}},
	"arkterm/cmd/arkterm-arcade/connlimit": {nil, []string{"os", "os/", "net", "net/http", "syscall", "github.com/", "golang.org/x/crypto/"}},
	"arkterm/cmd/arkterm-arcade/livefeed":  {[]string{"arkterm/engine/record", "arkterm/levels"}, noWorld},
	"arkterm/cmd/arkterm-arcade/leaderboard": {
		[]string{"arkterm/cmd/arkterm-arcade/names", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/format", "arkterm/cmd/arkterm/worker", "arkterm/engine"},
		[]string{"os", "os/", "net", "net/http", "syscall", "database/", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm-arcade/leaderboard/sqlitestore": {
		[]string{"arkterm/cmd/arkterm-arcade/leaderboard", "arkterm/cmd/arkterm-arcade/names", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/store/schema", "arkterm/engine"},
		[]string{"os/", "net", "net/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm-arcade/sshd": {
		[]string{"arkterm/cmd/arkterm-arcade/connlimit", "arkterm/cmd/arkterm/screen", "arkterm/cmd/arkterm/worker"},
		[]string{"os/", "net/http", "syscall", "github.com/"},
	},
	"arkterm/cmd/arkterm-arcade/broadcast": {
		[]string{
			"arkterm/cmd/arkterm-arcade/livefeed", "arkterm/cmd/arkterm-arcade/spectate",
			"arkterm/render", "arkterm/render/ansi", "arkterm/render/cell", "arkterm/render/theme",
		},
		[]string{"os", "os/", "io/fs", "net", "net/", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm-arcade/match": {
		[]string{"arkterm/cmd/arkterm-arcade/leaderboard", "arkterm/cmd/arkterm-arcade/livefeed", "arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/ticks", "arkterm/engine", "arkterm/engine/bot", "arkterm/engine/record", "arkterm/input", "arkterm/levels"},
		[]string{"os", "os/", "io/fs", "net", "net/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm-arcade/lobby": {
		[]string{"arkterm/cmd/arkterm-arcade/livefeed", "arkterm/cmd/arkterm-arcade/match", "arkterm/engine", "arkterm/engine/bot", "arkterm/levels"},
		[]string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm-arcade/spectate": {
		[]string{
			"arkterm/cmd/arkterm-arcade/livefeed", "arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/app/viewer",
			"arkterm/engine", "arkterm/engine/record", "arkterm/input", "arkterm/levels", "arkterm/render", "arkterm/render/cell", "arkterm/render/widget",
		},
		[]string{"os", "os/", "io/fs", "net", "net/", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm-arcade/arcadeui": {
		[]string{
			"arkterm/cmd/arkterm-arcade/broadcast", "arkterm/cmd/arkterm-arcade/livefeed", "arkterm/cmd/arkterm-arcade/lobby", "arkterm/cmd/arkterm-arcade/spectate",
			"arkterm/cmd/arkterm-arcade/leaderboard", "arkterm/cmd/arkterm-arcade/match", "arkterm/cmd/arkterm-arcade/names", "arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/scores", "arkterm/engine", "arkterm/engine/bot", "arkterm/levels",
			"arkterm/cmd/arkterm/app", "arkterm/cmd/arkterm/screen/caps", "arkterm/cmd/arkterm/format", "arkterm/engine/record",
			"arkterm/input", "arkterm/render", "arkterm/render/cell", "arkterm/render/widget",
		},
		[]string{"os", "os/", "io/fs", "net", "net/", "sync", "sync/", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm-arcade/metrics": {nil, noWorld},
	"arkterm/cmd/arkterm-arcade/blocklist": {
		[]string{"arkterm/cmd/arkterm-arcade/connlimit", "arkterm/cmd/arkterm-arcade/names", "arkterm/engine/scan"},
		[]string{"time", "os", "os/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm-arcade/moderation": {
		[]string{
			"arkterm/cmd/arkterm-arcade/blocklist", "arkterm/cmd/arkterm-arcade/leaderboard", "arkterm/cmd/arkterm-arcade/leaderboard/sqlitestore", "arkterm/cmd/arkterm-arcade/names",
			"arkterm/cmd/arkterm/store", "arkterm/cmd/arkterm/format",
		},
		[]string{"os/", "net", "net/http", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm-arcade/submission": {
		[]string{
			"arkterm/cmd/arkterm-arcade/leaderboard", "arkterm/cmd/arkterm-arcade/names", "arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/scores",
			"arkterm/engine", "arkterm/engine/record",
		},
		[]string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm-arcade/safelog": {nil, []string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/"}},
	"arkterm/cmd/arkterm-arcade/proxy":   {[]string{"arkterm/cmd/arkterm-arcade/connlimit"}, []string{"os", "os/", "net/http", "syscall", "github.com/", "golang.org/"}},
	"arkterm/cmd/arkterm-arcade/web": {
		[]string{"arkterm/cmd/arkterm-arcade/connlimit", "arkterm/cmd/arkterm-arcade/metrics"},
		[]string{"os", "os/", "syscall", "golang.org/x/crypto/", "html/template", "text/template", "net/http/pprof", "expvar"},
	},
	"arkterm/cmd/arkterm-arcade/arcade": {
		[]string{
			"arkterm/cmd/arkterm-arcade/broadcast", "arkterm/cmd/arkterm-arcade/livefeed", "arkterm/cmd/arkterm-arcade/arcadeui", "arkterm/cmd/arkterm-arcade/lobby",
			"arkterm/cmd/arkterm-arcade/spectate", "arkterm/cmd/arkterm-arcade/blocklist", "arkterm/cmd/arkterm-arcade/match",
			"arkterm/cmd/arkterm-arcade/metrics", "arkterm/cmd/arkterm-arcade/web", "arkterm/cmd/arkterm-arcade/submission", "arkterm/cmd/arkterm-arcade/proxy",
			"arkterm/cmd/arkterm-arcade/leaderboard", "arkterm/cmd/arkterm-arcade/leaderboard/sqlitestore", "arkterm/cmd/arkterm-arcade/names",
			"arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/format", "arkterm/engine/record", "arkterm/render/cell", "arkterm/render/theme",
			"arkterm/cmd/arkterm-arcade/sshd", "arkterm/cmd/arkterm-arcade/connlimit", "arkterm/cmd/arkterm/runloop", "arkterm/cmd/arkterm/persist", "arkterm/cmd/arkterm/app",
			"arkterm/cmd/arkterm/settings", "arkterm/cmd/arkterm/store", "arkterm/cmd/arkterm/screen", "arkterm/cmd/arkterm/screen/caps",
			"arkterm/cmd/arkterm/worker", "arkterm/engine", "arkterm/input", "arkterm/levels", "arkterm/render",
		},
		[]string{"os/", "net/http", "net/rpc", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm/persist": {
		[]string{
			"arkterm/cmd/arkterm/fieldguide", "arkterm/cmd/arkterm/daily", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/app",
			"arkterm/cmd/arkterm/settings", "arkterm/cmd/arkterm/store", "arkterm/engine/record",
		},
		[]string{"os", "net", "net/", "syscall", "golang.org/", "github.com/"},
	},
	"arkterm/cmd/arkterm/runloop": {
		[]string{"arkterm/cmd/arkterm/screen", "arkterm/cmd/arkterm/screen/caps", "arkterm/cmd/arkterm/worker", "arkterm/input", "arkterm/render", "arkterm/render/cell", "arkterm/render/widget"},
		[]string{"os", "os/", "net", "net/", "syscall", "golang.org/", "github.com/"},
	},
	"arkterm/cmd/arkterm/settings": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/bot", "arkterm/engine/scan", "arkterm/input", "arkterm/render", "arkterm/render/cell", "arkterm/render/lead", "arkterm/render/theme", "arkterm/cmd/arkterm/exitcode", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/screen/caps", "arkterm/cmd/arkterm/format"},
		[]string{"os", "os/", "net", "net/", "syscall", "github.com/spf13/", "golang.org/"},
	},
	"arkterm/cmd/arkterm/app/viewer": {
		[]string{"arkterm/engine", "arkterm/engine/record", "arkterm/input", "arkterm/render/cell", "arkterm/render/widget", "arkterm/cmd/arkterm/replay"},
		[]string{"os", "os/", "io/fs", "net", "net/", "time", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/app": {
		[]string{
			"arkterm/engine/spec",
			"arkterm/engine", "arkterm/engine/record", "arkterm/engine/bot", "arkterm/levels", "arkterm/input", "arkterm/render", "arkterm/render/cell", "arkterm/render/gallery", "arkterm/render/narration", "arkterm/render/widget", "arkterm/render/sound", "arkterm/render/theme", "arkterm/render/worldmap",
			"arkterm/cmd/arkterm/fieldguide", "arkterm/cmd/arkterm/daily", "arkterm/cmd/arkterm/goals", "arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/settings",
			"arkterm/cmd/arkterm/app/", "arkterm/cmd/arkterm/screen/caps", "arkterm/cmd/arkterm/ticks", "arkterm/cmd/arkterm/format",
		},
		[]string{"os", "os/", "io/fs", "net", "net/", "sync", "sync/", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/textmode": {
		[]string{"arkterm/input", "arkterm/render/cell", "arkterm/render/narration", "arkterm/cmd/arkterm/app"},
		[]string{"os", "os/", "net", "net/", "sync", "syscall", "github.com/", "golang.org/", "modernc.org/"},
	},
	"arkterm/cmd/arkterm/store/schema": {
		nil,
		[]string{"os", "os/", "net", "net/", "syscall", "github.com/", "golang.org/"},
	},
	"arkterm/cmd/arkterm/store": {
		[]string{"arkterm/engine/spec", "arkterm/engine", "arkterm/engine/record", "arkterm/levels", "arkterm/cmd/arkterm/exitcode", "arkterm/cmd/arkterm/replay", "arkterm/cmd/arkterm/scores", "arkterm/cmd/arkterm/store/schema", "arkterm/cmd/arkterm/format", "arkterm/cmd/arkterm/worker"},
		[]string{"net", "net/", "os/exec", "os/signal", "github.com/gdamore/", "github.com/adrg/xdg"},
	},
	"arkterm/cmd/arkterm": {
		[]string{"arkterm/engine", "arkterm/engine/", "arkterm/levels", "arkterm/input", "arkterm/render", "arkterm/render/", "arkterm/cmd/arkterm/"},
		[]string{"net", "net/"},
	},
}

// noFiles is what packages have no use for that are told all they need to know.
var noFiles = []string{"time", "os", "os/", "net", "net/", "syscall", "golang.org/x/sys/"}

// noWorld is what a machine that gives the same bits everywhere has no use for.
var noWorld = []string{
	"time", "os", "os/", "io/fs", "net", "net/", "syscall", "embed", "log", "log/", "flag",
	"runtime", "runtime/", "unsafe", "math/rand", "math/rand/", "crypto/", "github.com/", "golang.org/",
}

func TestImportRule(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Imports}}", "arkterm/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(line))
		if bad := breaks(words[0], words[1:]); len(bad) > 0 {
			t.Errorf("%s must not import %s", words[0], strings.Join(bad, ", "))
		}
		seen++
	}
	if seen < len(importRule) {
		t.Errorf("go list shows %d packages, want all %d of the table", seen, len(importRule))
	}
}

// tcellPath is the package of the events that the whole application handles.
const tcellPath = "github.com/gdamore/tcell/v2"

// breaks returns the imports that pkg must not have. A package without a row in the table must not exist, because
// the top level is fixed. A package that handles input may import tcell for its events.
func breaks(pkg string, imports []string) (bad []string) {
	rule, known := importRule[pkg]
	for _, imp := range imports {
		own := strings.HasPrefix(imp, "arkterm/")
		if imp == tcellPath && within("arkterm/input", rule.own) {
			continue
		}
		if !known || own && !within(imp, rule.own) || !own && within(imp, rule.never) {
			bad = append(bad, imp)
		}
	}
	return bad
}

func within(path string, list []string) bool {
	for _, entry := range list {
		if path == entry || strings.HasSuffix(entry, "/") && strings.HasPrefix(path, entry) {
			return true
		}
	}
	return false
}

func TestImportRuleSeesABreach(t *testing.T) {
	for _, c := range []struct{ pkg, imp string }{
		{"arkterm/engine", "time"},
		{"arkterm/engine/geom", "os"},
		{"arkterm/engine/geom", "arkterm/engine"},
		{"arkterm/engine", "net/http"},
		{"arkterm/input", "arkterm/render"},
		{"arkterm/levels", "github.com/gdamore/tcell/v2"},
		{"arkterm/render", "arkterm/levels"},
		{"arkterm/render", "arkterm/cmd/arkterm"},
		{"arkterm/cmd/arkterm/format", "os"},
		{"arkterm/cmd/arkterm/exitcode", "arkterm/cmd/arkterm"},
		{"arkterm/render/cell", "arkterm/render"},
		{"arkterm/render/cell", "github.com/gdamore/tcell/v2"},
		{"arkterm/render/ansi", "github.com/gdamore/tcell/v2"},
		{"arkterm/render", "github.com/gdamore/tcell/v2"},
		{"arkterm/render/picture", "arkterm/engine"},
		{"arkterm/extra", "fmt"},
	} {
		if len(breaks(c.pkg, []string{c.imp})) == 0 {
			t.Errorf("%s may import %s", c.pkg, c.imp)
		}
	}
}

// A session is told the time and starts nothing: its imports cannot say so, as durations are of package
// time.
func TestSessionsHaveNoClockAndNoGoroutine(t *testing.T) {
	for dir, least := range map[string]int{"session": 20, "arcade/front": 4, "arcade/hall": 2, "arcade/match": 3} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) < least {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"time.Now", "time.Since", "time.After", "time.NewTimer", "time.Sleep", "\tgo "} {
				if strings.Contains(string(text), word) {
					t.Errorf("%s has %q", file, word)
				}
			}
		}
	}
}

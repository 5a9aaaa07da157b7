// Shells types the beginnings of command lines into bash, zsh and fish on pseudo-terminals, presses Tab, and compares what
// comes of it. The completions are those that the program prints, each where its shell looks for those of packages.
//
//	go run ./.ci/shells PROGRAM
//
// There is no PowerShell in Debian. Its script asks the program the same questions as these three do.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
)

// A typed is the beginning of a command line, and what it is after Tab.
type typed struct {
	begun, want string
}

var all = []typed{
	{"arkterm vers", "arkterm version"},
	{"arkterm levels ch", "arkterm levels check"},
	{"arkterm help sco", "arkterm help scores"},
	{"arkterm frame --gly", "arkterm frame --glyphs"},
	{"arkterm --mode stor", "arkterm --mode storm"},
	{"arkterm sim --difficulty ve", "arkterm sim --difficulty very-easy"},
	{"arkterm --theme phos", "arkterm --theme phosphor"},
	{"arkterm --theme mi", "arkterm --theme mine"}, // the player's own
	{"arkterm --level honeyc", "arkterm --level honeycomb"},
	{"arkterm sim --level haunt", "arkterm sim --level haunted-house"},
	{"arkterm sim --mode challenges --level tooth", "arkterm sim --mode challenges --level toothpick"},
	{"arkterm --assist aim,wi", "arkterm --assist aim,wide"},
	{"arkterm replay old", `arkterm replay old\ game.ark`},
	{"arkterm --levels own", "arkterm --levels own.level"},
	{"arkterm levels rate own.level --level my", "arkterm levels rate own.level --level my-own-level"},
	{"arkterm levels check own", "arkterm levels check own.level"},
	{"arkterm --seed ol", "arkterm --seed ol"}, // no file
}

// A shell is one of those that are tried.
type shell struct {
	name string
	path string   // of the script for completion, below its folder of data
	args []string // to start it without anybody's settings
	rc   string   // typed first: what a player's own settings say; the prompt is "ready"
	show string   // makes show, which prints its words in brackets, with bars between them
}

var shells = []shell{
	{
		name: "bash", path: "bash-completion/completions/arkterm", args: []string{"--norc", "--noprofile", "-i"},
		rc:   ". /usr/share/bash-completion/bash_completion; PS1='rea''dy'; bind 'set bell-style none'",
		show: barred,
	},
	{
		name: "zsh", path: "zsh/vendor-completions/_arkterm", args: []string{"-f", "-i"},
		rc:   "fpath=($XDG_DATA_HOME/zsh/vendor-completions $fpath); autoload -U compinit; compinit -u -D; bindkey -e; unsetopt beep; PS1='rea''dy'",
		show: barred,
	},
	{
		name: "fish", path: "fish/vendor_completions.d/arkterm.fish", args: []string{"--private", "--no-config", "-i"},
		rc:   "set -g fish_autosuggestion_enabled 0; set -g fish_complete_path $XDG_DATA_HOME/fish/vendor_completions.d; function fish_prompt; echo -n rea''dy; end",
		show: `function show; printf '<%s>' (string join -- '|' $argv); end`,
	},
}

const barred = `show() { local IFS='|'; printf '<%s>' "$*"; }`

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: shells PROGRAM")
		os.Exit(2)
	}
	program, err := filepath.Abs(flag.Arg(0))
	failed := err != nil
	for _, s := range shells {
		if err := s.try(program); err != nil {
			fmt.Fprintf(os.Stderr, "shells: %s: %v\n", s.name, err)
			failed = true
			continue
		}
		fmt.Printf("%-5s %d command lines completed\n", s.name, len(all))
	}
	if failed {
		os.Exit(1)
	}
}

// try types all of it into the shell.
func (s *shell) try(program string) error {
	home, err := os.MkdirTemp("", "arkterm-shells-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	if err := s.furnish(program, home); err != nil {
		return err
	}
	t, err := s.start(home)
	if err != nil {
		return err
	}
	defer t.end()

	var wrong []error
	for _, line := range all {
		// Ctrl-A and a word before it turn the line into one that prints its words. The shell reads it when Tab is done with.
		from := t.mark()
		if err := t.typeIn(line.begun + "\t\x01show \x05\r"); err != nil {
			return err
		}
		got, err := t.after(from, "<", ">")
		if err != nil {
			return fmt.Errorf("%q: %w", line.begun, err)
		}
		if want := words.Replace(line.want); got != want {
			wrong = append(wrong, fmt.Errorf("%q and Tab give %s, want %s", line.begun, got, want))
		}
		if _, err := t.after(from, ">", "ready"); err != nil {
			return err
		}
	}
	return errors.Join(wrong...)
}

// words puts bars between the words of a line.
var words = strings.NewReplacer(`\ `, " ", " ", "|")

// furnish puts what is looked for into a new home: the program, its completions, a theme, files.
func (s *shell) furnish(program, home string) error {
	script, err := exec.Command(program, "completion", s.name).Output()
	if err != nil {
		return err
	}
	for path, text := range map[string][]byte{
		"data/" + s.path:                  script,
		"config/arkterm/themes/mine.toml": nil,
		"work/old game.ark":               nil,
		"work/own.level":                  []byte("arkterm levels 1\nlevel: My Own Level\nlegend:\n  o plain 0\nrows:\n   o o o\n"),
	} {
		path = filepath.Join(home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	if err := os.Mkdir(filepath.Join(home, "bin"), 0o755); err != nil {
		return err
	}
	return os.Symlink(program, filepath.Join(home, "bin", "arkterm"))
}

// A typist is one at a shell's terminal.
type typist struct {
	cmd  *exec.Cmd
	file *os.File

	mu   sync.Mutex
	seen bytes.Buffer
}

func (s *shell) start(home string) (*typist, error) {
	cmd := exec.Command(s.name, s.args...)
	cmd.Dir = filepath.Join(home, "work")
	cmd.Env = []string{
		"HOME=" + home, "XDG_DATA_HOME=" + filepath.Join(home, "data"), "XDG_CONFIG_HOME=" + filepath.Join(home, "config"),
		"PATH=" + filepath.Join(home, "bin") + ":" + os.Getenv("PATH"), "TERM=xterm", "LC_ALL=C.UTF-8",
	}
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 200, Rows: 50})
	if err != nil {
		return nil, err
	}
	t := &typist{cmd: cmd, file: file}
	go t.read()

	if err := t.typeIn(s.rc + "\r" + s.show + "\rshow begun\r"); err != nil {
		return nil, err
	}
	_, err = t.after(0, "<begun>", "ready")
	return t, err
}

// read keeps what the shell prints. It answers what fish asks a terminal.
func (t *typist) read() {
	b := make([]byte, 4096)
	for {
		n, err := t.file.Read(b)
		if err != nil {
			return
		}
		t.mu.Lock()
		t.seen.Write(b[:n])
		t.mu.Unlock()
		if bytes.Contains(b[:n], []byte("\x1b[c")) || bytes.Contains(b[:n], []byte("\x1b[0c")) {
			_, _ = t.file.WriteString("\x1b[?62;22c")
		}
	}
}

func (t *typist) typeIn(keys string) error {
	_, err := t.file.WriteString(keys)
	return err
}

// mark returns how much was seen.
func (t *typist) mark() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen.Len()
}

// after returns what stands between two marks in what was seen after that much.
func (t *typist) after(from int, left, right string) (string, error) {
	for begun := time.Now(); time.Since(begun) < 90*time.Second; time.Sleep(20 * time.Millisecond) {
		t.mu.Lock()
		text := string(t.seen.Bytes()[from:])
		t.mu.Unlock()
		if _, text, ok := strings.Cut(text, left); ok {
			if text, _, ok := strings.Cut(text, right); ok {
				return text, nil
			}
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return "", fmt.Errorf("no answer: %q", t.seen.String()[from:])
}

func (t *typist) end() {
	_ = t.cmd.Process.Kill()
	_ = t.cmd.Wait()
	t.file.Close()
}

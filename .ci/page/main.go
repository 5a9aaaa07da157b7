// Page looks at the arcade's page in a real browser, beside somebody who plays: a game in progress is seen moving, a recording
// plays, the boards are those that the server prints, all can be read on a phone and without JavaScript, and the browser
// finds nothing that its policy forbids and asks nobody else for anything.
//
//	[KEEP=FOLDER] go run ./.ci/page ARKTERM
//
// Screenshots are kept in FOLDER. It takes chromium or chromium-headless-shell.
package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"
)

const interrupt = syscall.SIGTERM

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: page ARKTERM")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

// A visit is what is looked at.
type visit struct {
	*server
	*browser
	key ssh.Signer
}

func run(program string) error {
	dir, err := os.MkdirTemp("", "page")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(context.Background(), 9*time.Minute)
	defer cancel()

	s, err := begin(program, filepath.Join(dir, "state"))
	if err != nil {
		return err
	}
	ended := false
	defer func() {
		if !ended {
			_ = s.cmd.Process.Kill()
		}
	}()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return err
	}
	if err := fill(s, program, dir, signer); err != nil {
		return err
	}
	b, err := newBrowser(ctx, dir)
	if err != nil {
		return err
	}
	defer b.close()

	v := &visit{s, b, signer}
	for _, part := range []struct {
		name string
		look func(ctx context.Context) error
	}{
		{"front page and boards", v.boards},
		{"a recording", v.recording},
		{"a game in progress", v.live},
		{"without JavaScript", v.plain},
		{"nothing else", v.nothingElse},
	} {
		begun := time.Now()
		if err := part.look(ctx); err != nil {
			_, shot := b.picture(ctx, "failed")
			return fmt.Errorf("%s: %w", part.name, errors.Join(err, shot))
		}
		fmt.Printf("%s: %.1f s\n", part.name, time.Since(begun).Seconds())
	}
	ended = true
	return s.end()
}

// fill gives the boards a game: a beginner's, which is short.
func fill(s *server, program, dir string, key ssh.Signer) error {
	game := filepath.Join(dir, "game.ark")
	if out, err := exec.Command(program, "sim", "--strength", "beginner", "--difficulty", "hard", "--drops", "15", "--through", "--seed", "3", "--record", game).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	text, err := os.ReadFile(game)
	if err != nil {
		return err
	}
	if _, err := word(s, key, "name Ann", nil); err != nil {
		return err
	}
	_, err = word(s, key, "submit", text)
	return err
}

const (
	phoneW, phoneH = 390, 844
	deskW, deskH   = 1280, 900
)

// fits returns an error if a page is wider than the window.
func (v *visit) fits(ctx context.Context) error {
	var wide struct{ Page, Window int }
	if err := v.eval(ctx, "({Page: document.documentElement.scrollWidth, Window: innerWidth})", &wide); err != nil {
		return err
	}
	if wide.Page > wide.Window {
		return fmt.Errorf("the page is %d wide, the window %d", wide.Page, wide.Window)
	}
	return nil
}

// row is a row of a board as the server prints it.
var row = regexp.MustCompile(`(?m)^ +1 +(\S+) +([\d,]+) `)

// boards compares the front page with what the server prints.
func (v *visit) boards(ctx context.Context) error {
	printed, err := word(v.server, v.key, "scores submitted", nil)
	if err != nil {
		return err
	}
	want := row.FindStringSubmatch(printed)
	if want == nil {
		return fmt.Errorf("no board: %s", printed)
	}
	for _, size := range [][2]int{{deskW, deskH}, {phoneW, phoneH}} {
		if err := v.visit(ctx, v.http+"/", size[0], size[1]); err != nil {
			return err
		}
		var cells []string
		if err := v.eval(ctx, "[...document.querySelectorAll('.board tbody tr:first-child td')].map(e => e.textContent)", &cells); err != nil {
			return err
		}
		if len(cells) < 3 || cells[1] != want[1] || cells[2] != want[2] {
			return fmt.Errorf("the page shows %q, the server prints %q", cells, want)
		}
		var join string
		if err := v.eval(ctx, "document.querySelector('.in kbd').textContent", &join); err != nil || join != "ssh play.example.org" {
			return fmt.Errorf("to get in: %q, %w", join, err)
		}
		if _, err := v.picture(ctx, fmt.Sprintf("front-%d", size[0])); err != nil {
			return err
		}
		if err := v.fits(ctx); err != nil {
			return err
		}
	}
	return nil
}

// recording plays the recording of the board's first row.
func (v *visit) recording(ctx context.Context) error {
	var path string
	if err := v.eval(ctx, "document.querySelector('.board td a').getAttribute('href')", &path); err != nil {
		return err
	}
	for _, size := range [][2]int{{phoneW, phoneH}, {deskW, deskH}} {
		if err := v.visit(ctx, v.http+path, size[0], size[1]); err != nil {
			return err
		}
		if err := v.until(ctx, "the player is there", "document.querySelector('.ap-player')"); err != nil {
			return err
		}
		if err := v.eval(ctx, "player.play()", nil); err != nil {
			return err
		}
		if err := v.moves(ctx, fmt.Sprintf("replay-%d", size[0])); err != nil {
			return err
		}
		if err := v.eval(ctx, "player.seek(20)", nil); err != nil {
			return err
		}
		if err := v.until(ctx, "it is where it was sent", "await player.getCurrentTime() >= 20"); err != nil {
			return err
		}
		if err := v.fits(ctx); err != nil {
			return err
		}
	}

	// The downloads are what arkterm and asciinema read.
	var begins []string
	if err := v.eval(ctx, fmt.Sprintf("Promise.all(['ark', 'cast'].map(async f => (await (await fetch(%q + '/' + f)).text()).slice(0, 20)))", path), &begins); err != nil {
		return err
	}
	if len(begins) != 2 || !strings.HasPrefix(begins[1], `{"version":2`) && !strings.HasPrefix(begins[1], `{"version": 2`) {
		return fmt.Errorf("the downloads begin with %q", begins)
	}
	return nil
}

// moves waits until the player's picture changes: it shows a game, and the game goes on.
func (v *visit) moves(ctx context.Context, name string) error {
	if err := v.until(ctx, "time goes by", "await player.getCurrentTime() > 0.5"); err != nil {
		return err
	}
	first, err := v.picture(ctx, name)
	if err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
		next, err := v.picture(ctx, name)
		if err != nil {
			return err
		}
		if !bytes.Equal(first, next) {
			return nil
		}
	}
	return errors.New("nothing moves")
}

// live watches somebody who begins to play while the front page is open.
func (v *visit) live(ctx context.Context) error {
	if err := v.visit(ctx, v.http+"/", phoneW, phoneH); err != nil {
		return err
	}
	p, err := v.enter()
	if err != nil {
		return err
	}
	playing, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- p.play(playing) }()
	defer func() {
		stop()
		<-ended
	}()

	if err := v.until(ctx, "the front page shows who plays", "document.querySelector('.games a')"); err != nil {
		return err
	}
	var path string
	if err := v.eval(ctx, "document.querySelector('.games a').getAttribute('href')", &path); err != nil {
		return err
	}
	for _, size := range [][2]int{{phoneW, phoneH}, {deskW, deskH}} {
		if err := v.visit(ctx, v.http+path, size[0], size[1]); err != nil {
			return err
		}
		if err := v.moves(ctx, fmt.Sprintf("live-%d", size[0])); err != nil {
			return err
		}
		if err := v.fits(ctx); err != nil {
			return err
		}
	}

	// While somebody looks at something else they are not counted among those who watch, and are sent nothing.
	const watched = "(await (await fetch('/games')).text()).includes('1 watching')"
	for _, look := range []struct {
		what, is string
		shown    bool
	}{
		{"nobody watches a page that is hidden", "!document.querySelector('.ap-player') && !" + watched, false},
		{"the game is watched again", "document.querySelector('.ap-player') && " + watched, true},
	} {
		if err := v.shows(ctx, look.shown); err != nil {
			return err
		}
		if err := v.until(ctx, look.what, look.is); err != nil {
			return err
		}
	}
	if err := v.moves(ctx, "live-again"); err != nil {
		return err
	}

	// The game ends while it is watched: the player says so, and again to who comes back.
	stop()
	over := "document.body.innerText.toLowerCase().includes('the game is over')"
	return errors.Join(v.until(ctx, "the player says that the game is over", over),
		v.shows(ctx, false), v.shows(ctx, true), v.until(ctx, "the player says so again", over))
}

// shows hides the page, as another tab in front of it does, or shows it. A browser without windows has no other tab.
func (v *visit) shows(ctx context.Context, is bool) error {
	return v.eval(ctx, fmt.Sprintf("Object.defineProperty(document, 'hidden', {value: %v, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))", !is), nil)
}

// plain looks at the boards without JavaScript.
func (v *visit) plain(ctx context.Context) error {
	off := func(is bool) error {
		return v.call(ctx, "Emulation.setScriptExecutionDisabled", map[string]any{"value": is}, nil)
	}
	if err := off(true); err != nil {
		return err
	}
	if err := v.visit(ctx, v.http+"/", phoneW, phoneH); err != nil {
		return err
	}
	var text string
	if err := v.eval(ctx, "document.body.innerText", &text); err != nil {
		return err
	}
	if !strings.Contains(text, "ssh play.example.org") || !strings.Contains(text, "Ann") {
		return fmt.Errorf("the page says %q", text)
	}
	return off(false)
}

// nothingElse says what the browser has complained about, and whom else it has asked.
func (v *visit) nothingElse(context.Context) error {
	if len(v.says) > 0 {
		return errors.New("the browser says: " + strings.Join(v.says, "\n"))
	}
	host := strings.TrimPrefix(v.http, "http://")
	for _, url := range v.urls {
		if !strings.HasPrefix(url, "http://"+host+"/") && !strings.HasPrefix(url, "ws://"+host+"/") && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			return fmt.Errorf("the page has asked for %s", url)
		}
	}
	return nil
}

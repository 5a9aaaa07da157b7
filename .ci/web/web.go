// Package web looks at the arcade's web page in a browser while a player plays. The page shows the leaderboards that
// the server prints. A recording plays, and a game in progress moves. Everything fits on a phone and works without
// JavaScript where possible. The browser reports no violation of the page's security policy and no request to another
// host.
package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"golang.org/x/crypto/ssh"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
)

// A visit is a browser on the page of a server.
type visit struct {
	*arcadeclient.Server
	browser    context.Context
	mu         sync.Mutex
	complaints []string // failed scripts, violations of the policy, failed requests
	urls       []string // of all requests
}

// patience is the maximum time until something is visible. A busy machine needs it.
const patience = 90 * time.Second

// Run carries out the subcommand. Screenshots stay in the folder $KEEP.
func Run(dir string, _ []string) error {
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	server, err := harness.Build(dir, "arkterm-arcade")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 9*time.Minute)
	defer cancel()
	cmd := exec.Command(server, "serve", "--http", "127.0.0.1:0", "--public", "play.example.org:22",
		"--most-per-network", "100", "--rate-per-network", "1000")
	s, err := arcadeclient.Start(cmd, filepath.Join(dir, "state"))
	if err != nil {
		return err
	}
	defer func() { _ = cmd.Process.Kill() }()
	v := &visit{Server: s}
	if err := v.submit(ctx, program, dir); err != nil {
		return err
	}
	stop, err := v.open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	for _, part := range []struct {
		name string
		look func() error
	}{
		{"front page and leaderboards", v.boards},
		{"a recording", v.recording},
		{"a game in progress", v.live},
		{"without JavaScript", v.plain},
		{"nothing else", v.nothingElse},
	} {
		begun := time.Now()
		if err := part.look(); err != nil {
			_, shot := v.screenshot("failed")
			return fmt.Errorf("%s: %w", part.name, errors.Join(err, shot))
		}
		fmt.Printf("%s: %.1f s\n", part.name, time.Since(begun).Seconds())
	}
	_, err = s.Stop(patience)
	return err
}

// open starts a browser.
func (v *visit) open(ctx context.Context) (stop func(), err error) {
	path, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		if path, err = exec.LookPath("chromium"); err != nil {
			return nil, err
		}
	}
	ctx, stopProcess := chromedp.NewExecAllocator(ctx, chromedp.Headless, chromedp.ExecPath(path), chromedp.NoSandbox)
	v.browser, stop = chromedp.NewContext(ctx)
	stop = func() { _ = chromedp.Cancel(v.browser); stopProcess() }
	if err := chromedp.Listen(v.browser, v.note); err != nil {
		return stop, err
	}
	_, err1 := chromedp.Call(v.browser, log.Enable, cdp.Empty{})
	_, err2 := chromedp.Call(v.browser, network.Enable, network.EnableParams{})
	return stop, errors.Join(err1, err2)
}

// note collects complaints and requests.
func (v *visit) note(event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			v.complaints = append(v.complaints, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		v.complaints = append(v.complaints,
			fmt.Sprintf("%s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *network.EventRequestWillBeSent:
		v.urls = append(v.urls, e.Request.URL)
	case *network.EventWebSocketCreated:
		v.urls = append(v.urls, e.URL)
	}
}

// eval evaluates an expression, and waits for its value if it is a promise. A nil value ignores the result.
func (v *visit) eval(expression string, value any) error {
	var result []byte
	var err error
	if value == nil {
		_, err = chromedp.Run(v.browser, chromedp.Evaluate[chromedp.Void](expression, chromedp.EvalAwaitPromise))
	} else {
		if result, err = chromedp.Run(v.browser,
			chromedp.Evaluate[[]byte](expression, chromedp.EvalAsValue, chromedp.EvalAwaitPromise)); err == nil {
			err = json.Unmarshal(result, value)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", expression, err)
	}
	return nil
}

// until waits until an expression is true.
func (v *visit) until(what, expression string) error {
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		var holds bool
		if err := v.eval("(async () => Boolean(await ("+expression+")))()", &holds); err != nil || holds {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s: not within %v", what, patience)
		}
	}
}

// visit opens an address in a window of a size.
func (v *visit) visit(url string, size [2]int64) error {
	var mobile []chromedp.EmulateViewportOption
	if size[0] < 600 {
		mobile = append(mobile, chromedp.EmulateMobile)
	}
	return chromedp.Do(v.browser, chromedp.EmulateViewport(size[0], size[1], mobile...), chromedp.Navigate(url))
}

// screenshot returns a PNG of the window.
func (v *visit) screenshot(name string) (png []byte, err error) {
	png, err = chromedp.Run(v.browser, chromedp.CaptureScreenshot())
	if dir := os.Getenv("KEEP"); dir != "" && err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	return png, err
}

// dial connects a player to the server.
func (v *visit) dial(ctx context.Context, name string) (*ssh.Client, error) {
	return v.Dial(ctx, net.IPv4(127, 0, 0, 1), ssh.PublicKeys(arcadeclient.Key(name)))
}

// command runs a command of the arcade for the player Ann.
func (v *visit) command(ctx context.Context, command string, input []byte) (string, error) {
	client, err := v.dial(ctx, "Ann")
	if err != nil {
		return "", err
	}
	defer client.Close()
	return arcadeclient.Command(client, command, input)
}

// submit submits Ann's short game.
func (v *visit) submit(ctx context.Context, program, dir string) error {
	file := filepath.Join(dir, "game.ark")
	game := exec.Command(program, "sim", "--strength", "beginner", "--difficulty", "hard", "--drops", "15", "--through",
		"--seed", "3", "--record", file)
	if err := harness.Run(game); err != nil {
		return err
	}
	recording, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, err1 := v.command(ctx, "name Ann", nil)
	_, err2 := v.command(ctx, "submit", recording)
	return errors.Join(err1, err2)
}

// Sizes of windows.
var phone, desktop = [2]int64{390, 844}, [2]int64{1280, 900}

// fits returns an error if a page is wider than the window.
func (v *visit) fits() error {
	var wide struct{ Page, Window int }
	if err := v.eval("({Page: document.documentElement.scrollWidth, Window: innerWidth})", &wide); err != nil {
		return err
	}
	if wide.Page > wide.Window {
		return fmt.Errorf("the page has a width of %d, the window of %d", wide.Page, wide.Window)
	}
	return nil
}

// row matches the first row of a leaderboard that the server prints.
var row = regexp.MustCompile(`(?m)^ +1 +(\S+) +([\d,]+) `)

// boards compares the front page with the leaderboards that the server prints.
func (v *visit) boards() error {
	printed, err := v.command(v.browser, "scores submitted", nil)
	if err != nil {
		return err
	}
	want := row.FindStringSubmatch(printed)
	if want == nil {
		return fmt.Errorf("no board: %s", printed)
	}
	for _, size := range [][2]int64{desktop, phone} {
		if err := v.visit(v.WebURL+"/", size); err != nil {
			return err
		}
		var cells []string
		if err := v.eval("[...document.querySelectorAll('.board tbody tr:first-child td')].map(e => e.textContent)",
			&cells); err != nil {
			return err
		}
		if len(cells) < 3 || cells[1] != want[1] || cells[2] != want[2] {
			return fmt.Errorf("the page shows %q, the server prints %q", cells, want)
		}
		var join string
		if err := v.eval("document.querySelector('.in kbd').textContent", &join); err != nil ||
			join != "ssh play.example.org" {
			return fmt.Errorf("the command to connect is %q, %w", join, err)
		}
		if _, err := v.screenshot(fmt.Sprintf("front-%d", size[0])); err != nil {
			return err
		}
		if err := v.fits(); err != nil {
			return err
		}
	}
	return nil
}

// recording plays the recording of the first row.
func (v *visit) recording() error {
	var path string
	if err := v.eval("document.querySelector('.board td a').getAttribute('href')", &path); err != nil {
		return err
	}
	for _, size := range [][2]int64{phone, desktop} {
		if err := v.visit(v.WebURL+path, size); err != nil {
			return err
		}
		if err := v.until("the player is there", "document.querySelector('.ap-player')"); err != nil {
			return err
		}
		if err := v.eval("player.play()", nil); err != nil {
			return err
		}
		if err := v.moves(fmt.Sprintf("replay-%d", size[0])); err != nil {
			return err
		}
		if err := v.eval("player.seek(20)", nil); err != nil {
			return err
		}
		if err := v.until("it is where it was sent", "await player.getCurrentTime() >= 20"); err != nil {
			return err
		}
		if err := v.fits(); err != nil {
			return err
		}
	}

	// arkterm and asciinema read the downloads.
	var begins []string
	if err := v.eval(
		fmt.Sprintf(
			"Promise.all(['ark', 'cast'].map(async f => (await (await fetch(%q + '/' + f)).text()).slice(0, 20)))",
			path), &begins); err != nil {
		return err
	}
	if len(begins) != 2 || !strings.HasPrefix(begins[1], `{"version":2`) &&
		!strings.HasPrefix(begins[1], `{"version": 2`) {
		return fmt.Errorf("the downloads begin with %q", begins)
	}
	return nil
}

// moves waits until the picture of the game changes.
func (v *visit) moves(name string) error {
	if err := v.until("the player's time advances", "await player.getCurrentTime() > 0.5"); err != nil {
		return err
	}
	first, err := v.screenshot(name)
	if err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
		next, err := v.screenshot(name)
		if err != nil {
			return err
		}
		if !bytes.Equal(first, next) {
			return nil
		}
	}
	return errors.New("nothing moves")
}

// live watches a game that starts while the front page is open.
func (v *visit) live() error {
	if err := v.visit(v.WebURL+"/", phone); err != nil {
		return err
	}
	playing, stop := context.WithCancel(v.browser)
	ended := make(chan error, 1)
	go func() { ended <- v.play(playing) }()
	defer func() {
		stop()
		<-ended
	}()

	if err := v.until("the front page shows the game", "document.querySelector('.games a')"); err != nil {
		return err
	}
	var path string
	if err := v.eval("document.querySelector('.games a').getAttribute('href')", &path); err != nil {
		return err
	}
	for _, size := range [][2]int64{phone, desktop} {
		if err := v.visit(v.WebURL+path, size); err != nil {
			return err
		}
		if err := v.moves(fmt.Sprintf("live-%d", size[0])); err != nil {
			return err
		}
		if err := v.fits(); err != nil {
			return err
		}
	}

	// The server does not count a hidden page as a spectator, and sends it nothing.
	const watched = "(await (await fetch('/games')).text()).includes('1 watching')"
	for _, look := range []struct {
		what, is string
		shown    bool
	}{
		{"a hidden page is not counted as a spectator", "!document.querySelector('.ap-player') && !" + watched, false},
		{"the game is watched again", "document.querySelector('.ap-player') && " + watched, true},
	} {
		if err := v.shows(look.shown); err != nil {
			return err
		}
		if err := v.until(look.what, look.is); err != nil {
			return err
		}
	}
	if err := v.moves("live-again"); err != nil {
		return err
	}

	// The page shows that the game is over, also after it was hidden.
	stop()
	over := "document.body.innerText.toLowerCase().includes('the game is over')"
	return errors.Join(v.until("the page shows the end of the game", over),
		v.shows(false), v.shows(true), v.until("the page shows it again", over))
}

// shows hides or shows the page as another tab in front of it would. A headless browser has no other tab.
func (v *visit) shows(is bool) error {
	return v.eval(
		fmt.Sprintf(
			"Object.defineProperty(document, 'hidden', {value: %v, configurable: true}); document.dispatchEvent(new "+
				"Event('visibilitychange'))", !is), nil)
}

// plain looks at the leaderboards without JavaScript.
func (v *visit) plain() error {
	script := func(disabled bool) error {
		_, err := chromedp.Call(v.browser, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: disabled})
		return err
	}
	if err := script(true); err != nil {
		return err
	}
	if err := v.visit(v.WebURL+"/", phone); err != nil {
		return err
	}
	var text string
	if err := v.eval("document.body.innerText", &text); err != nil {
		return err
	}
	if !strings.Contains(text, "ssh play.example.org") || !strings.Contains(text, "Ann") {
		return fmt.Errorf("the page shows %q", text)
	}
	return script(false)
}

// nothingElse returns the browser's complaints and requests to other hosts.
func (v *visit) nothingElse() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.complaints) > 0 {
		return errors.New("the browser reports: " + strings.Join(v.complaints, "\n"))
	}
	host := strings.TrimPrefix(v.WebURL, "http://")
	for _, url := range v.urls {
		if !strings.HasPrefix(url, "http://"+host+"/") && !strings.HasPrefix(url, "ws://"+host+"/") &&
			!strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			return fmt.Errorf("the page has requested %s", url)
		}
	}
	return nil
}

// play starts a game and steers until the context ends.
func (v *visit) play(ctx context.Context) error {
	client, err := v.dial(ctx, "a player")
	if err != nil {
		return err
	}
	defer client.Close()
	game, err := arcadeclient.Play(client, "xterm-256color")
	if err != nil {
		return err
	}
	// A first visit has questions about the glyphs, the difficulty and a name. The title follows.
	for n := 0; ; n++ {
		key := "\r"
		if n > 7 {
			key = []string{"\x1b[D", "\x1b[C", " "}[n/10%3]
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Duration(max(100, 500-50*n)) * time.Millisecond):
		}
		if err := game.Type(key); err != nil {
			return err
		}
	}
}

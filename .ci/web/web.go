// Package web tests the arcade's web page in a browser. The page must show the same leaderboards as the server prints,
// play a recording, and show a game in progress. All pages must fit on a phone, and the leaderboards must work without
// JavaScript. The accessibility checker axe must find no problems. The browser must not report a violation of the
// page's security policy or a request to another host.
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

// A visit is a browser session that shows the pages of a server and records problems.
type visit struct {
	*arcadeclient.Server
	browser  context.Context
	axe      string // source of axe, see checkAccessibility
	mu       sync.Mutex
	problems []string // failed scripts, violations of the security policy, failed requests
	urls     []string // URLs of all requests
}

// changeTimeout is the maximum time until an expected change is visible. It is long enough for a busy machine.
const changeTimeout = 90 * time.Second

// Run carries out the subcommand web. If $KEEP is set, it saves screenshots in that folder.
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
	if v.axe, err = fetchAxe(dir); err != nil {
		return err
	}
	if err := v.submit(ctx, program, dir); err != nil {
		return err
	}
	stop, err := v.open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	for _, part := range []struct {
		name  string
		check func() error
	}{
		{"front page and leaderboards", v.checkLeaderboards},
		{"a recording", v.checkRecording},
		{"accessibility", v.checkAccessibility},
		{"a game in progress", v.checkLiveGame},
		{"without JavaScript", v.checkWithoutScripts},
		{"problems and requests", v.checkProblems},
		{"a missing page", v.checkMissingPage}, // after checkProblems, because the browser reports the status
	} {
		begun := time.Now()
		if err := part.check(); err != nil {
			_, shot := v.screenshot("failed")
			return fmt.Errorf("%s: %w", part.name, errors.Join(err, shot))
		}
		fmt.Printf("%s: %.1f s\n", part.name, time.Since(begun).Seconds())
	}
	_, err = s.Stop(changeTimeout)
	return err
}

// fetchAxe downloads axe from npm into a folder and returns its source.
func fetchAxe(dir string) (source string, err error) {
	pack := exec.Command("npm", "pack", "--silent", "axe-core@4.14.1")
	unpack := exec.Command("tar", "xzf", "axe-core-4.14.1.tgz", "package/axe.min.js")
	for _, cmd := range []*exec.Cmd{pack, unpack} {
		cmd.Dir = dir
		if err := harness.Run(cmd); err != nil {
			return "", err
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "package", "axe.min.js"))
	return string(data), err
}

// checkAccessibility checks the front page, a leaderboard and a recording with axe.
func (v *visit) checkAccessibility() error {
	if err := v.navigate(v.WebURL+"/", desktop); err != nil {
		return err
	}
	paths := []string{"/"}
	for _, link := range []string{".periods a", ".board td a"} {
		var path string
		if err := v.eval(fmt.Sprintf("document.querySelector(%q).getAttribute('href')", link), &path); err != nil {
			return err
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		for _, size := range [][2]int64{phone, desktop} {
			if err := errors.Join(v.navigate(v.WebURL+path, size), v.runAxe()); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}

// checkMissingPage checks the page for an unknown path.
func (v *visit) checkMissingPage() error {
	if err := v.navigate(v.WebURL+"/none", phone); err != nil {
		return err
	}
	const shown = "document.title.startsWith('Not Found') && document.querySelector('main a')"
	return errors.Join(v.waitFor("the page describes the error", shown), v.checkWidth(), v.runAxe())
}

// runAxe returns an error if axe finds problems on the current page.
func (v *visit) runAxe() error {
	if err := v.eval(v.axe, nil); err != nil {
		return err
	}
	var found []string
	if err := v.eval("axe.run().then(r => r.violations.flatMap(p => p.nodes.map(n => p.id + ': ' + n.html)))",
		&found); err != nil {
		return err
	}
	if len(found) > 0 {
		return fmt.Errorf("axe finds %d problems:\n%s", len(found), strings.Join(found, "\n"))
	}
	return nil
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
	if err := chromedp.Listen(v.browser, v.recordEvent); err != nil {
		return stop, err
	}
	_, err1 := chromedp.Call(v.browser, log.Enable, cdp.Empty{})
	_, err2 := chromedp.Call(v.browser, network.Enable, network.EnableParams{})
	return stop, errors.Join(err1, err2)
}

// recordEvent records problems and requests.
func (v *visit) recordEvent(event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			v.problems = append(v.problems, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		v.problems = append(v.problems,
			fmt.Sprintf("%s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *network.EventRequestWillBeSent:
		v.urls = append(v.urls, e.Request.URL)
	case *network.EventWebSocketCreated:
		v.urls = append(v.urls, e.URL)
	}
}

// eval evaluates a JavaScript expression, waits if the result is a promise, and stores the result in value. If value is
// nil, the result is ignored.
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

// waitFor waits until a JavaScript expression is true. The condition describes it in the error.
func (v *visit) waitFor(condition, expression string) error {
	for end := time.Now().Add(changeTimeout); ; time.Sleep(50 * time.Millisecond) {
		var done bool
		if err := v.eval("(async () => Boolean(await ("+expression+")))()", &done); err != nil || done {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("wait until %s: timeout after %v", condition, changeTimeout)
		}
	}
}

// navigate opens a URL in a window with the given width and height.
func (v *visit) navigate(url string, size [2]int64) error {
	var mobile []chromedp.EmulateViewportOption
	if size[0] < 600 {
		mobile = append(mobile, chromedp.EmulateMobile)
	}
	return chromedp.Do(v.browser, chromedp.EmulateViewport(size[0], size[1], mobile...), chromedp.Navigate(url))
}

// screenshot returns a PNG of the window, and saves it in $KEEP under the given name.
func (v *visit) screenshot(name string) (png []byte, err error) {
	png, err = chromedp.Run(v.browser, chromedp.CaptureScreenshot())
	if dir := os.Getenv("KEEP"); dir != "" && err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	return png, err
}

// dial connects a player with the given name to the server.
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

// submit sets Ann's name and submits a short game.
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

// Window sizes in pixels.
var phone, desktop = [2]int64{390, 844}, [2]int64{1280, 900}

// checkWidth returns an error if the page is wider than the window.
func (v *visit) checkWidth() error {
	var widths struct{ Page, Window int }
	if err := v.eval("({Page: document.documentElement.scrollWidth, Window: innerWidth})", &widths); err != nil {
		return err
	}
	if widths.Page > widths.Window {
		return fmt.Errorf("the page is %d pixels wide, want at most %d, the width of the window", widths.Page,
			widths.Window)
	}
	return nil
}

// firstRow matches the first row of a leaderboard that the server prints. The groups are the name and the score.
var firstRow = regexp.MustCompile(`(?m)^ +1 +(\S+) +([\d,]+) `)

// checkLeaderboards compares the front page with the leaderboards that the server prints.
func (v *visit) checkLeaderboards() error {
	printed, err := v.command(v.browser, "scores submitted", nil)
	if err != nil {
		return err
	}
	want := firstRow.FindStringSubmatch(printed)
	if want == nil {
		return fmt.Errorf("the server prints no leaderboard, but %q", printed)
	}
	for _, size := range [][2]int64{desktop, phone} {
		if err := v.navigate(v.WebURL+"/", size); err != nil {
			return err
		}
		var cells []string
		if err := v.eval("[...document.querySelectorAll('.board tbody tr:first-child td')].map(e => e.textContent)",
			&cells); err != nil {
			return err
		}
		if len(cells) < 3 || cells[1] != want[1] || cells[2] != want[2] {
			return fmt.Errorf("the page shows %q, want the name and the score in %q, as the server prints", cells,
				want[0])
		}
		var join string
		if err := v.eval("document.querySelector('.in kbd').textContent", &join); err != nil ||
			join != "ssh play.example.org" {
			return fmt.Errorf("the page shows the command %q, want ssh play.example.org (error %v)", join, err)
		}
		if _, err := v.screenshot(fmt.Sprintf("front-%d", size[0])); err != nil {
			return err
		}
		if err := v.checkWidth(); err != nil {
			return err
		}
	}
	return nil
}

// checkRecording plays the recording of the first row of a leaderboard and downloads it.
func (v *visit) checkRecording() error {
	var path string
	if err := v.eval("document.querySelector('.board td a').getAttribute('href')", &path); err != nil {
		return err
	}
	for _, size := range [][2]int64{phone, desktop} {
		if err := v.navigate(v.WebURL+path, size); err != nil {
			return err
		}
		if err := v.waitFor("the page contains the player", "document.querySelector('.ap-player')"); err != nil {
			return err
		}
		if err := v.eval("player.play()", nil); err != nil {
			return err
		}
		if err := v.waitForMotion(fmt.Sprintf("replay-%d", size[0])); err != nil {
			return err
		}
		if err := v.eval("player.seek(20)", nil); err != nil {
			return err
		}
		if err := v.waitFor("the player has reached 20 s", "await player.getCurrentTime() >= 20"); err != nil {
			return err
		}
		if err := v.checkWidth(); err != nil {
			return err
		}
	}

	// The downloads are for arkterm and asciinema.
	var begins []string
	if err := v.eval(
		fmt.Sprintf(
			"Promise.all(['ark', 'cast'].map(async f => (await (await fetch(%q + '/' + f)).text()).slice(0, 20)))",
			path), &begins); err != nil {
		return err
	}
	if len(begins) != 2 || !strings.HasPrefix(begins[1], `{"version":2`) &&
		!strings.HasPrefix(begins[1], `{"version": 2`) {
		return fmt.Errorf("the downloads begin with %q, want the second one to be a cast of version 2", begins)
	}
	return nil
}

// waitForMotion waits until the player plays and its picture changes. It saves screenshots under the given name.
func (v *visit) waitForMotion(name string) error {
	if err := v.waitFor("the player's time advances", "await player.getCurrentTime() > 0.5"); err != nil {
		return err
	}
	first, err := v.screenshot(name)
	if err != nil {
		return err
	}
	for end := time.Now().Add(changeTimeout); time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
		next, err := v.screenshot(name)
		if err != nil {
			return err
		}
		if !bytes.Equal(first, next) {
			return nil
		}
	}
	return fmt.Errorf("the picture does not change within %v", changeTimeout)
}

// checkLiveGame starts a game while the front page is open, and watches it until it ends.
func (v *visit) checkLiveGame() error {
	if err := v.navigate(v.WebURL+"/", phone); err != nil {
		return err
	}
	playing, stop := context.WithCancel(v.browser)
	ended := make(chan error, 1)
	go func() { ended <- v.play(playing) }()
	defer func() {
		stop()
		<-ended
	}()

	if err := v.waitFor("the front page shows the game", "document.querySelector('.games a')"); err != nil {
		return err
	}
	var path string
	if err := v.eval("document.querySelector('.games a').getAttribute('href')", &path); err != nil {
		return err
	}
	for _, size := range [][2]int64{phone, desktop} {
		if err := v.navigate(v.WebURL+path, size); err != nil {
			return err
		}
		if err := v.waitForMotion(fmt.Sprintf("live-%d", size[0])); err != nil {
			return err
		}
		if err := errors.Join(v.checkWidth(), v.runAxe()); err != nil {
			return err
		}
	}

	// A hidden page does not count as a spectator and receives no data.
	const watched = "(await (await fetch('/games')).text()).includes('1 watching')"
	for _, step := range []struct {
		condition, expression string
		visible               bool
	}{
		{"a hidden page is not counted as a spectator", "!document.querySelector('.ap-player') && !" + watched, false},
		{"the game is watched again", "document.querySelector('.ap-player') && " + watched, true},
	} {
		if err := v.setVisible(step.visible); err != nil {
			return err
		}
		if err := v.waitFor(step.condition, step.expression); err != nil {
			return err
		}
	}
	if err := v.waitForMotion("live-again"); err != nil {
		return err
	}

	// The page shows that the game is over, also if it was hidden in the meantime.
	stop()
	over := "document.body.innerText.toLowerCase().includes('the game is over')"
	return errors.Join(v.waitFor("the page shows the end of the game", over),
		v.setVisible(false), v.setVisible(true), v.waitFor("the page shows the end of the game again", over))
}

// setVisible shows or hides the page. It simulates another tab in front of the page, because a headless browser has no
// tabs.
func (v *visit) setVisible(visible bool) error {
	return v.eval(
		fmt.Sprintf(
			"Object.defineProperty(document, 'hidden', {value: %v, configurable: true}); document.dispatchEvent(new "+
				"Event('visibilitychange'))", !visible), nil)
}

// checkWithoutScripts checks that the front page shows the leaderboards without JavaScript.
func (v *visit) checkWithoutScripts() error {
	disableScripts := func(disabled bool) error {
		_, err := chromedp.Call(v.browser, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: disabled})
		return err
	}
	if err := disableScripts(true); err != nil {
		return err
	}
	if err := v.navigate(v.WebURL+"/", phone); err != nil {
		return err
	}
	var text string
	if err := v.eval("document.body.innerText", &text); err != nil {
		return err
	}
	if !strings.Contains(text, "ssh play.example.org") || !strings.Contains(text, "Ann") {
		return fmt.Errorf("without JavaScript, the page shows %q, want the command and the player Ann", text)
	}
	return disableScripts(false)
}

// checkProblems returns an error if the browser has reported problems or requests to other hosts.
func (v *visit) checkProblems() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.problems) > 0 {
		return errors.New("the browser reports: " + strings.Join(v.problems, "\n"))
	}
	host := strings.TrimPrefix(v.WebURL, "http://")
	for _, url := range v.urls {
		if !strings.HasPrefix(url, "http://"+host+"/") && !strings.HasPrefix(url, "ws://"+host+"/") &&
			!strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			return fmt.Errorf("the page has requested %s, want only requests to %s", url, host)
		}
	}
	return nil
}

// play starts a game and steers the paddle until ctx is done.
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
	// On a first visit, the player chooses the glyphs, the difficulty and a name. Then the title appears. Eight presses
	// of Enter, at longer intervals, answer the questions and start a game.
	for n := 0; ; n++ {
		key := "\r"
		if n >= 8 {
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

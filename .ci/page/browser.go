package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"
)

// A browser is a headless Chromium with one page, driven by its DevTools protocol. It belongs to one goroutine.
type browser struct {
	cmd     *exec.Cmd
	conn    *websocket.Conn
	session string
	last    int

	says []string // what the page has complained about: scripts that failed, what its policy forbids, requests that failed
	urls []string // what it has asked for
}

// A message is what goes over the protocol, either way.
type message struct {
	ID      int             `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// newBrowser starts one whose files are in dir.
func newBrowser(ctx context.Context, dir string) (*browser, error) {
	program, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		if program, err = exec.LookPath("chromium"); err != nil {
			return nil, errors.New("needs chromium, or chromium-headless-shell (.ci/run installs it)")
		}
	}
	b := &browser{cmd: exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0",
		"--user-data-dir="+filepath.Join(dir, "chromium"), "about:blank")}
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Debian's is a script that starts it
	says, err := b.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(says)
	for lines.Scan() {
		_, url, ok := strings.Cut(lines.Text(), "DevTools listening on ")
		if !ok {
			continue
		}
		go func() {
			for lines.Scan() { // or it would wait
			}
		}()
		if b.conn, _, err = websocket.Dial(ctx, url, nil); err != nil {
			return nil, errors.Join(err, b.close())
		}
		b.conn.SetReadLimit(64 << 20)
		return b, b.open(ctx)
	}
	return nil, errors.Join(errors.New("chromium does not start"), b.close())
}

// open opens the page.
func (b *browser) open(ctx context.Context) error {
	var target struct {
		ID string `json:"targetId"`
	}
	if err := b.call(ctx, "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return err
	}
	var attached struct {
		Session string `json:"sessionId"`
	}
	if err := b.call(ctx, "Target.attachToTarget", map[string]any{"targetId": target.ID, "flatten": true}, &attached); err != nil {
		return err
	}
	b.session = attached.Session
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		if err := b.call(ctx, domain+".enable", nil, nil); err != nil {
			return err
		}
	}
	return nil
}

func (b *browser) close() error {
	_ = syscall.Kill(-b.cmd.Process.Pid, syscall.SIGKILL) // all of its processes
	_ = b.cmd.Wait()                                      // it was killed
	return nil
}

// call calls a method, and decodes its result.
func (b *browser) call(ctx context.Context, method string, params, result any) error {
	b.last++
	text, err := json.Marshal(message{ID: b.last, Method: method, Params: params, Session: b.session})
	if err != nil {
		return err
	}
	if err := b.conn.Write(ctx, websocket.MessageText, text); err != nil {
		return err
	}
	for {
		m, err := b.next(ctx)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", method, err)
		case m.ID != b.last:
			continue
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	}
}

// next reads a message, and notes what the page complains about and asks for.
func (b *browser) next(ctx context.Context) (m message, err error) {
	_, text, err := b.conn.Read(ctx)
	if err != nil {
		return m, err
	}
	var event struct {
		message
		Params struct {
			Entry struct {
				Level string `json:"level"`
				Text  string `json:"text"`
			} `json:"entry"`
			Exception struct {
				Text      string `json:"text"`
				Exception struct {
					Description string `json:"description"`
				} `json:"exception"`
			} `json:"exceptionDetails"`
			Request struct {
				URL string `json:"url"`
			} `json:"request"`
			URL string `json:"url"`
		} `json:"params"`
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return m, err
	}
	switch p := event.Params; event.Method {
	case "Log.entryAdded":
		if p.Entry.Level == "error" || p.Entry.Level == "warning" {
			b.says = append(b.says, p.Entry.Text)
		}
	case "Runtime.exceptionThrown":
		b.says = append(b.says, p.Exception.Text+" "+p.Exception.Exception.Description)
	case "Network.requestWillBeSent":
		b.urls = append(b.urls, p.Request.URL)
	case "Network.webSocketCreated":
		b.urls = append(b.urls, p.URL)
	}
	return event.message, nil
}

// eval returns the value of an expression, for which it waits if it is a promise.
func (b *browser) eval(ctx context.Context, expression string, value any) error {
	var result struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		Exception *struct {
			Text      string `json:"text"`
			Exception struct {
				Description string `json:"description"`
			} `json:"exception"`
		} `json:"exceptionDetails"`
	}
	params := map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}
	if err := b.call(ctx, "Runtime.evaluate", params, &result); err != nil {
		return err
	}
	if e := result.Exception; e != nil {
		return fmt.Errorf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if value == nil || len(result.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(result.Result.Value, value)
}

// patience is how long something may take to be seen: the machine may have much else to do.
const patience = 90 * time.Second

// until waits until an expression is true.
func (b *browser) until(ctx context.Context, what, expression string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		var is bool
		if err := b.eval(ctx, "(async () => Boolean(await ("+expression+")))()", &is); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if is {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// visit opens an address in a window of a size, and waits until it is there.
func (b *browser) visit(ctx context.Context, url string, width, height int) error {
	size := map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
	if err := b.call(ctx, "Emulation.setDeviceMetricsOverride", size, nil); err != nil {
		return err
	}
	if err := b.call(ctx, "Page.navigate", map[string]any{"url": url}, nil); err != nil {
		return err
	}
	return b.until(ctx, url, fmt.Sprintf("location.href === %q && document.readyState === 'complete'", url))
}

// picture returns what is to be seen, as a PNG, and keeps it as a file in the folder $KEEP.
func (b *browser) picture(ctx context.Context, name string) (png []byte, err error) {
	var shot struct {
		Data string `json:"data"`
	}
	if err := b.call(ctx, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot); err != nil {
		return nil, err
	}
	png, err = base64.StdEncoding.DecodeString(shot.Data)
	if dir := os.Getenv("KEEP"); dir != "" && err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	return png, err
}

package web

import (
	"regexp"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"
)

var (
	tagPattern = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)[^>]*>`)

	// voidElements have no end tag.
	voidElements = []string{"area", "base", "br", "hr", "img", "input", "link", "meta", "source", "wbr"}
)

// unbalancedTags returns the first end tag without a matching start tag, or else the names of all elements without an
// end tag.
func unbalancedTags(html string) (wrong []string) {
	var open []string
	for _, m := range tagPattern.FindAllStringSubmatch(html, -1) {
		switch name := m[2]; {
		case slices.Contains(voidElements, name):
		case m[1] == "":
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			return []string{m[0]}
		default:
			open = open[:len(open)-1]
		}
	}
	return open
}

// Each start tag of a page has its end tag.
func TestTagsAreBalanced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{}
		f.watching.Store(1)
		client, end := startServer(t, newTestPage(f).Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		for _, path := range []string{
			"/", "/games", "/board/campaign", "/board/campaign/today", "/watch/g1",
			"/replay/r1", "/none",
		} {
			if _, body := get(t, c, path); len(unbalancedTags(body)) > 0 {
				t.Errorf("GET %s: the page has the unbalanced tags %q:\n%s", path, unbalancedTags(body), body)
			}
		}
	})
}

// The first byte of each message is its type in the ALiS protocol.
func TestWatchMessageTypes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{packets: make(chan Packet)}
		client, end := startServer(t, newTestPage(f).Handler(), ConnectionLimits(), nil)
		defer end()
		conn, _, err := websocket.Dial(t.Context(), baseURL+"/live/g1",
			&websocket.DialOptions{HTTPClient: client("192.0.2.7"), Subprotocols: []string{"v1.alis"}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		r := messageReader{t, conn}
		first := []byte{r.readMessage()[0]}
		f.packets <- Packet{IsKeyPacket: true, Cols: 80, Rows: 24, Output: []byte("a")}
		first = append(first, r.readMessage()[0])
		f.packets <- Packet{Output: []byte("b")}
		first = append(first, r.readMessage()[0])
		close(f.packets)
		first = append(first, r.readMessage()[0])
		if want := "A\x01o\x04"; string(first) != want {
			t.Errorf("the messages begin with %q, want %q", first, want)
		}
	})
}

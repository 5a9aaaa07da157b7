package arcade

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/render/ansi"
)

// A splitClient is a client whose terminal sends each reply in two packets.
type splitClient struct {
	*visitor
	pause      time.Duration // time between the packets
	screen     *ansi.Emulator
	pauseCount int  // number of times that the game was paused
	pauseShown bool // the screen shows that the game is paused
}

// splitReplies contains the terminal's replies by query.
var splitReplies = map[string]string{
	"\x1b[5n": "\x1b[0n", "\x1b[c": "\x1b[?62;22c", "\x1b[>c": "\x1b[>41;390;0c", "\x1b[>q": "\x1bP>|XTerm(390)\x1b\\",
}

// runFor replies to queries for the given time.
func (s *splitClient) runFor(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		sent := s.takeOutput()
		_, _ = io.WriteString(s.screen, sent) // never fails
		shown := strings.Contains(s.text(), "P A U S E")
		if shown && !s.pauseShown {
			s.pauseCount++
		}
		s.pauseShown = shown
		for query, reply := range splitReplies {
			for range strings.Count(sent, query) {
				s.send(reply)
			}
		}
	}
}

// send sends a key or a reply, in two packets if pause is set.
func (s *splitClient) send(text string) {
	if s.pause > 0 {
		io.WriteString(s.input, text[:1])
		time.Sleep(s.pause)
		text = text[1:]
	}
	io.WriteString(s.input, text)
}

// text returns the text on the screen.
func (s *splitClient) text() string {
	var text strings.Builder
	for i := range s.screen.Cells {
		if i%s.screen.W == 0 {
			text.WriteByte('\n')
		}
		text.WriteRune(s.screen.Cells[i].Rune)
	}
	return text.String()
}

// A reply that arrives in two packets does not pause the game, but Esc does.
func TestSplitReplies(t *testing.T) {
	dir := t.TempDir()
	pauses := []time.Duration{0, 2 * time.Millisecond, 20 * time.Millisecond, 40 * time.Millisecond}
	if testing.Short() { // the goroutines are the same with every pause
		pauses = pauses[2:3]
	}
	for _, pause := range pauses {
		synctest.Test(t, func(t *testing.T) {
			h := openArcade(t, dir)
			defer h.shutDown()
			s := &splitClient{visitor: h.visitWith("", "xterm-256color"), screen: ansi.NewEmulator(80, 24)}
			for range 10 {
				if s.runFor(time.Second); strings.Contains(s.text(), "LEVEL 1") {
					break
				}
				io.WriteString(s.input, "\r")
			}
			s.pause = pause
			s.send("\x1b[C")
			s.runFor(3 * time.Second)
			if !strings.Contains(s.text(), "LEVEL 1") || s.pauseCount > 0 {
				t.Errorf("packets %v apart: the game was paused %d times, or is not shown:%s", pause, s.pauseCount,
					s.text())
			}
			io.WriteString(s.input, "\x1b")
			for range 20 { // because of the slow replies, the server sends few frames
				s.runFor(time.Second)
			}
			if s.pauseCount != 1 {
				t.Errorf("packets %v apart: after Esc, the game was paused %d times, want once:%s", pause, s.pauseCount,
					s.text())
			}
			s.client.Close()
		})
	}
}

package arcade

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// With the command lines, a visit has numbered text menus, also in the lobby and in the player's next visit.
func TestTextMenusOverSSH(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		v := h.newVisitor("ann", "foot")
		if err := v.Start("lines"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		said := v.sent()
		number := regexp.MustCompile(`\r\n(\d+)\. Arcade\r\n`).FindStringSubmatch(said)
		if number == nil || !strings.Contains(said, "\r\n1. Play\r\n") {
			t.Fatalf("title: %q", said)
		}
		v.press(strings.Split(number[1], "")...)
		time.Sleep(time.Second)
		if said := v.sent(); !strings.Contains(said, "YOUR NAME\r\n") {
			t.Fatalf("name: %q", said)
		}
		v.press("a", "n", "n", "\r")
		time.Sleep(time.Second)
		if said := v.sent(); !strings.Contains(said, "ARCADE\r\n") || !strings.Contains(said, "\r\n1. Play: ") {
			t.Errorf("lobby: %q", said)
		}
		v.press("\x03")
		v.Wait()

		v = h.visit("ann")
		if said := v.sent(); !strings.Contains(said, "\r\n1. Play\r\n") {
			t.Errorf("next visit: %q", said)
		}
		v.press("\x03")
		v.Wait()
	})
}

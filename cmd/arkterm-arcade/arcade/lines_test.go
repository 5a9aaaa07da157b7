package arcade

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestMenusAreLinesOverSSH: a visit with the command lines has numbered menus, also those of the lobby, and so has the player's next
// visit.
func TestMenusAreLinesOverSSH(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		v := h.sitDown("ann", "foot")
		if err := v.Start("lines"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		said := v.sent()
		number := regexp.MustCompile(`\r\n(\d+)\. Arcade\r\n`).FindStringSubmatch(said)
		if number == nil || !strings.Contains(said, "\r\n1. Play\r\n") {
			t.Fatalf("the title: %q", said)
		}
		v.press(strings.Split(number[1], "")...)
		time.Sleep(time.Second)
		if said := v.sent(); !strings.Contains(said, "YOUR NAME\r\n") {
			t.Fatalf("the name: %q", said)
		}
		v.press("a", "n", "n", "\r")
		time.Sleep(time.Second)
		if said := v.sent(); !strings.Contains(said, "ARCADE\r\n") || !strings.Contains(said, "\r\n1. Play: ") {
			t.Errorf("the lobby: %q", said)
		}
		v.press("\x03")
		v.Wait()

		v = h.come("ann")
		if said := v.sent(); !strings.Contains(said, "\r\n1. Play\r\n") {
			t.Errorf("the next visit: %q", said)
		}
		v.press("\x03")
		v.Wait()
	})
}

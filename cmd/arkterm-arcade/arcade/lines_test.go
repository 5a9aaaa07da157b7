package arcade

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// After the command lines, menus are shown as numbered lines of text, also in the lobby and in the player's next visit.
func TestTextMenusOverSSH(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		v := h.newVisitor("ann", "foot")
		if err := v.Start("lines"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		output := v.takeOutput()
		number := regexp.MustCompile(`\r\n(\d+)\. Arcade\r\n`).FindStringSubmatch(output)
		if number == nil || !strings.Contains(output, "\r\n1. Play\r\n") {
			t.Fatalf("the title screen is %q, want numbered lines", output)
		}
		v.press(strings.Split(number[1], "")...)
		time.Sleep(time.Second)
		if output := v.takeOutput(); !strings.Contains(output, "YOUR NAME\r\n") {
			t.Fatalf("the screen after Arcade is %q, want the name screen", output)
		}
		v.press("a", "n", "n", "\r")
		time.Sleep(time.Second)
		if output := v.takeOutput(); !strings.Contains(output, "ARCADE\r\n") ||
			!strings.Contains(output, "\r\n1. Play: ") {
			t.Errorf("the lobby is %q, want numbered lines", output)
		}
		v.press("\x03")
		v.Wait()

		v = h.visit("ann")
		if output := v.takeOutput(); !strings.Contains(output, "\r\n1. Play\r\n") {
			t.Errorf("in the next visit, the title screen is %q, want numbered lines", output)
		}
		v.press("\x03")
		v.Wait()
	})
}

// Matches and watched games are narrated over SSH.
func TestNarrationOverSSH(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		code := ann.openParty()

		bob := h.newVisitor("bob", "foot")
		if err := bob.Start("narrate"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		bob.press("\x03")
		bob.Wait()
		bob = h.newVisitor("bob", "foot")
		if err := bob.Start("join " + code); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		if output := bob.takeOutput(); !strings.Contains(output, "\r\nArkanong with ") ||
			!strings.Contains(output, "\r\n1\r\n") || strings.Contains(output, "FIRST TO") {
			t.Errorf("the match is %q, want lines", output)
		}

		cat := h.newVisitor("cat", "foot")
		if err := cat.Start("narrate"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		cat.press("\x03")
		cat.Wait()
		cat = h.newVisitor("cat", "foot")
		if err := cat.Start("watch"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		if output := cat.takeOutput(); !strings.Contains(output, "\r\n? keys\r\n") {
			t.Errorf("the watched match is %q, want lines", output)
		}
		for _, v := range []*visitor{ann, bob, cat} {
			v.client.Close()
		}
	})
}

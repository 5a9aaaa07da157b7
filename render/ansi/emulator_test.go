package ansi_test

import (
	"strings"
	"testing"

	"arkterm/render/ansi"
)

// TestEmulator checks the screen and the replies, for sequences that an Encoder does not send and other programs do.
func TestEmulator(t *testing.T) {
	for _, test := range []struct{ name, output, want, reply string }{
		{"line feeds scroll", "1\r\n2\r\n3\r\n4", "2   /3   /4   ", ""},
		{"line feeds keep the column", "ab\nc", "ab  /  c /    ", ""},
		{"wrapping scrolls", "\x1b[3;3Hxyz", "    /  xy/z   ", ""},
		{"output with wrapping turned off", "\x1b[?7labcdef\x1b[?7h", "abcf/    /    ", ""},
		{"line feeds scroll within a region", "1\r\n2\r\n3\x1b[2;3r\x1b[3;1H\nx", "1   /3   /x   ", ""},
		{"a glyph is repeated", "a\x1b[2b", "aaa /    /    ", ""},
		{"moves by row and by column", "\x1b[2d\x1b[3`a\x1b[Fb\x1b[2Ec\x1b[1;2fd", "bd  /  a /c   ", ""},
		{"erase to the end of the row", "abcd\x1b[1;2H\x1b[K", "a   /    /    ", ""},
		{"erase to the cursor", "abcd\x1b[1;2H\x1b[1K", "  cd/    /    ", ""},
		{"erase cells", "abcd\x1b[1;2H\x1b[2X", "a  d/    /    ", ""},
		{"erase below", "a\r\nb\r\nc\x1b[2;1H\x1b[J", "a   /    /    ", ""},
		{"erase above", "a\r\nb\r\nc\x1b[2;1H\x1b[1J", "    /    /c   ", ""},
		{"erase all", "a\r\nb\x1b[2J", "    /    /    ", ""},
		{"switch to the other screen", "a\x1b[?1049h", "    /    /    ", ""},
		{"control strings are ignored", "a\x1bPx\x1b\\b\x1b_y\x1b\\c", "abc /    /    ", ""},
		{"queries", "ab\x1b[5n\x1b[6n\x1b[c\x1b[>c", "ab  /    /    ", "\x1b[0n\x1b[1;3R\x1b[?62;22c\x1b[>41;379;0c"},
	} {
		for _, inOneWrite := range []bool{true, false} {
			reply := ""
			screen := ansi.NewEmulator(4, 3)
			screen.Reply = func(text string) { reply += text }
			if inOneWrite {
				screen.Write([]byte(test.output))
			} else {
				for i := range len(test.output) {
					screen.Write([]byte(test.output[i : i+1]))
				}
			}
			got := strings.Join([]string{screen.Text(0, 0, 4), screen.Text(0, 1, 4), screen.Text(0, 2, 4)}, "/")
			if got != test.want || reply != test.reply || !screen.Complete() {
				t.Errorf("%s, in one Write %v: screen %q and replies %q, want %q and %q", test.name, inOneWrite, got,
					reply,
					test.want, test.reply)
			}
		}
	}
}

// TestEmulatorContains checks that Contains searches within rows and that Complete detects an incomplete sequence.
func TestEmulatorContains(t *testing.T) {
	screen := ansi.NewEmulator(4, 2)
	screen.Write([]byte("abcdef\x1b["))
	if !screen.Contains("bcd") || screen.Contains("de") || screen.Complete() {
		t.Errorf("Contains(bcd) = %v, Contains(de) = %v, Complete() = %v, want true, false, false",
			screen.Contains("bcd"), screen.Contains("de"), screen.Complete())
	}
}

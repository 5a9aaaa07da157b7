package input

import (
	"strings"
	"testing"
)

func TestIsBurst(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                  false,
		"q":                                 false,
		"aaaaaaaaaaaaaaaaaaaadddddddd d  d": false, // held keys
		"wasdp wasdp":                       false,
		"quit\r":                            false,
		"\x1b[D\x1b[C\x1b[Aadspqwe":         false,
		"sudo apt":                          true,
		"q\ry\rrm -f *\r":                   true,
		"приветы":                           true,
		strings.Repeat("я", 100):            false,
	} {
		if got := IsBurst([]byte(text)); got != want {
			t.Errorf("IsBurst(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestFollowsBurst(t *testing.T) {
	for text, want := range map[string]bool{"y\r": true, "y": false, "ddd": false, "\x1b[0n": false, "no\x1b": false} {
		if got := FollowsBurst([]byte(text)); got != want {
			t.Errorf("FollowsBurst(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestPasteIsOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"make\tall\r\nq\ry\r":      "make all q y",
		"x\x03y":                   "xy",
		strings.Repeat("a", 1<<14): strings.Repeat("a", maxPaste),
		"\r\n":                     "",
	} {
		var dec Decoder
		var paste Paste
		rest := 0
		for _, ev := range dec.Append(nil, []byte(text)) {
			if k, ok := KeystrokeOf(ev); !ok || !paste.Add(k) {
				rest++
			}
		}
		if got := paste.Take(); got != want || rest != strings.Count(text, "\x03") || paste.Take() != "" {
			t.Errorf("the paste of %.40q is %.40q with %d other events, want %.40q", text, got, rest, want)
		}
	}
}

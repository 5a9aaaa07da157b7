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

func TestJoinedKeysAreOnePaste(t *testing.T) {
	for text, want := range map[string]string{
		"make\tall\r\nq\ry\r":      "make all q y",
		"x\x03y":                   "xy",
		strings.Repeat("ab ", 100): strings.TrimSpace(strings.Repeat("ab ", 100)[:maxPaste-3]),
		"\r\n":                     "",
	} {
		var dec Decoder
		var d Dispatcher
		var got received
		for _, ev := range JoinKeys(dec.Append(nil, []byte(text))) {
			d.Dispatch(0, ev, &got)
		}
		keys := strings.Repeat("Ctrl+c, ", strings.Count(text, "\x03"))
		if got.pasted != want || got.keys != keys {
			t.Errorf("JoinKeys(%q) = paste %q and keys %q, want %q and %q", text, got.pasted, got.keys, want, keys)
		}
	}
}

package caps

import "testing"

func TestWhosePixelsAreBelieved(t *testing.T) {
	for version, want := range map[string]bool{
		"XTerm(379)": true, "XTerm(358)": false, "kitty(0.26.5)": true, "foot(1.13.1)": true, "ghostty 1.2.0": true,
		"SwiftTerm 1.2": false, "tmux 3.5": false, "": false,
	} {
		if got := (Caps{PixelMouse: true, Version: version}).PointsInPixels(); got != want {
			t.Errorf("%q: %v", version, got)
		}
		if (Caps{Version: version}).PointsInPixels() {
			t.Errorf("%q: without the mode", version)
		}
	}
}

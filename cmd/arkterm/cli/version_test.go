package cli

import (
	"strings"
	"testing"
)

func TestParseStamp(t *testing.T) {
	for _, test := range []struct{ stamp, version, commit string }{
		{"v0.1.0 3814913e2a1c00112233 2026-11-22\n", "v0.1.0", "3814913e2a1c"},
		{"v0.1.0-14-g3814913e2a1c 3814913e2a1c00112233 2026-11-22", "v0.1.0+14.3814913e2a1c", "3814913e2a1c"},
		{"v0.2.0-rc.1 3814913e2a1c 2026-11-22", "v0.2.0-rc.1", "3814913e2a1c"},
		{"v0.2.0-rc.1-3-g3814913e2a1c 3814913e2a1c 2026-11-22", "v0.2.0-rc.1+3.3814913e2a1c", "3814913e2a1c"},
		{" 3814913e2a1c00112233 2026-11-22", "v0.0.0+20261122.3814913e2a1c", "3814913e2a1c"},
		{"v0.1.0 38149 2026-11-22", "v0.1.0", "38149"},
		{"v1-g3814913e2a1c 3814913e2a1c 2026-11-22", "v1-g3814913e2a1c", "3814913e2a1c"},
		{"", "", ""},
		{"v0.1.0", "", ""},
		{"v0.1.0 3814913e2a1c 2026-11-22 more", "", ""},
		{"$Format:%(describe) %H$", "", ""},
	} {
		version, commit, date, ok := parseStamp(test.stamp)
		if version != test.version || commit != test.commit || ok != (test.version != "") ||
			ok != (date == "2026-11-22") {
			t.Errorf("parseStamp(%q) = version %q, commit %q, date %q, %v; want version %q, commit %q", test.stamp,
				version, commit, date,
				ok, test.version, test.commit)
		}
	}
}

// TestVersionFileOfCheckout checks that version.txt contains the placeholders that git archive replaces, or a stamp.
func TestVersionFileOfCheckout(t *testing.T) {
	if !strings.HasPrefix(archiveStamp, "$Format:%(describe:tags,") {
		if _, _, _, ok := parseStamp(archiveStamp); !ok {
			t.Errorf("version.txt is %q, want git's placeholders or a stamp", archiveStamp)
		}
	}
}

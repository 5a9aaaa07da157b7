package app

import (
	"testing"

	"arkterm/cmd/arkterm/ui"
)

// enter enters a name: < and > turn the wheel, ! picks, all else is typed.
func enterName(e *ui.Entry, keys string) (done bool) {
	for _, r := range keys {
		switch r {
		case '<':
			e.Turn(-1)
		case '>':
			e.Turn(1)
		case '!':
			done = e.Pick()
		default:
			e.Type(r)
		}
	}
	return done
}

func TestNamesAreEnteredByWheelAndByTyping(t *testing.T) {
	for keys, want := range map[string]struct {
		name string
		done bool
	}{
		"!":                {"", true},
		">!>!":             {"AB", false},
		">!!<!":            {"AA", true},
		"ada!":             {"ada", true},
		"a b!":             {"a b", true},
		"ab<!":             {"a", false}, // the sign before the end takes one back
		"abcdefghijklmn":   {"abcdefghijkl", false},
		">!!!!!!!!!!!!!":   {"AAAAAAAAAAAA", true}, // full: the wheel is at the end
		"\x01\u202e\u200b": {"", false},
		">ada!":            {"ada", true}, // typing turns the wheel back to the end
		"玩家!":              {"玩家", true},
		"日本の石日本の石":         {"日本の石日本", false}, // 12 columns
		"abcdefghijk日":     {"abcdefghijk", false},
		"e\u0301":          {"e\u0301", false},
		"e\u0301b<!!":      {"", false},  // deletes the letter with its marks
		"\u1112\u1161":     {"하", false}, // an input method of macOS
		"a  b":             {"a b", false},
	} {
		e := nameEntry("")
		done := enterName(&e, keys)
		if got := e.Text; got != want.name || done != want.done {
			t.Errorf("%q: %q, done %v; want %q, %v", keys, got, done, want.name, want.done)
		}
	}
}

func TestTheWheelShowsWhatIsNear(t *testing.T) {
	e := nameEntry("ad")
	if got := e.WithCursor(); got != "ad_" {
		t.Errorf("shown as %q", got)
	}
	if got := e.Around(2); got != " '  ⌫ [✓] A  B " {
		t.Errorf("the wheel is %q", got)
	}
	e.Turn(-5)
	if got := e.Around(1); got != " 9 [_] - " {
		t.Errorf("the wheel is %q", got)
	}
}

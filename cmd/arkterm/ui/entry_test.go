package ui

import "testing"

// letters accepts lower-case letters and single blanks.
func letters(text string, r rune) string {
	if r >= 'a' && r <= 'z' || r == ' ' && text != "" {
		return text + string(r)
	}
	return text
}

func TestAnEntryNotesWhyACharacterIsMissing(t *testing.T) {
	e := Entry{Wheel: []rune("abc"), Max: 3, Accept: letters}
	for _, c := range []struct {
		r             rune
		text          string
		full, refused bool
	}{
		{'a', "a", false, false}, {'!', "a", false, true}, {'b', "ab", false, false}, {'c', "abc", false, false}, {'d', "abc", true, false},
	} {
		if e.Add(c.r); e.Text != c.text || e.Full != c.full || e.Refused != c.refused {
			t.Errorf("after %q: %q, full %v, refused %v; want %q, %v, %v", c.r, e.Text, e.Full, e.Refused, c.text, c.full, c.refused)
		}
	}
	e.Delete()
	if e.Text != "ab" || e.Full || e.WithCursor() != "ab_" || e.Used() != "2 of 3 columns" {
		t.Errorf("after a deletion: %+v", e)
	}
}

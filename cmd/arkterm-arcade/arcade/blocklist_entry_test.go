package arcade

import (
	"errors"
	"strings"
	"testing"
)

func newTestEntry(t testing.TB, kind, value, note string) BlockEntry {
	t.Helper()
	e, err := NewBlockEntry(kind, value, note)
	if err != nil {
		t.Fatalf("NewBlockEntry(%q, %q): %v", kind, value, err)
	}
	return e
}

// An entry is added only once, and can be removed in any spelling. Comments and invalid lines are kept.
func TestEditBlocklist(t *testing.T) {
	key := strings.Repeat("5c", 32)
	text := []byte("# ours\nkye 1\nnet 192.0.2.0/24, 198.51.100.0/24 # Tuesday")
	text, err := AddBlock(text, newTestEntry(t, "key", key, "spam\n\x1b[2J  and  more"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = AddBlock(text, newTestEntry(t, "name", "rude-name", "")); err != nil {
		t.Fatal(err)
	}
	if text, err = AddBlock(text, newTestEntry(t, "name", "fuck", "")); err != nil { // accepted by an earlier version
		t.Fatal(err)
	}

	want := "# ours\nkye 1\nnet 192.0.2.0/24, 198.51.100.0/24 # Tuesday\nkey " + key +
		"  # spam [2J and more\nname rude-name\nname fuck\n"
	if string(text) != want {
		t.Errorf("after three calls of AddBlock, the list is %q, want %q", text, want)
	}

	for _, e := range []BlockEntry{
		newTestEntry(t, "key", strings.ToUpper(key), ""),
		newTestEntry(t, "name", "RUDE.NAME", ""), newTestEntry(t, "name", "Fuck", ""), newTestEntry(t, "net",
			"198.51.100.0/24", ""),
	} {
		if _, err := AddBlock(text, e); !errors.Is(err, ErrAlreadyBlocked) {
			t.Errorf("AddBlock of the entry %s again: error %v, want ErrAlreadyBlocked", e, err)
		}
		if text, err = RemoveBlock(text, e); err != nil {
			t.Errorf("RemoveBlock of the entry %s: %v", e, err)
		}
		if _, err := RemoveBlock(text, e); !errors.Is(err, ErrNotBlocked) {
			t.Errorf("RemoveBlock of the entry %s again: error %v, want ErrNotBlocked", e, err)
		}
	}
	if string(text) != "# ours\nkye 1\nnet 192.0.2.0/24  # Tuesday\n" {
		t.Errorf("after four calls of RemoveBlock, the list is %q, want the comment, the invalid line and a network",
			text)
	}

	for _, invalid := range [][2]string{
		{"kye", "1"},
		{"key", "5c"},
		{"name", "admin"},
		{"name", "x # y"},
		{"net", "192.0.2.1/24"},
		{"net", "192.0.2.0/24,198.51.100.0/24"},
		{"", ""},
	} {
		if e, err := NewBlockEntry(invalid[0], invalid[1], ""); err == nil {
			t.Errorf("NewBlockEntry(%q, %q) = %q, want an error", invalid[0], invalid[1], e)
		}
	}
}

// FuzzEditBlocklist checks that AddBlock adds an effective entry to any text, and that RemoveBlock removes it without
// changing other lines.
func FuzzEditBlocklist(f *testing.F) {
	f.Add("net 192.0.2.0/24,::/0#x\r\nname rude\n", "name", "rude-name", "note")
	f.Add("name ab,rude-name\nnet ::/0,x", "name", "rude-name", "")
	f.Add("key", "net", "2001:db8::/32", "#\x00")
	f.Add("\ufeffname rude\n", "name", "rude-name", "")
	f.Fuzz(func(t *testing.T, text, kind, value, note string) {
		if strings.Contains(text, "\x00") {
			return // the text may be UTF-16
		}
		e, err := NewBlockEntry(kind, value, note)
		if err != nil {
			return
		}
		before, _ := ParseBlocklist("", []byte(text))
		added, err := AddBlock([]byte(text), e)
		if err != nil {
			return // already in the list, or the list is too long
		}
		after, _ := ParseBlocklist("", added)
		if after.Len() != before.Len()+1 || !strings.HasPrefix(string(added), text) {
			t.Fatalf("AddBlock(%q, %q) = %q, want the text with one more entry", text, e, added)
		}
		removed, err := RemoveBlock(added, e)
		if left, _ := ParseBlocklist("", removed); err != nil || left.Len() != before.Len() ||
			!strings.HasPrefix(string(removed), text) {
			t.Fatalf("RemoveBlock(%q, %q) = %q, %v; want the text before AddBlock", added, e, removed, err)
		}
	})
}

package input

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

func TestLayoutsAreComplete(t *testing.T) {
	keys := strings.Fields(layoutKeys)
	first := map[string]string{}
	conflicts := 0
	for _, l := range layouts {
		letters := strings.Fields(l.letters)
		if l.language != "" {
			first = map[string]string{}
		}
		if len(letters) != len(keys) {
			t.Errorf("%s has %d keys, want %d", l.name, len(letters), len(keys))
			continue
		}
		for i, letter := range letters {
			r, size := utf8.DecodeRuneInString(letter)
			if size != len(letter) || r < 0x80 && r != '.' || unicode.ToLower(r) != r {
				t.Errorf("%s: %q is not a single lower-case letter", l.name, letter)
			}
			if key, known := first[letter]; known && r != '.' && key != keys[i] {
				conflicts++
			}
			if _, known := first[letter]; !known {
				first[letter] = keys[i]
			}
		}
	}
	if conflicts != 5 { // і in Belarusian, ظ ط ز د in Arabic
		t.Errorf("%d letters have different places in two layouts, want 5", conflicts)
	}
}

// A letter without a binding counts as the key at the same place on a US keyboard.
func TestNonLatinLettersSteer(t *testing.T) {
	for name, keys := range map[string]string{ // a d s p q r w t m
		"Russian": "фвызйкцеь", "Russian, upper case": "ФВЫЗЙКЦЕЬ", "Ukrainian": "фвізйкцеь", "Belarusian": "фвызйкцеь",
		"Arabic": "شيسحضقصفة", "Arabic, Shift": "\u0650..؛\u064e\u064c\u064b..", "Persian": "شیسحضقصفپ",
		"Greek": "αδσπ.ρςτμ", "Greek, upper case": "ΑΔΣΠ.Ρ.ΤΜ", "Hebrew": "שגדפ.ר.אצ", "Georgian": "ადსპქრწტმ",
		"Georgian, Shift": "..შ..ღჭთ.",
		"Armenian":        "ջգվթճսփմք", "Armenian, upper case": "ՋԳՎԹՃՍՓՄՔ", "Korean": "ㅁㅇㄴㅔㅂㄱㅈㅅㅡ",
		"Korean, Shift": "...ㅖㅃㄲㅉㅆ.",
		"Thai":          "ฟกหยๆพไ\u0e30ท", "Thai, Shift": "ฤฏฆญ.ฑ.ธ.",
		"Hindi":        "\u094b\u094d\u0947ज\u094c\u0940\u0948\u0942स",
		"Hindi, Shift": "ओअएझऔईऐऊश",
		"bg Bulgarian": "ьаязыиушп", "bg Bulgarian, upper case": "ЬАЯЗ.ИУШП", "sr Serbian": "адспљрњтм",
		"mk Macedonian": "адспљрњтм",
		"mn Mongolian":  "йбызфжцэт", "uk Ukrainian": "фвізйкцеь",
		"full width": "ａｄｓｐｑｒｗｔｍ", "full width, upper case": "ＡＤＳＰＱＲＷＴＭ",
	} {
		want := []Action{Left, Right, Down, Pause, Quit, Restart, Warp, Theme, Mute}
		m, _ := Preset("default")
		if language, _, ok := strings.Cut(name, " "); ok && len(language) == 2 {
			m.Language = language
		}
		i := 0
		for _, r := range keys {
			if ev := Char(r); r != '.' && (m.Action(ev) != want[i] || ev.Character() != r) {
				t.Errorf("%s: %q is bound to %v and types %q, want %v", name, r, m.Action(ev), ev.Character(), want[i])
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%s: the test covers %d letters, want %d", name, i, len(want))
		}
	}
}

// A player's binding and the key reported by the terminal take precedence over the table of layouts. The table does
// not apply to Latin letters.
func TestBindingsPrecedeLayouts(t *testing.T) {
	m, _ := Preset("default")
	if err := m.Bind(Right, keysOf(t, "ф Right")...); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ev   Keystroke
		want Action
	}{
		{Char('ф'), Right},
		{Char('Ф'), Right},
		{Char('ы'), Down},
		{Keystroke{Rune: 'в', Base: 'p'}, Pause},
		{Keystroke{Rune: 'в', Base: 'x'}, None},
		{Keystroke{Rune: 'в', Mods: tcell.ModAlt}, None},
		{Keystroke{Rune: 'в', Mods: tcell.ModCtrl}, None},
		{Char('é'), None},
		{Char('ö'), None},
		{Char('世'), None},
		{Char('/'), None},
		{Char('٤'), None},
	} {
		if got := m.Action(c.ev); got != c.want {
			t.Errorf("Action(%v) = %v, want %v", c.ev, got, c.want)
		}
	}
}

func TestLatin(t *testing.T) {
	for _, c := range []struct {
		ev   Keystroke
		want rune
	}{
		{Char('y'), 'y'},
		{Char('Y'), 'Y'},
		{Char('н'), 'y'},
		{Char('Т'), 'n'},
		{Keystroke{Rune: 'z', Base: 'y'}, 'z'},
		{Keystroke{Rune: 'н', Base: 'y'}, 'y'},
		{Char('٤'), '4'},
		{Char('۰'), '0'},
		{Char('７'), '7'},
		{Char('？'), '?'},
		{Char('é'), 0},
		{Keystroke{Rune: 'н', Kind: Release}, 0},
		{Keystroke{Rune: 'н', Mods: tcell.ModCtrl}, 0},
		{Keystroke{Key: tcell.KeyLeft}, 0},
	} {
		if got := c.ev.Latin(); got != c.want {
			t.Errorf("Latin() of %v = %q, want %q", c.ev, got, c.want)
		}
	}
}

// Keypad digits without a binding steer like the arrows on them.
func TestKeypadSteers(t *testing.T) {
	m, _ := Preset("default")
	two, _ := Preset("two")
	for _, c := range []struct {
		key       rune
		one, both Action
	}{
		{'4', Left, Left2},
		{'6', Right, Right2},
		{'8', Up, Fire2},
		{'2', Down, Down2},
		{'5', Fire, Fire2},
		{'0', Fire, Fire2},
		{'7', None, None},
		{'+', None, None},
	} {
		ev := keypadChar(c.key)
		if got := m.Action(ev); got != c.one || m.MenuAction(ev) != c.one {
			t.Errorf("keypad %c: Action() = %v, MenuAction() = %v, want %v", c.key, got, m.MenuAction(ev), c.one)
		}
		if got := two.Action(ev); got != c.both {
			t.Errorf("keypad %c with two players: Action() = %v, want %v", c.key, got, c.both)
		}
		if got := m.Action(Char(c.key)); got != None || ev.Character() != c.key {
			t.Errorf("%c: Action() in the number row = %v, Character() on the keypad = %q, want none and %[1]q", c.key,
				got, ev.Character())
		}
	}
	if err := m.Bind(Pause, keysOf(t, "4")...); err != nil {
		t.Fatal(err)
	}
	if got := m.Action(keypadChar('4')); got != Pause {
		t.Errorf("Action(keypad 4) = %v, want pause", got)
	}
}

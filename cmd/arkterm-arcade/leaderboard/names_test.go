package leaderboard

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"arkterm/render/cell"
	"arkterm/render/text"
)

func TestNames(t *testing.T) {
	for text, want := range map[string]error{
		"Ann":                      nil,
		"jörg_7":                   nil,
		"Ελένη":                    nil,
		"Наташа-2":                 nil,
		"a.b":                      nil,
		"twelve-chars":             nil,
		"thirteen-char":            ErrNameLong,
		"":                         ErrNameShort,
		"a":                        ErrNameShort,
		"42":                       ErrNameLetter, // without a letter
		"-ann":                     ErrNameLetter,
		"ann-":                     ErrNameLetter,
		"an--n":                    ErrNameLetter,
		"an n":                     ErrNameLetter,
		"ann\n":                    ErrNameLetter,
		"\x1b]0;x\x07":             ErrNameLetter,
		"\x9b31m":                  ErrNameLetter, // C1 control character
		"\u202eann":                ErrNameLetter, // right-to-left override
		"an\u200dn":                ErrNameLetter,
		"a\u0301nn":                ErrNameLetter, // combining mark
		"日本":                       nil,
		"日本の石":                     nil,
		"カタカナ-2":                   nil,
		"玩":                        nil, // as wide as two letters
		"김철수":                      nil,
		"日本の石日本":                   nil,
		"日本の石日本の":                  ErrNameLong, // 14 columns
		"日本語ann":                   ErrNameScripts,
		"한日":                       ErrNameScripts,
		"日Ж":                       ErrNameScripts,
		"か\u3099":                  ErrNameLetter, // combining mark
		"\u1112\u1161\u11ab":       ErrNameLetter, // parts of a syllable
		"\uf900\uf901":             ErrNameLetter, // compatibility characters
		"ｱｲ":                       ErrNameLetter, // halfwidth characters
		"ＡＢ":                       ErrNameLetter, // fullwidth Latin letters
		"日\u3000本":                 ErrNameLetter,
		"日\u3164":                  ErrNameLetter,
		"日本\ufe00":                 ErrNameLetter,
		"\ufdfd":                   ErrNameLetter,
		"😀😀":                       ErrNameLetter,
		"an\U000e0041n":            ErrNameLetter, // tag character
		"\xc0\xafann":              ErrNameLetter, // overlong encoding
		"аnn":                      ErrNameScripts,
		"admin":                    ErrNameReserved,
		"Adm1n":                    ErrNameReserved,
		"rооt":                     ErrNameScripts,
		"r00t":                     ErrNameReserved,
		"guest-yak":                ErrNameReserved,
		"GUEST.1":                  ErrNameReserved,
		"bοt":                      ErrNameScripts,
		strings.Repeat("a", 1<<16): ErrNameLong,
	} {
		n, err := ParseName(text)
		if !errors.Is(err, want) || err == nil && n.String() != text {
			t.Errorf("ParseName(%.40q) = %q, %v; want error %v", text, n, err, want)
		}
		if !n.IsZero() != (want == nil) {
			t.Errorf("ParseName(%.40q) = %q; want the zero value if, and only if, there is an error", text, n)
		}
	}
}

// Names that insult others are rejected in any spelling, but harmless names that only contain such a word are allowed.
func TestRudeNames(t *testing.T) {
	for _, text := range []string{
		"fuck", "FUCK", "f-u-c-k", "Fück", "dontFuckMe", "Hitler", "h1tler", "Adolf.Hitler", "xHITLERx", "Cunt",
		"big-cunt", "nigger", "N1gger",
		"nazi", "Nazi88", "88nazi", "neo-nazi", "na-zi", "shit", "sh1t", "oh.shit", "ass", "хуй", "Пизда",
	} {
		if _, err := ParseName(text); !errors.Is(err, ErrNameRude) {
			t.Errorf("ParseName(%q): error %v, want ErrNameRude", text, err)
		}
	}
	for _, text := range []string{
		"Scunthorpe", "Essex", "Sussex", "Dick", "Dickens", "Hancock", "Peacock", "bass", "Cassandra", "Assisi",
		"Nazir", "Ignazio",
		"Kinoshita", "Yamashita", "Saltwater", "therapist", "grape", "Draper", "snigger", "Nigeria", "Niger",
		"Penistone", "Swank", "Titan", "Whitler",
		"Fukuyama", "Fuchs", "Thore", "Pom", "Heil", "Hell", "Laputa", "Putin", "Kiki", "Khuy",
	} {
		if _, err := ParseName(text); err != nil {
			t.Errorf("ParseName(%q): error %v, want nil", text, err)
		}
	}
	for _, list := range [][]string{bannedParts[:], bannedWords[:], harmlessWords[:]} {
		for _, word := range list {
			if checkName(word) != nil {
				t.Errorf("%q is not valid as a name", word)
			}
		}
	}
	for _, word := range harmlessWords {
		if isRude(Name{word}) {
			t.Errorf("isRude(%q) = true, want false", word)
		}
	}
}

// Names that look alike have the same skeleton, regardless of their scripts.
func TestSkeletons(t *testing.T) {
	for _, same := range [][]string{
		// the last name is a Cyrillic letter, and is skipped because it is too short
		{"ann", "Ann", "ANN", "a-nn", "änn", "а"},
		{"bill", "BILL", "b1ll", "BIll", "bi11", "bi-ll"},
		{"otto", "0TT0", "οττο", "ΟΤΤΟ", "отто", "ÖTTÖ"},
		{"corn", "com", "СОМ"},
		{"viva", "vlva"},
		{"pope", "РОРЕ", "роре", "ΡΟΡΕ"},
		{"heh", "нен", "ΗΕΗ"},
		{"anna", "ann4"},
		{"golden", "qolden", "9olden"},
		{"bass", "8a55"},
		{"nan", "ηαη"},
		{"ロリ", "口り"},
		{"ニハ", "二八"},
		{"カー", "力一"},
		{"へた", "ヘた"},
		{"つか", "っか", "づが"},
		{"日本", "曰本"},
	} {
		want := Name{same[0]}.Skeleton()
		for _, s := range same[1:] {
			if n, err := ParseName(s); err == nil && n.Skeleton() != want {
				t.Errorf("the skeleton of %s is %q, but that of %s is %q; want equal skeletons", same[0], want, s,
					n.Skeleton())
			}
		}
	}
	for _, other := range [][2]string{
		{"ann", "anna"},
		{"tim", "tom"},
		{"нина", "нана"},
		{"日本", "日木"},
		{"あい", "アイ"},
		{"김수", "김소"},
	} {
		if (Name{other[0]}).Skeleton() == (Name{other[1]}).Skeleton() {
			t.Errorf("%s and %s have the same skeleton, want different skeletons", other[0], other[1])
		}
	}
	if (Name{"Ηρα"}).Folded() != (Name{"ηρα"}).Folded() {
		t.Error("Folded returns different texts for names that differ only in case")
	}
}

// Each letter is one column wide and composed, and looks the same as the letter without accents.
func TestLetters(t *testing.T) {
	count := 0
	for _, a := range alphabets {
		for group := range strings.FieldsSeq(a.groups) {
			count += utf8.RuneCountInString(group) - 1
		}
	}
	if count != len(letters()) {
		t.Errorf("the groups contain %d letters, but letters() returns %d; want equal numbers", count, len(letters()))
	}
	for r, l := range letters() {
		s := string(r)
		if !text.Visible(r) || cell.Width(s) != 1 || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			t.Errorf("%q is not a visible letter of one column", r)
		}
		if norm.NFC.String(s) != s {
			t.Errorf("%q is not in composed form", r)
		}
		base, _ := utf8.DecodeRuneInString(norm.NFD.String(s))
		if letters()[base].representative != l.representative {
			t.Errorf("the representative of %q is %q, but without accents it is %q; want the same", r, l.representative,
				letters()[base].representative)
		}
		for _, other := range []rune{unicode.ToLower(r), unicode.ToUpper(r)} {
			if _, ok := letters()[other]; !ok && len(strings.ToUpper(s)) == len(s) {
				t.Errorf("names can contain %q, but not %q; want both cases", r, other)
			}
		}
	}
}

// Each wide letter has only one form, and its representative is also allowed in names.
func TestWideLetters(t *testing.T) {
	count := 0
	for r := rune(0x3000); r <= unicode.MaxRune; r++ {
		l, ok := letterOf(r)
		if !ok {
			continue
		}
		count++
		s := string(r)
		if !text.Visible(r) || cell.Width(s) != 2 || !unicode.IsLetter(r) || norm.NFKC.String(s) != s {
			t.Errorf("%q is not a wide letter in its composed form", r)
		}
		representative, size := utf8.DecodeRuneInString(l.representative)
		if other, ok := letterOf(representative); !ok || size != len(l.representative) ||
			other.representative != l.representative || other.script != l.script {
			t.Errorf("the representative of %q is %q, whose representative is %q; want the same", r, l.representative,
				other.representative)
		}
	}
	const han, kana, syllables = 6592 + 20992, 86 + 90 + 2, 11172
	if count != han+kana+syllables {
		t.Errorf("names can contain %d wide letters, want %d", count, han+kana+syllables)
	}
	for r := range eastAsianRepresentatives() {
		if _, ok := letterOf(r); !ok {
			t.Errorf("letterOf(%q): ok = false, want true for a character of eastAsianGroups", r)
		}
	}
}

// Generated names are valid. Players cannot choose the name of a guest, but can choose a default name.
func TestGeneratedNames(t *testing.T) {
	seen := map[string]bool{}
	for i := range uint64(2000) {
		g := GuestName(i)
		if checkName(g.String()) != nil || seen[g.String()] {
			t.Fatalf("GuestName(%d) = %q, which is invalid or not unique", i, g)
		}
		seen[g.String()] = true
		if _, err := ParseName(g.String()); !errors.Is(err, ErrNameReserved) {
			t.Fatalf("ParseName(%q): error %v, want ErrNameReserved", g, err)
		}
	}
	defaults := map[string]bool{}
	for i := range 40 {
		n := DefaultName("0f1e2d3c4b5a", i)
		if _, err := ParseName(n.String()); err != nil {
			t.Errorf("ParseName of the default name %q: %v", n, err)
		}
		defaults[n.String()] = true
	}
	if len(defaults) < 38 {
		t.Errorf("%d of 40 default names are different, want at least 38", len(defaults))
	}
	for _, m := range adjectives {
		for _, a := range animals {
			if _, err := ParseName(m + "-" + a); err != nil {
				t.Errorf("ParseName(%s-%s): %v", m, a, err)
			}
		}
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"ann", "ΗΕΗ", "\x1b[2J", "a\u0301", "guest-yak", "p00000000001", "日本の石", "김철수", "ロ口"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		n, err := ParseName(input)
		if err != nil {
			if !n.IsZero() {
				t.Fatalf("ParseName(%q) = %q, %v; want the zero value with an error", input, n, err)
			}
			return
		}
		s := n.String()
		if s != input || text.PlayerName(s) != s || cell.Width(s) < MinNameColumns || cell.Width(s) > MaxNameColumns ||
			n.Skeleton() == "" {
			t.Fatalf("ParseName(%q) = %q with skeleton %q, want a valid name with the same text", input, s,
				n.Skeleton())
		}
		if StoredName(s) != n {
			t.Fatalf("StoredName(%q) does not return the same name", s)
		}
	})
}

// Encoding preserves names. A text that is not a name causes an error, except the empty text of the zero value.
func TestNameEncoding(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{{"", true}, {"Ann", true}, {"guest-otter", true}, {"名前", true}, {"x", false}, {"a\x1bb", false}, {"-a", false}} {
		var n Name
		err := n.UnmarshalText([]byte(c.text))
		if (err == nil) != c.ok {
			t.Errorf("UnmarshalText(%q) = %v, want an error: %v", c.text, err, !c.ok)
			continue
		}
		if text, err := n.MarshalText(); c.ok && (string(text) != c.text || err != nil) {
			t.Errorf("MarshalText of the name %q = %q, %v; want the name", c.text, text, err)
		}
	}
}

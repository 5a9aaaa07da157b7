package leaderboard

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"arkterm/render/text"
)

// Limits for the width of a name in columns. Chinese, Japanese and Korean letters are two columns wide.
const (
	MinNameColumns = 2
	MaxNameColumns = text.MaxPlayerName
)

// A Name is the name of a player. It is safe to display it in terminals, logs, web pages and recordings.
//
// A name consists of letters of one script, digits, and single signs (- . or _) between them. Chinese characters and
// kana count as one script. Combining marks are not allowed, so a name has only one spelling. Names that look the same
// have the same [Name.Skeleton], and only one player can have a name with that skeleton.
//
// Names are created only by functions of this package. The zero value is not the name of a player.
type Name struct{ text string }

// String returns the name with the player's spelling.
func (n Name) String() string { return n.text }

// IsZero reports whether n is the zero value.
func (n Name) IsZero() bool { return n.text == "" }

// Errors of [ParseName]. Players see them.
var (
	ErrNameShort    = fmt.Errorf("a name needs at least %d letters, or one wide letter", MinNameColumns)
	ErrNameLong     = fmt.Errorf("a name can have at most %d letters; a wide letter counts twice", MaxNameColumns)
	ErrNameLetter   = errors.New("a name can contain letters, digits, and a single - . or _ between them")
	ErrNameScripts  = errors.New("a name can contain letters of only one alphabet")
	ErrNameReserved = errors.New("this name is reserved")
	ErrNameRude     = errors.New("this name is not allowed, because it insults others")
)

// ParseName returns the name with the given text, or one of the errors above.
func ParseName(text string) (Name, error) {
	if len(text) > MaxNameColumns*utf8.UTFMax {
		return Name{}, ErrNameLong
	}
	if err := checkName(text); err != nil {
		return Name{}, err
	}
	n := Name{text}
	switch {
	case isReservedName(n.Skeleton()):
		return Name{}, ErrNameReserved
	case isRude(n):
		return Name{}, ErrNameRude
	}
	return n, nil
}

// StoredName returns the name with the given text, which must be the text of a name that ParseName, GuestName or
// DefaultName has returned. It accepts reserved and rude names. For other invalid texts, it returns the zero value.
func StoredName(text string) Name {
	if len(text) > MaxNameColumns*utf8.UTFMax || checkName(text) != nil {
		return Name{}
	}
	return Name{text}
}

// checkName returns an error if a name is not valid.
func checkName(name string) error {
	columns, nameScript := 0, noScript
	needLetter := true // the next rune must not be a sign
	for _, r := range name {
		columns += text.Columns(r)
		if isSign(r) {
			if needLetter {
				return ErrNameLetter
			}
			needLetter = true
			continue
		}
		needLetter = false
		l, ok := letterOf(r)
		switch {
		case !ok:
			return ErrNameLetter
		case l.script == noScript: // a digit
		case nameScript == noScript:
			nameScript = l.script
		case nameScript != l.script:
			return ErrNameScripts
		}
	}
	switch {
	case columns < MinNameColumns:
		return ErrNameShort
	case columns > MaxNameColumns:
		return ErrNameLong
	case needLetter || nameScript == noScript:
		return ErrNameLetter
	}
	return nil
}

// IsNameRune reports whether a name can contain r. Text fields for names accept only such runes.
func IsNameRune(r rune) bool {
	_, ok := letterOf(r)
	return ok || isSign(r)
}

// isSign reports whether r is a sign, which is only allowed between letters or digits.
func isSign(r rune) bool { return r == '-' || r == '_' || r == '.' }

// Skeleton returns a text that is equal for names that look the same. It omits signs and accents, and does not
// distinguish O from 0, I and l from 1, A from 4, S from 5, B from 8, or g and q from 9. It replaces Cyrillic and Greek
// letters by the Latin letters that look like them.
func (n Name) Skeleton() string {
	var b strings.Builder
	for _, r := range n.text {
		l, _ := letterOf(r)
		b.WriteString(l.representative)
	}
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), "rn", "m"), "vv", "w")
}

// Folded returns the name in lower case. Names that differ only in case count as the same name. Their skeletons can be
// different, because some letters look like other letters only in upper or lower case.
func (n Name) Folded() string { return FoldName(n.text) }

// FoldName returns a name, or a part of a name, in lower case. See [Name.Folded].
func FoldName(part string) string { return strings.ToLower(part) }

// A script is a writing system, for example the Latin alphabet.
type script uint8

const (
	noScript script = iota // for digits
	latin
	greek
	cyrillic
	eastAsian // Chinese characters and Japanese kana, which Japanese names combine
	hangul
)

// A letter describes a letter or digit that names can contain.
type letter struct {
	script         script
	representative string // common replacement for all letters that look like this one
}

// alphabets contains the letters that names can contain, in groups of letters that look alike. The first rune of a
// group is its representative, a lower-case Latin letter if possible. The other runes are the letters of the group.
var alphabets = [...]struct {
	script script
	groups string
}{
	{noScript, "o0 l1 22 33 a4 s5 66 77 b8 g9"},
	{
		latin,
		"aaAàÀáÁâÂãÃäÄåÅāĀăĂąĄ aæÆ bbB ccCçÇćĆĉĈċĊčČ ddDďĎđĐðÐ eeEèÈéÉêÊëËēĒĕĔėĖęĘěĚ eœŒ ffF ggGĝĜğĞġĠģĢqQ hhHĥĤħĦ " +
			"liIìÌíÍîÎïÏĩĨīĪĭĬįĮıİ jjJĵĴ kkKķĶ llLĺĹļĻľĽłŁ mmM nnNñÑńŃņŅňŇŋŊ ooOòÒóÓôÔõÕöÖøØōŌŏŎőŐ ppPþÞ rrRŕŔŗŖřŘ " +
			"ssSśŚŝŜşŞšŠșȘ sßẞ ttTţŢťŤŧŦțȚ uuUùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲ vvV wwWŵŴ xxX yyYýÝÿŸŷŶ zzZźŹżŻžŽ",
	},
	{greek, "aαΑάΆ bβΒ yγ γΓ δδΔ eεΕέΈ zζΖ nηή hΗΉ θθΘ lιΙίΊϊΪΐ kκΚ λλΛ uμ mΜ vν nΝ ξξΞ oοΟόΌ ππΠ pρΡ σσςΣ tτΤ " +
		"uυύϋΰ yΥΎΫ " +
		"φφΦ xχΧ ψψΨ wωώ ωΩΏ"},
	{
		cyrillic,
		"aаА 6бБ bвВьЬъЪ rгГґҐ дДд eеЕёЁєЄ жжЖ 3зЗ uиИйЙ kкК лЛл mмМ hнН oоО nпП pрР cсС tтТ yуУўЎ фФф xхХ цЦц " +
			"4чЧ шшШ щщЩ " +
			"ыыЫ ээЭ юЮю яЯя lіІїЇ jјЈ sѕЅ",
	},
}

// eastAsianGroups contains groups of kana and Chinese characters that look alike. The first character is the
// representative. Small kana and kana with marks look like plain kana.
var eastAsianGroups = strings.Fields("あぁ いぃ うぅゔ えぇ おぉ かがゕ きぎ くぐ けげゖ こご さざ しじ すず せぜ そぞ ただ ちぢ つっづ てで とど はばぱ ひびぴ ふぶぷ " +
	"へべぺヘベペ ほぼぽ " +
	"やゃ ゆゅ よょ わゎ りリ アァ イィ ウゥヴ 工エェ 才オォ 力カガヵ キギ クグ ケゲヶ コゴ サザ シジ スズ セゼ ソゾ 夕タダ ツッヅ テデ 卜トド 八ハバパ ヒビピ フブプ ホボポ " +
	"ヤャ ユュ ヨョ ワヮヷ 一ー 二ニ 三ミ 口ロ囗 又ヌ 乂メ 日曰 土士 未末 己已巳 人入 干千于チヂ")

// letterOf returns the letter for a rune. ok reports whether names can contain the rune.
func letterOf(r rune) (l letter, ok bool) {
	switch {
	case r < 0x3000:
		l, ok = letters()[r]
		return l, ok
	case r == '々', r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, r == 'ー', // kana
		r >= 0x3400 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff: // Chinese characters, without compatibility characters
		representative, ok := eastAsianRepresentatives()[r]
		if !ok {
			representative = string(r)
		}
		return letter{eastAsian, representative}, text.Visible(r)
	case r >= 0xac00 && r <= 0xd7a3:
		return letter{hangul, string(r)}, true
	}
	return letter{}, false
}

// eastAsianRepresentatives maps the characters of eastAsianGroups to their representatives.
var eastAsianRepresentatives = sync.OnceValue(func() map[rune]string {
	all := make(map[rune]string)
	for _, group := range eastAsianGroups {
		first, _ := utf8.DecodeRuneInString(group)
		for _, r := range group {
			all[r] = string(first)
		}
	}
	return all
})

// letters returns the result of buildLetters, which it computes once.
var letters = sync.OnceValue(buildLetters)

// buildLetters returns the letters and digits of alphabets, by rune.
func buildLetters() map[rune]letter {
	all := make(map[rune]letter, 512)
	for _, a := range alphabets {
		for group := range strings.FieldsSeq(a.groups) {
			representative, n := utf8.DecodeRuneInString(group)
			for _, r := range group[n:] {
				all[r] = letter{a.script, string(unicode.ToLower(representative))}
			}
		}
	}
	return all
}

// MarshalText returns the name as text, for example for JSON.
func (n Name) MarshalText() ([]byte, error) { return []byte(n.text), nil }

// UnmarshalText parses a name that was written by MarshalText. See StoredName.
func (n *Name) UnmarshalText(text []byte) error {
	*n = StoredName(string(text))
	if n.IsZero() && len(text) > 0 {
		return ErrNameLetter
	}
	return nil
}

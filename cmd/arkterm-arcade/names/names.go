// Package names makes the names by which players know each other, from any bytes that a client may send.
//
// A [Name] is made only here, so it may be shown in a terminal, a log, a page and a recording. It has the letters of one
// script, digits, and a few signs between them. Chinese characters and kana count as one script. There are no marks that
// combine, so each name has one spelling. Two names that look the same have the same [Name.Skeleton], and the arcade
// gives only one of them away.
package names

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"arkterm/render/format"
)

// Limits of a name in columns. Chinese, Japanese and Korean letters have two.
const (
	Least = 2
	Most  = format.MaxName
)

// A Name is the name of a player. The zero value is nobody's.
type Name struct{ text string }

// String returns the name as it was chosen.
func (n Name) String() string { return n.text }

// IsZero reports whether it is nobody's name.
func (n Name) IsZero() bool { return n.text == "" }

// Why a text is no name. The texts are sentences for the player.
var (
	ErrShort    = fmt.Errorf("a name has at least %d letters, or a wide letter", Least)
	ErrLong     = fmt.Errorf("a name has at most %d letters; a wide letter counts twice", Most)
	ErrLetter   = errors.New("a name has letters, digits, and - . _ between them")
	ErrScripts  = errors.New("a name has letters of one alphabet")
	ErrReserved = errors.New("that name is not given away")
	ErrRude     = errors.New("a name that insults others is not given away")
)

// Parse returns the name that a text is, or why it is none. Nothing is dropped from the text or changed in it: what a
// player sees is what was typed.
func Parse(text string) (Name, error) {
	if len(text) > Most*utf8.UTFMax {
		return Name{}, ErrLong
	}
	if err := check(text); err != nil {
		return Name{}, err
	}
	n := Name{text}
	switch {
	case reserved(n.Skeleton()):
		return Name{}, ErrReserved
	case rude(n):
		return Name{}, ErrRude
	}
	return n, nil
}

// Kept returns a name that Parse, Guest or Offered has made before, from where it was kept. A text that none of them
// would make is nobody's name.
func Kept(text string) Name {
	if len(text) > Most*utf8.UTFMax || check(text) != nil {
		return Name{}
	}
	return Name{text}
}

// check returns why a text cannot be shown as a name.
func check(text string) error {
	columns, has, gap := 0, noScript, true // gap: a sign is not allowed here
	for _, r := range text {
		columns += format.Columns(r)
		if sign(r) {
			if gap {
				return ErrLetter
			}
			gap = true
			continue
		}
		gap = false
		l, ok := letterOf(r)
		switch {
		case !ok:
			return ErrLetter
		case l.script == noScript: // a digit
		case has == noScript:
			has = l.script
		case has != l.script:
			return ErrScripts
		}
	}
	switch {
	case columns < Least:
		return ErrShort
	case columns > Most:
		return ErrLong
	case gap || has == noScript:
		return ErrLetter
	}
	return nil
}

// Typed reports whether r may be part of a name: an editor of names takes nothing else.
func Typed(r rune) bool {
	_, ok := letterOf(r)
	return ok || sign(r)
}

// sign reports whether r may stand between letters.
func sign(r rune) bool { return r == '-' || r == '_' || r == '.' }

// Skeleton returns what the name looks like. Names with equal skeletons are told apart by nobody: signs, accents, and the
// difference between O and 0 or I, l and 1 are not in it, and a Cyrillic or Greek letter that looks like a Latin one
// is that one.
func (n Name) Skeleton() string {
	var b strings.Builder
	for _, r := range n.text {
		l, _ := letterOf(r)
		b.WriteString(l.like)
	}
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), "rn", "m"), "vv", "w")
}

// Folded returns the name in small letters. Some letters look like another one in one of their cases only, so names
// that differ in case may have other skeletons: they are the same all the same.
func (n Name) Folded() string { return Fold(n.text) }

// Fold returns a part of a name as it is in a name in small letters.
func Fold(part string) string { return strings.ToLower(part) }

// A script is an alphabet.
type script uint8

const (
	noScript script = iota // digits
	latin
	greek
	cyrillic
	eastAsian // Chinese characters and Japanese kana, which Japanese names mix
	hangul
)

// A letter is what a name may have.
type letter struct {
	script script
	like   string // what it looks like
}

// alphabets are the letters of names. Each group begins with what the letters in it look like, in small Latin letters
// where there is such a one; a small and a large letter that look alike are in one group.
var alphabets = [...]struct {
	script script
	groups string
}{
	{noScript, "o0 l1 22 33 44 55 66 77 88 99"},
	{latin, "aaAàÀáÁâÂãÃäÄåÅāĀăĂąĄ aæÆ bbB ccCçÇćĆĉĈċĊčČ ddDďĎđĐðÐ eeEèÈéÉêÊëËēĒĕĔėĖęĘěĚ eœŒ ffF ggGĝĜğĞġĠģĢ hhHĥĤħĦ " +
		"liIìÌíÍîÎïÏĩĨīĪĭĬįĮıİ jjJĵĴ kkKķĶ llLĺĹļĻľĽłŁ mmM nnNñÑńŃņŅňŇŋŊ ooOòÒóÓôÔõÕöÖøØōŌŏŎőŐ ppPþÞ qqQ rrRŕŔŗŖřŘ " +
		"ssSśŚŝŜşŞšŠșȘ sßẞ ttTţŢťŤŧŦțȚ uuUùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲ vvV wwWŵŴ xxX yyYýÝÿŸŷŶ zzZźŹżŻžŽ"},
	{greek, "aαΑάΆ bβΒ yγ γΓ δδΔ eεΕέΈ zζΖ nηή hΗΉ θθΘ lιΙίΊϊΪΐ kκΚ λλΛ uμ mΜ vν nΝ ξξΞ oοΟόΌ ππΠ pρΡ σσςΣ tτΤ uυύϋΰ yΥΎΫ " +
		"φφΦ xχΧ ψψΨ wωώ ωΩΏ"},
	{cyrillic, "aаА 6бБ bвВьЬъЪ rгГґҐ дДд eеЕёЁєЄ жжЖ 3зЗ uиИйЙ kкК лЛл mмМ hнН oоО nпП pрР cсС tтТ yуУўЎ фФф xхХ цЦц 4чЧ шшШ щщЩ " +
		"ыыЫ ээЭ юЮю яЯя lіІїЇ jјЈ sѕЅ"},
}

// eastAsianAlike are kana and Chinese characters that look like another one. Each group begins with the character that
// stands for it. Small kana, and kana with marks, look like those without.
var eastAsianAlike = strings.Fields("あぁ いぃ うぅゔ えぇ おぉ かがゕ きぎ くぐ けげゖ こご さざ しじ すず せぜ そぞ ただ ちぢ つっづ てで とど はばぱ ひびぴ ふぶぷ へべぺヘベペ ほぼぽ " +
	"やゃ ゆゅ よょ わゎ りリ アァ イィ ウゥヴ 工エェ 才オォ 力カガヵ キギ クグ ケゲヶ コゴ サザ シジ スズ セゼ ソゾ 夕タダ ツッヅ テデ 卜トド 八ハバパ ヒビピ フブプ ホボポ " +
	"ヤャ ユュ ヨョ ワヮヷ 一ー 二ニ 三ミ 口ロ囗 又ヌ 乂メ 日曰 土士 未末 己已巳 人入 干千于チヂ")

// letterOf returns a letter, and whether names may have it.
func letterOf(r rune) (l letter, ok bool) {
	switch {
	case r < 0x3000:
		l, ok = letters()[r]
		return l, ok
	case r == '々', r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, r == 'ー', // kana
		r >= 0x3400 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff: // Chinese characters, without those for compatibility
		like, ok := alike()[r]
		if !ok {
			like = string(r)
		}
		return letter{eastAsian, like}, format.Visible(r)
	case r >= 0xac00 && r <= 0xd7a3:
		return letter{hangul, string(r)}, true
	}
	return letter{}, false
}

// alike returns the first character of the group for each character of eastAsianAlike.
var alike = sync.OnceValue(func() map[rune]string {
	all := make(map[rune]string)
	for _, group := range eastAsianAlike {
		first, _ := utf8.DecodeRuneInString(group)
		for _, r := range group {
			all[r] = string(first)
		}
	}
	return all
})

// letters returns the letters of all alphabets.
var letters = sync.OnceValue(spell)

func spell() map[rune]letter {
	all := make(map[rune]letter, 512)
	for _, a := range alphabets {
		for group := range strings.FieldsSeq(a.groups) {
			like, n := utf8.DecodeRuneInString(group)
			for _, r := range group[n:] {
				all[r] = letter{a.script, string(unicode.ToLower(like))}
			}
		}
	}
	return all
}

// MarshalText returns the name as text, as in JSON.
func (n Name) MarshalText() ([]byte, error) { return []byte(n.text), nil }

// UnmarshalText reads a name that was written by MarshalText: see Kept.
func (n *Name) UnmarshalText(text []byte) error {
	*n = Kept(string(text))
	if n.IsZero() && len(text) > 0 {
		return ErrLetter
	}
	return nil
}

package input

import (
	"strings"
	"sync"
	"unicode"
)

// layoutKeys are the keys on a US keyboard for the columns of layouts.
const layoutKeys = "q w e r t y u i o p [ ] a s d f g h j k l ; ' z x c v b n m , . /"

// layouts are the letters of keyboard layouts without Latin letters, in the order of layoutKeys, from
// xkeyboard-config. A dot marks a key without such a letter. Alphabets without upper case have a second row for
// letters with Shift.
//
// Some letters are at different places in two layouts. For such a letter, the first layout in the table is used. A
// layout with a language precedes the others for players with that language, and is not used for other players,
// because the Russian layout has the same letters at other places.
var layouts = []struct{ name, language, letters string }{
	{"Russian", "", "й ц у к е н г ш щ з х ъ ф ы в а п р о л д ж э я ч с м и т ь б ю ."},
	{"Ukrainian", "", "й ц у к е н г ш щ з х ї ф і в а п р о л д ж є я ч с м и т ь б ю ."},
	{"Belarusian", "", "й ц у к е н г ш ў з х . ф ы в а п р о л д ж э я ч с м і т ь б ю ."},
	{"Tajik", "", "й қ у к е н г ш ҳ з х ъ ф ҷ в а п р о л д ж э я ч с м и т ӣ б ю ."},
	{"Greek", "", ". ς ε ρ τ υ θ ι ο π . . α σ δ φ γ η ξ κ λ . . ζ χ ψ ω β ν μ . . ."},
	{"Hebrew", "", ". . ק ר א ט ו ן ם פ . . ש ד ג כ ע י ח ל ך ף . ז ס ב ה נ מ צ ת ץ ."},
	{"Persian", "", "ض ص ث ق ف غ ع ه خ ح ج چ ش س ی ب ل ا ت ن م ک گ ظ ط ز ر ذ د پ و . ."},
	{"Arabic", "", "ض ص ث ق ف غ ع ه خ ح ج د ش س ي ب ل ا ت ن م ك ط ئ ء ؤ ر . ى ة و ز ظ"},
	{
		"Arabic, Shift", "",
		"\u064e \u064b \u064f \u064c . إ . . . ؛ . . \u0650 \u064d . . . أ ـ ، . . . . \u0652 . . . آ . . . .",
	},
	{"Georgian", "", "ქ წ ე რ ტ ყ უ ი ო პ . . ა ს დ ფ გ ჰ ჯ კ ლ . . ზ ხ ც ვ ბ ნ მ . . ."},
	{"Georgian, Shift", "", ". ჭ . ღ თ . . . . . . . . შ . . . . ჟ . . . . ძ . ჩ . . . . . . ."},
	{"Armenian", "", "ճ փ բ ս մ ո ւ կ ը թ ծ ց ջ վ գ ե ա ն ի տ հ պ ր ժ դ չ յ զ լ ք խ շ ռ"},
	{"Korean", "", "ㅂ ㅈ ㄷ ㄱ ㅅ ㅛ ㅕ ㅑ ㅐ ㅔ . . ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ . . ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ . . ."},
	{"Korean, Shift", "", "ㅃ ㅉ ㄸ ㄲ ㅆ . . . ㅒ ㅖ . . . . . . . . . . . . . . . . . . . . . . ."},
	{
		"Thai", "",
		"ๆ ไ \u0e33 พ \u0e30 \u0e31 \u0e35 ร น ย บ ล ฟ ห ก ด เ \u0e49 \u0e48 \u0e32 ส ว ง ผ ป แ อ \u0e34 \u0e37 ท ม " +
			"ใ ฝ",
	},
	{
		"Thai, Shift", "",
		". . ฎ ฑ ธ \u0e4d \u0e4a ณ ฯ ญ ฐ . ฤ ฆ ฏ โ ฌ \u0e47 \u0e4b ษ ศ ซ . . . ฉ ฮ \u0e3a \u0e4c . ฒ ฬ ฦ",
	},
	{
		"Hindi", "",
		"\u094c \u0948 \u093e \u0940 \u0942 ब ह ग द ज ड \u093c \u094b \u0947 \u094d \u093f \u0941 प र क त च ट " +
			"\u0946 \u0902 म न व ल स . . य",
	},
	{"Hindi, Shift", "", "औ ऐ आ ई ऊ भ ङ घ ध झ ढ ञ ओ ए अ इ उ फ ऱ ख थ छ ठ ऎ \u0901 ण ऩ ऴ ळ श ष . ."},
	{"Turkish", "", ". . . . . . . ı . . . . . . . . . . . . . . . . . . . . . . . . ."},
	{"Bulgarian", "bg", ". у е и ш щ к с д з ц . ь я а о ж г т н в м ч ю й ъ э ф х п р л б"},
	{"Bulgarian, Shift", "bg", "ы . . . . . . . . . . . ѝ . . . . . . . . . . . . . . . . . . . ."},
	{"Serbian", "sr", "љ њ е р т з у и о п ш ђ а с д ф г х ј к л ч ћ ж џ ц в б н м . . ."},
	{"Macedonian", "mk", "љ њ е р т ѕ у и о п ш ѓ а с д ф г х ј к л ч ќ з џ ц в б н м . . ."},
	{"Mongolian", "mn", "ф ц у ж э н г ш ү з к ъ й ы б ө а х р о л д п я ч ё с м и т ь в ю"},
}

// digitZeros are the digits zero in Arabic, Persian, Hindi and Thai.
const digitZeros = "٠۰०๐"

// usLetters maps the letters of layouts to keys of a US keyboard, for each language in layouts; "" stands for all
// other languages.
var usLetters = sync.OnceValue(func() map[string]map[rune]rune {
	keys, all := []rune(strings.ReplaceAll(layoutKeys, " ", "")), map[string]map[rune]rune{}
	for _, l := range layouts {
		if all[l.language] == nil {
			all[l.language] = map[rune]rune{}
		}
		for i, letter := range strings.Fields(l.letters) {
			r := []rune(letter)[0]
			if _, known := all[l.language][r]; !known && r != '.' {
				all[l.language][r] = keys[i]
			}
		}
	}
	return all
})

// usKey returns the US keyboard character of the key that types r, or 0 if it is unknown.
func usKey(r rune, language string) rune {
	r = unicode.ToLower(r)
	if r >= 0xff01 && r <= 0xff5e { // full-width forms from input methods
		return unicode.ToLower(r - 0xff00 + ' ')
	}
	for _, zero := range digitZeros {
		if r >= zero && r < zero+10 {
			return '0' + r - zero
		}
	}
	letters := usLetters()
	if key := letters[language][r]; key != 0 {
		return key
	}
	return letters[""][r]
}

// Latin returns the character that a press or a repeat types, or 0. For a letter of a layout without Latin letters,
// it returns the lower-case character of the same key on a US keyboard. Use it for commands and not for text.
func (ev Keystroke) Latin() rune {
	switch r := ev.Character(); {
	case r < 0x80:
		return r
	case ev.Base != 0:
		return ev.Base
	default:
		return usKey(r, "")
	}
}

package ansi

import (
	"strings"
	"testing"
	"unicode/utf8"

	"arkterm/render/cell"
)

// TestStyleSequences draws a cell in one style, then another cell in another style, and compares the bytes of both
// frames. The styles have attributes, palette colors, default colors, underlines and hyperlinks.
func TestStyleSequences(t *testing.T) {
	plain := cell.Style{Fg: cell.Default, Bg: cell.Default}
	attr := func(a cell.Attr) cell.Style { return cell.Style{Fg: cell.Default, Bg: cell.Default, Attr: a} }
	colors := func(fg, bg cell.Color) cell.Style { return cell.Style{Fg: fg, Bg: bg} }
	type extra = cell.Extra
	none := extra{Underline: cell.Default}
	link := func(url, id string) extra { return extra{Underline: cell.Default, URL: url, ID: id} }
	for _, c := range []struct {
		name            string
		tier            cell.Tier
		first, second   cell.Style
		extra1, extra2  cell.Extra
		want, wantPlain string // expected bytes with and without underline styles and hyperlinks; "" means the same
	}{
		{"italic, then plain", cell.Truecolor, attr(cell.Italic), plain, none, none, "\x1b[3mx\x1b[my", ""},
		{
			"blink, then italic", cell.Truecolor, attr(cell.Blink), attr(cell.Italic), none, none, "\x1b[5mx\x1b[0;3my",
			"",
		},
		{
			"strike-through is turned off", cell.Truecolor,
			cell.Style{Fg: 0x010203, Bg: cell.Default, Attr: cell.StrikeThrough},
			colors(0x010203, cell.Default), none, none, "\x1b[9;38;2;1;2;3mx\x1b[29my", "",
		},
		{
			"blink is turned off", cell.Truecolor,
			cell.Style{Fg: 0x010203, Bg: cell.Default, Attr: cell.Blink},
			colors(0x010203, cell.Default), none, none, "\x1b[5;38;2;1;2;3mx\x1b[25my", "",
		},
		{
			"italic is turned off", cell.Truecolor,
			cell.Style{Fg: 0x010203, Bg: cell.Default, Attr: cell.Italic},
			colors(0x010203, cell.Default), none, none, "\x1b[3;38;2;1;2;3mx\x1b[23my", "",
		},
		{
			"underline is turned off", cell.Truecolor,
			cell.Style{Fg: 0x010203, Bg: cell.Default, Attr: cell.Underline},
			colors(0x010203, cell.Default), none, none, "\x1b[4;38;2;1;2;3mx\x1b[24my", "",
		},
		{
			"attributes without colors", cell.Mono,
			cell.Style{Fg: cell.Indexed(3), Bg: 0xff0000, Attr: cell.Italic | cell.Bold},
			attr(cell.Underline), none, none, "\x1b[1;3mx\x1b[0;4my", "",
		},
		{
			"double, then curly underline", cell.Truecolor,
			attr(cell.DoubleUnderline), attr(cell.CurlyUnderline), none, none,
			"\x1b[4:2mx\x1b[4:3my", "\x1b[4mxy",
		},
		{
			"dotted, then dashed underline", cell.Truecolor,
			attr(cell.DottedUnderline), attr(cell.DashedUnderline), none, none,
			"\x1b[4:4mx\x1b[4:5my", "\x1b[4mxy",
		},
		{
			"palette colors", cell.Truecolor, colors(cell.Indexed(1), cell.Indexed(12)),
			colors(cell.Indexed(201), cell.Default),
			none, none, "\x1b[31;104mx\x1b[0;38;5;201my", "",
		},
		{
			"default foreground after a palette color", cell.Truecolor,
			colors(cell.Indexed(1), 0x010203), colors(cell.Default, 0x010203),
			none,
			none, "\x1b[31;48;2;1;2;3mx\x1b[39my", "",
		},
		{
			"palette colors with 16 colors", cell.Colors16,
			colors(cell.Indexed(5), cell.Indexed(196)), plain, none, none,
			"\x1b[35;101mx\x1b[my", "",
		},
		{
			"an underline color", cell.Truecolor, attr(cell.CurlyUnderline), attr(cell.CurlyUnderline),
			extra{Underline: 0x010203},
			none, "\x1b[4:3;58:2::1:2:3mx\x1b[59my", "\x1b[4mxy",
		},
		{
			"two underline colors of the palette", cell.Colors256, attr(cell.Underline), attr(cell.Underline),
			extra{Underline: cell.Indexed(9)},
			extra{Underline: cell.Indexed(10)},
			"\x1b[4;58:5:9mx\x1b[58:5:10my", "\x1b[4mxy",
		},
		{
			"an underline color without an underline", cell.Truecolor, plain, plain,
			extra{Underline: 0x010203},
			none, "xy",
			"",
		},
		{
			"a hyperlink", cell.Truecolor, plain, plain, link("http://a/", ""), none,
			"\x1b]8;;http://a/\x1b\\x\x1b]8;;\x1b\\y", "xy",
		},
		{
			"two hyperlinks", cell.Truecolor, plain, plain, link("http://a/", "1"), link("http://b/;c", ""),
			"\x1b]8;id=1;http://a/\x1b\\x\x1b]8;;\x1b\\\x1b]8;;http://b/;c\x1b\\y\x1b]8;;\x1b\\", "xy",
		},
		{
			"a hyperlink in two underline colors", cell.Truecolor, attr(cell.Underline), attr(cell.Underline),
			extra{Underline: 0x010203, URL: "a:"},
			extra{Underline: 0x010204, URL: "a:"},
			"\x1b]8;;a:\x1b\\\x1b[4;58:2::1:2:3mx\x1b]8;;\x1b\\\x1b]8;;a:\x1b\\\x1b[0;4;58:2::1:2:4my\x1b]8;;\x1b\\",
			"\x1b[4mxy",
		},
	} {
		for _, extended := range []bool{true, false} {
			var e Encoder
			e.SetTier(c.tier)
			e.SetUnderlines(extended)
			e.SetLinks(extended)
			var f cell.Frame
			f.Resize(20, 4)
			f.Fill(0, 0, 20, 4, ' ', plain)
			f.Cursor = cell.Cursor{X: 4, Y: 2, Placed: true}
			e.Frame(nil, &f)
			f.Cursor.Placed = false

			c.first.Attr |= f.Extra(c.extra1)
			c.second.Attr |= f.Extra(c.extra2)
			f.Set(4, 2, 'x', c.first)
			got := string(e.Frame(nil, &f))
			f.Set(5, 2, 'y', c.second)
			got += string(e.Frame(nil, &f))

			want := c.want
			if !extended && c.wantPlain != "" {
				want = c.wantPlain
			}
			if got != want {
				t.Errorf("%s, SetUnderlines(%[2]v), SetLinks(%[2]v): sent %[3]q, want %[4]q", c.name, extended, got,
					want)
			}
			c.first.Attr &^= cell.ExtraMask
			c.second.Attr &^= cell.ExtraMask
		}
	}
}

// TestHyperlinksOfAFrame checks that a hyperlink stays open while only the style changes, and that the next hyperlink
// ends it.
func TestHyperlinksOfAFrame(t *testing.T) {
	var e Encoder
	e.SetTier(cell.Mono)
	e.SetLinks(true)
	var f cell.Frame
	f.Resize(3, 1)
	a := f.Extra(cell.Extra{Underline: cell.Default, URL: "a:"})
	b := f.Extra(cell.Extra{Underline: cell.Default, URL: "b:", ID: "1"})
	f.Set(0, 0, 'x', cell.Style{Attr: a})
	f.Set(1, 0, 'y', cell.Style{Attr: a | cell.Bold})
	f.Set(2, 0, 'z', cell.Style{Attr: b})
	const want = "\x1b]8;;\x1b\\\x1b[H\x1b]8;;a:\x1b\\\x1b[mx\x1b[1my\x1b]8;id=1;b:\x1b\\\x1b[mz\x1b]8;;\x1b\\"
	if got := string(e.Frame(nil, &f)); got != want {
		t.Errorf("Frame of two hyperlinks = %q, want %q", got, want)
	}
}

// TestAttributesAreVisibleOnBlanks checks that the Encoder sends the foreground of a blank if an attribute makes it
// visible.
func TestAttributesAreVisibleOnBlanks(t *testing.T) {
	for _, a := range []cell.Attr{cell.Reverse, cell.StrikeThrough, cell.Underline, cell.DashedUnderline} {
		var e Encoder
		var f cell.Frame
		f.Resize(4, 1)
		f.Fill(0, 0, 4, 1, ' ', cell.Style{Fg: 1, Bg: 2})
		e.Frame(nil, &f)
		f.Set(1, 0, ' ', cell.Style{Fg: 3, Bg: 2, Attr: a})
		if sent := string(e.Frame(nil, &f)); !strings.Contains(sent, ";38;2;0;0;3m") {
			t.Errorf("attribute %b: Frame sends %q, want the foreground 0;0;3", a, sent)
		}
	}
}

// TestHyperlinksCannotInjectSequences checks that neither the URL nor the ID of a hyperlink can end the sequence that
// contains it.
func TestHyperlinksCannotInjectSequences(t *testing.T) {
	long := strings.Repeat("x", maxURL)
	for _, c := range []struct{ url, id, want string }{
		{"http://a/\x1b\\\x1b[2J\a", "", ";http://a/%1B\\%1B[2J%07"},
		{"http://ä/\u009c", "", ";http://%C3%A4/%C2%9C"},
		{"\x7f\x00\n", "", ";%7F%00%0A"},
		{"a:", "x:y;z \x1bé", "id=x_y_z____;a:"},
		{long, "", ";" + long},
		{long + "x", "", ""},
		{strings.Repeat("\x1b", maxURL), "", ""},
		{"a:", strings.Repeat("i", maxLinkID), "id=" + strings.Repeat("i", maxLinkID) + ";a:"},
		{"a:", strings.Repeat("i", maxLinkID+1), ";a:"},
		{"", "id", ""},
	} {
		if got := linkOf(cell.Extra{URL: c.url, ID: c.id}); got != c.want {
			t.Errorf("linkOf(%.20q, %.20q) = %.60q, want %.60q", c.url, c.id, got, c.want)
		}
	}
}

func FuzzHyperlink(f *testing.F) {
	f.Add("http://a/\x1b\\", "\a;")
	f.Fuzz(func(t *testing.T, url, id string) {
		link := linkOf(cell.Extra{URL: url, ID: id})
		params, _, _ := strings.Cut(link, ";")
		if bad := strings.IndexFunc(link, func(r rune) bool { return r < ' ' || r > '~' }); bad >= 0 ||
			!utf8.ValidString(link) || strings.ContainsAny(params, ": ") {
			t.Fatalf("linkOf(%q, %q) = %q, want printable ASCII, and no colon or space in the ID", url, id, link)
		}
		if len(link) > maxURL+maxLinkID+len("id=;") {
			t.Fatalf("linkOf(%q, %q) has %d bytes, want at most %d", url, id, len(link), maxURL+maxLinkID+len("id=;"))
		}
	})
}

// TestPartsCloseHyperlinks checks that each part of a frame closes its hyperlinks, and that no part has much more bytes
// than the limit.
func TestPartsCloseHyperlinks(t *testing.T) {
	var e Encoder
	e.SetLinks(true)
	var f cell.Frame
	f.Resize(60, 20)
	e.Frame(nil, &f)
	for n := range int64(40) {
		for y := range f.H {
			a := f.Extra(cell.Extra{Underline: cell.Default, URL: "https://example.org/" + strings.Repeat("p", 40+y)})
			f.Fill(int(n)%50, y, 7, 1, rune('a'+n%20), cell.Style{Fg: 0xffffff, Attr: a})
		}
		sent := string(e.PartialFrame(nil, &f, Limit{400, n}))
		if last := strings.LastIndex(sent, linkBegin); last >= 0 && !strings.HasPrefix(sent[last:], closeLink) {
			t.Fatalf("part %d leaves a hyperlink open, want it closed: %q", n, sent)
		}
		if len(sent) > 900 {
			t.Errorf("part %d has %d bytes, want at most 900", n, len(sent))
		}
	}
}

func TestExtrasDoNotAllocate(t *testing.T) {
	var e Encoder
	e.SetLinks(true)
	e.SetUnderlines(true)
	var f cell.Frame
	f.Resize(80, 24)
	dst := make([]byte, 0, 1<<17)
	n := 0
	draw := func() {
		n++
		for y := range f.H {
			a := f.Extra(cell.Extra{Underline: cell.Indexed(y), URL: "https://example.org/"})
			f.Fill(n%70, y, 9, 1, rune('a'+n%20), cell.Style{
				Fg: cell.Default, Bg: cell.Default,
				Attr: a | cell.CurlyUnderline,
			})
		}
		e.Frame(dst, &f)
	}
	if allocs := testing.AllocsPerRun(100, draw); allocs > 0 && !testing.Short() {
		t.Errorf("Frame allocates %v times, want 0", allocs)
	}
}

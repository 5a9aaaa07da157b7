package main

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/input"
)

// TestManualPages renews the manual pages in docs/man with -update: they are made out of the commands, the
// tables of settings and keys, and what the manual and the documentation of the formats say.
func TestManualPages(t *testing.T) {
	formats := testenv.ReadDoc(t, "../../docs/formats.md")
	recordings, codes, ok := strings.Cut(formats, "\n# Codes\n")
	if !ok {
		t.Fatal("docs/formats.md has no heading for codes")
	}
	testenv.ManualPages(t, map[string]string{
		"arkterm.1":        commandsPage(t),
		"arkterm-config.5": configPage(t),
		"arkterm-levels.5": levelsPage(t),
		"arkterm-replay.5": testenv.ManTitle("arkterm-replay", 5) +
			"# NAME\n\narkterm-replay - recordings of games, casts and codes\n\n" +
			"# RECORDINGS\n" + testenv.ManSection(strings.TrimPrefix(recordings, "# Recordings\n")) + "\n# CODES\n" + testenv.ManSection(codes) + testenv.ManSeeAlso,
	}, *update)
}

// commandsPage returns arkterm(1).
func commandsPage(t *testing.T) string {
	root := newRoot(nil)
	var b strings.Builder
	b.WriteString(testenv.ManTitle("arkterm", 1))
	fmt.Fprintf(&b, "# NAME\n\narkterm - %s\n\n# SYNOPSIS\n\n**arkterm** [*flags*]\n\n**arkterm** *COMMAND* [*flags*] [*arguments*]\n\n",
		strings.ToLower(root.Short[:1])+root.Short[1:])
	fmt.Fprintf(&b, "# DESCRIPTION\n\n%s\n\n", root.Long)

	manual := testenv.ReadDoc(t, "../../docs/manual.md")
	_, playing, _ := strings.Cut(manual, "\n## Playing\n")
	playing, _, ok := strings.Cut(playing, "\n### The first game\n")
	if !ok {
		t.Fatal("docs/manual.md has no part about playing")
	}
	_, playing, _ = strings.Cut(strings.TrimLeft(playing, "\n"), "\n\n") // the first paragraph says where the keys are: below
	b.WriteString(testenv.ManText(playing))

	b.WriteString("\n# COMMANDS\n\n")
	testenv.WriteManCommands(&b, root)
	b.WriteString("# KEYS\n\nIn a game, and where it makes sense in menus. **arkterm-config**(5) says how to change them.\n")
	b.WriteString(keyTable(t, testenv.ReadDoc(t, "../../README.md"), "## Keys"))
	b.WriteString("\n### In a replay\n")
	b.WriteString(keyTable(t, manual, "### Watching"))
	b.WriteString("\n### With --narrate\n")
	b.WriteString(keyTable(t, manual, "## Without seeing it"))

	_, files, _ := strings.Cut(manual, "\n## Files and exit codes\n")
	b.WriteString("\n# FILES AND EXIT CODES\n" + testenv.ManText(files))
	return b.String() + testenv.ManSeeAlso
}

// keyTable returns the table of keys below a heading, as a list of terms.
func keyTable(t *testing.T, text, heading string) string {
	_, text, _ = strings.Cut(text, "\n"+heading+"\n")
	at := strings.Index(text, "\n| key |")
	if at < 0 {
		t.Fatalf("there is no table of keys below %q", heading)
	}
	table, _, _ := strings.Cut(text[at+1:], "\n\n")
	return testenv.ManText(table + "\n")
}

// configPage returns arkterm-config(5).
func configPage(t *testing.T) string {
	_, themes, _ := strings.Cut(testenv.ReadDoc(t, "../../docs/manual.md"), "\n### Themes and effects\n")
	themes, _, ok := strings.Cut(themes, "\nFor screen magnifiers")
	if !ok {
		t.Fatal("docs/manual.md has no part about themes")
	}
	return testenv.ManTitle("arkterm-config", 5) + "# NAME\n\narkterm-config - settings of arkterm\n\n# DESCRIPTION\n\n" +
		"The settings of arkterm are in a text file, config.toml. There need not be one: what is not in it is as usual, and most settings are in " +
		"the menu as well. **arkterm paths** says where it is, **arkterm config edit** opens it, and makes one with all settings as comments if " +
		"there is none, **arkterm config check** says what is wrong with it, and **arkterm config show** prints each setting with what has set it.\n\n" +
		"A line is the name of a setting and its value; what stands behind # means nothing. Each setting is also a flag, for one game: " +
		"**--theme okabe**. Flags take precedence over variables such as NO_COLOR, these over what the menu has set, and that over config.toml.\n\n" +
		"# EXAMPLE\n\n```\ntheme = \"okabe\"\nfps = 30\nassist = \"aim,wide\"\n\n[keys]\nleft = [\"h\", \"Left\"]\nright = [\"l\", \"Right\"]\n```\n\n" +
		"# SETTINGS\n\nWith the usual value of each.\n" + settingTerms() +
		"\n# KEYS\n\nThe actions that the table **[keys]** of config.toml gives keys to, what each does, and its keys in the usual key map. " +
		"A key is a character, or one of Left, Right, Up, Down, Space, Enter, Esc, Tab, Backspace, Insert, Delete, Home, End, PgUp, PgDn and F1 to F12:\n\n" +
		"```\n[keys]\nleft = [\"h\", \"Left\"]\nfire = [\"Space\", \"f\"]\n```\n" + actions() +
		"\n# THEMES\n" + testenv.ManText(themes) + testenv.ManSeeAlso
}

// settingTerms returns all settings as a list of terms.
func settingTerms() string {
	var b strings.Builder
	for i := range settings.Options {
		o := &settings.Options[i]
		fmt.Fprintf(&b, "\n**%s** = %q\n: %s. It takes %s.\n", o.Name, o.Values[0], strings.ToUpper(o.Help[:1])+o.Help[1:], o.Takes())
	}
	return b.String()
}

// actions returns all actions as a list of terms.
func actions() string {
	var b strings.Builder
	m, _ := input.Preset(input.PresetNames()[0])
	for _, name := range input.ActionNames() {
		a, _ := input.ParseAction(name)
		keys := "none"
		if all := m.Keys(a); len(all) > 0 {
			keys = strings.Trim(fmt.Sprint(all), "[]")
		}
		fmt.Fprintf(&b, "\n**%s**\n: %s (%s)\n", name, a.Description(), keys)
	}
	return b.String()
}

// levelsPage returns arkterm-levels(5), which is the documentation of the package levels.
func levelsPage(t *testing.T) string {
	file, err := parser.ParseFile(token.NewFileSet(), "../../levels/doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	everything := func(string, string) bool { return true } // a name in brackets is one of the package
	p := comment.Parser{LookupSym: everything}
	about := p.Parse(file.Doc.Text())
	about.Content = about.Content[1:] // what the package is
	printer := comment.Printer{
		HeadingLevel: 1,
		HeadingID:    func(*comment.Heading) string { return "" },
		DocLinkURL:   func(*comment.DocLink) string { return "" },
	}
	return testenv.ManTitle("arkterm-levels", 5) + "# NAME\n\narkterm-levels - levels that arkterm plays\n\n" +
		"# DESCRIPTION\n\nA level is drawn in any text editor, and a file has one or many. **arkterm levels check** *FILE* says what is wrong with a file, " +
		"**arkterm --levels** *FILE* plays it, and a folder of files as one game, **arkterm levels rate** *FILE* lets bots say how hard it is, and " +
		"**arkterm share** *FILE* makes a line of it that others can play.\n\n" +
		"# THE FORMAT\n\n" + testenv.ManSection(testenv.ManTerms(string(printer.Markdown(about)))) + testenv.ManSeeAlso
}

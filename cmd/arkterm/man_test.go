package main

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm/settings"
	"arkterm/input"
)

// TestManualPages renews the manual pages in docs/man with -update: they are made out of the commands, the
// tables of settings and keys, and what the manual and the documentation of the formats say.
func TestManualPages(t *testing.T) {
	formats := readDoc(t, "../../docs/formats.md")
	recordings, codes, ok := strings.Cut(formats, "\n# Codes\n")
	if !ok {
		t.Fatal("docs/formats.md has no heading for codes")
	}
	for page, text := range map[string]string{
		"arkterm.1":        commandsPage(t),
		"arkterm-config.5": configPage(t),
		"arkterm-levels.5": levelsPage(t),
		"arkterm-serve.8":  servePage(t),
		"arkterm-replay.5": title("arkterm-replay", 5) +
			"# NAME\n\narkterm-replay - recordings of games, casts and codes\n\n" +
			"# RECORDINGS\n" + below(strings.TrimPrefix(recordings, "# Recordings\n")) + "\n# CODES\n" + below(codes) + seeAlso,
	} {
		page = filepath.Join("..", "..", "docs", "man", page)
		got := md2man.Render([]byte(text))
		if *update {
			if err := os.WriteFile(page, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := readDoc(t, page); string(got) != want {
			t.Errorf("%s is not what the tables say: go test ./cmd/arkterm -run ManualPages -update", page)
		}
	}
}

var markdownLink = regexp.MustCompile(`\[([^]\n]+)\]\([^)\s]+\)`)

const seeAlso = "\n# SEE ALSO\n\n**arkterm**(1), **arkterm-config**(5), **arkterm-levels**(5), **arkterm-replay**(5), **arkterm-serve**(8)\n"

var (
	blocks  = regexp.MustCompile(`(?m)(^\t.*\n)+`)
	columns = regexp.MustCompile(`^\t(\S.*?)  +(\S.*)\n$`)
)

// terms returns Markdown with blocks of code that are two columns, wider than a page, as lists of terms.
func terms(text string) string {
	return blocks.ReplaceAllStringFunc(text, func(block string) string {
		var b strings.Builder
		wide := false
		for line := range strings.Lines(block) {
			m := columns.FindStringSubmatch(line)
			if m == nil {
				return block
			}
			wide = wide || len(line) > 74
			fmt.Fprintf(&b, "\n`%s`\n: %s\n", m[1], m[2])
		}
		if !wide {
			return block
		}
		return b.String()
	})
}

// below returns Markdown as plain does, with its headings as parts of the section before.
func below(text string) string {
	return plain(heading.ReplaceAllString(text, "##$1"))
}

var heading = regexp.MustCompile(`(?m)^(#+ )`)

// title returns the first line of a page.
func title(name string, section int) string {
	return fmt.Sprintf("%% %q \"%d\" \"\" \"arkterm\" \"arkterm's manual\"\n\n", strings.ToUpper(name), section)
}

// plain returns Markdown without links, and with tables as lists of terms: a page has no room for long cells.
func plain(text string) string {
	var b strings.Builder
	var head []string // of the table that the line is in
	for line := range strings.Lines(markdownLink.ReplaceAllString(text, "$1")) {
		if !strings.HasPrefix(line, "|") {
			head = nil
			b.WriteString(line)
			continue
		}
		line = strings.TrimSuffix(strings.TrimSpace(line), "|")[1:]
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case head == nil:
			head = cells
		case strings.HasPrefix(cells[0], "--"): // the line below the head
		default:
			b.WriteString(strings.ReplaceAll(fmt.Sprintf("\n%s\n: %s\n", cells[0], saysOf(head, cells)), "\x00", "|"))
		}
	}
	return b.String()
}

// saysOf returns what a row says of its first cell: the last one, and behind it the others by the heads of their columns. A table whose
// first column has no head is one of figures, of which each needs the head of its own.
func saysOf(head, cells []string) string {
	last := len(cells) - 1
	if head[0] == "" && last > 1 {
		var figures []string
		for i := 1; i <= last; i++ {
			figures = append(figures, head[i]+": "+cells[i])
		}
		return strings.Join(figures, "; ")
	}
	says := cells[last]
	for i := 1; i < last; i++ {
		if cells[i] != "–" {
			says += fmt.Sprintf(" (%s: %s)", head[i], cells[i])
		}
	}
	return says
}

// commandsPage returns arkterm(1).
func commandsPage(t *testing.T) string {
	root := newRoot(nil)
	var b strings.Builder
	b.WriteString(title("arkterm", 1))
	fmt.Fprintf(&b, "# NAME\n\narkterm - %s\n\n# SYNOPSIS\n\n**arkterm** [*flags*]\n\n**arkterm** *COMMAND* [*flags*] [*arguments*]\n\n",
		strings.ToLower(root.Short[:1])+root.Short[1:])
	fmt.Fprintf(&b, "# DESCRIPTION\n\n%s\n\n", root.Long)

	manual := readDoc(t, "../../docs/manual.md")
	_, playing, _ := strings.Cut(manual, "\n## Playing\n")
	playing, _, ok := strings.Cut(playing, "\n### The first game\n")
	if !ok {
		t.Fatal("docs/manual.md has no part about playing")
	}
	_, playing, _ = strings.Cut(strings.TrimLeft(playing, "\n"), "\n\n") // the first paragraph says where the keys are: below
	b.WriteString(plain(playing))

	b.WriteString("\n# COMMANDS\n\n")
	writeCommands(&b, root)
	b.WriteString("# KEYS\n\nIn a game, and where it makes sense in menus. **arkterm-config**(5) says how to change them.\n")
	b.WriteString(keyTable(t, readDoc(t, "../../README.md"), "## Keys"))
	b.WriteString("\n### In a replay\n")
	b.WriteString(keyTable(t, manual, "### Watching"))
	b.WriteString("\n### With --narrate\n")
	b.WriteString(keyTable(t, manual, "## Without seeing it"))

	_, files, _ := strings.Cut(manual, "\n## Files and exit codes\n")
	b.WriteString("\n# FILES AND EXIT CODES\n" + plain(files))
	return b.String() + seeAlso
}

// keyTable returns the table of keys below a heading, as a list of terms.
func keyTable(t *testing.T, text, heading string) string {
	_, text, _ = strings.Cut(text, "\n"+heading+"\n")
	at := strings.Index(text, "\n| key |")
	if at < 0 {
		t.Fatalf("there is no table of keys below %q", heading)
	}
	table, _, _ := strings.Cut(text[at+1:], "\n\n")
	return plain(table + "\n")
}

// writeCommands writes a section for each command below cmd that does something.
func writeCommands(b *strings.Builder, cmd *cobra.Command) {
	if cmd.Runnable() {
		fmt.Fprintf(b, "### %s\n\n", cmd.UseLine())
		about := cmd.Long
		if about == "" {
			about = cmd.Short + "."
		}
		fmt.Fprintf(b, "%s\n", about)
		if cmd.Example != "" {
			fmt.Fprintf(b, "\n```\n%s\n```\n", cmd.Example)
		}
		writeFlags(b, cmd)
		b.WriteString("\n")
	}
	for _, c := range cmd.Commands() {
		switch {
		case !c.IsAvailableCommand() || c.Name() == "play" || c.Name() == "help":
		case slices.Contains(ofServers, c.CommandPath()):
			fmt.Fprintf(b, "### %s\n\n%s: see **arkterm-serve**(8).\n\n", c.UseLine(), c.Short)
		default:
			writeCommands(b, c)
		}
	}
}

// ofServers are the commands that have a page of their own.
var ofServers = []string{"arkterm serve", "arkterm arcade"}

// writeFlags writes the flags of a command as a list of terms.
func writeFlags(b *strings.Builder, cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		of, usage := pflag.UnquoteUsage(f)
		if len(of) > 50 { // that many choices do not fit beside the flag
			of, usage = strings.ToUpper(f.Name), usage+": "+strings.ReplaceAll(of, "|", ", ")
		}
		if of != "" {
			of = " *" + of + "*"
		}
		if !slices.Contains([]string{"", "0", "false"}, f.DefValue) {
			usage += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		short := ""
		if f.Shorthand != "" {
			short = "**-" + f.Shorthand + "**, "
		}
		fmt.Fprintf(b, "\n%s**--%s**%s\n: %s\n", short, f.Name, of, usage)
	})
}

// servePage returns arkterm-serve(8): the commands of who runs an arcade, what visitors can send, and what the manual of the arcade says
// of running one.
func servePage(t *testing.T) string {
	manual := readDoc(t, "../../docs/arcade.md")
	part := func(heading, until string) string {
		_, text, ok := strings.Cut(manual, "\n"+heading+"\n")
		text, _, found := strings.Cut(text, "\n"+until+"\n")
		if !ok || !found {
			t.Fatalf("docs/arcade.md has no part from %q to %q", heading, until)
		}
		return plain(text) + "\n"
	}
	var b strings.Builder
	b.WriteString(title("arkterm-serve", 8) + "# NAME\n\narkterm-serve - an arcade that others enter by ssh\n\n" +
		"# SYNOPSIS\n\n**arkterm serve** [*flags*]\n\n**arkterm arcade** *COMMAND* [*flags*] [*arguments*]\n\n# DESCRIPTION\n\n")
	b.WriteString(part("## Running one in five minutes", "### Flags"))
	b.WriteString("# COMMANDS\n\n")
	root := newRoot(nil)
	for _, name := range ofServers {
		cmd, _, err := root.Find(strings.Fields(name)[1:])
		if err != nil {
			t.Fatal(err)
		}
		writeCommands(&b, cmd)
	}
	b.WriteString("# WHAT VISITORS CAN SEND\n\nA visitor sends nothing and plays, or one of these. *HOST* stands for what leads to the server, such as " +
		"**-p 2222 play.example.org**.\n")
	for _, w := range arcade.Words() {
		fmt.Fprintf(&b, "\n`%s`\n: %s\n", w.Usage, w.Says)
	}
	for _, s := range [...][3]string{
		{"BEHIND A PROXY", "### Behind a proxy", "### The page"},
		{"THE PAGE", "### The page", "### Numbers, health and logs"},
		{"NUMBERS, HEALTH AND LOGS", "### Numbers, health and logs", "### Who is not let in"},
		{"WHO IS NOT LET IN", "### Who is not let in", "### What is kept, and for how long"},
		{"WHAT IS KEPT, AND FOR HOW LONG", "### What is kept, and for how long", "## Who is who"},
	} {
		fmt.Fprintf(&b, "\n# %s\n%s", s[0], part(s[1], s[2]))
	}
	return b.String() + seeAlso
}

// configPage returns arkterm-config(5).
func configPage(t *testing.T) string {
	_, themes, _ := strings.Cut(readDoc(t, "../../docs/manual.md"), "\n### Themes and effects\n")
	themes, _, ok := strings.Cut(themes, "\nFor screen magnifiers")
	if !ok {
		t.Fatal("docs/manual.md has no part about themes")
	}
	return title("arkterm-config", 5) + "# NAME\n\narkterm-config - settings of arkterm\n\n# DESCRIPTION\n\n" +
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
		"\n# THEMES\n" + plain(themes) + seeAlso
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
		fmt.Fprintf(&b, "\n**%s**\n: %s (%s)\n", name, a.Does(), keys)
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
	return title("arkterm-levels", 5) + "# NAME\n\narkterm-levels - levels that arkterm plays\n\n" +
		"# DESCRIPTION\n\nA level is drawn in any text editor, and a file has one or many. **arkterm levels check** *FILE* says what is wrong with a file, " +
		"**arkterm --levels** *FILE* plays it, and a folder of files as one game, **arkterm levels rate** *FILE* lets bots say how hard it is, and " +
		"**arkterm share** *FILE* makes a line of it that others can play.\n\n" +
		"# THE FORMAT\n\n" + below(terms(string(printer.Markdown(about)))) + seeAlso
}

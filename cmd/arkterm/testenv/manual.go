package testenv

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ManSeeAlso is the last section of each manual page.
const ManSeeAlso = "\n# SEE ALSO\n\n" +
	"**arkterm**(1), **arkterm-config**(5), **arkterm-levels**(5), **arkterm-replay**(5), **arkterm-arcade**(8)\n"

// ManualPages compares the manual pages in docs/man with pages made from Markdown. With update it writes them.
func ManualPages(t *testing.T, pages map[string]string, update bool) {
	t.Helper()
	for page, text := range pages {
		page = filepath.Join("..", "..", "docs", "man", page)
		got := md2man.Render([]byte(text))
		if update {
			if err := os.WriteFile(page, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := ReadDoc(t, page); string(got) != want {
			t.Errorf("%s is out of date: go test ./cmd/arkterm ./cmd/arkterm-arcade -run ManualPages -update", page)
		}
	}
}

// ReadDoc returns the text of a document.
func ReadDoc(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var markdownLink = regexp.MustCompile(`\[([^]\n]+)\]\([^)\s]+\)`)

var (
	blocks  = regexp.MustCompile(`(?m)(^\t.*\n)+`)
	columns = regexp.MustCompile(`^\t(\S.*?)  +(\S.*)\n$`)
)

// ManTerms returns Markdown for a manual page. Blocks of code with two columns that are wider than a page become lists
// of terms.
func ManTerms(text string) string {
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

// ManSection returns the same text as [ManText], with headings one level lower.
func ManSection(text string) string {
	return ManText(heading.ReplaceAllString(text, "##$1"))
}

var heading = regexp.MustCompile(`(?m)^(#+ )`)

// ManTitle returns the first line of a page.
func ManTitle(name string, section int) string {
	return fmt.Sprintf("%% %q \"%d\" \"\" \"arkterm\" \"arkterm's manual\"\n\n", strings.ToUpper(name), section)
}

// ManText returns Markdown for a manual page. It removes links and converts tables to lists of terms, because a page
// has no room for long cells.
func ManText(text string) string {
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
			b.WriteString(strings.ReplaceAll(fmt.Sprintf("\n%s\n: %s\n", cells[0], description(head, cells)), "\x00",
				"|"))
		}
	}
	return b.String()
}

// description returns the text for the first cell of a row: the last cell, followed by the others with the heads of
// their columns. In a table whose first column has no head, each cell is a figure and keeps its own head.
func description(head, cells []string) string {
	last := len(cells) - 1
	if head[0] == "" && last > 1 {
		var figures []string
		for i := 1; i <= last; i++ {
			figures = append(figures, head[i]+": "+cells[i])
		}
		return strings.Join(figures, "; ")
	}
	text := cells[last]
	for i := 1; i < last; i++ {
		if cells[i] != "–" {
			text += fmt.Sprintf(" (%s: %s)", head[i], cells[i])
		}
	}
	return text
}

// A FlagDescriber returns the type, the description and the values of a flag, each of which may be "".
type FlagDescriber = func(*pflag.Flag) (kind, text, choices string)

// WriteManCommands writes a section for each runnable command from cmd down, without the commands for single shells. In
// brief sections, the short description replaces the long one and the examples. shared returns the flags of a command
// that are described in another section, and a sentence about them; it may be nil.
func WriteManCommands(b *strings.Builder, cmd *cobra.Command, brief bool, describe FlagDescriber,
	shared func(*cobra.Command) (skip []string, text string),
) {
	if cmd.Runnable() {
		about := cmd.Long
		if about == "" || brief {
			about = cmd.Short + "."
		}
		fmt.Fprintf(b, "### %s\n\n%s\n", strings.TrimSuffix(cmd.UseLine(), " [flags]"), about)
		if cmd.Example != "" && !brief {
			fmt.Fprintf(b, "\n```\n%s\n```\n", cmd.Example)
		}
		skip, text := []string(nil), ""
		if shared != nil {
			skip, text = shared(cmd)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(skip, f.Name) {
				WriteManFlag(b, f, describe)
			}
		})
		if text != "" {
			fmt.Fprintf(b, "\n%s\n", text)
		}
		b.WriteString("\n")
	}
	if cmd.Name() == "completion" {
		return
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "play" && c.Name() != "help" {
			WriteManCommands(b, c, brief, describe, shared)
		}
	}
}

// WriteManFlag writes a flag as a term of a list, unless it is hidden or the flag for help.
func WriteManFlag(b *strings.Builder, f *pflag.Flag, describe FlagDescriber) {
	if f.Hidden || f.Name == "help" {
		return
	}
	kind, text, choices := describe(f)
	if kind != "" {
		kind = " *" + kind + "*"
	}
	if choices != "" {
		text += ": " + choices
	}
	short := ""
	if f.Shorthand != "" {
		short = "**-" + f.Shorthand + "**, "
	}
	fmt.Fprintf(b, "\n%s**--%s**%s\n: %s\n", short, f.Name, kind, text)
}

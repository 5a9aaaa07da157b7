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

// manualPages are the file names of all manual pages.
var manualPages = []string{"arkterm.1", "arkterm-config.5", "arkterm-levels.5", "arkterm-replay.5", "arkterm-arcade.8"}

// seeAlso returns the last section of a manual page, which lists the other pages.
func seeAlso(page string) string {
	var others []string
	for _, other := range manualPages {
		if name, section, _ := strings.Cut(other, "."); other != page {
			others = append(others, fmt.Sprintf("**%s**(%s)", name, section))
		}
	}
	return "\n# SEE ALSO\n\n" + strings.Join(others, ", ") + "\n"
}

// ManualPages tests that the manual pages in docs/man are up to date. pages maps file names to Markdown without the
// last section. With update, ManualPages first writes the pages.
func ManualPages(t *testing.T, pages map[string]string, update bool) {
	t.Helper()
	for page, text := range pages {
		text += seeAlso(page)
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

// markdownLink matches a link. Its group is the text.
var markdownLink = regexp.MustCompile(`\[([^]\n]+)\]\([^)\s]+\)`)

var (
	codeBlocks = regexp.MustCompile(`(?m)(^\t.*\n)+`)
	twoColumns = regexp.MustCompile(`^\t(\S.*?)  +(\S.*)\n$`)
)

// ManTerms converts Markdown for a manual page. Code blocks with two columns that are wider than a page become lists of
// terms.
func ManTerms(text string) string {
	return codeBlocks.ReplaceAllStringFunc(text, func(block string) string {
		var b strings.Builder
		wide := false
		for line := range strings.Lines(block) {
			m := twoColumns.FindStringSubmatch(line)
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

// ManSection converts Markdown for a manual page. It removes links, and makes headings one level lower.
func ManSection(text string) string {
	return headingMarks.ReplaceAllString(markdownLink.ReplaceAllString(text, "$1"), "##$1")
}

var headingMarks = regexp.MustCompile(`(?m)^(#+ )`)

// ManTitle returns the first lines of a page, which contain its name and section.
func ManTitle(name string, section int) string {
	return fmt.Sprintf("%% %q \"%d\" \"\" \"arkterm\" \"arkterm's manual\"\n\n", strings.ToUpper(name), section)
}

// A FlagDescriber returns the placeholder for the value, the description and the accepted values of a flag. Each may be
// "".
type FlagDescriber = func(*pflag.Flag) (kind, text, choices string)

// WriteManCommands writes a section for cmd and each of its subcommands that can be run, except the subcommands of
// completion. If brief is set, the short description replaces the long one. skip returns the flags of a command that
// another section describes.
func WriteManCommands(b *strings.Builder, cmd *cobra.Command, brief bool, describe FlagDescriber,
	skip func(*cobra.Command) []string,
) {
	if cmd.Runnable() {
		description := cmd.Long
		if description == "" || brief {
			description = cmd.Short + "."
		}
		fmt.Fprintf(b, "### %s\n\n%s\n", strings.TrimSuffix(cmd.UseLine(), " [flags]"), description)
		skipped := skip(cmd)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(skipped, f.Name) {
				WriteManFlag(b, f, describe)
			}
		})
		b.WriteString("\n")
	}
	if cmd.Name() == "completion" {
		return
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "play" && c.Name() != "help" {
			WriteManCommands(b, c, brief, describe, skip)
		}
	}
}

// WriteManFlag writes a flag as an item of a list of terms. It omits hidden flags and --help.
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

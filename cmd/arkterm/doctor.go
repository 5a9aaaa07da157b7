package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/audio"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
	"arkterm/render"
)

// A doctorFlags holds the flags of the doctor command.
type doctorFlags struct {
	choices settings.Choices
	noProbe bool // send no queries
	noTest  bool // skip the test of the keys
	json    bool
}

// newDoctor returns the command that reports on the terminal.
func newDoctor() *cobra.Command {
	var f doctorFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Show terminal capabilities, and test keys and mouse",
		Long: `Print the terminal's replies, the glyphs and colors in use with the reasons, the keyboard and
the link. In a terminal, doctor first lets you test keys and mouse. Hold an arrow key to
measure the repeat delay of your keyboard and to see whether the terminal reports key
releases. Without a terminal, doctor sends no queries and tests nothing.`,
		Example: `  arkterm doctor
  arkterm doctor --no-test
  arkterm doctor --json </dev/null | jq .terminal.term`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(tty.Getenv, store.UserFolders(), cmd.OutOrStdout())
		},
	}
	driver := &settings.Options[settings.Driver]
	cmd.Flags().Var(settings.Flag{Option: driver, Value: &f.choices.Values[settings.Driver][settings.ByFlag]},
		driver.Name,
		driver.Help)
	completeOption(cmd, settings.Driver)
	cmd.Flags().BoolVar(&f.noProbe, "no-probe", false, "send no queries to the terminal")
	cmd.Flags().BoolVar(&f.noTest, "no-test", false, "do not test keys and mouse")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// run queries the terminal, tests the keys and prints the report.
func (f *doctorFlags) run(env settings.Env, in store.Folders, w io.Writer) error {
	d := doctor{env: env, config: in.ConfigFile()}
	d.configErr = readConfig(&f.choices, in.ConfigFile())
	d.choices = f.choices
	if term.IsTerminal(0) && term.IsTerminal(1) && env("TERM") != "dumb" {
		if err := d.inspect(!f.noProbe && settings.CanSendQueries(env), !f.noTest && !f.json); err != nil {
			return err
		}
	}
	if err := f.print(w, &d); err != nil {
		return err
	}
	switch {
	case d.configErr != nil:
		return cli.Errorf(cli.ExitFile, "the configuration has errors, see above")
	case env("TERM") == "dumb":
		return cli.Errorf(cli.ExitTerminal,
			"TERM=dumb: the terminal cannot move its cursor, so nothing can be drawn on it")
	}
	return nil
}

// print prints the report.
func (f *doctorFlags) print(w io.Writer, d *doctor) error {
	if f.json {
		return cli.WriteJSON(w, d.json())
	}
	for _, s := range d.report() {
		if _, err := fmt.Fprintf(w, "%s\n%s\n", s.name, s.text()); err != nil {
			return err
		}
	}
	return nil
}

// A section is a part of the report.
type section struct {
	name string
	rows []row
}

// A row is a line of a section.
type row struct{ name, value string }

// text returns the rows, one per line.
func (s *section) text() string {
	var b strings.Builder
	for _, r := range s.rows {
		fmt.Fprintf(&b, "  %-14s %s\n", r.name, r.value)
	}
	return b.String()
}

// A doctor holds the facts about the terminal.
type doctor struct {
	env       settings.Env
	choices   settings.Choices
	config    string // path of the player's config.toml
	configErr error  // error of config.toml; nil if it is valid or missing

	hasTerminal bool // input and output are a terminal
	queried     bool // queries were sent to the terminal
	caps        screen.Caps
	flow        screen.Flow
	cols        int
	rows        int

	delay, period   time.Duration // delay and period of key repeats; 0 if not tested
	releaseReported bool          // a key release was reported
}

// report returns the whole report, in plain ASCII except for text from the terminal and the environment.
func (d *doctor) report() []section {
	return []section{
		{"terminal", d.terminalRows()},
		{"drawing", d.drawingRows()},
		{"keys and mouse", d.keyRows()},
		{"output", []row{
			{"driver", d.driver()},
			{"synchronized", d.answer(d.caps.Sync)},
			{"status (DSR)", d.answer(d.caps.Status)},
		}},
		{"sound", []row{{"device", d.sound()}}},
		{"arkterm", []row{{"version", strings.TrimSpace(cli.VersionText("arkterm"))}, {"config.toml", d.configRow()}}},
	}
}

// driver returns the screen that a game would use, and the reason.
func (d *doctor) driver() string {
	name, by := d.choices.ScreenDriver(d.env)
	return name + ", from " + by
}

func (d *doctor) terminalRows() []row {
	size := "none, because input or output is not a terminal"
	if d.hasTerminal {
		size = fmt.Sprintf("%d x %d cells", d.cols, d.rows)
		if d.cols < render.MinW || d.rows < render.MinH {
			size += fmt.Sprintf(", too small; a game needs at least %d x %d", render.MinW, render.MinH)
		}
	}
	link := "no"
	if settings.OverSSH(d.env) {
		link = fmt.Sprintf("SSH, %d frames a second", settings.RemoteFPS)
	}
	return []row{
		{"TERM", d.variable("TERM")},
		{"name", d.name()},
		{"COLORTERM", d.variable("COLORTERM")},
		{"locale", d.locale()},
		{"size", size},
		{"cell", d.cell()},
		{"ambiguous", d.ambiguous()},
		{"link", link},
		{"rate", d.rate()},
		{"queries", d.queries()},
	}
}

// variable returns an environment variable as the report shows it.
func (d *doctor) variable(name string) string {
	if v := d.env(name); v != "" {
		return printableASCII(v)
	}
	return "not set"
}

// printableASCII replaces all characters except printable ASCII by '?'.
func printableASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}

func (d *doctor) name() string {
	if d.caps.Version != "" {
		return d.caps.Version
	}
	return "not reported"
}

func (d *doctor) locale() string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		v := d.env(name)
		switch {
		case v == "":
		case settings.UTF8Locale(d.env):
			return fmt.Sprintf("%s=%s: UTF-8", name, printableASCII(v))
		default:
			return fmt.Sprintf("%s=%s: not UTF-8", name, printableASCII(v))
		}
	}
	return "not set; UTF-8 is assumed"
}

func (d *doctor) cell() string {
	f := &d.caps
	switch {
	case f.Pixels:
		return fmt.Sprintf("%.2f times as wide as high, by the window's size in pixels", f.Aspect)
	case f.CellW > 0 && f.CellH > 0:
		return fmt.Sprintf("%.2f times as wide as high, %d x %d pixels by CSI 16 t", f.Aspect, f.CellW, f.CellH)
	}
	return "0.50 times as wide as high, a guess"
}

// ambiguous describes the measured width of characters of ambiguous width.
func (d *doctor) ambiguous() string {
	switch n := d.caps.Ambiguous; {
	case n > 1:
		return fmt.Sprintf("characters of ambiguous width take %d columns, so arkterm draws ASCII", n)
	case n == 1:
		return "characters of ambiguous width take 1 column"
	}
	return "not measured"
}

// rate describes the source of the output rate.
func (d *doctor) rate() string {
	limit := d.flow.Cap
	switch source := d.rateSource(); {
	case source == "":
		return "unknown"
	case source == screen.RateChosen:
		return fmt.Sprintf("at most %d bytes per second, set by %s", limit.Rate, d.choices.SourceOf(settings.Link))
	case source == screen.RateCap && limit.Multiplexer:
		return fmt.Sprintf("at most %d bytes per second, because tmux or screen answers the speed queries, "+
			"not the terminal (see --link)", limit.Rate)
	case source == screen.RateCap:
		return fmt.Sprintf("at most %d bytes per second, because the terminal does not reply (see --link)", limit.Rate)
	case source == screen.RateKernel:
		return "as fast as the system accepts output, because the terminal does not reply"
	}
	return "measured by the terminal's replies"
}

// rateSource returns the source of the rate in a game, or "" if there is no terminal.
func (d *doctor) rateSource() screen.RateSource {
	c := d.flow.Cap
	switch {
	case !d.hasTerminal:
		return ""
	case c.Chosen:
		return screen.RateChosen
	case c.Rate > 0 && (c.Multiplexer || !d.caps.Answered):
		return screen.RateCap
	case !d.caps.Answered:
		return screen.RateKernel
	}
	return screen.RateMeasured
}

// queries reports whether queries were sent, or why not.
func (d *doctor) queries() string {
	switch {
	case d.queried && d.caps.Answered:
		return "answered"
	case d.queried:
		return "not answered"
	case settings.FirstSet(d.env, "ASCIINEMA_REC", "ASCIINEMA_SESSION") != "":
		return "not sent, because the session is recorded"
	case !d.hasTerminal:
		return "not sent, because there is no terminal"
	case !settings.CanSendQueries(d.env):
		return "not sent, because this terminal prints them as text"
	}
	return "not sent"
}

// answer returns the text for the reply to a yes-or-no query.
func (d *doctor) answer(yes bool) string {
	switch {
	case yes:
		return "yes"
	case d.queried && d.caps.Answered:
		return "no"
	case d.queried:
		return "no reply"
	}
	return "not queried"
}

func (d *doctor) drawingRows() []row {
	glyphs, glyphsReason, colors, colorsReason := d.drawing()
	return []row{
		{"glyphs", glyphs + ", from " + glyphsReason},
		{"colors", colors + ", from " + colorsReason},
	}
}

// Reasons for the choice of the glyph set.
const (
	notUTF8         = "a locale without UTF-8"
	ambiguousWidth  = "the width of ambiguous characters"
	unknownTerminal = "the UTF-8 locale; the terminal is unknown"
)

// drawing returns the glyphs and the colors, with the reason for each.
func (d *doctor) drawing() (glyphs, glyphsReason, colors, colorsReason string) {
	auto := settings.Detect(d.env)
	known := auto.Update(d.caps)
	glyphsReason = known.Evidence
	tier, colorsReason := d.choices.Tier(d.env), d.colorReason()
	switch from := d.choices.SourceOf(settings.Glyphs); {
	case d.choices.Get(settings.Glyphs) != "auto" && !d.caps.Wide():
		glyphsReason = from.String()
	case !settings.UTF8Locale(d.env):
		glyphsReason = notUTF8
	case d.caps.Wide():
		glyphsReason = ambiguousWidth
	case !auto.GlyphsKnown:
		glyphsReason = unknownTerminal
	}
	if known.Recognized && known.Tier < tier && d.choices.TierIsGuess(d.env) {
		tier, colorsReason = known.Tier, known.Evidence
	}
	glyphs = d.choices.RenderOptions(render.Options{}, auto, settings.Themes{}).Glyphs.String()
	return glyphs, glyphsReason, tier.String(), colorsReason
}

// colorReason returns the reason for the number of colors.
func (d *doctor) colorReason() string {
	for _, name := range settings.ColorVariables {
		if d.env(name) != "" {
			return name
		}
	}
	if d.choices.Get(settings.Color) != "auto" {
		return d.choices.SourceOf(settings.Color).String()
	}
	if v := d.env("COLORTERM"); v == "truecolor" || v == "24bit" {
		return "COLORTERM"
	}
	auto := settings.Detect(d.env)
	return auto.Update(screen.Caps{}).Evidence
}

func (d *doctor) keyRows() []row {
	win32 := d.answer(d.caps.Win32 == 1 || d.caps.Win32 == 2)
	steer := "unknown"
	switch {
	case d.releaseReported, d.caps.CanReportReleases():
		steer = "exact, because the terminal reports key releases"
	case d.caps.Answered, d.delay > 0:
		steer = "estimated from key repeats; the mouse is exact"
	}
	rows := []row{
		{"kitty protocol", d.answer(d.caps.Kitty)},
		{"mouse in pixels", d.answer(d.caps.HasPixelMouse())},
		{"win32 protocol", win32},
		{"steering", steer},
	}
	if d.delay > 0 {
		rows = append(rows, row{"keyboard", fmt.Sprintf("repeats after %d ms, every %d ms",
			d.delay.Milliseconds(), d.period.Milliseconds())})
	}
	return rows
}

// sound returns the name of the device that plays sounds.
func (d *doctor) sound() string {
	if settings.OverSSH(d.env) {
		return "none over SSH; --sound bell rings the terminal's bell"
	}
	device, name, err := audio.Open(d.env)
	if err != nil {
		return printableASCII("none: " + err.Error())
	}
	device.Close() // it was opened only as a test
	return printableASCII(name)
}

func (d *doctor) configRow() string {
	if d.configErr != nil {
		return d.configErr.Error()
	}
	if _, err := os.Stat(d.config); err != nil {
		return "none (would be " + d.config + ")"
	}
	return d.config
}

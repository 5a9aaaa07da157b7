package main

import (
	"os"
	"strings"

	"arkterm/cmd/arkterm/audio"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/render"
)

// A doctorReport is the JSON output of the doctor command, described in docs/json.md. A nil pointer means unknown.
type doctorReport struct {
	Version  string         `json:"version"`
	Config   configReport   `json:"config"`
	Terminal terminalReport `json:"terminal"`
	Drawing  drawingReport  `json:"drawing"`
	Input    inputReport    `json:"input"`
	Output   outputReport   `json:"output"`
	Sound    soundReport    `json:"sound"`
}

type configReport struct {
	File   string  `json:"file"`
	Exists bool    `json:"exists"`
	Error  *string `json:"error"`
}

type terminalReport struct {
	Present      bool    `json:"present"` // standard input and output are a terminal
	Term         *string `json:"term"`
	Colorterm    *string `json:"colorterm"`
	Name         *string `json:"name"` // as the terminal reports it
	Locale       *string `json:"locale"`
	UTF8         bool    `json:"utf8"`
	Columns      int     `json:"columns"`
	Rows         int     `json:"rows"`
	LargeEnough  bool    `json:"large_enough"`
	CellAspect   float64 `json:"cell_aspect"`   // width of a cell divided by its height
	AspectSource string  `json:"aspect_source"` // window, cell or guess
	SSH          bool    `json:"ssh"`
	RateSource   *string `json:"rate_source"`     // measured, cap, set or kernel
	RateCap      *int    `json:"rate_cap"`        // bytes per second
	Ambiguous    *int    `json:"ambiguous_width"` // columns of a character of ambiguous width
	Queries      string  `json:"queries"`         // answered, unanswered or unsent
}

type drawingReport struct {
	Glyphs       string `json:"glyphs"`
	GlyphsSource string `json:"glyphs_source"`
	Colors       string `json:"colors"`
	ColorsSource string `json:"colors_source"`
}

type inputReport struct {
	Kitty          *bool  `json:"kitty"`
	MouseInPixels  *bool  `json:"mouse_in_pixels"`
	Win32          *bool  `json:"win32"`
	Releases       *bool  `json:"releases"` // the terminal reports key releases
	RepeatDelayMS  *int64 `json:"repeat_delay_ms"`
	RepeatPeriodMS *int64 `json:"repeat_period_ms"`
}

type outputReport struct {
	Driver       string `json:"driver"` // arkterm or tcell
	DriverSource string `json:"driver_source"`
	Synchronized *bool  `json:"synchronized"`
	Status       *bool  `json:"status"`
}

type soundReport struct {
	Device *string `json:"device"`
	Error  *string `json:"error"`
}

// json returns the report for the JSON output.
func (d *doctor) json() doctorReport {
	f := &d.caps
	r := doctorReport{
		Version: cli.Version(), Config: d.configReport(), Terminal: d.terminalReport(),
		Sound: d.soundReport(),
	}
	glyphs, glyphsReason, colors, colorsReason := d.drawing()
	r.Drawing = drawingReport{glyphs, d.source(glyphsReason), colors, d.source(colorsReason)}
	r.Input = inputReport{
		Kitty:         d.optionalReply(f.Kitty),
		MouseInPixels: d.optionalReply(f.HasPixelMouse()),
		Win32:         d.optionalReply(f.Win32 == 1 || f.Win32 == 2),
	}
	if d.releaseReported || f.Answered || d.delay > 0 {
		r.Input.Releases = new(d.releaseReported || f.CanReportReleases())
	}
	if d.delay > 0 {
		r.Input.RepeatDelayMS, r.Input.RepeatPeriodMS = new(d.delay.Milliseconds()), new(d.period.Milliseconds())
	}
	driver, by := d.choices.ScreenDriver(d.env)
	r.Output = outputReport{driver, d.source(by), d.optionalReply(f.Sync), d.optionalReply(f.Status)}
	return r
}

// source returns a reason for glyphs or colors as one word: a source of settings, an environment variable, locale,
// guess or terminal.
func (d *doctor) source(reason string) string {
	switch {
	case reason == notUTF8:
		return "locale"
	case reason == unknownTerminal:
		return "guess"
	case strings.Contains(reason, " "):
		return "terminal"
	}
	return reason
}

// optionalReply returns the reply to a yes-or-no query, or nil if the terminal has not replied.
func (d *doctor) optionalReply(yes bool) *bool {
	if yes || d.queried && d.caps.Answered {
		return &yes
	}
	return nil
}

func (d *doctor) configReport() configReport {
	r := configReport{File: d.config}
	if d.configErr != nil {
		r.Error = new(d.configErr.Error())
	}
	_, err := os.Stat(d.config)
	r.Exists = err == nil
	return r
}

func (d *doctor) terminalReport() terminalReport {
	r := terminalReport{
		Present: d.hasTerminal, Term: optional(d.env("TERM")), Colorterm: optional(d.env("COLORTERM")),
		Name:   optional(d.caps.Version),
		Locale: optional(settings.FirstSet(d.env, "LC_ALL", "LC_CTYPE", "LANG")), UTF8: settings.UTF8Locale(d.env),
		Columns: d.cols, Rows: d.rows, LargeEnough: d.cols >= render.MinW && d.rows >= render.MinH,
		SSH: settings.OverSSH(d.env), CellAspect: 0.5, AspectSource: "guess", Queries: "unsent",
	}
	switch f := &d.caps; {
	case f.Pixels:
		r.CellAspect, r.AspectSource = f.Aspect, "window"
	case f.CellW > 0 && f.CellH > 0:
		r.CellAspect, r.AspectSource = f.Aspect, "cell"
	}
	source := d.rateSource()
	r.RateSource = optional(string(source))
	if source == screen.RateCap || source == screen.RateChosen {
		r.RateCap = &d.flow.Cap.Rate
	}
	if f := &d.caps; f.Ambiguous > 0 {
		r.Ambiguous = &f.Ambiguous
	}
	switch {
	case d.queried && d.caps.Answered:
		r.Queries = "answered"
	case d.queried:
		r.Queries = "unanswered"
	}
	return r
}

// optional returns a text from the terminal or the environment in printable ASCII, or nil if it is empty.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return new(printableASCII(s))
}

func (d *doctor) soundReport() soundReport {
	if settings.OverSSH(d.env) {
		return soundReport{Error: optional("no sound over SSH")}
	}
	device, name, err := audio.Open(d.env)
	if err != nil {
		return soundReport{Error: optional(err.Error())}
	}
	device.Close()
	return soundReport{Device: optional(name)}
}

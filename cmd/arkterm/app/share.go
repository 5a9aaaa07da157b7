package app

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the dialog in which the player shares a game that has ended. The player can share a line of
// text, or a clip, which is a short animation of the best combo.

// A shareState is the state of the share dialog.
type shareState struct {
	line      string          // line that describes the game; "" if it was not shared
	file      string          // file name of the recording; "" if the player has no access to it
	clipStart uint64          // tick of the recording with which the last clip begins; 0 if none
	requested map[string]bool // formats of the requested clips
	status    string          // message about the last clip
}

// ClipFormats are the formats of a WriteClip.
var ClipFormats = [...]string{"gif", replay.CastSuffix[1:]}

// SetRecordingFile sets the file name of the recording of the game that has just ended. The dialog offers clips only
// after this call.
func (s *Session) SetRecordingFile(file string) { s.sharing = shareState{file: file} }

// ClipWritten receives the result of a WriteClip. file is the name of the recording, and path is the path of the clip.
// start is the tick of the recording at which the clip starts.
func (s *Session) ClipWritten(file, path string, start uint64, err error) {
	if file != s.sharing.file {
		return // the clip is of an earlier game
	}
	s.sharing.status = fmt.Sprintf(text.Share.Saved, path)
	if err != nil {
		s.sharing.status = err.Error()
	} else {
		s.sharing.clipStart = start
	}
	s.Rebuild()
}

// Farewell returns the text to print when the program ends. It contains the result of the daily game, and the line
// about the game that the player shared last. If the file name of the recording is known, the text also contains the
// command that replays this game. If there is nothing to print, Farewell returns "".
func (s *Session) Farewell() string {
	var lines []string
	if s.dailyFarewell != "" {
		lines = append(lines, s.dailyFarewell)
	}
	sh := &s.sharing
	if sh.line == "" {
		return strings.Join(lines, "\n")
	}
	if !s.sharesTry() {
		lines = append(lines, sh.line)
	}
	if sh.file != "" {
		command := "arkterm replay " + sh.file
		if sh.clipStart > 0 {
			command += fmt.Sprintf(" --from %.1f", float64(sh.clipStart)/engine.TicksPerSecond)
		}
		lines = append(lines, command)
	}
	return strings.Join(lines, "\n")
}

// sharesTry reports whether the shared line describes the daily game. If so, Farewell does not print the line, because
// it prints the result of the daily game in any case.
func (s *Session) sharesTry() bool {
	return s.dailyFarewell != "" && s.sharing.line == oneLine(s.dailyFarewell)
}

// oneLine joins lines into one.
func oneLine(lines string) string { return strings.ReplaceAll(lines, "\n", " · ") }

// showShare copies the line about the game that has ended to the clipboard, and opens the dialog.
func (s *Session) showShare(now time.Duration) {
	s.sharing.line = s.shareLine()
	s.copyLine(now)
	s.Detour(shareScreen, now)
}

// copyLine copies the line to the clipboard.
func (s *Session) copyLine(time.Duration) { s.request(CopyText{s.sharing.line}) }

// maxCodeInLine is the maximum length of a share code in the shared line, in bytes. Codes of games with many levels are
// longer and are omitted.
const maxCodeInLine = 2000

// shareLine returns the line that describes the game that has ended. If a short share code can describe the game, the
// line contains the command that plays the same game.
func (s *Session) shareLine() string {
	r, goals := &s.round, s.roundResults()
	if r.isDailyTry {
		return oneLine(s.dailyFarewell)
	}
	result := text.Number(r.game.Score) + text.HUD.Points
	switch row := &engine.Modes[r.config.Mode]; {
	case r.config.Mode.Versus():
		result = fmt.Sprintf("%d : %d", r.game.Match.Points[0], r.game.Match.Points[1])
	case row.HasChallenges:
		result = strings.ToLower(progress.MedalTitle(r.medal()))
	case row.NoPoints:
		result = replay.ComboName(r.game.BestCombo)
	}
	line := fmt.Sprintf(text.Share.Line, goals.ModeAndLevel(), result)
	share, err := s.thisReplay().Share()
	if err != nil {
		return line
	}
	if code, err := share.Code(); err == nil && len(code) <= maxCodeInLine {
		line += " · arkterm play --code " + share.Label() + code
	}
	return line
}

// thisReplay returns the replay of the game that has ended.
func (s *Session) thisReplay() *replay.Replay {
	return &replay.Replay{
		Name: text.Viewer.ThisGame, Recording: s.round.recording, Pack: s.round.pack, WorkLimit: record.Unlimited,
	}
}

// shareMenu fills in the share dialog.
func (s *Session) shareMenu(m *ui.Menu) {
	sh := &s.sharing
	m.AddButton(text.Menu.Back, s.Back)
	m.AddButton(text.Share.Copy, s.copyLine)
	for i, label := range [...]string{text.Share.GIF, text.Share.Cast} {
		if format := ClipFormats[i]; sh.file != "" && s.round.game.BestCombo >= record.MinCombo &&
			!sh.requested[format] {
			m.AddButton(label, func(time.Duration) { s.writeClip(format) })
		}
	}
	m.Title, m.Stacked, m.AtLeft = text.Share.Title, true, true
	w := widget.DialogColumns(&s.Frame, widget.Area{})
	m.Lines = append(widget.WrapText(text.Share.Copied+" "+text.Share.Printed, w), "")
	m.Lines = append(m.Lines, breakLine(sh.line, w)...)
	if sh.status != "" {
		m.Lines = append(append(m.Lines, ""), breakLine(sh.status, w)...)
	}
}

// maxShareLines is the maximum number of rows for the shared line in the dialog.
const maxShareLines = 8

// breakLine breaks a line into parts of at most w columns. It breaks at spaces, and within words that are too long. If
// there are more than maxShareLines parts, the last one returned is an ellipsis.
func breakLine(line string, w int) (all []string) {
	for _, part := range widget.WrapText(line, w) {
		for cell.Width(part) > w {
			n := 0
			for columns := 0; ; {
				_, width, bytes := cell.Next(part[n:])
				if columns += width; columns > w {
					break
				}
				n += bytes
			}
			all, part = append(all, part[:n]), part[n:]
		}
		all = append(all, part)
	}
	if len(all) > maxShareLines {
		all = append(all[:maxShareLines-1], "…")
	}
	return all
}

// writeClip requests a clip of the best combo in a format.
func (s *Session) writeClip(format string) {
	sh := &s.sharing
	if sh.requested == nil {
		sh.requested = map[string]bool{}
	}
	sh.requested[format], sh.status = true, text.Share.Writing
	o := s.set.Render
	o.Tier = cell.Truecolor
	s.request(WriteClip{Replay: s.thisReplay(), File: sh.file, Format: format, View: o})
}

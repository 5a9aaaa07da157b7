package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
)

// A film is a recording with the levels that it is played on.
type film struct {
	name string // of the file, as it was typed
	rec  *record.Recording
	pack levels.Pack

	differs error // the start that it begins from is not what it says
}

// openFilm reads a recording and finds its levels: those at path if that is not "",
// else those that it brings along, else the shipped ones that it names. A mere name that is not here
// may be that of a kept game, as the scores name them.
func openFilm(in store.Folders, name string, path levelsPath) (*film, error) {
	data, err := in.ReadRecording(name)
	if err != nil {
		return nil, exit.Errorf(exit.File, "%w", err)
	}
	var own *levels.Pack
	if path != "" {
		pack, err := openPack(in, path)
		if err != nil {
			return nil, fileError(path, err)
		}
		own = &pack
	}
	return newFilm(name, data, own)
}

// newFilm is openFilm for what is in the file. own are the levels to play it on, nil where it says which.
func newFilm(name string, data []byte, own *levels.Pack) (*film, error) {
	rec, err := record.Parse(name, data)
	if err != nil {
		return nil, exit.Errorf(exit.File, "%w", err)
	}
	f := &film{name: name, rec: rec}
	switch {
	case own != nil:
		f.pack = *own
	case len(rec.Files) > 0:
		f.pack, err = packOf(rec)
		if err != nil {
			return nil, exit.Errorf(exit.File, "%s: the levels in it are not right:\n%w", name, err)
		}
	default:
		f.pack, err = shippedFor(rec)
		if err != nil {
			return nil, exit.Errorf(exit.File, "%s: %w", name, err)
		}
	}
	if _, err := f.begin(); err != nil {
		return nil, err
	}
	return f, nil
}

// begin sets up the film's game. What it differs in is not an error here.
func (f *film) begin() (*record.Playback, error) {
	p, err := f.rec.Begin(f.pack.Levels)
	if p == nil {
		return nil, exit.Errorf(exit.File, "%s: %w%s", f.name, err, f.advice())
	}
	f.differs = err
	return p, nil
}

// note is what one should know of the film, or "".
func (f *film) note() string {
	switch {
	case f.rec.Rules != engine.Rules:
		return "Made by older rules: this may not be the game that was played."
	case f.rec.Cut:
		return "The file was cut off: this is what is left of it."
	}
	return ""
}

// advice says what to do about levels that do not fit.
func (f *film) advice() string {
	if len(f.rec.Boards) > 0 && len(f.rec.Files) == 0 {
		return "; --levels PATH names the right ones"
	}
	return ""
}

// packOf returns the levels whose text a recording holds.
func packOf(rec *record.Recording) (levels.Pack, error) {
	var files []levels.Source
	for _, f := range rec.Files {
		files = append(files, levels.Source(f))
	}
	return levels.FromSources(rec.Pack, files)
}

// shippedFor returns the shipped levels in the order in which a recording names them,
// all of them when it names none.
func shippedFor(rec *record.Recording) (levels.Pack, error) {
	all := levelsOf(rec.Mode, rec.Day, levels.Shipped())
	if len(rec.Boards) == 0 {
		return all, nil
	}
	known := map[uint64]engine.Level{}
	for _, pack := range [...]levels.Pack{all, levels.Arkanong()} {
		for i := range pack.Levels {
			known[engine.Digest(pack.Levels[i:i+1])] = pack.Levels[i]
		}
	}
	pack := levels.Pack{Name: rec.Pack}
	for i, b := range rec.Boards {
		l, ok := known[b.Digest]
		if !ok {
			return pack, fmt.Errorf("level %d, %q, is none of the shipped ones; --levels PATH names the right ones", i+1, b.Name)
		}
		pack.Levels = append(pack.Levels, l)
	}
	return pack, nil
}

// madeBy is how recordings name this program.
func madeBy() string { return "arkterm " + version() }

// newTape begins the recording of a game on the levels of a pack. Levels that not
// everybody has travel with it.
func newTape(c engine.Config, pack levels.Pack) *record.Recording {
	tape := record.New(c, pack.Name)
	tape.Made = madeBy()
	var files []record.File
	for _, s := range pack.Sources {
		files = append(files, record.File(s))
	}
	if record.CanHold(files) {
		tape.Files = files
	}
	return tape
}

// A moment is a flag that takes a time of the game: 90, 1:30, 1:02:05, 12.5.
type moment struct{ ticks *uint64 }

func (m moment) String() string {
	if m.ticks == nil || *m.ticks == 0 {
		return ""
	}
	return words.PlayTime(*m.ticks)
}

func (m moment) Type() string { return "TIME" }

func (m moment) Set(text string) error {
	wrong := errors.New("want seconds, 12.5, or minutes and seconds, 1:30")
	total := time.Duration(0)
	parts := strings.Split(text, ":")
	for i, part := range parts {
		if part == "" || strings.Trim(part, "0123456789.") != "" || i < len(parts)-1 && strings.Contains(part, ".") {
			return wrong
		}
		d, err := time.ParseDuration(part + "s")
		if err != nil || len(parts) > 3 || d > 4*time.Hour || total > 4*time.Hour {
			return wrong
		}
		total = 60*total + d
	}
	if total > 4*time.Hour {
		return wrong
	}
	*m.ticks = uint64(total * engine.TicksPerSecond / time.Second)
	return nil
}

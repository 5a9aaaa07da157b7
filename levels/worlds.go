package levels

import (
	"strconv"
	"strings"

	"arkterm/engine"
)

// A World is levels of a pack that belong together: on the map they are one picture, and
// they are meant to share one idea.
type World struct {
	Name      string // that of the pack if the levels name none
	First     int    // index of its first level
	NumLevels int    // how many levels it has, at least one
}

// Worlds returns the worlds of the pack, in order: levels that follow each other
// and name the same world are one. So are those that name none, and a pack
// without worlds is a single one.
func (p Pack) Worlds() []World {
	var all []World
	for i, l := range p.Levels {
		if n := len(all); n > 0 && l.World == p.Levels[i-1].World {
			all[n-1].NumLevels++
			continue
		}
		w := World{Name: l.World, First: i, NumLevels: 1}
		if w.Name == "" {
			w.Name = p.Name
		}
		all = append(all, w)
	}
	return all
}

// The largest pars that a level can have.
const (
	MaxParTime  = 60*60 - 1 // seconds
	MaxParScore = 9_999_999
)

func (p *parser) worldKey(v token) {
	if name, ok := p.name("world's name", v); ok {
		p.target().level.World = name
	}
}

// parTimeKey takes minutes and seconds: "1:30".
func (p *parser) parTimeKey(v token) {
	seconds, ok := minutesAndSeconds(v.text)
	if !ok || seconds < 1 || seconds > MaxParTime {
		p.fail(v, "par time is %s, want minutes and seconds, 0:01 to 59:59", Quote(v.text))
		return
	}
	p.target().level.ParTime = seconds * engine.TicksPerSecond
}

// minutesAndSeconds reads "M:SS", in seconds.
func minutesAndSeconds(s string) (seconds int, ok bool) {
	left, right, found := strings.Cut(s, ":")
	if !found || len(left) < 1 || len(left) > 2 || len(right) != 2 {
		return 0, false
	}
	m, err := strconv.ParseUint(left, 10, 8)
	if err != nil {
		return 0, false
	}
	sec, err := strconv.ParseUint(right, 10, 8)
	if err != nil || sec > 59 {
		return 0, false
	}
	return int(m)*60 + int(sec), true
}

func (p *parser) parScoreKey(v token) {
	if n, ok := p.count("par score", v, 1, MaxParScore); ok {
		p.target().level.ParScore = n
	}
}

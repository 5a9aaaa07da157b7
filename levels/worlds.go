package levels

import (
	"strconv"
	"strings"

	"arkterm/engine"
)

// A World is a group of consecutive levels in a pack, shown together on the map.
type World struct {
	Name      string // name of the world in the levels, or else the name of the pack
	First     int    // index of its first level
	NumLevels int    // number of levels, at least one
}

// Contains reports whether the level at index i belongs to the world.
func (w World) Contains(i int) bool { return i >= w.First && i < w.First+w.NumLevels }

// Worlds returns the worlds of the pack in order. Consecutive levels that name the same world, or no world, form a
// world. If no level names a world, the pack is a single world.
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

// Maximum pars of a level.
const (
	MaxParTime  = 60*60 - 1 // seconds
	MaxParScore = 9_999_999
)

// worldKey parses the name of a world.
func (p *parser) worldKey(v token) {
	if name, ok := p.parseName("world's name", v); ok {
		p.target().level.World = name
	}
}

// parTimeKey parses minutes and seconds, such as "1:30".
func (p *parser) parTimeKey(v token) {
	seconds, ok := minutesAndSeconds(v.text)
	if !ok || seconds < 1 || seconds > MaxParTime {
		p.fail(v, "par time is %s, want minutes and seconds, 0:01 to 59:59", Quote(v.text))
		return
	}
	p.target().level.ParTime = seconds * engine.TicksPerSecond
}

// minutesAndSeconds parses "M:SS" or "MM:SS" and returns the time in seconds.
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

// parScoreKey parses a number of points.
func (p *parser) parScoreKey(v token) {
	if n, ok := p.parseCount("par score", v, 1, MaxParScore); ok {
		p.target().level.ParScore = n
	}
}

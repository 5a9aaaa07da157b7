// Package input turns what a player does at a terminal into what the engine
// reads once per tick.
//
//	terminal bytes → Filter → tcell → State → engine.Control
//
// A [Filter] takes out of the terminal's bytes what is no key, mouse or focus
// report, and what tcell would misread. A [State] gathers the events that are
// left and answers, for each tick, with an [engine.Control]. As most terminals
// report no key release, the State infers how long a key is held down; hold.go
// says how.
//
// The package sees no clock: every event and every tick comes with the time
// since any fixed origin. It knows neither the rules nor the display; a mouse
// position arrives in the field's units.
//
//	var s input.State
//	s.Key(now, ev)       // for each *tcell.EventKey
//	in := s.Next(now)    // for each tick
package input

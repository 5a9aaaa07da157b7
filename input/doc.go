// Package input turns what a player does at a terminal into what the engine
// reads once per tick.
//
//	terminal bytes → Filter → Event → State → engine.Input
//
// A [Filter] decodes the terminal's bytes, all of them: keys with their releases where
// the terminal reports those, the mouse, the focus, pastes, and replies to queries, in one
// stream. A [State] gathers keys and mouse and answers, for each tick, with an
// [engine.Input]. As most terminals report no key release, the State infers how long a
// key is held down; hold.go says how. A [Keymap] says which keys do what.
//
// The package sees no clock: every event and every tick comes with the time
// since any fixed origin. It knows neither the rules nor the display; a mouse
// position arrives in the field's units.
//
//	var f input.Filter
//	var s input.State
//	for _, ev := range f.Append(nil, bytes) {
//		s.Key(now, ev.Key) // when ev.Type is EventKey
//	}
//	in := s.Next(now) // for each tick
package input

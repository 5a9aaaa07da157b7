// Package input turns the bytes from a terminal into tcell events, and the events into the players' input for each
// tick of the engine.
//
//	bytes → Decoder → tcell.Event → Dispatcher → State → engine.Input
//
// A [Decoder] decodes all bytes in one stream: keys with their releases where the terminal reports them, the mouse,
// the focus, pastes, and replies to queries. A [Dispatcher] passes the events of any tcell screen to an application as
// keystrokes and mouse reports. A [State] collects these and returns an [engine.Input] for each tick. Most terminals
// report no key releases, so the State infers how long a key is held down; see hold.go. A [Keymap] binds keys to
// actions.
//
// The package does not read a clock. Callers pass the time since any fixed origin. The package does not depend on
// the rules or the display, so callers pass the position of the mouse in units of the field.
//
//	var d input.Decoder
//	var s input.State
//	for _, ev := range d.Append(nil, bytes) {
//		if key, ok := input.KeystrokeOf(ev); ok {
//			s.Key(now, key)
//		}
//	}
//	in := s.Next(now) // for each tick
package input

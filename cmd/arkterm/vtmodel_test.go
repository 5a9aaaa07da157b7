package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"arkterm/render/ansi"
)

// A vtModel tracks the modes of a terminal and replies to queries, with or without the kitty keyboard protocol.
type vtModel struct {
	kitty   bool            // has the kitty keyboard protocol
	mute    bool            // does not reply
	wide    bool            // shows characters of ambiguous width in two columns
	pending []byte          // start of an incomplete control sequence
	changed map[string]bool // private modes that differ from their initial state
	alt     bool            // the alternate screen is active
	stacks  [2][]string     // keyboard flags of the main screen and the alternate screen
	titles  int             // number of saved titles
	style   string          // parameters of the last SGR sequence
	keypad  bool            // the keypad is in application mode
	scroll  string          // parameters of the last sequence that set the scrolling region; "" if it was reset

	screen *ansi.Emulator  // shows the cells; nil if the test needs only the modes
	drawn  chan<- struct{} // receives a value when screen has changed
}

// modesOn are the private modes that are initially on.
var modesOn = []string{"7", "25"}

// Write processes output of a program and returns the replies.
func (v *vtModel) Write(p []byte) (answers string) {
	if v.screen != nil {
		_, _ = v.screen.Write(p)
		select {
		case v.drawn <- struct{}{}:
		default:
		}
	}
	v.pending = append(v.pending, p...)
	for {
		i := bytes.IndexByte(v.pending, 0x1b)
		if i < 0 {
			v.pending = v.pending[:0]
			return answers
		}
		v.pending = v.pending[i:]
		n, answer := v.sequence(v.pending)
		if n == 0 {
			return answers
		}
		answers += answer
		v.pending = v.pending[n:]
	}
}

// sequence processes the control sequence at the start of b and returns its length, or 0 if it is incomplete.
func (v *vtModel) sequence(b []byte) (n int, answer string) {
	if len(b) < 2 {
		return 0, ""
	}
	switch b[1] {
	case '[':
		for i := 2; i < len(b); i++ {
			switch c := b[i]; {
			case c == 0x1b: // the sequence is abandoned
				return i, ""
			case c >= 0x40 && c <= 0x7e:
				return i + 1, v.csi(string(b[2:i]), c)
			}
		}
		return 0, ""
	case ']', 'P', '_', '^':
		if end := bytes.Index(b[2:], []byte("\x1b\\")); end >= 0 {
			return end + 4, ""
		}
		return 0, ""
	case '=', '>':
		v.keypad = b[1] == '='
	}
	return 2, ""
}

// csi processes a control sequence that starts with CSI and returns the reply.
func (v *vtModel) csi(body string, final byte) (answer string) {
	private, isPrivate := strings.CutPrefix(body, "?")
	switch {
	case isPrivate && (final == 'h' || final == 'l'):
		for mode := range strings.SplitSeq(private, ";") {
			v.set(mode, final == 'h')
		}
	case final == 'm' && !strings.HasPrefix(body, ">"):
		v.style = body
	case final == 't' && strings.HasPrefix(body, "22"):
		v.titles++
	case final == 't' && strings.HasPrefix(body, "23"):
		v.titles--
	case final == 'r':
		v.scroll = body
	case final == 'u' && v.kitty:
		answer = v.keyboard(body)
	case final == 'c' && body == "":
		answer = "\x1b[?62;22c"
	case final == 'n' && body == "5":
		answer = "\x1b[0n"
	case final == 'n' && body == "6": // after an ambiguous character at the start of a row
		answer = "\x1b[2;2R"
		if v.wide {
			answer = "\x1b[2;3R"
		}
	case final == 'p' && isPrivate:
		answer = "\x1b[?" + strings.TrimSuffix(private, "$") + ";0$y"
	case final == 'q' && strings.HasPrefix(body, ">"):
		answer = "\x1bP>|model 1\x1b\\"
	}

	if v.mute {
		return ""
	}
	return answer
}

// set sets or resets a private mode.
func (v *vtModel) set(mode string, on bool) {
	if v.changed == nil {
		v.changed = map[string]bool{}
	}
	v.changed[mode] = on != slices.Contains(modesOn, mode)
	if mode == "1049" {
		v.alt = on
	}
}

// keyboard processes a push, a pop, a change or a query of the keyboard flags.
func (v *vtModel) keyboard(body string) (answer string) {
	stack := &v.stacks[0]
	if v.alt {
		stack = &v.stacks[1]
	}
	top := "0"
	if n := len(*stack); n > 0 {
		top = (*stack)[n-1]
	}
	switch body[:1] {
	case ">":
		*stack = append(*stack, body[1:])
	case "<":
		*stack = (*stack)[:max(0, len(*stack)-1)]
	case "=":
		if len(*stack) == 0 {
			*stack = append(*stack, "")
		}
		(*stack)[len(*stack)-1] = body[1:]
	case "?":
		return "\x1b[?" + top + "u"
	}
	return ""
}

// Differences describes all differences from the initial state.
func (v *vtModel) Differences() (wrong []string) {
	for mode, changed := range v.changed {
		if changed {
			wrong = append(wrong, "mode "+mode)
		}
	}
	for i, stack := range v.stacks {
		if len(stack) > 0 {
			wrong = append(wrong, fmt.Sprintf("keyboard %q on screen %d", stack, i))
		}
	}
	if v.titles != 0 {
		wrong = append(wrong, fmt.Sprint(v.titles, " saved titles"))
	}
	if v.style != "" && v.style != "0" {
		wrong = append(wrong, "style "+v.style)
	}
	if v.keypad {
		wrong = append(wrong, "keypad")
	}
	if v.scroll != "" {
		wrong = append(wrong, "scrolling in "+v.scroll)
	}
	return wrong
}

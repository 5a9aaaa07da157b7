package testenv

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Timeout is the maximum time for which a test waits for an event.
const Timeout = 20 * time.Second

var (
	modeSequence = regexp.MustCompile(
		`\x1b\[\?([0-9;]+)([hl])|\x1b\[(2[23]);0;0t|\x1b([=>])|\x1b\[([0-9;]*)m|\x1b\[([<>=])[0-9;]*u`)
	onByDefault = []string{"7", "25"}
)

// ModesLeft interprets the output of a program, and returns the terminal modes that the output has changed and not
// restored.
func ModesLeft(output string) (wrong []string) {
	changed := map[string]bool{}
	titles, style, keypad := 0, "", ">"
	flags, alternate := map[bool]int{}, false // each screen has its own stack of keyboard flags
	for _, m := range modeSequence.FindAllStringSubmatch(output, -1) {
		switch {
		case m[1] != "":
			for _, mode := range strings.Split(m[1], ";") {
				changed[mode] = (m[2] == "h") != slices.Contains(onByDefault, mode)
				alternate = changed["1049"]
			}
		case m[3] == "22":
			titles++
		case m[3] == "23":
			titles--
		case m[4] != "":
			keypad = m[4]
		case m[6] == ">":
			flags[alternate]++
		case m[6] == "<":
			flags[alternate]--
		case m[6] == "=":
		default:
			style = m[5]
		}
	}
	for mode, differs := range changed {
		if differs {
			wrong = append(wrong, "mode "+mode)
		}
	}
	names := map[bool]string{false: "main", true: "alternate"}
	for screen, n := range flags {
		if n != 0 {
			wrong = append(wrong, fmt.Sprintf("%d keyboard flags on the stack of the %s screen", n, names[screen]))
		}
	}
	if titles != 0 {
		wrong = append(wrong, fmt.Sprint(titles, " titles on the stack"))
	}
	if style != "" && style != "0" {
		wrong = append(wrong, "style "+style)
	}
	if keypad != ">" {
		wrong = append(wrong, "keypad")
	}
	return wrong
}

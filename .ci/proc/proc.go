// Package proc reads what Linux tells of processes in /proc, for tools that measure them.
package proc

import (
	"os"
	"strconv"
	"strings"
)

// Field returns the number behind a name at the beginning of a line of a file, as "VmRSS:" in /proc/1/status; 0 if there is
// no such line or no such file.
func Field(path, name string) int {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			if fields := strings.Fields(rest); len(fields) > 0 {
				n, _ := strconv.Atoi(fields[0])
				return n
			}
		}
	}
	return 0
}

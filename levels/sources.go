package levels

import "strings"

// A Source is the name and text of a level file, for recordings and share codes.
type Source struct{ Name, Text string }

// FromSources returns the pack of the given level files, like Load for a folder. The error is nil or an [Errors].
func FromSources(name string, files []Source) (Pack, error) {
	all := Pack{Name: name, Sources: files}
	var errs Errors
	var p parser
	for _, f := range files {
		p.parse(f.Name, f.Text, false)
		errs = append(errs, p.errs...)
		all.Levels = append(all.Levels, p.pack.Levels...)
	}
	if len(errs) > 0 {
		return Pack{}, errs
	}
	return all, nil
}

// WithoutComments returns the text of a level file without comments and without spaces at the ends of lines.
func WithoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(strings.TrimRight(line, " \t\r\n") + "\n")
		}
	}
	return b.String()
}

// SingleLevel returns the text of a level file with only one of its levels. index counts the levels of the file from 0.
func SingleLevel(text string, index int) string {
	var b strings.Builder
	level := -1 // before the first level
	for line := range strings.Lines(text) {
		if key, _, ok := strings.Cut(line, ":"); ok && strings.TrimRight(key, " \t") == "level" {
			level++
		}
		if level < 0 || level == index {
			b.WriteString(line)
		}
	}
	return b.String()
}

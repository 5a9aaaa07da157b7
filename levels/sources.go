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

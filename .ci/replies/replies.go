// Package replies is the other side of a terminal's queries, for tools that start the program on a pseudo-terminal: what
// a plain modern terminal says to each.
package replies

import "bytes"

// table is what is said to each query.
var table = [...]struct{ query, reply string }{
	{"\x1b[5n", "\x1b[0n"},             // are you well?
	{"\x1b[c", "\x1b[?62;22c"},         // what are you?
	{"\x1b[?u", "\x1b[?0u"},            // do you report releases of keys?
	{"\x1b[?2026$p", "\x1b[?2026;2$y"}, // do you show pictures in one piece?
}

// To returns the replies to the queries in what a program has sent, in the order of the table. A query that is cut in two
// has none.
func To(sent []byte) (said []byte) {
	for _, r := range table {
		for range bytes.Count(sent, []byte(r.query)) {
			said = append(said, r.reply...)
		}
	}
	return said
}

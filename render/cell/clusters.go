package cell

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// clusters contains the grapheme clusters that have been drawn. Their number is limited, because a server draws the
// names of many players.
var clusters clusterTable

// maxClusters is the maximum number of clusters. Further clusters are drawn without their marks.
const maxClusters = 1 << 14

// A clusterTable assigns glyphs to grapheme clusters. Its methods are safe for concurrent use.
type clusterTable struct {
	mu    sync.RWMutex
	ids   [clusterKinds]map[string]rune
	count int
	texts [maxClusters]atomic.Pointer[string]
}

// Kinds of clusters, by the function that creates them. The same text can have different glyphs in different kinds.
const (
	nextCluster   = iota // Next
	narrowCluster        // Cluster with one column
	wideCluster          // Cluster with two columns
	clusterKinds
)

// clusterText returns the text of a glyph with clusterBit, or a question mark if there is no such cluster.
func clusterText(glyph rune) string {
	if text := clusters.texts[glyph&^(clusterBit|wideBit)].Load(); text != nil {
		return *text
	}
	return "?"
}

// maxClusterText is the maximum length of a base with its marks, in bytes.
const maxClusterText = 64

// Cluster returns the glyph of a grapheme cluster that fills one or two columns in the output of another program.
// Unlike [Next], it keeps characters whose width depends on the terminal, such as joiners, variation selectors and
// characters for private use. It omits control characters and bidirectional formatting characters.
func Cluster(s string, columns int) rune {
	base, n := utf8.DecodeRuneInString(s)
	if n == len(s) && Columns(base) == columns {
		return plainGlyph(base, columns)
	}
	kind := narrowCluster
	if columns == 2 {
		kind = wideCluster
	}
	glyph := clusters.glyph(kind, s, columns == 2, func() string {
		text := strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
				return -1
			}
			return r
		}, s)
		if text == "" {
			return "?"
		}
		return text
	})
	if glyph == 0 {
		return plainGlyph('?', 1)
	}
	return glyph
}

// glyph returns the glyph of the cluster s, or 0 if the table is full or s is too long. For a new cluster, it calls
// text to get the text to draw.
func (t *clusterTable) glyph(kind int, s string, isWide bool, text func() string) rune {
	t.mu.RLock()
	glyph, ok := t.ids[kind][s]
	t.mu.RUnlock()
	if ok {
		return glyph
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	if glyph, ok = t.ids[kind][s]; ok {
		return glyph
	}
	if t.count == maxClusters || len(s) > maxClusterText {
		return 0
	}
	if t.ids[kind] == nil {
		t.ids[kind] = make(map[string]rune)
	}
	drawn := text()
	glyph = clusterBit | rune(t.count)
	if isWide {
		glyph |= wideBit
	}
	t.texts[t.count].Store(&drawn)
	t.count++
	t.ids[kind][strings.Clone(s)] = glyph
	return glyph
}

// clusterOf returns the part of the cluster s that is drawn: base and the first maxMarks marks.
func clusterOf(s string, base rune) string {
	b := utf8.AppendRune(nil, base)
	marks := 0
	for _, m := range s {
		if kind := markKindOf(base, m); (kind == nonspacingMark || kind == spacingMark) && marks < maxMarks {
			marks++
			b = utf8.AppendRune(b, m)
		}
	}
	return string(b)
}

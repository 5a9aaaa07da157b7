package cell

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// clusters has the clusters that were drawn. A server draws names of many players, so their number is limited.
var clusters clusterTable

// maxClusters is the maximum number of clusters. After that, new ones are drawn without their marks.
const maxClusters = 1 << 14

// A clusterTable numbers clusters. Its methods may be called in any goroutine.
type clusterTable struct {
	mu    sync.RWMutex
	ids   map[string]rune
	texts [maxClusters]atomic.Pointer[string]
}

// clusterText returns the text of a cluster.
func clusterText(glyph rune) string {
	if text := clusters.texts[glyph&^(clusterBit|wideBit)].Load(); text != nil {
		return *text
	}
	return "?"
}

// maxClusterText is the maximum length of a base with its marks, in bytes.
const maxClusterText = 64

// glyph returns the glyph of a base with marks, or 0 if the table is full or the text is too long.
func (t *clusterTable) glyph(s string, base rune, isWide bool) rune {
	t.mu.RLock()
	glyph, ok := t.ids[s]
	t.mu.RUnlock()
	if ok {
		return glyph
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	if glyph, ok = t.ids[s]; ok {
		return glyph
	}
	if len(t.ids) == maxClusters || len(s) > maxClusterText {
		return 0
	}
	if t.ids == nil {
		t.ids = make(map[string]rune)
	}
	text := clusterOf(s, base)
	glyph = clusterBit | rune(len(t.ids))
	if isWide {
		glyph |= wideBit
	}
	t.texts[len(t.ids)].Store(&text)
	t.ids[strings.Clone(s)] = glyph
	return glyph
}

// clusterOf returns the part of s that is drawn: the base and the first marks.
func clusterOf(s string, base rune) string {
	b := utf8.AppendRune(nil, base)
	marks := 0
	for _, m := range s {
		if kind := kindOf(base, m); (kind == mark || kind == spacing) && marks < maxMarks {
			marks++
			b = utf8.AppendRune(b, m)
		}
	}
	return string(b)
}

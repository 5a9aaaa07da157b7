package app

import (
	"slices"
	"strings"

	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// A guideChapter identifies a chapter of the field guide. It is an index into the result of [chapterNames].
type guideChapter uint8

// The chapters.
const (
	brickChapter guideChapter = iota
	dropChapter
	enemyChapter
	ruleChapter

	numChapters = iota
)

// chapterNames returns the titles of the chapters, in their order.
func chapterNames() []string {
	return []string{text.Guide.Bricks, text.Guide.Drops, text.Guide.Enemies, text.Guide.Rules}
}

// Entries are numbered from 0, in the order of the chapters. These constants are the numbers of the first entries of
// each engine table.
const (
	firstBrick = 0
	firstDrop  = firstBrick + spec.NumPlacedKinds
	firstDrone = firstDrop + spec.NumDrops - 1
	firstBoss  = firstDrone + spec.NumDrones
	firstRule  = firstBoss + int(spec.NumBosses) - 1

	// numEntries is the total number of entries.
	numEntries = firstRule + int(numGuideRules)
)

// brickEntry returns the number of the entry about a kind of brick. It returns −1 for bodies that are not part of
// levels, because they have no entry.
func brickEntry(k spec.Kind) int {
	if int(k) >= spec.NumPlacedKinds {
		return -1
	}
	return firstBrick + int(k)
}

// dropEntry returns the number of the entry about a kind of drop, which must not be NoDrop.
func dropEntry(k spec.DropKind) int { return firstDrop + int(k) - 1 }

// droneEntry returns the number of the entry about a kind of drone.
func droneEntry(k spec.DroneKind) int { return firstDrone + int(k) }

// bossEntry returns the number of the entry about a kind of boss, which must not be NoBoss.
func bossEntry(k spec.BossKind) int { return firstBoss + int(k) - 1 }

// ruleEntry returns the number of the entry about a rule.
func ruleEntry(r guideRule) int { return firstRule + int(r) }

// A FieldGuide records which bricks, drops, enemies and rules a player has met. Each of these has an entry. The zero
// value is the field guide of a new player. During a game, a guideWatch adds entries.
type FieldGuide struct {
	met     [numEntries]bool
	unknown []string // unknown lines, written by another version of the program
}

// Limits of the unknown lines that are kept for other versions of the program.
const (
	maxUnknownLines  = 256
	maxUnknownLength = 80 // bytes of a line
)

// ReadFieldGuide parses the text of a field guide, which has a line for each entry that the player has met. It keeps
// unknown lines up to the limits above, because a later version of the program may have written them.
func ReadFieldGuide(text []byte) *FieldGuide {
	b := new(FieldGuide)
	for line := range strings.Lines(string(parse.WithoutMark(text))) {
		line = strings.TrimSpace(line)
		if i := entryWithKey(line); i >= 0 {
			b.met[i] = true
		} else if line != "" && len(line) <= maxUnknownLength && len(b.unknown) < maxUnknownLines &&
			!strings.HasPrefix(line, "#") && !slices.Contains(b.unknown, line) {
			b.unknown = append(b.unknown, line)
		}
	}
	return b
}

// Text returns the field guide in the format that ReadFieldGuide parses.
func (b *FieldGuide) Text() []byte {
	var t strings.Builder
	t.WriteString("# Entries of the field guide that you have met, one per line.\n")
	for i := range guideEntries {
		if b.met[i] {
			t.WriteString(guideEntries[i].Key + "\n")
		}
	}
	for _, line := range b.unknown {
		t.WriteString(line + "\n")
	}
	return []byte(t.String())
}

// MergeFieldGuides returns the text of a field guide with the entries of two field guides. a and b are the texts of
// these field guides. Merging is needed because two processes of one player may write the same file.
func MergeFieldGuides(a, b []byte) []byte {
	return ReadFieldGuide(slices.Concat(a, []byte("\n"), b)).Text()
}

// entryWithKey returns the number of the entry with a key, or −1. For drops, it also accepts the keys that earlier
// versions wrote.
func entryWithKey(key string) int {
	if name, ok := strings.CutPrefix(key, "drop "); ok {
		k, err := spec.ParseDrop(name)
		if err != nil {
			return -1
		}
		return dropEntry(k)
	}
	return slices.IndexFunc(guideEntries[:], func(e guideEntry) bool { return e.Key == key })
}

// Met reports whether the player has met entry i.
func (b *FieldGuide) Met(i int) bool { return b.met[i] }

// Meet records that the player has met entry i. It reports whether the entry is new.
func (b *FieldGuide) Meet(i int) bool {
	known := b.met[i]
	b.met[i] = true
	return !known
}

// Count returns the number of entries of a chapter that the player has met, and the total number of entries of the
// chapter.
func (b *FieldGuide) Count(c guideChapter) (met, total int) {
	for i := range guideEntries {
		if guideEntries[i].Chapter != c {
			continue
		}
		total++
		if b.met[i] {
			met++
		}
	}
	return met, total
}

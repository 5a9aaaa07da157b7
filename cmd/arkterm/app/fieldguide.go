package app

import (
	"slices"
	"strings"

	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// A guideChapter is a chapter of the field guide: an index into [chapterNames].
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

// brickEntry returns the entry of a kind of brick, or −1 for bodies that levels cannot contain.
func brickEntry(k spec.Kind) int {
	if int(k) >= spec.NumPlacedKinds {
		return -1
	}
	return firstBrick + int(k)
}

// dropEntry returns the entry of a kind of drop, which must not be NoDrop.
func dropEntry(k spec.DropKind) int { return firstDrop + int(k) - 1 }

// droneEntry returns the entry of a kind of drone.
func droneEntry(k spec.DroneKind) int { return firstDrone + int(k) }

// bossEntry returns the entry of a kind of boss, which must not be NoBoss.
func bossEntry(k spec.BossKind) int { return firstBoss + int(k) - 1 }

// ruleEntry returns the entry of a rule.
func ruleEntry(r guideRule) int { return firstRule + int(r) }

// A FieldGuide records which entries a player has met: kinds of bricks, drops and enemies, and rules of the game. The
// zero value is the field guide of a new player. A guideWatch fills it in while a game is played.
type FieldGuide struct {
	met     [numEntries]bool
	unknown []string // unknown lines, written by another version of the program
}

// Limits of the unknown lines that are kept for other versions of the program.
const (
	maxUnknownLines  = 256
	maxUnknownLength = 80 // bytes of a line
)

// ReadFieldGuide parses a field guide. The text has a line for each entry that was met. Unknown lines are kept up to
// the limits above, because a later version of the program may have written them.
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

// Text returns the text of b, for ReadFieldGuide.
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

// MergeFieldGuides returns the text of a field guide with the entries of both a and b. The field guides are merged
// because two processes of one player may write the same file.
func MergeFieldGuides(a, b []byte) []byte {
	return ReadFieldGuide(slices.Concat(a, []byte("\n"), b)).Text()
}

// entryWithKey returns the number of the entry with the key, or −1. It accepts the keys that earlier versions wrote for
// drops.
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

// Count returns how many entries of a chapter were met, and their total number.
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

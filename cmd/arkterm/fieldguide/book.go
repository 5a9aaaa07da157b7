// Package fieldguide holds the player's book: an entry for each kind of brick, drop and enemy and for each rule of
// the game, made from the engine's tables, and which of them the player has met. A [Watch] finds that out
// from a game, tells what has to be named beside its first of a kind, and which lesson of the first game
// fits the moment:
//
//	b := book.Read(text)
//	w := book.NewWatch(b)
//	g.Step(in)
//	if w.Observe(g) {
//		save(b.Text())
//	}
//
// It never changes a game. It knows no files and no screen.
package fieldguide

import (
	"slices"
	"strings"

	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// A Chapter is a part of the book: an index into [ChapterNames].
type Chapter uint8

// The chapters.
const (
	Bricks Chapter = iota
	Drops
	Enemies
	Rules

	chapterCount = iota
)

// NumChapters is the number of chapters.
const NumChapters = int(chapterCount)

// ChapterNames returns the titles of the chapters, in their order.
func ChapterNames() []string {
	return []string{text.Guide.Bricks, text.Guide.Drops, text.Guide.Enemies, text.Guide.Rules}
}

// Entries are numbered from 0, in the order of the chapters. These are the first ones of each table.
const (
	firstBrick = 0
	firstDrop  = firstBrick + spec.NumPlacedKinds
	firstDrone = firstDrop + spec.NumDrops - 1
	firstBoss  = firstDrone + spec.NumDrones
	firstRule  = firstBoss + int(spec.NumBosses) - 1

	// Count is the number of entries.
	Count = firstRule + int(ruleCount)
)

// OfBrick returns the entry of a kind of brick, or −1: the game's own bodies have none.
func OfBrick(k spec.Kind) int {
	if int(k) >= spec.NumPlacedKinds {
		return -1
	}
	return firstBrick + int(k)
}

// OfDrop returns the entry of a kind of drop, which must not be NoDrop.
func OfDrop(k spec.DropKind) int { return firstDrop + int(k) - 1 }

// OfDrone returns the entry of a kind of drone.
func OfDrone(k spec.DroneKind) int { return firstDrone + int(k) }

// OfBoss returns the entry of a kind of boss, which must not be NoBoss.
func OfBoss(k spec.BossKind) int { return firstBoss + int(k) - 1 }

// OfRule returns the entry of a rule.
func OfRule(r Rule) int { return firstRule + int(r) }

// A Book is what a player has met. The zero Book is that of somebody who has not played yet.
type Book struct {
	met   [Count]bool
	other []string // lines of another version of the program
}

// limits of the lines that are kept for another version.
const (
	maxOther     = 256
	maxOtherLine = 80
)

// Read returns the book with the given text, a line for each entry that was met. Lines that mean nothing to
// this version stay in the book, within limits: a later one may have written them.
func Read(text []byte) *Book {
	b := new(Book)
	for line := range strings.Lines(string(parse.WithoutMark(text))) {
		line = strings.TrimSpace(line)
		if i := keyed(line); i >= 0 {
			b.met[i] = true
		} else if line != "" && len(line) <= maxOtherLine && len(b.other) < maxOther && !strings.HasPrefix(line, "#") &&
			!slices.Contains(b.other, line) {
			b.other = append(b.other, line)
		}
	}
	return b
}

// Text returns the text of b, for Read.
func (b *Book) Text() []byte {
	var t strings.Builder
	t.WriteString("# What you have met, one a line: see the book in arkterm's menu.\n")
	for i := range Entries {
		if b.met[i] {
			t.WriteString(Entries[i].Key + "\n")
		}
	}
	for _, line := range b.other {
		t.WriteString(line + "\n")
	}
	return []byte(t.String())
}

// Merge returns the text of a book with all that is in two others. Two programs of one player's may write it.
func Merge(a, b []byte) []byte {
	return Read(slices.Concat(a, []byte("\n"), b)).Text()
}

// keyed returns the entry with the key, or −1. It accepts the keys that earlier versions wrote for drops.
func keyed(key string) int {
	if name, ok := strings.CutPrefix(key, "drop "); ok {
		k, err := spec.ParseDrop(name)
		if err != nil {
			return -1
		}
		return OfDrop(k)
	}
	return slices.IndexFunc(Entries[:], func(e Entry) bool { return e.Key == key })
}

// Met reports whether the player has met entry i.
func (b *Book) Met(i int) bool { return b.met[i] }

// Meet notes that the player has met entry i, and reports whether that is new.
func (b *Book) Meet(i int) bool {
	known := b.met[i]
	b.met[i] = true
	return !known
}

// Count returns how many entries of a chapter were met, and how many there are.
func (b *Book) Count(c Chapter) (met, of int) {
	for i := range Entries {
		if Entries[i].Chapter != c {
			continue
		}
		of++
		if b.met[i] {
			met++
		}
	}
	return met, of
}

package levels

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file converts the steps of a document to records, which are lines of text. An editor appends them to a file, so
// that changes survive a crash. A record contains the changed lines:
//
//	step 7 1 "  o o x\n" 4 0 "  x plain 2\n"
//
// The numbers are the index of the first replaced line and the number of replaced lines. The words "undo" and "redo"
// mark the records of Undo and Redo, and "new" the record with the first text of a new document.

// The kinds of records.
const (
	newRecord  = "new"
	stepRecord = "step"
	undoRecord = "undo"
	redoRecord = "redo"
)

// TakeRecords returns the records of all steps and of all calls of Undo and Redo since the last call of TakeRecords. It
// includes a gesture only after its end.
func (d *Document) TakeRecords() []string {
	all := d.records
	if len(all) > 0 && d.newRecordText != "" {
		all, d.newRecordText = slices.Insert(all, 0, d.newRecordText), ""
	}
	d.records = nil
	return all
}

// RecordSince returns a record that changes the document with the text base to the current text. It returns "" if the
// texts are equal.
func (d *Document) RecordSince(base string) string { return d.recordSince(base, stepRecord) }

// recordSince is like RecordSince, but returns a record of the given kind.
func (d *Document) recordSince(base, kind string) string {
	old := ParseDocument(d.name, base)
	p := patch{}
	for _, l := range old.lines {
		p.old = append(p.old, l.text)
	}
	for _, l := range d.lines {
		p.new = append(p.new, l.text)
	}
	p.trim()
	if len(p.old)+len(p.new) == 0 {
		return ""
	}
	return step{p}.record(kind)
}

// record returns the record of a step.
func (s step) record(kind string) string {
	b := []byte(kind)
	for _, p := range s {
		b = fmt.Appendf(b, " %d %d", p.at, len(p.old))
		for _, l := range p.new {
			b = strconv.AppendQuote(append(b, ' '), l)
		}
	}
	return string(b)
}

// inverse returns the step that reverts s.
func (s step) inverse() step {
	all := make(step, 0, len(s))
	for _, p := range slices.Backward(s) {
		all = append(all, patch{p.at, p.new, p.old})
	}
	return all
}

var errRecord = errors.New("invalid record")

// Replay repeats the change in a record. The text of the document must be the text before that change. If the document
// lacks the step that a record of Undo or Redo refers to, the change becomes a new step. After an error, the document
// is unchanged.
func (d *Document) Replay(record string) error {
	d.EndGesture()
	defer func() { d.records = nil }()
	kind, _, _ := strings.Cut(record, " ")
	switch {
	case d.fatal:
		return ErrNotEditable
	case kind == undoRecord && d.CanUndo() && d.steps[d.numApplied-1].inverse().record(undoRecord) == record:
		d.Undo()
		return nil
	case kind == redoRecord && d.CanRedo() && d.steps[d.numApplied].record(redoRecord) == record:
		d.Redo()
		return nil
	case kind == newRecord && (d.size > 0 || len(d.steps) > 0):
		return errRecord
	case !slices.Contains([]string{newRecord, stepRecord, undoRecord, redoRecord}, kind):
		return errRecord
	}

	d.pending = nil
	if err := d.replay(record[len(kind):]); err != nil {
		d.revert(d.pending)
		return err
	}
	if kind == newRecord {
		d.saved = -1
	} else {
		d.record(d.pending)
	}
	return nil
}

// replay applies the patches of a record.
func (d *Document) replay(text string) error {
	for text != "" {
		var p patch
		var n int
		var ok bool
		if p.at, text, ok = cutNumber(text); !ok {
			return errRecord
		}
		if n, text, ok = cutNumber(text); !ok || p.at > len(d.lines) || n > len(d.lines)-p.at {
			return errRecord
		}
		for _, l := range d.lines[p.at : p.at+n] {
			p.old = append(p.old, l.text)
		}
		for strings.HasPrefix(text, ` "`) {
			quoted, err := strconv.QuotedPrefix(text[1:])
			if err != nil {
				return errRecord
			}
			text = text[1+len(quoted):]
			l, err := strconv.Unquote(quoted)
			if err != nil || l == "" || strings.Contains(strings.TrimSuffix(l, "\n"), "\n") {
				return errRecord
			}
			p.new = append(p.new, l)
		}
		d.pending = append(d.pending, p)
		d.replace(p.at, p.old, p.new)

		// All lines except the last one must end in a line break.
		for i := max(0, p.at-1); i < min(p.at+len(p.new), len(d.lines)-1); i++ {
			if !strings.HasSuffix(d.lines[i].text, "\n") {
				return errRecord
			}
		}
	}
	if d.size > MaxFile || d.fatal {
		return errRecord
	}
	return nil
}

// cutNumber cuts a space and a number from the beginning of a text.
func cutNumber(text string) (n int, rest string, ok bool) {
	text, ok = strings.CutPrefix(text, " ")
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.Atoi(text[:digits])
	return n, text[digits:], ok && err == nil && digits < 8
}

package leaderboard

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"
)

// LogDamage describes a damaged write-ahead log. SQLite ignores such a log from the first damaged frame on, without an
// error. A change is a transaction, for example a finished game or a new player.
type LogDamage struct {
	NumKept int       // number of changes before the damage
	NumLost int       // number of changes after the damage, or with damage in them; 0 if the log is not damaged
	Since   time.Time // time when the database was last written; all changes in the log are later
}

// Sizes in a log, in bytes.
const (
	logHeaderSize   = 32
	frameHeaderSize = 24
	minPageSize     = 512
	maxPageSize     = 1 << 16
)

// FindLogDamage examines the log of the database at path, before SQLite reads it. It compares the checksums of the
// frames, see https://sqlite.org/fileformat2.html#walformat. The incomplete change of
// a killed server does not count as damage, because its frames do not contain the end of the change.
func FindLogDamage(path string) (d LogDamage, err error) {
	f, err := os.Open(path + "-wal")
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		return d, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	header := make([]byte, logHeaderSize)
	if _, err := io.ReadFull(r, header); err != nil { // the log is empty
		return d, nil
	}

	// Without a valid header, SQLite ignores all frames.
	const magic = 0x377f0682 // the last bit selects the byte order of the checksums
	var order binary.ByteOrder = binary.LittleEndian
	if header[3]&1 != 0 {
		order = binary.BigEndian
	}
	word := func(data []byte, i int) uint32 { return binary.BigEndian.Uint32(data[4*i:]) }
	sum := logChecksum(order, [2]uint32{}, header[:24])
	valid := word(header, 0)&^1 == magic && sum == [2]uint32{word(header, 6), word(header, 7)}
	salts := header[16:24]
	pageSize := int(word(header, 2))
	if !valid {
		pageSize, salts = pageSizeOf(path), nil
	}
	if pageSize < minPageSize || pageSize > maxPageSize {
		return d, nil
	}

	frame := make([]byte, frameHeaderSize+pageSize)
	for {
		if _, err := io.ReadFull(r, frame); err != nil { // the end, or the last frame is incomplete
			break
		}
		if salts == nil {
			salts = append(salts, frame[8:16]...)
		}
		current := string(frame[8:16]) == string(salts) // otherwise the frame is older than the header
		if valid {
			sum = logChecksum(order, logChecksum(order, sum, frame[:8]), frame[frameHeaderSize:])
			valid = current && word(frame, 0) != 0 && sum == [2]uint32{word(frame, 4), word(frame, 5)}
		}
		endsChange := word(frame, 1) != 0
		switch {
		case endsChange && valid:
			d.NumKept++
		case endsChange && current:
			d.NumLost++
		}
	}
	if info, err := os.Stat(path); err == nil {
		d.Since = info.ModTime()
	}
	return d, nil
}

// logChecksum continues the checksum of a log with data, whose length is a multiple of 8.
func logChecksum(order binary.ByteOrder, sum [2]uint32, data []byte) [2]uint32 {
	for ; len(data) >= 8; data = data[8:] {
		sum[0] += order.Uint32(data) + sum[1]
		sum[1] += order.Uint32(data[4:]) + sum[0]
	}
	return sum
}

// pageSizeOf returns the page size in the header of the database at path, or 0 if it cannot be read.
func pageSizeOf(path string) int {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	var field [2]byte
	if _, err := f.ReadAt(field[:], 16); err != nil {
		return 0
	}
	if n := int(binary.BigEndian.Uint16(field[:])); n != 1 {
		return n
	}
	return maxPageSize
}

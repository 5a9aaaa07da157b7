package levels

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
)

// This file reads packs that are zip files. It accepts zip files of at most MaxZip bytes without encryption and without
// zip64. It checks the number, the names and the sizes of the files before it allocates memory for them. Package
// archive/zip would add 100 KB to the program.

// MaxZip is the maximum size of a zip file in bytes.
const MaxZip = MaxFolder

// maxZipName is the maximum length of a file name in a zip file, in bytes.
const maxZipName = 255

// Signatures of the parts of a zip file, and the sizes of these parts without names.
const (
	zipFile, zipFileSize   = "PK\x03\x04", 30
	zipEntry, zipEntrySize = "PK\x01\x02", 46
	zipEnd, zipEndSize     = "PK\x05\x06", 22
)

// IsZip reports whether a file that begins with the given bytes is a zip file.
func IsZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte(zipFile)) || bytes.HasPrefix(head, []byte(zipEnd))
}

// readZip returns the level files of a zip file in the order of their names. It ignores other files, and hidden files.
func readZip(name string, data []byte) (Pack, error) {
	files, err := listZip(data)
	if err != nil {
		return Pack{}, Errors{{File: name, Message: err.Error()}}
	}
	all := Pack{Name: PackName(name)}
	var errs Errors
	var p parser
	for _, f := range files {
		file := name + ": " + f.name
		text, err := f.read(data)
		if err != nil {
			errs = append(errs, Error{File: file, Message: err.Error()})
			continue
		}
		source := Source{path.Base(f.name), string(text)}
		p.parse(file, source.Text, false)
		errs = append(errs, p.errs...)
		all.Levels = append(all.Levels, p.pack.Levels...)
		all.Sources = append(all.Sources, source)
	}
	if len(files) == 0 {
		errs = Errors{{File: name, Message: `no file in this zip file ends in "` + Suffix + `"`, cause: ErrNoFiles}}
	}
	if len(errs) > 0 {
		return Pack{}, errs
	}
	return all, nil
}

// ZipSources returns the level files of a zip file in the order of their names, without parsing them.
func ZipSources(data []byte) (all []Source, err error) {
	files, err := listZip(data)
	for _, f := range files {
		text, e := f.read(data)
		if e != nil {
			return nil, fmt.Errorf("%s: %w", Clean(f.name), e)
		}
		all = append(all, Source{path.Base(f.name), string(text)})
	}
	return all, err
}

// A zippedFile is a file in a zip file. Sizes are in bytes.
type zippedFile struct {
	name                 string
	method, flags        uint16
	crc                  uint32
	packedSize, fullSize uint32
	offset               uint32 // position of its header
}

// listZip returns the level files of a zip file, in the order of their names.
func listZip(data []byte) ([]zippedFile, error) {
	if len(data) > MaxZip {
		return nil, fmt.Errorf("the zip file is longer than %d MiB", MaxZip>>20)
	}
	end := bytes.LastIndex(data, []byte(zipEnd))
	if end < 0 || end+zipEndSize > len(data) {
		return nil, errors.New("the zip file is incomplete (its directory is missing)")
	}
	number := func(b []byte, at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
	long := func(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
	count, at := number(data[end:], 10), uint64(long(data[end:], 16))
	if count > MaxFiles {
		return nil, fmt.Errorf("more than %d files in this zip file", MaxFiles)
	}

	var files []zippedFile
	total := uint64(0)
	for i := range count {
		if at+zipEntrySize > uint64(end) || string(data[at:at+4]) != zipEntry {
			return nil, fmt.Errorf("the entry of file %d is damaged", i+1)
		}
		b := data[at:]
		nameLen := number(b, 28)
		next := at + zipEntrySize + uint64(nameLen+number(b, 30)+number(b, 32))
		if next > uint64(end) || nameLen > maxZipName {
			return nil, fmt.Errorf("the name of file %d is longer than %d bytes", i+1, maxZipName)
		}
		f := zippedFile{
			name:  string(b[zipEntrySize : zipEntrySize+nameLen]),
			flags: binary.LittleEndian.Uint16(b[8:]), method: binary.LittleEndian.Uint16(b[10:]),
			crc: long(b, 16), packedSize: long(b, 20), fullSize: long(b, 24), offset: long(b, 42),
		}
		at = next
		if !fs.ValidPath(strings.TrimSuffix(f.name, "/")) || strings.ContainsAny(f.name, `\:`) {
			return nil, fmt.Errorf("the name %s of file %d is not allowed", Quote(f.name), i+1)
		}
		if path.Ext(f.name) != Suffix || path.Base(f.name)[0] == '.' {
			continue
		}
		if total += uint64(f.fullSize); total > MaxFolder {
			return nil, fmt.Errorf("the level files in this zip file exceed %d MiB", MaxFolder>>20)
		}
		files = append(files, f)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].name < files[j].name })
	return files, nil
}

// Compression methods of zip files.
const (
	zipStored   = 0
	zipDeflated = 8
)

// read returns the content of the file.
func (f *zippedFile) read(data []byte) ([]byte, error) {
	start := uint64(f.offset) + zipFileSize
	if start > uint64(len(data)) || string(data[f.offset:f.offset+4]) != zipFile {
		return nil, errors.New("the header in the zip file is damaged")
	}
	header := data[f.offset:start]
	start += uint64(binary.LittleEndian.Uint16(header[26:])) + uint64(binary.LittleEndian.Uint16(header[28:]))
	end := start + uint64(f.packedSize)
	var from io.Reader
	switch {
	case end > uint64(len(data)):
		return nil, errors.New("the content in the zip file is incomplete")
	case f.flags&1 != 0:
		return nil, errors.New("encrypted files are not supported")
	case f.fullSize > MaxFile:
		return nil, fmt.Errorf("the file is longer than %d KiB", MaxFile>>10)
	case f.method == zipStored:
		from = bytes.NewReader(data[start:end])
	case f.method == zipDeflated:
		from = flate.NewReader(bytes.NewReader(data[start:end]))
	default:
		return nil, fmt.Errorf("compression method %d is not supported (want stored or deflated)", f.method)
	}

	text := make([]byte, f.fullSize)
	_, err := io.ReadFull(from, text)
	if more, _ := from.Read(make([]byte, 1)); err != nil || more != 0 || crc32.ChecksumIEEE(text) != f.crc {
		return nil, errors.New("the content in the zip file is damaged (wrong checksum)")
	}
	return text, nil
}

package levels

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"arkterm/engine/spec"
)

// zippedLevel returns the text of a level with a name.
func zippedLevel(name string) string {
	return "arkterm levels 1\nlevel: " + name + "\nhexagon: plain at 32 10, radius 4\n"
}

// zipOf returns a zip file with files, given as names and texts.
func zipOf(t testing.TB, method uint16, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: files[i], Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A zip file contains the same levels as a folder, in the order of the names.
func TestZipIsPack(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		data := zipOf(t, method, "set/2.level", zippedLevel("B"), "set/", "", "set/1.level", zippedLevel("A"),
			"set/README", "no level", "__MACOSX/set/._1.level", "\x00\x05", "set/.hidden.level", "rubbish")
		got, err := Load(fstest.MapFS{"my.zip": {Data: data}}, "my.zip")
		if err != nil {
			t.Fatal(err)
		}
		want, err := Load(fstest.MapFS{
			"my/1.level": {Data: []byte(zippedLevel("A"))}, "my/2.level": {Data: []byte(zippedLevel("B"))},
		}, "my")
		if err != nil {
			t.Fatal(err)
		}
		if spec.Digest(got.Levels) != spec.Digest(want.Levels) || got.Name != "my" || len(got.Sources) != 2 ||
			got.Sources[0] != want.Sources[0] {
			t.Errorf("method %d: the pack is %+v, want %+v", method, got, want)
		}
	}
}

func TestZipErrors(t *testing.T) {
	valid := zipOf(t, zip.Deflate, "in/a.level", zippedLevel("A"))
	// change returns the valid file with a value of n bytes at an offset after a signature.
	change := func(signature string, offset, n int, value uint32) []byte {
		data := bytes.Clone(valid)
		at := bytes.LastIndex(data, []byte(signature)) + offset
		if n == 2 {
			binary.LittleEndian.PutUint16(data[at:], uint16(value))
		} else {
			binary.LittleEndian.PutUint32(data[at:], value)
		}
		return data
	}
	var large []string
	for i := range MaxFolder/MaxFile + 1 {
		large = append(large, fmt.Sprint(i, ".level"), strings.Repeat(" ", MaxFile))
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{zipOf(t, zip.Deflate, "in/a.level", zippedLevel("A")+"x: 1\n"), `my.zip: in/a.level:4:1: unknown key "x"`},
		{
			zipOf(t, zip.Deflate, "in/a.level", zippedLevel("A"), "b.level", zippedLevel("A")),
			"my.zip: in/a.level:2:8: the level in line 2 of my.zip: b.level has the same name",
		},
		{zipOf(t, zip.Deflate, "README", "x"), `my.zip: no file in this zip file ends in ".level"`},
		{zipOf(t, zip.Deflate, "../a.level", "x"), `my.zip: the name "../a.level" of file 1 is not allowed`},
		{zipOf(t, zip.Deflate, "/a.level", "x"), "is not allowed"},
		{zipOf(t, zip.Deflate, `in\a.level`, "x"), "is not allowed"},
		{zipOf(t, zip.Deflate, "a\xff.level", "x"), "is not allowed"},
		{zipOf(t, zip.Deflate, strings.Repeat("a", 256)+".level", "x"), "file 1 is longer than 255 bytes"},
		{
			zipOf(t, zip.Deflate, "a.level", strings.Repeat(" ", MaxFile+1)),
			"my.zip: a.level: the file is longer than 64 KiB",
		},
		{zipOf(t, zip.Deflate, large...), "my.zip: the level files in this zip file exceed 4 MiB"},
		{append(bytes.Clone(valid), make([]byte, MaxZip)...), "my.zip: the zip file is longer than 4 MiB"},
		{valid[:len(valid)-30], "the zip file is incomplete"},
		{valid[len(zipFile)*20:], `my.zip:1:1: `},
		{change(zipEnd, 10, 2, MaxFiles+1), "more than 4096 files in this zip file"},
		{change(zipEnd, 10, 2, 2), "the entry of file 2 is damaged"},
		{change(zipEnd, 16, 4, 1<<31), "the entry of file 1 is damaged"},
		{change(zipEntry, 24, 4, 1<<31), "the level files in this zip file exceed 4 MiB"},
		{change(zipEntry, 24, 4, 10), "the content in the zip file is damaged (wrong checksum)"}, // longer than stated
		{change(zipEntry, 24, 4, 100), "wrong checksum"},                                         // shorter than stated
		{change(zipEntry, 20, 4, 1<<30), "the content in the zip file is incomplete"},
		{change(zipEntry, 16, 4, 7), "wrong checksum"},
		{change(zipEntry, 42, 4, 1<<31), "the header in the zip file is damaged"},
		{change(zipEntry, 8, 2, 1), "encrypted files are not supported"},
		{change(zipEntry, 10, 2, 14), "compression method 14 is not supported (want stored or deflated)"},
	} {
		_, err := Load(fstest.MapFS{"my.zip": {Data: c.data}}, "my.zip")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Load() fails with %v, want %q", err, c.want)
		}
	}
}

// A zip file of any content is read in bounded memory.
func FuzzZip(f *testing.F) {
	f.Add(zipOf(f, zip.Deflate, "in/a.level", zippedLevel("A")))
	f.Add(zipOf(f, zip.Store, "a.level", zippedLevel("A"), "b.level", zippedLevel("B")))
	f.Fuzz(func(t *testing.T, data []byte) {
		pack, err := readZip("x.zip", data)
		if err == nil && len(pack.Levels) == 0 {
			t.Error("a pack without levels and without an error")
		}
	})
}

package arcade

import (
	"os"
	"path/filepath"
	"testing"
)

// If a file exceeds the size limit of an export, the export contains only its name.
func TestExportOmitsLargeFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "large"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "large"), maxExportedBytes+1); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "small"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := readFiles(dir)
	if err != nil || len(all) != 2 || !all[0].LeftOut || all[0].Text != "" ||
		all[1] != (exportedFile{Name: "small", Text: "text"}) {
		t.Errorf("readFiles() = %+v, %v; want the large file without content, and the small file", all, err)
	}
}

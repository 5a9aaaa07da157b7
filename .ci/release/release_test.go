package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestVersionsSortAfterTheirTags(t *testing.T) {
	for described, want := range map[string]string{
		"v0.1.0-0-g3814913e2a1c":             "v0.1.0",
		"v0.1.0-0-g3814913e2a1c-dirty":       "v0.1.0+dirty",
		"v0.1.0-14-g3814913e2a1c":            "v0.1.0+14.3814913e2a1c",
		"v0.2.0-rc.1-3-g3814913e2a1c-dirty":  "v0.2.0-rc.1+3.3814913e2a1c.dirty",
		"v0.0.0-512-g3814913e2a1c":           "v0.0.0+512.3814913e2a1c",
		"3814913e2a1c":                       "",
		"version-1-g3814913e2a1c":            "",
		"v1-0-g3814913e2a1c":                 "",
		"v0.1.0 -X main.x=1-0-g3814913e2a1c": "",
	} {
		if got, err := versionOf(described); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is version %q (%v), want %q", described, got, err, want)
		}
	}
}

func TestChangelogHasTheHeading(t *testing.T) {
	text := "# Changes\n\n## Not released\n\n## 0.1.0 (22 November 2026)\n"
	for number, want := range map[string]bool{"0.1.0": true, "0.1": false, "0.1.1": false, "Not": true} {
		if hasHeading(text, number) != want {
			t.Errorf("hasHeading of %s is %v", number, !want)
		}
	}
}

var some = []file{{"LICENSE", 0o644, []byte("free")}, {"arkterm", 0o755, bytes.Repeat([]byte("code"), 1000)}}

func TestArchivesHoldTheFilesAndNothingOfTheMachine(t *testing.T) {
	when := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	var once, twice bytes.Buffer
	for _, b := range []*bytes.Buffer{&once, &twice} {
		if err := tarball(b, "arkterm_1/", some, when); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(once.Bytes(), twice.Bytes()) {
		t.Error("twice the same files give two archives")
	}
	packed, err := gzip.NewReader(&once)
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(packed)
	for _, want := range some {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(data, want.data) {
			t.Errorf("%s: %d bytes (%v), want %d", h.Name, len(data), err, len(want.data))
		}
		if h.Name != "arkterm_1/"+want.path || h.Mode != int64(want.mode) || h.Uid != 0 || !h.ModTime.Equal(when) {
			t.Errorf("got %+v, want %s with mode %o", h, want.path, want.mode)
		}
	}

	var b bytes.Buffer
	if err := zipped(&b, "arkterm_1/", some, when); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != 2 || z.File[1].Name != "arkterm_1/arkterm" || z.File[1].Mode() != 0o755 || !z.File[1].Modified.Equal(when) {
		t.Errorf("the zip has %+v", z.File)
	}
}

func TestLicencesAreKnown(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\n charge, to any person":                                      "MIT",
		"Apache License\n   Version 2.0, January 2004":                                                       "Apache-2.0",
		"must reproduce … Neither the name of Google":                                                        "BSD-3-Clause",
		"Redistributions in binary form\nmust reproduce the above":                                           "BSD-2-Clause",
		"Permission to use, copy, modify, and distribute this\nsoftware for any purpose with or without fee": "ISC",
		"All rights reserved.": "",
	} {
		if got := spdxOf(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestSBOMListsEveryPart(t *testing.T) {
	parts := []part{
		{name: "Go", version: "1.26.8", url: "pkg:golang/std@1.26.8", spdx: []string{"BSD-3-Clause"}},
		{name: "example.org/m", version: "v1.2.3", url: "pkg:golang/example.org/m@v1.2.3", sum: "h1:x=", spdx: []string{"MIT"}},
	}
	text, err := sbom(stamp{version: "v0.1.0", commit: "3814913e2a1c"}, target{"linux", "amd64"}, parts, sha256.Sum256([]byte("program")))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		BOMFormat    string
		SerialNumber string
		Components   []struct {
			Name, Version, Purl string
			Licenses            []struct{ License struct{ ID string } }
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.BOMFormat != "CycloneDX" || len(got.SerialNumber) != len("urn:uuid:00000000-0000-0000-0000-000000000000") {
		t.Errorf("got %q with serial number %q", got.BOMFormat, got.SerialNumber)
	}
	if len(got.Components) != 2 || got.Components[1].Purl != parts[1].url || got.Components[1].Licenses[0].License.ID != "MIT" {
		t.Errorf("got %+v", got.Components)
	}
}

func TestPackagesHaveAPlaceForWhatPlayersUse(t *testing.T) {
	for from, want := range map[string][2]string{
		"arkterm":              {"/usr/bin/arkterm", "/usr/bin/arkterm"},
		"man/arkterm.1":        {"/usr/share/man/man1/arkterm.1.gz", "/usr/share/man/man1/arkterm.1.gz"},
		"completions/_arkterm": {"/usr/share/zsh/vendor-completions/_arkterm", "/usr/share/zsh/site-functions/_arkterm"},
		"man/arkterm-arcade.8": {"/usr/share/man/man8/arkterm-arcade.8.gz", "/usr/share/man/man8/arkterm-arcade.8.gz"},
		"deploy/serve.toml":    {"/etc/arkterm/serve.toml", "/etc/arkterm/serve.toml"},
		"LICENSE":              {"/usr/share/doc/arkterm/copyright", "/usr/share/licenses/arkterm/LICENSE"},
		"CHANGELOG.md":         {"/usr/share/doc/arkterm/changelog.gz", "/usr/share/doc/arkterm/CHANGELOG.md"},
	} {
		p, ok := placeOf(from)
		if !ok {
			t.Errorf("%s is in no package", from)
		}
		for i, kind := range []string{"deb", "rpm"} {
			if got, _ := p.at(kind, from); got != want[i] {
				t.Errorf("%s has %s at %s, want %s", kind, from, got, want[i])
			}
		}
	}
	if _, ok := placeOf("completions/arkterm.ps1"); ok {
		t.Error("packages for Linux have the completion for PowerShell")
	}
}

func TestTargetsByName(t *testing.T) {
	if all, err := targetsNamed(""); err != nil || len(all) != len(targets) {
		t.Errorf("no names are %v, %v", all, err)
	}
	if _, err := targetsNamed("linux/amd64,plan9/386"); err == nil || !strings.Contains(err.Error(), "plan9/386") {
		t.Errorf("plan9 gives %v", err)
	}
}

func TestAReleaseTakesThePlaceOfAReleaseOnly(t *testing.T) {
	for name, replaced := range map[string]bool{"SHA256SUMS": true, "arkterm_0.1.0_linux_amd64.tar.gz": true, "go.mod": false, ".bashrc": false} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := empty(dir); (err == nil) != replaced {
			t.Errorf("a folder with %s gives %v", name, err)
		}
		if _, err := os.Stat(path); os.IsNotExist(err) != replaced {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := empty(filepath.Join(t.TempDir(), "new")); err != nil {
		t.Errorf("a new folder gives %v", err)
	}
}

func TestWhatAReleaseHoldsIsReadBack(t *testing.T) {
	var b bytes.Buffer
	for name, read := range map[string]func() ([]file, error){
		"tar": func() ([]file, error) {
			b.Reset()
			if err := tarball(&b, "arkterm_1/", some, time.Unix(0, 0)); err != nil {
				return nil, err
			}
			return untar(b.Bytes(), "arkterm_1/")
		},
		"zip": func() ([]file, error) {
			b.Reset()
			if err := zipped(&b, "arkterm_1/", some, time.Unix(0, 0)); err != nil {
				return nil, err
			}
			return unzip(b.Bytes(), "arkterm_1/")
		},
	} {
		files, err := read()
		if err != nil {
			t.Fatal(name, err)
		}
		if err := holds(files, []string{"arkterm", "LICENSE"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, names := range [][]string{{"arkterm"}, {"arkterm", "LICENSE", "README.md"}} {
			if err := holds(files, names); err == nil {
				t.Errorf("%s: taken for %v", name, names)
			}
		}
		files[0].mode, files[1].mode = files[1].mode, files[0].mode
		if err := holds(files, []string{"arkterm", "LICENSE"}); err == nil {
			t.Errorf("%s: a licence that is a program", name)
		}
	}

	ar := "!<arch>\n" + "odd/            0           0     0     100644  3         `\nabc\n" + "even            0           0     0     100644  2         `\nde"
	if members, err := unar([]byte(ar)); err != nil || string(members["odd"]) != "abc" || string(members["even"]) != "de" {
		t.Errorf("ar: %q, %v", members, err)
	}
	if _, err := unar([]byte(ar[:len(ar)-1])); err == nil {
		t.Error("an archive of ar that is cut short")
	}
}

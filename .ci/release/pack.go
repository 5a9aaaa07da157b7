package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// nfpm makes packages. This version is the last whose modules all have sources in reach of everybody.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0"

// A place is where a package puts a file of the archive. A path that ends in a slash is the folder.
type place struct {
	from string // as in path.Match
	deb  string // "": not there
	rpm  string // "": as deb
	gzip bool

	config bool // whoever runs the machine may change it: an upgrade asks, and leaves it as it is
}

// debianChangelog is a file that only Debian's packages have.
const debianChangelog = "changelog.Debian"

// places are those of all files, but for those that are only in archives. The program is in /usr/bin: Debian's /usr/games
// is not where root, a container or sudo looks.
var places = []place{
	{from: "arkterm", deb: "/usr/bin/"},
	{from: "man/*.1", deb: "/usr/share/man/man1/", gzip: true},
	{from: "man/*.5", deb: "/usr/share/man/man5/", gzip: true},
	{from: "man/*.8", deb: "/usr/share/man/man8/", gzip: true},
	{from: "deploy/arkterm.service", deb: "/usr/lib/systemd/system/"},
	{from: "deploy/serve.toml", deb: "/etc/arkterm/", config: true},
	{from: "completions/arkterm.bash", deb: "/usr/share/bash-completion/completions/arkterm"},
	{from: "completions/_arkterm", deb: "/usr/share/zsh/vendor-completions/", rpm: "/usr/share/zsh/site-functions/"},
	{from: "completions/arkterm.fish", deb: "/usr/share/fish/vendor_completions.d/"},
	{from: "CHANGELOG.md", deb: "/usr/share/doc/arkterm/changelog", rpm: "/usr/share/doc/arkterm/CHANGELOG.md", gzip: true},
	{from: debianChangelog, deb: "/usr/share/doc/arkterm/changelog.Debian", gzip: true},
	{from: "README.md", deb: "/usr/share/doc/arkterm/"},
	{from: "docs/*.md", deb: "/usr/share/doc/arkterm/docs/"},
	{from: "SECURITY.md", deb: "/usr/share/doc/arkterm/"},
	{from: "LICENSE", deb: "/usr/share/doc/arkterm/copyright", rpm: "/usr/share/licenses/arkterm/LICENSE"},
	{from: "THIRD-PARTY-LICENSES.txt", deb: "/usr/share/doc/arkterm/", rpm: "/usr/share/licenses/arkterm/", gzip: true},
}

// at returns the path of a file in a package of a kind, and whether it is packed there.
func (p place) at(kind, from string) (to string, packed bool) {
	to = p.deb
	if kind == "rpm" && p.rpm != "" {
		to = p.rpm
	}
	if strings.HasSuffix(to, "/") {
		to += path.Base(from)
	}
	// rpm packs nothing in /usr/share/doc and /usr/share/licenses.
	if p.gzip && (kind == "deb" || strings.Contains(to, "/man/")) {
		return to + ".gz", true
	}
	return to, false
}

// kind returns what nfpm calls the kind of file.
func (p place) kind() string {
	if p.config {
		return "config|noreplace"
	}
	return ""
}

// placeOf returns the place of a file, if packages have it.
func placeOf(from string) (place, bool) {
	for _, p := range places {
		if ok, _ := path.Match(p.from, from); ok {
			return p, true
		}
	}
	return place{}, false
}

// pack makes a package, deb or rpm, of the files.
func (r *release) pack(t target, kind string, files []file) error {
	dir, err := os.MkdirTemp("", "arkterm-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	type info struct {
		Mode  int    `json:"mode"`
		Owner string `json:"owner"`
		Group string `json:"group"`
	}
	type content struct {
		Src  string `json:"src"`
		Dst  string `json:"dst"`
		Type string `json:"type,omitempty"`
		Info info   `json:"file_info"`
	}
	if kind == "deb" {
		files = append(slices.Clone(files), file{debianChangelog, 0o644, r.debianChanges()})
	}
	var contents []content
	for i, f := range files {
		p, ok := placeOf(f.path)
		if !ok {
			continue
		}
		to, packed := p.at(kind, f.path)
		data := f.data
		if packed {
			if data, err = compressed(data); err != nil {
				return err
			}
		}
		from := filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(from, data, 0o600); err != nil {
			return err
		}
		contents = append(contents, content{from, to, p.kind(), info{int(f.mode), "root", "root"}})
	}

	config := map[string]any{
		"name": "arkterm", "arch": t.arch, "platform": t.os, "version": r.stamp.number(), "version_schema": "none", "release": "1",
		"section": "games", "priority": "optional", "disable_globbing": true, "maintainer": maintainer, "contents": contents,
	}
	switch kind {
	case "deb": // its first line is the synopsis
		config["description"] = summary + "\n" + about
	case "rpm":
		config["description"] = about
		config["license"] = "MIT"
		config["rpm"] = map[string]any{"buildhost": "localhost", "group": "Amusements/Games", "summary": summary}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b) // nfpm reads YAML, and JSON is that too
	e.SetEscapeHTML(false)
	if err := e.Encode(config); err != nil {
		return err
	}
	from := filepath.Join(dir, "nfpm.yaml")
	if err := os.WriteFile(from, b.Bytes(), 0o600); err != nil {
		return err
	}
	// The program that makes packages is for this machine and comes from the usual cache, whatever is being built.
	env := []string{"SOURCE_DATE_EPOCH=" + strconv.FormatInt(r.stamp.when.Unix(), 10), "GOFLAGS=", "CGO_ENABLED=0"}
	said, err := output(dir, env, "go", "run", nfpm, "package", "--config", from, "--packager", kind, "--target", r.out)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

// What packages say of themselves.
const (
	maintainer = "The arkterm authors <arkterm@localhost>"
	summary    = "brick-and-paddle game with hexagons, in the terminal"
	about      = `Balls that bounce exactly, a paddle and sixty levels of hexagons in six worlds,
drawn with characters in any terminal, also over SSH. Keyboard or mouse, daily
games, storms, a match against a bot or a friend, and recordings of all games.`
)

// debianChanges returns the package's own changelog. The program's is beside it.
func (r *release) debianChanges() []byte {
	return fmt.Appendf(nil, "arkterm (%s-1) unstable; urgency=medium\n\n  * arkterm %s: changelog.gz says what is new.\n\n -- %s  %s\n",
		r.stamp.number(), r.stamp.version, maintainer, r.stamp.when.Format(time.RFC1123Z))
}

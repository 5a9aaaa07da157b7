// Release builds what is published: for each system an archive of the program, its manual pages, completions and
// licences, for Linux deb and rpm packages too, a list of what is in each program (SBOM), and the checksums of all.
//
//	go run ./.ci/release [-targets linux/amd64,…] [-packages deb,rpm] OUT
//	go run ./.ci/release -check [-cold] [-targets …] [-packages …] OUT
//
// The programs are static and know no path of the machine that they were built on. All times are that of the commit.
// So the same commit gives the same bytes, with the same version of Go: -check builds everything again in a copy of
// the tree in another folder, where nothing of arkterm comes from the compiler's cache (with -cold nothing at all),
// and compares. What is in each archive and package is read back. The version is what git says, or what -version says.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	names := flag.String("targets", "", "only these, as linux/amd64,freebsd/arm64")
	packages := flag.String("packages", "deb,rpm", "what is made for Linux besides archives")
	check := flag.Bool("check", false, "build twice, and compare")
	cold := flag.Bool("cold", false, "with -check: nothing comes from the compiler's cache the second time")
	forced := flag.String("version", "", "the version, in place of what git says")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: release [flags] OUT")
		os.Exit(2)
	}
	if err := run(*names, *packages, *forced, flag.Arg(0), *check, *cold); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(names, packages, forced, out string, check, cold bool) error {
	wanted, err := targetsNamed(names)
	if err != nil {
		return err
	}
	root, err := output("", nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}

	r := release{root: root, out: out, targets: wanted, log: os.Stdout}
	if packages != "" {
		r.packages = strings.Split(packages, ",")
	}
	if r.stamp, err = readStamp(root, forced); err != nil {
		return err
	}
	if err := r.changes(); err != nil {
		return err
	}
	if err := r.make(); err != nil {
		return err
	}
	if !check {
		return nil
	}
	return r.again(cold)
}

// again builds the release a second time, elsewhere, and says what differs.
func (r *release) again(cold bool) error {
	dir, err := os.MkdirTemp("", "arkterm release, elsewhere ") // a path with blanks, and longer
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	second := *r
	second.root, second.out = filepath.Join(dir, "tree"), filepath.Join(dir, "out")
	if err := copyTree(r.root, second.root); err != nil {
		return err
	}

	cache, err := secondCache(r.root, cold, r.targets)
	defer os.RemoveAll(cache)
	if err != nil {
		return err
	}
	second.env = []string{"GOCACHE=" + cache, "TZ=Pacific/Chatham", "LC_ALL=C"}
	if err := second.make(); err != nil {
		return err
	}
	return same(r.out, second.out)
}

// same returns an error that names the files that differ between two folders.
func same(a, b string) error {
	left, err := readAll(a)
	if err != nil {
		return err
	}
	right, err := readAll(b)
	if err != nil {
		return err
	}
	var differ []string
	for name := range left {
		if !bytes.Equal(left[name], right[name]) {
			differ = append(differ, name)
		}
		delete(right, name)
	}
	for name := range right {
		differ = append(differ, name)
	}
	if len(differ) > 0 {
		slices.Sort(differ)
		return fmt.Errorf("built twice, these differ: %s", strings.Join(differ, ", "))
	}
	fmt.Printf("built twice: %d files, the same bytes\n", len(left))
	return nil
}

// readAll returns the files of a folder.
func readAll(dir string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// copyTree copies what git keeps of the tree, and what is new in it but for what is ignored.
func copyTree(from, to string) error {
	list, err := output(from, nil, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.Trim(list, "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) { // removed, but not yet in the index
			continue
		}
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// secondCache returns a new compiler's cache: an empty one, or one of links to what the usual one has, but for what it
// has of arkterm. With an error there may be one too.
func secondCache(root string, cold bool, targets []target) (string, error) {
	usual, err := output(root, nil, "go", "env", "GOCACHE")
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(filepath.Dir(usual), "arkterm-release-") // on the same disk, for links
	if err != nil || cold {
		return dir, err
	}
	own := map[string]bool{}
	for _, t := range targets {
		list, err := output(root, t.env(), "go", append(append([]string{"list", "-deps", "-export"}, buildFlags...),
			"-f", "{{with .Module}}{{if .Main}}{{$.Export}}{{end}}{{end}}", "./cmd/arkterm")...)
		if err != nil {
			return dir, err
		}
		for file := range strings.FieldsSeq(list) {
			own[file] = true
		}
	}
	if len(own) == 0 {
		return dir, fmt.Errorf("go list tells of no compiled package of arkterm")
	}
	return dir, filepath.WalkDir(usual, func(path string, e fs.DirEntry, err error) error {
		if err != nil || own[path] {
			return err
		}
		rel, err := filepath.Rel(usual, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			return os.MkdirAll(filepath.Join(dir, rel), 0o755)
		}
		if err := os.Link(path, filepath.Join(dir, rel)); err != nil && !os.IsNotExist(err) { // it may have been tidied away meanwhile
			return err
		}
		return nil
	})
}

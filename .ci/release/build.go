package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A release is what is made of a tree.
type release struct {
	root, out string   // folders
	env       []string // of all commands
	stamp     stamp
	targets   []target
	packages  []string // for Linux: deb, rpm
	log       io.Writer
}

// A file is one of an archive or a package.
type file struct {
	path string // in the archive
	mode fs.FileMode
	data []byte
}

// make builds everything.
func (r *release) make() error {
	if err := empty(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	fmt.Fprintf(r.log, "arkterm %s\n", r.stamp)

	common, err := r.common()
	if err != nil {
		return err
	}
	for _, t := range r.targets {
		if err := r.target(t, common); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	if err := r.look(); err != nil {
		return fmt.Errorf("read back: %w", err)
	}
	return r.sum()
}

// empty removes a release made before. A folder with anything else in it is somebody's, and stays.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || e.Name() != sums && !strings.HasPrefix(e.Name(), "arkterm") {
			return fmt.Errorf("%s has %s, which is of no release: want a folder that is new, empty, or a release's", dir, e.Name())
		}
	}
	return os.RemoveAll(dir)
}

// target makes what is published for one system.
func (r *release) target(t target, common []file) error {
	dir, err := os.MkdirTemp("", "arkterm-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, t.program())
	if err := r.build(t, program); err != nil {
		return err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	parts, err := r.parts(t, info)
	if err != nil {
		return err
	}

	files := append(slices.Clone(common),
		file{t.program(), 0o755, data},
		file{"THIRD-PARTY-LICENSES.txt", 0o644, licences(parts)})
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })

	name := fmt.Sprintf("arkterm_%s_%s_%s", r.stamp.number(), t.os, t.arch)
	list, err := sbom(r.stamp, t, parts, sha256.Sum256(data))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, name+".cdx.json"), list, 0o644); err != nil {
		return err
	}
	archived, err := r.archive(t, name, files)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.log, "%-16s program %5.1f MB, archive %4.1f MB\n", t, float64(len(data))/1e6, float64(archived)/1e6)
	if t.os != "linux" {
		return nil
	}
	for _, kind := range r.packages {
		if err := r.pack(t, kind, files); err != nil {
			return fmt.Errorf("%s package: %w", kind, err)
		}
	}
	return nil
}

// build compiles the program for a system: static, and without the tables for debuggers, which are a third of it.
func (r *release) build(t target, program string) error {
	args := append([]string{"build"}, buildFlags...)
	args = append(args, "-ldflags", fmt.Sprintf("-s -w -X 'arkterm/cmd/arkterm/cli.stamp=%s'", r.stamp), "-o", program, "./cmd/arkterm")
	_, err := output(r.root, append(t.env(), r.env...), "go", args...)
	return err
}

// inArchives are the files of the tree that archives have.
var inArchives = []string{
	"README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md",
	"docs/manual.md", "docs/rules.md", "docs/formats.md", "docs/accessibility.md", "docs/arcade.md", "docs/security.md",
	"deploy/arkterm.service", "deploy/serve.toml",
}

// completions are the scripts for shells, by the names that these look for.
var completions = []struct{ shell, path string }{
	{"bash", "completions/arkterm.bash"},
	{"zsh", "completions/_arkterm"},
	{"fish", "completions/arkterm.fish"},
	{"powershell", "completions/arkterm.ps1"},
}

// documents returns the files of the tree that are packed: documents and manual pages.
func (r *release) documents() ([]string, error) {
	names := slices.Clone(inArchives)
	pages, err := os.ReadDir(filepath.Join(r.root, "docs", "man"))
	for _, p := range pages {
		names = append(names, "docs/man/"+p.Name())
	}
	return names, err
}

// inArchive returns the path in archives of a document.
func inArchive(name string) string { return strings.Replace(name, "docs/man/", "man/", 1) }

// names returns the paths of the files that all archives have.
func (r *release) names() ([]string, error) {
	documents, err := r.documents()
	var names []string
	for _, name := range documents {
		names = append(names, inArchive(name))
	}
	for _, c := range completions {
		names = append(names, c.path)
	}
	return names, err
}

// common returns the files that are the same for all systems: documents, manual pages, and completions, which a program
// for this machine prints.
func (r *release) common() ([]file, error) {
	documents, err := r.documents()
	if err != nil {
		return nil, err
	}
	var files []file
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(r.root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		files = append(files, file{inArchive(name), 0o644, text})
	}

	dir, err := os.MkdirTemp("", "arkterm-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	here := target{runtime.GOOS, runtime.GOARCH}
	program := filepath.Join(dir, here.program())
	if err := r.build(here, program); err != nil {
		return nil, err
	}
	if says, err := output(dir, r.env, program, "version"); err != nil {
		return nil, err
	} else if !strings.HasPrefix(says, "arkterm "+r.stamp.version+" ") {
		return nil, fmt.Errorf("it says that it is %q, want %s", says, r.stamp.version)
	}
	for _, c := range completions {
		script, err := output(dir, r.env, program, "completion", c.shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{c.path, 0o644, []byte(script + "\n")})
	}
	return files, nil
}

// sums is the name of the file of checksums.
const sums = "SHA256SUMS"

// sum writes the SHA-256 of all files, as sha256sum -c reads them.
func (r *release) sum() error {
	all, err := readAll(r.out)
	if err != nil {
		return err
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(all[name]), name)
	}
	return os.WriteFile(filepath.Join(r.out, sums), b.Bytes(), 0o644)
}

// output runs a command in dir with env added to the environment, and returns what it printed, without the last line
// break.
func output(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, failed.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

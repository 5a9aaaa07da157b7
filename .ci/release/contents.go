package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// This file reads a release back as those do who get it: what is in each archive and package, with which modes, and for
// which system and processor the program is.

// look reads the archives of all targets and Debian's packages, and prints what they hold.
func (r *release) look() error {
	names, err := r.names()
	if err != nil {
		return err
	}
	for _, t := range r.targets {
		files, err := r.unpack(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		if err := holds(files, append(slices.Clone(names), t.program(), "THIRD-PARTY-LICENSES.txt")); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		i := slices.IndexFunc(files, func(f file) bool { return f.path == t.program() })
		is, err := r.identify(t, files[i])
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		fmt.Fprintf(r.log, "%-16s %2d files, %s\n", t, len(files), is)
		if t.os == "linux" && slices.Contains(r.packages, "deb") {
			if err := r.lookAtDeb(t, files); err != nil {
				return fmt.Errorf("%s: deb: %w", t, err)
			}
		}
	}
	return nil
}

// holds returns an error unless the files are those with the names, each with a mode that fits and something in it.
func holds(files []file, names []string) error {
	missing := slices.Clone(names)
	for _, f := range files {
		i := slices.Index(missing, f.path)
		if i < 0 {
			return fmt.Errorf("there is %s, which nobody asked for, or twice", f.path)
		}
		missing = slices.Delete(missing, i, i+1)
		program := f.path == "arkterm" || f.path == "arkterm.exe"
		if want := map[bool]fs.FileMode{false: 0o644, true: 0o755}[program]; f.mode != want || len(f.data) == 0 {
			return fmt.Errorf("%s has %d bytes and the mode %o, want %o", f.path, len(f.data), f.mode, want)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("it lacks %s", strings.Join(missing, ", "))
	}
	return nil
}

// unpack returns the files of a target's archive, by their paths in its folder.
func (r *release) unpack(t target) ([]file, error) {
	found, err := filepath.Glob(filepath.Join(r.out, "arkterm_*_"+t.os+"_"+t.arch+t.suffix()))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("%d archives, want one (%v)", len(found), err)
	}
	data, err := os.ReadFile(found[0])
	if err != nil {
		return nil, err
	}
	folder := strings.TrimSuffix(filepath.Base(found[0]), t.suffix()) + "/"
	if t.os == "windows" {
		return unzip(data, folder)
	}
	return untar(data, folder)
}

// untar returns the files of a tar.gz, whose paths begin with folder.
func untar(data []byte, folder string) (files []file, err error) {
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(packed); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		name, ok := strings.CutPrefix(h.Name, folder)
		if h.Typeflag == tar.TypeDir {
			continue // of a package
		}
		if !ok || h.Typeflag != tar.TypeReg || h.Uid != 0 || h.Gid != 0 || h.Uname != "" && h.Uname != "root" {
			return nil, fmt.Errorf("%s is no file of root's in %q: %+v", h.Name, folder, h)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, fs.FileMode(h.Mode), text})
	}
}

// unzip is untar for a zip.
func unzip(data []byte, folder string) (files []file, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		name, ok := strings.CutPrefix(f.Name, folder)
		if !ok {
			return nil, fmt.Errorf("%s is not in %q", f.Name, folder)
		}
		text, err := fs.ReadFile(z, f.Name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, f.Mode(), text})
	}
	return files, nil
}

// identify returns an error unless a program is for the target, built as releases are, and of this version.
func (r *release) identify(t target, program file) (is string, err error) {
	info, err := buildinfo.Read(bytes.NewReader(program.data))
	if err != nil {
		return "", err
	}
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	for key, want := range map[string]string{"GOOS": t.os, "GOARCH": t.arch, "CGO_ENABLED": "0", "-trimpath": "true"} {
		if built[key] != want {
			return "", fmt.Errorf("it is built with %s=%s, want %s", key, built[key], want)
		}
	}
	switch {
	case !bytes.Contains(program.data, []byte(r.stamp.String())):
		return "", fmt.Errorf("it does not say that it is %s", r.stamp)
	case bytes.Contains(program.data, []byte(r.root+"/")):
		return "", fmt.Errorf("it knows the folder %s", r.root)
	}
	return format(t, program.data)
}

// format returns the format of a program's file and its processor, as that file says.
func format(t target, program []byte) (string, error) {
	data := bytes.NewReader(program)
	switch t.os {
	case "windows":
		f, err := pe.NewFile(data)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("PE, machine %#x", f.Machine), nil
	case "darwin":
		f, err := macho.NewFile(data)
		if err != nil {
			return "", err
		}
		return "Mach-O, " + f.Cpu.String(), nil
	}
	f, err := elf.NewFile(data)
	if err != nil {
		return "", err
	}
	is := "ELF, " + f.Machine.String()
	needs, err := f.ImportedLibraries()
	switch {
	case t.os == "openbsd": // where only libc may call the system
		return is + ", needs " + strings.Join(needs, " "), err
	case err != nil:
		return "", err
	case len(needs) > 0 || slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }):
		return "", fmt.Errorf("it is not static: it needs %v", needs)
	}
	return is + ", static", nil
}

// lookAtDeb checks that Debian's package for the target has the files of the archive, in their places.
func (r *release) lookAtDeb(t target, files []file) error {
	arch := map[string]string{"386": "i386"}[t.arch]
	if arch == "" {
		arch = t.arch
	}
	found, err := filepath.Glob(filepath.Join(r.out, "arkterm_*_"+arch+".deb"))
	if err != nil || len(found) != 1 {
		return fmt.Errorf("%d packages, want one (%v)", len(found), err)
	}
	data, err := os.ReadFile(found[0])
	if err != nil {
		return err
	}
	members, err := unar(data)
	if err != nil {
		return err
	}
	control, err := untar(members["control.tar.gz"], "./")
	if err != nil {
		return err
	}
	says, config := "", ""
	for _, f := range control {
		switch f.path {
		case "control":
			says = string(f.data)
		case "conffiles":
			config = string(f.data)
		case "md5sums":
		default:
			return fmt.Errorf("it has %s, and is to do nothing when it is installed", f.path)
		}
	}
	for _, line := range []string{"Package: arkterm\n", "Version: " + r.stamp.number() + "-1\n", "Architecture: " + arch + "\n"} {
		if !strings.Contains(says, line) {
			return fmt.Errorf("its control lacks %q:\n%s", line, says)
		}
	}
	installed, err := untar(members["data.tar.gz"], "./")
	if err != nil {
		return err
	}
	var want, got []string
	for _, f := range append(slices.Clone(files), file{path: debianChangelog}) {
		if p, ok := placeOf(f.path); ok {
			to, _ := p.at("deb", f.path)
			want = append(want, to)
			if p.config != slices.Contains(strings.Fields(config), to) {
				return fmt.Errorf("%s is among what may be changed: %v; its conffiles are %q", to, !p.config, config)
			}
		}
	}
	for _, f := range installed {
		got = append(got, "/"+f.path)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Errorf("it installs %q, want %q", got, want)
	}
	fmt.Fprintf(r.log, "%-16s %2d files, %s\n", "", len(got), filepath.Base(found[0]))
	return nil
}

// unar returns the members of an archive of ar.
func unar(data []byte) (map[string][]byte, error) {
	const header = 60
	rest, ok := bytes.CutPrefix(data, []byte("!<arch>\n"))
	if !ok {
		return nil, errors.New("it is no archive of ar")
	}
	members := map[string][]byte{}
	for len(rest) >= header {
		name := strings.TrimRight(string(rest[:16]), " /")
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil || size < 0 || size > len(rest)-header {
			return nil, fmt.Errorf("%s in an archive of ar: size %q", name, rest[48:58])
		}
		members[name] = rest[header : header+size]
		rest = rest[min(header+size+size%2, len(rest)):]
	}
	return members, nil
}

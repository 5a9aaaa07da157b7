package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A part is something of others that is in a program: Go, or a module.
type part struct {
	name, version string
	url           string   // package URL
	sum           string   // as in go.sum; of Go ""
	spdx          []string // names of the licences
	licences      []licence
}

// A licence is the text of one.
type licence struct {
	file string
	text string
}

// embedded are the parts that are no modules of Go, with the folders of the tree that have them.
var embedded = []struct {
	part
	dir string
}{
	{part{name: "asciinema-player", version: "3.18.0", url: "pkg:npm/asciinema-player@3.18.0"}, "cmd/arkterm-arcade/web/asset/asciinema-player"},
}

// licenceFile are the names of files with licences, or of what is to be passed on with them.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// parts returns what is in a program: what it says of itself, with the licences as the modules have them.
func (r *release) parts(t target, info *buildinfo.BuildInfo) ([]part, error) {
	list, err := output(r.root, append(t.env(), r.env...), "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Dir}}{{end}}", "./cmd/arkterm")
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for line := range strings.Lines(list) {
		module, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dirs[module] = dir
	}
	goroot, err := output(r.root, r.env, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}

	golang := strings.TrimPrefix(info.GoVersion, "go")
	all := []part{{name: "Go (runtime and standard library)", version: golang, url: "pkg:golang/std@" + golang}}
	dirs[all[0].name] = goroot
	for _, m := range info.Deps {
		if m.Replace != nil {
			return nil, fmt.Errorf("%s is replaced: its licence would be a guess", m.Path)
		}
		all = append(all, part{name: m.Path, version: m.Version, url: "pkg:golang/" + m.Path + "@" + m.Version, sum: m.Sum})
	}
	for _, e := range embedded {
		all = append(all, e.part)
		dirs[e.name] = filepath.Join(r.root, filepath.FromSlash(e.dir))
	}
	for i := range all {
		p := &all[i]
		if err := p.readLicences(dirs[p.name]); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return all, nil
}

// readLicences reads those of the module in dir.
func (p *part) readLicences(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !licenceFile.MatchString(e.Name()) || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		p.licences = append(p.licences, licence{e.Name(), string(text)})
		if id := spdxOf(string(text)); id != "" && !slices.Contains(p.spdx, id) {
			p.spdx = append(p.spdx, id)
		}
	}
	if len(p.spdx) == 0 {
		return fmt.Errorf("no licence that is known in %s", dir)
	}
	return nil
}

// known are licences, by what stands in each and in none before it.
var known = []struct{ id, says string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-3-Clause", "names of its contributors may be used to endorse"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"blessing", "The author disclaims copyright to this source code"},
	{"blessing", "in SQLite has been dedicated to the public domain"},
}

// spdxOf returns the SPDX identifier of a licence, or "".
func spdxOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range known {
		if strings.Contains(text, k.says) {
			return k.id
		}
	}
	return ""
}

// licences returns the text of THIRD-PARTY-LICENSES.txt.
func licences(parts []part) []byte {
	var b bytes.Buffer
	b.WriteString("arkterm is made with what is listed here, under these licences. Its own is in LICENSE.\n\n")
	for _, p := range parts {
		fmt.Fprintf(&b, "  %s %s: %s\n", p.name, p.version, strings.Join(p.spdx, ", "))
	}
	for _, p := range parts {
		for _, l := range p.licences {
			fmt.Fprintf(&b, "\n%s\n%s %s: %s\n%[1]s\n\n%[5]s\n", strings.Repeat("=", 78), p.name, p.version, l.file, strings.TrimSpace(l.text))
		}
	}
	return b.Bytes()
}

// sbom returns what is in a program as CycloneDX 1.6.
func sbom(s stamp, t target, parts []part, program [sha256.Size]byte) ([]byte, error) {
	type pair struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	type named struct {
		ID string `json:"id"`
	}
	type license struct {
		License named `json:"license"`
	}
	type hash struct {
		Alg     string `json:"alg"`
		Content string `json:"content"`
	}
	type component struct {
		Type       string    `json:"type"`
		Ref        string    `json:"bom-ref"`
		Name       string    `json:"name"`
		Version    string    `json:"version"`
		URL        string    `json:"purl,omitempty"`
		Licenses   []license `json:"licenses"`
		Hashes     []hash    `json:"hashes,omitempty"`
		Properties []pair    `json:"properties,omitempty"`
	}
	type dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn,omitempty"`
	}
	type metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}

	main := component{
		Type: "application", Ref: "arkterm", Name: "arkterm", Version: s.version, Licenses: []license{{named{"MIT"}}},
		Hashes:     []hash{{"SHA-256", fmt.Sprintf("%x", program)}},
		Properties: []pair{{"commit", s.commit}, {"os", t.os}, {"arch", t.arch}},
	}
	of := dependency{Ref: main.Ref}
	var components []component
	for _, p := range parts {
		c := component{Type: "library", Ref: p.url, Name: p.name, Version: p.version, URL: p.url}
		for _, id := range p.spdx {
			c.Licenses = append(c.Licenses, license{named{id}})
		}
		if p.sum != "" {
			c.Properties = []pair{{"go.sum", p.sum}}
		}
		components = append(components, c)
		of.DependsOn = append(of.DependsOn, p.url)
	}
	// The serial number has to be a UUID. That of the program's hash is the same whoever builds it.
	u := program[:16]
	id := fmt.Sprintf("%x-%x-8%03x-8%03x-%x", u[0:4], u[4:6], (int(u[6])<<8|int(u[7]))&0xfff, (int(u[8])<<8|int(u[9]))&0xfff, u[10:16])
	text, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "serialNumber": "urn:uuid:" + id,
		"metadata":     metadata{s.when.Format(time.RFC3339), main},
		"components":   components,
		"dependencies": []dependency{of},
	}, "", "  ")
	return append(text, '\n'), err
}

// Golden checks that the golden files in testdata and docs are up to date. It copies the tree, including untracked
// files, and runs in the copy all tests that have an -update flag, and make pictures. It fails if a file of the copy then
// differs from the original or is new. The tree itself is not changed.
//
//	go run ./.ci/golden [-pictures=false] [FOLDER]
//
// With a folder, such as ./engine/record, it runs only the tests of this package.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	pictures := flag.Bool("pictures", true, "compare the pictures in docs")
	flag.Parse()
	if err := run(".", flag.Arg(0), *pictures); err != nil {
		fmt.Fprintln(os.Stderr, "golden:", err)
		os.Exit(1)
	}
}

func run(root, only string, pictures bool) error {
	files, err := list(root)
	if err != nil {
		return err
	}
	tests, err := updating(root, files)
	if err != nil {
		return err
	}
	maps.DeleteFunc(tests, func(dir, _ string) bool { return only != "" && dir != only })
	if len(tests) == 0 {
		return errors.New("no test has an -update flag")
	}
	fresh, err := os.MkdirTemp("", "golden")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := copyTo(fresh, root, files); err != nil {
		return err
	}

	names := slices.Sorted(maps.Values(tests))
	fmt.Println("golden: tests", strings.Join(names, "|"))
	args := append([]string{"test", "-count=1", "-run", "^(" + strings.Join(names, "|") + ")$"}, slices.Sorted(maps.Keys(tests))...)
	if err := execIn(fresh, "go", append(args, "-update")...); err != nil {
		return err
	}
	if pictures {
		if err := execIn(fresh, "make", "-s", "pictures", "PICTURES=docs"); err != nil {
			return err
		}
	}
	stale, err := differences(fresh, root)
	if err != nil {
		return err
	}
	if len(stale) > 0 {
		return fmt.Errorf("stale, renew with go test -update and make pictures:\n%s", strings.Join(stale, "\n"))
	}
	fmt.Printf("golden: tests of %d packages and the pictures write the files that are there\n", len(tests))
	return nil
}

// list returns the files that git tracks or would add. In a tree without git it returns all files.
func list(root string) (files []string, err error) {
	if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
		cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("git ls-files: %w", err)
		}
		files = strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
		return slices.DeleteFunc(files, func(name string) bool {
			_, err := os.Lstat(filepath.Join(root, name))
			return err != nil // deleted, but still in the index
		}), nil
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			name, _ := filepath.Rel(root, path)
			files = append(files, name)
		}
		return err
	})
	return files, err
}

// copyTo copies files of the tree at root to dir.
func copyTo(dir, root string, files []string) error {
	for _, name := range files {
		path := filepath.Join(root, name)
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, data, info.Mode()|0o200)); err != nil {
			return err
		}
	}
	return nil
}

// updating returns, for each package that has an -update flag, the names of the tests that use its variable update, directly or
// through other functions of their package. The names are joined by "|".
func updating(root string, files []string) (map[string]string, error) {
	flags := map[string]bool{}               // folders with a package variable named update
	uses := map[string]map[string][]string{} // identifiers in each function, by folder
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		dir := "./" + filepath.ToSlash(filepath.Dir(name))
		for _, decl := range file.Decls {
			if v, ok := decl.(*ast.GenDecl); ok && v.Tok == token.VAR {
				for _, spec := range v.Specs {
					flags[dir] = flags[dir] || spec.(*ast.ValueSpec).Names[0].Name == "update"
				}
			}
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil {
				if uses[dir] == nil {
					uses[dir] = map[string][]string{}
				}
				ast.Inspect(f.Body, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						uses[dir][f.Name.Name] = append(uses[dir][f.Name.Name], id.Name)
					}
					return true
				})
			}
		}
	}

	tests := map[string]string{}
	for dir := range flags {
		of := uses[dir]
		if !flags[dir] {
			continue
		}
		reached := map[string]bool{"update": true}
		for again := true; again; {
			again = false
			for name, ids := range of {
				if !reached[name] && slices.ContainsFunc(ids, func(id string) bool { return reached[id] }) {
					reached[name], again = true, true
				}
			}
		}
		var names []string
		for name := range reached {
			if strings.HasPrefix(name, "Test") && name != "TestMain" {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			tests[dir] = strings.Join(slices.Sorted(slices.Values(names)), "|")
		}
	}
	return tests, nil
}

// execIn runs a command in a folder and shows its output.
func execIn(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return nil
}

// differences returns the files of the tree at fresh whose content is not the same at root.
func differences(fresh, root string) (stale []string, err error) {
	err = filepath.WalkDir(fresh, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(fresh, path)
		now, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if was, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(was, now) {
			stale = append(stale, name)
		}
		return nil
	})
	return stale, err
}

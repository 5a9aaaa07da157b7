// Package golden checks that the golden files in testdata and docs are current. In a copy of the tree, it runs the
// tests that support the -update flag with this flag, and runs make pictures. It fails if this changes a file in the
// copy.
package golden

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"arkterm/ci/harness"
)

// Run carries out the subcommand golden [FOLDER]. With a folder such as ./engine/record, it runs only the tests of that
// package.
func Run(dir string, args []string) error {
	flags := flag.NewFlagSet("golden", flag.ContinueOnError)
	pictures := flags.Bool("pictures", true, "also compare the pictures in docs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	tests, err := updatableTests(".")
	if err != nil {
		return err
	}
	maps.DeleteFunc(tests, func(dir, _ string) bool { return flags.NArg() > 0 && dir != flags.Arg(0) })
	if len(tests) == 0 {
		return errors.New("no test has an -update flag")
	}
	copied := filepath.Join(dir, "tree")
	if err := copyTree(copied); err != nil {
		return err
	}
	names := strings.Join(slices.Sorted(maps.Values(tests)), "|")
	fmt.Println("golden: tests", names)
	test := append([]string{"go", "test", "-count=1", "-run", "^(" + names + ")$"}, slices.Sorted(maps.Keys(tests))...)
	if err := runIn(copied, append(test, "-update")...); err != nil {
		return err
	}
	if *pictures {
		if err := runIn(copied, "make", "-s", "pictures", "PICTURES=docs"); err != nil {
			return err
		}
	}
	stale, err := exec.Command("git", "-C", copied, "status", "--porcelain").Output()
	if err != nil {
		return err
	}
	if len(stale) > 0 {
		return fmt.Errorf("not current, update with go test -update and make pictures:\n%s", stale)
	}
	fmt.Printf("golden: the golden files of %d packages are current\n", len(tests))
	return nil
}

// copyTree copies the tracked and the new files of the current folder to a new git repository in dir. dir must not
// exist.
func copyTree(dir string) error {
	script := `git ls-files -z --cached --others --exclude-standard |
		xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' _ |
		xargs -0 cp --parents -t "$1" && cd "$1" && git init -q && git add -A &&
		git -c user.name=golden -c user.email=golden@localhost commit -q -m golden`
	return errors.Join(os.Mkdir(dir, 0o700), harness.Run(exec.Command("sh", "-c", script, "sh", dir)))
}

// runIn runs a command in a folder and shows its output.
func runIn(dir string, command ...string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command[:2], " "), err)
	}
	return nil
}

// updatableTests returns, for each package folder, the tests that use the variable update, directly or through other
// functions. The names are joined by "|".
func updatableTests(root string) (map[string]string, error) {
	uses := map[string]map[string][]string{} // identifiers of each function, by package folder
	flagged := map[string]bool{}             // folders of packages with the variable update
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, filepath.Dir(path))
		dir := "./" + filepath.ToSlash(relative)
		if uses[dir] == nil {
			uses[dir] = map[string][]string{}
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil {
				ast.Inspect(f.Body, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						uses[dir][f.Name.Name] = append(uses[dir][f.Name.Name], id.Name)
					}
					return true
				})
			}
			if v, ok := decl.(*ast.GenDecl); ok && v.Tok == token.VAR {
				for _, spec := range v.Specs {
					if name := spec.(*ast.ValueSpec).Names[0].Name; name == "update" {
						flagged[dir] = true
					}
				}
			}
		}
		return err
	})
	tests := map[string]string{}
	for dir, functions := range uses {
		if flagged[dir] {
			if names := testsUsingUpdate(functions); len(names) > 0 {
				tests[dir] = strings.Join(names, "|")
			}
		}
	}
	return tests, err
}

// testsUsingUpdate returns the sorted names of the tests that use the variable update directly or indirectly. uses are
// the identifiers in each function.
func testsUsingUpdate(uses map[string][]string) (tests []string) {
	reached := map[string]bool{"update": true}
	for n := 0; n < len(reached); {
		n = len(reached)
		for name, ids := range uses {
			reached[name] = reached[name] || slices.ContainsFunc(ids, func(id string) bool { return reached[id] })
			if !reached[name] {
				delete(reached, name)
			}
		}
	}
	for name := range reached {
		if strings.HasPrefix(name, "Test") && name != "TestMain" {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests
}

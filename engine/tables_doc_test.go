package engine_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine/bot"
)

// TestEveryTableIsInTheDoc checks that docs/rules.md has a table for each exported table of the
// engine, of bots and of levels. In the document, the mark of a table is the name of the table in
// lower case.
func TestEveryTableIsInTheDoc(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}

	for _, pattern := range []string{"bot/*.go", "spec/*.go"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}

		files = append(files, more...)
	}

	docs, found := rulesTables(), 0
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}

		for _, name := range exportedTables(f) {
			found++
			if _, ok := docs[strings.ToLower(name)]; !ok {
				t.Errorf("%s: docs/rules.md has no table of %s", file, name)
			}
		}
	}

	if found < 8 {
		t.Errorf("found %d tables in the source files, want at least 8", found)
	}
}

// exportedTables returns the names of all exported array variables in a file.
func exportedTables(f *ast.File) (names []string) {
	for name, o := range f.Scope.Objects {
		spec, ok := o.Decl.(*ast.ValueSpec)
		if o.Kind != ast.Var || !ok || !ast.IsExported(name) || len(spec.Values) != 1 {
			continue
		}
		if lit, ok := spec.Values[0].(*ast.CompositeLit); ok {
			if _, ok := lit.Type.(*ast.ArrayType); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

func strengthTable() string {
	var b strings.Builder
	for _, r := range bot.Strengths {
		fmt.Fprintf(&b, "* `%s`: %s\n", r.Name, r.Help)
	}
	return b.String()
}

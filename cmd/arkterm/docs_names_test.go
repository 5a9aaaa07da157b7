package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"arkterm/cmd/arkterm/testenv"
)

// TestDocsNameExistingTests checks that the tests in security.md and accessibility.md exist.
func TestDocsNameExistingTests(t *testing.T) {
	var tests []byte
	for _, root := range []string{"../../cmd", "../../engine", "../../input", "../../levels", "../../render"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			tests = append(tests, text...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}

	names := regexp.MustCompile(`\b(Test|Fuzz)[A-Z][A-Za-z]+`)
	for _, file := range []string{"security.md", "accessibility.md"} {
		doc, err := os.ReadFile(filepath.Join("..", "..", "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		found := names.FindAllString(string(doc), -1)
		if len(found) < 20 {
			t.Errorf("docs/%s names %d tests, want at least 20", file, len(found))
		}
		for _, name := range found {
			if !bytes.Contains(tests, []byte("\nfunc "+name+"(")) {
				t.Errorf("docs/%s names the test %s, which does not exist", file, name)
			}
		}
	}
}

// TestDocsNameExistingIdentifiers checks that names such as `Game.Step`, `Game.applyDrop` and `kindRows` in the
// documents for developers exist.
func TestDocsNameExistingIdentifiers(t *testing.T) {
	declared, members := declarations(t)
	named := regexp.MustCompile("`(?:\\w+\\.)?([A-Za-z]{2,})\\.([A-Z]\\w+)`")
	private := regexp.MustCompile("`([A-Z][a-z]+\\.[a-z]\\w+|[a-z]+[A-Z]\\w+)`")
	for _, file := range []string{"CONTRIBUTING.md", "docs/architecture.md", "docs/physics.md"} {
		doc := testenv.ReadDoc(t, filepath.Join("..", "..", filepath.FromSlash(file)))
		found := named.FindAllStringSubmatch(doc, -1)
		if len(found) == 0 {
			t.Errorf("%s names no identifiers", file)
		}
		for _, m := range found {
			if m[1] != "tcell" && !declared[m[1]+"."+m[2]] && !(declared[m[1]] && members[m[2]]) {
				t.Errorf("%s names %s.%s, which does not exist", file, m[1], m[2])
			}
		}
		for _, m := range private.FindAllStringSubmatch(doc, -1) {
			if !declared[m[1]] {
				t.Errorf("%s names %s, which does not exist", file, m[1])
			}
		}
	}
	if declared["Game.Missing"] || !declared["Game.Step"] || !declared["engine.Game"] || !members["Title"] {
		t.Error("declarations are not found")
	}
}

// TestDocCommentsBeginWithTheName checks the doc comments of all functions, methods and types.
func TestDocCommentsBeginWithTheName(t *testing.T) {
	if testing.Short() { // slow, because it parses all source files
		return
	}
	goFiles(t, func(path string, text []byte) {
		for _, problem := range misnamed(t, path, text) {
			t.Error(problem)
		}
	})

	const wrong = "package p\n" +
		"// old does it.\nfunc f() {}\n" +
		"// fs are many.\nfunc (t *T) f() {}\n" +
		"// An old is one.\ntype T int\n" +
		"type (\n// A T2 is one.\nT2 int\n// A t3 is one.\nT3 int\n)\n" +
		"// g, h and others are fine.\nfunc g() {}\n" +
		"// A sentence is fine.\nfunc TestX() {}\n"
	if got := misnamed(t, "x_test.go", []byte(wrong)); len(got) != 4 {
		t.Errorf("%d wrong comments, want 4: %q", len(got), got)
	}
}

// misnamed describes the functions, methods and types whose doc comments begin with another word than their name. The
// name of a type may follow an article. Tests, benchmarks and examples may have any comment.
func misnamed(t *testing.T, path string, text []byte) (problems []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}

	free := regexp.MustCompile("^(Test|Fuzz|Benchmark|Example)")
	article := regexp.MustCompile("^(A|An|The) ")
	check := func(name *ast.Ident, comment string) {
		rest, ok := strings.CutPrefix(comment, name.Name)
		if comment != "" && (!ok || !strings.ContainsAny(rest[:1], " ,:.'\n")) {
			place := files.Position(name.Pos()).String()
			problems = append(problems, place+": "+name.Name+": "+strings.TrimSpace(comment))
		}
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if !strings.HasSuffix(path, "_test.go") || !free.MatchString(d.Name.Name) {
				check(d.Name, d.Doc.Text())
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				doc := s.Doc.Text()
				if !d.Lparen.IsValid() {
					doc = d.Doc.Text()
				}
				check(s.Name, article.ReplaceAllString(doc, ""))
			}
		}
	}
	return problems
}

// declarations returns the declared names of all Go files: package.Name, Type.Method, Type and Method. The members are
// fields, and constants and variables in groups.
func declarations(t *testing.T) (declared, members map[string]bool) {
	declared, members = map[string]bool{}, map[string]bool{}
	word := func(s string) string {
		name := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
		return s[:len(s)-len(strings.TrimLeftFunc(s, name))]
	}
	goFiles(t, func(_ string, text []byte) {
		pkg := ""
		for line := range strings.Lines(string(text)) {
			keyword, rest, _ := strings.Cut(line, " ")
			switch keyword {
			case "package":
				pkg = word(rest)
			case "func", "type", "var", "const":
				receiver, method, ok := strings.Cut(rest, ") ")
				if !strings.HasPrefix(rest, "(") || !ok {
					declared[pkg+"."+word(rest)], declared[word(rest)] = true, true
					continue
				}
				receiver = receiver[strings.LastIndexAny(receiver, "( *")+1:]
				declared[word(receiver)+"."+word(method)], declared[word(method)] = true, true
			default:
				if strings.HasPrefix(line, "\t") {
					declared[pkg+"."+word(line[1:])], members[word(line[1:])] = true, true
				}
			}
		}
	})
	return declared, members
}

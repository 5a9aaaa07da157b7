package mutate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// A mutationKind is a class of mutations.
type mutationKind int

const (
	operators mutationKind = iota
	conditions
	constants
	calls
	numMutationKinds
)

// A pkg is the output of go list for a package.
type pkg struct {
	ImportPath, Dir string

	GoFiles, TestGoFiles, XTestGoFiles []string
}

// A site is a part of a file and its replacement.
type site struct {
	pkg         *pkg
	kind        mutationKind
	path        string // path of the file
	source      []byte // contents of the file
	line        int    // line of start
	start, end  int    // byte offsets in source
	replacement string
}

// place returns FILE:LINE. The file is relative to the current folder.
func (s site) place() string {
	path := s.path
	if dir, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(dir, path); err == nil {
			path = relative
		}
	}
	return path + ":" + strconv.Itoa(s.line)
}

// String describes the mutation.
func (s site) String() string {
	if s.kind == calls {
		return "without the call " + oneLine(string(s.source[s.start:s.end]))
	}
	begin := bytes.LastIndexByte(s.source[:s.start], '\n') + 1
	end := len(s.source)
	if n := bytes.IndexByte(s.source[s.end:], '\n'); n >= 0 {
		end = s.end + n
	}
	return fmt.Sprintf("%s -> %s in: %s", oneLine(string(s.source[s.start:s.end])), oneLine(s.replacement),
		oneLine(string(s.source[begin:end])))
}

// oneLine formats code as one line of at most 100 characters.
func oneLine(code string) string {
	runes := []rune(strings.Join(strings.Fields(code), " "))
	if len(runes) > 100 {
		return string(runes[:99]) + "…"
	}
	return string(runes)
}

// mutated returns the contents of the file with the replacement.
func (s site) mutated() []byte {
	return bytes.Join([][]byte{s.source[:s.start], s.source[s.end:]}, []byte(s.replacement))
}

// listPackages lists the packages that match the patterns.
func listPackages(ctx context.Context, patterns []string) ([]*pkg, error) {
	cmd := exec.CommandContext(ctx, "go",
		append([]string{"list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles"}, patterns...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	var packages []*pkg
	for decoder := json.NewDecoder(bytes.NewReader(list)); ; {
		p := new(pkg)
		if err := decoder.Decode(p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// collect finds the sites in the files of packages. It skips generated files.
func collect(packages []*pkg) ([]site, error) {
	var all []site
	for _, p := range packages {
		for _, name := range p.GoFiles {
			path := filepath.Join(p.Dir, name)
			source, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, source, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			if ast.IsGenerated(file) {
				continue
			}
			f := finder{base: site{pkg: p, path: path, source: source}, file: set.File(file.Pos())}
			for _, decl := range file.Decls {
				ast.Inspect(decl, f.visit)
			}
			all = append(all, f.sites...)
		}
	}
	return all, nil
}

// A finder finds the sites in a file.
type finder struct {
	base  site // contains the fields that are the same for all sites of the file
	file  *token.File
	sites []site
}

// addSite adds a site. Its mutation replaces the code between the positions start and end.
func (f *finder) addSite(k mutationKind, start, end token.Pos, replacement string) {
	s := f.base
	s.kind, s.replacement = k, replacement
	s.start, s.end, s.line = f.file.Offset(start), f.file.Offset(end), f.file.Line(start)
	f.sites = append(f.sites, s)
}

// code returns the source of a node.
func (f *finder) code(n ast.Node) string {
	return string(f.base.source[f.file.Offset(n.Pos()):f.file.Offset(n.End())])
}

// swaps maps each operator to its replacements.
var swaps = map[token.Token][]string{
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"}, token.REM: {"*"},
	token.AND: {"|"}, token.OR: {"&"}, token.XOR: {"&"}, token.AND_NOT: {"&"}, token.SHL: {">>"}, token.SHR: {"<<"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.EQL: {"!="}, token.NEQ: {"=="}, token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="},
	token.GEQ:        {">", "<"},
	token.ADD_ASSIGN: {"-="}, token.SUB_ASSIGN: {"+="}, token.MUL_ASSIGN: {"/="}, token.QUO_ASSIGN: {"*="},
	token.AND_ASSIGN: {"|="}, token.OR_ASSIGN: {"&="}, token.AND_NOT_ASSIGN: {"|="}, token.SHL_ASSIGN: {">>="},
	token.SHR_ASSIGN: {"<<="},
	token.INC:        {"--"}, token.DEC: {"++"},
}

// addOperator adds mutations of an operator.
func (f *finder) addOperator(op token.Token, pos token.Pos) {
	for _, replacement := range swaps[op] {
		f.addSite(operators, pos, pos+token.Pos(len(op.String())), replacement)
	}
}

// addCondition adds mutations that make a condition constant. The condition remains in the code, so that its variables
// are used.
func (f *finder) addCondition(cond ast.Expr) {
	f.addSite(conditions, cond.Pos(), cond.End(), "("+f.code(cond)+") && false")
	f.addSite(conditions, cond.Pos(), cond.End(), "("+f.code(cond)+") || true")
}

// addCall adds a mutation that skips a call. The call remains in the code, so that its variables are used.
func (f *finder) addCall(n ast.Stmt) {
	f.addSite(calls, n.Pos(), n.End(), "if false { "+f.code(n)+" }")
}

// addNumber adds mutations that change a number slightly.
func (f *finder) addNumber(lit *ast.BasicLit) {
	switch lit.Kind {
	case token.INT:
		f.addSite(constants, lit.Pos(), lit.End(), "("+lit.Value+" + 1)")
		f.addSite(constants, lit.Pos(), lit.End(), "("+lit.Value+" - 1)")
	case token.FLOAT:
		f.addSite(constants, lit.Pos(), lit.End(), "("+lit.Value+" * 1.5)")
		f.addSite(constants, lit.Pos(), lit.End(), "("+lit.Value+" + 1)")
	}
}

// visit adds the sites of a node, and reports whether to visit its children.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.VAR
	case *ast.ArrayType:
		return false // another length would not compile
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok || isLogCall(call) {
			return false
		}
		f.addCall(n)
	case *ast.DeferStmt:
		if isLogCall(n.Call) {
			return false
		}
		f.addCall(n)
	case *ast.IfStmt:
		f.addCondition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.addSite(conditions, n.Cond.Pos(), n.Cond.End(), "("+f.code(n.Cond)+") && false")
		}
	case *ast.BinaryExpr:
		f.addOperator(n.Op, n.OpPos)
	case *ast.AssignStmt:
		f.addOperator(n.Tok, n.TokPos)
	case *ast.IncDecStmt:
		f.addOperator(n.Tok, n.TokPos)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.addSite(operators, n.OpPos, n.OpPos+1, "")
		}
	case *ast.BasicLit:
		f.addNumber(n)
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			f.addSite(constants, n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
		}
	}
	return true
}

// isLogCall reports whether a call only writes to a log. It calls a function of package log or slog, or a method
// of a value named log or logger.
func isLogCall(call *ast.CallExpr) bool {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	name := ""
	switch x := fun.X.(type) {
	case *ast.Ident:
		name = x.Name
	case *ast.SelectorExpr:
		name = x.Sel.Name
	}
	switch strings.ToLower(name) {
	case "log", "slog", "logger":
		return true
	}
	return false
}

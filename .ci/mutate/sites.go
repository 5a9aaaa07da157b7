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

// A pkg is a package as go list prints it.
type pkg struct {
	ImportPath, Dir string

	GoFiles, TestGoFiles, XTestGoFiles []string
}

// A site is a part of a file with its replacement.
type site struct {
	pkg        *pkg
	kind       mutationKind
	path       string // of the file
	source     []byte // of the whole file
	line       int
	start, end int // byte offsets in source
	with       string
}

// place returns the file, relative to the current folder, and the line.
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
		return "without the call " + inLine(string(s.source[s.start:s.end]))
	}
	begin := bytes.LastIndexByte(s.source[:s.start], '\n') + 1
	end := len(s.source)
	if n := bytes.IndexByte(s.source[s.end:], '\n'); n >= 0 {
		end = s.end + n
	}
	return fmt.Sprintf("%s -> %s in: %s", inLine(string(s.source[s.start:s.end])), inLine(s.with),
		inLine(string(s.source[begin:end])))
}

// inLine returns code in one line of at most 100 characters.
func inLine(code string) string {
	runes := []rune(strings.Join(strings.Fields(code), " "))
	if len(runes) > 100 {
		return string(runes[:99]) + "…"
	}
	return string(runes)
}

// mutated returns the source of the file with the replacement.
func (s site) mutated() []byte {
	return bytes.Join([][]byte{s.source[:s.start], s.source[s.end:]}, []byte(s.with))
}

// load lists the packages that match the patterns.
func load(ctx context.Context, patterns []string) ([]*pkg, error) {
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

// collect finds the sites in the packages' files. It skips generated files.
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

// A finder collects the sites of a file.
type finder struct {
	base  site
	file  *token.File
	sites []site
}

// replace adds the mutation of the code between two positions.
func (f *finder) replace(k mutationKind, from, to token.Pos, with string) {
	s := f.base
	s.kind, s.with = k, with
	s.start, s.end, s.line = f.file.Offset(from), f.file.Offset(to), f.file.Line(from)
	f.sites = append(f.sites, s)
}

// code returns the source of a node.
func (f *finder) code(n ast.Node) string {
	return string(f.base.source[f.file.Offset(n.Pos()):f.file.Offset(n.End())])
}

// swaps are the replacements of each operator.
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

// operator adds the replacements of an operator.
func (f *finder) operator(op token.Token, pos token.Pos) {
	for _, with := range swaps[op] {
		f.replace(operators, pos, pos+token.Pos(len(op.String())), with)
	}
}

// condition adds mutations that make a condition constant. The condition is still evaluated, so its variables stay in
// use.
func (f *finder) condition(cond ast.Expr) {
	f.replace(conditions, cond.Pos(), cond.End(), "("+f.code(cond)+") && false")
	f.replace(conditions, cond.Pos(), cond.End(), "("+f.code(cond)+") || true")
}

// call adds the removal of a statement that calls a function. The call stays in the code, so its variables stay in use.
func (f *finder) call(n ast.Stmt) {
	f.replace(calls, n.Pos(), n.End(), "if false { "+f.code(n)+" }")
}

// number adds the neighbors of a number.
func (f *finder) number(lit *ast.BasicLit) {
	switch lit.Kind {
	case token.INT:
		f.replace(constants, lit.Pos(), lit.End(), "("+lit.Value+" + 1)")
		f.replace(constants, lit.Pos(), lit.End(), "("+lit.Value+" - 1)")
	case token.FLOAT:
		f.replace(constants, lit.Pos(), lit.End(), "("+lit.Value+" * 1.5)")
		f.replace(constants, lit.Pos(), lit.End(), "("+lit.Value+" + 1)")
	}
}

// visit finds the sites of a node, and reports whether the nodes below it are mutated too.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.VAR
	case *ast.ArrayType:
		return false // a length that differs does not compile
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok || logs(call) {
			return ok && !logs(call)
		}
		f.call(n)
	case *ast.DeferStmt:
		if logs(n.Call) {
			return false
		}
		f.call(n)
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.replace(conditions, n.Cond.Pos(), n.Cond.End(), "("+f.code(n.Cond)+") && false")
		}
	case *ast.BinaryExpr:
		f.operator(n.Op, n.OpPos)
	case *ast.AssignStmt:
		f.operator(n.Tok, n.TokPos)
	case *ast.IncDecStmt:
		f.operator(n.Tok, n.TokPos)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.replace(operators, n.OpPos, n.OpPos+1, "")
		}
	case *ast.BasicLit:
		f.number(n)
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			f.replace(constants, n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
		}
	}
	return true
}

// logs reports whether a call only writes to a log: a function of package log or slog, or a method of a value called
// log.
func logs(call *ast.CallExpr) bool {
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

// Package mutate measures how well the tests of a package detect faults. It changes one operator, condition, constant
// or call at a time, runs the tests of the changed package, and prints whether the tests have detected the change.
//
//	mutate [-n 40] [-seed 1] [-at FILE:LINE] [-short] [PACKAGE…]
//
// Source files do not change, because mutants are compiled with the -overlay flag of go build. The same tree and seed
// produce the same mutants. A mutant that does not compile, or compiles to the same program, is replaced by another
// one. A mutant whose tests take too long counts as killed.
package mutate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Run carries out the subcommand mutate.
func Run(dir string, args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, dir, args, os.Stdout)
}

// run is like Run, with a context and an output. It stores temporary files in dir.
func run(ctx context.Context, dir string, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	count := flags.Int("n", 40, "draw `N` mutants")
	seed := flags.Uint64("seed", 1, "draw mutants with this random `SEED`")
	at := flags.String("at", "", "try each mutant of `FILE:LINE` and draw none")
	short := flags.Bool("short", false, "run the tests with -test.short")
	timeout := flags.Duration("timeout", 20*time.Second,
		"kill tests after five times their normal time plus this `TIME`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	packages, err := listPackages(ctx, flags.Args())
	if err != nil {
		return err
	}
	packages = slices.DeleteFunc(packages, func(p *pkg) bool {
		untested := len(p.TestGoFiles)+len(p.XTestGoFiles) == 0
		if untested {
			fmt.Fprintf(out, "%s: has no tests\n", p.ImportPath)
		}
		return untested
	})
	sites, err := collect(packages)
	if err != nil {
		return err
	}
	if *at != "" {
		sites = slices.DeleteFunc(sites, func(s site) bool { return s.place() != strings.TrimPrefix(*at, "./") })
		*count = len(sites)
	} else {
		sites = draw(sites, *seed)
	}
	if len(sites) == 0 {
		return errors.New("no code to mutate")
	}
	t, err := newTester(ctx, dir, *short, *timeout)
	if err != nil {
		return err
	}
	return report(ctx, t, sites, *count, out)
}

// draw shuffles the sites. In the result, the kinds of mutations alternate, because most sites in tables are constants.
func draw(sites []site, seed uint64) []site {
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	var byKind [numMutationKinds][]site
	for _, s := range sites {
		byKind[s.kind] = append(byKind[s.kind], s)
	}
	drawn := make([]site, 0, len(sites))
	for i := 0; len(drawn) < len(sites); i++ {
		for _, sites := range byKind {
			if i < len(sites) {
				drawn = append(drawn, sites[i])
			}
		}
	}
	return drawn
}

// A share counts mutants, and the killed ones among them.
type share struct{ killed, total int }

// add counts a mutant.
func (s *share) add(killed bool) {
	s.total++
	if killed {
		s.killed++
	}
}

// String formats a share with its percentage.
func (s share) String() string {
	return fmt.Sprintf("%d of %d killed (%d %%)", s.killed, s.total, 100*s.killed/max(s.total, 1))
}

// report tests mutants until count of them have compiled. It prints a line for each mutant, and the share of killed
// mutants for each package.
func report(ctx context.Context, t *tester, sites []site, count int, out io.Writer) error {
	var total share
	shares := map[string]*share{}
	var order []string
	for _, s := range sites {
		if total.total == count {
			break
		}
		verdict, err := t.test(ctx, s)
		if err != nil {
			return err
		}
		if verdict == invalid {
			continue
		}
		if shares[s.pkg.ImportPath] == nil {
			shares[s.pkg.ImportPath] = new(share)
			order = append(order, s.pkg.ImportPath)
		}
		total.add(verdict != survived)
		shares[s.pkg.ImportPath].add(verdict != survived)
		fmt.Fprintf(out, "%-9s%s: %s\n", verdict, s.place(), s)
	}
	if total.total == 0 {
		return errors.New("no mutant compiles")
	}
	slices.Sort(order)
	fmt.Fprintln(out)
	for _, name := range order {
		fmt.Fprintf(out, "%s: %s\n", name, *shares[name])
	}
	fmt.Fprintf(out, "total: %s\n", total)
	return nil
}

package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/time/rate"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// A serveFlags holds the flags of serve.
type serveFlags struct {
	at     arcade.Addresses
	state  stateFlag
	limits connlimit.Limits
	rate   int // connections a minute of one network
	idle   time.Duration
	memory int // in MiB
	json   bool
	config string
}

// maxServeConfig is the length of the longest configuration that is read, in bytes.
const maxServeConfig = 64 << 10

// readConfig sets the flags that were not given from the configuration file.
func (f *serveFlags) readConfig(fs *pflag.FlagSet) error {
	if f.config == "" {
		return nil
	}
	text, err := store.ReadLimited(f.config, maxServeConfig)
	if err != nil {
		return exitcode.Errorf(exitcode.File, "--config: %w", err)
	}
	var keys []string
	fs.VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "config" && flag.Name != "help" {
			keys = append(keys, flag.Name)
		}
	})
	return settings.ReadFlat(store.InputName(f.config), text, keys, func(key, value string) error {
		if flag := fs.Lookup(key); !flag.Changed {
			return flag.Value.Set(value)
		}
		return nil
	})
}

// newServe returns the command that runs the server.
func newServe() *cobra.Command {
	f := serveFlags{limits: connlimit.Defaults, rate: connlimit.Defaults.Burst}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server",
		Long: `Serve the game over SSH. The server identifies players by their SSH keys. A visitor without a key is a guest, whose games
are not kept. There is no shell, no access to files and no forwarding.
SIGTERM, SIGHUP or Ctrl-C ends the server. It notifies the players and saves their games.`,
		Example: `  arkterm-arcade serve --listen :2222 --state /var/lib/arkterm-arcade
  ssh -p 2222 localhost`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.readConfig(cmd.LocalFlags()); err != nil {
				return err
			}
			return f.serve(cmd.ErrOrStderr())
		},
	}
	fs := cmd.Flags()
	fs.Var(cli.InputFile(&f.config), "config", "a TOML `file` with the values of flags that are not given, by their names")
	fs.StringVar(&f.at.SSH, "listen", ":2222", "the `address` to listen at")
	fs.StringVar(&f.at.HTTP, "http", "", "the `address` of a page for browsers: boards, games in progress, recordings; no page if it is not given")
	fs.StringVar(&f.at.Metrics, "metrics", "", "the `address` of /metrics for Prometheus, and of /health; with a port alone for this machine only")
	fs.StringVar(&f.at.Public, "public", "", "the `host:port` by which players reach this server, as the page says; the machine's name and port if it is not given")
	f.state.add(cmd)
	fs.DurationVar(&f.idle, "idle", 10*time.Minute, "end visits in which no key was pressed for so long")
	fs.Var(cli.Number(&f.limits.Total, 1, 100_000), "most", "connections at once")
	fs.Var(cli.Number(&f.limits.PerSource, 1, 100_000), "most-per-network", "connections at once of one network: an address of IPv4, a /64 of IPv6")
	fs.Var(cli.Number(&f.rate, 1, 100_000), "rate-per-network", "new connections a minute of one network, and at once")
	fs.Var(cli.Number(&f.memory, 64, 1<<20), "memory", "the memory that the server may use, in MiB: beyond it, large windows get a smaller picture and new visitors are refused; GOMEMLIMIT's if it is not given")
	fs.Var(&f.at.Proxies, "proxies", "the networks of TCP proxies in front of this server, which have to say whom they speak for by the PROXY protocol")
	fs.BoolVar(&f.json, "json", false, "log in JSON")
	return cmd
}

// serve serves until a signal ends it.
func (f *serveFlags) serve(w io.Writer) error {
	if f.idle <= 0 {
		return exitcode.Errorf(exitcode.Usage, "--idle %v: want a time above 0", f.idle)
	}
	if f.at.SSH == "" {
		return exitcode.Errorf(exitcode.Usage, "--listen: want an address, as :2222")
	}
	log := newLog(w, f.json)
	if strings.HasPrefix(f.at.Metrics, ":") { // they are nobody else's affair
		f.at.Metrics = "127.0.0.1" + f.at.Metrics
	}
	cli.SetGCPercent(gcPercent)
	drawing := setProcs()
	memory := limitMemory(int64(f.memory) << 20)
	signal.Ignore(syscall.SIGPIPE) // whoever reads the log may go first, as tee does at Ctrl-C
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it for us
		ends = append(ends, syscall.SIGHUP)
	}
	signals, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	ctx, cancel := context.WithCancelCause(context.Background())
	context.AfterFunc(signals, func() {
		stop() // a second signal ends the program at once
		log.Info("closing")
		cancel(sshd.ErrClosing)
	})
	f.limits.Rate, f.limits.Burst = rate.Limit(f.rate)/60, f.rate
	err := arcade.Serve(ctx, f.at, f.limits, arcade.Options{Dir: f.state.folder(), Version: cli.Version(), Idle: f.idle, Memory: memory, Turns: drawing, Log: log})
	if err != nil {
		return exitcode.Errorf(exitcode.Failure, "%w", err)
	}
	return nil
}

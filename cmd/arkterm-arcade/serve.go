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
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// serveFlags contains the values of the flags of serve.
type serveFlags struct {
	addresses   arcade.Addresses
	state       stateFlag
	natsURL     string // URL of a NATS server; "" if there is none
	limits      connlimit.Limits
	connRate    int           // new connections per minute and network
	idleTimeout time.Duration // time without a key press after which a visitor is disconnected
	memoryMiB   int           // memory limit in MiB; 0 means the limit of GOMEMLIMIT
	jsonLog     bool          // log in JSON
	configPath  string        // path of the configuration file; "" if there is none
}

// maxServeConfig is the maximum size of a configuration file in bytes.
const maxServeConfig = 64 << 10

// readConfig sets flags to their values in the configuration file, except those that are set on the command line.
func (f *serveFlags) readConfig(fs *pflag.FlagSet) error {
	if f.configPath == "" {
		return nil
	}
	text, err := store.ReadLimited(f.configPath, maxServeConfig)
	if err != nil {
		return cli.Errorf(cli.ExitFile, "--config: %w", err)
	}
	var keys []string
	fs.VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "config" && flag.Name != "help" {
			keys = append(keys, flag.Name)
		}
	})
	return settings.ReadFlat(store.InputName(f.configPath), text, keys, func(key, value string) error {
		if flag := fs.Lookup(key); !flag.Changed {
			return flag.Value.Set(value)
		}
		return nil
	})
}

// newServe returns the command that runs the server.
func newServe() *cobra.Command {
	f := serveFlags{limits: connlimit.Defaults, connRate: connlimit.Defaults.BurstPerSource}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server",
		Long: `Serve the game over SSH. The server identifies players by their SSH keys. A visitor
without a key is a guest, whose games are not saved. SIGTERM, SIGHUP or Ctrl-C shows a
message to players, saves their games and ends the server.`,
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
	fs.Var(cli.InputFile(&f.configPath), "config", "read flags that are not on the command line from a TOML `file`")
	fs.StringVar(&f.addresses.SSH, "listen", ":2222", "listen for SSH at this `address`")
	fs.StringVar(&f.addresses.HTTP, "http", "", "serve the web page at this `address`")
	fs.StringVar(&f.addresses.Metrics, "metrics", "",
		"serve /metrics for Prometheus and /health at this `address`; a port alone means this machine only")
	fs.StringVar(&f.addresses.Public, "public", "",
		"the `host:port` by which players reach the server, for the web page; default: host name and SSH port")
	f.state.add(cmd)
	fs.StringVar(&f.natsURL, "feed", "",
		"join other arcades through the NATS server at this `URL` (nats://HOST:PORT); "+
			"visitors of all arcades can then play together")
	fs.DurationVar(&f.idleTimeout, "idle", 10*time.Minute, "disconnect visitors after this time without a key press")
	fs.Var(cli.Number(&f.limits.MaxConnections, 1, 100_000), "most", "maximum number of connections")
	fs.Var(cli.Number(&f.limits.MaxPerSource, 1, 100_000), "most-per-network",
		"maximum number of connections per network (IPv4 address or IPv6 /64); "+
			"the limits for processor time, output and storage are proportional to this number")
	fs.Var(&f.limits.Block, "network-size", "lengths of the IPv4 and IPv6 prefixes of a network")
	fs.Var(cli.Number(&f.connRate, 1, 100_000), "rate-per-network",
		"maximum number of new connections per minute and network")
	fs.Var(cli.Number(&f.memoryMiB, 64, 1<<20), "memory",
		"memory limit in MiB; at the limit, the server shows large windows in part and refuses new visitors; "+
			"default: GOMEMLIMIT")
	fs.Var(&f.addresses.Proxies, "proxies",
		"networks of proxies, which must send the client's address: for SSH in a PROXY header, for the web page in "+
			"X-Forwarded-For")
	fs.BoolVar(&f.jsonLog, "json", false, "log in JSON")
	return cmd
}

// serve runs the server until a signal ends it.
func (f *serveFlags) serve(w io.Writer) error {
	if f.idleTimeout <= 0 {
		return cli.Errorf(cli.ExitUsage, "--idle %v: want a time above 0", f.idleTimeout)
	}
	if f.addresses.SSH == "" {
		return cli.Errorf(cli.ExitUsage, "--listen: want an address, for example :2222")
	}

	log := newLog(w, f.jsonLog)
	if strings.HasPrefix(f.addresses.Metrics, ":") { // metrics are only for the operator
		f.addresses.Metrics = "127.0.0.1" + f.addresses.Metrics
	}

	cli.SetGCPercent(gcPercent)
	maxDrawing := setProcs()
	memory := limitMemory(int64(f.memoryMiB) << 20)
	signal.Ignore(syscall.SIGPIPE) // after Ctrl-C, a program that reads the log, such as tee, may end before the server
	endSignals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores SIGHUP for this process
		endSignals = append(endSignals, syscall.SIGHUP)
	}
	signals, stop := signal.NotifyContext(context.Background(), endSignals...)
	defer stop()
	ctx, cancel := context.WithCancelCause(context.Background())
	context.AfterFunc(signals, func() {
		stop() // a second signal ends the process immediately
		log.Info("server closing")
		cancel(sshd.ErrClosing)
	})
	f.limits.RatePerSource, f.limits.BurstPerSource = rate.Limit(f.connRate)/60, f.connRate
	f.limits.ReservedForKnown = f.limits.MaxConnections / 8
	err := arcade.Serve(ctx, f.addresses, f.limits, arcade.Options{
		Dir: f.state.folder().dir, StoreURL: f.state.storeURL, NATSURL: f.natsURL, Version: cli.Version(),
		IdleTimeout: f.idleTimeout, MemoryLimit: memory, MaxDrawing: maxDrawing, Log: log, StartProcess: startProcess,
	})
	if err != nil {
		return cli.Errorf(cli.ExitFailure, "%w", err)
	}
	return nil
}

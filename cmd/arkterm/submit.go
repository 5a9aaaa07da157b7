package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
)

// newSubmit returns the command that submits a recording to an arcade.
func newSubmit() *cobra.Command {
	return &cobra.Command{
		Use:   "submit FILE [USER@]HOST[:PORT]",
		Short: "Submit a recording to an arcade",
		Long: `Submit a recording of a game that was played on this machine to an arcade, which adds it to
its leaderboards. submit first verifies it, as arkterm verify does, and does not connect if
the arcade would refuse it. It then runs ssh HOST submit with your SSH keys and configuration.
It does not send the name and the seal in the file.`,
		Example: "  arkterm submit game.ark play.example.org\n  arkterm submit game.ark play.example.org:2222",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Errorf(cli.ExitUsage,
					"%s takes a file and a host, such as game.ark play.example.org:2222", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return submit(cmd, args[0], args[1]) },
	}
}

// submit submits the recording in the file with the given name to the arcade at host.
func submit(cmd *cobra.Command, name, host string) error {
	to, err := sshTo(host)
	if err != nil {
		return cli.Errorf(cli.ExitUsage, "%s: %q: %w", cmd.CommandPath(), host, err)
	}
	data, err := store.UserFolders().ReadRecording(name)
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%w", err)
	}
	name = store.InputName(name)
	game, err := replay.VerifySubmission(data, "", func() error { return nil })
	if _, differs := errors.AsType[*record.Mismatch](err); differs {
		return cli.Errorf(cli.ExitVerify, "%s: %w", name, err)
	}
	if err == nil && len(game.Recording) > replay.MaxSubmission {
		err = fmt.Errorf("%w: longer than %d bytes", replay.ErrRejected, replay.MaxSubmission)
	}
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%s: %w", name, err)
	}

	ssh := exec.Command("ssh", append(to, "submit")...)
	ssh.Stdin, ssh.Stdout, ssh.Stderr = bytes.NewReader(game.Recording), cmd.OutOrStdout(), cmd.ErrOrStderr()
	err = ssh.Run()
	exit, isExit := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case !isExit:
		return cli.Errorf(cli.ExitFailure, "run ssh: %w", err)
	case exit.ExitCode() == sshFailed:
		return cli.Errorf(cli.ExitFailure, "%s: ssh could not connect", host)
	}
	return cli.Errorf(cli.ExitFailure, "%s refused %s", host, name)
}

// sshFailed is the exit code of ssh for its own failures. Other codes come from the remote command.
const sshFailed = 255

// Errors of [sshTo].
var (
	errHost = errors.New("want [USER@]HOST[:PORT]")
	errPort = errors.New("want a port from 1 to 65535")
)

// sshTo returns the arguments of ssh for running a command at [USER@]HOST[:PORT]. An IPv6 address with a port is in
// brackets.
func sshTo(address string) ([]string, error) {
	at := strings.LastIndexByte(address, '@') + 1
	user, host, port := address[:at], address[at:], ""
	hasPort := false
	if inside, bracketed := strings.CutPrefix(host, "["); bracketed {
		var rest string
		var closed bool
		if host, rest, closed = strings.Cut(inside, "]"); !closed || rest != "" && rest[0] != ':' {
			return nil, errHost
		}
		port, hasPort = strings.CutPrefix(rest, ":")
	} else if strings.Count(host, ":") == 1 {
		host, port, hasPort = strings.Cut(host, ":")
	}
	if n, err := strconv.ParseUint(port, 10, 16); hasPort && (err != nil || n == 0) {
		return nil, errPort
	}
	unsafe := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	if host == "" || user == "@" || strings.HasPrefix(user+host, "-") || strings.ContainsFunc(user+host, unsafe) {
		return nil, errHost
	}

	args := []string{"-T", "-a", "-x"} // no terminal, no forwarding of keys or X11
	if hasPort {
		args = append(args, "-p", port)
	}
	return append(args, "--", user+host), nil
}

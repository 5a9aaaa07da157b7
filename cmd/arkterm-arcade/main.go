// Command arkterm-arcade serves the game arkterm over SSH, with leaderboards, matches, spectators and a web page.
//
// The game itself is the program arkterm. The server imports the game's packages below cmd/arkterm. The game does not
// import the server's packages.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
)

func main() {
	cli.FindHome()
	os.Exit(int(cli.Execute(newRoot())))
}

// newRoot returns the command line.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "arkterm-arcade",
		Short: "Serve arkterm to players over SSH",
		Long: `Serve arkterm to players over SSH, and manage the players of a server.
Most commands use a server's state folder (--state) or database (--store), even while the
server runs.`,
		Example: `  arkterm-arcade serve --listen :2222 --state /var/lib/arkterm-arcade
  arkterm-arcade players --state /var/lib/arkterm-arcade
  arkterm-arcade block player rude.name --state /var/lib/arkterm-arcade`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(newServe(), newPlayers(), newList(), newBlock(), newUnblock(), newGames(), newRemove(),
		newRestore(), newStatus(), newUpgrade(), newImportScores())
	cli.Init(root)
	return root
}

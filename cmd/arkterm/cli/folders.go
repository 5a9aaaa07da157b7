package cli

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/adrg/xdg"

	"arkterm/cmd/arkterm/store"
)

// UserFolders returns the player's folders according to the XDG base directory specification, or their counterparts on
// this system.
func UserFolders() store.Folders {
	return store.Folders{
		Config: filepath.Join(xdg.ConfigHome, "arkterm"),
		Data:   filepath.Join(xdg.DataHome, "arkterm"),
		State:  filepath.Join(xdg.StateHome, "arkterm"),
		Home:   xdg.Home,
		Shared: xdg.DataDirs,
	}
}

// WriteJSON writes v as indented JSON.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Package editor provides the level editor. The main screen shows a picture of the level, a palette of bricks, and a
// line with the most useful keys. Dialogs provide all other commands.
//
// An [Editor] edits a [levels.Document]. It does not access files or the clock. The caller adds [Editor.FindScreen] to
// the screens of a [ui.UI], and provides operations such as saving in [Setup].
//
// A table lists the commands. Keys, hints, the list of keys, the menu and text mode use this table. Tools and kinds of
// objects are tables too. The palette contains all kinds of bricks in [spec.Kinds].
package editor

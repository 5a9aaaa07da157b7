// Package editor provides the level editor: a screen with a picture of the level, a palette of bricks and a line with
// the most useful keys, and the dialogs for everything else.
//
// An [Editor] edits a [levels.Document]. It does not access files or the clock. Its caller adds [Editor.FindScreen] to
// the screens of a [ui.UI], and provides operations such as saving in [Setup].
//
// A table lists the commands. Keys, hints, the list of keys, the menu and text mode use this table. Tools and kinds of
// objects are tables too. The palette contains all kinds of bricks in [spec.Kinds].
package editor

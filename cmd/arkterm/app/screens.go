package app

import (
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render/text"
)

// The screens.
const (
	TitleScreen      ui.ID = "title"      // the title and its menu; a bot plays behind them
	playingScreen    ui.ID = "playing"    // a game in progress
	countdownScreen  ui.ID = "countdown"  // 3, 2, 1, then the game resumes
	pausedScreen     ui.ID = "paused"     // a paused game: goals, keys and a menu
	optionsScreen    ui.ID = "options"    // the main options
	soundScreen      ui.ID = "sound"      // the options about sound
	accessScreen     ui.ID = "access"     // the options about accessibility
	assistsScreen    ui.ID = "assists"    // the assists
	keysScreen       ui.ID = "keys"       // the keys of each action
	helpScreen       ui.ID = "help"       // how to play: the keys and the game
	restartScreen    ui.ID = "restart"    // "Restart?"
	leaveScreen      ui.ID = "leave"      // "Quit to the title?"
	quitScreen       ui.ID = "quit"       // "Quit arkterm?"
	resumingScreen   ui.ID = "resuming"   // a saved game is being restored
	endedScreen      ui.ID = "ended"      // the result of a game that was lost or won
	endingScreen     ui.ID = "ending"     // after the last level of a campaign, see ending.go
	nameScreen       ui.ID = "name"       // entering the player's name for a score
	shareScreen      ui.ID = "share"      // sharing a finished game, see share.go
	surpriseScreen   ui.ID = "surprise"   // generating a level, see surprise.go
	pastedScreen     ui.ID = "pasted"     // the offer to play a pasted share code, see pasted.go
	scoresScreen     ui.ID = "scores"     // the score tables and the statistics
	replayScreen     ui.ID = "replay"     // a replay with a line of controls
	glyphsScreen     ui.ID = "glyphs"     // the question for the glyph set, see glyphs.go
	modesScreen      ui.ID = "modes"      // a row for each mode
	opponentScreen   ui.ID = "opponent"   // the choice of the second player
	rewindScreen     ui.ID = "rewind"     // a paused game after a rewind
	mapScreen        ui.ID = "map"        // the world map, see worldmap.go
	challengesScreen ui.ID = "challenges" // a map of the challenges
	guideScreen      ui.ID = "book"       // the field guide, see teaching.go
	difficultyScreen ui.ID = "newcomer"   // the question about the difficulty, before the first game
	steeringScreen   ui.ID = "steering"   // the question about the steering, after early defeats
	workshopScreen   ui.ID = "workshop"   // a map of the level sets, see gallery.go
	galleryScreen    ui.ID = "gallery"    // a map of the levels of a set
	dailyScreen      ui.ID = "daily"      // the card of a daily game, before it starts

	galleryLevelScreen ui.ID = "gallery level" // the actions for a level of a set
)

// screen returns the screen with an ID. ok is false if there is none.
func (s *Session) screen(id ui.ID) (row ui.Screen, ok bool) {
	switch id {
	case TitleScreen:
		row = ui.Screen{
			Menu: s.titleMenu, Keys: s.withCommon(ui.Keys{input.Quit: s.quit, input.Menu: s.EnterFunc(quitScreen)}),
			Moving: s.inAttractMode, Ticks: s.playTicks, Draw: s.drawTitle, DrawDialog: ui.NoOp,
			Before: s.questionBefore, Begin: func(time.Duration) { s.endOther() }, KeepsSelection: true,
		}
	case playingScreen:
		row = ui.Screen{
			Keys: s.gameKeys(), Key: s.playKey, Mouse: s.playMouse,
			Moving: s.gameRuns, Ticks: s.playTicks, NextAdvance: s.nextSound, Away: s.awayFromGame,
			DrawDialog: s.drawBanner, Resume: countdownScreen, Picture: true, Narrator: s,
		}
	case countdownScreen:
		row = ui.Screen{
			Keys: s.gameKeys(), Key: s.rewindHeld,
			Begin: s.beginCountdown, Advance: s.countDown, NextFrame: s.nextDigit, Away: s.awayFromGame,
			DrawDialog: s.drawDigit, Resume: countdownScreen, Picture: true, Narrator: s,
		}
	case rewindScreen:
		row = ui.Screen{
			Keys: s.gameKeys(), Key: s.rewindKey, Mouse: s.rewindMouse,
			DrawDialog: s.drawRewound, Picture: true, Narrator: s,
		}
	case pausedScreen:
		row = ui.Screen{Menu: s.pausedMenu, Keys: s.withCommon(ui.Keys{
			input.Pause: s.EnterFunc(countdownScreen), input.Menu: s.EnterFunc(countdownScreen),
			input.Quit: s.DetourFunc(leaveScreen), input.Restart: s.DetourFunc(restartScreen),
		})}
		if s.round.testing {
			row.Menu, row.Keys = s.pausedTestMenu, s.testKeys(row.Keys)
		}
	case optionsScreen:
		row = s.newOptionsScreen(s.optionsMenu)
	case soundScreen:
		row = s.newOptionsScreen(s.soundMenu)
		row.Back = optionsScreen
	case accessScreen:
		row = s.newOptionsScreen(s.accessMenu)
		row.Back = optionsScreen
	case assistsScreen:
		row = ui.Screen{Menu: s.assistsMenu, Keys: s.dialogKeys(), Back: optionsScreen, Detour: true}
	case keysScreen:
		row = ui.Screen{
			Menu: s.keysMenu, Keys: ui.Keys{input.Menu: s.Back}, Begin: s.beginKeys, Typed: s.bindsKey,
			Back: optionsScreen, Detour: true,
		}
	case helpScreen:
		row = ui.Screen{Menu: s.helpMenu, Keys: s.pageKeys(), Detour: true}
	case restartScreen:
		row = s.confirmScreen(confirmation{
			title: text.Ask.Restart, message: text.Ask.ReplacesGame,
			cancelLabel: text.Ask.KeepPlaying, confirmLabel: text.Menu.Restart,
		}, input.Restart, s.playAgain)
		row.Detour = true
	case leaveScreen:
		message := text.Ask.GameSaved
		switch k := &s.round.saving; {
		case k.disabled:
			message = text.Ask.GameNotSaved
		case !k.served:
			message = text.Ask.NotServed
		}
		row = s.confirmScreen(confirmation{
			title: text.Ask.Quit, message: message,
			cancelLabel: text.Ask.KeepPlaying, confirmLabel: text.Ask.ToTitle,
		}, input.Quit, s.leave)
		row.Detour = true
	case quitScreen: // opened by Esc, which also closes dialogs; Q quits without it
		row = s.confirmScreen(confirmation{
			title: text.Ask.Quit, message: text.Ask.QuitProgram,
			cancelLabel: text.Ask.Stay, confirmLabel: text.Menu.Quit,
		}, input.Quit, s.quit)
		row.Back = TitleScreen
	case resumingScreen:
		row = ui.Screen{Menu: resumingMenu, Keys: ui.Keys{input.Quit: s.leave, input.Menu: s.leave}, Advance: s.catchUp}
	case endedScreen:
		row = ui.Screen{Menu: s.endedMenu, Keys: ui.Keys{
			input.Restart: s.playFirstOffer, input.Quit: s.afterName(s.leave), input.Menu: s.afterName(s.leave),
			input.Theme: s.nextTheme, input.Mute: s.mute,
		}, KeepsSelection: true}
	case endingScreen:
		row = ui.Screen{
			Menu: s.endingMenu, Keys: ui.Keys{
				input.Menu: s.EnterFunc(endedScreen), input.Quit: s.EnterFunc(endedScreen),
				input.Theme: s.nextTheme, input.Mute: s.mute,
			},
			Begin: s.beginEnding, Moving: s.inAttractMode, Ticks: s.sample.play,
			Draw: s.drawEnding, DrawDialog: ui.NoOp, View: s.sampleView,
		}
	case nameScreen:
		row = s.EntryScreen(&s.scores.entry, s.nameText)
	case shareScreen:
		row = ui.Screen{Menu: s.shareMenu, Keys: s.dialogKeys(), Back: endedScreen, Detour: true}
	case surpriseScreen:
		row = ui.Screen{
			Menu: s.surpriseMenu, Keys: s.dialogKeys(), Begin: s.beginSurprise, Advance: s.searchSurprise,
			NextAdvance: s.nextSearch, Detour: true,
		}
	case pastedScreen:
		row = ui.Screen{Menu: s.pastedMenu, Keys: s.dialogKeys(), Detour: true}
	case scoresScreen:
		row = ui.Screen{
			Menu: s.scoresMenu, Keys: s.pageKeys(), Step: func(dx, dy int) { s.turnPage(dx + dy) }, Detour: true,
		}
	case replayScreen:
		row = ui.Screen{
			Key: s.replayKey, Mouse: s.replayMouse,
			Moving: s.replayMoves, Ticks: s.playReplay, NextAdvance: s.nextSound,
			Draw: s.drawReplay, Picture: true, Narrator: s,
		}
	case glyphsScreen:
		row = ui.Screen{
			Menu: s.glyphsMenu, Key: s.glyphsKey,
			Keys: ui.Keys{input.Menu: s.chooseGuess, input.Quit: s.chooseGuess},
		}
	case modesScreen:
		row = ui.Screen{Menu: s.modesMenu, Keys: s.dialogKeys(), Back: TitleScreen, KeepsSelection: true}
	case opponentScreen:
		row = ui.Screen{Menu: s.opponentMenu, Keys: s.dialogKeys(), Back: modesScreen}
	case workshopScreen:
		row = s.newGalleryScreen(&s.gallery.setMap, s.describeSet, s.openSet, TitleScreen)
	case galleryScreen:
		row = s.newGalleryScreen(&s.gallery.levelMap, s.describeLevel, s.openGalleryLevel, workshopScreen)
	case galleryLevelScreen:
		row = ui.Screen{Menu: s.galleryLevelMenu, Keys: s.dialogKeys(), Draw: s.drawGallery, Back: galleryScreen}
	case dailyScreen:
		row = ui.Screen{Menu: s.dailyMenu, Keys: s.dialogKeys(), Draw: s.drawSample, Detour: true}
	case guideScreen:
		row = ui.Screen{
			Keys: ui.Keys{
				input.Pause: s.Back, input.Menu: s.Back, input.Quit: s.Back,
				input.Theme: s.nextTheme, input.Mute: s.mute,
			},
			Step: s.moveGuideSelection, Fire: s.pressGuideRow, Mouse: s.guideMouse,
			Words: s.guideWords, Choose: s.openEntry,
			Moving: s.inAttractMode, Ticks: s.playGuideSample,
			Draw: ui.NoOp, DrawDialog: s.drawGuide, Detour: true,
		}
	case difficultyScreen:
		row = ui.Screen{
			Keys: ui.Keys{input.Menu: s.Back, input.Quit: s.Back},
			Step: s.difficultyStep, Fire: s.acceptSelected, Mouse: s.difficultyMouse,
			Words: s.difficultyWords, Choose: s.acceptDifficulty,
			Moving: s.inAttractMode, Ticks: s.playDifficultySamples,
			Draw: ui.NoOp, DrawDialog: s.drawDifficulty, Detour: true,
		}
	case steeringScreen:
		row = ui.Screen{
			Menu: s.steeringMenu, Detour: true,
			Keys: ui.Keys{input.Menu: s.keepSteering, input.Quit: s.keepSteering},
		}
	case mapScreen:
		row = s.newMapScreen(TitleScreen)
	case challengesScreen:
		row = s.newMapScreen(modesScreen)
	default:
		return row, false
	}
	row.InterceptKey, row.DrawOverlay, row.End = s.interceptKey, s.drawDebug, s.freeSamples
	if row.Paste == nil && id != resumingScreen {
		row.Paste = s.pasteCode
	}
	return row, true
}

// newOptionsScreen returns the screen of a dialog of options, which shows a sample game next to the dialog.
//
//go:noinline // would be copied into many callers
func (s *Session) newOptionsScreen(menu func(*ui.Menu)) ui.Screen {
	return ui.Screen{
		Menu: menu, Keys: s.dialogKeys(),
		Moving: s.inAttractMode, Ticks: s.playSample, Draw: s.drawSample,
		Detour: true, KeepsSelection: true,
	}
}

// newMapScreen returns the screen of the world map or of the challenges. back is the screen to return to.
func (s *Session) newMapScreen(back ui.ID) ui.Screen {
	return ui.Screen{
		Keys: s.dialogKeys(), Step: s.mapStep, Fire: s.playFromMap, Mouse: s.mapMouse,
		Words: s.mapWords, Choose: s.chooseOnMap, DrawDialog: s.drawMap, Back: back,
	}
}

// withCommon adds the shortcuts that most screens have to keys, and returns keys.
//
//go:noinline // would be copied into many callers
func (s *Session) withCommon(keys ui.Keys) ui.Keys {
	keys[input.Help], keys[input.Theme], keys[input.Mute] = s.DetourFunc(helpScreen), s.nextTheme, s.mute
	return keys
}

// dialogKeys returns the shortcuts of a dialog. Three of them go back. The others are available on most screens.
//
//go:noinline // would be copied into many callers
func (s *Session) dialogKeys() ui.Keys {
	return s.withCommon(ui.Keys{input.Pause: s.Back, input.Menu: s.Back, input.Quit: s.Back})
}

// pageKeys returns the shortcuts of a page of text.
//
//go:noinline // would be copied into many callers
func (s *Session) pageKeys() ui.Keys {
	return ui.Keys{input.Pause: s.Back, input.Menu: s.Back, input.Quit: s.Back, input.Help: s.Back}
}

// gameKeys returns the shortcuts during a game.
func (s *Session) gameKeys() ui.Keys {
	return s.testKeys(s.withCommon(ui.Keys{
		input.Pause: s.EnterFunc(pausedScreen), input.Menu: s.EnterFunc(pausedScreen),
		input.Quit: s.DetourFunc(leaveScreen), input.Restart: s.DetourFunc(restartScreen),
	}))
}

// interceptKey handles keys before the screen does, if the next key will be bound to an action or the key belongs to
// the debug overlay.
func (s *Session) interceptKey(k ui.KeyPress) bool {
	if s.bindingAction != input.None {
		if !k.Repeat {
			s.bindKey(k.Event)
		}
		return true
	}
	return !k.Repeat && s.debugKey(k.Action, k.Now)
}

// freeSamples frees the memory of the samples when the player leaves the screens that show them. Each sample needs as
// much memory as the game of the player.
func (s *Session) freeSamples(to *ui.Screen, _ time.Duration) {
	if !to.Detour {
		s.sample, s.guideState.sample, s.difficultyQuestion = sample{}, sample{}, nil
	}
}

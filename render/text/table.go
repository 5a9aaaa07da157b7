package text

// A Table holds the text of one language, by the part of the program that shows it.
type Table struct {
	Menu    MenuText
	Count   CountText
	Ask     AskText
	Options OptionsText
	Keys    KeysText
	Mode    ModeText
	Daily   DailyText
	Map     MapText
	Guide   GuideText
	Lesson  LessonText
	First   FirstText
	Goal    GoalText
	Scores  ScoresText
	Entry   EntryText
	Viewer  ViewerText
	Notice  NoticeText

	// Tables has the translations of texts in other tables, by their English text. See [Translate].
	Tables map[string]string
}

// The parts of the current table. [Use] changes what they point to.
var (
	Menu    = &current.Menu
	Count   = &current.Count
	Ask     = &current.Ask
	Options = &current.Options
	Keys    = &current.Keys
	Mode    = &current.Mode
	Daily   = &current.Daily
	Map     = &current.Map
	Guide   = &current.Guide
	Lesson  = &current.Lesson
	First   = &current.First
	Goal    = &current.Goal
	Scores  = &current.Scores
	Entry   = &current.Entry
	Viewer  = &current.Viewer
	Notice  = &current.Notice
)

// MenuText holds the labels of buttons, and the lines below menus.
type MenuText struct {
	Play                                                                                   string
	PlayMode                                                                               string // with a mode
	Continue, Restart, Options, Back, Quit, Resume, Level, Map, Modes, Scores, Guide, Help string
	FootValues                                                                             string // below buttons with values
	Foot, FootLevel, Challenges, FootNumbers, FootEnter                                    string
}

// CountText holds numbers with their nouns.
type CountText struct {
	Days Plural
}

// AskText holds the questions that have to be confirmed.
type AskText struct {
	Continue, Continuing, Restart, Replaces, Keep, Quit, Later, ToTitle, Leave, Stay string
}

// OptionsText holds the texts of the options and assists.
type OptionsText struct {
	Assists, Keys, Title, OnlyASCII, AssistsTitle, Off, On, Yes, Assisted, Assisting string
}

// KeysText holds the names of keys and the texts about them.
type KeysText struct {
	Mouse, Twice, OrMouse, Title, Reset, Press, FootPress, Foot, NoCtrl, Player2, Fire2, Shoves   string
	ShoveTwice, SlowTime, MouseWheel, PaddleShoves, LeftClick, RightClick, Pause, PauseMenu, Warp string
	Rewind, RestartGame, Theme, Mute, Leave, QuitNow, Stop, Toggle, OneButton, Move, Fire, Click  string
}

// ModeText holds the texts of the screens of modes.
type ModeText struct {
	Title, Foot                                                                                        string
	One                                                                                                string // a player at the same keyboard
	Two, You, Partner, OneKeys, TwoKeys, OneKeyHeld, OneWins, TwoWins, YouLose, Points, Against, Rally string
	Returns, Time                                                                                      string
}

// DailyText holds the texts about the daily game.
type DailyText struct {
	Title, Levels, Day, Practice, OneTry, Streak, Share, ShareLine string
}

// MapText holds the texts of the world map and of the challenges.
type MapText struct {
	Title, Challenges, Foot, Locked, Par, ParPoints string
	More                                            Plural
}

// GuideText holds the texts of the field guide, except the rules.
type GuideText struct {
	Title, Foot, Met, NotMet, NextChapter, Game, MoreFoot, GameTitle, More, Bricks, Drops, Enemies string
	Rules                                                                                          string
}

// LessonText holds the lessons of the first game. The words in braces are replaced by keys.
type LessonText struct {
	Number string
	Skip   string // after the number; the key is in lower case
}

// FirstText holds the texts of the two questions before the first game.
type FirstText struct {
	Glyphs, WhichGlyphs, ChangeLater, GlyphsFoot, Kids, Easy, Medium, Difficulty, MoreLater, Foot, Facts string
}

// GoalText holds the lines about a game in the pause and at its end.
type GoalText struct {
	Paused                                                                                               string
	AllKeys                                                                                              string // after a key
	Keys, Player2, Name, Watch, ToTitle, GameOver, YouWin, ToBeat, Place, Assisted, Seed, NoticePractice string
	NoticeAssisted                                                                                       string
}

// ScoresText holds the texts of the high scores and of the statistics.
type ScoresText struct {
	NotSaved, Best, PlaceOf, Title, Unreadable, Foot, Statistics string
}

// EntryText holds the texts of screens on which a text is typed.
type EntryText struct {
	NameTitle, Name string
}

// ViewerText holds the texts of the replay viewer.
type ViewerText struct {
	ThisGame, SavedGame, Differs, Pause, Jump, Keys, Play, Back, Quit, Live, Next, Speed, Bookmark   string
	LongJump, Tick, PauseHelp, JumpHelp, PlayHelp, BackHelp, QuitHelp, LiveHelp, NextHelp, SpeedHelp string
	BookmarkHelp, LongJumpHelp, Mute, TickHelp, HomeLive, Home, Tenths, MouseHelp, MouseLive         string
}

// NoticeText holds notices about errors and changes.
type NoticeText struct {
	Glyphs, Sound, NotContinued, ScoresNotSaved, ScoresNotRead, NameNotSaved, ProgressNotSaved string
}

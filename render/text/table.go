package text

// A Table contains the texts of one language, grouped by the part of the program that shows them.
type Table struct {
	Menu           MenuText
	Count          CountText
	Ask            AskText
	Options        OptionsText
	Option         OptionText
	Keys           KeysText
	Mode           ModeText
	Daily          DailyText
	Week           WeekText
	Map            MapText
	Guide          GuideText
	Rule           RuleText
	Lesson         LessonText
	FirstQuestions FirstQuestionsText
	Steer          SteerText
	Goal           GoalText
	Offer          OfferText
	Ending         EndingText
	Rank           RankText
	Scores         ScoresText
	Share          ShareText
	PastedCode     PastedCodeText
	Gallery        GalleryText
	Surprise       SurpriseText
	Workshop       WorkshopText
	Entry          EntryText
	Viewer         ViewerText
	HUD            HUDText
	Tally          TallyText
	Lines          LinesText
	Narration      NarrationText
	Notice         NoticeText
	Arcade         ArcadeText
	Race           RaceText
	Watch          WatchText
	Profile        ProfileText
	Boards         BoardsText

	// Tables contains the translations of texts in the tables of other packages. The key is the English text; see
	// [Translate].
	Tables map[string]string
}

// parts returns pointers to the parts of t, each with a pointer to the variable that it replaces.
func (t *Table) parts() [][2]any {
	return [][2]any{
		{&t.Menu, &Menu},
		{&t.Count, &Count},
		{&t.Ask, &Ask},
		{&t.Options, &Options},
		{&t.Option, &Option},
		{&t.Keys, &Keys},
		{&t.Mode, &Mode},
		{&t.Daily, &Daily},
		{&t.Week, &Week},
		{&t.Map, &Map},
		{&t.Guide, &Guide},
		{&t.Rule, &Rule},
		{&t.Lesson, &Lesson},
		{&t.FirstQuestions, &FirstQuestions},
		{&t.Steer, &Steer},
		{&t.Goal, &Goal},
		{&t.Offer, &Offer},
		{&t.Ending, &Ending},
		{&t.Rank, &Rank},
		{&t.Scores, &Scores},
		{&t.Share, &Share},
		{&t.PastedCode, &PastedCode},
		{&t.Gallery, &Gallery},
		{&t.Surprise, &Surprise},
		{&t.Workshop, &Workshop},
		{&t.Entry, &Entry},
		{&t.Viewer, &Viewer},
		{&t.HUD, &HUD},
		{&t.Tally, &Tally},
		{&t.Lines, &Lines},
		{&t.Narration, &Narration},
		{&t.Notice, &Notice},
		{&t.Arcade, &Arcade},
		{&t.Race, &Race},
		{&t.Watch, &Watch},
		{&t.Profile, &Profile},
		{&t.Boards, &Boards},
	}
}

// MenuText contains the labels of buttons, and the lines below menus.
type MenuText struct {
	Play                                                                   string
	PlayMode                                                               string // contains the name of a mode
	Continue, Restart, Options, Back, Quit, Resume, Level, Map             string
	Modes, Scores, Guide, Help                                             string
	FooterValues                                                           string // shown below buttons with values
	Footer, FooterLevel, Challenges, FooterNumbers, FooterEnter, FooterEsc string
	Lobby                                                                  string
}

// CountText contains numbers with their nouns.
type CountText struct {
	Days   Plural
	Levels Plural
	Bricks Plural
	Rows   Plural
	Games  Plural
	Lives  Plural
}

// AskText contains questions that ask for confirmation, and their answers.
type AskText struct {
	Continue, Continuing, Restart, ReplacesGame, KeepPlaying, Quit, GameSaved string
	GameNotSaved, NotServed, ToTitle, QuitProgram, Stay                       string
}

// OptionsText contains the texts of the options and assists.
type OptionsText struct {
	Sound, Accessibility                                        string // label and title of a dialog
	Assists, Keys, Title, OnlyASCII, AssistsTitle, Off, On, Yes string
	AssistedGame, AssistsNote                                   string
}

// OptionText contains the titles and descriptions of the options.
type OptionText struct {
	Glyphs, GlyphsText, Theme, ThemeText, Look, LookText, Effects, EffectsText, FPS string
	MenuVolume, MenuVolumeText, PulseVolume, PulseVolumeText                        string
	Mono, MonoText, SpeedText                                                       string
	FPSText, Sound, SoundText, Steer                                                string
	SteerText, Sensitivity, SensitivityText, Invert, InvertText                     string
	Keymap, KeymapText, Difficulty                                                  string
	DifficultyText, Drops, DropsText, Speed, Opponent, Points, Lines                string
	LinesText, Cursor, CursorText                                                   string
}

// KeysText contains the names of keys and the texts about them.
type KeysText struct {
	Mouse, KeyTwice, MouseLast, MouseFirst, TapTwice, Run, Title, Reset, Press, FooterPress, Footer string
	NoCtrl, Player2, Fire2, Shoves                                                                  string
	ShoveTwice, SlowTime, MouseWheel, PaddleShoves, LeftClick                                       string
	RightClick, Pause, PauseMenu, Warp                                                              string
	Rewind, RestartGame, Theme, Mute, Leave, QuitNow, Stop, Toggle                                  string
	OneButton, Move, Fire, Click                                                                    string
}

// ModeText contains the texts of the screens of modes.
type ModeText struct {
	Title, Footer                                                   string
	Player1, Player2                                                string // labels of players at the same keyboard
	You, Partner, Player1Keys, Player2Keys, OneHeldKey, Player1Wins string
	Player2Wins, YouLose, Points, Opponent, Rally                   string
	Returns, Time                                                   string
	BestOf                                                          string // contains a headline such as YOU WIN
	Games, GamesWon, AllGames                                       string
}

// DailyText contains the texts about the daily game.
type DailyText struct {
	Title, Levels, Day, Practice, OnlyFirstTry, Streak string
	// contains the weekday, day, month and year
	Date      string
	Weekdays  [7]string
	Months    [12]string
	ShortDate string // layout of package time
	// contains the date, hexagons and score
	Line                                                                  string
	LineStreak, Try, NoFurtherGames, DayOver, OneTryOnly, DayBefore, Best string
}

// WeekText contains the weekly goals. Each goal contains a number.
type WeekText struct {
	Levels, Combos   string
	World            string // contains the number of levels and the name of a world
	Daily, Bricks    string
	Clean, LongCombo string
	Label, Title     string
	Progress         string // contains the text of a goal and the number reached so far
	Done             string // contains the text of a goal
}

// MapText contains the texts of the world map and of the challenges.
type MapText struct {
	Title, Challenges, Footer, Locked, Par, ParPoints               string
	More                                                            Plural
	NotCleared, Cleared, Best, OrLess, OrMore, BestMeasure, NoMedal string
	Boss, LockMark                                                  string
	Branch                                                          string // precedes the name of a second route
	OpensAt                                                         string // contains a number of stars
	// contains the text OpensAt and the number of the player's stars
	StarsMissing string
	// contains the text OpensAt and the name of a world
	InWorld string
	// contains the first and the last replaced level
	ReplacedLevels string
}

// GuideText contains the texts of the field guide, except the rules.
type GuideText struct {
	Title, Footer, Found, NotFound, NextChapter, Game, MoreFooter, GameTitle string
	More, Bricks, Drops, Enemies                                             string
	Rules, Drone, Boss, Hits, HitPoints, Optional, Bad, Neutral              string
	Good, ReplacesHits, ReplacesSpeed, ReplacesMagnets                       string
	ReplacesSize, Seconds                                                    string
}

// RuleText contains the titles and texts of the rules in the field guide.
type RuleText struct {
	Steering, SteeringText, Aiming, AimingText, Catching          string
	CatchingText, Shoving, ShovingText, Returning                 string
	ReturningText, SlowTime, SlowTimeText, Combos, CombosText     string
	Chains, ChainsText, Cannons, CannonsText                      string
	Stars, StarsText, Lives, LivesText, ExtraLives                string
	ExtraLivesText, Beams, BeamsText, Bolts                       string
	BoltsText, Recalling, RecallingText, Warping, WarpingText     string
	HorizontalFlight, HorizontalFlightText, Finales               string
	FinalesText, Bursts, BurstsText, Buckets, BucketsText, Storms string
	StormsText, SentDrops, SentDropsText, Returns, ReturnsText    string
}

// LessonText contains the lessons of the first game. Names of keys replace the words in braces.
type LessonText struct {
	Number                                         string
	Skip                                           string // follows the number; contains the key in lower case
	Returning, Shoving, Catching, Aiming, Steering string
}

// FirstQuestionsText contains the texts of the two questions before the first game.
type FirstQuestionsText struct {
	Glyphs, WhichGlyphs, ChangeLater, GlyphsFooter, Kids, Easy, Medium string
	Difficulty, MoreLater, Footer, Facts                               string
}

// SteerText contains the question about another way to steer, with a label and a description for each answer.
type SteerText struct {
	Title, Question, Why, DoubleTap, DoubleTapText, Mouse, MouseText string
	Toggle, ToggleText, Keep, KeepText                               string
}

// GoalText contains the lines about a game while it is paused and after its end.
type GoalText struct {
	Paused                                                          string
	AllKeys                                                         string // contains the name of a key
	Keys, Player2, Name, Watch, ToTitle, GameOver, YouWin, ToBeat   string
	Place, Assisted, NoticePractice                                 string
	NoticeAssisted, TimeAndPoints, LevelNumber, Points, MatchPoints string
	// contains the number of the boss and the number of bosses
	BossNumber                                string
	Score, Best, Ghost, RunningEffects, Level string
	BricksLeft                                Plural
	BossLeft                                  string
	HitsLeft                                  Plural
	Of                                        string // contains a number and its goal
	Cleared, Time, NoneLost                   string
	BallsLost                                 Plural
	Balls, NewBest, SameBest, BelowBest       string
	// contains the label of a drop and its remaining seconds
	Effect                                                        string
	LevelsAhead                                                   Plural
	LevelsBehind                                                  Plural
	BricksAhead                                                   Plural
	BricksBehind                                                  Plural
	PointsAhead                                                   Plural
	PointsBehind                                                  Plural
	EvenWithBest, NextBall, NextLifeIn, Combo, NoMedal, NextLevel string
	LevelClear                                                    string
}

// EndingText contains the screen after the last level of a campaign.
type EndingText struct {
	Title, Done                                    string
	Stars, Levels, BestTimes                       string
	NextStar, Harder, Challenges, Results, Credits string
}

// RankText contains the titles of players and the unlocked looks.
type RankText struct {
	Point, Line, Triangle, Square, Pentagon, Hexagon, Octagon, Circle string
	Label                                                             string
	TitleAndStars                                                     string // contains the player's title and stars
	// contains the player's title and stars, the next title, and the stars that it needs
	NextTitle                             string
	New, NewLook, NewChallenges, NewRoute string
	LookStars, LookLocked                 string
}

// OfferText contains the labels of the games that are offered after a game.
type OfferText struct {
	Again, NextGame, Rematch, LevelAgain, Next, FromLevel       string
	RematchKey                                                  string // contains a key
	On                                                          string // contains a game and a difficulty
	With, FasterBalls, SlowerBalls, WiderPaddle, NarrowerPaddle string
	PointShare                                                  string
	WithAssist                                                  string // contains a game and an assist
	ScoresApart, PlayAgainst                                    string
}

// ShareText contains the dialog that shares a game.
type ShareText struct {
	Share, Title, Copied, Printed, Copy string
	Line                                string // contains the place and the result
	GIF, Cast, Writing, Saved           string
}

// PastedCodeText contains the dialog for a pasted share code.
type PastedCodeText struct {
	Title, Keep, Cancel string
	Pack                string // contains the name of a pack and its number of levels
	Author              string // contains a name
	Invalid             string // contains a reason
	Refused             string
	Kept                string // contains the name of a file
}

// GalleryText contains the texts of the screens with level sets.
type GalleryText struct {
	Own, Single, New, NewHelp, Reading, Empty, Footer string
	Edit, EditCopy, Rate, Copy                        string
	Rating                                            string // contains the numbers of played games and of all games
	// contains the difficulty, and the numbers of cleared games and of all games
	Rated string
}

// SurpriseText contains the dialog that generates a level.
type SurpriseText struct {
	Title, Button, Short, Help, Difficulty, Start string
	Progress                                      string // contains a percentage
}

// ScoresText contains the texts of the high scores and of the statistics.
type ScoresText struct {
	NotSaved, Best, PlaceOf, Title, Unreadable, Footer, Statistics string
	Games, GamesValue, TimePlayed, Points                          string
	Cleared, Broken, Combos, CombosValue, PaddleWalls, BricksBalls string
	Lost, Left, Right, FromLevel, None                             string
	WideHeading                                                    string // headings above the columns of wide rows
	ShortHeading                                                   string // headings above the columns of short rows
	Assisted, Drops, Rules                                         string
}

// WorkshopText contains the texts of the level editor.
type WorkshopText struct {
	Handle, Size, TurnHint, Drift, Next, Values, Done                                                      string
	EscReturns, KeysFooter, New, Recovered                                                                 string
	Title, Continue, Paint, Play, Save, Keys, Menu, Brick, Color, Undo, Details, Erase, Mirror, Object     string
	Rate, Level, MoveHelp, PaintHelp, PlayHelp, SaveHelp, SaveAsHelp, KeysHelp, MenuHelp, BrickHelp        string
	ColorHelp, UndoHelp, RedoHelp, DetailsHelp, EraseHelp, DrawHelp, MirrorHelp, CopyHelp, CutHelp         string
	PasteHelp, ObjectHelp, NextObjectHelp, HandleHelp, SizeHelp, TurnHelp, DriftHelp, RateHelp, LevelHelp  string
	ProblemsHelp, LevelsHelp, NextLevelHelp, GridHelp, QuitHelp, MouseKey, MouseHelp, Pencil, Line         string
	Rectangle, Frame, Fill, Eraser, Pick, Select, PencilHelp, LineHelp, RectangleHelp, FrameHelp, FillHelp string
	EraserHelp, PickHelp, SelectHelp, Tool, LevelOf, Unsaved, NoProblems, Unrated, Rating                  string
	RatedSoFar, RatedBefore, RatedNow, SecondPoint, NothingHere, Selected, NothingCopied, NoObject         string
	NoObjects, Added, NoUndo, NoRedo, NoLevel, NotPlayable, Cleared, GameOver, StillRating, Saved          string
	Unreachable, At, AtObject, Empty, BrushLine, ForBrush, ForBrick, Kind, Hits, Holds, Grows, Pair, Way   string
	Nothing, Automatic, Right, Down, Left, Up, Objects, AddObject, SelectObject, Remove, Hexagon, Polygon  string
	Emitter, Drones, Boss, Radius, Turn, Corners, DriftX, DriftY, Every, Spin, Angle, On, Off, AtOnce      string
	Interval, Gates, LevelTitle, Author, World, Balls, Speed, DropsLabel, Shots, ParTime, ParScore         string
	Lattice, Drawing, DrawingOf, Levels, NewLevel, CopyLevel, RemoveLevel, MoveUp, Untitled, ProblemsTitle string
	ProblemLine, FileName, SaveQuestion, HasChanges, SaveAndClose, Discard, KeepEditing                    string
	// by levels.Symmetry
	Symmetries       [7]string
	Problems, Copied Plural
}

// EntryText contains the texts of screens with a text field.
type EntryText struct {
	NameTitle, Name, Footer, Help, Skip, Done, Delete, Add, Used, Full string
}

// ViewerText contains the texts of the replay viewer.
type ViewerText struct {
	ThisGame, SavedGame, DiffersFromRecording, Pause, Jump, Keys, Play, Back string
	Quit, Live, Next, Speed, Bookmark                                        string
	LongJump, Tick, PauseHelp, JumpHelp, PlayHelp, BackHelp                  string
	QuitHelp, LiveHelp, NextHelp, SpeedHelp                                  string
	BookmarkHelp, LongJumpHelp, Mute, TickHelp, HomeLive, Home               string
	Tenths, MouseHelp, MouseLive, Combo                                      string
	Level, OlderRules, IncompleteFile, LiveMark                              string
	MoreKeys                                                                 string // follows a question mark
}

// HUDText contains the texts in the field of a game and next to it. Numbers are drawn between them.
type HUDText struct {
	Best                                                       string
	LevelBest                                                  string // precedes a time
	LevelBestLabel, Ghost                                      string
	Bricks                                                     string // follows a number
	Points                                                     string // follows a number
	Ahead                                                      string // follows a number of bricks or points
	Behind                                                     string // follows a number of bricks or points
	GhostLevel                                                 string // precedes a number
	Even                                                       string // shown if neither game is ahead
	Buckets                                                    string
	SentBy                                                     string // follows a drop; contains the player's name
	Phase                                                      string // precedes the number of a boss's phase
	Finale                                                     string
	FinaleLeft                                                 string // follows a number
	LastHit, AllSidesWeak, Saved, Saves                        string
	MovePaddle                                                 string // shown in a storm
	BossNumber                                                 string // precedes a number
	BossOf                                                     string // is drawn between two numbers
	LastBrick, Charge, SlowTime, Stunned, GoalBricks, GoalTime string
	GoalBalls, GoalPoints, Boss                                string
	Left                                                       string // follows a number or a time
	TimeUp                                                     string
	Of                                                         string // is drawn between two numbers or times
	In                                                         string // precedes a time
	BallLost, NoBallLost, NoneLost                             string
	None                                                       string // precedes Lost if no ball was lost
	Lost                                                       string
	PointsMissing                                              string // follows points
	GoalReached, OneBrick                                      string
	Rows                                                       string // precedes a number
	Challenge                                                  string // precedes a number
	Level                                                      string // precedes a number
	Limit, Time, Score, Balls                                  string
	Next                                                       string // precedes the points that earn the next ball
	Combo, Chain                                               string
	Storm                                                      string // precedes the number of balls
	Speed, Shots                                               string
	Spectators                                                 string // precedes a number
	YourBest                                                   string // precedes a time
	Lower                                                      string // label of the player of the lower paddle
	Upper                                                      string
	FirstTo                                                    string // precedes a number of points
	Rally                                                      string // precedes a number of returns
	To                                                         string // precedes the points that win
	Shove                                                      string
	Shove1                                                     string // label of player 1
	Shove2                                                     string
	Serve                                                      string // follows the name of a key
	Recall, Shoot, ShoveHint, NextLevel, Rewind                string
	TooSmall                                                   string // precedes the size of the terminal
	Needs                                                      string // precedes the minimum size
}

// TallyText contains the lines of the tally after a level.
type TallyText struct {
	Bricks, Multiplied, Cannons, Drones, Boss, Drops, Buckets, Speed string
	Clean, Exit, Skipped, Time                                       string
	Of                                                               string // is drawn between two numbers or times
	Points, YourBest, NewBest                                        string
	PreviousBest                                                     string // precedes the best time so far
	Stars                                                            string
}

// LinesText contains the texts of text mode, which prints screens as lines for screen readers.
type LinesText struct {
	Left, Right, Up, Down, Delete, EarnedStar, NoStar, Done, Times, Minus string
	StarLost, PreviousPage, NextPage                                      string
	NoChoice, MoreDigits, Hint, GameKeys                                  string
}

// NarrationText contains the texts that narrate a game.
type NarrationText struct {
	Serve, YouAreAt, FarLeft, Left, LeftMiddle, Middle, RightMiddle                      string
	Right, FarRight, BallTo, NextBallTo                                                  string
	YouAreThere, BricksLeft                                                              string
	MoreBalls                                                                            Plural
	NextBallLands, PaddleAt, DropAt, WireAt, MostBricks, Score, BallAt, OnPaddle         string
	BallRises, BallFalls, ToLeft, ToRight                                                string
	HighUp, High, HalfWay, Low, TwoPlaces, LevelClear, ThroughGate                       string
	LevelSkipped, BallStuck, MovePaddle, Bonus, BallSticks, BeamStun, WireCut            string
	BallSaved                                                                            string
	BoltStun, BossGone, BossOpen, RowLow, SlowTime, NoShove, ChallengeFailed, LifeGained string
	Finale, DropCaught, EffectEnded, DropSent, DropReceived, BossShoots                  string
	BossPhase, BrickOverdue, TimeWon, TimeLost, LevelBegins, Won, GameLost               string
	BallLost                                                                             Plural
	LifeLost                                                                             Plural
	YourPoint, TheirPoint, Drop, GoodDrop, BadDrop, PlaceWith                            string
	// precedes the last place
	And string
}

// NoticeText contains notices about errors and changes.
type NoticeText struct {
	Glyphs, Sound, NotContinued, ScoresNotSaved, ScoresNotRead string
	NameNotSaved, ProgressNotSaved, Upgraded                   string
}

// ArcadeText contains the texts of the arcade's lobby and parties.
type ArcadeText struct {
	Title    string
	Here     Plural
	NoOthers string
	// contains the title and the description of a kind of match
	Kind                                                           string
	Find, Invite, EnterCode, CodeOnly, NotWatchable, More, AndMore string
	// contains a kind of match and the players
	Continue                                                            string
	Return, PlayWith, You, InMenus, CanWatch, CanJoin, ByCode, Waiting  string
	LeaderFooter                                                        string
	FreeSeats                                                           Plural
	Open, Closed, GuestFooter, LeaderStarts, WaitFor, OnlyLeader, Leave string
	Begin, BeginBot, Game, Level                                        string
	Difficulty, Bots, JoinTitle, CodePrompt, CodeLetters, Button        string
	Playing, NoMemory                                                   string
}

// RaceText contains the texts of matches between visitors of an arcade.
type RaceText struct {
	TheirKey                                                         string
	With                                                             string // contains a kind of match and players
	Hint, OwnLeft, OwnRight, ConnectionLost, You                     string
	Out                                                              Plural
	OtherTerminal, Title, MenuFooter                                 string
	ReturnCommand                                                    string // contains a command
	Leave, Done, Cleared, Place, Footer, StillPlays, BotPlays        string
	RematchFooter                                                    string // contains a key
	BotPlayed, Score, Level, Time, BotPlayedFor                      string
	WatchOthers, Again, HasLeft, AllLeft, ResultKey, AnotherKey, Bot string
	Ranked, RatingUp, RatingDown, RatingSame, PlayerDeleted          string
	DailyLimit                                                       string
	NotRanked, WinnerIdle, SlowNotRanked                             string
	Slow                                                             string // contains a player
}

// WatchText contains the texts for spectators.
type WatchText struct {
	NoGames, NoGamesOf, Failed, Title, Footer, Continue, HiddenGame, GameOver string
	Rewind, Next                                                              string
}

// ProfileText contains the texts about a player of an arcade.
type ProfileText struct {
	Button, NameHelp, NameLetters, Title string
	// contains a date and a number of games
	Since                                                                      string
	OtherKey, Rename, GamesShown, GamesHidden, AddKey, Keys, Delete, KeysTitle string
	KeysHelp                                                                   string
	// contains a fingerprint and a date
	KeyRow                                                                         string
	KeyRowCurrent, KeyTitle, KeySince, CannotRemoveCurrentKey, RemoveHelp, KeepKey string
	RemoveKey, DeleteTitle, DeleteHelp                                             string
	NoUndo                                                                         string
	Export                                                                         string // contains a command
	AreYouSure, No, YesDelete, Keep                                                string
}

// BoardsText contains the texts of the leaderboards.
type BoardsText struct {
	Boards, Title, Footer, NoGames, Unknown, Empty, TryAgain string
	GameTitle, Game                                          string
	PlayedOn                                                 string // contains a duration and a date
	RecordingFile                                            string // contains a command
	Watch, Race                                              string
	FromLevel, WithGuest, With, Points, Level, In            string
	Against, AgainstDeleted, Result                          string
}

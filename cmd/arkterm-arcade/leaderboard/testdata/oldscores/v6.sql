-- A database as schema 6 left it, the last one before scores moved to a file.
PRAGMA application_id = 1634888564;
CREATE TABLE games (
	id INTEGER PRIMARY KEY, ended TEXT NOT NULL, name TEXT,
	set_name TEXT NOT NULL, set_hash TEXT NOT NULL, first INTEGER NOT NULL, first_name TEXT NOT NULL,
	mode TEXT NOT NULL, difficulty TEXT NOT NULL, assisted INTEGER NOT NULL,
	rules INTEGER NOT NULL, outcome TEXT NOT NULL, score INTEGER NOT NULL, last INTEGER NOT NULL,
	cleared INTEGER NOT NULL, ticks INTEGER NOT NULL, combo INTEGER NOT NULL,
	seed TEXT NOT NULL, replay TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_score ON games (set_hash, first, mode, difficulty, assisted, score DESC, id);
INSERT INTO games VALUES
	(1, '2026-01-02T03:04:05Z', 'ada', 'arkterm', '00000000000000aa', 1, 'Honeycomb', 'campaign', 'medium', 0, 1, 'over', 4200, 3, 2, 86400, 11, '18446744073709551615', 'a.ark'),
	(2, '2026-01-03T03:04:05Z', NULL, 'arkterm', '00000000000000aa', 1, 'Honeycomb', 'campaign', 'medium', 0, 1, 'won', 9000, 12, 12, 172800, 30, '7', ''),
	(3, '2026-01-04T03:04:05Z', 'ada', 'arkterm', '00000000000000aa', 2, 'Rings', 'campaign', 'medium', 1, 1, 'left', 100, 2, 0, 240, 1, '8', 'c.ark');
ALTER TABLE games ADD COLUMN walls  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN paddle INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN hits   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN balls  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN bricks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN combos INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN lost   INTEGER NOT NULL DEFAULT 0;
CREATE TABLE lost_at (
	game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, bin INTEGER NOT NULL, balls INTEGER NOT NULL,
	PRIMARY KEY (game, bin)
) STRICT, WITHOUT ROWID;
UPDATE games SET bricks = 100 * id, lost = 1;
INSERT INTO lost_at VALUES (1, 0, 1), (2, 15, 1), (3, 15, 1);
ALTER TABLE games ADD COLUMN drops INTEGER NOT NULL DEFAULT 15;
DROP INDEX games_by_score;
CREATE INDEX games_by_score ON games (set_hash, first, mode, difficulty, drops, assisted, score DESC, id);
CREATE TABLE feats (
	board TEXT NOT NULL, name TEXT NOT NULL, difficulty TEXT NOT NULL, stars INTEGER NOT NULL, ticks INTEGER NOT NULL, points INTEGER NOT NULL,
	PRIMARY KEY (board, name, difficulty)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO players VALUES ('', 'ada'), ('Bob', 'bobby');
ALTER TABLE feats ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
INSERT INTO feats VALUES ('07', 'A', 'hard', 5, 99, 1000, 1), ('08', 'B', 'easy', 1, 0, 0, 0), ('?', 'C', 'hard', 1, 1, 1, 0);
DROP INDEX games_by_score;
CREATE INDEX games_by_score ON games (set_hash, first, mode, difficulty, drops, assisted, rules, score DESC, id);
PRAGMA user_version = 6;

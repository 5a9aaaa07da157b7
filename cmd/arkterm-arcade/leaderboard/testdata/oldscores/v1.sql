-- A database as schema 1 left it, without the statistics that schema 2 added.
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
PRAGMA user_version = 1;

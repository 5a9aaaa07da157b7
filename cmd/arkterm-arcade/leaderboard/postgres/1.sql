-- The tables correspond to those of SQLite in db.go, which documents the columns.

CREATE TABLE players (
	id       text    PRIMARY KEY,
	name     text    NOT NULL,
	folded   text    NOT NULL UNIQUE,
	skeleton text    NOT NULL UNIQUE,
	chosen   boolean NOT NULL DEFAULT false,
	hidden   boolean NOT NULL DEFAULT false,
	games    bigint  NOT NULL DEFAULT 0,
	since    bigint  NOT NULL,
	seen     bigint  NOT NULL
);
CREATE INDEX players_by_seen ON players (seen);

CREATE TABLE keys (
	key    text   PRIMARY KEY,
	player text   NOT NULL REFERENCES players ON DELETE CASCADE,
	since  bigint NOT NULL,
	seen   bigint NOT NULL
);
CREATE INDEX keys_by_player ON keys (player);

CREATE TABLE links (
	code   text   PRIMARY KEY,
	player text   NOT NULL UNIQUE REFERENCES players ON DELETE CASCADE,
	until  bigint NOT NULL
);

CREATE TABLE files (
	player   text   NOT NULL REFERENCES players ON DELETE CASCADE,
	name     text   NOT NULL,
	modified bigint NOT NULL,
	data     bytea  NOT NULL,
	PRIMARY KEY (player, name)
);

CREATE TABLE boards (
	id         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	source     bigint  NOT NULL,
	rules      bigint  NOT NULL,
	set_hash   text    NOT NULL,
	mode       text    NOT NULL,
	difficulty text    NOT NULL,
	first      bigint  NOT NULL,
	drops      bigint  NOT NULL,
	assisted   boolean NOT NULL,
	set_name   text    NOT NULL,
	first_name text    NOT NULL,
	measure    bigint  NOT NULL,
	teams      bigint  NOT NULL DEFAULT 0,
	UNIQUE (source, rules, set_hash, mode, difficulty, first, drops, assisted)
);

CREATE TABLE games (
	id         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	player     text    NOT NULL REFERENCES players ON DELETE CASCADE,
	other      text    REFERENCES players ON DELETE CASCADE,
	team       text    NOT NULL,
	paddle     bigint  NOT NULL,
	source     bigint  NOT NULL,
	ended      bigint  NOT NULL,
	state      bigint  NOT NULL UNIQUE,
	set_name   text    NOT NULL,
	set_hash   text    NOT NULL,
	first      bigint  NOT NULL,
	first_name text    NOT NULL,
	mode       text    NOT NULL,
	difficulty text    NOT NULL,
	drops      bigint  NOT NULL,
	assisted   boolean NOT NULL,
	rules      bigint  NOT NULL,
	outcome    text    NOT NULL,
	score      bigint  NOT NULL,
	last       bigint  NOT NULL,
	combo      bigint  NOT NULL,
	ticks      bigint  NOT NULL,
	seed       bigint  NOT NULL,
	measure    bigint  NOT NULL,
	merit      bigint  NOT NULL,
	board      bigint  REFERENCES boards ON DELETE SET NULL,
	removed    bigint  NOT NULL DEFAULT 0
);
CREATE INDEX games_by_end ON games (ended, id);
CREATE INDEX games_by_seed ON games (seed);
CREATE INDEX games_by_player ON games (player, id);
CREATE INDEX games_by_other ON games (other) WHERE other IS NOT NULL;
CREATE INDEX games_by_board ON games (board, team) WHERE board IS NOT NULL;
CREATE INDEX games_by_day ON games (player, (ended / 86400), merit);

CREATE TABLE recordings (
	game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE,
	data bytea  NOT NULL
);

CREATE TABLE ratings (
	player     text   NOT NULL REFERENCES players ON DELETE CASCADE,
	mode       text   NOT NULL,
	difficulty text   NOT NULL,
	rating     bigint NOT NULL,
	won        bigint NOT NULL,
	lost       bigint NOT NULL,
	won_at     bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (player, mode, difficulty)
);
CREATE INDEX ratings_by_rating ON ratings (mode, difficulty, rating DESC, player, won_at);

CREATE TABLE standings (
	board  bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
	team   text   NOT NULL,
	period bigint NOT NULL,
	start  bigint NOT NULL,
	merit  bigint NOT NULL,
	game   bigint NOT NULL REFERENCES games ON DELETE CASCADE,
	PRIMARY KEY (board, team, period, start)
);
CREATE INDEX standings_by_merit ON standings (board, period, start, merit DESC, game);
CREATE INDEX standings_by_game ON standings (game, period);
CREATE INDEX standings_by_start ON standings (period, start);

-- boards.teams counts the standings of all time.
CREATE FUNCTION count_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE boards SET teams = teams + 1 WHERE id = new.board;
	ELSE
		UPDATE boards SET teams = teams - 1 WHERE id = old.board;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER team_added AFTER INSERT ON standings FOR EACH ROW WHEN (new.period = 2)
	EXECUTE FUNCTION count_teams();
CREATE TRIGGER team_removed AFTER DELETE ON standings FOR EACH ROW WHEN (old.period = 2)
	EXECUTE FUNCTION count_teams();

CREATE TABLE results (
	id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	player text   NOT NULL REFERENCES players ON DELETE CASCADE,
	board  text   NOT NULL,
	score  bigint NOT NULL,
	entry  text   NOT NULL
);
CREATE INDEX results_by_score ON results (player, board, score DESC, id);

CREATE TABLE statistics (
	player text PRIMARY KEY REFERENCES players ON DELETE CASCADE,
	total  text NOT NULL
);

CREATE TABLE achievements (
	player text NOT NULL REFERENCES players ON DELETE CASCADE,
	level  text NOT NULL,
	record text NOT NULL,
	PRIMARY KEY (player, level)
);

-- The only row contains the block list. version increases with each change.
CREATE TABLE blocklist (
	version bigint NOT NULL,
	content bytea  NOT NULL
);
INSERT INTO blocklist (version, content) VALUES (0, '');

package leaderboard

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// This file implements a DB in PostgreSQL instead of SQLite, so that several servers can share it. All queries are
// written for SQLite. translate replaces the few constructs that PostgreSQL does not support. All other constructs have
// the same meaning in both databases.

// postgresTimeout is the maximum time for connecting to PostgreSQL, and the default limit of a statement.
const postgresTimeout = 5 * time.Second

// maxPostgresConns is the maximum number of connections to PostgreSQL.
const maxPostgresConns = 8

// OpenPostgres opens a database in PostgreSQL, and creates or migrates its tables. url has the form
// postgres://USER:PASSWORD@HOST:PORT/DATABASE, see https://www.postgresql.org/docs/current/libpq-connect.html.
func OpenPostgres(url string) (*DB, error) {
	s, err := connectPostgres(url)
	if err != nil {
		return nil, err
	}
	if err := s.migratePostgres(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// OpenPostgresEditor opens a database that servers use, for the commands of an operator. The error is ErrOldSchema if
// the schema is older than this program's schema, because only a server migrates it, and ErrNewSchema if it is newer.
func OpenPostgresEditor(url string) (*DB, error) {
	s, err := connectPostgres(url)
	if err != nil {
		return nil, err
	}
	var version int
	err = s.reader.QueryRow(versionQuery).Scan(&version)
	if err == nil {
		names, _ := fs.Glob(postgresMigrations, "postgres/*.sql")
		switch {
		case version < len(names):
			err = ErrOldSchema
		case version > len(names):
			err = ErrNewSchema
		}
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// versionQuery selects the number of executed migrations.
const versionQuery = "SELECT coalesce(max(version), 0) FROM schema_version"

// connectPostgres opens a database without migrating it.
func connectPostgres(url string) (*DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = "arkterm-arcade"
	config.ConnectTimeout = postgresTimeout
	if config.RuntimeParams["statement_timeout"] == "" {
		config.RuntimeParams["statement_timeout"] = strconv.FormatInt(postgresTimeout.Milliseconds(), 10)
		dial := config.DialFunc
		config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return timeoutConn{conn}, nil
		}
	}
	pool := sql.OpenDB(translatingConnector{stdlib.GetConnector(*config)})
	pool.SetMaxOpenConns(maxPostgresConns)
	pool.SetMaxIdleConns(maxPostgresConns)
	return &DB{writer: pool, reader: pool, isPostgres: true}, nil
}

// A timeoutConn is a connection to PostgreSQL. A read fails if nothing arrives for longer than a statement can take,
// for example because the other machine has failed. Without this limit, the operating system would wait for many
// minutes.
type timeoutConn struct{ net.Conn }

// Read implements [net.Conn].
func (c timeoutConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(2 * postgresTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// postgresMigrations contains the files N.sql, each of which changes the schema from version N-1 to version N. A
// released file never changes.
//
//go:embed postgres/*.sql
var postgresMigrations embed.FS

// Keys of PostgreSQL's advisory locks.
const (
	migrationLock   = 0x61726b00 // held during migrations
	maintenanceLock = 0x61726b01 // held by the server that removes old data
)

// migratePostgres executes the missing migrations in one transaction. If several servers start at the same time, the
// others wait.
func (s *DB) migratePostgres() error {
	names, err := fs.Glob(postgresMigrations, "postgres/*.sql")
	if err != nil {
		return err
	}
	tx, err := s.writer.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("SELECT pg_advisory_xact_lock(?)", migrationLock); err != nil {
		return err
	}
	if _, err := tx.Exec("CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)"); err != nil {
		return err
	}
	var version int
	if err := tx.QueryRow(versionQuery).Scan(&version); err != nil {
		return err
	}
	if version > len(names) {
		return fmt.Errorf("%w (schema %d, want at most %d)", ErrNewSchema, version, len(names))
	}
	for version < len(names) {
		version++
		text, err := postgresMigrations.ReadFile(fmt.Sprintf("postgres/%d.sql", version))
		if err != nil {
			return err
		}
		if _, err := tx.Exec(string(text)); err != nil {
			return fmt.Errorf("schema %d: %w", version, err)
		}
		if _, err := tx.Exec("INSERT INTO schema_version (version) VALUES (?)", version); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// maxAttempts is the maximum number of attempts to commit a transaction that conflicts with other transactions.
const maxAttempts = 20

// retryTransaction calls do in a serializable transaction, and repeats this up to maxAttempts times while the
// transaction conflicts with others. It returns the error of the last attempt. do must not keep results of an earlier
// attempt.
func (s *DB) retryTransaction(do func(tx *sql.Tx) error) (err error) {
	for attempt := range maxAttempts {
		if attempt > 0 {
			time.Sleep(time.Millisecond + rand.N(time.Duration(attempt)*4*time.Millisecond))
		}
		err = s.tryTransaction(&sql.TxOptions{Isolation: sql.LevelSerializable}, do)
		if !isConflict(err) {
			return err
		}
	}
	return err
}

// isConflict reports whether a transaction has failed because of a concurrent transaction. Violations of unique
// constraints are conflicts, because the next attempt finds the row of the other transaction.
func isConflict(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40001" || e.Code == "40P01" || e.Code == "23505")
}

// isPostgresDataError implements isDataError for PostgreSQL: class 22 contains data exceptions, and class 23 violated
// constraints. See https://www.postgresql.org/docs/current/errcodes-appendix.html.
func isPostgresDataError(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(e.Code, "22") || strings.HasPrefix(e.Code, "23"))
}

// runExclusively calls do, unless another server is calling it for the same database. With SQLite, it always calls do,
// because there is only one server.
func (s *DB) runExclusively(do func() error) error {
	if !s.isPostgres {
		return do()
	}
	ctx := context.Background()
	conn, err := s.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var locked bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(?)", maintenanceLock).Scan(&locked); err != nil ||
		!locked {
		return err
	}
	err = do()
	_, unlockErr := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(?)", maintenanceLock)
	return errors.Join(err, unlockErr)
}

// A translatingConnector opens connections that translate queries from SQLite's syntax to PostgreSQL's.
type translatingConnector struct{ driver.Connector }

// Connect opens a connection.
func (c translatingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return translatingConn{conn.(*stdlib.Conn)}, nil
}

// A translatingConn translates queries from SQLite's syntax to PostgreSQL's before it prepares or executes them.
type translatingConn struct{ *stdlib.Conn }

// PrepareContext prepares a query.
func (c translatingConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.Conn.PrepareContext(ctx, translate(query))
}

// ExecContext executes a query without a result.
func (c translatingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (
	driver.Result, error,
) {
	return c.Conn.ExecContext(ctx, translate(query), args)
}

// QueryContext executes a query.
func (c translatingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (
	driver.Rows, error,
) {
	return c.Conn.QueryContext(ctx, translate(query), args)
}

// translations caches the results of translate, by query. It does not grow without limit, because all queries are
// constants.
var translations sync.Map

// Constructs that PostgreSQL does not support.
var (
	indexHint   = regexp.MustCompile(`INDEXED BY \w+`) // does not change the result of a query
	placeholder = regexp.MustCompile(`\?(\d*)`)
)

// translate translates a query from SQLite's syntax to PostgreSQL's. Its placeholders must all be ? or all be ?N.
func translate(query string) string {
	if known, ok := translations.Load(query); ok {
		return known.(string)
	}
	result := indexHint.ReplaceAllString(query, "")
	result = strings.NewReplacer("CROSS JOIN", "JOIN", "instr(", "strpos(").Replace(result)
	count := 0
	result = placeholder.ReplaceAllStringFunc(result, func(match string) string {
		if number := match[1:]; number != "" {
			return "$" + number
		}
		count++
		return "$" + strconv.Itoa(count)
	})
	translations.Store(query, result)
	return result
}

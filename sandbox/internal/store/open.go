package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	_ "modernc.org/sqlite" // the pure Go driver
)

//go:embed schema.sql
var schema string

// ErrNotFound and ErrExists are for callers to check.
var (
	ErrNotFound = errors.New("not found")
	ErrExists   = errors.New("exists already")
)

// Store is the database. It is safe for concurrent use. Each question and each
// change is a method.
type Store struct {
	db     *sql.DB
	bounds bounds
	added  atomic.Int64 // calls since the start
	hidden hidden

	changing sync.Mutex
	change   chan struct{} // closed at the next change

	preparing  sync.Mutex
	statements map[string]*sql.Stmt // by query: those that most calls need
}

// statement prepares a query once: for most of them SQLite needs longer to
// parse and plan than to run. It uses the connection, so it can't be called
// within a transaction.
func (s *Store) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	s.preparing.Lock()
	defer s.preparing.Unlock()
	if stmt := s.statements[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.db.PrepareContext(ctx, query)
	if err == nil {
		s.statements[query] = stmt
	}
	return stmt, err
}

// Open opens or creates the database. ":memory:" lives as long as the Store.
func Open(ctx context.Context, path string) (*Store, error) {
	dsn := ":memory:"
	if path != ":memory:" {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("sandbox database: %w", err)
		}
		pragmas := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(NORMAL)", "busy_timeout(5000)"}}
		dsn = (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: pragmas.Encode()}).String()
	}
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("sandbox database: %w", err)
	}
	// One connection: an in-memory database lives in its connection, and a
	// single writer never meets SQLITE_BUSY.
	db.SetMaxOpenConns(1)
	if err := prepare(ctx, db); err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox database %s: %w", path, err), db.Close())
	}
	s := &Store{db: db, bounds: usualBounds, change: make(chan struct{}), statements: map[string]*sql.Stmt{}}
	if err := s.tidy(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox database %s: %w", path, err), db.Close())
	}
	return s, nil
}

// wasted is how much free space in a database triggers a vacuum, in bytes.
const wasted = 64 << 20

// tidy trims calls that an earlier version let grow.
func (s *Store) tidy(ctx context.Context) error {
	if err := s.trimAll(ctx, s.db); err != nil {
		return err
	}
	var free int64
	err := s.db.QueryRowContext(ctx, `SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`).Scan(&free)
	if err != nil || free < wasted {
		return err
	}
	_, err = s.db.ExecContext(ctx, `VACUUM`)
	return err
}

// schemaVersion changes with schema.sql. Files of earlier versions than the first
// release's, 3, and of later ones than this are refused: they hold nothing but trials.
// A later schema brings those of 3 up to date (testdata/schema-3.sql).
const schemaVersion = 3

func prepare(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version != 0 && version != schemaVersion {
		return fmt.Errorf("made by another version (schema %d, not %d): delete it or use another file", version, schemaVersion)
	}
	_, err := db.ExecContext(ctx, "BEGIN;"+schema+fmt.Sprintf(`; PRAGMA user_version = %d; COMMIT`, schemaVersion))
	return err
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// atomically runs f in one transaction.
func (s *Store) atomically(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	close(s.change)
	s.change = make(chan struct{})
	return nil
}

// Changed is closed when a payment, a callback or the calls change next.
func (s *Store) Changed() <-chan struct{} {
	s.changing.Lock()
	defer s.changing.Unlock()
	return s.change
}

// Setting reads a setting, nil if it was never set.
func (s *Store) Setting(ctx context.Context, key string) ([]byte, error) {
	var value []byte
	err := s.db.QueryRowContext(ctx, `SELECT value FROM settings WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("setting %s: %w", key, err)
	}
	return value, nil
}

// SetSetting writes a setting.
func (s *Store) SetSetting(ctx context.Context, key string, value []byte) error {
	return setSetting(ctx, s.db, key, value)
}

func setSetting(ctx context.Context, db execer, key string, value []byte) error {
	return exec(ctx, db, "setting "+key, `INSERT INTO settings (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
}

// AddKey registers a merchant's public key, PEM.
func (s *Store) AddKey(ctx context.Context, merchant, pem string) error {
	return exec(ctx, s.db, "register key", `INSERT INTO merchant_keys (merchant, pem) VALUES (?, ?) ON CONFLICT DO NOTHING`, merchant, pem)
}

// Keys lists a merchant's registered public keys, PEM.
func (s *Store) Keys(ctx context.Context, merchant string) ([]string, error) {
	scan := func(r row, pem *string) error { return r.Scan(pem) }
	return query(ctx, s, "keys", scan, `SELECT pem FROM merchant_keys WHERE merchant = ? ORDER BY rowid`, merchant)
}

// Count adds one to a counter and returns its value before.
func (s *Store) Count(ctx context.Context, name string) (int, error) {
	var n int
	err := s.db.QueryRowContext(ctx, `INSERT INTO counters (name, n) VALUES (?, 1)
		ON CONFLICT (name) DO UPDATE SET n = n + 1 RETURNING n - 1`, name).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", name, err)
	}
	return n, nil
}

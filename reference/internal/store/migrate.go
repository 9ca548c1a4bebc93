package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema to this program's version. On PostgreSQL a lock lets one of several starting replicas do it.
func migrate(ctx context.Context, db *sql.DB, postgres bool) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("reading the migrations: %w", err)
	}
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption{goose.WithAllowOutofOrder(true)}
	if postgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // asks every second, for five minutes
		if err != nil {
			return fmt.Errorf("preparing the migration lock: %w", err)
		}
		dialect, options = goose.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db, files, options...)
	if err != nil {
		return fmt.Errorf("reading the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil { // of data that is newer it changes nothing
		return fmt.Errorf("migrating the schema: %w", err)
	}
	return notNewer(ctx, provider)
}

// notNewer refuses data of a later version: this program does not know what its columns mean.
func notNewer(ctx context.Context, provider *goose.Provider) error {
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("reading the schema's version: %w", err)
	}
	if has > knows {
		return fmt.Errorf("the data has schema version %d, and this program knows versions up to %d: run a newer one", has, knows)
	}
	return nil
}

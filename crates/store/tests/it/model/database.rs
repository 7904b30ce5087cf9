//! A database of either engine that is used for one sequence after the other.

use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, PostgresLimits, Store};
use jiff::Timestamp;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use tokio_postgres::{NoTls, SimpleQueryMessage};

/// A database, and a connection behind the store's back.
pub(super) enum Database {
    Sqlite {
        folder: TempDir,
    },
    Postgres {
        database: Box<TestStore>,
        client: tokio_postgres::Client,
        /// Empties all tables of farmers and figures.
        empty: String,
    },
}

/// Tables that a new database has rows in.
const OF_THE_SCHEMA: [&str; 2] = ["schema_migrations", "generation"];

impl Database {
    pub(super) async fn new(is_sqlite: bool) -> Self {
        if is_sqlite {
            let folder = tempfile::tempdir().unwrap();
            drop(Store::open(&DatabaseUrl::Sqlite(folder.path().join("empty.db"))).await.unwrap());
            return Self::Sqlite { folder };
        }
        let database = testing::postgres().await;
        let DatabaseUrl::Postgres(address) = database.url() else { panic!("a store on PostgreSQL") };
        let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
        tokio::spawn(connection);
        let mut tables: Vec<_> = database.columns().await.into_iter().map(|(table, _)| table).collect();
        tables.dedup();
        tables.retain(|table| !OF_THE_SCHEMA.contains(&table.as_str()));
        let deletions = tables.iter().map(|table| format!("DELETE FROM {table};")).collect::<Vec<_>>().concat();
        // Without foreign keys, the order of the tables does not matter.
        let empty =
            format!("SET session_replication_role = replica; {deletions} SET session_replication_role = origin");
        Self::Postgres { database: Box::new(database), client, empty }
    }

    fn url(&self) -> DatabaseUrl {
        match self {
            Self::Sqlite { .. } => DatabaseUrl::Sqlite(self.file("grow.db")),
            Self::Postgres { database, .. } => database.url().clone(),
        }
    }

    /// A file beside the database of SQLite.
    fn file(&self, name: &str) -> PathBuf {
        let Self::Sqlite { folder } = self else { panic!("a database in a file") };
        folder.path().join(name)
    }

    pub(super) async fn open(&self) -> Store {
        Store::open_with(&self.url(), PostgresLimits { connections: 2, ..PostgresLimits::default() }).await.unwrap()
    }

    /// Empties the database, which nobody uses.
    pub(super) async fn empty(&self) {
        match self {
            Self::Sqlite { folder } => {
                let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
                files.filter(|file| !file.ends_with("empty.db")).for_each(|file| fs::remove_file(file).unwrap());
                fs::copy(self.file("empty.db"), self.file("grow.db")).unwrap();
            }
            Self::Postgres { client, empty, .. } => client.batch_execute(empty).await.unwrap(),
        }
    }

    /// Runs a statement behind the store's back.
    pub(super) async fn tamper(&self, sql: &str) {
        match self {
            Self::Sqlite { .. } => self.connection().execute_batch(sql).unwrap(),
            Self::Postgres { client, .. } => client.batch_execute(sql).await.unwrap(),
        }
    }

    /// The rows of a query of one text.
    pub(super) async fn texts(&self, sql: &str) -> Vec<String> {
        match self {
            Self::Sqlite { .. } => {
                let connection = self.connection();
                let mut statement = connection.prepare(sql).unwrap();
                statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
            }
            Self::Postgres { client, .. } => {
                let rows = client.simple_query(sql).await.unwrap().into_iter();
                rows.filter_map(|row| match row {
                    SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                    _ => None,
                })
                .collect()
            }
        }
    }

    /// An id in a statement.
    pub(super) fn literal(&self, id: uuid::Uuid) -> String {
        match self {
            Self::Sqlite { .. } => format!("x'{}'", id.simple()),
            Self::Postgres { .. } => format!("'{id}'"),
        }
    }

    /// A column of ids as text of 32 digits.
    pub(super) fn digits(&self, column: &str) -> String {
        match self {
            Self::Sqlite { .. } => format!("lower(hex({column}))"),
            Self::Postgres { .. } => format!("replace({column}::text, '-', '')"),
        }
    }

    fn connection(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.file("grow.db")).unwrap()
    }

    /// Backs the database of SQLite up, in the place of an earlier backup.
    pub(super) async fn back_up(&self, store: &Store) {
        let _ = fs::remove_file(self.file("grow.backup"));
        store.back_up(self.file("grow.backup"), |_, _| {}).await.unwrap();
    }

    /// Puts the backup in the place of the database, which nobody uses.
    pub(super) fn restore(&self, generation: uuid::Uuid, now: Timestamp) {
        Store::restore(&self.url(), &self.file("grow.backup"), generation, now).unwrap();
    }
}

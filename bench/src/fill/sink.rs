//! Where the rows of a filled database go: by COPY into PostgreSQL, and in one transaction into SQLite.

use std::fmt::Write as _;
use std::pin::Pin;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bytes::{Bytes, BytesMut};
use futures_util::SinkExt as _;
use grow_store::DatabaseUrl;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};
use tokio_postgres::{Client, CopyInSink, NoTls};
use uuid::Uuid;

const HAS_FARMERS: &str = "the database has farmers: fill an empty one";
/// Time to close a database.
const CLOSING: Duration = Duration::from_secs(5);
/// Bytes that are sent at once.
const CHUNK: usize = 64 * 1024;

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'c> {
    Int(i64),
    Text(&'c str),
    Id(Uuid),
    Bytes(&'c [u8]),
}

impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Cell::Int(number) => ToSqlOutput::from(*number),
            Cell::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Cell::Id(id) => ToSqlOutput::Borrowed(ValueRef::Blob(id.as_bytes())),
            Cell::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

/// A database that takes rows, table by table.
pub(super) enum Sink {
    Sqlite { connection: Connection, insert: String },
    Postgres(Box<Copying>),
}

/// COPY into PostgreSQL.
pub(super) struct Copying {
    client: Client,
    copy: Option<Pin<Box<CopyInSink<Bytes>>>>,
    buffer: BytesMut,
    line: String,
    /// Statements that create the indexes of sowings again. They are built when all rows are there.
    indexes: Vec<String>,
}

impl Sink {
    /// Opens a database without farmers.
    pub(super) async fn open(database: &DatabaseUrl) -> Result<Self> {
        Ok(match database {
            DatabaseUrl::Sqlite(path) => {
                let connection = Connection::open(path)?;
                let farmers: i64 = connection.query_row("SELECT COUNT(*) FROM farmers", [], |row| row.get(0))?;
                ensure!(farmers == 0, HAS_FARMERS);
                // Who migrated the database may still be closing it.
                let begun = Instant::now();
                while let Err(error) = connection.execute_batch("PRAGMA journal_mode = OFF") {
                    ensure!(begun.elapsed() < CLOSING, error);
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                // Ended in the middle, the file is of no use.
                let fast = "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000; BEGIN";
                connection.execute_batch(fast)?;
                Self::Sqlite { connection, insert: String::new() }
            }
            DatabaseUrl::Postgres(address) => Self::Postgres(Box::new(Copying::open(address).await?)),
        })
    }

    /// Whether rows are stored in the order of their key.
    pub(super) fn is_clustered(&self) -> bool {
        matches!(self, Self::Sqlite { .. })
    }

    /// Begins a table, and ends the one before.
    pub(super) async fn begin(&mut self, table: &str, columns: &[&str]) -> Result<()> {
        let names = columns.join(", ");
        match self {
            Self::Sqlite { insert, .. } => {
                let places = vec!["?"; columns.len()].join(", ");
                *insert = format!("INSERT INTO {table} ({names}) VALUES ({places})");
            }
            Self::Postgres(copying) => copying.begin(table, &names).await?,
        }
        Ok(())
    }

    /// Adds a row of the table.
    pub(super) async fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        match self {
            Self::Sqlite { connection, insert } => {
                connection.prepare_cached(insert)?.execute(rusqlite::params_from_iter(cells))?;
                Ok(())
            }
            Self::Postgres(copying) => copying.row(cells).await,
        }
    }

    /// Returns the largest number of a column. Ends the table before.
    pub(super) async fn largest(&mut self, table: &str, column: &str) -> Result<i64> {
        let sql = format!("SELECT COALESCE(MAX({column}), 0) FROM {table}");
        match self {
            Self::Sqlite { connection, .. } => Ok(connection.query_row(&sql, [], |row| row.get(0))?),
            Self::Postgres(copying) => {
                copying.end_table().await?;
                Ok(copying.client.query_one(&sql, &[]).await?.get(0))
            }
        }
    }

    /// Ends the last table, and leaves the database as one that has stood for a while.
    pub(super) async fn end(self) -> Result<()> {
        match self {
            Self::Sqlite { connection, .. } => {
                connection.execute_batch("COMMIT; PRAGMA journal_mode = WAL")?;
                Ok(())
            }
            Self::Postgres(copying) => copying.end().await,
        }
    }
}

impl Copying {
    async fn open(address: &str) -> Result<Self> {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await.context("PostgreSQL")?;
        // An error of the connection is that of the statement that waits for it.
        tokio::spawn(connection);
        let farmers: i64 = client.query_one("SELECT COUNT(*) FROM farmers", &[]).await?.get(0);
        ensure!(farmers == 0, HAS_FARMERS);
        // What refers to what is right by its making, and is not checked row by row.
        client
            .batch_execute("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'")
            .await
            .context("a superuser is needed")?;
        let mut copying =
            Self { client, copy: None, buffer: BytesMut::new(), line: String::new(), indexes: Vec::new() };
        copying.drop_indexes().await?;
        Ok(copying)
    }

    async fn drop_indexes(&mut self) -> Result<()> {
        let sql = "SELECT pg_get_indexdef(i.indexrelid), i.indexrelid::regclass::text, c.conname::text,
                          pg_get_constraintdef(c.oid)
                   FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'p'
                   WHERE i.indrelid = 'sowings'::regclass";
        for row in self.client.query(sql, &[]).await? {
            let (definition, index): (String, String) = (row.get(0), row.get(1));
            let constraint: Option<(String, String)> = row.get::<_, Option<String>>(2).zip(row.get(3));
            if let Some((name, definition)) = constraint {
                self.client.batch_execute(&format!("ALTER TABLE sowings DROP CONSTRAINT {name}")).await?;
                self.indexes.push(format!("ALTER TABLE sowings ADD CONSTRAINT {name} {definition}"));
            } else {
                self.client.batch_execute(&format!("DROP INDEX {index}")).await?;
                self.indexes.push(definition);
            }
        }
        Ok(())
    }

    async fn begin(&mut self, table: &str, columns: &str) -> Result<()> {
        self.end_table().await?;
        let copy =
            self.client.copy_in(&format!("COPY {table} ({columns}) FROM STDIN")).await.context(table.to_owned())?;
        self.copy = Some(Box::pin(copy));
        Ok(())
    }

    async fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        self.line.clear();
        for (number, cell) in cells.iter().enumerate() {
            let separator = if number == 0 { "" } else { "\t" };
            // Writing into a String cannot fail. No text has a tab, a line's end or a backslash.
            let _ok = match cell {
                Cell::Int(number) => write!(self.line, "{separator}{number}"),
                Cell::Text(text) => write!(self.line, "{separator}{text}"),
                Cell::Id(id) => write!(self.line, "{separator}{id}"),
                Cell::Bytes(bytes) => {
                    let _ok = write!(self.line, "{separator}\\\\x");
                    bytes.iter().try_for_each(|byte| write!(self.line, "{byte:02x}"))
                }
            };
        }
        self.line.push('\n');
        self.buffer.extend_from_slice(self.line.as_bytes());
        if self.buffer.len() >= CHUNK { self.send().await } else { Ok(()) }
    }

    async fn send(&mut self) -> Result<()> {
        let Some(copy) = &mut self.copy else { bail!("a row without a table") };
        Ok(copy.send(self.buffer.split().freeze()).await?)
    }

    async fn end_table(&mut self) -> Result<()> {
        if self.copy.is_some() {
            self.send().await?;
        }
        if let Some(mut copy) = self.copy.take() {
            copy.as_mut().finish().await?;
        }
        Ok(())
    }

    async fn end(mut self) -> Result<()> {
        self.end_table().await?;
        for index in &self.indexes {
            self.client.batch_execute(index).await.with_context(|| index.clone())?;
        }
        // As autovacuum and checkpoints leave it.
        for step in ["VACUUM ANALYZE", "CHECKPOINT"] {
            self.client.batch_execute(step).await?;
        }
        Ok(())
    }
}

//! One SQL text for both engines.
//!
//! [`Tx`] runs a statement on either engine. On PostgreSQL a statement is a round trip; on SQLite it is a function
//! call. A future that only awaits SQLite statements is therefore ready at its first poll ([`finish_at_once`] relies on
//! it). Futures of PostgreSQL are boxed, so that those of SQLite stay small.
//!
//! Parameters are written `$1, $2, ...` and must first appear in this order, because SQLite numbers them by appearance.

mod row;

pub(crate) use row::{Row, hexadecimal};

use crate::error::{Error, Result};
use crate::postgres;
use crate::sqlite::DatabaseFile;
use crate::unreadable::UnreadableRows;
use bytes::BytesMut;
use futures_util::future::{try_join, try_join_all};
use futures_util::{FutureExt, TryStreamExt};
use grow_domain::{Crop, CropYear, Kilograms, Region, Season, SquareMetres};
use jiff::Timestamp;
use std::error::Error as StdError;
use std::iter;
use std::pin::pin;
use std::sync::Arc;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

/// A transaction, or a read-only connection.
pub(crate) enum Tx<'c> {
    Sqlite(&'c mut rusqlite::Connection, &'c DatabaseFile),
    Postgres(postgres::Transaction<'c>),
    PostgresRead(&'c postgres::Reader),
}

/// A transaction as a value: an atomic write, or a consistent read of several statements. It can wait in a queue, share
/// a commit, be retried, or run on another thread.
pub(crate) trait Command<T>: AsyncFn(&mut Tx<'_>) -> Result<T> + Send + Sync + 'static {}

impl<T, F: AsyncFn(&mut Tx<'_>) -> Result<T> + Send + Sync + 'static> Command<T> for F {}

/// A parameter of a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'v> {
    Null,
    Int(i64),
    Text(&'v str),
    Bytes(&'v [u8]),
    Id(Uuid),
}

/// Parameters of a statement, each as its type is stored: a time in microseconds, a crop by its key.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        [$($crate::sql::Value::from($value)),*]
    };
}
pub(crate) use values;

/// Says how a type is stored.
macro_rules! stored {
    ($($type:ty: |$value:pat_param| $stored:expr;)*) => {$(
        impl<'v> From<$type> for Value<'v> {
            fn from($value: $type) -> Self {
                $stored
            }
        }
    )*};
}

stored! {
    i64: |number| Self::Int(number);
    i16: |number| Self::Int(number.into());
    u8: |number| Self::Int(number.into());
    u16: |number| Self::Int(number.into());
    u32: |number| Self::Int(number.into());
    bool: |is| Self::Int(is.into());
    Timestamp: |at| Self::Int(at.as_microsecond());
    Kilograms: |Kilograms(kilograms)| Self::Int(kilograms);
    SquareMetres: |SquareMetres(area)| Self::Int(area);
    CropYear: |year| Self::Int(year.first_year().into());
    &'v str: |text| Self::Text(text);
    &'v String: |text| Self::Text(text);
    Region: |region| Self::Text(region.code());
    Crop: |crop| Self::Text(crop.key());
    Season: |season| Self::Text(season.key());
    &'v [u8; 32]: |hash| Self::Bytes(hash);
    Uuid: |id| Self::Id(id);
}

impl<'v, T: Into<Value<'v>>> From<Option<T>> for Value<'v> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A query that locks its rows until the transaction ends. SQLite has a single writer and needs no lock.
#[derive(Clone, Copy)]
pub(crate) struct Holding {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

/// A statement that answers nothing, with its parameters.
pub(crate) type Execution<'v> = (&'static str, &'v [Value<'v>]);

/// Creates a locking query for both engines.
macro_rules! holding {
    ($sql:literal) => {
        $crate::sql::Holding { sqlite: $sql, postgres: concat!($sql, " FOR UPDATE") }
    };
}
pub(crate) use holding;

/// Sums a column of amounts. One beyond [`row::MOST`] counts as a hundred times that, so that the sum does not overflow
/// and is unreadable itself.
macro_rules! sum_of {
    ($column:literal) => {
        concat!(
            "CAST(SUM(CASE WHEN ",
            $column,
            " BETWEEN -1000000000000000 AND 1000000000000000 THEN ",
            $column,
            " ELSE 100000000000000000 END) AS BIGINT)"
        )
    };
}
pub(crate) use sum_of;

/// Adds to an amount. One beyond [`row::MOST`] stays as it is, because the sum may overflow.
macro_rules! added {
    ($amount:literal, $further:literal) => {
        concat!(
            "CASE WHEN ",
            $amount,
            " BETWEEN -1000000000000000 AND 1000000000000000 THEN ",
            $amount,
            " + ",
            $further,
            " ELSE ",
            $amount,
            " END"
        )
    };
}
pub(crate) use added;

/// The database's time in microseconds, at the moment at which the expression is computed.
macro_rules! database_now {
    (sqlite) => {
        "CAST(unixepoch('subsec') * 1000000 AS INTEGER)"
    };
    (postgres) => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
    };
}
pub(crate) use database_now;

impl Tx<'_> {
    /// Returns the text of a locking query for this engine.
    pub(crate) fn held(&self, query: Holding) -> &'static str {
        match self {
            Self::Sqlite(..) => query.sqlite,
            Self::Postgres(_) | Self::PostgresRead(_) => query.postgres,
        }
    }

    /// The database's time, shared by all servers of a database.
    pub(crate) async fn database_now(&mut self) -> Result<Timestamp> {
        const NOW: [&str; 2] = [concat!("SELECT ", database_now!(sqlite)), concat!("SELECT ", database_now!(postgres))];
        self.row(self.either(NOW), &[], |row| row.timestamp(0)).await?.ok_or(Error::Unreadable("time"))
    }

    /// Number of shards of a running sum. SQLite has a single writer and needs one; on PostgreSQL, shards let
    /// concurrent sowings of one crop proceed in parallel.
    pub(crate) fn supply_shards(&self) -> u8 {
        match self {
            Self::Sqlite(..) => 1,
            Self::Postgres(_) | Self::PostgresRead(_) => 16,
        }
    }

    /// Runs a statement and returns the number of changed rows.
    pub(crate) async fn execute(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<u64> {
        match self {
            Self::Sqlite(connection, file) => file.watch(|| {
                let mut statement = prepare(connection, sql)?;
                bind(&mut statement, params)?;
                Ok(statement.raw_execute()? as u64)
            }),
            Self::Postgres(tx) => {
                let changed = Box::pin(async {
                    let statement = tx.prepare(sql).await?;
                    Ok::<_, Error>(tx.client.execute_raw(&statement, params).await?)
                });
                let changed = changed.await?;
                tx.has_changed |= changed > 0;
                Ok(changed)
            }
            Self::PostgresRead(_) => Err(Error::Bug("a write on a reading connection")),
        }
    }

    /// Runs the last statements of a transaction, in their order. PostgreSQL gets them and the commit without waiting
    /// for an answer between, so that rows with many writers, which the last statement changes, are locked for one
    /// round trip at most. No statement may follow.
    pub(crate) async fn execute_last(&mut self, statements: &[Execution<'_>]) -> Result<()> {
        match self {
            Self::Sqlite(..) => {
                for (sql, params) in statements {
                    self.execute(sql, params).await?;
                }
                Ok(())
            }
            Self::Postgres(tx) => {
                let executed = Box::pin(async {
                    let prepared = try_join_all(statements.iter().map(|(sql, _)| tx.prepare(sql))).await?;
                    let client = tx.client;
                    // What is polled first is sent first.
                    let executed = prepared
                        .iter()
                        .zip(statements)
                        .map(|(statement, (_, params))| client.execute_raw(statement, params.iter()));
                    tx.commit_after(try_join_all(executed)).await
                });
                executed.await
            }
            Self::PostgresRead(_) => Err(Error::Bug("a write on a reading connection")),
        }
    }

    /// Runs a query after a statement that locks rows until the transaction ends, and reads the first row of its
    /// answer. The query sees what was committed while the lock was awaited. SQLite has a single writer and runs the
    /// query alone; PostgreSQL gets both without waiting for an answer between.
    pub(crate) async fn row_under_lock<T>(
        &mut self,
        (lock, locked): Execution<'_>,
        sql: &'static str,
        params: &[Value<'_>],
        read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
    ) -> Result<Option<T>> {
        let Self::Postgres(tx) = self else { return self.row(sql, params, read).await };
        let rows = Box::pin(async {
            let (lock, query) = try_join(tx.prepare(lock), tx.prepare(sql)).await?;
            let (locked, params) = (postgres_params(locked), postgres_params(params));
            let (_, rows) = try_join(tx.client.query(&lock, &locked), tx.client.query(&query, &params)).await?;
            Ok::<_, Error>(rows)
        });
        rows.await?.first().map(|row| read(&Row::Postgres(row))).transpose()
    }

    /// Runs a statement once for each row of parameters. PostgreSQL gets them all without waiting for an answer
    /// between.
    pub(crate) async fn execute_all<'v>(
        &mut self,
        sql: &'static str,
        rows: &[impl AsRef<[Value<'v>]> + Sync],
    ) -> Result<()> {
        match self {
            Self::Sqlite(..) => {
                for row in rows {
                    self.execute(sql, row.as_ref()).await?;
                }
            }
            Self::Postgres(tx) => {
                let changed = Box::pin(async {
                    let (client, statement) = (tx.client, tx.prepare(sql).await?);
                    let each = rows.iter().map(|row| client.execute_raw(&statement, row.as_ref()));
                    Ok::<_, Error>(try_join_all(each).await?)
                });
                tx.has_changed |= changed.await?.iter().any(|changed| *changed > 0);
            }
            Self::PostgresRead(_) => return Err(Error::Bug("a write on a reading connection")),
        }
        Ok(())
    }

    /// Runs a query and reads every row of its answer.
    pub(crate) async fn rows<T>(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
    ) -> Result<Vec<T>> {
        let rows = match self {
            Self::Sqlite(connection, file) => {
                return file.watch(|| {
                    let mut statement = prepare(connection, sql)?;
                    bind(&mut statement, params)?;
                    let mut rows = statement.raw_query();
                    let mut answer = Vec::new();
                    while let Some(row) = rows.next()? {
                        answer.push(read(&Row::Sqlite(row))?);
                    }
                    Ok(answer)
                });
            }
            Self::Postgres(tx) => Box::pin(tx.query(sql, &postgres_params(params))).await?,
            Self::PostgresRead(reader) => Box::pin(reader.query(sql, &postgres_params(params))).await?,
        };
        rows.iter().map(|row| read(&Row::Postgres(row))).collect()
    }

    /// Notes the rows that cannot be read.
    pub(crate) fn unreadable(&self) -> Arc<UnreadableRows> {
        Arc::clone(match self {
            Self::Sqlite(_, file) => &file.unreadable,
            Self::Postgres(tx) => &tx.client.unreadable,
            Self::PostgresRead(reader) => reader.unreadable(),
        })
    }

    /// Runs a query of a table and reads the rows of its answer but those that cannot be read. `key`: the columns that
    /// name a row.
    pub(crate) async fn readable_rows<T>(
        &mut self,
        table: &'static str,
        key: &[usize],
        sql: &'static str,
        params: &[Value<'_>],
        read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
    ) -> Result<Vec<T>> {
        let unreadable = self.unreadable();
        let read = |row: &Row<'_>| unreadable.or_none(table, || row.key(key), read(row));
        Ok(self.rows(sql, params, read).await?.into_iter().flatten().collect())
    }

    /// Runs a query and reads each row of its answer as it arrives.
    pub(crate) async fn each(
        &mut self,
        sql: &'static str,
        mut read: impl FnMut(&Row<'_>) -> Result<()> + Send,
    ) -> Result<()> {
        match self {
            Self::Sqlite(connection, file) => file.watch(|| {
                let mut statement = connection.prepare(sql)?;
                let mut rows = statement.raw_query();
                while let Some(row) = rows.next()? {
                    read(&Row::Sqlite(row))?;
                }
                Ok(())
            }),
            Self::Postgres(tx) => {
                let rows = Box::pin(tx.client.query_raw(sql, iter::empty::<&Value<'_>>())).await?;
                let mut rows = Box::pin(rows);
                while let Some(row) = rows.try_next().await? {
                    read(&Row::Postgres(&row))?;
                }
                Ok(())
            }
            Self::PostgresRead(_) => Err(Error::Bug("a long answer on a shared connection")),
        }
    }

    /// Returns the text for this engine: SQLite, PostgreSQL.
    pub(crate) fn either(&self, [sqlite, postgres]: [&'static str; 2]) -> &'static str {
        match self {
            Self::Sqlite(..) => sqlite,
            Self::Postgres(_) | Self::PostgresRead(_) => postgres,
        }
    }

    /// Runs a query and reads the first row of its answer, if it has one.
    pub(crate) async fn row<T>(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
    ) -> Result<Option<T>> {
        Ok(self.rows(sql, params, read).await?.into_iter().next())
    }

    /// Runs a query once for each list of parameters, and reads the first row of each answer. PostgreSQL gets them all
    /// without waiting for an answer between.
    pub(crate) async fn row_of_each<'v, T>(
        &mut self,
        sql: &'static str,
        lists: &[impl AsRef<[Value<'v>]> + Sync],
        read: impl Fn(&Row<'_>) -> Result<T> + Send + Sync,
    ) -> Result<Vec<Option<T>>> {
        let mut answers = Vec::with_capacity(lists.len());
        if let Self::Postgres(tx) = self {
            let statement = tx.prepare(sql).await?;
            let queries = lists.iter().map(|params| tx.client.query_raw(&statement, params.as_ref()));
            for rows in try_join_all(queries).await? {
                let first = pin!(rows).try_next().await?;
                answers.push(first.map(|row| read(&Row::Postgres(&row))).transpose()?);
            }
        } else {
            for params in lists {
                answers.push(self.row(sql, params.as_ref(), &read).await?);
            }
        }
        Ok(answers)
    }
}

/// Prepares a statement on SQLite, once for each connection.
fn prepare<'c>(connection: &'c rusqlite::Connection, sql: &str) -> Result<rusqlite::CachedStatement<'c>> {
    #[cfg(feature = "testing")]
    crate::testing::plans::check_on_sqlite(connection, sql);
    Ok(connection.prepare_cached(sql)?)
}

/// Completes a future that awaits only SQLite statements.
pub(crate) fn finish_at_once<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    future.now_or_never().unwrap_or(Err(Error::Bug("it waited for something other than SQLite")))
}

fn bind(statement: &mut rusqlite::Statement<'_>, params: &[Value<'_>]) -> Result<()> {
    for (index, value) in (1..).zip(params) {
        debug_assert_eq!(
            statement.parameter_name(index),
            Some(format!("${index}").as_str()),
            "parameters appear in the order of their numbers"
        );
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(())
}

fn postgres_params<'p>(params: &'p [Value<'_>]) -> Vec<&'p (dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::{ToSqlOutput, ValueRef};
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
            Self::Id(id) => ValueRef::Blob(id.as_bytes()),
        }))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(number) => number.to_sql_checked(ty, out),
            Self::Text(text) => text.to_sql_checked(ty, out),
            Self::Bytes(bytes) => bytes.to_sql_checked(ty, out),
            Self::Id(id) => id.to_sql_checked(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

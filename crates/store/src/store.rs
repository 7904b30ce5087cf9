//! The database, on either engine.

use crate::error::{Error, Result};
use crate::limit::Limit;
use crate::load::Load;
use crate::observer::{Call, Observed, Observer};
use crate::postgres::PostgresLimits;
use crate::sql::Tx;
use crate::unreadable::UnreadableRow;
use crate::url::DatabaseUrl;
use crate::{migrate, postgres, sqlite};
use grow_domain::bounds::Bounds;
use jiff::Timestamp;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The database. Cheap to clone; all clones share one writer or pool.
#[derive(Clone)]
pub struct Store {
    pub(crate) engine: Arc<Engine>,
    commits: Arc<AtomicU64>,
    pub(crate) bounds: Bounds,
    observer: Option<Arc<Observer>>,
}

pub(crate) enum Engine {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Store {
    /// Brings the schema of a database up to date. Creates a SQLite database that is not there.
    pub async fn migrate(url: &DatabaseUrl, limits: PostgresLimits) -> Result<()> {
        match url {
            DatabaseUrl::Sqlite(_) => Self::open(url).await.map(drop),
            DatabaseUrl::Postgres(address) => migrate::postgres(&postgres::connect(address, limits).await?).await,
        }
    }

    /// Opens the database. One of SQLite is created and brought up to date. One of PostgreSQL, which other servers may
    /// use, has to be up to date ([`Store::migrate`]).
    pub async fn open(url: &DatabaseUrl) -> Result<Self> {
        Self::open_with(url, PostgresLimits::default()).await
    }

    /// As [`Store::open`], with limits for PostgreSQL.
    pub async fn open_with(url: &DatabaseUrl, limits: PostgresLimits) -> Result<Self> {
        let commits = Arc::new(AtomicU64::new(0));
        let engine = match url {
            DatabaseUrl::Sqlite(path) => Engine::Sqlite(sqlite::Sqlite::open(path, Arc::clone(&commits))?),
            DatabaseUrl::Postgres(address) => {
                Engine::Postgres(postgres::Postgres::open(address, limits, Arc::clone(&commits)).await?)
            }
        };
        Ok(Self { engine: Arc::new(engine), commits, bounds: Bounds::NONE, observer: None })
    }

    /// A store over a SQLite file that is opened read-only.
    pub(crate) fn of_sqlite(sqlite: sqlite::Sqlite) -> Self {
        Self { engine: Arc::new(Engine::Sqlite(sqlite)), commits: Arc::default(), bounds: Bounds::NONE, observer: None }
    }

    /// Ends the use of the database: commits what is queued, interrupts reads, and leaves a SQLite database as one file
    /// without a log. Later calls fail. The drop of the last clone does the same.
    pub async fn close(&self) {
        if let Engine::Sqlite(_) = &*self.engine {
            let engine = Arc::clone(&self.engine);
            let closed = tokio::task::spawn_blocking(move || {
                if let Engine::Sqlite(sqlite) = &*engine {
                    sqlite.close();
                }
            });
            let _ = closed.await;
        }
    }

    /// The same database, with bounds of what a farmer may store. Without, as for the operator's commands, there are
    /// none.
    #[must_use]
    pub fn bounded(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The same database, which tells an observer of its calls.
    #[must_use]
    pub fn observed(self, observer: Arc<Observer>) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// Number of commits of this process. A commit is counted before its writes are answered. Reads that start after
    /// the count see the commit.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// The time of the database's computer.
    pub async fn time(&self) -> Result<Timestamp> {
        self.reading().await?.tx()?.database_now().await
    }

    /// The time of the newest session or change. One in the future tells that a clock is behind, or was ahead.
    pub async fn newest_time(&self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MAX(at) FROM (SELECT MAX(seen_at) AS at FROM sessions
                                        UNION ALL SELECT MAX(at) FROM change_feed
                                                  WHERE seq = (SELECT MAX(seq) FROM change_feed)) AS newest";
        let mut reading = self.reading().await?;
        let newest = reading.tx()?.row(sql, &[], |row| Ok(row.optional_timestamp(0).ok().flatten())).await?;
        Ok(newest.flatten())
    }

    /// The rows that could not be read since the store was opened, each once.
    pub fn unreadable_rows(&self) -> Vec<UnreadableRow> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.unreadable().found(),
            Engine::Postgres(postgres) => postgres.unreadable().found(),
        }
    }

    /// The current load, for metrics.
    pub fn load(&self) -> Load {
        let commits = self.commits();
        match &*self.engine {
            Engine::Sqlite(sqlite) => {
                let (writes, waiting) = sqlite.written_and_waiting();
                Load { commits, writes, waiting, pools: Vec::new() }
            }
            Engine::Postgres(postgres) => {
                let pools = postgres.pools();
                Load { commits, writes: commits, waiting: pools.iter().map(|pool| pool.waiting).sum(), pools }
            }
        }
    }

    /// Checks that the database answers and takes writes. Nothing is changed. On SQLite, the check waits for the write
    /// lock as a write does.
    pub async fn ready(&self) -> Result<()> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.check().await?,
            Engine::Postgres(postgres) => postgres.ensure_room()?,
        }
        self.figures().await.map(drop)
    }

    /// Runs a write in one transaction, within the time limit of a request. Returns when it is durable. It may run
    /// several times; the effects of a failed attempt are rolled back before the next.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        command: impl AsyncFn(&mut Tx<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> impl Future<Output = Result<T>> {
        self.write_within(Limit::Call, command)
    }

    /// As [`Store::write`], with another time limit.
    pub(crate) async fn write_within<T: Send + 'static, F>(&self, limit: Limit, command: F) -> Result<T>
    where
        F: AsyncFn(&mut Tx<'_>) -> Result<T> + Send + Sync + 'static,
    {
        let observed = self.begin(Call::of_closure::<F>);
        let outcome = match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(limit, command).await,
            // Boxed, so that a call on SQLite does not make room for it.
            Engine::Postgres(postgres) => Box::pin(postgres.write(limit, command)).await,
        };
        end(observed, outcome)
    }

    /// Runs several statements on one snapshot, off the request path. It blocks no writer, so it may scan whole tables.
    pub(crate) async fn read_at_one_moment<T: Send + 'static, F>(&self, limit: Limit, question: F) -> Result<T>
    where
        F: AsyncFn(&mut Tx<'_>) -> Result<T> + Send + Sync + 'static,
    {
        let observed = self.begin(Call::of_closure::<F>);
        let outcome = match &*self.engine {
            Engine::Sqlite(sqlite) => match sqlite.reader() {
                Ok(mut reader) => tokio::task::spawn_blocking(move || reader.at_one_moment(&question))
                    .await
                    .unwrap_or(Err(Error::Bug("a read panicked; see the log"))),
                Err(error) => Err(error),
            },
            Engine::Postgres(postgres) => Box::pin(postgres.at_one_moment(limit, &question)).await,
        };
        end(observed, outcome)
    }

    /// Returns a read connection. On SQLite the read runs on the awaiting thread, so it must be small: by key, or a
    /// page of an index (see docs/adr/0001).
    #[track_caller]
    pub(crate) fn reading(&self) -> impl Future<Output = Result<Reading>> {
        let by = Location::caller();
        async move {
            let observed = self.begin(|| Call::of_read(by));
            let connection = match &*self.engine {
                Engine::Sqlite(sqlite) => sqlite.reader().map(Connection::Sqlite),
                Engine::Postgres(postgres) => Box::pin(postgres.reader()).await.map(Connection::Postgres),
            };
            match connection {
                Ok(connection) => Ok(Reading { connection, _observed: observed }),
                Err(error) => end(observed, Err(error)),
            }
        }
    }

    fn begin(&self, call: impl FnOnce() -> Call) -> Option<Observed> {
        let observer = self.observer.as_ref()?;
        let engine = match &*self.engine {
            Engine::Sqlite(_) => "sqlite",
            Engine::Postgres(_) => "postgresql",
        };
        observer(call(), engine)
    }
}

fn end<T>(observed: Option<Observed>, outcome: Result<T>) -> Result<T> {
    if let Some(observed) = observed {
        observed(outcome.as_ref().err());
    }
    outcome
}

/// A read connection that is lent.
pub(crate) struct Reading {
    pub(crate) connection: Connection,
    /// Dropped when the connection is returned.
    _observed: Option<Observed>,
}

pub(crate) enum Connection {
    Sqlite(sqlite::Reader),
    Postgres(postgres::Reader),
}

impl Reading {
    pub(crate) fn tx(&mut self) -> Result<Tx<'_>> {
        match &mut self.connection {
            Connection::Sqlite(reader) => reader.tx(),
            Connection::Postgres(reader) => Ok(Tx::PostgresRead(reader)),
        }
    }
}

//! The yardstick: hyper and rusqlite on one thread, on a copy of Grow's database, with the least work for what Grow does.
//!
//! - `GET /api/v1/demand`: a prepared body.
//! - `GET /api/v1/me/profile`, `GET /api/v1/me/sowings`: looks up the session, reads the same rows, and writes as much JSON.
//! - `POST /api/v1/me/sowings`: looks up the session, inserts the same rows under a unique key, and answers after the
//!   commit that it shares with all that wait.
//! - `GET /api/v1/demand/events`: an open stream; `POST /publish` sends its own body to all of them.

use std::cell::RefCell;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};
use bytes::Bytes;
use futures_util::stream;
use grow_domain::CropYear;
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use http::header::{CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Either, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, oneshot};
use tokio::task::LocalSet;

/// What the yardstick serves and where.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Address to listen on.
    #[arg(long)]
    listen: SocketAddr,
    /// SQLite file with Grow's schema and farmers.
    #[arg(long)]
    database: PathBuf,
    /// Folder with the bodies of Grow's answers: `overview`, `record`, `sowings` and `sowing`.
    #[arg(long)]
    answers: PathBuf,
    /// Size of the heads in bytes. They are padded to it.
    #[arg(long)]
    head_bytes: usize,
}

/// Size of hyper's head of a 200 with both headers and a four-digit length, without the padding.
const BARE_HEAD: usize = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\npadding: \r\ncontent-length: 2048\r\n\
                          date: Sat, 21 Nov 2026 00:00:00 GMT\r\n\r\n"
    .len();
const PADDING: HeaderName = HeaderName::from_static("padding");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

const SESSION: &str = "SELECT s.farmer_id, s.created_at, s.seen_at, f.language, s.id
    FROM sessions s JOIN farmers f ON f.id = s.farmer_id WHERE s.token_hash = ?1";
const RECORD: &str = "SELECT r.*, f.language,
        (SELECT string_agg(k.crop, ',') FROM known_crops k WHERE k.farmer_id = f.id)
    FROM farmers f LEFT JOIN farmer_records r ON r.farmer_id = f.id WHERE f.id = ?1";
const TEN_SOWINGS: &str =
    "SELECT * FROM sowings WHERE farmer_id = ?1 AND withdrawn_at IS NULL ORDER BY id DESC LIMIT 10";
const SOW: &str = "INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year, field_size_m2,
        expected_yield_kg, sown_at, counted)
    VALUES (?1, ?2, ?3, 'IN-TN', ?4, ?5, ?6, ?7, ?8, 1)";
const SUM_OF_FARMER: &str = "INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
    VALUES (?1, ?2, 1, 1, ?3, 0)
    ON CONFLICT (farmer_id, crop_year) DO UPDATE SET sowings = sowings + 1, counted = counted + 1,
        counted_m2 = counted_m2 + excluded.counted_m2";
const FEED: &str = "INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg)
    VALUES (?1, 'sowing', 'IN-TN', ?2, ?3, ?4)";
const SUPPLY: &str = "INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
    VALUES ('IN-TN', ?1, ?2, ?3, ?4, 1), ('IN', ?1, ?2, ?3, ?4, 1)
    ON CONFLICT (region, crop_year, crop, shard)
    DO UPDATE SET sown_kg = sown_kg + excluded.sown_kg, revision = revision + 1";

/// A body that is in memory, or one that stays open.
type Body = Either<Full<Bytes>, UnsyncBoxBody<Bytes, Infallible>>;

struct Yardstick {
    overview: Bytes,
    record: serde_json::Value,
    sowings: serde_json::Value,
    sowing: serde_json::Value,
    padding: HeaderValue,
    reader: Connection,
    writer: Writer,
    streams: RefCell<Vec<UnboundedSender<Bytes>>>,
}

/// Serves until SIGTERM.
pub(crate) fn run(options: &Options) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, serve(options))
}

async fn serve(options: &Options) -> Result<()> {
    let answer = |name: &str| std::fs::read(options.answers.join(name)).with_context(|| name.to_owned());
    let yardstick = Rc::new(Yardstick {
        overview: answer("overview")?.into(),
        record: serde_json::from_slice(&answer("record")?)?,
        sowings: serde_json::from_slice(&answer("sowings")?)?,
        sowing: serde_json::from_slice(&answer("sowing")?)?,
        padding: HeaderValue::from_str(&"x".repeat(options.head_bytes.saturating_sub(BARE_HEAD)))?,
        reader: open(&options.database)?,
        writer: Writer::default(),
        streams: RefCell::default(),
    });
    tokio::task::spawn_local(commit_groups(Rc::clone(&yardstick), open(&options.database)?));
    let listener = TcpListener::bind(options.listen).await?;
    let mut end = signal(SignalKind::terminate())?;
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted?.0,
            _ = end.recv() => return Ok(()),
        };
        stream.set_nodelay(true)?;
        let yardstick = Rc::clone(&yardstick);
        tokio::task::spawn_local(async move {
            let service = service_fn(|request| answer_to(Rc::clone(&yardstick), request));
            // A client that disconnects is not an error.
            let _closed = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// With the durability of Grow's connections, and with plans that do not follow from what is bound: else SQLite prepares
/// a statement again for each farmer.
fn open(database: &Path) -> Result<Connection> {
    let connection = Connection::open(database)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")?;
    Ok(connection)
}

async fn answer_to(yardstick: Rc<Yardstick>, request: Request<Incoming>) -> Result<Response<Body>> {
    let written = |value: &serde_json::Value| anyhow::Ok(Bytes::from(serde_json::to_vec(value)?));
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/api/v1/demand") => Ok(yardstick.json(yardstick.overview.clone())),
        (&Method::GET, "/api/v1/me/profile") => {
            let farmer = yardstick.farmer(request.headers())?;
            yardstick.read(RECORD, &farmer)?;
            Ok(yardstick.json(written(&yardstick.record)?))
        }
        (&Method::GET, "/api/v1/me/sowings") => {
            let farmer = yardstick.farmer(request.headers())?;
            yardstick.read(TEN_SOWINGS, &farmer)?;
            Ok(yardstick.json(written(&yardstick.sowings)?))
        }
        (&Method::POST, "/api/v1/me/sowings") => {
            let farmer = yardstick.farmer(request.headers())?;
            let key = request.headers().get("idempotency-key").context("a key")?.to_str()?.to_owned();
            let body = request.into_body().collect().await?.to_bytes();
            yardstick.writer.sow(Sowing { farmer, key, stated: serde_json::from_slice(&body)? }).await?;
            let mut response = yardstick.json(written(&yardstick.sowing)?);
            *response.status_mut() = StatusCode::CREATED;
            Ok(response)
        }
        (&Method::GET, "/api/v1/demand/events") => {
            let (sender, mut events) = unbounded_channel();
            yardstick.streams.borrow_mut().push(sender);
            let frames = stream::poll_fn(move |context| {
                events.poll_recv(context).map(|event: Option<Bytes>| event.map(|bytes| Ok(Frame::data(bytes))))
            });
            let mut response = Response::new(Either::Right(StreamBody::new(frames).boxed_unsync()));
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
            Ok(response)
        }
        (&Method::POST, "/publish") => {
            let event = request.into_body().collect().await?.to_bytes();
            yardstick.streams.borrow_mut().retain(|stream| stream.send(event.clone()).is_ok());
            Ok(yardstick.json(Bytes::new()))
        }
        _ => {
            let mut response = yardstick.json(Bytes::new());
            *response.status_mut() = StatusCode::NOT_FOUND;
            Ok(response)
        }
    }
}

impl Yardstick {
    fn json(&self, body: Bytes) -> Response<Body> {
        let mut response = Response::new(Either::Left(Full::new(body)));
        response.headers_mut().insert(CONTENT_TYPE, JSON);
        response.headers_mut().insert(PADDING, self.padding.clone());
        response
    }

    fn farmer(&self, headers: &HeaderMap) -> Result<Vec<u8>> {
        let cookie = headers.get(COOKIE).context("a cookie")?.to_str()?;
        let token = cookie.strip_prefix("grow_session=").context("a session")?;
        let mut statement = self.reader.prepare_cached(SESSION)?;
        let farmer = statement.query_row([Sha256::digest(token).as_slice()], |row| row.get(0)).optional()?;
        farmer.context("no such session")
    }

    /// Reads every column of the rows of a farmer.
    fn read(&self, sql: &str, farmer: &[u8]) -> Result<()> {
        let mut statement = self.reader.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query([farmer])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                std::hint::black_box(row.get_ref(column)?);
            }
        }
        Ok(())
    }
}

/// A sowing that waits for its commit.
struct Sowing {
    farmer: Vec<u8>,
    key: String,
    stated: Stated,
}

#[derive(Deserialize)]
struct Stated {
    crop: String,
    field_size_ha: f64,
}

/// The sowings that the next commit has.
///
/// It runs on the server's single thread, because switching to another thread costs more than it gains.
#[derive(Default)]
struct Writer {
    group: RefCell<Vec<(Sowing, oneshot::Sender<()>)>>,
    waiting: Notify,
}

impl Writer {
    /// Returns once the sowing is on the disk.
    async fn sow(&self, sowing: Sowing) -> Result<()> {
        let (answer, durable) = oneshot::channel();
        self.group.borrow_mut().push((sowing, answer));
        self.waiting.notify_one();
        Ok(durable.await?)
    }
}

async fn commit_groups(yardstick: Rc<Yardstick>, connection: Connection) -> Result<()> {
    let mut number = 0;
    loop {
        yardstick.writer.waiting.notified().await;
        // Let queued sowings join this group.
        tokio::task::yield_now().await;
        let group = yardstick.writer.group.take();
        let transaction = connection.unchecked_transaction()?;
        for (sowing, _) in &group {
            number += 1;
            insert(&transaction, sowing, number)?;
        }
        transaction.commit()?;
        for (_, answer) in group {
            let _gone = answer.send(());
        }
    }
}

fn insert(connection: &Connection, Sowing { farmer, key, stated }: &Sowing, number: u128) -> Result<()> {
    #[expect(clippy::disallowed_methods, reason = "sown today, as in Grow")]
    let now = Timestamp::now();
    let (at, year) = (now.as_microsecond(), CropYear::of(now).first_year());
    let shard = 64 * i64::from(TenDays::of(in_india(now).date()).in_crop_year());
    // As a UUID of version 7, it grows with the time.
    let id = ((u128::try_from(now.as_millisecond())? << 80) | number).to_be_bytes();
    let (square_metres, kilograms) = (stated.field_size_ha * 10_000.0, stated.field_size_ha * 2400.0);
    #[expect(clippy::cast_possible_truncation, reason = "a field has no 2^52 square metres")]
    let [square_metres, kilograms] = [square_metres as i64, kilograms as i64];
    let crop = &stated.crop;
    let run = |sql, params: &[&dyn rusqlite::ToSql]| connection.prepare_cached(sql)?.execute(params);
    run(SOW, params![farmer, key, id.as_slice(), crop, year, square_metres, kilograms, at])?;
    run(SUM_OF_FARMER, params![farmer, year, square_metres])?;
    run(FEED, params![at, crop, year, kilograms])?;
    run(SUPPLY, params![year, crop, shard, kilograms])?;
    Ok(())
}

//! Copies of two large accounts at once: the memory that they take, and the sowings of another farmer meanwhile.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use bytes::{Buf as _, BytesMut};
use grow_domain::Crop;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing};
use grow_store::{DatabaseUrl, Store};
use jiff::Timestamp;
use memchr::memmem;
use tokio::io::AsyncReadExt as _;
use tokio::task::{JoinHandle, JoinSet};
use uuid::Uuid;

use crate::answer::Dechunker;
use crate::api::{Farmer, SOWING_KG, read_met_kg};
use crate::client::Connection;
use crate::courier::Courier;
use crate::load::Lane as _;
use crate::machine;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Setting, database_in, start_grow};
use crate::sowers::{self, Sowers, Walk};
use crate::stats::{Runs, Times, number};

/// The copy as JSON and as CSV, each with what stands in it once for each sowing.
const COPIES: [(&str, &str); 2] = [("/api/v1/me/export", "\"is_counted\":"), ("/api/v1/me/export.csv", ",is_counted,")];
/// Farmers who sow meanwhile.
const SOWERS: usize = 64;
/// Pause between sowings.
const PACE: Duration = Duration::from_millis(5);
/// Sowings of a run without exports.
const CALM: usize = 200;
/// Speed of a slow reader in bytes a second.
const SLOW: f64 = 32e6;
/// Writes to the store at once, so that they share commits.
const LANES: usize = 256;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let extent = setting.extent;
    let folder = setting.folder().join("exports");
    std::fs::create_dir(&folder)?;
    let sowers = Sowers::prepare(&database_in(&folder), SOWERS).await?;
    let tokens = large_accounts(&database_in(&folder), extent.exported).await.context("large accounts")?;
    let [mut calm, mut beside, mut growth, mut slow_growth, mut length] = std::array::from_fn(|_| Runs::default());
    let (mut sizes, mut recorded) = ([0; COPIES.len()], 0);
    for _ in 0..extent.runs {
        // A server for each, because memory that was used once stays with it.
        let fast = copied(setting, &folder, &sowers, &tokens, None).await?;
        calm.0.push(fast.calm.percentile(99));
        beside.0.push(fast.beside.percentile(99));
        growth.0.push(fast.growth_mib);
        length.0.push(fast.took.as_secs_f64());
        let slow = copied(setting, &folder, &sowers, &tokens, Some(SLOW)).await.context("read slowly")?;
        slow_growth.0.push(slow.growth_mib);
        sizes = fast.sizes;
        recorded += [fast.calm, fast.beside, slow.calm, slow.beside].iter().map(Times::len).sum::<usize>();
    }
    let [json, csv] = sizes.map(|bytes| number(bytes) / 1e6);
    let memory = |name, runs| Figure::alone(name, Unit::MiB, Target::Under(8.0), runs);
    Ok(Section {
        title: "Exports: GET /api/v1/me/export and export.csv of two large accounts, at once",
        figures: vec![
            memory("growth of resident memory, each", &growth),
            memory("the same, read slowly", &slow_growth),
            Figure::against(
                "another farmer's sowing meanwhile, p99 (bare: without exports)",
                Unit::Millis,
                Target::Beside,
                &beside,
                &calm,
            ),
            Figure::alone("both, from the start to the end", Unit::Seconds, Target::Beside, &length),
        ],
        remarks: vec![format!(
            "Each account has {} sowings, and each copy held them all: {json:.0} MB of JSON, {csv:.0} MB of CSV. `met` was \
             exact after the {recorded} sowings of others.",
            extent.exported
        )],
    })
}

/// Results of a copy of each account, at once.
struct Copied {
    /// Sowings of another farmer before.
    calm: Times,
    /// Sowings of another farmer meanwhile.
    beside: Times,
    /// Growth of the server's resident memory for each copy.
    growth_mib: f64,
    took: Duration,
    /// Sizes in bytes.
    sizes: [usize; COPIES.len()],
}

/// Copies the accounts from a server that has just started.
async fn copied(
    setting: &Setting,
    folder: &Path,
    sowers: &Sowers,
    tokens: &[String; COPIES.len()],
    pace: Option<f64>,
) -> Result<Copied> {
    let grow = start_grow(&setting.binary, folder, setting.cores).await?;
    let before = read_met_kg(grow.address).await?;
    let mut sowing = Sowing { courier: Courier::start(grow.address)?, walk: sowers.sowings(grow.address)? };
    let calm = sowing.until(CALM, || false).await?;

    machine::forget_peak(grow.pid())?;
    let resident = grow.resident_mib()?;
    let started = Instant::now();
    let copies: [_; COPIES.len()] = std::array::from_fn(|number| {
        let (address, copy, token) = (grow.address, COPIES.get(number).copied(), tokens.get(number).cloned());
        let sowings = setting.extent.exported;
        tokio::spawn(async move {
            let ((path, mark), token) = copy.zip(token).context("a copy")?;
            let request = Farmer::with_session(address, &token).get(path);
            let (size, found) = download(address, &request, mark.as_bytes(), pace).await.context(path)?;
            ensure!(found == sowings, "{found} of {sowings} sowings in {path}");
            anyhow::Ok(size)
        })
    });
    let beside = sowing.until(usize::MAX, || copies.iter().all(JoinHandle::is_finished)).await?;
    let took = started.elapsed();
    let growth_mib = (machine::peak_mib(grow.pid())? - resident) / number(COPIES.len());
    let mut sizes = [0; COPIES.len()];
    for (size, copy) in sizes.iter_mut().zip(copies) {
        *size = copy.await??;
    }

    let recorded = sowing.walk.acknowledged;
    let after = read_met_kg(grow.address).await?;
    ensure!(after == before + recorded * SOWING_KG, "met {before} -> {after} kg after {recorded} sowings");
    grow.stop().await?;
    Ok(Copied { calm, beside, growth_mib, took, sizes })
}

/// Adds two farmers with this many sowings each, and returns the tokens of their sessions.
async fn large_accounts(database: &str, count: usize) -> Result<[String; COPIES.len()]> {
    let store = Store::open(&database.parse::<DatabaseUrl>()?).await?;
    #[expect(clippy::disallowed_methods, reason = "the sowings have to be of this crop year")]
    let now = Timestamp::now();
    let mut tokens = [String::new(), String::new()];
    for (account, token) in tokens.iter_mut().enumerate() {
        let (farmer, its_token) = sowers::prepare(&store, SOWERS + account, now).await?;
        *token = its_token;
        let mut sowing = JoinSet::new();
        for lane in 0..LANES {
            let store = store.clone();
            sowing.spawn(async move {
                for number in (lane..count).step_by(LANES) {
                    let field = NewSowing::new(Crop::Paddy, FieldSize::from_hectares("0.5")?);
                    let millis = u64::try_from(now.as_millisecond())? + u64::try_from(number)?;
                    let random = (number as u128).to_be_bytes();
                    let random = random.last_chunk().context("ten bytes")?;
                    let id = uuid::Builder::from_unix_timestamp_millis(millis, random).into_uuid();
                    let key = Uuid::from_u128(number as u128).to_string();
                    store.record_sowing(farmer, key, field, CountLimits::NONE, id, now).await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(lane) = sowing.join_next().await {
            lane??;
        }
    }
    Ok(tokens)
}

/// Reads an answer, at most at a pace in bytes a second. Returns its size in bytes, and how often it holds `mark`.
async fn download(address: SocketAddr, request: &[u8], mark: &[u8], pace: Option<f64>) -> Result<(usize, usize)> {
    let (mut stream, mut received) = Connection::open(address).await?.into_stream(request).await?;
    let (mut dechunker, mut text) = (Dechunker::default(), BytesMut::new());
    let (mut size, mut found) = (0, 0);
    let started = Instant::now();
    loop {
        let kept = text.len();
        let ended = dechunker.feed(&mut received, &mut text)?;
        size += text.len() - kept;
        found += memmem::find_iter(&text, mark).count();
        // What remains may begin a mark, and holds none.
        text.advance(text.len().saturating_sub(mark.len() - 1));
        if ended {
            return Ok((size, found));
        }
        if let Some(pace) = pace {
            tokio::time::sleep_until((started + Duration::from_secs_f64(number(size) / pace)).into()).await;
        }
        received.reserve(64 * 1024);
        ensure!(stream.read_buf(&mut received).await? > 0, "closed in the middle of a copy");
    }
}

/// Sowings of others, one after another.
struct Sowing {
    courier: Courier,
    walk: Walk,
}

impl Sowing {
    /// Sows at the pace, up to a number of times. Returns the times to the answers.
    async fn until(&mut self, most: usize, is_over: impl Fn() -> bool) -> Result<Times> {
        let mut times = Vec::new();
        let mut pace = tokio::time::interval(PACE);
        while times.len() < most && !is_over() {
            pace.tick().await;
            let delivery = self.courier.ask(self.walk.request()).await?;
            self.walk.check(delivery.answer())?;
            times.push(delivery.took());
        }
        Ok(Times::new(times))
    }
}

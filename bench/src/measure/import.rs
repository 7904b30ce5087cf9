//! `grow import` of many farmers: its time on each engine, its memory, and what sowers beside it wait for.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use serde_json::json;
use tokio::task::JoinSet;

use crate::api::{Farmer, Sowings};
use crate::client::Connection;
use crate::load::Lane as _;
use crate::machine;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Setting, migrating, start_grow};
use crate::stats::{Runs, number};

/// Number of sowers beside an import.
const SOWERS: usize = 8;
/// Farmers that each of them sows for in turn, so that nobody passes a limit of sowings.
const FARMERS_OF_A_SOWER: usize = 8;
/// Sowings of each farmer.
const SOWINGS: usize = 10;
const CROPS: [&str; 5] = ["PADDY", "MAIZE", "GROUNDNUT", "BLACK GRAM", "ONION"];
const PLACES: [&str; 4] = ["Erode", "Nashik", "Guntur", "Ludhiana"];

pub(super) async fn measure(setting: &mut Setting) -> Result<Section> {
    let farmers = setting.extent.imported;
    let (few, many) = (setting.folder().join("few.jsonl"), setting.folder().join("many.jsonl"));
    write_documents(&few, farmers / 10)?;
    write_documents(&many, farmers)?;
    let [small, large] = ["few.db", "many.db"].map(|name| format!("sqlite:{}", setting.folder().join(name).display()));
    for database in [&small, &large] {
        ensure!(migrating(&setting.binary, database).status()?.success(), "grow migrate");
    }
    // One core is too little for a command that parses while the database writes.
    machine::pin_to_all()?;
    let tenth = import(setting, &few, &small).await?;
    let sqlite = import(setting, &many, &large).await?;
    let postgres = match setting.postgres("the import on PostgreSQL", None).await? {
        Some(server) => {
            machine::pin_to_all()?;
            let database = server.database("imported", None).await?;
            ensure!(migrating(&setting.binary, &database).status()?.success(), "grow migrate");
            Some(import(setting, &many, &database).await?)
        }
        None => None,
    };
    let beside = Beside::measure(setting, &many).await?;
    machine::pin(setting.cores.load)?;

    let seconds = |name: &str, target, import: &Import| {
        let target = if setting.extent.imported == 100_000 { Target::Under(target) } else { Target::Beside };
        Figure::alone(name, Unit::Seconds, target, &Runs(vec![import.took.as_secs_f64()]))
    };
    let mut figures = vec![seconds("on SQLite", 60.0, &sqlite)];
    figures.extend(postgres.map(|postgres| seconds("on PostgreSQL", 120.0, &postgres)));
    figures.push(seconds("on SQLite, beside 8 sowers", 120.0, &beside.import));
    let longest = beside.waits.iter().max().copied().unwrap_or_default();
    figures.push(Figure::alone(
        "longest wait of a sowing beside it",
        Unit::Millis,
        Target::Under(2_000.0),
        &Runs(vec![longest.as_secs_f64() * 1e3]),
    ));
    figures.push(Figure::against(
        "most memory, on SQLite (bare: a tenth of the farmers)",
        Unit::MiB,
        Target::TimesBare(2.0),
        &Runs(vec![sqlite.peak_mib]),
        &Runs(vec![tenth.peak_mib]),
    ));
    Ok(Section {
        title: "grow import: documents of farmers with ten sowings each",
        figures,
        remarks: vec![
            format!("{farmers} farmers, {} sowings; the command said that it added them all.", farmers * SOWINGS),
            format!(
                "Beside the import, {SOWERS} sowers recorded {} sowings on a server of the same file, one after the \
                 other each; {} were refused.",
                beside.waits.len(),
                beside.refusals.len()
            ),
        ],
    })
}

/// Writes a document of `Grow` and one of `grow` for each farmer.
fn write_documents(path: &Path, farmers: usize) -> Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let pick = |list: &[&'static str], number: usize| list.get(number % list.len()).copied().unwrap_or_default();
    for farmer in 0..farmers {
        let email = format!("imported{farmer}@example.org");
        let profile = json!({
            "number": "9876543210", "place": pick(&PLACES, farmer), "mailid": [email], "npk": [farmer % 300, 15, 200],
            "farmerid": format!("F{farmer}"), "known_crops": [pick(&CROPS, farmer), pick(&CROPS, farmer + 1)],
        });
        let sowings = (0..SOWINGS).map(|sowing| {
            let seconds = 1_781_000_000 + farmer * 37 + sowing * 86_400;
            json!({
                "crop_name": pick(&CROPS, farmer + sowing), "expected_yield": 1000 + sowing,
                "field_size": number(sowing + 1) / 4.0, "sowing_date": { "seconds": seconds, "nanoseconds": 0 },
            })
        });
        let sowings: Vec<_> = sowings.collect();
        writeln!(out, "{}", json!({ "collection": "Grow", "id": email, "data": profile }))?;
        writeln!(out, "{}", json!({ "collection": "grow", "id": email, "data": { "sowing": sowings } }))?;
    }
    Ok(out.flush()?)
}

/// An import into the database of a running server, and the sowings that the server records meanwhile.
struct Beside {
    import: Import,
    /// Times of the recorded sowings.
    waits: Vec<Duration>,
    /// What the refused ones were told.
    refusals: Vec<String>,
}

impl Beside {
    async fn measure(setting: &Setting, file: &Path) -> Result<Self> {
        let folder = setting.folder().join("beside");
        std::fs::create_dir(&folder)?;
        let grow = start_grow(&setting.binary, &folder, setting.cores).await?;
        let is_over = Arc::new(AtomicBool::new(false));
        let mut sowers = JoinSet::new();
        for number in 0..SOWERS {
            let mut fields = Vec::with_capacity(FARMERS_OF_A_SOWER);
            for farmer in 0..FARMERS_OF_A_SOWER {
                let email = format!("sower{number}-{farmer}@example.org");
                fields.push(Farmer::sign_in(grow.address, &email).await?.sowings());
            }
            sowers.spawn(sow_until(grow.address, fields, Arc::clone(&is_over)));
        }
        machine::pin_to_all()?;
        let import = import(setting, file, &format!("sqlite:{}", folder.join("grow.db").display())).await;
        is_over.store(true, Ordering::Relaxed);
        let mut beside = Self { import: import?, waits: Vec::new(), refusals: Vec::new() };
        while let Some(sower) = sowers.join_next().await {
            let (waits, refusals) = sower??;
            beside.waits.extend(waits);
            beside.refusals.extend(refusals);
        }
        grow.stop().await?;
        let Self { waits, refusals, .. } = &beside;
        if let Some(first) = refusals.first() {
            bail!("{} sowings were refused beside the import and {} recorded: {first}", refusals.len(), waits.len());
        }
        Ok(beside)
    }
}

/// Sows one field after the other, for each farmer in turn, until the import is over. Returns the times of the recorded
/// sowings, and what the refused ones were told.
async fn sow_until(
    address: SocketAddr,
    mut farmers: Vec<Sowings>,
    is_over: Arc<AtomicBool>,
) -> Result<(Vec<Duration>, Vec<String>)> {
    let mut connection = Connection::open(address).await?;
    let (mut waits, mut refusals) = (Vec::new(), Vec::new());
    while !is_over.load(Ordering::Relaxed) {
        for sowings in &mut farmers {
            let asked = Instant::now();
            match connection.ask(sowings.request()).await?.expect_status(201) {
                Ok(()) => waits.push(asked.elapsed()),
                Err(refusal) => refusals.push(refusal.to_string()),
            }
        }
    }
    Ok((waits, refusals))
}

struct Import {
    took: Duration,
    peak_mib: f64,
}

/// Imports a file into an empty database.
async fn import(setting: &Setting, file: &Path, database: &str) -> Result<Import> {
    let started = Instant::now();
    let mut command = Command::new(&setting.binary);
    command.args(["import", "--database-url", database]).arg(file).stdin(Stdio::null());
    let report = setting.folder().join("report");
    let output = File::create(&report)?;
    let mut child = command.stdout(output.try_clone()?).stderr(output).spawn()?;
    let mut peak_mib = 0.0_f64;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        // The kernel forgets the peak of a process that has ended, so it is read meanwhile.
        peak_mib = peak_mib.max(machine::peak_mib(child.id()).unwrap_or_default());
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let took = started.elapsed();
    let report = std::fs::read_to_string(&report)?;
    let farmers = BufReader::new(File::open(file)?).lines().count() / 2;
    ensure!(status.success(), "grow import: {report}");
    ensure!(report.contains(&format!("{farmers} farmers were added.")), "grow import: {report}");
    Ok(Import { took, peak_mib })
}

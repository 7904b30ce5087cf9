//! `grow sowings`: the operator's review of sowings that wait to be counted.

use crate::counted::one_or_many;
use crate::database::{OnDatabase, open};
use crate::table::{self, Column, tonnes};
use grow_domain::crop_year::in_india;
use grow_server::Clock;
use grow_store::{DatabaseUrl, Store, WaitingSowing};
use jiff::Timestamp;
use std::io::Write;
use std::process::ExitCode;
use uuid::Uuid;

const CHUNK: u16 = 500;

/// See and count the sowings that wait.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Sowings {
    /// List the sowings that wait to be counted, the oldest first, and count those that you name.
    ///
    /// A farmer's sowings of a crop year count by themselves up to a number and an area, which `grow serve --help`
    /// names. Further ones are kept, and enter the figures when they are counted here.
    Review {
        /// Count this sowing; may be given several times.
        #[arg(long, value_name = "SOWING")]
        count: Vec<Uuid>,
        /// Count every waiting sowing of this farmer; may be given several times.
        #[arg(long, value_name = "FARMER")]
        count_farmer: Vec<Uuid>,
    },
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(OnDatabase { command, database }: OnDatabase<Sowings>) -> anyhow::Result<ExitCode> {
    let (mut out, mut complaints) = (std::io::stdout().lock(), std::io::stderr());
    let Sowings::Review { count, count_farmer } = command;
    let now = Clock::system().now();
    review(&count, &count_farmer, &database.url()?, now, &mut out, &mut complaints).await
}

/// Counts the named sowings, and lists the remaining ones. Unknown ids go to `complaints`.
async fn review(
    count: &[Uuid],
    count_farmer: &[Uuid],
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let store = open(database, count.is_empty() && count_farmer.is_empty()).await?;
    let waiting = waiting(&store).await?;
    let of = |farmer: Uuid| {
        let own = waiting.iter().filter(move |waiting| waiting.farmer.0 == farmer);
        own.map(|waiting| waiting.sowing.id)
    };
    let mut code = ExitCode::SUCCESS;
    for farmer in count_farmer.iter().filter(|farmer| of(**farmer).next().is_none()) {
        writeln!(complaints, "No sowing of farmer {farmer} waits to be counted.")?;
        code = ExitCode::FAILURE;
    }
    let mut counted = 0;
    for sowing in count.iter().copied().chain(count_farmer.iter().copied().flat_map(of)) {
        if store.count_sowing(sowing, now).await?.is_some() {
            counted += 1;
        } else {
            writeln!(complaints, "No sowing {sowing} waits to be counted.")?;
            code = ExitCode::FAILURE;
        }
    }
    let left = self::waiting(&store).await?;
    if !left.is_empty() {
        table::write(out, COLUMNS, &left.iter().map(cells).collect::<Vec<_>>())?;
        writeln!(out)?;
    }
    if counted > 0 {
        writeln!(out, "{counted} counted. {} live.", one_or_many(counted, "It is", "They are"))?;
    }
    match left.len() {
        0 => writeln!(out, "No sowing waits to be counted.")?,
        waiting => writeln!(
            out,
            "{waiting} waiting. Count one with --count SOWING, or a farmer's with --count-farmer FARMER."
        )?,
    }
    Ok(code)
}

async fn waiting(store: &Store) -> anyhow::Result<Vec<WaitingSowing>> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let (part, last) = store.waiting_sowings(after, CHUNK).await?;
        all.extend(part);
        if last.is_none() {
            return Ok(all);
        }
        after = last;
    }
}

const COLUMNS: [Column; 7] = [
    Column::Text("Sowing"),
    Column::Text("Farmer"),
    Column::Text("Recorded"),
    Column::Text("Region"),
    Column::Text("Crop"),
    Column::Figure("Field, ha"),
    Column::Figure("Expected yield, t"),
];

fn cells(WaitingSowing { farmer, sowing }: &WaitingSowing) -> [String; COLUMNS.len()] {
    [
        sowing.id.to_string(),
        farmer.0.to_string(),
        in_india(sowing.sown_at).date().to_string(),
        sowing.region.code().to_owned(),
        sowing.crop.table_name().to_owned(),
        format!("{:.2}", sowing.field_size.area().hectares()),
        tonnes(sowing.expected_yield),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::privacy::Agreed;
    use grow_domain::sowing::{CountLimits, FieldSize, NewSowing};
    use grow_domain::{Crop, SquareMetres};
    use grow_store::testing::{self, TestStore};
    use grow_store::{FarmerId, Identity, NewSession, TokenHash, User};

    const NONE: CountLimits = CountLimits { sowings: 0, area: SquareMetres(0) };

    fn noon() -> Timestamp {
        "2026-06-15T12:00:00Z".parse().unwrap()
    }

    /// A farmer with `sowings` waiting sowings of a hectare of groundnut.
    async fn farmer(store: &TestStore, number: u8, sowings: u8) -> FarmerId {
        let id = |n: u8| uuid::Builder::from_random_bytes([number + n; 16]).into_uuid();
        let user = User { display_name: "Meena".into(), photo_url: None, email: "meena@example.in".into() };
        let identity =
            Identity { issuer: "https://issuer".into(), subject: number.to_string(), user, email_verified: true };
        let session = NewSession { token: TokenHash::of(&number.to_string()), id: id(0), device: None, replaces: None };
        let farmer = store.sign_in(identity, session, id(0), noon()).await.unwrap();
        store.give_consent(farmer, Agreed::to_the_notice(), noon()).await.unwrap();
        let sowing = NewSowing::new(Crop::Groundnut, FieldSize::from_hectares("1").unwrap());
        for n in 1..=sowings {
            store.record_sowing(farmer, format!("key number {n}"), sowing, NONE, id(n), noon()).await.unwrap();
        }
        farmer
    }

    async fn ask(store: &TestStore, count: &[Uuid], count_farmer: &[Uuid]) -> (ExitCode, String, String) {
        let (mut out, mut complaints) = (Vec::new(), Vec::new());
        let code = review(count, count_farmer, store.url(), noon(), &mut out, &mut complaints).await.unwrap();
        (code, String::from_utf8(out).unwrap(), String::from_utf8(complaints).unwrap())
    }

    #[tokio::test]
    async fn waiting_sowings_are_listed_and_counted_by_sowing_or_by_farmer() {
        let store = testing::sqlite().await;
        let (meena, murugan) = (farmer(&store, 10, 2).await, farmer(&store, 20, 2).await);
        let (code, out, _) = ask(&store, &[], &[]).await;
        assert_eq!(code, ExitCode::SUCCESS);
        let lines: Vec<_> = out.lines().collect();
        assert!(lines[0].starts_with("Sowing ") && lines[0].ends_with("Field, ha  Expected yield, t"), "{out}");
        let groundnut = "2026-06-15  IN      GROUNDNUT       1.00              2.400";
        assert!(lines[1].contains(&meena.0.to_string()) && lines[1].ends_with(groundnut), "{out}");
        assert!(out.contains("\n\n4 waiting."), "{out}");

        let one = store.waiting_sowings(None, 1).await.unwrap().0.remove(0).sowing.id;
        let (_, out, _) = ask(&store, &[one], &[murugan.0]).await;
        assert!(out.contains("3 counted. They are live.\n1 waiting."), "{out}");
        let (_, out, _) = ask(&store, &[], &[meena.0]).await;
        assert_eq!(out, "1 counted. It is live.\nNo sowing waits to be counted.\n");
        assert_eq!(store.number("SELECT SUM(sown_kg) FROM supply WHERE region = 'IN'").await, 9_600);
    }

    #[tokio::test]
    async fn ids_that_do_not_wait_are_reported_and_the_others_are_counted() {
        let store = testing::sqlite().await;
        let meena = farmer(&store, 10, 1).await;
        let nobody = Uuid::from_u128(7);
        let (code, out, complaints) = ask(&store, &[nobody], &[nobody, meena.0]).await;
        assert_eq!(code, ExitCode::FAILURE);
        assert!(complaints.contains(&format!("No sowing {nobody} waits")), "{complaints}");
        assert!(complaints.contains(&format!("No sowing of farmer {nobody} waits")), "{complaints}");
        assert!(out.starts_with("1 counted. It is live."), "{out}");
    }

    #[tokio::test]
    async fn without_a_servers_database_nothing_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grow.db");
        let url = DatabaseUrl::Sqlite(path.clone());
        assert!(review(&[], &[], &url, noon(), &mut Vec::new(), &mut Vec::new()).await.is_err());
        assert!(!path.exists());
    }
}

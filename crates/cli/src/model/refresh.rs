//! `grow model refresh`.

use super::ModelFile;
use crate::Database;
use grow_server::{Clock, Random};
use grow_store::{DatabaseUrl, LEASE, RefreshRun, RefreshStep, Store};
use std::io::Write;
use std::process::ExitCode;

/// Which predictions to refresh.
#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    model: ModelFile,
    #[command(flatten)]
    database: Database,
}

/// Refreshes what is stale, and tells `progress` of it.
#[tokio::main(flavor = "current_thread")]
pub(super) async fn run(options: &Options, progress: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut random = [0; 16];
    Random::system().fill(&mut random);
    let run = RefreshRun::new(random, options.model.predictor()?);
    refresh(&options.database.url()?, run, &Clock::system(), progress).await
}

/// Makes every stale prediction anew, in the order of farmers. Whoever saves or reads meanwhile is not in the way, and a run that
/// was killed is continued by the next one, since what was refreshed is no longer stale.
async fn refresh(
    database: &DatabaseUrl,
    run: RefreshRun,
    clock: &Clock,
    progress: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let store = Store::open_existing(database).await?;
    let version = run.predictor().version();
    let stale = u64::try_from(store.stale_predictions(run.predictor()).await?)?;
    writeln!(progress, "{stale} predictions are not of model {version} yet.")?;
    let (mut refreshed, mut told, mut after) = (0, 0, None);
    loop {
        match store.refresh_predictions(&run, after, clock.now()).await? {
            RefreshStep::Refreshed(count, last) => {
                refreshed += count;
                after = Some(last);
                let percent = refreshed.min(stale) * 100 / stale.max(1);
                if percent > told {
                    told = percent;
                    writeln!(progress, "{percent} %: {refreshed} of {stale}")?;
                }
            }
            RefreshStep::Done => {
                writeln!(progress, "{refreshed} predictions were made anew. None is stale.")?;
                return Ok(ExitCode::SUCCESS);
            }
            RefreshStep::HeldByAnother(until) => {
                writeln!(
                    progress,
                    "Another refresh is under way, and one at a time is enough. If it was killed, start again in {} s.",
                    until.duration_since(clock.now()).as_secs().clamp(1, LEASE.as_secs())
                )?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::District;
    use grow_domain::farmer::Place;
    use grow_domain::privacy::Agreed;
    use grow_domain::soil_climate::Predictor;
    use grow_domain::suitability::Shares;
    use grow_store::testing::{self, TestStore};
    use grow_store::{FarmerId, Identity, NewSession, RecordChange, TokenHash, User};
    use jiff::Timestamp;

    fn noon() -> Timestamp {
        "2026-06-15T06:00:00Z".parse().unwrap()
    }

    /// A model that has learned nothing but its version.
    fn model(version: &str) -> Predictor {
        let shares = Shares::from_weights([1.0; 16]).unwrap();
        Predictor::new(version, move |_| shares.clone())
    }

    /// So many farmers of Erode, with predictions of model 1.
    async fn farmers(count: u8) -> (TestStore, Vec<FarmerId>) {
        let store = testing::sqlite().await;
        let erode = District::from_key("tn-erode").unwrap();
        let mut farmers = Vec::new();
        for n in 0..count {
            let email = format!("{n}@example.in");
            let user = User { display_name: email.clone(), photo_url: None, email: email.clone() };
            let identity = Identity { issuer: "https://issuer".to_owned(), subject: email.clone(), user };
            let id = uuid::Builder::from_random_bytes([n; 16]).into_uuid();
            let session = NewSession { token: TokenHash::of(&email), id, device: None, replaces: None };
            let farmer = store.sign_in(identity, session, id, noon()).await.unwrap();
            store.give_consent(farmer, Agreed::to_the_notice(), noon()).await.unwrap();
            let place = RecordChange::Place(Place::parse("Erode").unwrap().in_district(erode));
            store.change_record(farmer, place, &model("1"), noon()).await.unwrap();
            farmers.push(farmer);
        }
        (store, farmers)
    }

    async fn refreshed(store: &TestStore, id: u8, version: &str, now: Timestamp) -> (ExitCode, String) {
        let mut progress = Vec::new();
        let clock = Clock::from_fn(move || now);
        let code =
            refresh(store.url(), RefreshRun::new([id; 16], model(version)), &clock, &mut progress).await.unwrap();
        (code, String::from_utf8(progress).unwrap())
    }

    #[tokio::test]
    async fn a_refresh_makes_what_is_stale_anew_and_tells_how_far_it_is() {
        let (store, farmers) = farmers(3).await;
        let (code, told) = refreshed(&store, 1, "2", noon()).await;
        assert_eq!(code, ExitCode::SUCCESS);
        let expected =
            "3 predictions are not of model 2 yet.\n100 %: 3 of 3\n3 predictions were made anew. None is stale.\n";
        assert_eq!(told, expected);
        for farmer in farmers {
            assert_eq!(store.kept_prediction(farmer).await.unwrap().unwrap().model_version, "2");
        }
        let (_, told) = refreshed(&store, 2, "2", noon()).await;
        assert_eq!(told, "0 predictions are not of model 2 yet.\n0 predictions were made anew. None is stale.\n");
    }

    #[tokio::test]
    async fn one_refresh_at_a_time_and_a_dead_one_is_taken_over() {
        let (store, _) = farmers(1).await;
        let killed = RefreshRun::new([1; 16], model("2"));
        store.refresh_predictions(&killed, None, noon()).await.unwrap();
        let (code, told) = refreshed(&store, 2, "3", noon()).await;
        assert_eq!(code, ExitCode::FAILURE);
        assert!(told.ends_with("If it was killed, start again in 60 s.\n"), "{told}");
        let (code, _) = refreshed(&store, 2, "3", noon() + LEASE).await;
        assert_eq!(code, ExitCode::SUCCESS);
    }

    #[tokio::test]
    async fn a_database_that_is_not_there_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("grow.db"));
        let run = RefreshRun::new([1; 16], model("2"));
        assert!(refresh(&url, run, &Clock::from_fn(noon), &mut Vec::new()).await.is_err());
        assert!(!folder.path().join("grow.db").exists());
    }
}

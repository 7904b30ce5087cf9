//! Restates the outside supply once a day, at 02:00 in India, by the land that is in Grow and what was observed of the
//! seasons.

use crate::App;
use grow_domain::CropYear;
use grow_domain::crop_year::in_india;
use grow_store::Store;
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp, Unit};
use std::time::Duration;
use tokio::time::sleep;

/// Time of day in India.
const AT: SignedDuration = SignedDuration::from_hours(2);
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// Longest sleep, so that a changed clock is noticed.
const HOUR: Duration = Duration::from_hours(1);

/// Runs until dropped. A day on which no server was up at the time is made up for at start.
pub(crate) async fn daily(App(app): App) {
    loop {
        let now = app.clock.now();
        let (day, next) = day_of(now);
        match app.store.take_restatement(app.process, day, now).await {
            Ok(true) => {
                let done = match restate(&app.store, now).await {
                    Ok(is_moved) => {
                        if is_moved {
                            app.live.notify_commit();
                        }
                        app.store.finish_restatement(day, now).await
                    }
                    Err(error) => Err(error),
                };
                if let Err(error) = done {
                    tracing::error!(%error, "the outside supply could not be restated; the last one stays in force");
                }
            }
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "the restatement of the outside supply could not begin"),
        }
        sleep(next.min(HOUR)).await;
    }
}

/// Restates the outside supply. Returns false, and changes nothing, if it fits, or if a national figure would move by
/// more than 5 %, which the operator has to confirm.
async fn restate(store: &Store, now: Timestamp) -> grow_store::Result<bool> {
    let restatement = store.restatement(CropYear::of(now)).await?;
    if restatement.is_large() {
        let large: Vec<_> = restatement.changes.iter().filter(|change| change.is_large()).collect();
        tracing::error!(
            ?large,
            "OUTSIDE SUPPLY NOT RESTATED: a national figure would move by more than 5 %. Look with `grow demand restate \
             --dry-run`; `grow demand restate --confirm` puts it into force"
        );
        return Ok(false);
    }
    let seasons_differ = restatement.before.ratios() != restatement.after.ratios();
    let is_moved = (seasons_differ || !restatement.changes.is_empty()) && store.restate(&restatement, now).await?;
    if is_moved {
        tracing::info!(changes = restatement.changes.len(), "the outside supply is restated");
    }
    Ok(is_moved)
}

/// The number of the restatement that is due, and the time until the next one.
fn day_of(now: Timestamp) -> (i64, Duration) {
    let shifted = in_india(now).saturating_sub(AT);
    let day = shifted.date().since((Unit::Day, date(1970, 1, 1))).map_or(0, |span| i64::from(span.get_days()));
    let since = shifted.duration_since(shifted.date().to_datetime(jiff::civil::Time::midnight()));
    (day, Duration::try_from(DAY - since).unwrap_or(HOUR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::documents::{DocumentSowing, Record};
    use grow_domain::{Crop, Email, Kilograms, SquareMetres, figures, observation};
    use grow_store::{NewRecord, testing};
    use uuid::Uuid;

    /// A store in which a farmer has sown maize.
    async fn sown(hectares: i64) -> testing::TestStore {
        let (store, now) = (testing::sqlite().await, noon());
        store.seed_figures(figures::reference().to_vec(), now).await.unwrap();
        let record = Record {
            email: Email::parse("meena@example.in").unwrap(),
            profile: None,
            sowings: vec![DocumentSowing {
                sown_at: now,
                crop: Crop::Maize,
                field_size: SquareMetres(hectares * 10_000),
                expected_yield: Kilograms(hectares * 3_000),
            }],
        };
        let new = NewRecord { record, district: None, farmer: Uuid::from_u128(1) };
        store.import_records(vec![new], true, now).await.unwrap();
        store
    }

    fn noon() -> Timestamp {
        "2026-06-15T06:30:00Z".parse().unwrap()
    }

    #[tokio::test]
    async fn a_large_change_waits_for_the_operator_and_a_small_one_does_not() {
        let year = CropYear::of(noon());
        let store = sown(8_000_000).await;
        assert!(!restate(&store, noon()).await.unwrap());
        assert!(store.coverage(year).await.unwrap().is_empty(), "nothing was changed");
        let store = sown(8_000).await;
        assert!(restate(&store, noon()).await.unwrap());
        assert!(!store.coverage(year).await.unwrap().is_empty());
        assert!(!restate(&store, noon()).await.unwrap(), "it fits");
    }

    #[tokio::test]
    async fn observations_are_restated_unless_they_are_far_from_usual() {
        let store = testing::sqlite().await;
        store.seed_figures(figures::reference().to_vec(), noon()).await.unwrap();
        let observe = async |day: &str, sown: &str| {
            let line = |measure: &str, value: &str| {
                format!("minutes,{day},2026-27 July-June,cotton,kharif,IN,{measure},{value},lakh_ha\n")
            };
            let (sown, last, whole) =
                (line("area_sown", sown), line("area_last_year", "50"), line("last_year_whole", "100"));
            let file = format!("{}\n{sown}{last}{whole}", observation::HEADER);
            let given = observation::parse(&file, noon().to_zoned(jiff::tz::TimeZone::UTC).date()).unwrap();
            store.import_observations(given, noon()).await.unwrap();
            restate(&store, noon()).await.unwrap()
        };
        assert!(observe("2026-06-05", "48").await);
        assert!(!restate(&store, noon()).await.unwrap(), "it fits");
        assert!(observe("2026-06-12", "48").await, "of a later day");
        assert!(!observe("2026-06-13", "30").await, "a fifth less waits for the operator");
    }

    fn due(at: &str) -> (i64, u64) {
        let (day, next) = day_of(at.parse().unwrap());
        (day, next.as_secs())
    }

    #[test]
    fn a_restatement_is_due_at_two_in_the_morning_in_india() {
        let (day, next) = due("2026-11-22T20:29:59Z");
        assert_eq!(next, 1, "a second before 01:59:59 + 1 of 23 November");
        assert_eq!(due("2026-11-22T20:30:00Z"), (day + 1, 86_400));
        assert_eq!(due("2026-11-23T08:30:00Z"), (day + 1, 43_200));
    }
}

//! Restates the outside supply once a day, at 02:00 in India.

use crate::App;
use grow_domain::CropYear;
use grow_domain::crop_year::in_india;
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp, Unit};
use std::time::Duration;
use tokio::time::sleep;

/// Time of day in India.
const AT: SignedDuration = SignedDuration::from_hours(2);
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// Longest sleep, so that a changed clock is noticed.
const HOUR: Duration = Duration::from_hours(1);

/// Runs until dropped. A day that no server was up at its time is made up for at start.
pub(crate) async fn daily(App(app): App) {
    loop {
        let now = app.clock.now();
        let (day, next) = day_of(now);
        match app.store.take_restatement(app.process, day).await {
            Ok(true) => {
                let done = match restate(&app, now).await {
                    Ok(()) => app.store.finish_restatement(day, now).await,
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

async fn restate(app: &crate::app::Parts, now: Timestamp) -> grow_store::Result<()> {
    let restatement = app.store.restatement(CropYear::of(now)).await?;
    if restatement.is_large() {
        let large: Vec<_> = restatement.changes.iter().filter(|change| change.is_large()).collect();
        tracing::error!(
            ?large,
            "OUTSIDE SUPPLY NOT RESTATED: a national figure would move by more than 5 %. Look with `grow demand restate \
             --dry-run`; `grow demand restate --confirm` puts it into force"
        );
        return Ok(());
    }
    if app.store.restate(&restatement, now).await? {
        app.live.moved();
        tracing::info!(changes = restatement.changes.len(), "the outside supply is restated");
    }
    Ok(())
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

    fn due(at: &str) -> (i64, u64) {
        let (day, next) = day_of(at.parse().unwrap());
        (day, next.as_secs())
    }

    #[test]
    fn it_is_due_at_two_in_the_night_of_india() {
        let (day, next) = due("2026-11-22T20:29:59Z");
        assert_eq!(next, 1, "a second before 01:59:59 + 1 of 23 November");
        assert_eq!(due("2026-11-22T20:30:00Z"), (day + 1, 86_400));
        assert_eq!(due("2026-11-23T08:30:00Z"), (day + 1, 43_200));
    }
}

//! Deletes the rows of closed accounts in batches, and takes their sowings out of the supply.

use crate::App;
use crate::app::Parts;
use grow_store::{FarmerId, Result};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Number of accounts that are looked up at once.
const CHUNK: u16 = 100;
/// Longest wait for a signal, so that accounts are found that another process closed and did not finish.
const HOUR: Duration = Duration::from_hours(1);
/// Pause after an account whose rows could not be deleted. It doubles each time, up to [`HOUR`].
const AFTER_AN_ERROR: Duration = Duration::from_mins(1);
/// Pause while another process has the lease.
const WHILE_ANOTHER_WORKS: Duration = Duration::from_secs(1);

/// Runs until dropped: at start, when an account is closed, and every hour.
pub(crate) async fn keep_erasing(app: App) {
    let mut failures = 0;
    loop {
        let pause = match erase_all(&app).await {
            Ok(0) => {
                failures = 0;
                HOUR
            }
            outcome => {
                if let Err(error) = outcome {
                    tracing::error!(%error, "the closed accounts could not be looked up; they are tried again");
                }
                failures += 1;
                AFTER_AN_ERROR.saturating_mul(1 << failures.min(8)).min(HOUR)
            }
        };
        let _ = timeout(pause, app.0.erasures.closed.notified()).await;
    }
}

/// Deletes the rows of all closed accounts. Returns the number of those whose rows could not be deleted; the others are
/// erased all the same.
async fn erase_all(App(app): &App) -> Result<u32> {
    let (mut last, mut failed) = (String::new(), 0);
    loop {
        let closed = app.store.closed_accounts(&last, CHUNK).await?;
        let Some((_, newest)) = closed.last() else { break };
        last.clone_from(newest);
        for (farmer, _) in closed {
            if let Err(error) = erase(app, farmer).await {
                tracing::error!(farmer = %farmer.0, %error, "a closed account could not be erased; it is tried again");
                failed += 1;
            }
        }
    }
    app.store.end_erasures(app.process).await?;
    Ok(failed)
}

/// Deletes the rows of a closed account.
async fn erase(app: &Parts, farmer: FarmerId) -> Result<()> {
    loop {
        match app.store.erase_batch(farmer, app.process, app.clock.now()).await? {
            Some(true) => app.live.notify_commit(),
            Some(false) => {
                app.live.notify_commit();
                return Ok(());
            }
            None => sleep(WHILE_ANOTHER_WORKS).await,
        }
    }
}

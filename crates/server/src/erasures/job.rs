//! Deletes the rows of closed accounts in batches, and takes their sowings out of the supply.

use crate::App;
use grow_store::Result;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Number of accounts that are looked up at once.
const CHUNK: u16 = 100;
/// Longest wait for a signal, so that accounts are found that another process closed and did not finish.
const HOUR: Duration = Duration::from_hours(1);
/// Pause after an error.
const AFTER_AN_ERROR: Duration = Duration::from_mins(1);
/// Pause while another process has the lease.
const WHILE_ANOTHER_WORKS: Duration = Duration::from_secs(1);

/// Runs until dropped: at start, when an account is closed, and every hour.
pub(crate) async fn keep_erasing(app: App) {
    loop {
        let pause = match erase_all(&app).await {
            Ok(()) => HOUR,
            Err(error) => {
                tracing::error!(%error, "the rows of a closed account could not be deleted; they are tried again");
                AFTER_AN_ERROR
            }
        };
        let _ = timeout(pause, app.0.erasures.closed.notified()).await;
    }
}

/// Deletes the rows of all closed accounts.
async fn erase_all(App(app): &App) -> Result<()> {
    loop {
        let closed = app.store.closed_accounts(CHUNK).await?;
        if closed.is_empty() {
            return app.store.end_erasures(app.process).await;
        }
        for farmer in closed {
            loop {
                match app.store.erase_batch(farmer, app.process, app.clock.now()).await? {
                    Some(more) => {
                        app.live.moved();
                        if !more {
                            break;
                        }
                    }
                    None => sleep(WHILE_ANOTHER_WORKS).await,
                }
            }
        }
    }
}

//! Checks at start and every hour that the supply of each state and of India equals the recorded sowings.

use crate::App;
use std::time::Duration;
use tokio::time::interval;

const HOUR: Duration = Duration::from_hours(1);

/// Runs until dropped. Logs an error if the sums differ.
pub(crate) async fn hourly(app: App) {
    let mut hours = interval(HOUR);
    loop {
        hours.tick().await;
        if let Err(error) = compare(&app).await {
            tracing::error!(%error, "supply could not be compared with the recorded sowings");
        }
    }
}

async fn compare(App(app): &App) -> grow_store::Result<()> {
    while let Some(more) = app.store.add_up_feed(app.process).await? {
        if more {
            continue;
        }
        let differences = app.store.differences().await?;
        for difference in &differences {
            let region = difference.region.name();
            tracing::error!(region, ?difference, "SUPPLY DIFFERS from the recorded sowings");
        }
        if differences.is_empty() {
            tracing::debug!("supply equals the recorded sowings, in each state and in India");
        }
        break;
    }
    Ok(())
}

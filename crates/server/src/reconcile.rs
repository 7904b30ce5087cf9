//! Proves, at start and every hour, that the supply of each state and of India is what was sown.

use crate::App;
use std::time::Duration;
use tokio::time::interval;

const HOUR: Duration = Duration::from_hours(1);

/// Compares the accounts until it is dropped, and says so loudly when they differ.
pub(crate) async fn hourly(app: App) {
    let mut hours = interval(HOUR);
    loop {
        hours.tick().await;
        match app.0.store.differences().await {
            Ok(differences) => {
                for difference in &differences {
                    let region = difference.region.name();
                    tracing::error!(region, ?difference, "SUPPLY DIFFERS from the sum of sowings");
                }
                if differences.is_empty() {
                    tracing::debug!("supply equals the sum of sowings, in each state and in India");
                }
            }
            Err(error) => tracing::error!(%error, "supply could not be compared with the sowings"),
        }
    }
}

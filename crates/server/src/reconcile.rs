//! Checks that the supply of each state and of India equals the recorded sowings.

use crate::App;

/// Compares them, and logs an error if they differ.
pub(crate) async fn check_sums(app: App) {
    if let Err(error) = compare(&app).await {
        tracing::error!(%error, "supply could not be compared with the recorded sowings");
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

//! Deletes, at start and every hour, the sign-ins that were left lying and the sessions that have ended.

use super::flow::LOGIN_LIFE;
use crate::App;
use crate::app::SessionLimits;
use std::time::Duration;
use tokio::time::interval;

const HOUR: Duration = Duration::from_hours(1);

/// Goes on until it is dropped.
pub(crate) async fn hourly(App(app): App) {
    let mut hours = interval(HOUR);
    loop {
        hours.tick().await;
        let now = app.clock.expiry_now();
        let SessionLimits { idle, age } = app.sessions.limits();
        let outcome = app.store.forget_ended(now - LOGIN_LIFE, now - idle, now - age).await;
        if let Err(error) = outcome {
            tracing::error!(%error, "ended sessions could not be deleted");
        }
    }
}

//! Deletes expired rows at start and every hour.

use crate::App;
use crate::auth::LOGIN_LIFE;
use crate::config::SessionLimits;
use grow_store::Lifetimes;
use std::time::Duration;
use tokio::time::interval;

const HOUR: Duration = Duration::from_hours(1);

/// Runs until dropped.
pub(crate) async fn hourly(App(app): App) {
    let mut hours = interval(HOUR);
    loop {
        hours.tick().await;
        let SessionLimits { idle, age } = app.sessions.limits();
        let lifetimes = Lifetimes { login: LOGIN_LIFE, idle, age };
        loop {
            match app.store.delete_ended(app.process, app.clock.expiry_now(), lifetimes).await {
                Ok(None | Some(0)) => break,
                Ok(Some(_)) => {}
                Err(error) => {
                    tracing::error!(%error, "expired rows could not be deleted");
                    break;
                }
            }
        }
    }
}

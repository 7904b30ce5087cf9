//! Deletes expired rows.

use crate::App;
use crate::auth::LOGIN_LIFE;
use crate::config::SessionLimits;
use grow_store::Lifetimes;

/// Deletes them in batches. An error is logged, and the rest is left to the next turn.
pub(crate) async fn delete_expired(App(app): App) {
    let SessionLimits { idle, age } = app.sessions.limits();
    let lifetimes = Lifetimes { login: LOGIN_LIFE, idle, age };
    loop {
        match app.store.delete_ended(app.process, app.clock.expiry_now(), lifetimes).await {
            Ok(None | Some(0)) => return,
            Ok(Some(_)) => {}
            Err(error) => return tracing::error!(%error, "expired rows could not be deleted"),
        }
    }
}

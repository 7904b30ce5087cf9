//! Integration tests of the server, over HTTP and on both databases.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail by panicking")]

mod answer;
mod browser;
mod events;
mod grow;
mod issuer;
mod operations;
#[path = "../../src/auth/oidc/tests/tokens.rs"]
mod tokens;
mod wire;

mod advice;
mod app_files;
mod bad_input;
mod burdens;
mod closings;
mod crops;
mod demand;
mod demand_details;
mod foreign_writes;
mod generation;
mod guards;
mod hostile_issuer;
mod hung_postgres;
mod identity;
mod imported;
mod intentions;
mod languages;
mod limits;
mod live;
mod measures;
mod metrics;
mod nodes;
mod openapi;
mod own_sessions;
mod page;
mod places;
mod privacy;
mod recommendations;
mod record;
mod regions;
mod repeats;
mod sample_record;
mod session;
mod sign_in;
mod soil_climate;
mod sowings;
mod stale_sessions;
mod start;
mod stop;
mod time_limits;
mod traces;
mod unreadable;

/// Writes each test twice, for SQLite and for PostgreSQL, with a server on that store. Every test ends with a graceful
/// shutdown.
macro_rules! both_servers {
    ($($(#[$meta:meta])* async fn $name:ident($grow:ident) $body:block)*) => {
        grow_store::both_stores! {$(
            $(#[$meta])*
            async fn $name(store) {
                let $grow = $crate::grow::Grow::serve(store).await;
                $body
                $grow.stop().await;
            }
        )*}
    };
}
use both_servers;

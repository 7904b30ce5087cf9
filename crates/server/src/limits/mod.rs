//! How much anyone may ask for, so that there is enough for everyone else: by session where there is one, else by network
//! address; and how much the server takes on at once.
//!
//! What lies ready in memory is not counted: handing out the overview, a file of the app or a guest's page costs less than counting.

mod client;
mod meter;

pub(crate) use client::Client;

use crate::http::Problem;
use crate::{App, Limits};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use grow_store::TokenHash;
use http::{Extensions, HeaderMap};
use meter::Meter;
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Everything that is counted.
pub(crate) struct Gate {
    trusted_proxies: u8,
    sessions: Meter<TokenHash>,
    addresses: Meter<Client>,
    sign_ins: Meter<Client>,
    /// Places for requests that are being answered.
    places: Semaphore,
}

impl Gate {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            trusted_proxies: limits.trusted_proxies,
            sessions: Meter::per_minute(limits.session_per_minute),
            addresses: Meter::per_minute(limits.address_per_minute),
            sign_ins: Meter::per_minute(limits.sign_in_per_minute),
            places: Semaphore::new(limits.requests_at_once),
        }
    }

    /// Who asks, for [`enough_for_everyone`] and [`sign_ins`].
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        Client::of(peer, headers, self.trusted_proxies)
    }
}

/// Lets a request of the API in: as long as there is a place, and its asker has not asked for too much.
pub(crate) async fn enough_for_everyone(State(app): State<App>, request: Request, next: Next) -> Response {
    match admit(&app, request.headers(), request.extensions()).await {
        Ok(_place) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// A place for a request that is counted, or why there is none.
pub(crate) async fn admit<'a>(
    App(app): &'a App,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Result<SemaphorePermit<'a>, Problem> {
    let Ok(place) = app.gate.places.try_acquire() else {
        tracing::warn!("a request was turned away: the server has taken on all it can");
        return Err(Problem::overloaded());
    };
    let (now, expiry_now) = (app.clock.elapsed(), app.clock.expiry_now());
    // A cookie that opens nothing is no name: anyone can make up as many as they like.
    let token = app.auth.session_cookie().read(headers).map(TokenHash::of);
    let session = match token {
        // Where the store fails, the handler says so.
        Some(token) => app.sessions.is_open(token, expiry_now).await.unwrap_or(false).then_some(token),
        None => None,
    };
    match session {
        Some(token) => app.gate.sessions.count(&token, now),
        None => count(&app.gate.addresses, extensions, now),
    }
    .map_err(too_many)?;
    Ok(place)
}

/// Lets a step of a sign-in in. It writes to the database before anyone is known, so less of it is enough.
pub(crate) async fn sign_ins(State(App(app)): State<App>, request: Request, next: Next) -> Response {
    match count(&app.gate.sign_ins, request.extensions(), app.clock.elapsed()) {
        Ok(()) => next.run(request).await,
        Err(wait) => too_many(wait).into_response(),
    }
}

fn count(meter: &Meter<Client>, extensions: &Extensions, now: Duration) -> Result<(), Duration> {
    extensions.get().map_or(Ok(()), |client| meter.count(client, now))
}

fn too_many(wait: Duration) -> Problem {
    let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
    Problem::too_many_requests(seconds)
}

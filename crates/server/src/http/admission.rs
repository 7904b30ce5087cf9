//! Admission of requests: rate limits and concurrency limits.

use super::body;
use super::farmer::{self, LookedUp};
use super::problem::Problem;
use crate::App;
use crate::limits::{Admitted, Client, ClientAddress, Refused};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{Extensions, HeaderMap};
use std::net::Ipv4Addr;
use tokio::sync::OwnedSemaphorePermit;

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooMany(wait) => {
                Self::too_many_requests(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
            }
            Refused::Overloaded => Self::overloaded(),
        }
    }
}

/// Middleware of the API: admits a request, or refuses it with 429 or 503.
pub(crate) async fn enough_for_everyone(State(app): State<App>, request: Request, next: Next) -> Response {
    match admit_whole(&app, request).await {
        Ok((request, _admitted)) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Middleware of the sign-in. Sign-in writes to the database before the visitor is known, so its rate limit is lower.
pub(crate) async fn sign_ins(State(App(app)): State<App>, request: Request, next: Next) -> Response {
    match app.gate.count_sign_in(address(request.extensions()), app.clock.elapsed()) {
        Ok(()) => next.run(request).await,
        Err(refused) => Problem::from(refused).into_response(),
    }
}

/// Admits a request without a body, and notes who asks.
pub(crate) async fn admit(app: &App, headers: &HeaderMap, extensions: &mut Extensions) -> Result<Admitted, Problem> {
    let (client, place) = counted(app, headers, extensions).await?;
    Ok(app.0.gate.admit(place, &client)?)
}

/// Admits a request once its body has arrived. A body may take long, so the request holds no place while it waits, and
/// each client may have only a few such requests. A guest's body is not read, because every write needs a session.
async fn admit_whole(app: &App, request: Request) -> Result<(Request, Admitted), Problem> {
    let gate = &app.0.gate;
    let (mut head, body) = request.into_parts();
    let ended = app.0.sessions.number_ended();
    let (client, mut place) = counted(app, &head.headers, &mut head.extensions).await?;
    head.extensions.insert(client);
    let mut request = Request::from_parts(head, body);
    if client.farmer.is_some() && body::is_to_come(&request) {
        drop(place);
        let waiting = gate.await_body(&client)?;
        request = body::arrive(request).await?;
        drop(waiting);
        if app.0.sessions.number_ended() != ended {
            // It may be this session that has ended meanwhile.
            request.extensions_mut().remove::<LookedUp>();
        }
        place = gate.place(app.0.clock.elapsed())?;
    }
    Ok((request, gate.admit(place, &client)?))
}

/// Counts a request and reserves a place for it. Notes the owner of its session in the extensions.
async fn counted(
    app: &App,
    headers: &HeaderMap,
    extensions: &mut Extensions,
) -> Result<(Client, OwnedSemaphorePermit), Problem> {
    let App(parts) = app;
    let now = parts.clock.elapsed();
    let place = parts.gate.place(now)?;
    // A cookie without a session does not identify a client, because anyone can invent such cookies. If the store
    // fails, the handler reports the error.
    let owner = farmer::look_up(app, headers).await;
    if let Ok(owner) = owner {
        extensions.insert(LookedUp(owner));
    }
    let farmer = owner.ok().flatten().map(|owner| owner.farmer);
    let client = Client { farmer, address: address(extensions) };
    parts.gate.count(&client, now)?;
    Ok((client, place))
}

/// Returns the client address that the middleware of all requests has noted.
fn address(extensions: &Extensions) -> ClientAddress {
    extensions.get().copied().unwrap_or_else(|| ClientAddress::of(Ipv4Addr::UNSPECIFIED.into(), &HeaderMap::new(), 0))
}

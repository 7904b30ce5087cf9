//! Sign-in: the OIDC code flow, its cookies, and sessions.

pub(crate) mod cookie;
#[cfg(feature = "dev-sign-in")]
mod development;
mod device;
mod flow;
pub(crate) mod host;
mod oidc;
mod page;
pub(crate) mod sessions;
pub(crate) mod setup;
pub(crate) mod sign_in;

#[cfg(feature = "dev-sign-in")]
pub(crate) use development::seed_sample_record;
pub(crate) use flow::LOGIN_LIFE;
pub use oidc::GOOGLE;
pub use setup::reach_provider;

use crate::App;
use crate::permissions::PERMISSIONS;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::get;
use url::Url;

/// The routes of the sign-in.
pub(crate) fn steps() -> Router<App> {
    Router::new()
        .route("/auth/start", get(flow::start).head(flow::no_head))
        .route("/auth/callback", get(flow::callback).head(flow::no_head))
}

/// The static files of the sign-in pages, and the development sign-in.
pub(crate) fn beside_the_steps(App(app): &App) -> Router<App> {
    let router =
        Router::new().route("/auth/callback.js", get(page::popup_script)).route("/auth/style.css", get(page::style));
    let Some(issuer) = app.auth.development_issuer() else {
        return router;
    };
    let mut issuer = issuer.clone();
    if app.auth.is_only_here() {
        issuer = issuer.layer(from_fn_with_state(app.public_url.clone(), keep_here));
    }
    router.merge(issuer.layer(map_response(with_permissions)).with_state(()))
}

/// Adds the permissions policy of the pages.
async fn with_permissions(mut response: Response) -> Response {
    response.headers_mut().extend([PERMISSIONS]);
    response
}

/// Restricts the development sign-in to this computer. Behind a proxy, anyone could sign in as anyone.
async fn keep_here(State(public_url): State<Url>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if host::is_this_computer(headers) && host::is_of(&public_url, headers) {
        next.run(request).await
    } else {
        page::only_here(&public_url)
    }
}

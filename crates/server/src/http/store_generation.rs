//! The header with the generation of the store: another one tells phones that a backup was restored.

use crate::App;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, Method};

const HEADER: HeaderName = HeaderName::from_static("grow-store-generation");
/// The addresses of a farmer's own data.
const OWN: &str = "/api/v1/me/";

/// Middleware that tells the generation in answers to writes and to questions of a farmer.
pub(crate) async fn tell(State(App(app)): State<App>, request: Request, next: Next) -> Response {
    let is_told = request.method() != Method::GET || request.uri().path().starts_with(OWN);
    let mut response = next.run(request).await;
    if is_told {
        response.headers_mut().insert(HEADER, app.generation.header());
    }
    response
}

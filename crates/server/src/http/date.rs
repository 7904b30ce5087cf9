//! The `Date` of answers: that of the server's clock, by which days are counted. Phones correct theirs by it.

use crate::App;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderValue, header};

/// Middleware that tells the date.
pub(crate) async fn tell(State(App(app)): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let date = app.clock.now().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    if let Ok(date) = HeaderValue::try_from(date) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

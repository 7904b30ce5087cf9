//! The identity provider of the sign-in button.

use super::json::Json;
use super::problem::Problem;
use crate::App;
use crate::auth::sign_in::SignIn;
use axum::extract::State;

/// Where farmers sign in.
#[utoipa::path(
    get, operation_id = "read_sign_in", path = "/api/v1/sign-in", tag = "session",
    responses((status = OK, body = SignIn), Problem)
)]
pub(crate) async fn read(State(App(app)): State<App>) -> Json<SignIn> {
    Json(app.auth.sign_in().clone())
}

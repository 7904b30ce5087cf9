//! The list of all routes, and the `OpenAPI` document that follows from it.

use crate::http::problem::Problem;
use crate::http::{
    account, admission, advice, crops, date, demand, farmer, imported, intentions, operation, own_language,
    own_sessions, places, privacy, recommendations, record, regions, session, sign_in, sowings, store_generation,
    water_and_soil,
};
use crate::middleware::around;
use crate::{App, auth, metrics, web};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use http::header;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of the server, behind what every request passes.
pub(crate) fn router(app: &App) -> Router {
    let other_method = async || Problem::method_not_allowed();
    let (api, _) = api().split_for_parts();
    let api = api.method_not_allowed_fallback(other_method);
    // It comes from memory: counting its requests would cost more than answering them.
    let overview = Router::new().route(demand::PATH, get(demand::read)).method_not_allowed_fallback(other_method);
    let counted = Router::new()
        .merge(api)
        .route("/api", any(nothing))
        .route("/api/", any(nothing))
        .route("/api/{*rest}", any(nothing))
        .route("/api/openapi.json", get(document))
        .layer(from_fn_with_state(app.clone(), admission::enough_for_everyone))
        .layer(from_fn_with_state(app.clone(), store_generation::tell))
        .layer(from_fn_with_state(app.clone(), date::tell));
    let router = Router::new()
        .merge(counted)
        .merge(overview)
        .route("/healthz", get(operation::alive))
        .route("/readyz", get(operation::ready))
        .route("/metrics", get(metrics::read))
        .merge(auth::steps().layer(from_fn_with_state(app.clone(), admission::sign_ins)))
        .merge(auth::beside_the_steps(app))
        .fallback(web::serve)
        .with_state(app.clone());
    around(router, app)
}

async fn nothing() -> Problem {
    Problem::not_found()
}

/// The `OpenAPI` document.
async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
}

/// The routes of the API, with their documentation.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(session::read, session::end))
        .routes(routes!(sign_in::read))
        .routes(routes!(own_sessions::list, own_sessions::end_others))
        .routes(routes!(own_sessions::end))
        .routes(routes!(demand::read_csv))
        .routes(routes!(demand::read_sources))
        .routes(routes!(demand::read_projected))
        .routes(routes!(demand::read_states))
        .routes(routes!(demand::read_windows))
        .routes(routes!(demand::read_calendar))
        .routes(routes!(demand::events))
        .routes(routes!(regions::list))
        .routes(routes!(crops::list))
        .routes(routes!(crops::read))
        .routes(routes!(places::suggest))
        .routes(routes!(privacy::read_notice))
        .routes(routes!(privacy::read_consent, privacy::give_consent, privacy::withdraw_consent))
        .routes(routes!(own_language::choose))
        .routes(routes!(account::erase))
        .routes(routes!(imported::read, imported::keep, imported::erase))
        .routes(routes!(account::export))
        .routes(routes!(account::export_csv))
        .routes(routes!(record::read, record::save_profile))
        .routes(routes!(record::save_npk))
        .routes(routes!(record::save_place))
        .routes(routes!(record::save_land))
        .routes(routes!(record::save_unit))
        .routes(routes!(water_and_soil::save_water))
        .routes(routes!(water_and_soil::save_soil))
        .routes(routes!(water_and_soil::save_last_crop))
        .routes(routes!(record::add_known_crop, record::remove_known_crop))
        .routes(routes!(sowings::list, sowings::record))
        .routes(routes!(sowings::change, sowings::withdraw))
        .routes(routes!(sowings::undo_closing))
        .routes(routes!(sowings::undo_withdrawal))
        .routes(routes!(sowings::list_withdrawn))
        .routes(routes!(intentions::list, intentions::plan))
        .routes(routes!(intentions::drop_plan))
        .routes(routes!(intentions::sow))
        .routes(routes!(advice::read))
        .routes(routes!(advice::read_card))
        .routes(routes!(advice::read_windows))
        .routes(routes!(recommendations::known_crops))
        .routes(routes!(recommendations::soil_climate::read))
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Grow", description = "What the country still needs, and what to sow. See docs/API.md for the conventions."),
    tags(
        (name = "session", description = "Who is signed in"),
        (name = "demand", description = "Demand and supply, public"),
        (name = "crops", description = "The sixteen crops"),
        (name = "places", description = "The districts of India, by any of their names"),
        (name = "privacy", description = "What is kept about a farmer, and why"),
        (name = "me", description = "The own record of the signed-in farmer")
    ),
    paths(demand::read),
    components(schemas(Problem))
)]
struct Document;

/// Returns the `OpenAPI` document, as committed in `docs/openapi.json`.
#[must_use]
pub fn openapi() -> String {
    let (_, mut document) = api().split_for_parts();
    farmer::describe_header(&mut document);
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

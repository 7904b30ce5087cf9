//! All operations of the `OpenAPI` document, for tests that apply to each.

use crate::answer::Answer;
use crate::browser::Browser;
use http::Method;
use serde_json::{Value, json};

/// An operation and its parameters.
pub(crate) struct Operation {
    pub(crate) name: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
    /// It works on the farmer's own data.
    pub(crate) is_own: bool,
    /// The kind of thing that its path names. Other farmers must not see it.
    pub(crate) names: Option<Thing>,
}

#[derive(Clone, Copy)]
pub(crate) enum Thing {
    Sowing,
    Session,
    Intention,
}

/// Returns every operation of the document, with the body of a valid request.
pub(crate) fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(&grow_server::openapi()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            let name = described["operationId"].as_str().unwrap();
            let (body, names) = match name {
                "read_session"
                | "read_sign_in"
                | "sign_out"
                | "list_own_sessions"
                | "end_other_sessions"
                | "read_demand"
                | "read_demand_csv"
                | "read_demand_sources"
                | "read_projected_need"
                | "read_demand_of_states"
                | "read_next_windows"
                | "read_crop_calendar"
                | "watch_demand"
                | "list_regions"
                | "list_crops"
                | "read_crop"
                | "suggest_places"
                | "read_privacy_notice"
                | "read_consent"
                | "withdraw_consent"
                | "export_own_data"
                | "export_own_data_csv"
                | "read_imported_record"
                | "erase_imported_record"
                | "read_record"
                | "remove_known_crop"
                | "list_sowings"
                | "list_withdrawn_sowings"
                | "list_intentions"
                | "advise_what_to_sow"
                | "read_card_of_crop"
                | "read_own_windows"
                | "recommend_from_known_crops"
                | "recommend_from_soil_and_climate" => (None, None),
                "give_consent" => (Some(json!({ "version": 9, "language": "en" })), None),
                "choose_language" => (Some(json!({ "language": "en" })), None),
                "erase_account" => (Some(json!({ "confirmation": "DELETE" })), None),
                "save_profile" => (Some(json!({ "number": "94430 11111", "place": "Karur" })), None),
                "save_npk" => (Some(json!({ "n": 180, "p": 30, "k": 250 })), None),
                "save_place" => (Some(json!({ "place": "Karur" })), None),
                "save_unit" => (Some(json!({ "unit": "bigha", "square_metres": 2_529.285_264 })), None),
                "save_water" => (Some(json!({ "water": "rain_only" })), None),
                "save_soil" => (Some(json!({ "soil": "light" })), None),
                "save_last_crop" => (Some(json!({ "last_crop": "wheat" })), None),
                "save_land" => (Some(json!({ "land_ha": 2.5 })), None),
                "add_known_crop" | "keep_imported_record" => (Some(json!({})), None),
                "record_sowing" | "plan_sowing" => (Some(json!({ "crop": "RAGI", "field_size_ha": 1.0 })), None),
                "change_sowing" => (Some(json!({ "outcome": "harvested" })), Some(Thing::Sowing)),
                "withdraw_sowing" | "undo_closing" | "undo_withdrawal" => (None, Some(Thing::Sowing)),
                "sow_intention" => (Some(json!({})), Some(Thing::Intention)),
                "drop_intention" => (None, Some(Thing::Intention)),
                "end_own_session" => (None, Some(Thing::Session)),
                _ => panic!("{name} is missing from the matrix"),
            };
            let query = match name {
                "suggest_places" => "q=karur&",
                "read_demand_of_states" | "read_crop_calendar" => "crop=onion&",
                _ => "",
            };
            assert_eq!(body.is_some(), described.get("requestBody").is_some(), "{name}");
            operations.push(Operation {
                name: name.to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path.replace("{crop}", "ragi").replace("{name}", "ragi") + "?" + query,
                body,
                is_own: described["tags"][0] == "me" || name == "sign_out",
                names,
            });
        }
    }
    operations
}

impl Operation {
    /// Sends a request. `id` is the path parameter, if there is one.
    pub(crate) async fn ask(&self, browser: &Browser, id: &str, query: &str, body: Option<Value>) -> Answer {
        self.ask_with(browser, id, query, body, &[]).await
    }

    /// Sends a request with additional headers.
    pub(crate) async fn ask_with(
        &self,
        browser: &Browser,
        id: &str,
        query: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let path = self.path.replace("{id}", id) + query;
        if self.name == "watch_demand" {
            // A stream does not end. It begins with the overview, which `read_demand` returns.
            browser.watch(None).await;
            return browser.get("/api/v1/demand").await;
        }
        let request = browser.request(self.method.clone(), &path).header("idempotency-key", "the-matrix");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        browser.send(body.into_iter().fold(request, |request, body| request.json(&body))).await
    }
}

//! 'OpenAPI by utoipa, committed, with a freshness test.'

use crate::both_servers;
use serde_json::Value;
use std::collections::BTreeSet;

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, methods)| {
        let methods: &Value = methods;
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{method} {path}"), operation)).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

#[test]
fn the_committed_document_is_fresh() {
    let committed = include_str!("../../../../docs/openapi.json");
    assert!(grow_server::openapi() == committed, "docs/openapi.json lags behind the code: run `make types`");
}

#[test]
fn every_operation_has_a_name_of_its_own_a_summary_and_a_problem() {
    let document: Value = serde_json::from_str(&grow_server::openapi()).unwrap();
    let mut names = BTreeSet::new();
    for (operation, described) in operations(&document) {
        let name = described["operationId"].as_str().unwrap_or_default();
        assert!(!name.is_empty() && names.insert(name), "{operation}: {name}");
        assert!(described["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{operation}");
        let problem = &described["responses"]["default"]["content"]["application/problem+json"]["schema"]["$ref"];
        assert_eq!(problem, "#/components/schemas/Problem", "{operation}");
    }
    assert!(names.len() > 15, "the document was read");
}

both_servers! {
    async fn the_server_serves_the_document(grow) {
        let answer = grow.guest().get("/api/openapi.json").await;
        answer.json(200);
        assert_eq!(answer.text(), grow_server::openapi());
    }

    async fn every_described_operation_is_there_and_knows_its_callers(grow) {
        let document: Value = serde_json::from_str(&grow_server::openapi()).unwrap();
        let guest = grow.guest();
        for (operation, described) in operations(&document) {
            if described["operationId"] == "watch_demand" {
                guest.watch(None).await;
                continue;
            }
            let (method, path) = operation.split_once(' ').unwrap();
            let path = path.replace("{name}", "ragi").replace("{crop}", "ragi").replace("{id}", "0");
            let takes_a_crop = ["read_demand_of_states", "read_crop_calendar"].map(Value::from);
            let path = if takes_a_crop.contains(&described["operationId"]) { path + "?crop=onion" } else { path };
            let answer = guest.send(guest.request(method.to_uppercase().parse().unwrap(), &path)).await;
            if described["tags"][0] == "me" {
                answer.problem(401, "not-signed-in");
            } else {
                assert!(answer.status.is_success(), "{operation}: {answer:?}");
            }
        }
    }
}

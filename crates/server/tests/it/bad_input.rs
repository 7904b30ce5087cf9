//! 'Bad input: each a 4xx problem with a stable slug and a sentence, nothing stored; the specification's message where
//! it has one. A table test walks them all.'

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::Grow;
use crate::wire::Wire;
use http::{HeaderValue, Method, header};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

const SOWINGS: &str = "/api/v1/me/sowings";
const GOOD_SOWING: &str = r#"{"crop":"GROUNDNUT","field_size_ha":1.25}"#;

// Section 5 of the specification.
const SELECT_A_CROP: &str = "Please select a crop and enter a valid field size (positive number).";
const NO_NUMBER: &str = "Please enter a valid number for the field size.";
const BOTH_FIELDS: &str = "Please fill in both fields";
const LAND: &str = "Please enter your land in hectares, from 0.01 to 10,000 with at most two decimals.";
const WATER: &str = "Please say whether you can water the field: all season, once or twice, or rain only.";
const SOIL: &str = "Please choose a kind of soil from the list, or leave it out.";
const LAST_CROP: &str =
    "Grow does not know this crop. Please choose from the list what stood here last, or leave it out.";
const PHONE_NUMBER: &str = "Please enter a phone number, such as 98765 43210 or +91 98765 43210.";

/// Returns everything that a refused request must leave unchanged.
async fn stored(grow: &Grow, farmer: &Browser) -> Value {
    let mut rows = Vec::new();
    for count in [
        "SELECT COUNT(*) FROM request_journal",
        "SELECT COUNT(*) FROM sowings",
        "SELECT COUNT(*) FROM intentions",
        "SELECT COUNT(*) FROM planned",
        "SELECT COUNT(*) FROM supply",
        "SELECT COUNT(*) FROM change_feed",
        "SELECT COUNT(*) FROM farmer_records",
        "SELECT COUNT(*) FROM known_crops",
        "SELECT COUNT(*) FROM sessions",
        "SELECT COUNT(*) FROM consents",
        "SELECT COUNT(*) FROM erased_farmers",
    ] {
        rows.push((count, grow.store.number(count).await));
    }
    json!({
        "rows": rows,
        "demand": grow.demand().await,
        "record": farmer.get("/api/v1/me/profile").await.json(200),
        "sowings": farmer.get(SOWINGS).await.json(200),
        "session": farmer.get("/api/v1/session").await.json(200),
    })
}

/// Returns a farmer who has saved nothing, and the stored state.
async fn newcomer(grow: &Grow) -> (Browser, Value) {
    let farmer = grow.farmer("meena").await;
    let stored = stored(grow, &farmer).await;
    assert_eq!(stored["sowings"]["items"], json!([]));
    (farmer, stored)
}

fn sowing(farmer: &Browser) -> RequestBuilder {
    farmer.request(Method::POST, SOWINGS).header("idempotency-key", "meena-first")
}

fn as_json(request: RequestBuilder, body: impl Into<Vec<u8>>) -> RequestBuilder {
    request.header(header::CONTENT_TYPE, "application/json").body(body.into())
}

/// Sends a request that must be refused and returns the problem.
async fn refuses(browser: &Browser, what: &str, request: RequestBuilder, status: u16, slug: &str) -> Value {
    let answer = browser.send(request).await;
    assert!(
        answer.status == status && answer.text().contains(slug),
        "{what}: {slug} ({status}) was expected, not {} {}",
        answer.status,
        answer.text()
    );
    answer.problem(status, slug)
}

fn padded(body: &str, length: usize) -> String {
    format!("{body}{}", " ".repeat(length - body.len()))
}

both_servers! {
    async fn a_sowing_of_an_unknown_crop_or_an_impossible_size(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (crop, size, slug, sentence) in [
            (r#""WHEAT""#, "1.25", "unknown-crop", SELECT_A_CROP),
            (r#""""#, "1.25", "unknown-crop", SELECT_A_CROP),
            (r#""GROUNDNUT\u0000""#, "1.25", "unknown-crop", SELECT_A_CROP),
            (r#""🥜""#, "1.25", "unknown-crop", SELECT_A_CROP),
            (r#""GROUNDNUT, PADDY""#, "1.25", "unknown-crop", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "0", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "-0.0", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "-1.25", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "-0.01", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "1.255", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "0.001", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "1e-7", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "10000.01", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "1e300", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "9223372036854775807", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "18446744073709551616", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "1.2500000000000000000001", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "10000.00000000000000001", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "125e-3", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, "1e-99999999999999999999", "invalid-field-size", SELECT_A_CROP),
            (r#""GROUNDNUT""#, r#""1.25""#, "field-size-not-a-number", NO_NUMBER),
            (r#""GROUNDNUT""#, r#""two""#, "field-size-not-a-number", NO_NUMBER),
            (r#""GROUNDNUT""#, r#""""#, "field-size-not-a-number", NO_NUMBER),
            (r#""GROUNDNUT""#, r#""NaN""#, "field-size-not-a-number", NO_NUMBER),
            (r#""GROUNDNUT""#, r#""1,25""#, "field-size-not-a-number", NO_NUMBER),
        ] {
            let body = format!(r#"{{"crop":{crop},"field_size_ha":{size}}}"#);
            let problem = refuses(&meena, &body, as_json(sowing(&meena), &*body), 422, slug).await;
            assert_eq!(problem["detail"], sentence, "{body}");
            let field = if slug == "unknown-crop" { "crop" } else { "field_size_ha" };
            assert_eq!(problem["field"], field, "{body}");
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_size_beyond_what_a_float_holds(grow) {
        let (meena, before) = newcomer(&grow).await;
        for size in ["1e400", "-1e400", "1e99999999999999999999", "0e400"] {
            let body = format!(r#"{{"crop":"GROUNDNUT","field_size_ha":{size}}}"#);
            let problem = refuses(&meena, &body, as_json(sowing(&meena), &*body), 422, "invalid-field-size").await;
            assert_eq!(problem["detail"], SELECT_A_CROP);
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_sowing_of_another_shape(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (body, slug, field) in [
            (r#"{"crop":"GROUNDNUT","field_size_ha":null}"#, "wrong-type", Some("field_size_ha")),
            (r#"{"crop":"GROUNDNUT","field_size_ha":true}"#, "wrong-type", Some("field_size_ha")),
            (r#"{"crop":"GROUNDNUT","field_size_ha":[1.25]}"#, "wrong-type", Some("field_size_ha")),
            (r#"{"crop":"GROUNDNUT","field_size_ha":{"ha":1.25}}"#, "wrong-type", Some("field_size_ha")),
            (r#"{"crop":null,"field_size_ha":1.25}"#, "wrong-type", Some("crop")),
            (r#"{"crop":11,"field_size_ha":1.25}"#, "wrong-type", Some("crop")),
            (r#"{"crop":["GROUNDNUT"],"field_size_ha":1.25}"#, "wrong-type", Some("crop")),
            (r#"{"crop":{"$ne":""},"field_size_ha":1.25}"#, "wrong-type", Some("crop")),
            ("null", "wrong-type", None),
            ("1.25", "wrong-type", None),
            (r#""GROUNDNUT""#, "wrong-type", None),
            ("{}", "missing-field", Some("crop")),
            (r#"{"crop":"GROUNDNUT"}"#, "missing-field", Some("field_size_ha")),
            (r#"{"field_size_ha":1.25}"#, "missing-field", Some("crop")),
            (
                r#"{"crop":"GROUNDNUT","field_size_ha":1.25,"email":"murugan@example.in"}"#,
                "unknown-field",
                Some("email"),
            ),
            (r#"{"crop":"GROUNDNUT","field_size_ha":1.25,"user_id":1}"#, "unknown-field", Some("user_id")),
            (r#"{"met":1e9,"crop":"GROUNDNUT","field_size_ha":1.25}"#, "unknown-field", Some("met")),
            (
                r#"{"crop":"GROUNDNUT","field_size_ha":1.25,"expected_yield_kg":9}"#,
                "unknown-field",
                Some("expected_yield_kg"),
            ),
            (r#"{"crop":"GROUNDNUT","field_size_ha":1.25,"__proto__":{}}"#, "unknown-field", Some("__proto__")),
            (r#"{"Crop":"GROUNDNUT","field_size_ha":1.25}"#, "unknown-field", Some("Crop")),
        ] {
            let problem = refuses(&meena, body, as_json(sowing(&meena), body), 422, slug).await;
            assert_eq!(problem["field"].as_str(), field, "{body}: {problem}");
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_member_twice(grow) {
        let (meena, before) = newcomer(&grow).await;
        for body in [
            r#"{"crop":"PADDY","crop":"GROUNDNUT","field_size_ha":1.25}"#,
            r#"{"crop":"GROUNDNUT","field_size_ha":1.25,"field_size_ha":1.25}"#,
        ] {
            let problem = refuses(&meena, body, as_json(sowing(&meena), body), 400, "duplicate-field").await;
            let field = problem["field"].as_str().unwrap();
            assert_eq!(problem["detail"], format!("The member '{field}' stands there twice."));
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_list_in_the_place_of_an_object(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (method, path, body) in [
            (Method::POST, SOWINGS, json!(["GROUNDNUT", 1.25])),
            (Method::POST, SOWINGS, json!([{ "crop": "GROUNDNUT", "field_size_ha": 1.25 }])),
            (Method::POST, SOWINGS, json!([])),
            (Method::PUT, "/api/v1/me/profile", json!(["98765", "Theni"])),
            (Method::PUT, "/api/v1/me/place", json!(["Theni"])),
            (Method::PUT, "/api/v1/me/npk", json!([1, 2, 3])),
            (Method::PUT, "/api/v1/me/known-crops/onion", json!([])),
        ] {
            let request = meena.request(method, path).header("idempotency-key", "meena-first").json(&body);
            refuses(&meena, &format!("{path} {body}"), request, 422, "wrong-type").await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_body_that_is_no_json(grow) {
        let (meena, before) = newcomer(&grow).await;
        let within = |size: &str| format!(r#"{{"crop":"GROUNDNUT","field_size_ha":{size}}}"#).into_bytes();
        let mut table = vec![
            Vec::new(),
            b"   ".to_vec(),
            b"{".to_vec(),
            b"crop=GROUNDNUT&field_size_ha=1.25".to_vec(),
            b"{'crop':'GROUNDNUT','field_size_ha':1.25}".to_vec(),
            GOOD_SOWING.replace('}', ",}").into_bytes(),
            format!("{GOOD_SOWING}{GOOD_SOWING}").into_bytes(),
            format!("{GOOD_SOWING} and more").into_bytes(),
            format!("\u{feff}{GOOD_SOWING}").into_bytes(),
            GOOD_SOWING.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            b"{\"crop\":\"GROUNDNUT\xff\",\"field_size_ha\":1.25}".to_vec(),
            b"{\"crop\":\"GROUND\nNUT\",\"field_size_ha\":1.25}".to_vec(),
            br#"{"crop":"\ud800","field_size_ha":1.25}"#.to_vec(),
        ];
        table.extend(["NaN", "Infinity", "-Infinity", "01", "1.", ".5", "+1", "0x10", "1.2.3", "1,25"].map(within));
        // Truncated after every byte.
        table.extend((1..GOOD_SOWING.len()).map(|length| GOOD_SOWING.as_bytes()[..length].to_vec()));
        for body in table {
            let what = String::from_utf8_lossy(&body).into_owned();
            refuses(&meena, &what, as_json(sowing(&meena), body), 400, "malformed-json").await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_body_that_is_too_long_or_too_deep(grow) {
        let (meena, before) = newcomer(&grow).await;
        let long_crop = |length: usize| format!(r#"{{"crop":"{}","field_size_ha":1.25}}"#, "x".repeat(length));
        for (what, body, status, slug) in [
            ("a byte too long", padded(GOOD_SOWING, 16 * 1024 + 1), 413, "body-too-large"),
            ("much too long", padded(GOOD_SOWING, 200_000), 413, "body-too-large"),
            ("a long crop", long_crop(16_000), 422, "unknown-crop"),
            ("too long a crop", long_crop(17_000), 413, "body-too-large"),
            ("deep lists", "[".repeat(16_000), 422, "wrong-type"),
            ("a deep crop", format!(r#"{{"crop":{}"#, r#"{"a":"#.repeat(3_000)), 422, "wrong-type"),
            ("a deep size", format!(r#"{{"field_size_ha":{}{}}}"#, "[".repeat(8_000), "]".repeat(8_000)), 422, "wrong-type"),
            ("a deep size that breaks off", format!(r#"{{"field_size_ha":{}"#, "[".repeat(16_000)), 400, "malformed-json"),
            ("a deep stranger", format!(r#"{{"x":{}"#, "[".repeat(16_000)), 422, "unknown-field"),
        ] {
            refuses(&meena, what, as_json(sowing(&meena), body), status, slug).await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
        let longest = as_json(sowing(&meena), padded(GOOD_SOWING, 16 * 1024));
        meena.send(longest).await.json(201);
    }

    async fn a_body_that_is_not_called_json(grow) {
        let (meena, before) = newcomer(&grow).await;
        for content_type in [
            "text/plain",
            "text/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/jsonp",
            "application/json-seq",
            "application/json, text/plain",
            "text/plain; application/json",
            "application/json; charset=utf-16",
            "application/json;Charset=\"ISO-8859-1\"",
            "application/json; charset=utf-8; charset=utf-16",
            "json",
            "",
        ] {
            let request = sowing(&meena).header(header::CONTENT_TYPE, content_type).body(GOOD_SOWING);
            refuses(&meena, content_type, request, 415, "not-json").await;
        }
        for coding in ["gzip", "br", "identity, gzip", "x"] {
            let request = as_json(sowing(&meena), GOOD_SOWING.to_owned()).header(header::CONTENT_ENCODING, coding);
            refuses(&meena, coding, request, 415, "not-json").await;
        }
        refuses(&meena, "no content type", sowing(&meena).body(GOOD_SOWING), 415, "not-json").await;
        refuses(&meena, "nothing at all", sowing(&meena), 415, "not-json").await;
        let odd = HeaderValue::from_bytes(b"application/json\xff").unwrap();
        refuses(&meena, "no text", sowing(&meena).header(header::CONTENT_TYPE, odd).body(GOOD_SOWING), 415, "not-json")
            .await;
        for (method, path) in [
            (Method::PUT, "/api/v1/me/profile"),
            (Method::PUT, "/api/v1/me/npk"),
            (Method::PUT, "/api/v1/me/place"),
            (Method::PUT, "/api/v1/me/known-crops/onion"),
        ] {
            let request = meena.request(method, path).header(header::CONTENT_TYPE, "text/plain").body("{}");
            refuses(&meena, path, request, 415, "not-json").await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
        for content_type in ["application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\"; x=y", "application/json;"] {
            let request = sowing(&meena).header(header::CONTENT_TYPE, content_type).body(GOOD_SOWING);
            meena.send(request.header(header::CONTENT_ENCODING, "identity")).await.json(201);
        }
    }

    async fn an_idempotency_key_that_is_none(grow) {
        let (meena, before) = newcomer(&grow).await;
        let ask = || as_json(meena.request(Method::POST, SOWINGS), GOOD_SOWING);
        refuses(&meena, "no key", ask(), 400, "idempotency-key-missing").await;
        for key in [
            &b""[..],
            b"7-chars",
            &[b'x'; 129],
            b"with a blank",
            b"with\ta tab",
            b"key-\xc3\xa9\xc3\xa9\xc3\xa9",
            b"key-\xff\xfe\xfd",
        ] {
            let request = ask().header("idempotency-key", HeaderValue::from_bytes(key).unwrap());
            refuses(&meena, &String::from_utf8_lossy(key), request, 400, "idempotency-key-invalid").await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
        for key in ["8--chars", &*"x".repeat(128)] {
            meena.sow(key, "GROUNDNUT", 1.25).await;
        }
        let before = stored(&grow, &meena).await;
        for body in [r#"{"crop":"GROUNDNUT","field_size_ha":1.26}"#, r#"{"crop":"PADDY","field_size_ha":1.25}"#] {
            let reused = as_json(meena.request(Method::POST, SOWINGS).header("idempotency-key", "8--chars"), body);
            refuses(&meena, "a reused key", reused, 422, "idempotency-key-reused").await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_request_without_a_session(grow) {
        let (meena, before) = newcomer(&grow).await;
        let token = meena.cookie("grow_session").unwrap();
        for cookie in [
            None,
            Some(String::new()),
            Some("grow_session".to_owned()),
            Some("grow_session=".to_owned()),
            Some("grow_session=garbage".to_owned()),
            Some(format!("grow_session={}", "x".repeat(8_000))),
            Some(format!("grow_session=\"{token}\"")),
            Some(format!("GROW_SESSION={token}")),
            Some(format!("__Host-grow_session={token}")),
            Some(format!("grow_login={token}")),
            Some("=; ;;; grow_session=' OR 1=1 --".to_owned()),
        ] {
            let stranger = grow.guest();
            let mut request = as_json(sowing(&stranger), GOOD_SOWING);
            if let Some(cookie) = &cookie {
                request = request.header(header::COOKIE, cookie);
            }
            refuses(&stranger, cookie.as_deref().unwrap_or("no cookie"), request, 401, "not-signed-in").await;
        }
        let odd = HeaderValue::from_bytes(b"grow_session=\xff\xfe").unwrap();
        let request = as_json(sowing(&grow.guest()), GOOD_SOWING).header(header::COOKIE, odd);
        refuses(&grow.guest(), "no text", request, 401, "not-signed-in").await;
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_change_that_another_site_sends(grow) {
        let (meena, before) = newcomer(&grow).await;
        let own = format!("http://{}", grow.address);
        let lookalike = format!("{own}.evil.example");
        for (site, origin) in [
            (Some("cross-site"), None),
            (Some("cross-site"), Some(&*own)),
            (Some("same-site"), None),
            (Some("same-site"), Some(&own)),
            (Some("SAME-ORIGIN "), None),
            (Some(""), None),
            (None, Some("https://evil.example")),
            (None, Some("null")),
            (None, Some("")),
            (None, Some("http://127.0.0.1:1")),
            (None, Some(&lookalike)),
        ] {
            for (method, path, body) in [
                (Method::POST, SOWINGS, GOOD_SOWING),
                (Method::PUT, "/api/v1/me/profile", r#"{"number":"98765 43210","place":"Theni"}"#),
                (Method::PUT, "/api/v1/me/npk", r#"{"n":1,"p":2,"k":3}"#),
                (Method::PUT, "/api/v1/me/place", r#"{"place":"Theni"}"#),
                (Method::PUT, "/api/v1/me/known-crops/onion", "{}"),
                (Method::PUT, "/api/v1/me/land", r#"{"land_ha":2.5}"#),
                (Method::PUT, "/api/v1/me/water", r#"{"water":"rain_only"}"#),
                (Method::PUT, "/api/v1/me/soil", r#"{"soil":"light"}"#),
                (Method::PUT, "/api/v1/me/last-crop", r#"{"last_crop":"wheat"}"#),
                (Method::POST, "/api/v1/me/intentions", GOOD_SOWING),
                (Method::PATCH, "/api/v1/me/sowings/0", r#"{"outcome":"failed"}"#),
                (Method::DELETE, "/api/v1/me/known-crops/onion", "{}"),
                (Method::DELETE, "/api/v1/session", "{}"),
            ] {
                let request =
                    as_json(meena.request(method.clone(), path).header("idempotency-key", "meena-first"), body);
                let request = site.into_iter().fold(request, |request, site| request.header("sec-fetch-site", site));
                let request =
                    origin.into_iter().fold(request, |request, origin| request.header(header::ORIGIN, origin));
                let what = format!("{method} {path} from {site:?} {origin:?}");
                refuses(&meena, &what, request, 403, "foreign-origin").await;
            }
        }
        assert_eq!(stored(&grow, &meena).await, before);
        for (name, value) in [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none"), ("origin", &own)] {
            meena.send(as_json(sowing(&meena), GOOD_SOWING).header(name, value)).await.json(201);
        }
        let read = meena.request(Method::GET, "/api/v1/demand").header("sec-fetch-site", "cross-site");
        meena.send(read).await.json(200);
    }

    async fn an_address_that_is_none(grow) {
        let (meena, before) = newcomer(&grow).await;
        for path in [
            "/api/v1",
            "/api/v1/",
            "/api/v2/demand",
            "/api/v1/nothing",
            "/api/v1/demand/",
            "/api/v1/me/",
            "/api/v1/me/sowings/",
            "/api/v1/me/recommendations",
            "/api/v1/farmers/meena@example.in",
            "/api/v1/%2e%2e/nothing",
        ] {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                let what = format!("{method} {path}");
                refuses(&meena, &what, as_json(meena.request(method, path), GOOD_SOWING), 404, "not-found").await;
            }
        }
        for id in ["0", "not-an-id", "019774a2-0000-7000-8000-000000000000", "%00", "..%2F..%2Fsession"] {
            for path in [format!("{SOWINGS}/{id}"), format!("/api/v1/me/intentions/{id}")] {
                refuses(&meena, &path, meena.request(Method::DELETE, &path), 404, "not-found").await;
            }
            for (method, path, body) in [
                (Method::PATCH, format!("{SOWINGS}/{id}"), r#"{"outcome":"failed"}"#),
                (Method::POST, format!("/api/v1/me/intentions/{id}/sowing"), "{}"),
            ] {
                refuses(&meena, &path, as_json(meena.request(method, &path), body), 404, "not-found").await;
            }
        }
        for crop in ["wheat", "%00", "groundnut%2C%20onion"] {
            for path in [format!("/api/v1/me/known-crops/{crop}"), format!("/api/v1/crops/{crop}")] {
                let method = if path.contains("/me/") { Method::PUT } else { Method::GET };
                let problem =
                    refuses(&meena, &path, as_json(meena.request(method, &path), "{}"), 404, "unknown-crop").await;
                assert_eq!(problem["detail"], "Select a valid crop.");
            }
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn an_address_that_is_no_text(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (method, path, slug) in [
            (Method::GET, "/api/v1/crops/%FF", "unknown-crop"),
            (Method::PUT, "/api/v1/me/known-crops/%FF", "unknown-crop"),
            (Method::DELETE, "/api/v1/me/known-crops/%FF", "unknown-crop"),
            (Method::DELETE, "/api/v1/me/sowings/%FF", "not-found"),
        ] {
            refuses(&meena, path, meena.request(method, path).json(&json!({})), 404, slug).await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn the_api_itself_is_no_page_of_the_app(grow) {
        for path in ["/api", "/api/"] {
            refuses(&grow.guest(), path, grow.guest().request(Method::GET, path), 404, "not-found").await;
        }
    }

    async fn a_method_that_an_address_does_not_take(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (path, methods, allowed) in [
            ("/api/v1/session", [Method::POST, Method::PUT, Method::PATCH], "GET,HEAD,DELETE"),
            ("/api/v1/demand", [Method::POST, Method::DELETE, Method::OPTIONS], "GET,HEAD"),
            ("/api/v1/demand.csv", [Method::POST, Method::PUT, Method::PATCH], "GET,HEAD"),
            ("/api/v1/demand/events", [Method::POST, Method::PUT, Method::PATCH], "GET,HEAD"),
            ("/api/v1/crops", [Method::POST, Method::PUT, Method::DELETE], "GET,HEAD"),
            ("/api/v1/privacy-notice", [Method::POST, Method::PUT, Method::DELETE], "GET,HEAD"),
            ("/api/v1/me", [Method::GET, Method::POST, Method::PUT], "DELETE"),
            ("/api/v1/me/consent", [Method::POST, Method::PATCH, Method::OPTIONS], "GET,HEAD,PUT,DELETE"),
            ("/api/v1/me/export", [Method::POST, Method::PUT, Method::DELETE], "GET,HEAD"),
            ("/api/v1/me/export.csv", [Method::POST, Method::PUT, Method::DELETE], "GET,HEAD"),
            ("/api/v1/me/profile", [Method::POST, Method::PATCH, Method::DELETE], "GET,HEAD,PUT"),
            ("/api/v1/me/npk", [Method::GET, Method::POST, Method::DELETE], "PUT"),
            ("/api/v1/me/place", [Method::GET, Method::POST, Method::DELETE], "PUT"),
            ("/api/v1/me/known-crops/onion", [Method::GET, Method::POST, Method::PATCH], "DELETE,PUT"),
            ("/api/v1/me/sowings", [Method::PUT, Method::PATCH, Method::DELETE], "GET,HEAD,POST"),
            ("/api/v1/me/sowings/0", [Method::GET, Method::PUT, Method::POST], "PATCH,DELETE"),
            ("/api/v1/me/land", [Method::GET, Method::POST, Method::DELETE], "PUT"),
            ("/api/v1/me/units", [Method::GET, Method::POST, Method::DELETE], "PUT"),
            ("/api/v1/me/water", [Method::GET, Method::POST, Method::DELETE], "PUT"),
            ("/api/v1/me/soil", [Method::GET, Method::POST, Method::DELETE], "PUT"),
            ("/api/v1/me/intentions", [Method::PUT, Method::PATCH, Method::DELETE], "GET,HEAD,POST"),
            ("/api/v1/me/intentions/0", [Method::GET, Method::PUT, Method::PATCH], "DELETE"),
            ("/api/v1/me/intentions/0/sowing", [Method::GET, Method::PUT, Method::DELETE], "POST"),
            ("/api/v1/me/recommendations/known-crops", [Method::POST, Method::PUT, Method::DELETE], "GET,HEAD"),
        ] {
            for method in methods {
                let answer = meena.send(as_json(meena.request(method.clone(), path), GOOD_SOWING)).await;
                answer.problem(405, "method-not-allowed");
                let mut told: Vec<_> = answer.header(header::ALLOW).split(',').collect();
                let mut allowed: Vec<_> = allowed.split(',').collect();
                told.sort_unstable();
                allowed.sort_unstable();
                assert_eq!(told, allowed, "{method} {path}");
            }
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_query_that_cannot_be_read(grow) {
        let (meena, before) = newcomer(&grow).await;
        for query in [
            "limit=0",
            "limit=101",
            "limit=256",
            "limit=-1",
            "limit=1.5",
            "limit=many",
            "limit=",
            "limit=1&limit=2",
            "cursor=",
            "cursor=next",
            "cursor=%FF",
            "page=2",
            "email=murugan@example.in",
        ] {
            let path = format!("{SOWINGS}?{query}");
            refuses(&meena, &path, meena.request(Method::GET, &path), 400, "malformed-query").await;
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_record_that_cannot_be(grow) {
        let (meena, before) = newcomer(&grow).await;
        let (long_number, long_place) = ("9".repeat(33), "x".repeat(201));
        for (path, body, slug, field, sentence) in [
            ("profile", json!({ "number": "", "place": "Theni" }), "profile-incomplete", "number", BOTH_FIELDS),
            ("profile", json!({ "number": "98765 43210", "place": " \t" }), "profile-incomplete", "place", BOTH_FIELDS),
            ("profile", json!({ "number": long_number, "place": "Theni" }), "invalid-number", "number", PHONE_NUMBER),
            ("profile", json!({ "number": "hello", "place": "Theni" }), "invalid-number", "number", PHONE_NUMBER),
            ("profile", json!({ "number": "98\u{7}765", "place": "Theni" }), "invalid-number", "number", ""),
            ("profile", json!({ "number": "98765 43210", "place": long_place }), "invalid-place", "place", ""),
            ("profile", json!({ "number": "98765 43210", "place": "Theni\u{0}" }), "invalid-place", "place", ""),
            ("profile", json!({ "number": 98765, "place": "Theni" }), "wrong-type", "number", ""),
            ("profile", json!({ "number": "98765 43210", "place": null }), "wrong-type", "place", ""),
            ("profile", json!({ "number": "98765 43210" }), "missing-field", "place", ""),
            ("profile", json!({ "number": "98765 43210", "place": "Theni", "mailid": [] }), "unknown-field", "mailid", ""),
            ("profile", json!({ "number": "98765 43210", "place": "Theni", "email": "x@y.z" }), "unknown-field", "email", ""),
            ("place", json!({ "place": long_place }), "invalid-place", "place", ""),
            ("place", json!({ "place": "Theni\nCumbum" }), "invalid-place", "place", ""),
            ("place", json!({ "place": ["Theni"] }), "wrong-type", "place", ""),
            ("place", json!({}), "missing-field", "place", ""),
            ("place", json!({ "place": "Theni", "number": "98765 43210" }), "unknown-field", "number", ""),
            ("npk", json!({ "n": -1, "p": 0, "k": 0 }), "invalid-npk", "n", ""),
            ("npk", json!({ "n": 0, "p": 2000.001, "k": 0 }), "invalid-npk", "p", ""),
            ("npk", json!({ "n": 0, "p": 0, "k": 0.0001 }), "invalid-npk", "k", ""),
            ("npk", json!({ "n": "12", "p": 0, "k": 0 }), "invalid-npk", "n", ""),
            ("npk", json!({ "n": true, "p": 0, "k": 0 }), "wrong-type", "n", ""),
            ("npk", json!({ "n": 0, "p": [0], "k": 0 }), "wrong-type", "p", ""),
            ("npk", json!({ "n": 0, "p": 0 }), "missing-field", "k", ""),
            ("npk", json!({ "n": 0, "p": 0, "k": 0, "ph": 7 }), "unknown-field", "ph", ""),
            ("land", json!({ "land_ha": 0 }), "land", "land_ha", LAND),
            ("land", json!({ "land_ha": -1 }), "land", "land_ha", LAND),
            ("land", json!({ "land_ha": 0.001 }), "land", "land_ha", LAND),
            ("land", json!({ "land_ha": 10_000.01 }), "land", "land_ha", LAND),
            ("land", json!({ "land_ha": "two" }), "land", "land_ha", LAND),
            ("land", json!({ "land_ha": true }), "wrong-type", "land_ha", ""),
            ("land", json!({}), "missing-field", "land_ha", ""),
            ("land", json!({ "land_ha": 1, "land_m2": 2 }), "unknown-field", "land_m2", ""),
            ("water", json!({ "water": "sometimes" }), "unknown-water", "water", WATER),
            ("water", json!({ "water": "All season" }), "unknown-water", "water", WATER),
            ("water", json!({ "water": "" }), "unknown-water", "water", WATER),
            ("water", json!({ "water": 2 }), "wrong-type", "water", ""),
            ("water", json!({}), "missing-field", "water", ""),
            ("water", json!({ "water": null, "soil": null }), "unknown-field", "soil", ""),
            ("soil", json!({ "soil": "red" }), "unknown-soil", "soil", SOIL),
            ("soil", json!({ "soil": ["light"] }), "wrong-type", "soil", ""),
            ("soil", json!({}), "missing-field", "soil", ""),
            ("last-crop", json!({ "last_crop": "roses" }), "unknown-last-crop", "last_crop", LAST_CROP),
            ("last-crop", json!({ "last_crop": "" }), "unknown-last-crop", "last_crop", LAST_CROP),
            ("last-crop", json!({ "last_crop": "x".repeat(5_000) }), "unknown-last-crop", "last_crop", LAST_CROP),
            ("last-crop", json!({ "last_crop": 7 }), "wrong-type", "last_crop", ""),
            ("last-crop", json!({}), "missing-field", "last_crop", ""),
            ("consent", json!({ "version": 0, "language": "en" }), "notice-outdated", "version", ""),
            ("consent", json!({ "version": 10, "language": "en" }), "notice-outdated", "version", ""),
            ("consent", json!({ "version": 9, "language": "EN" }), "unknown-language", "language", ""),
            ("consent", json!({ "version": "1", "language": "en" }), "wrong-type", "version", ""),
            ("consent", json!({ "version": -1, "language": "en" }), "wrong-type", "version", ""),
            ("consent", json!({ "version": 9 }), "missing-field", "language", ""),
            ("consent", json!({ "version": 9, "language": "en", "given_at": 0 }), "unknown-field", "given_at", ""),
            ("language", json!({ "language": "tlh" }), "unknown-language", "language", ""),
            ("language", json!({ "language": null }), "wrong-type", "language", ""),
            ("language", json!({}), "missing-field", "language", ""),
            ("known-crops/onion", json!({ "crop": "paddy" }), "unknown-field", "crop", ""),
            ("known-crops/onion", json!({ "email": "murugan@example.in" }), "unknown-field", "email", ""),
        ] {
            let what = format!("{path} {body}");
            let request = meena.request(Method::PUT, &format!("/api/v1/me/{path}")).json(&body);
            let problem = refuses(&meena, &what, request, 422, slug).await;
            assert_eq!(problem["field"], field, "{what}");
            assert!(sentence.is_empty() || problem["detail"] == sentence, "{what}: {problem}");
        }
        refuses(&meena, "no body", meena.request(Method::PUT, "/api/v1/me/land"), 415, "not-json").await;
        let problem = meena.delete("/api/v1/me/known-crops/onion").await.problem(404, "no-farmer-record");
        assert_eq!(problem["detail"], "Document doesn't exist. No crop to remove.");
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_deletion_that_nobody_meant(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (body, slug, field) in [
            (json!({ "confirmation": "" }), "not-confirmed", "confirmation"),
            (json!({ "confirmation": "delete" }), "not-confirmed", "confirmation"),
            (json!({ "confirmation": "DELETE " }), "not-confirmed", "confirmation"),
            (json!({ "confirmation": true }), "wrong-type", "confirmation"),
            (json!({}), "missing-field", "confirmation"),
            (json!({ "confirmation": "DELETE", "email": "murugan@example.in" }), "unknown-field", "email"),
        ] {
            let request = meena.request(Method::DELETE, "/api/v1/me").json(&body);
            let problem = refuses(&meena, &body.to_string(), request, 422, slug).await;
            assert_eq!(problem["field"], field);
        }
        refuses(&meena, "no body", meena.request(Method::DELETE, "/api/v1/me"), 415, "not-json").await;
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_body_that_breaks_off_on_the_way(grow) {
        let (meena, before) = newcomer(&grow).await;
        for (length, body) in [(100, GOOD_SOWING), (100, "")] {
            let mut wire = Wire::connect(&grow).await.unwrap();
            wire.send(format!(
                "POST {SOWINGS} HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={}\r\nidempotency-key: meena-first\r\n\
                 content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}",
                meena.cookie("grow_session").unwrap(),
            ))
            .await;
            wire.fall_silent().await;
            let answer = wire.rest().await;
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{length}: {answer}");
            assert!(answer.is_empty() || answer.contains(r#""type":"malformed-json""#), "{length}: {answer}");
        }
        assert_eq!(stored(&grow, &meena).await, before);
    }

    async fn a_body_of_unknown_length_that_never_ends(grow) {
        let (meena, before) = newcomer(&grow).await;
        let mut wire = Wire::connect(&grow).await.unwrap();
        wire.send(format!(
            "POST {SOWINGS} HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={}\r\nidempotency-key: meena-first\r\n\
             content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
            meena.cookie("grow_session").unwrap(),
        ))
        .await;
        for _ in 0..5 {
            wire.send(format!("1000\r\n{}\r\n", " ".repeat(0x1000))).await;
        }
        let head = wire.head().await;
        assert!(head.starts_with("HTTP/1.1 413 Payload Too Large\r\n"), "{head}");
        assert!(head.contains("content-type: application/problem+json\r\n"), "{head}");
        assert_eq!(stored(&grow, &meena).await, before);
    }
}

//! 'The server writes language, preloads for the route's chunks, and the first API answer into the page; static heading
//! and navigation are in the first HTML.' Skipped if the server was built without the app.

use crate::answer::Answer;
use crate::both_servers;
use crate::grow::{Grow, met};
use grow_server::{Config, OidcClient};
use grow_store::testing;
use grow_store::{Identity, NewSession, TokenHash, User};
use http::{Method, header};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

async fn has_app(grow: &Grow) -> bool {
    grow.guest().get("/").await.status == 200
}

/// Returns the text between two marks, up to the first occurrence of the second.
#[track_caller]
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after} after {before}")).0
}

#[track_caller]
fn answers(page: &Answer) -> Value {
    assert_eq!(page.text().matches("id=\"answers\"").count(), 1);
    serde_json::from_str(between(page.text(), "<script type=\"application/json\" id=\"answers\">", "</script>"))
        .unwrap()
}

fn heading(page: &Answer) -> &str {
    between(page.text(), "<h1", "</h1>").split_once('>').unwrap().1
}

both_servers! {
    async fn a_guest_gets_the_screen_that_the_address_leads_to(grow) {
        let guest = grow.guest();
        for (path, title) in [
            ("/", "Welcome Guest"),
            ("/demand", "Welcome Guest"),
            ("/npk", "Welcome Guest"),
            ("/no/such/screen", "Welcome Guest"),
            ("/login", "Farmer Login"),
            ("/login?error=x", "Farmer Login"),
            ("/ppt", "Presentation"),
        ] {
            if !has_app(&grow).await {
                break;
            }
            let page = guest.get(path).await;
            assert_eq!(heading(&page), title, "{path}");
            assert_eq!(between(page.text(), "<title>", "</title>"), format!("{title} · Grow"), "{path}");
            assert!(page.text().contains("<html lang=\"en\""), "{path}");
            assert!(page.text().contains(">Total Demand</a>"), "{path}");
            assert_eq!(page.text().contains(">Sign In</a>"), title != "Farmer Login", "{path}");
            assert_eq!(answers(&page)["session"], json!({ "user": null }), "{path}");
            assert_eq!(answers(&page)["sign_in"], json!({ "provider": "Google", "is_google": true }), "{path}");
            assert_eq!(answers(&page)["demand"].is_object(), title == "Welcome Guest", "{path}");
        }
    }

    async fn the_overview_in_the_page_is_that_of_the_api_and_of_the_stream(grow) {
        let meena = grow.farmer("meena").await;
        if has_app(&grow).await {
            for sowing in 0..3 {
                for reader in [grow.guest(), grow.farmer("murugan").await] {
                    let page = answers(&reader.get("/demand").await);
                    assert_eq!(page["demand"]["overview"], grow.demand().await);
                    let mut stream = grow.guest().watch_after(page["demand"]["event"].as_str().unwrap()).await;
                    let before = met(&page["demand"]["overview"], "groundnut");
                    let kilograms = meena.sow(&format!("sowing-{sowing}-{}", before.0), "groundnut", 1.0).await;
                    let kilograms = kilograms["expected_yield_kg"].as_i64().unwrap();
                    // The next page contains the acknowledged write, and the stream continues from it.
                    let page = answers(&reader.get("/demand").await);
                    assert_eq!(met(&page["demand"]["overview"], "groundnut").0, before.0 + kilograms);
                    let event = stream.next().await;
                    assert_eq!((event.kind.as_str(), event.id.as_str()), ("change", page["demand"]["event"].as_str().unwrap()));
                }
            }
            let state = answers(&grow.guest().get("/demand?region=IN-TN").await);
            assert_eq!((&state["session"], state.get("demand")), (&json!({ "user": null }), None), "the app asks for that of a state");
        }
        let mut all = grow.guest().watch_after("2026-1-1").await;
        assert_eq!(all.next().await.kind, "overview");
        grow.guest().get("/api/v1/demand/events?before=1").await.problem(400, "malformed-query");
    }

    async fn the_sign_in_button_in_the_page_is_googles_for_the_development_sign_in(grow) {
        if has_app(&grow).await {
            let page = grow.guest().get("/login").await;
            assert!(page.text().contains("Sign in with Google"));
            assert!(page.text().contains("data-mark=\"google\""));
        }
    }

    async fn a_guests_page_is_confirmed_until_the_figures_change(grow) {
        if has_app(&grow).await {
            let (guest, meena) = (grow.guest(), grow.farmer("meena").await);
            for path in ["/demand", "/login"] {
                let first = guest.get(path).await;
                assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
                let again = || guest.request(Method::GET, path).header(header::IF_NONE_MATCH, first.header(header::ETAG));
                guest.send(again()).await.is_empty(304);
                meena.sow(&format!("a-sowing-of{}", path.replace('/', "-")), "onion", 1.0).await;
                assert_eq!(guest.send(again()).await.status, if path == "/demand" { 200 } else { 304 }, "{path}");
            }
            let known = guest.get("/demand").await;
            let request = meena.request(Method::GET, "/demand").header(header::IF_NONE_MATCH, known.header(header::ETAG));
            assert_eq!(answers(&meena.send(request).await)["session"]["user"]["email"], "meena@example.in");
        }
    }

    async fn a_farmers_page_is_theirs_and_kept_nowhere(grow) {
        if has_app(&grow).await {
            let meena = grow.farmer("meena").await;
            for path in ["/", "/login", "/dashboard", "/npk", "/demand", "/crop-detail/redGram", "/no/such/screen"] {
                let page = meena.get(path).await;
                assert_eq!(page.header(header::CACHE_CONTROL), "no-store", "{path}");
                assert_eq!(page.header(header::ETAG), "", "{path}");
                assert_eq!(answers(&page)["session"], meena.get("/api/v1/session").await.json(200), "{path}");
                assert_eq!(answers(&page)["demand"].is_object(), path == "/demand", "{path}");
                assert!(!page.text().contains(">Sign In</a>") || path == "/demand", "{path}");
            }
            let token = meena.cookie("grow_session").unwrap();
            meena.delete("/api/v1/session").await.is_empty(204);
            meena.put_cookie("grow_session", &token);
            let page = meena.get("/npk").await;
            assert_eq!((heading(&page), &answers(&page)["session"]["user"]), ("Welcome Guest", &Value::Null));
        }
    }

    async fn the_shell_of_a_language_belongs_to_nobody_and_is_confirmed(grow) {
        let meena = grow.farmer("meena").await;
        for language in ["en", "hi", "ta"] {
            if !has_app(&grow).await {
                break;
            }
            let path = format!("/shell/{language}");
            let shell = meena.get(&path).await;
            assert!(shell.text().contains(&format!("<html lang=\"{language}\"")), "{language}");
            assert_eq!(answers(&shell), json!({ "sign_in": { "provider": "Google", "is_google": true } }));
            assert_eq!(shell.header(header::CACHE_CONTROL), "no-cache");
            assert!(shell.header(header::CONTENT_SECURITY_POLICY).contains("trusted-types grow-service-worker"));
            let again = meena.request(Method::GET, &path).header(header::IF_NONE_MATCH, shell.header(header::ETAG));
            meena.send(again).await.is_empty(304);
        }
        if has_app(&grow).await {
            assert_eq!(meena.get("/shell/tlh").await.status, 404);
        }
    }

    async fn a_name_with_markup_is_escaped_in_the_page(grow) {
        if has_app(&grow).await {
            let name = "</script><script>alert(1)</script><!--\u{2028}\u{2029}&amp;\"";
            let user = User { display_name: name.to_owned(), photo_url: Some(name.to_owned()), email: name.to_owned() };
            let identity = Identity { issuer: "https://issuer".to_owned(), subject: "1".to_owned(), user, email_verified: true };
            let session = NewSession { token: TokenHash::of("a-token"), id: Uuid::from_u128(2), device: None, replaces: None };
            grow.store.sign_in(identity, session, Uuid::from_u128(1), grow.clock.now()).await.unwrap();
            let browser = grow.guest();
            browser.put_cookie("grow_session", "a-token");
            for path in ["/dashboard", "/demand"] {
                let page = browser.get(path).await;
                assert_eq!(answers(&page)["session"]["user"]["display_name"], name, "{path}");
                assert!(!page.text().contains("alert(1)</script>"), "{path}");
            }
        }
    }

    async fn a_page_names_files_that_are_there_and_its_own_styles(grow) {
        let (guest, meena) = (grow.guest(), grow.farmer("meena").await);
        if has_app(&grow).await {
            for (browser, path) in [(&guest, "/demand"), (&guest, "/login"), (&guest, "/ppt"), (&meena, "/dashboard"), (&meena, "/npk")] {
                let page = browser.get(path).await;
                let files = page.files();
                assert!(files.iter().filter(|file| file.contains(".js")).count() >= 4, "{path}: {files:?}");
                for file in files {
                    assert_eq!(guest.get(file).await.status, 200, "{file} of {path}");
                }
                let policy = page.header(header::CONTENT_SECURITY_POLICY);
                for (inlined, begin, end) in
                    [("style-src", "<style>", "</style>"), ("script-src", "<script type=\"importmap\">", "</script>")]
                {
                    let hash = base64(&Sha256::digest(between(page.text(), begin, end)));
                    assert!(policy.contains(&format!("{inlined} 'self' 'sha256-{hash}'")), "{path}: {policy}");
                }
                assert!(!page.text().contains("<!--"), "{path}: a place was left empty");
            }
            assert_eq!(guest.get("/pages/index.json").await.status, 404, "no page without its answers");
            assert_eq!(guest.get("/robots.txt").await.status, 200);
        }
    }

    async fn a_page_is_packed_and_unpacks_to_itself(grow) {
        if has_app(&grow).await {
            for browser in [grow.guest(), grow.farmer("meena").await] {
                let plain = browser.get("/demand").await;
                let request = browser.request(Method::GET, "/demand").header(header::ACCEPT_ENCODING, "gzip, br");
                let packed = browser.send(request).await;
                assert_eq!(packed.header(header::CONTENT_ENCODING), "gzip");
                let mut text = Vec::new();
                std::io::copy(&mut flate2::read::GzDecoder::new(&packed.body[..]), &mut text).unwrap();
                assert_eq!(text, plain.body);
                // Ten packets of 1,460 bytes, TCP's initial congestion window, less the head.
                assert!(packed.body.len() < 14_000, "{} bytes", packed.body.len());
            }
        }
    }
}

#[tokio::test]
async fn the_sign_in_button_names_the_issuer_that_it_leads_to() {
    for (name, provider, in_html) in
        [(None, "127.0.0.1", "127.0.0.1"), (Some("Kisan's <ID>"), "Kisan's <ID>", "Kisan's &lt;ID&gt;")]
    {
        let oidc = OidcClient {
            issuer: "http://127.0.0.1:9".to_owned(),
            name: name.map(|name| name.parse().unwrap()),
            client_id: "grow".to_owned(),
            client_secret: None,
        };
        let grow = Grow::serve_with(testing::sqlite().await, |config| Config { oidc: Some(oidc), ..config }).await;
        let told = grow.guest().get("/api/v1/sign-in").await.json(200);
        assert_eq!(told, json!({ "provider": provider, "is_google": false }));
        if has_app(&grow).await {
            let page = grow.guest().get("/login").await;
            assert_eq!(answers(&page)["sign_in"], told);
            assert!(page.text().contains(&format!(">Sign in with {in_html}</")), "{}", page.text());
            assert!(!page.text().contains("data-mark=\"google\""));
        }
        grow.stop().await;
    }
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::prelude::BASE64_STANDARD.encode(bytes)
}

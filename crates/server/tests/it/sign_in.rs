//! 'The real OIDC code flow (PKCE, state, nonce, one-use login row) against the development identity provider at
//! `/dev-idp`, over HTTP.'

use crate::answer::Answer;
use crate::both_servers;
use crate::browser::Browser;
use crate::grow::Grow;
use crate::languages::said;
use grow_domain::Language;
use grow_server::{Config, DevelopmentSignIn};
use grow_store::{both_stores, testing};
use http::{Method, header};
use jiff::SignedDuration;
use std::collections::BTreeMap;
use url::Url;

/// Follows a sign-in from the button through the provider and returns the callback's address.
pub(crate) async fn way_to_the_callback(browser: &Browser, query: &str) -> String {
    let provider = browser.get(&format!("/auth/start?{query}")).await;
    browser.get(provider.location()).await.location().to_owned()
}

/// Asserts that nobody was signed in and that the sign-in screen gets this error code.
async fn refused(browser: &Browser, callback: &str, code: &str) {
    let answer = browser.get(callback).await;
    assert_eq!(answer.location(), format!("/login?error={code}"));
    assert_eq!(browser.cookie("grow_session"), None);
    assert_eq!(browser.signed_in_as().await, None);
}

/// Values of `next` that a browser, a script or a proxy might take for an address outside the app.
const STRAY_WAYS_ON: [&str; 50] = [
    "https://evil.example",
    "http://evil.example/",
    "HTTPS://EVIL.EXAMPLE",
    "https:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "//evil.example/%2e%2e",
    "//evil.example@grow.example",
    "//grow.example@evil.example",
    "//user:password@evil.example",
    "//evil.example:443/",
    "//[::1]/",
    "//127.0.0.1.evil.example",
    "//%65vil.example",
    "//ev\u{131}l.example",
    "\\evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\\/evil.example",
    "/dashboard\\..\\..\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "/\u{0}/evil.example",
    "/\u{a0}/evil.example",
    "/\u{3000}/evil.example",
    "/\u{ff0f}evil.example",
    "\u{feff}//evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/dashboard/..//evil.example",
    "/%2e//evil.example",
    "/%2E%2e//evil.example",
    "/dashboard/%2e%2e//evil.example",
    "/\r\nlocation: https://evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "evil.example",
    ".evil.example",
    "@evil.example",
    "/auth/start?next=//evil.example",
];

const MEENA: &str = "login_hint=meena@example.in";

both_servers! {
    async fn the_browser_is_sent_with_pkce_state_and_nonce_and_brings_back_a_code(grow) {
        let browser = grow.guest();
        let answer = browser.get(&format!("/auth/start?{MEENA}")).await;
        let provider: Url = answer.location().parse().unwrap();
        let asked: BTreeMap<_, _> = provider.query_pairs().into_owned().collect();
        assert_eq!(provider.path(), "/dev-idp/authorize");
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["scope"], "openid profile email");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert_eq!(asked["redirect_uri"], format!("http://{}/auth/callback", grow.address));
        for secret in ["code_challenge", "state", "nonce"] {
            assert_eq!(asked[secret].len(), 43, "{secret}: 256 bits");
        }
        let binding = browser.cookie("grow_login").unwrap();
        let cookie = format!("grow_login={binding}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax");
        assert_eq!(answer.header(header::SET_COOKIE), cookie);

        let answer = browser.get(provider.as_str()).await;
        let callback: Url = answer.location().parse().unwrap();
        let brought: BTreeMap<_, _> = callback.query_pairs().into_owned().collect();
        assert_eq!(brought.keys().collect::<Vec<_>>(), ["code", "state"], "and no token");
        assert_eq!(brought["state"], asked["state"]);
    }

    async fn a_state_from_another_browser_is_refused(grow) {
        let meena = grow.guest();
        let callback = way_to_the_callback(&meena, MEENA).await;
        let (stranger, other) = (grow.guest(), grow.guest());
        refused(&stranger, &callback, "auth/invalid-user-token").await;
        way_to_the_callback(&other, "login_hint=murugan@example.in").await;
        refused(&other, &callback, "auth/invalid-user-token").await;
        assert_eq!(meena.get(&callback).await.location(), "/dashboard", "nor can they spoil it");
        assert_eq!(meena.signed_in_as().await.as_deref(), Some("meena@example.in"));
    }

    async fn a_replayed_callback_is_refused(grow) {
        let meena = grow.guest();
        let callback = way_to_the_callback(&meena, MEENA).await;
        let binding = meena.cookie("grow_login").unwrap();
        assert_eq!(meena.get(&callback).await.location(), "/dashboard");
        let copy = grow.guest();
        copy.put_cookie("grow_login", &binding);
        refused(&copy, &callback, "auth/invalid-user-token").await;
        assert_eq!(meena.get(&callback).await.location(), "/login?error=auth/invalid-user-token");
        assert!(meena.signed_in_as().await.is_some(), "who is signed in stays so");
    }

    async fn a_sign_in_may_take_ten_minutes(grow) {
        let in_time = grow.guest();
        let provider = in_time.get(&format!("/auth/start?{MEENA}")).await;
        grow.clock.advance(SignedDuration::from_mins(10));
        let callback = in_time.get(provider.location()).await;
        assert_eq!(in_time.get(callback.location()).await.location(), "/dashboard");

        let late = grow.guest();
        let provider = late.get(&format!("/auth/start?{MEENA}")).await;
        grow.clock.advance(SignedDuration::from_mins(10) + SignedDuration::from_micros(1));
        let callback = late.get(provider.location()).await;
        refused(&late, callback.location(), "auth/invalid-user-token").await;
    }

    async fn a_callback_without_a_started_sign_in_is_refused(grow) {
        let browser = grow.guest();
        let callback = way_to_the_callback(&browser, MEENA).await;
        let (_, query) = callback.split_once('?').unwrap();
        let code = query.split('&').find(|pair| pair.starts_with("code=")).unwrap();
        for query in ["", "code=x&state=y", code, "state=", "error=access_denied", "error=x&state=y"] {
            refused(&browser, &format!("/auth/callback?{query}"), "auth/invalid-user-token").await;
        }
        let state = query.split('&').find(|pair| pair.starts_with("state=")).unwrap();
        refused(&browser, &format!("/auth/callback?code=made-up&{state}"), "auth/invalid-user-token").await;
        refused(&browser, &callback, "auth/invalid-user-token").await;
    }

    async fn two_sign_ins_at_once_in_one_browser_both_arrive(grow) {
        let browser = grow.guest();
        let first = way_to_the_callback(&browser, MEENA).await;
        let second = way_to_the_callback(&browser, "login_hint=murugan@example.in").await;
        assert_eq!(browser.get(&second).await.location(), "/dashboard");
        assert_eq!(browser.signed_in_as().await.as_deref(), Some("murugan@example.in"));
        assert_eq!(browser.get(&first).await.location(), "/dashboard");
        assert_eq!(browser.signed_in_as().await.as_deref(), Some("meena@example.in"));
    }

    async fn the_return_address_is_a_path_of_the_app(grow) {
        for (next, lands) in [
            ("/my-sowing", "/my-sowing"),
            ("/crop-detail/redGram", "/crop-detail/redGram"),
            ("/add?crop=RED%2520GRAM", "/add?crop=RED%20GRAM"),
            ("", "/dashboard"),
            ("dashboard", "/dashboard"),
            ("//evil.example", "/dashboard"),
            ("/%5Cevil.example", "/dashboard"),
            ("/%09/evil.example", "/dashboard"),
            ("/%0d%0aset-cookie:x=y", "/dashboard"),
            ("https://evil.example/", "/dashboard"),
            ("javascript:alert(1)", "/dashboard"),
        ] {
            let browser = grow.guest();
            let callback = way_to_the_callback(&browser, &format!("{MEENA}&next={next}")).await;
            assert_eq!(browser.get(&callback).await.location(), lands, "{next}");
        }
    }

    async fn a_return_address_never_leaves_the_app(grow) {
        for next in STRAY_WAYS_ON {
            let browser = grow.guest();
            let next: String = url::form_urlencoded::byte_serialize(next.as_bytes()).collect();
            let callback = way_to_the_callback(&browser, &format!("{MEENA}&next={next}")).await;
            assert_eq!(browser.get(&callback).await.location(), "/dashboard", "{next}");
        }
    }

    async fn a_popup_ends_on_a_page_that_tells_the_app(grow) {
        let browser = grow.guest();
        let callback = way_to_the_callback(&browser, &format!("{MEENA}&mode=popup")).await;
        let page = browser.get(&callback).await;
        is_popup_page(&page, "signed-in");
        assert!(browser.signed_in_as().await.is_some());
        let script = browser.get("/auth/callback.js").await;
        assert_eq!(script.header(header::CONTENT_TYPE), "text/javascript; charset=utf-8");
        assert!(script.text().contains("new BroadcastChannel('grow-auth')"));
        assert!(!script.text().contains("window.opener"));
    }

    async fn a_popup_whose_sign_in_was_lost_tells_the_app_too(grow) {
        let browser = grow.guest();
        let callback = way_to_the_callback(&browser, &format!("{MEENA}&mode=popup")).await;
        is_popup_page(&grow.guest().get(&callback).await, "auth/invalid-user-token");
        grow.clock.advance(SignedDuration::from_mins(11));
        is_popup_page(&browser.get(&callback).await, "auth/invalid-user-token");
        assert_eq!(browser.signed_in_as().await, None);
    }

    async fn a_store_that_fails_leads_back_to_the_app(grow) {
        let browser = grow.guest();
        let callback = way_to_the_callback(&browser, MEENA).await;
        let popup = way_to_the_callback(&browser, &format!("{MEENA}&mode=popup")).await;
        grow.store.tamper("ALTER TABLE logins RENAME TO lost_logins").await;
        for path in ["/auth/start", &*callback] {
            refused(&browser, path, "auth/internal-error").await;
        }
        for path in ["/auth/start?mode=popup", &*popup] {
            is_popup_page(&browser.get(path).await, "auth/internal-error");
        }
        grow.store.tamper("ALTER TABLE lost_logins RENAME TO logins").await;
        assert_eq!(browser.get(&callback).await.location(), "/dashboard");
    }

    async fn an_address_that_cannot_be_read_leads_back_to_the_sign_in_screen(grow) {
        let browser = grow.guest();
        for path in [
            "/auth/start?mode=window",
            "/auth/start?mode=popup&mode=popup",
            "/auth/callback?state=a&state=b",
        ] {
            refused(&browser, path, "auth/internal-error").await;
        }
    }

    async fn head_requests_start_and_finish_no_sign_in(grow) {
        let browser = grow.guest();
        let callback = way_to_the_callback(&browser, MEENA).await;
        let begun = grow.store.number("SELECT COUNT(*) FROM logins").await;
        for path in ["/auth/start", &*callback] {
            let answer = browser.send(browser.request(Method::HEAD, path)).await;
            assert_eq!((answer.status.as_u16(), answer.header(header::ALLOW)), (405, "GET"), "{path}");
        }
        assert_eq!(grow.store.number("SELECT COUNT(*) FROM logins").await, begun);
        assert_eq!(browser.get(&callback).await.location(), "/dashboard");
    }

    async fn a_sign_in_that_another_site_begins_is_asked_about_first(grow) {
        for site in ["cross-site", "same-site"] {
            let browser = grow.guest();
            let start = "/auth/start?mode=popup&next=/add%3Fcrop%3DRAGI%26x&login_hint=stranger@example.in";
            let page = browser.send(browser.request(Method::GET, start).header("sec-fetch-site", site)).await;
            let button = button_of(&page);
            assert_eq!(button, "/auth/start?mode=popup&next=%2Fadd%3Fcrop%3DRAGI%26x", "{site}: no hint of theirs");
            assert_eq!(page.header(header::SET_COOKIE), "", "{site}");
            assert_eq!(grow.store.number("SELECT COUNT(*) FROM logins").await, 0, "{site}: nothing was begun");

            let pressed = browser.request(Method::GET, &button).header("sec-fetch-site", "same-origin");
            let provider = browser.send(pressed).await;
            assert!(provider.location().contains("/dev-idp/authorize?"), "{site}");
            assert!(!provider.location().contains("stranger"), "{site}");
            grow.store.tamper("DELETE FROM logins").await;
        }
        for site in ["same-origin", "none"] {
            let browser = grow.guest();
            let start = browser.request(Method::GET, "/auth/start").header("sec-fetch-site", site);
            assert!(browser.send(start).await.location().contains("/dev-idp/authorize?"), "{site}");
        }
    }

    async fn a_farmer_who_typed_another_name_of_this_computer_signs_in_with_one_press_more(grow) {
        let browser = grow.guest();
        let ask = async |path: &str, host: String, site: &'static str| {
            let request = browser.request(Method::GET, path).header(header::HOST, host);
            browser.send(request.header("sec-fetch-site", site)).await
        };
        let (typed, own) = (format!("localhost:{}", grow.address.port()), grow.address.to_string());
        let moved = ask(&format!("/auth/start?next=/add&{MEENA}"), typed, "same-origin").await;
        let here = moved.location().strip_prefix(&format!("http://{own}")).unwrap();
        // After a redirect, `Sec-Fetch-Site` still describes the site that started the navigation.
        let button = button_of(&ask(here, own.clone(), "cross-site").await);
        assert_eq!(button, "/auth/start?mode=redirect&next=%2Fadd");
        let provider = ask(&button, own, "same-origin").await;
        assert!(provider.location().contains("/dev-idp/authorize?"));
    }

    async fn a_sign_in_begins_at_the_address_to_which_it_returns(grow) {
        let browser = grow.guest();
        let port = grow.address.port();
        let ask = |host: String| {
            browser.send(browser.request(Method::GET, "/auth/start?mode=popup&next=/add").header(header::HOST, host))
        };
        for host in [format!("localhost:{port}"), format!("127.0.0.2:{port}"), "127.0.0.1:5173".to_owned()] {
            let answer = ask(host.clone()).await;
            let here = format!("http://{}/auth/start?mode=popup&next=/add&moved=1", grow.address);
            assert_eq!(answer.location(), here, "{host}");
            assert_eq!(answer.header(header::SET_COOKIE), "", "{host}");
        }
        let (host, path) = (format!("localhost:{port}"), "/auth/start?moved=1");
        let again = browser.send(browser.request(Method::GET, path).header(header::HOST, host)).await;
        assert!(again.location().contains("/dev-idp/authorize?"), "a browser is sent on once, not for ever");
    }

    async fn the_development_sign_in_is_for_this_computer_alone(grow) {
        let browser = grow.guest();
        let sentence = format!(
            "The development sign-in works only on the computer that Grow runs on, at http://{}/\n",
            grow.address
        );
        for (name, value) in [
            ("host", "grow.example"),
            ("host", "localhost.grow.example"),
            ("host", "10.0.0.1"),
            ("forwarded", "for=10.0.0.1"),
            ("via", "1.1 proxy"),
            ("x-real-ip", "10.0.0.1"),
            ("x-forwarded-for", "10.0.0.1"),
            ("x-forwarded-host", "grow.example"),
            ("x-forwarded-proto", "https"),
        ] {
            for path in ["/auth/start", "/dev-idp/authorize", "/dev-idp/jwks", "/dev-idp/.well-known/openid-configuration"] {
                let answer = browser.send(browser.request(Method::GET, path).header(name, value)).await;
                assert_eq!((answer.status.as_u16(), answer.text()), (403, &*sentence), "{path} {name}: {value}");
            }
        }
        let elsewhere = browser.request(Method::GET, "/dev-idp/jwks").header(header::HOST, "localhost:1");
        assert_eq!(browser.send(elsewhere).await.status, 403);
    }

    async fn an_operator_may_offer_the_development_sign_in_to_everybody(grow) {
        let on = |config| Config { development_sign_in: DevelopmentSignIn::ForEverybody, ..config };
        let open = Grow::serve_with(testing::sqlite().await, on).await;
        for (server, status) in [(&grow, 403), (&open, 303)] {
            let browser = server.guest();
            let start = browser.request(Method::GET, &format!("/auth/start?{MEENA}")).header("x-forwarded-for", "10.0.0.1");
            let answer = browser.send(start.header("via", "1.1 proxy")).await;
            assert_eq!(answer.status, status);
            if status == 303 {
                let provider = browser.request(Method::GET, answer.location()).header("x-real-ip", "10.0.0.1");
                let callback = browser.send(provider).await;
                assert_eq!(browser.get(callback.location()).await.location(), "/dashboard");
            }
        }
        open.stop().await;
    }

    async fn cancelling_at_the_provider_leads_back_to_the_sign_in_screen(grow) {
        let browser = grow.guest();
        let cancel = cancel_link(&browser, "/auth/start").await;
        refused(&browser, &cancel, "auth/user-cancelled").await;

        let cancel = cancel_link(&browser, "/auth/start?mode=popup").await;
        is_popup_page(&browser.get(&cancel).await, "auth/user-cancelled");
        assert_eq!(browser.signed_in_as().await, None);
    }

    async fn the_chooser_offers_three_sample_farmers_and_a_field_for_any_other(grow) {
        let browser = grow.guest();
        for (choice, email) in [
            ([("account", "harpreet@example.in"), ("", "")], "harpreet@example.in"),
            ([("email", "Kavitha@Example.in"), ("name", "Kavitha R")], "kavitha@example.in"),
        ] {
            let (_, chooser) = browser.follow("/auth/start").await;
            assert_eq!(chooser.status, 200);
            let title = said("chooser-title", Language::ENGLISH);
            for text in [&*title, "meena@example.in", "murugan@example.in", "harpreet@example.in"] {
                assert!(chooser.text().contains(text), "{text}");
            }
            let form: Vec<_> = hidden_fields(chooser.text()).chain(choice.map(|(n, v)| (n.into(), v.into()))).collect();
            let chosen = browser.send(browser.request(Method::POST, "/dev-idp/authorize").form(&form)).await;
            assert_eq!(browser.get(chosen.location()).await.location(), "/dashboard");
            assert_eq!(browser.signed_in_as().await.as_deref(), Some(email));
        }
    }
}

both_stores! {
    async fn behind_a_proxy_a_sign_in_begins_at_the_public_address(store) {
        let grow = Grow::serve_publicly(store, "https://grow.example").await;
        let browser = grow.guest();
        let ask = |path: &str, host: &'static str| {
            browser.send(browser.request(Method::GET, path).header(header::HOST, host).header("x-forwarded-for", "::1"))
        };
        let moved = ask("/auth/start", "www.grow.example").await;
        assert_eq!(moved.location(), "https://grow.example/auth/start?moved=1");
        // The identity provider of this test does not answer, so the error shows that it was asked.
        for (path, host) in [("/auth/start", "grow.example"), ("/auth/start?moved=1", "127.0.0.1:8080")] {
            assert_eq!(ask(path, host).await.location(), "/login?error=auth/network-request-failed", "{host}");
        }
        grow.stop().await;
    }
}

pub(crate) fn is_popup_page(page: &Answer, outcome: &str) {
    assert_eq!(page.status, 200);
    assert_eq!(page.header(header::CONTENT_TYPE), "text/html; charset=utf-8");
    let policy = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                  require-trusted-types-for 'script'; trusted-types 'none'";
    assert_eq!(page.header(header::CONTENT_SECURITY_POLICY), policy);
    assert!(page.text().contains(&format!(r#"data-outcome="{outcome}""#)), "{}", page.text());
    assert!(page.text().contains(r#"<script src="/auth/callback.js"></script>"#));
}

/// Returns the target of the confirmation page's button.
#[track_caller]
fn button_of(page: &Answer) -> String {
    assert_eq!(page.status, 403, "{page:?}");
    let policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                  require-trusted-types-for 'script'; trusted-types 'none'";
    assert_eq!(page.header(header::CONTENT_SECURITY_POLICY), policy);
    assert!(page.text().contains(r#"<link rel="stylesheet" href="/auth/style.css">"#), "{}", page.text());
    let explanation = said("elsewhere-explanation", Language::ENGLISH);
    assert!(page.text().contains(&explanation), "{}", page.text());
    let (_, rest) = page.text().split_once("<a class=\"continue\" href=\"").unwrap();
    let (to, rest) = rest.split_once('"').unwrap();
    let label = said("sign-in-with", Language::ENGLISH).replace("{provider}", "Google");
    assert!(rest.starts_with(&format!(">{label}</a>")), "{rest}");
    to.replace("&amp;", "&")
}

async fn cancel_link(browser: &Browser, start: &str) -> String {
    let (_, chooser) = browser.follow(start).await;
    let after = chooser.text().split(r#"class="cancel" href=""#).nth(1).unwrap();
    after.split('"').next().unwrap().replace("&amp;", "&")
}

fn hidden_fields(page: &str) -> impl Iterator<Item = (String, String)> {
    let form = page.split("</form>").next().unwrap();
    form.split(r#"<input type="hidden" name=""#).skip(1).map(|field| {
        let (name, rest) = field.split_once(r#"" value=""#).unwrap();
        (name.to_owned(), rest.split('"').next().unwrap().replace("&amp;", "&"))
    })
}

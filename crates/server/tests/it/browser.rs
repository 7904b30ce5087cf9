//! A browser from the server's point of view: it stores cookies, sends them back, and follows redirects on request.

use crate::answer::Answer;
use crate::events::Events;
use crate::grow::soon;
use http::{HeaderMap, Method, header};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;

pub(crate) struct Browser {
    client: reqwest::Client,
    site: String,
    cookies: Mutex<BTreeMap<String, String>>,
}

impl Browser {
    pub(crate) fn new(client: reqwest::Client, site: String) -> Self {
        Self { client, site, cookies: Mutex::default() }
    }

    /// Creates a request with the cookies, to a path of the server or an absolute address on it.
    pub(crate) fn request(&self, method: Method, to: &str) -> RequestBuilder {
        let address = if to.starts_with('/') { format!("{}{to}", self.site) } else { to.to_owned() };
        assert!(address.starts_with(&format!("{}/", self.site)), "the browser is led astray to {address}");
        let cookies = self.cookies.lock().unwrap();
        let cookies: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.client.request(method, address);
        if cookies.is_empty() { request } else { request.header(header::COOKIE, cookies.join("; ")) }
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Answer {
        let answer = soon("an answer", async { Answer::read(request.send().await.unwrap()).await }).await;
        self.keep_cookies(&answer.headers);
        answer
    }

    /// Returns the status of a response whose body may never end.
    pub(crate) async fn send_for_status(&self, path: &str) -> u16 {
        soon("an answer", self.request(Method::GET, path).send()).await.unwrap().status().as_u16()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// Requests a sowing.
    pub(crate) async fn ask_to_sow(&self, key: &str, crop: &str, hectares: f64) -> Answer {
        let body = json!({ "crop": crop, "field_size_ha": hectares });
        self.send(self.request(Method::POST, "/api/v1/me/sowings").header("idempotency-key", key).json(&body)).await
    }

    /// Sows and returns the recorded sowing.
    pub(crate) async fn sow(&self, key: &str, crop: &str, hectares: f64) -> Value {
        self.ask_to_sow(key, crop, hectares).await.json(201)
    }

    /// Plans to sow and returns the recorded plan.
    pub(crate) async fn plan(&self, key: &str, crop: &str, hectares: f64) -> Value {
        let body = json!({ "crop": crop, "field_size_ha": hectares });
        let request = self.request(Method::POST, "/api/v1/me/intentions").header("idempotency-key", key);
        self.send(request.json(&body)).await.json(201)
    }

    /// Follows redirects and returns the final path with its page.
    pub(crate) async fn follow(&self, path: &str) -> (String, Answer) {
        let mut at = path.to_owned();
        for _ in 0..10 {
            let answer = self.get(&at).await;
            if !answer.status.is_redirection() {
                return (at, answer);
            }
            answer.location().clone_into(&mut at);
        }
        panic!("redirects without an end, now to {at}");
    }

    /// Signs in with a hint, so that the development sign-in shows no page.
    pub(crate) async fn sign_in(&self, email: &str) {
        let (path, _) = self.follow(&format!("/auth/start?login_hint={email}")).await;
        assert_eq!(path, "/dashboard");
    }

    /// Agrees to the privacy notice.
    pub(crate) async fn agree(&self) {
        let notice = self.get("/api/v1/privacy-notice").await.json(200);
        let read = json!({ "version": notice["version"], "language": notice["language"] });
        assert_eq!(self.put("/api/v1/me/consent", read).await.json(200)["is_given"], true);
    }

    /// Returns the e-mail address of the signed-in farmer.
    pub(crate) async fn signed_in_as(&self) -> Option<String> {
        let session = self.get("/api/v1/session").await.json(200);
        session["user"]["email"].as_str().map(str::to_owned)
    }

    /// Returns the id of the signed-in farmer.
    pub(crate) async fn farmer_id(&self) -> String {
        let session = self.get("/api/v1/session").await.json(200);
        session["user"]["id"].as_str().unwrap().to_owned()
    }

    /// Opens the stream of demand events.
    pub(crate) async fn watch(&self, last_event_id: Option<&str>) -> Events {
        self.watch_at("/api/v1/demand/events", last_event_id).await
    }

    /// Opens the stream of a region's demand events.
    pub(crate) async fn watch_region(&self, region: &str, last_event_id: Option<&str>) -> Events {
        self.watch_at(&format!("/api/v1/demand/events?region={region}"), last_event_id).await
    }

    /// Opens the stream of demand events from the event of the page's overview.
    pub(crate) async fn watch_after(&self, event: &str) -> Events {
        self.watch_at(&format!("/api/v1/demand/events?after={event}"), None).await
    }

    async fn watch_at(&self, path: &str, last_event_id: Option<&str>) -> Events {
        let request = self.request(Method::GET, path);
        let request = last_event_id.into_iter().fold(request, |request, id| request.header("last-event-id", id));
        Events::open(soon("the stream", request.send()).await.unwrap())
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    pub(crate) fn put_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        for line in headers.get_all(header::SET_COOKIE) {
            let line = line.to_str().unwrap();
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            if value.is_empty() {
                self.cookies.lock().unwrap().remove(name);
            } else {
                self.put_cookie(name, value);
            }
        }
    }
}

//! `/authorize`: the authorization request, the account chooser, and the redirect back with a code.

use crate::Sentence;
use crate::accounts::{Account, Refused};
use crate::issuer::{Grant, Issuer};
use crate::page;
use crate::parameters::Parameters;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grow_domain::Language;
use serde::Deserialize;
use std::sync::Arc;
use url::Url;

/// Maximum length of a `state`, `nonce` or `login_hint`.
const PARAMETER_MAX: usize = 512;

/// The form of the account chooser: the authorization request, and either a sample farmer or an entered account.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Choice {
    #[serde(flatten)]
    request: Parameters,
    account: Option<String>,
    email: String,
    name: String,
}

/// Why an authorization request is refused.
pub(crate) enum Refusal {
    /// The client is unknown, so its redirect address is not trusted. The error is shown on a page.
    Page(Language, Sentence),
    /// The error is sent to the client's redirect address.
    Redirect(Url),
}

/// `GET /authorize`: shows the account chooser, or signs a hinted account in at once.
pub(crate) async fn show(
    State(issuer): State<Arc<Issuer>>,
    headers: HeaderMap,
    query: Result<Query<Parameters>, QueryRejection>,
) -> Response {
    let of_browser = issuer.host.language(&headers);
    issuer.show(of_browser, query).unwrap_or_else(|refusal| issuer.refuse(refusal))
}

/// `POST /authorize`: handles the account chooser's form.
pub(crate) async fn choose(
    State(issuer): State<Arc<Issuer>>,
    headers: HeaderMap,
    form: Result<Form<Choice>, FormRejection>,
) -> Response {
    let of_browser = issuer.host.language(&headers);
    issuer.choose(of_browser, form).unwrap_or_else(|refusal| issuer.refuse(refusal))
}

impl Issuer {
    fn show(
        &self,
        of_browser: Language,
        query: Result<Query<Parameters>, QueryRejection>,
    ) -> Result<Response, Refusal> {
        let Query(mut request) = query.map_err(|_| Refusal::Page(of_browser, Sentence::REFUSAL_REQUEST))?;
        request.name_language(of_browser);
        self.check(&request)?;
        if !request.login_hint.is_empty() {
            return Ok(match Account::hinted(&request.login_hint, &*self.host, request.language()) {
                Ok(account) => self.admit(&request, account),
                Err(refused) => page::chooser(self, &request, &request.login_hint, "", refused),
            });
        }
        // The issuer keeps no sessions, so `prompt=none` always fails.
        if request.prompt.split(' ').any(|prompt| prompt == "none") {
            return Err(self.tell_client(&request, "login_required"));
        }
        Ok(page::chooser(self, &request, "", "", Refused::default()))
    }

    fn choose(&self, of_browser: Language, form: Result<Form<Choice>, FormRejection>) -> Result<Response, Refusal> {
        let Form(choice) = form.map_err(|_| Refusal::Page(of_browser, Sentence::REFUSAL_FORM))?;
        let request = &choice.request;
        self.check(request)?;
        if let Some(email) = &choice.account {
            let language = request.language();
            let unknown = Refusal::Page(language, Sentence::REFUSAL_SAMPLE);
            let account = Account::sample(email, &*self.host, language).ok_or(unknown)?;
            return Ok(self.admit(request, account));
        }
        Ok(match Account::typed(&choice.email, &choice.name) {
            Ok(account) => self.admit(request, account),
            Err(refused) => page::chooser(self, request, &choice.email, &choice.name, refused),
        })
    }

    fn refuse(&self, refusal: Refusal) -> Response {
        match refusal {
            Refusal::Page(language, sentence) => page::refusal(self, language, sentence),
            Refusal::Redirect(url) => see_other(&url),
        }
    }

    /// Checks a request. Redirects to the client only after its id and redirect address have been checked.
    fn check(&self, request: &Parameters) -> Result<(), Refusal> {
        if request.client_id != self.client.id {
            return Err(Refusal::Page(request.language(), Sentence::REFUSAL_CLIENT));
        }
        if request.redirect_uri != self.client.redirect_uri.as_str() {
            return Err(Refusal::Page(request.language(), Sentence::REFUSAL_ADDRESS));
        }
        let challenge_is_good = request.code_challenge.len() == 43
            && request.code_challenge.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let carried = [&request.state, &request.nonce];
        let error = if request.response_type != "code" {
            "unsupported_response_type"
        } else if !request.asks_for("openid") {
            "invalid_scope"
        } else if request.code_challenge_method != "S256"
            || !challenge_is_good
            || carried.iter().any(|text| text.is_empty() || text.len() > PARAMETER_MAX)
            || request.login_hint.len() > PARAMETER_MAX
        {
            "invalid_request"
        } else {
            return Ok(());
        };
        Err(self.tell_client(request, error))
    }

    /// Redirects to the client with a code for the account.
    fn admit(&self, request: &Parameters, account: Account) -> Response {
        let now = self.now();
        let grant = Grant {
            account,
            nonce: request.nonce.clone(),
            code_challenge: request.code_challenge.clone(),
            email: request.asks_for("email"),
            profile: request.asks_for("profile"),
            signed_in_at: now,
        };
        let code = self.codes.issue(self.random(), now, grant);
        see_other(&self.way_back(request, "code", &code))
    }

    /// Returns the client's redirect address with an error.
    pub(crate) fn way_back_with_error(&self, request: &Parameters, error: &str) -> Url {
        self.way_back(request, "error", error)
    }

    fn tell_client(&self, request: &Parameters, error: &str) -> Refusal {
        Refusal::Redirect(self.way_back_with_error(request, error))
    }

    fn way_back(&self, request: &Parameters, key: &str, value: &str) -> Url {
        let mut url = self.client.redirect_uri.clone();
        url.query_pairs_mut().append_pair(key, value);
        if !request.state.is_empty() && request.state.len() <= PARAMETER_MAX {
            url.query_pairs_mut().append_pair("state", &request.state);
        }
        url
    }
}

/// Returns a redirect that the browser follows with GET and does not cache.
fn see_other(url: &Url) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, url.as_str()), (header::CACHE_CONTROL, "no-store")]).into_response()
}

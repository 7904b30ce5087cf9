//! The app as this server hands it out.

use super::elsewhere::Elsewhere;
use super::pages::{self, Pages};
use super::{dist, range};
use crate::auth::sign_in::SignIn;
use crate::html::PERMISSIONS;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header};

/// What an operator decides about the app, and what follows from it for every page.
pub(crate) struct Web {
    pub(super) elsewhere: Elsewhere,
    policy: HeaderValue,
    /// None: built without the app.
    pub(super) pages: Option<Pages>,
}

impl Web {
    pub(crate) fn new(elsewhere: Elsewhere, sign_in: &SignIn) -> Self {
        let policy = elsewhere.policy();
        Self { pages: Pages::embedded(&policy, sign_in), policy, elsewhere }
    }

    /// The answer with a file of the app, or with the part of it that the request asks for.
    pub(super) fn file(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        if path.starts_with(pages::FOLDER) {
            return None;
        }
        let (representation, tag) = dist::file(path)?;
        let mut response = representation.answer(request);
        if response.status() == StatusCode::OK && !response.headers().contains_key(header::CONTENT_ENCODING) {
            range::cut(&mut response, request, &tag, representation.plain());
        }
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        response.headers_mut().extend([PERMISSIONS]);
        Some(response)
    }
}

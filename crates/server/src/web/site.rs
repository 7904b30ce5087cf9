//! The app's files and pages as this server serves them.

use super::external_content::ExternalContentUrls;
use super::pages::Pages;
use super::{dist, range};
use crate::auth::sign_in::SignIn;
use crate::permissions::PERMISSIONS;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use url::Url;

/// The operator's settings for the app, with the pages and policy that follow from them.
pub(crate) struct Web {
    pub(super) external_content: ExternalContentUrls,
    policy: HeaderValue,
    /// None if the server was built without the app.
    pub(super) pages: Option<Pages>,
}

impl Web {
    pub(crate) fn new(external_content: ExternalContentUrls, sign_in: &SignIn, public_url: &Url) -> Self {
        let policy = external_content.policy();
        Self { pages: Pages::embedded(&policy, sign_in, public_url), policy, external_content }
    }

    /// Returns the response with a file of the app, or with the requested range of it.
    pub(super) fn file(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        if path.starts_with(dist::FOLDER) {
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

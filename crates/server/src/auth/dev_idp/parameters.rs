//! The parameters of an authorization request.

use grow_domain::Language;
use serde::Deserialize;

/// The parameters of an authorization request. A missing parameter is empty.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Parameters {
    pub(super) client_id: String,
    pub(super) redirect_uri: String,
    pub(super) response_type: String,
    pub(super) scope: String,
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) code_challenge: String,
    pub(super) code_challenge_method: String,
    pub(super) ui_locales: String,
    pub(super) login_hint: String,
    pub(super) prompt: String,
}

impl Parameters {
    /// The first known language of the request, which is also in the chooser's form.
    pub(super) fn language(&self) -> Language {
        self.named_language().unwrap_or_default()
    }

    fn named_language(&self) -> Option<Language> {
        self.ui_locales.split(' ').find_map(Language::of_range)
    }

    /// Names the browser's language if the request names none.
    pub(super) fn name_language(&mut self, of_browser: Language) {
        if self.named_language().is_none() {
            of_browser.tag().clone_into(&mut self.ui_locales);
        }
    }

    pub(super) fn asks_for(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|asked| asked == scope)
    }
}

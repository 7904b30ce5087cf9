//! The parameters of an authorization request.

use grow_domain::Language;
use serde::Deserialize;

/// The parameters of an authorization request. A missing parameter is empty.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Parameters {
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) response_type: String,
    pub(crate) scope: String,
    pub(crate) state: String,
    pub(crate) nonce: String,
    pub(crate) code_challenge: String,
    pub(crate) code_challenge_method: String,
    pub(crate) ui_locales: String,
    pub(crate) login_hint: String,
    pub(crate) prompt: String,
}

impl Parameters {
    /// The first known language of the request, which is also in the chooser's form.
    pub(crate) fn language(&self) -> Language {
        self.named_language().unwrap_or_default()
    }

    fn named_language(&self) -> Option<Language> {
        self.ui_locales.split(' ').find_map(Language::of_range)
    }

    /// Names the browser's language if the request names none.
    pub(crate) fn name_language(&mut self, of_browser: Language) {
        if self.named_language().is_none() {
            of_browser.tag().clone_into(&mut self.ui_locales);
        }
    }

    pub(crate) fn asks_for(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|asked| asked == scope)
    }
}

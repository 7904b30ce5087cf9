//! The sentences of the issuer's pages. Their texts are in the app's build, which has each in every language.

/// A sentence, by its key in the build. `{most}` is a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence(&'static str);

macro_rules! sentences {
    ($($name:ident = $key:literal,)*) => {
        impl Sentence {
            $(#[doc = $key] pub const $name: Self = Self($key);)*

            /// All sentences.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

sentences! {
    CHOOSER_TITLE = "chooser-title",
    CHOOSER_TITLE_WRONG = "chooser-title-wrong",
    CHOOSER_NOTE = "chooser-note",
    CHOOSER_OTHER = "chooser-other",
    CHOOSER_EMAIL = "chooser-email",
    CHOOSER_NAME = "chooser-name",
    CHOOSER_CONTINUE = "chooser-continue",
    CHOOSER_CANCEL = "chooser-cancel",
    EMAIL_MISSING = "email-missing",
    EMAIL_LONG = "email-long",
    EMAIL_WRONG = "email-wrong",
    NAME_MISSING = "name-missing",
    NAME_LONG = "name-long",
    NAME_LINES = "name-lines",
    REFUSAL_TITLE = "refusal-title",
    REFUSAL_NOTE = "refusal-note",
    REFUSAL_REQUEST = "refusal-request",
    REFUSAL_FORM = "refusal-form",
    REFUSAL_SAMPLE = "refusal-sample",
    REFUSAL_CLIENT = "refusal-client",
    REFUSAL_ADDRESS = "refusal-address",
    SAMPLE_MEENA = "sample-meena",
    SAMPLE_MURUGAN = "sample-murugan",
    SAMPLE_HARPREET = "sample-harpreet",
}

impl Sentence {
    /// The key in the build.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.0
    }
}

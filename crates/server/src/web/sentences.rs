//! The sentences of the pages that the server writes itself: those of the sign-in. They come from the app's build,
//! which has each in every language, so that a sentence stands in one place.

use super::dist::{Dist, FOLDER};
use grow_domain::Language;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Declares the sentences with their keys in the build's index.
macro_rules! sentences {
    ($($name:ident = $key:literal,)*) => {
        /// A sentence of the server's own pages. `{provider}` is a placeholder.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Sentence {
            $($name,)*
        }

        impl Sentence {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name,)*];

            fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)*
                }
            }
        }
    };
}

sentences! {
    SignInWith = "sign-in-with",
    PopupSignedIn = "popup-signed-in",
    PopupFailed = "popup-failed",
    ElsewhereTitle = "elsewhere-title",
    ElsewhereExplanation = "elsewhere-explanation",
    ElsewhereCancel = "elsewhere-cancel",
}

/// The index of the build.
#[derive(Default, Deserialize)]
struct Index {
    /// By language, then by key.
    #[serde(default)]
    sentences: HashMap<String, HashMap<String, String>>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let index = Dist::get(&format!("{FOLDER}index.json"));
    index.and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
});

/// The sentence of a key in a language. A server that was built without the app shows the key.
pub(crate) fn by_key(key: &'static str, language: Language) -> &'static str {
    let told = |language: Language| INDEX.sentences.get(language.tag())?.get(key).map(String::as_str);
    told(language).or_else(|| told(Language::ENGLISH)).unwrap_or(key)
}

impl Sentence {
    /// The sentence in a language.
    pub(crate) fn in_language(self, language: Language) -> &'static str {
        by_key(self.key(), language)
    }

    /// The sentence with its placeholder filled in.
    pub(crate) fn with(self, language: Language, placeholder: &str, value: &str) -> String {
        self.in_language(language).replace(&format!("{{{placeholder}}}"), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Skipped if the server was built without the app.
    #[test]
    fn the_build_says_each_sentence_in_every_language() {
        if INDEX.sentences.is_empty() {
            return;
        }
        let own = Sentence::ALL.iter().map(|sentence| sentence.key());
        let issuers = grow_dev_issuer::Sentence::ALL.iter().map(|sentence| sentence.key());
        let needed: BTreeSet<_> = own.chain(issuers).collect();
        assert_eq!(needed.len(), Sentence::ALL.len() + grow_dev_issuer::Sentence::ALL.len());
        for language in Language::all() {
            let told: BTreeSet<_> = INDEX.sentences[language.tag()].keys().map(String::as_str).collect();
            assert_eq!(told, needed, "{language:?}");
        }
        for (key, placeholder) in [("sign-in-with", "{provider}"), ("email-long", "{most}"), ("name-long", "{most}")] {
            for language in Language::all() {
                assert!(by_key(key, language).contains(placeholder), "{key} {language:?}");
            }
        }
    }
}

//! The privacy notice of each language, as it is answered.

use crate::representation::Representation;
use grow_domain::Language;
use grow_domain::language::ByLanguage;
use grow_domain::privacy::{self, GrievanceContact};
use serde::Serialize;
use utoipa::ToSchema;

/// What is kept about a farmer, why, for how long, and what they may do about it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PrivacyNotice {
    /// Rises whenever the text says something else.
    #[schema(example = 1)]
    version: u16,
    /// The language of the text.
    #[schema(example = "en")]
    language: &'static str,
    title: &'static str,
    /// The notice in three short sentences: what is kept, why, and how the agreement is taken back.
    in_short: Vec<&'static str>,
    /// What to know first, in paragraphs.
    introduction: Vec<&'static str>,
    items: Vec<KeptThing>,
    rights: Vec<OwnRight>,
    /// What taking the agreement back means.
    withdrawal: &'static str,
    /// How to complain.
    complaint: &'static str,
    /// Whom to complain to: an e-mail address, an https address or a phone number; null where the operator named
    /// nobody, which a server on a loopback address may do.
    #[schema(required)]
    grievance_contact: Option<String>,
}

/// Something that is kept.
#[derive(Serialize, ToSchema)]
struct KeptThing {
    what: &'static str,
    /// Its purpose.
    why: &'static str,
    /// When it goes.
    how_long: &'static str,
}

/// Something that the farmer may do.
#[derive(Serialize, ToSchema)]
struct OwnRight {
    name: &'static str,
    /// Where it is done.
    how: &'static str,
}

/// The notice of each language with the operator's contact, composed when it is first read.
pub(crate) struct Notices {
    contact: Option<GrievanceContact>,
    composed: ByLanguage<Representation>,
}

impl Notices {
    pub(crate) fn new(contact: Option<GrievanceContact>) -> Self {
        Self { contact, composed: ByLanguage::new() }
    }

    pub(crate) fn of(&self, language: Language) -> &Representation {
        let composed = || notice(language, self.contact.as_ref()).in_language(language);
        self.composed.of(language, composed)
    }
}

fn notice(language: Language, contact: Option<&GrievanceContact>) -> Representation {
    let notice = privacy::notice_in(language);
    Representation::of(&PrivacyNotice {
        version: notice.version,
        language: &notice.language,
        title: &notice.title,
        in_short: notice.in_short.iter().map(|text| &**text).collect(),
        introduction: notice.introduction.iter().map(|text| &**text).collect(),
        items: notice
            .items
            .iter()
            .map(|item| KeptThing { what: &item.what, why: &item.why, how_long: &item.how_long })
            .collect(),
        rights: notice.rights.iter().map(|right| OwnRight { name: &right.name, how: &right.how }).collect(),
        withdrawal: &notice.withdrawal,
        complaint: &notice.complaint,
        grievance_contact: contact.map(ToString::to_string),
    })
}

//! The 36 states and union territories of India.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

/// A state or union territory of India, ordered by common name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the table below names each")]
pub enum State {
    AndamanAndNicobarIslands,
    AndhraPradesh,
    ArunachalPradesh,
    Assam,
    Bihar,
    Chandigarh,
    Chhattisgarh,
    DadraAndNagarHaveliAndDamanAndDiu,
    Delhi,
    Goa,
    Gujarat,
    Haryana,
    HimachalPradesh,
    JammuAndKashmir,
    Jharkhand,
    Karnataka,
    Kerala,
    Ladakh,
    Lakshadweep,
    MadhyaPradesh,
    Maharashtra,
    Manipur,
    Meghalaya,
    Mizoram,
    Nagaland,
    Odisha,
    Puducherry,
    Punjab,
    Rajasthan,
    Sikkim,
    TamilNadu,
    Telangana,
    Tripura,
    UttarPradesh,
    Uttarakhand,
    WestBengal,
}

/// A state with its ISO 3166-2 code, its name, and other codes and names used in official tables.
struct Named {
    state: State,
    code: &'static str,
    name: &'static str,
    others: &'static [&'static str],
}

const fn named(state: State, code: &'static str, name: &'static str, others: &'static [&'static str]) -> Named {
    Named { state, code, name, others }
}

#[rustfmt::skip]
static STATES: [Named; 36] = [
    named(State::AndamanAndNicobarIslands, "IN-AN", "Andaman and Nicobar Islands", &["Andaman and Nicobar", "Andaman and Nicobar Island"]),
    named(State::AndhraPradesh,    "IN-AP", "Andhra Pradesh",    &[]),
    named(State::ArunachalPradesh, "IN-AR", "Arunachal Pradesh", &[]),
    named(State::Assam,            "IN-AS", "Assam",             &[]),
    named(State::Bihar,            "IN-BR", "Bihar",             &[]),
    named(State::Chandigarh,       "IN-CH", "Chandigarh",        &[]),
    named(State::Chhattisgarh,     "IN-CG", "Chhattisgarh",      &["IN-CT", "Chattisgarh"]),
    named(State::DadraAndNagarHaveliAndDamanAndDiu, "IN-DH", "Dadra and Nagar Haveli and Daman and Diu", &["IN-DN", "IN-DD", "Dadra and Nagar Haveli", "Daman and Diu"]),
    named(State::Delhi,            "IN-DL", "Delhi",             &["NCT of Delhi"]),
    named(State::Goa,              "IN-GA", "Goa",               &[]),
    named(State::Gujarat,          "IN-GJ", "Gujarat",           &[]),
    named(State::Haryana,          "IN-HR", "Haryana",           &[]),
    named(State::HimachalPradesh,  "IN-HP", "Himachal Pradesh",  &[]),
    named(State::JammuAndKashmir,  "IN-JK", "Jammu and Kashmir", &[]),
    named(State::Jharkhand,        "IN-JH", "Jharkhand",         &[]),
    named(State::Karnataka,        "IN-KA", "Karnataka",         &[]),
    named(State::Kerala,           "IN-KL", "Kerala",            &[]),
    named(State::Ladakh,           "IN-LA", "Ladakh",            &[]),
    named(State::Lakshadweep,      "IN-LD", "Lakshadweep",       &[]),
    named(State::MadhyaPradesh,    "IN-MP", "Madhya Pradesh",    &[]),
    named(State::Maharashtra,      "IN-MH", "Maharashtra",       &[]),
    named(State::Manipur,          "IN-MN", "Manipur",           &[]),
    named(State::Meghalaya,        "IN-ML", "Meghalaya",         &[]),
    named(State::Mizoram,          "IN-MZ", "Mizoram",           &[]),
    named(State::Nagaland,         "IN-NL", "Nagaland",          &[]),
    named(State::Odisha,           "IN-OD", "Odisha",            &["IN-OR", "Orissa"]),
    named(State::Puducherry,       "IN-PY", "Puducherry",        &["Pondicherry"]),
    named(State::Punjab,           "IN-PB", "Punjab",            &[]),
    named(State::Rajasthan,        "IN-RJ", "Rajasthan",         &[]),
    named(State::Sikkim,           "IN-SK", "Sikkim",            &[]),
    named(State::TamilNadu,        "IN-TN", "Tamil Nadu",        &["Tamilnadu"]),
    named(State::Telangana,        "IN-TS", "Telangana",         &["IN-TG"]),
    named(State::Tripura,          "IN-TR", "Tripura",           &[]),
    named(State::UttarPradesh,     "IN-UP", "Uttar Pradesh",     &[]),
    named(State::Uttarakhand,      "IN-UK", "Uttarakhand",       &["IN-UT", "Uttaranchal"]),
    named(State::WestBengal,       "IN-WB", "West Bengal",       &[]),
];

/// The states by their codes in force and replaced.
static BY_CODE: LazyLock<HashMap<&'static str, State>> = LazyLock::new(|| {
    let codes = |named: &'static Named| [named.code].into_iter().chain(named.others.iter().copied());
    let codes = STATES.iter().flat_map(|named| codes(named).map(|code| (code, named.state)));
    codes.filter(|(code, _)| code.starts_with("IN-")).collect()
});

/// The text names no state or union territory of India.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This is no state or union territory of India.")]
pub struct UnknownState;

impl State {
    /// All 36, by name.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        STATES.iter().map(|named| named.state)
    }

    #[expect(clippy::indexing_slicing, reason = "one row for each variant, in order; a test holds it")]
    fn named(self) -> &'static Named {
        &STATES[self as usize]
    }

    /// The ISO 3166-2 code: `IN-TN`.
    pub fn code(self) -> &'static str {
        self.named().code
    }

    /// Parses a code in any case. Codes replaced in 2023 are accepted.
    pub(crate) fn from_code(code: &str) -> Option<Self> {
        BY_CODE.get(code).or_else(|| BY_CODE.get(code.to_ascii_uppercase().as_str())).copied()
    }

    /// The name: `Tamil Nadu`.
    pub fn name(self) -> &'static str {
        self.named().name
    }
}

impl FromStr for State {
    type Err = UnknownState;

    /// Parses a name, or a code with or without `IN-`, in any case. `&` stands for `and`.
    fn from_str(text: &str) -> Result<Self, UnknownState> {
        let text = text.replace('&', " and ").split_whitespace().collect::<Vec<_>>().join(" ");
        let says = |known: &str| {
            known.eq_ignore_ascii_case(&text)
                || known.strip_prefix("IN-").is_some_and(|c| c.eq_ignore_ascii_case(&text))
        };
        STATES
            .iter()
            .find(|named| says(named.name) || says(named.code) || named.others.iter().any(|other| says(other)))
            .map(|named| named.state)
            .ok_or(UnknownState)
    }
}

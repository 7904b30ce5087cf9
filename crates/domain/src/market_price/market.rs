//! Markets and their names.

use super::commodity::folded;
use crate::text::visible;
use crate::{District, Language, State};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A market (mandi). Two are the same if state, district and name are, whatever the case and the blanks of the name.
#[derive(Clone, Debug)]
pub struct Market {
    state: State,
    district: Option<District>,
    name: String,
    /// The name as it is compared.
    folded: String,
}

/// Longest name, in characters.
const MOST_LETTERS: usize = 100;

impl Market {
    /// A market by the name that a file prints. `None` if that is no name: it has no letter, is too long, or holds
    /// control characters.
    pub fn new(state: State, district: Option<District>, name: &str) -> Option<Self> {
        let name = shown_name(name);
        let is_name = name.chars().any(char::is_alphabetic)
            && name.chars().count() <= MOST_LETTERS
            && !name.chars().any(char::is_control);
        is_name.then(|| Self { state, district, folded: folded(&name), name })
    }

    /// The state.
    pub fn state(&self) -> State {
        self.state
    }

    /// The district. `None` if the file names none that Grow knows.
    pub fn district(&self) -> Option<District> {
        self.district
    }

    /// The name, as it is shown: `Lasalgaon`, `Dindigul (Uzhavar Sandhai)`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in a language, where it is its district's too; else as it is shown.
    pub fn name_in(&self, language: Language) -> &str {
        let namesake = self.district.filter(|_| self.is_namesake());
        namesake.map_or(&self.name, |district| district.name_in(language))
    }

    /// Whether it has the name of its district.
    pub(super) fn is_namesake(&self) -> bool {
        self.district.is_some_and(|district| folded(district.name()) == self.folded)
    }

    fn key(&self) -> (State, Option<District>, &str) {
        (self.state, self.district, &self.folded)
    }
}

impl PartialEq for Market {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Market {}

impl PartialOrd for Market {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Market {
    /// By state, then district, then name.
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Market {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

/// What every market is, in the words that stand before or after its name in some files. The portal of since November
/// 2025 writes `Warangal APMC` where the one before wrote `Warangal`.
const COMMITTEE: [&str; 2] = ["apmc", "agriculturalproducemarketcommittee"];

/// A name without the word for a market committee before or after it, and with single blanks: one before a bracket,
/// none within its ends. A name in which the word stands elsewhere, or of which nothing else is left, keeps it.
fn shown_name(name: &str) -> String {
    let spaced = visible(name).replace('(', " (").replace(')', ") ");
    let spaced = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut name = spaced.replace("( ", "(").replace(" )", ")").replace(") ,", "),");
    while let Some(shorter) = without_committee(&name) {
        name = shorter;
    }
    name
}

fn without_committee(name: &str) -> Option<String> {
    let words: Vec<_> = name.split(' ').collect();
    let is_committee = |words: &[&str]| COMMITTEE.contains(&folded(&words.concat()).as_str()) && !has_bracket(words);
    let cuts = (1..words.len()).filter_map(|at| words.split_at_checked(at));
    let rest = cuts.filter_map(|(before, after)| match (is_committee(before), is_committee(after)) {
        (false, true) => Some(before),
        (true, false) => Some(after),
        _ => None,
    });
    let is_name = |rest: &&[&str]| rest.iter().any(|word| word.chars().any(char::is_alphabetic));
    let rest = rest.filter(is_name).min_by_key(|rest| rest.len())?;
    Some(rest.join(" ").trim_matches([',', '-', ' ']).to_owned()).filter(|rest| !rest.is_empty())
}

fn has_bracket(words: &[&str]) -> bool {
    words.iter().any(|word| word.contains(['(', ')']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn market(name: &str) -> Option<Market> {
        Market::new(State::TamilNadu, None, name)
    }

    #[test]
    fn a_name_loses_the_word_for_a_committee_and_needless_blanks() {
        for (name, shown) in [
            ("Lasalgaon", "Lasalgaon"),
            ("  Warangal   APMC ", "Warangal"),
            ("Warangal A.P.M.C.", "Warangal"),
            ("Agricultural Produce Market Committee Sillod", "Sillod"),
            ("Vadavalli(Uzhavar Sandhai ) APMC", "Vadavalli (Uzhavar Sandhai)"),
            ("Katpadi (Uzhavar Sandhai )", "Katpadi (Uzhavar Sandhai)"),
            ("Sangli(Phale, Bhajipala Market) APMC", "Sangli (Phale, Bhajipala Market)"),
            ("Ravulapalem (Kothapeta APMC)", "Ravulapalem (Kothapeta APMC)"),
            ("APMC", "APMC"),
            ("APMC APMC", "APMC APMC"),
            ("APMC Yard Honnavar", "Yard Honnavar"),
            ("PMY Kullu APMC", "PMY Kullu"),
            ("Gapmc", "Gapmc"),
            ("ஈரோடு", "ஈரோடு"),
        ] {
            assert_eq!(market(name).unwrap().name(), shown, "{name}");
        }
        for no_name in ["", " ", "-", "()", "7", "\u{200b}", "a\tb\u{7}", &"x".repeat(101)] {
            assert_eq!(market(no_name), None, "{no_name}");
        }
    }

    #[test]
    fn spellings_of_one_name_are_one_market() {
        for other in ["VELLORE", "Vellore APMC", " vellore "] {
            assert_eq!(market("Vellore"), market(other));
        }
        assert_ne!(market("Vellore"), market("Vellore (Uzhavar Sandhai)"));
        assert_ne!(market("Vellore"), Market::new(State::Kerala, None, "Vellore"));
        assert_ne!(market("Vellore"), Market::new(State::TamilNadu, District::from_key("tn-vellore"), "Vellore"));
    }

    #[test]
    fn a_market_with_the_name_of_its_district_is_told_in_any_language() {
        let tamil = Language::from_tag("ta").unwrap();
        let erode = District::from_key("tn-erode");
        let of = |district, name: &str| Market::new(State::TamilNadu, district, name).unwrap();
        assert_eq!(of(erode, "ERODE APMC").name_in(tamil), erode.unwrap().name_in(tamil));
        assert_eq!(of(erode, "ERODE APMC").name_in(Language::ENGLISH), "Erode");
        assert_eq!(of(erode, "Erode (Uzhavar Sandhai)").name_in(tamil), "Erode (Uzhavar Sandhai)");
        assert_eq!(of(None, "Erode").name_in(tamil), "Erode");
    }

    proptest! {
        #[test]
        fn a_shown_name_is_its_own_shown_name(
            name in "[ a-cA-C().,-]{0,12}( APMC| A\\.P\\.M\\.C\\.|)[ )]{0,2}|.{0,30}",
        ) {
            if let Some(once) = market(&name) {
                let twice = market(once.name()).unwrap();
                prop_assert_eq!(once.name(), twice.name());
                prop_assert_eq!(once, twice);
            }
        }
    }
}

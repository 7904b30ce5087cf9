//! A farmer's phone number.

use crate::Invalid;
use crate::text::visible;

/// A valid phone number: an Indian number, or an international number with its country code.
///
/// The text keeps the farmer's formatting, reduced to the characters `0-9 + - ( ) .` and spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneNumber(String);

/// Maximum length in characters, separators included.
const MOST_CHARACTERS: usize = 32;
/// Number of digits of an Indian number without country code and leading 0.
const INDIAN_DIGITS: usize = 10;
const INDIA: &str = "91";

impl PhoneNumber {
    /// Parses a number, with or without `+91` or a leading 0. Tamil and Devanagari digits are accepted.
    /// `data/phone_numbers.csv` has examples.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let kept: String = visible(text).chars().map(kept_as).collect::<Option<_>>().ok_or(Invalid::Number)?;
        let dialled: String = kept.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
        if kept.len() <= MOST_CHARACTERS && can_be_dialled(&dialled) { Ok(Self(kept)) } else { Err(Invalid::Number) }
    }

    /// The number as stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Maps a character to its stored form. `None` if it is not allowed in a number.
fn kept_as(c: char) -> Option<char> {
    let digit = |zero: char| char::from_digit(u32::from(c) - u32::from(zero), 10);
    match c {
        '0'..='9' | '+' | '-' | '(' | ')' | '.' => Some(c),
        '\u{966}'..='\u{96f}' => digit('\u{966}'),
        '\u{be6}'..='\u{bef}' => digit('\u{be6}'),
        ' ' | '\u{a0}' | '\u{202f}' => Some(' '),
        '\u{2010}'..='\u{2013}' => Some('-'),
        _ => None,
    }
}

/// Whether digits with an optional `+` form an international (E.164) or an Indian number.
fn can_be_dialled(dialled: &str) -> bool {
    match dialled.strip_prefix('+').or_else(|| dialled.strip_prefix("00")) {
        Some(international) => match international.strip_prefix(INDIA) {
            Some(indian) => is_indian(indian),
            None => all_digits(international) && (8..=15).contains(&international.len()),
        },
        None => is_indian(dialled) || dialled.strip_prefix(INDIA).is_some_and(is_indian),
    }
}

/// Ten digits after an optional 0.
fn is_indian(digits: &str) -> bool {
    let digits = digits.strip_prefix('0').unwrap_or(digits);
    digits.len() == INDIAN_DIGITS && all_digits(digits)
}

/// Only digits, without a leading zero.
fn all_digits(text: &str) -> bool {
    !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_example_is_kept_or_refused_as_the_table_says() {
        let mut examples = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(include_bytes!("../../../data/phone_numbers.csv").as_slice());
        let mut read = 0;
        for example in examples.records() {
            let example = example.unwrap();
            let (written, kept) = (&example[0], &example[1]);
            let number = PhoneNumber::parse(written);
            assert_eq!(number.as_ref().map_or("", PhoneNumber::as_str), kept, "{written}");
            read += 1;
        }
        assert!(read > 40, "{read}");
    }

    #[test]
    fn a_number_has_at_most_32_characters() {
        let longest = format!("+91{}9876543210", "-".repeat(19));
        assert_eq!(PhoneNumber::parse(&longest).unwrap().as_str(), longest);
        assert_eq!(PhoneNumber::parse(&longest.replace('+', "+-")), Err(Invalid::Number));
    }

    proptest! {
        #[test]
        fn ten_digits_are_a_number_however_they_are_grouped(number in "[1-9][0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{4}") {
            let kept = PhoneNumber::parse(&number);
            prop_assert_eq!(kept.as_ref().map(PhoneNumber::as_str), Ok(number.as_str()));
        }

        #[test]
        fn a_kept_phone_number_parses_to_itself(text in ".{0,40}") {
            if let Ok(number) = PhoneNumber::parse(&text) {
                prop_assert_eq!(PhoneNumber::parse(number.as_str()), Ok(number));
            }
        }
    }
}

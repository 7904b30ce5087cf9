//! A farmer's phone number.

use crate::Invalid;
use crate::text::visible;

/// A valid phone number: an Indian number, or an international number with its country code.
///
/// It has one spelling, whichever was written: `+91 98765 43210` for an Indian number, `+94771234567` for another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneNumber(String);

/// Maximum length in characters, separators included.
const MOST_CHARACTERS: usize = 32;
/// Number of digits of an Indian number without country code and leading 0.
const INDIAN_DIGITS: usize = 10;
/// What may stand before an Indian number.
const INDIA: [&str; 5] = ["", "91", "+91", "091", "0091"];
const INTERNATIONAL_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

impl PhoneNumber {
    /// Parses a number, with or without `+91` or a leading 0, in the digits of any script of India. Of several numbers
    /// it is the first. `data/phone_numbers.csv` has examples.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let shown = visible(text);
        if shown.chars().count() > MOST_CHARACTERS {
            return Err(Invalid::Number);
        }
        let written = match shown.split_at_checked("tel:".len()) {
            Some((scheme, number)) if scheme.eq_ignore_ascii_case("tel:") => number,
            _ => shown.as_str(),
        };
        let written: String = written.chars().map(read_as).collect::<Option<_>>().ok_or(Invalid::Number)?;
        let spaced: Option<Vec<_>> = written.split(' ').filter(|part| !part.is_empty()).map(dialled).collect();
        let first = match spaced {
            Some(numbers) if !numbers.is_empty() => numbers.into_iter().next(),
            _ => written.split(BETWEEN).find_map(dialled),
        };
        first.map(Self).ok_or(Invalid::Number)
    }

    /// The number as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What stands between two numbers.
const BETWEEN: [char; 5] = [',', ';', '/', '|', '&'];

/// Maps a character to the one that it is read as. `None` if it is not allowed in a number.
fn read_as(c: char) -> Option<char> {
    match c {
        '0'..='9' | '+' | '-' | '(' | ')' | '.' => Some(c),
        ' ' | '\u{a0}' | '\u{202f}' => Some(' '),
        '\u{2010}'..='\u{2013}' => Some('-'),
        _ if BETWEEN.contains(&c) => Some(c),
        _ => latin_digit(c),
    }
}

/// The zeros of the scripts that farmers in India write; the other nine digits follow each. The form has the same
/// (`web/src/shared/forms/latin-digits.ts`).
const ZEROS: [u32; 14] =
    [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0x1c50, 0xabf0, 0xff10];

fn latin_digit(c: char) -> Option<char> {
    let code = u32::from(c);
    ZEROS.iter().filter_map(|zero| code.checked_sub(*zero)).find_map(|value| char::from_digit(value, 10))
}

/// The one spelling of a number. `None` if these are none.
fn dialled(written: &str) -> Option<String> {
    let digits: String = written.chars().filter(|c| !matches!(c, '-' | '(' | ')' | '.' | ' ')).collect();
    if let Some(indian) = INDIA.iter().filter_map(|before| digits.strip_prefix(before)).find_map(indian) {
        let (area, rest) = indian.split_at_checked(INDIAN_DIGITS / 2)?;
        return Some(format!("+91 {area} {rest}"));
    }
    let foreign = digits.strip_prefix('+').or_else(|| digits.strip_prefix("00"))?;
    let is_number = all_digits(foreign) && !foreign.starts_with("91") && INTERNATIONAL_DIGITS.contains(&foreign.len());
    is_number.then(|| format!("+{foreign}"))
}

/// Ten digits after an optional 0.
fn indian(digits: &str) -> Option<&str> {
    let digits = digits.strip_prefix('0').unwrap_or(digits);
    (digits.len() == INDIAN_DIGITS && all_digits(digits)).then_some(digits)
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
    fn a_number_is_written_in_at_most_32_characters() {
        let longest = format!("+91{}9876543210", "-".repeat(19));
        assert_eq!(kept(&longest).as_deref(), Ok("+91 98765 43210"));
        assert_eq!(kept(&longest.replace('9', "-9")), Err(Invalid::Number));
    }

    fn kept(written: &str) -> Result<String, Invalid> {
        PhoneNumber::parse(written).map(|number| number.as_str().to_owned())
    }

    proptest! {
        #[test]
        fn every_spelling_of_an_indian_number_is_kept_as_one(
            number in "[1-9][0-9]{9}",
            before in prop::sample::select(vec!["", "0", "91", "+91", "091", "0091", "+91 0", "+91 (0) ", "tel:+91", "tel:"]),
            between in prop::collection::vec(prop::sample::select(vec!["", "", "-", ".", "\u{2013}", "\u{200b}"]), 10),
            zero in prop::sample::select(ZEROS.to_vec()),
            after in prop::sample::select(vec!["", " ", "\u{a0}", ",", " / 94430 98765"]),
        ) {
            let digit = |c: char| char::from_u32(u32::from(c) - u32::from('0') + zero).unwrap();
            let spelled: String = number.chars().zip(&between).flat_map(|(c, sign)| sign.chars().chain([digit(c)])).collect();
            let written = format!("{before}{spelled}{after}");
            prop_assume!(visible(&written).chars().count() <= MOST_CHARACTERS);
            let (area, rest) = number.split_at(5);
            prop_assert_eq!(kept(&written), Ok(format!("+91 {area} {rest}")));
        }

        #[test]
        fn every_spelling_of_a_number_of_another_country_is_kept_as_one(
            number in "[2-8][0-9]{7,14}",
            before in prop::sample::select(vec!["+", "00", "tel:+"]),
            between in prop::collection::vec(prop::sample::select(vec!["", "-", ".", "("]), 15),
        ) {
            let spelled: String = number.chars().zip(&between).flat_map(|(c, sign)| sign.chars().chain([c])).collect();
            let written = format!("{before}{spelled}");
            prop_assume!(written.len() <= MOST_CHARACTERS);
            prop_assert_eq!(kept(&written), Ok(format!("+{number}")));
        }

        #[test]
        fn a_kept_phone_number_parses_to_itself(text in ".{0,40}") {
            if let Ok(number) = PhoneNumber::parse(&text) {
                prop_assert_eq!(PhoneNumber::parse(number.as_str()), Ok(number));
            }
        }
    }
}

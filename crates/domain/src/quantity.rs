//! Weights and areas as integers, with conversion from and to decimal text.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

/// A weight in whole kilograms. Tonnes with three decimals convert exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kilograms(pub i64);

/// An area in whole square metres. 0.01 ha is 100 m².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareMetres(pub i64);

impl Kilograms {
    /// Parses tonnes with up to three decimals: `1234.5`.
    pub fn from_tonnes(text: &str) -> Result<Self, NotDecimal> {
        fixed_point(text, 3).map(Self)
    }

    /// The weight in tonnes, for display. Exact to the kilogram up to nine billion tonnes.
    #[expect(clippy::cast_precision_loss, reason = "weights stay far below 2^53 kg")]
    pub fn tonnes(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl SquareMetres {
    /// Parses hectares with up to two decimals: `1.25`.
    pub fn from_hectares(text: &str) -> Result<Self, NotDecimal> {
        fixed_point(text, 2)?.checked_mul(100).map(Self).ok_or(NotDecimal::TooLarge)
    }

    /// The area in hectares, for display.
    #[expect(clippy::cast_precision_loss, reason = "areas stay far below 2^53 m²")]
    pub fn hectares(self) -> f64 {
        self.0 as f64 / 10_000.0
    }
}

/// Why a text is not a decimal number of the required precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDecimal {
    /// Not an optional sign and digits with at most one decimal point.
    #[error("is not a number")]
    NotANumber,
    /// More decimals than the quantity allows.
    #[error("has too many decimals")]
    TooPrecise,
    /// Outside the supported range.
    #[error("is too large")]
    TooLarge,
}

/// Parses a decimal number as an integer in units of its last allowed place: `("1.25", 2)` is 125. Trailing zeros
/// beyond the allowed places are accepted.
pub(crate) fn fixed_point(text: &str, places: usize) -> Result<i64, NotDecimal> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !all_digits(whole) || !all_digits(fraction) {
        return Err(NotDecimal::NotANumber);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > places {
        return Err(NotDecimal::TooPrecise);
    }
    let magnitude = whole
        .bytes()
        .chain(fraction.bytes())
        .chain(std::iter::repeat_n(b'0', places - fraction.len()))
        .try_fold(0_i64, |sum, digit| sum.checked_mul(10)?.checked_add(i64::from(digit - b'0')))
        .ok_or(NotDecimal::TooLarge)?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// Formats an integer in units of its last place as a decimal number without trailing zeros: `(125, 2)` is `1.25`.
pub(crate) fn decimal(number: i64, places: usize) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let digits = format!("{:0>1$}", number.unsigned_abs(), places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// Divides and rounds half up, as the specification requires.
pub(crate) fn divide_half_up(numerator: i64, denominator: i64) -> i64 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

impl fmt::Display for Kilograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kg", self.0)
    }
}

impl Add for Kilograms {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Kilograms {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Kilograms {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Kilograms {
    fn sum<I: Iterator<Item = Self>>(weights: I) -> Self {
        weights.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hectares_have_two_decimals_and_tonnes_three() {
        assert_eq!(SquareMetres::from_hectares("1.25"), Ok(SquareMetres(12_500)));
        assert_eq!(SquareMetres::from_hectares("0.01"), Ok(SquareMetres(100)));
        assert_eq!(SquareMetres::from_hectares(".5"), Ok(SquareMetres(5_000)));
        assert_eq!(SquareMetres::from_hectares("1.250"), Ok(SquareMetres(12_500)));
        assert_eq!(SquareMetres::from_hectares("1.255"), Err(NotDecimal::TooPrecise));
        assert_eq!(Kilograms::from_tonnes("12.345"), Ok(Kilograms(12_345)));
        assert_eq!(Kilograms::from_tonnes("-0.001"), Ok(Kilograms(-1)));
    }

    #[test]
    fn a_text_that_is_no_decimal_number_is_refused() {
        for text in ["", ".", "-", "1,5", "1e3", "0x10", "NaN", "inf", "١٢", "1.2.3", "--1"] {
            assert_eq!(SquareMetres::from_hectares(text), Err(NotDecimal::NotANumber), "{text}");
        }
        assert_eq!(Kilograms::from_tonnes("99999999999999999999"), Err(NotDecimal::TooLarge));
        assert_eq!(SquareMetres::from_hectares("9999999999999999"), Err(NotDecimal::TooLarge));
    }

    proptest! {
        #[test]
        fn a_displayed_quantity_parses_to_itself(kg in 0_i64..9_000_000_000_000) {
            prop_assert_eq!(Kilograms::from_tonnes(&Kilograms(kg).tonnes().to_string()), Ok(Kilograms(kg)));
        }

        #[test]
        fn every_hundredth_of_a_hectare_is_exact(hundredths in 0_i64..1_000_000_000) {
            let area = SquareMetres(hundredths * 100);
            prop_assert_eq!(SquareMetres::from_hectares(&area.hectares().to_string()), Ok(area));
        }

        #[test]
        fn a_decimal_number_is_read_back(number in i64::MIN + 1..i64::MAX, places in 0_usize..10) {
            prop_assert_eq!(fixed_point(&decimal(number, places), places), Ok(number));
        }

        #[test]
        fn half_goes_up(n in -1_000_000_i64..1_000_000, d in 1_i64..1000) {
            let rounded = divide_half_up(n, d);
            prop_assert!(2 * n - d < 2 * d * rounded && 2 * d * rounded <= 2 * n + d);
        }
    }
}

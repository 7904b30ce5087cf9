//! The number type of the kernel: double precision for fitting, single precision for predictions. Both are
//! bit-identical on every machine.

use std::ops::{Add, Div, Mul, Neg};

/// A number of either precision.
pub(super) trait Real:
    Copy + Add<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    const ROOT_OF_3: Self;

    /// Converts from double precision.
    fn of(number: f64) -> Self;

    /// A fast approximation of the exponential of a number that is 0 or less: a Taylor series after range reduction by
    /// powers of two.
    fn exp_below_zero(self) -> Self;
}

impl Real for f64 {
    const ROOT_OF_3: Self = 1.732_050_807_568_877_2;

    #[inline]
    fn of(number: f64) -> Self {
        number
    }

    /// Relative error at most 3e-10.
    #[inline]
    fn exp_below_zero(self) -> Self {
        /// 1.5 x 2^52. The lowest bits of a number plus this constant are the number, rounded to an integer.
        const ROUND: f64 = 6_755_399_441_055_744.0;
        const COEFFICIENTS: [f64; 9] =
            [1.0 / 40_320.0, 1.0 / 5_040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
        // The result is negligible below -700, and the power of two stays a normal number.
        let x = self.max(-700.0);
        let rounded = x * std::f64::consts::LOG2_E + ROUND;
        let rest = x - (rounded - ROUND) * std::f64::consts::LN_2;
        let power = f64::from_bits((rounded.to_bits() << 52).wrapping_add(1023 << 52));
        power * COEFFICIENTS.iter().fold(0.0, |sum, coefficient| sum * rest + coefficient)
    }
}

impl Real for f32 {
    const ROOT_OF_3: Self = 1.732_050_8;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "seven digits are more than settings and places are known to")]
    fn of(number: f64) -> Self {
        number as f32
    }

    /// Relative error at most 1e-6.
    #[inline]
    fn exp_below_zero(self) -> Self {
        /// As in double precision: 1.5 x 2^23.
        const ROUND: f32 = 12_582_912.0;
        const COEFFICIENTS: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
        let x = self.max(-87.0);
        let rounded = x * std::f32::consts::LOG2_E + ROUND;
        let rest = x - (rounded - ROUND) * std::f32::consts::LN_2;
        let power = f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23));
        power * COEFFICIENTS.iter().fold(0.0, |sum, coefficient| sum * rest + coefficient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_library() {
        for step in 0..70_000 {
            let x = -f64::from(step) / 100.0;
            let exact = libm::exp(x);
            assert!((x.exp_below_zero() - exact).abs() <= 3e-10 * exact, "{x}");
        }
        assert!(f64::NEG_INFINITY.exp_below_zero() < 1e-300);
    }

    #[test]
    fn in_single_precision_it_is_that_of_the_library_to_a_millionth() {
        for step in 0..8_700_u16 {
            let x = -f32::from(step) / 100.0;
            let exact = libm::exp(f64::from(x));
            // Results near 0 have few significant digits, so an absolute error is allowed.
            let allowed = 1e-6 * exact + 1e-12;
            assert!((f64::from(x.exp_below_zero()) - exact).abs() <= allowed, "{x}");
        }
        assert!(f32::NEG_INFINITY.exp_below_zero() < 1e-37);
    }

    #[test]
    fn the_root_of_3_is_exact() {
        assert_eq!(f64::ROOT_OF_3.to_bits(), 3.0_f64.sqrt().to_bits());
        assert_eq!(f32::ROOT_OF_3.to_bits(), 3.0_f32.sqrt().to_bits());
    }
}

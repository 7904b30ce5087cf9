//! Chances of a farmer's crops, and the draw.

use super::{Advisable, ByCrop, HarvestBins, Prices, Settings};
use crate::Crop;
use sha2::{Digest, Sha512};

/// Number of crops that a farmer is shown.
pub const SHOWN: usize = 3;

/// A farmer's land and experience.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Land<'a> {
    /// The share of each crop on land like this, from 0 to 1; 0 where it does not suit or cannot be sown now.
    pub shares: &'a ByCrop,
    /// Whether the farmer knows each crop.
    pub known: &'a [bool; 16],
    /// When harvests of what is sown now arrive. `None`: not known.
    pub harvest: Option<&'a HarvestBins>,
}

/// Chance of each crop to be shown first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// From 0 to 1, in the order of [`Crop::all`]. They sum to 1, or are all 0 where no suitable crop can be sown.
    pub of: ByCrop,
    /// Every suitable crop is in surplus, and these are the least crowded. The farmer is told so.
    pub all_full: bool,
}

/// The chance of each crop to be shown first to a farmer.
///
/// A crop has a chance if it suits the land and has need. A crop in surplus is never advised
/// while another suitable crop has need. If no suitable crop has need, the [`SHOWN`] least crowded have the chances.
#[must_use]
pub fn chances(land: &Land<'_>, prices: &Prices, settings: &Settings) -> Chances {
    let advisable = Advisable::on(land.shares, prices.need(), prices.crowding());
    let mut of = advisable.attractions(land.shares, land.known, settings);
    for (chance, price) in of.iter_mut().zip(prices.at(land.harvest)) {
        *chance *= libm::exp(-price);
    }
    let whole: f64 = of.iter().sum();
    if whole > 0.0 {
        for chance in &mut of {
            *chance /= whole;
        }
    }
    Chances { of, all_full: advisable.all_full }
}

/// Draws up to [`SHOWN`] different crops: the first by its chance, the next by the chances of the others, and so on.
///
/// The seed fixes one number for each crop, so the same seed and chances give the same crops. Where chances change a
/// little, few seeds change theirs; if a crop has no chance any more, the next takes its place and the others stay.
///
/// This is an exponential race: a crop with chance `p` arrives at time `-ln(u) / p`, where `u` is uniform in (0, 1),
/// and the first to arrive are drawn (Efraimidis and Spirakis, Weighted random sampling with a reservoir, 2006).
#[must_use]
pub fn draw(chances: &Chances, seed: &[u8]) -> Vec<Crop> {
    let mut arrivals: Vec<_> = Crop::all()
        .zip(chances.of)
        .zip(uniform_numbers(seed))
        .filter(|((_, chance), _)| *chance > 0.0)
        .map(|((crop, chance), u)| (-libm::log(u) / chance, crop))
        .collect();
    arrivals.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    arrivals.into_iter().take(SHOWN).map(|(_, crop)| crop).collect()
}

/// The crops that a farmer is shown: those drawn before that still have a chance, in their order, and for the others
/// the next of the draw.
#[must_use]
pub fn shown(chances: &Chances, seed: &[u8], drawn: &[Crop]) -> Vec<Crop> {
    let chance = |crop: &Crop| chances.of.get(*crop as usize).copied().unwrap_or_default();
    let mut shown: Vec<_> = drawn.iter().filter(|crop| chance(crop) > 0.0).copied().take(SHOWN).collect();
    let mut others = *chances;
    for crop in &shown {
        if let Some(chance) = others.of.get_mut(*crop as usize) {
            *chance = 0.0;
        }
    }
    shown.extend(draw(&others, seed));
    shown.truncate(SHOWN);
    shown
}

/// One number in (0, 1) for each crop: the digest of the seed has 512 bits, 32 for each of the sixteen.
/// A crop's place in [`Crop::all`] decides which bits are its own.
fn uniform_numbers(seed: &[u8]) -> ByCrop {
    let digest = Sha512::digest(seed);
    let mut numbers = [0.5; 16];
    for (number, bits) in numbers.iter_mut().zip(digest.chunks_exact(4)) {
        let bits = bits.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        *number = (f64::from(bits) + 0.5) / 4_294_967_296.0;
    }
    numbers
}

#[cfg(test)]
mod tests;

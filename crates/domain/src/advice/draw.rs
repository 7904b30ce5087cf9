//! Chances of a farmer's crops, and the draw.

use super::own_good::Returns;
use super::{HarvestBins, Prices, Settings};
use crate::{Crop, PerCrop};
use sha2::{Digest, Sha512};

/// Number of crops that a farmer is shown.
pub const SHOWN: usize = 3;

/// A farmer's land and experience.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Land<'a> {
    /// The share of each crop on land like this, from 0 to 1; 0 where it does not suit or cannot be sown now.
    pub shares: &'a PerCrop<f64>,
    /// Whether the farmer knows each crop.
    pub known: &'a PerCrop<bool>,
    /// When harvests of what is sown now arrive. `None`: not known.
    pub harvest: Option<&'a HarvestBins>,
    /// What a hectare of each crop brings and costs. `None`: not known.
    pub returns: &'a PerCrop<Option<Returns>>,
}

/// Chance of each crop to be shown first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// From 0 to 1. They sum to 1, or are all 0 where no suitable crop can be sown.
    pub of: PerCrop<f64>,
    /// India has enough of every suitable crop. The farmer is told so.
    pub all_full: bool,
}

/// The chance of each crop to be shown first to a farmer. Every crop that suits the land has one.
pub fn chances(land: &Land<'_>, prices: &Prices, settings: &Settings) -> Chances {
    let own_good = settings.weights(land.shares, land.returns, prices.at_farm());
    let attractions = settings.attractions(land.shares, land.known, &own_good);
    let weights = attractions.zip_with(&prices.at(land.harvest), |attraction, price| attraction * libm::exp(-price));
    let whole = weights.sum();
    let of = if whole > 0.0 { weights.map(|weight| weight / whole) } else { weights };
    let mut suitable = of.iter().filter(|(_, chance)| **chance > 0.0).peekable();
    let all_full = suitable.peek().is_some() && suitable.all(|(crop, _)| prices.is_full()[crop]);
    Chances { of, all_full }
}

/// What a farmer's draw follows from: the number that the farmer has among those of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot<'a> {
    /// The cell: a district, season and kind of land.
    pub cell: &'a str,
    /// The farmer's number in the cell.
    pub number: u64,
}

impl Lot<'_> {
    /// A point in [0, 1). The points of numbers in a row are spread evenly, as a Kronecker sequence by the golden
    /// ratio: of any 20 in a row, and of up to 1,000, an interval holds its part give or take 2.1 and 3.7. The cell
    /// decides where the sequence starts.
    #[expect(clippy::cast_precision_loss, reason = "a point needs no more than 53 bits")]
    fn point(&self) -> f64 {
        /// The fractional part of the golden ratio, x 2^64.
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let start = Sha512::digest(self.cell).iter().take(8).fold(0, |start, byte| start << 8 | u64::from(*byte));
        let point = self.number.wrapping_mul(GOLDEN).wrapping_add(start);
        (point >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One number in (0, 1) for each crop: the digest of cell and number has 512 bits, 32 for each of the sixteen.
    /// A crop's place in [`Crop::all`] decides which bits are its own.
    fn uniform_numbers(&self) -> PerCrop<f64> {
        let digest = Sha512::new().chain_update(self.cell).chain_update(self.number.to_be_bytes()).finalize();
        let mut numbers = PerCrop::all(0.5);
        for ((_, number), bits) in numbers.iter_mut().zip(digest.chunks_exact(4)) {
            let bits = bits.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
            *number = (f64::from(bits) + 0.5) / 4_294_967_296.0;
        }
        numbers
    }
}

/// Draws up to [`SHOWN`] different crops. The first is the one in whose part of the chances the lot's point lies, so
/// that the farmers of a cell are shown each crop as often as its chance says. The next are drawn by the chances of the
/// others.
///
/// Those follow from one number for each crop: a crop with chance `p` arrives at time `-ln(u) / p`, where `u` is
/// uniform in (0, 1), and the first to arrive are drawn (Efraimidis and Spirakis, Weighted random sampling with a
/// reservoir, 2006). Where chances change a little, few lots change their crops.
pub fn draw(chances: &Chances, lot: &Lot<'_>) -> Vec<Crop> {
    let Some(first) = draw_first(chances, lot) else { return Vec::new() };
    let uniform = lot.uniform_numbers();
    let others = chances.of.iter().filter(|(crop, chance)| **chance > 0.0 && *crop != first);
    let mut arrivals: Vec<_> = others.map(|(crop, chance)| (-libm::log(uniform[crop]) / chance, crop)).collect();
    arrivals.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    [first].into_iter().chain(arrivals.into_iter().map(|(_, crop)| crop)).take(SHOWN).collect()
}

/// The first crop of [`draw`]. `None` if no crop has a chance.
pub fn draw_first(chances: &Chances, lot: &Lot<'_>) -> Option<Crop> {
    let (point, mut until) = (lot.point(), 0.0);
    let mut with_chance = chances.of.iter().filter(|(_, chance)| **chance > 0.0).peekable();
    while let Some((crop, chance)) = with_chance.next() {
        until += chance;
        // Rounding may leave the sum a little under 1.
        if point < until || with_chance.peek().is_none() {
            return Some(crop);
        }
    }
    None
}

/// The crops that a farmer is shown: those drawn before that still have a chance and are not full, in their order, and
/// for the others the next of the draw.
pub fn shown(chances: &Chances, prices: &Prices, lot: &Lot<'_>, drawn: &[Crop]) -> Vec<Crop> {
    let stays = |crop: &Crop| chances.of[*crop] > 0.0 && (chances.all_full || !prices.is_full()[*crop]);
    let mut shown: Vec<_> = drawn.iter().filter(|crop| stays(crop)).copied().take(SHOWN).collect();
    let next: Vec<_> = draw(chances, lot).into_iter().filter(|crop| !shown.contains(crop)).collect();
    shown.extend(next);
    shown.truncate(SHOWN);
    shown
}

#[cfg(test)]
mod tests;

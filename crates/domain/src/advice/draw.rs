//! Chances of a farmer's crops, and the draw.

use super::first::{firsts, without, without_losing};
use super::own_good::Returns;
use super::{HarvestBins, Prices, Settings};
use crate::rotation::EffectKind;
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
    /// Whether a crop stands behind the others: it is late, or fails on the field's soil.
    pub behind: &'a PerCrop<bool>,
    /// What the field's last crop means for each crop. `None`: nothing.
    pub after: &'a PerCrop<Option<EffectKind>>,
}

/// Chance of each crop to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// To be shown first, from 0 to 1. They sum to 1, or are all 0 where no suitable crop can be sown. 0 for a crop
    /// that is never first: [`firsts`].
    pub of: PerCrop<f64>,
    /// To be shown at all, relative to each other: above 0 for every crop that suits the land, except those that lose
    /// in every usual year beside one that earns.
    pub weights: PerCrop<f64>,
    /// India has enough of every suitable crop. The farmer is told so.
    pub all_full: bool,
}

/// The chances of a farmer's crops.
pub fn chances(land: &Land<'_>, prices: &Prices, settings: &Settings) -> Chances {
    let own_good = settings.weights(land.shares, land.returns, prices.at_farm());
    let attractions = settings.attractions(land.shares, land.known, &own_good);
    let attractions = attractions.zip_with(land.after, |attraction, after| attraction * counts_after(after));
    let weights = attractions.zip_with(&prices.at(land.harvest), |attraction, price| attraction * libm::exp(-price));
    let weights = without_losing(&weights, land.returns, prices.at_farm());
    let barred = |crop: Crop| land.after[crop] == Some(EffectKind::Avoid);
    let may_be_first = PerCrop::from_fn(|crop| if barred(crop) { 0.0 } else { weights[crop] });
    let of = normalised(&firsts(&may_be_first, land.behind, land.returns, prices.at_farm(), prices.is_short()));
    let mut suitable = weights.iter().filter(|(_, weight)| **weight > 0.0).peekable();
    let all_full = suitable.peek().is_some() && suitable.all(|(crop, _)| prices.is_full()[crop]);
    Chances { of, weights, all_full }
}

/// How much a crop counts by what stood on the field last.
fn counts_after(last: Option<EffectKind>) -> f64 {
    match last {
        Some(EffectKind::Worse) => 0.5,
        Some(EffectKind::Better) => 1.5,
        Some(EffectKind::Avoid) | None => 1.0,
    }
}

/// As parts of 1, or all 0.
fn normalised(weights: &PerCrop<f64>) -> PerCrop<f64> {
    let whole = weights.sum();
    if whole > 0.0 { weights.map(|weight| weight / whole) } else { *weights }
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
/// that the farmers of a cell are shown each crop as often as its chance says. The next are drawn by the weights of the
/// others.
///
/// Those follow from one number for each crop: a crop with chance `p` arrives at time `-ln(u) / p`, where `u` is
/// uniform in (0, 1), and the first to arrive are drawn (Efraimidis and Spirakis, Weighted random sampling with a
/// reservoir, 2006). Where chances change a little, few lots change their crops.
pub fn draw(chances: &Chances, lot: &Lot<'_>) -> Vec<Crop> {
    drawn_in_order(chances, lot).into_iter().take(SHOWN).collect()
}

/// All crops that can be shown, in the order of [`draw`].
fn drawn_in_order(chances: &Chances, lot: &Lot<'_>) -> Vec<Crop> {
    let Some(first) = draw_first(chances, lot) else { return Vec::new() };
    let uniform = lot.uniform_numbers();
    let others = chances.weights.iter().filter(|(crop, weight)| **weight > 0.0 && *crop != first);
    let mut arrivals: Vec<_> = others.map(|(crop, weight)| (-libm::log(uniform[crop]) / weight, crop)).collect();
    arrivals.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    [first].into_iter().chain(arrivals.into_iter().map(|(_, crop)| crop)).collect()
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

/// A crop that a farmer was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnCrop {
    /// The crop.
    pub crop: Crop,
    /// Its supply as a part of the demand when it was drawn, percent. `None`: drawn by an earlier release.
    pub filled_percent: Option<u16>,
}

/// A crop that is drawn with these prices.
fn drawn_now(prices: &Prices, crop: Crop) -> DrawnCrop {
    DrawnCrop { crop, filled_percent: Some(prices.filled_percent(crop)) }
}

/// Whether a crop was not full when it was drawn, and is now, by a rise that is more than the error of its figures.
fn has_filled_since(prices: &Prices, DrawnCrop { crop, filled_percent }: DrawnCrop) -> bool {
    let (error, now) = (prices.error_percent()[crop], f64::from(prices.filled_percent(crop)));
    prices.is_full()[crop]
        && filled_percent.map(f64::from).is_some_and(|then| then <= 100.0 + error && now > then + error)
}

/// The crops that a farmer is shown: those drawn before, in their order, as long as they can be sown and have not
/// become full since; and for the others the next of the draw.
pub fn shown(chances: &Chances, prices: &Prices, lot: &Lot<'_>, drawn: &[DrawnCrop]) -> Vec<DrawnCrop> {
    let can_be_sown = |drawn: &&DrawnCrop| chances.weights[drawn.crop] > 0.0;
    let (filled, mut kept): (Vec<_>, Vec<_>) =
        drawn.iter().filter(can_be_sown).copied().partition(|drawn| has_filled_since(prices, *drawn));
    for kept in kept.iter_mut().filter(|kept| kept.filled_percent.is_none()) {
        *kept = drawn_now(prices, kept.crop);
    }
    let has_filled = |crop, _| filled.iter().any(|filled| filled.crop == crop);
    let of = normalised(&without(&chances.of, has_filled));
    let chances = &Chances { of, weights: without(&chances.weights, has_filled), ..*chances };
    let anew = |crop| kept.iter().find(|kept| kept.crop == crop).copied().unwrap_or_else(|| drawn_now(prices, crop));
    // A first crop that has left is followed by one that may be first.
    let stays_first = kept.first().is_some_and(|first| drawn.first().is_some_and(|drawn| drawn.crop == first.crop));
    let first = if stays_first { None } else { draw_first(chances, lot) };
    if first.is_none() && !stays_first {
        return Vec::new();
    }
    let next = drawn_in_order(chances, lot);
    let mut shown: Vec<DrawnCrop> = Vec::new();
    for drawn in first.map(anew).into_iter().chain(kept.iter().copied()).chain(next.into_iter().map(anew)) {
        if shown.len() < SHOWN && shown.iter().all(|other| other.crop != drawn.crop) {
            shown.push(drawn);
        }
    }
    shown
}

#[cfg(test)]
mod tests;

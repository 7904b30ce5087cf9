//! Baselines that a model must outperform.

use crate::suitability::features::{Standard, unlikeness};
use crate::suitability::{Table, envelope};
use grow_domain::land::Shares;
use grow_domain::{Climate, PerCrop};

/// Number of districts in the mean of the nearest-districts baseline.
pub(crate) const NEAREST: usize = 15;

/// Weight of the mixed-in distribution, so that no share is 0.
const MIXED_IN: f64 = 0.02;

/// The envelope's scores, normalised to a sum of 1 and mixed with equal shares.
pub(crate) fn ecocrop(climate: &Climate) -> Shares {
    let scores = PerCrop::from_fn(|crop| envelope::limits(climate, crop).score);
    Shares::from_weights(scores).map_or_else(Shares::equal, |shares| mixed(&shares, &Shares::equal()))
}

/// The mean of the [`NEAREST`] districts with the nearest climate, mixed with the mean of all.
pub(crate) fn nearest_districts(table: &Table, climate: &Climate) -> Option<Shares> {
    let standard = Standard::of_india();
    let described = standard.describe(climate);
    let mut by_likeness: Vec<_> = table
        .rows()
        .iter()
        .map(|row| (unlikeness(&described, &standard.describe(row.district.climate())), &row.shares))
        .collect();
    by_likeness.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let sum = PerCrop::from_fn(|crop| by_likeness.iter().take(NEAREST).map(|(_, shares)| shares.of(crop)).sum());
    Some(mixed(&Shares::from_weights(sum)?, &table.mean()?))
}

fn mixed(shares: &Shares, other: &Shares) -> Shares {
    let mixed = PerCrop::from_fn(|crop| (1.0 - MIXED_IN) * shares.of(crop) + MIXED_IN * other.of(crop));
    Shares::from_weights(mixed).unwrap_or_else(Shares::equal)
}

//! A value for each of the sixteen crops.

use crate::Crop;
use std::iter::Sum;
use std::ops::{AddAssign, Index, IndexMut};

/// A value for each of the sixteen crops, in the order of [`Crop::all`]. Its index is a crop, so that none is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerCrop<T>([T; 16]);

impl<T> PerCrop<T> {
    /// Computes the value of each crop.
    pub fn from_fn(of: impl FnMut(Crop) -> T) -> Self {
        Self(Crop::each().map(of))
    }

    /// The same value for each crop.
    pub const fn all(value: T) -> Self
    where
        T: Copy,
    {
        Self([value; 16])
    }

    /// The crops with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Crop, &T)> {
        Crop::all().zip(&self.0)
    }

    /// The crops with their values, to be changed.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Crop, &mut T)> {
        Crop::all().zip(&mut self.0)
    }

    /// Computes a new value from each.
    pub fn map<U>(self, of: impl FnMut(T) -> U) -> PerCrop<U> {
        PerCrop(self.0.map(of))
    }

    /// Computes a new value from each and from the other's value of the same crop.
    #[must_use]
    pub fn zip_with<U: Copy>(mut self, other: &PerCrop<U>, mut of: impl FnMut(T, U) -> T) -> Self
    where
        T: Copy,
    {
        self.0.iter_mut().zip(&other.0).for_each(|(value, other)| *value = of(*value, *other));
        self
    }

    /// The values alone.
    pub fn values(&self) -> &[T; 16] {
        &self.0
    }

    /// The sum of the values, added in the order of the crops.
    pub fn sum<'a>(&'a self) -> T
    where
        T: Sum<&'a T>,
    {
        self.0.iter().sum()
    }
}

impl<T> From<[T; 16]> for PerCrop<T> {
    fn from(values: [T; 16]) -> Self {
        Self(values)
    }
}

#[expect(clippy::indexing_slicing, reason = "there are sixteen crops")]
impl<T> Index<Crop> for PerCrop<T> {
    type Output = T;

    fn index(&self, crop: Crop) -> &T {
        &self.0[crop as usize]
    }
}

#[expect(clippy::indexing_slicing, reason = "there are sixteen crops")]
impl<T> IndexMut<Crop> for PerCrop<T> {
    fn index_mut(&mut self, crop: Crop) -> &mut T {
        &mut self.0[crop as usize]
    }
}

impl AddAssign<&Self> for PerCrop<f64> {
    fn add_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, figure)| *sum += figure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crop_has_its_own_value() {
        let mut lengths = PerCrop::from_fn(|crop| crop.key().len());
        assert_eq!((lengths[Crop::Paddy], lengths[Crop::Cotton]), (5, 6));
        lengths[Crop::Cotton] += 1;
        assert!(lengths.iter().all(|(crop, length)| *length == crop.key().len() + usize::from(crop == Crop::Cotton)));
        assert_eq!(lengths.map(|length| 2 * length)[Crop::Paddy], 10);
    }

    #[test]
    fn figures_are_combined_and_summed_crop_by_crop() {
        let mut figures = PerCrop::all(1.5);
        figures.iter_mut().filter(|(crop, _)| *crop == Crop::Ragi).for_each(|(_, figure)| *figure = 3.0);
        figures += &PerCrop::all(0.5);
        let halved = figures.zip_with(&PerCrop::all(2.0), |figure, by| figure / by);
        assert_eq!((halved[Crop::Paddy], halved[Crop::Ragi], halved.sum()), (1.0, 1.75, 16.75));
    }
}

//! Figures by district and crop.

use grow_domain::{Crop, District};

/// A figure for some districts and crops.
pub(crate) struct ByDistrict<T>(Vec<[Option<T>; 16]>);

impl<T: Copy> ByDistrict<T> {
    pub(crate) fn of(figures: impl IntoIterator<Item = ((District, Crop), T)>) -> Self {
        let mut all = vec![[None; 16]; District::all().len()];
        for ((district, crop), figure) in figures {
            if let Some(slot) = all.get_mut(district.index()).and_then(|row| row.get_mut(crop as usize)) {
                *slot = Some(figure);
            }
        }
        Self(all)
    }

    pub(crate) fn get(&self, district: District, crop: Crop) -> Option<&T> {
        self.0.get(district.index())?.get(crop as usize)?.as_ref()
    }
}

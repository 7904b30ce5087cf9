//! Figures by district and crop.

use grow_domain::{Crop, District, PerCrop};

/// A figure for some districts and crops.
pub(crate) struct ByDistrict<T>(Vec<PerCrop<Option<T>>>);

impl<T: Copy> ByDistrict<T> {
    pub(crate) fn of(figures: impl IntoIterator<Item = ((District, Crop), T)>) -> Self {
        let mut all = vec![PerCrop::all(None); District::all().len()];
        for ((district, crop), figure) in figures {
            if let Some(row) = all.get_mut(district.index()) {
                row[crop] = Some(figure);
            }
        }
        Self(all)
    }

    pub(crate) fn get(&self, district: District, crop: Crop) -> Option<&T> {
        self.0.get(district.index())?[crop].as_ref()
    }
}

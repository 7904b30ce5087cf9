//! How well a crop stands on a kind of soil (`data/soil_veto.csv`).

use crate::keyed::keyed;
use crate::table::embedded;
use crate::{Crop, Soil};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How well a crop stands on a kind of soil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoilFit {
    /// It fails there.
    Avoid,
    /// It needs care there.
    Caution,
    /// The soil suits it.
    Good,
}

keyed!(SoilFit { Avoid = "avoid", Caution = "caution", Good = "good" });

/// How well a crop stands on a soil. `None` of soils that neither help nor hinder it: always of light, medium and heavy.
pub fn fit(crop: Crop, soil: Soil) -> Option<SoilFit> {
    FITS.get(&(crop, soil)).copied()
}

static FITS: LazyLock<BTreeMap<(Crop, Soil), SoilFit>> = LazyLock::new(|| {
    embedded!("soil_veto.csv", |row| {
        Some(((row.get(0)?.parse().ok()?, row.get(1)?.parse().ok()?), SoilFit::from_key(row.get(2)?)?))
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crop_is_judged_on_the_three_soils_that_rule_crops_out_and_on_no_other() {
        for crop in Crop::all() {
            for soil in Soil::TEXTURES {
                assert_eq!(fit(crop, soil), None, "{crop} on {soil}");
            }
            // Green gram and gingelly are sown on sandy loam: loose sand neither helps nor hinders them.
            let is_neutral = |soil| soil == Soil::LooseSand && [Crop::GreenGram, Crop::Gingelly].contains(&crop);
            for soil in [Soil::HeavyClay, Soil::Waterlogged, Soil::LooseSand] {
                assert_eq!(fit(crop, soil).is_none(), is_neutral(soil), "{crop} on {soil}");
            }
        }
    }

    #[test]
    fn groundnut_fails_in_heavy_clay_where_cotton_is_at_home() {
        assert_eq!(fit(Crop::Groundnut, Soil::HeavyClay), Some(SoilFit::Avoid));
        assert_eq!(fit(Crop::Cotton, Soil::HeavyClay), Some(SoilFit::Good));
        assert_eq!(fit(Crop::Paddy, Soil::Waterlogged), Some(SoilFit::Good));
        assert_eq!(fit(Crop::Sugarcane, Soil::Waterlogged), Some(SoilFit::Caution));
    }
}

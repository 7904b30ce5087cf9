//! What grows on a district's land in a season, with the water that a field has.
//!
//! The part of the year's land is `r(c, s, w) = pi(c) phi(s | c) omega(w | c, s)`: the year's share of the crop, the
//! part of it that is sown in the season, and the part of that which has such water. docs/MODEL.md describes how the
//! figures are estimated.

use super::record::TEN_THOUSAND;
use super::{DistrictLand, Origin, Probabilities, Shares, Sown};
use crate::water::{ONCE_OR_TWICE, usual_waterings};
use crate::{Crop, PerCrop, Season, Water};

impl DistrictLand {
    /// For each crop, the part of the district's land of a year that grows it in this season with this water. Each is
    /// from 0 to 1, and they sum to at most 1.
    ///
    /// [`Season::Year`] is the whole year, and the season of sugarcane. In the other seasons the land is that of the
    /// other fifteen crops: cane stands on its land and leaves none to sow.
    pub fn parts(&self, season: Season, water: Option<Water>) -> Option<PerCrop<f64>> {
        Some(self.parts_of(&self.expected.as_ref()?.shares, season, water))
    }

    /// The same, where the year's shares are these: those on a soil that was tested.
    pub fn parts_of(&self, year: &Probabilities, season: Season, water: Option<Water>) -> PerCrop<f64> {
        PerCrop::from_fn(|crop| year.of(crop) * self.sown[crop].part(crop, season, water))
    }

    /// Whose figures the irrigated part of a crop's land rests on.
    pub fn irrigated_of(&self, crop: Crop) -> Origin {
        self.sown[crop].irrigated_of
    }

    /// The irrigated part of a crop's land in a season, from 0 to 1.
    pub fn irrigated(&self, crop: Crop, season: Season) -> f64 {
        self.sown[crop].irrigated_in(crop, season)
    }

    /// Of the land that is sown in this season with this water, the share of each crop. `None` if there is no such
    /// land, or no land like the district's is known.
    pub fn shares_in(&self, season: Season, water: Option<Water>) -> Option<Shares> {
        Shares::from_weights(self.parts(season, water)?)
    }
}

impl Sown {
    /// Of a crop's land of a year, the part that is sown in a season with this water: phi x omega, from 0 to 1.
    fn part(&self, crop: Crop, season: Season, water: Option<Water>) -> f64 {
        let part = |season| self.sown_in(season) * self.watered(crop, season, water);
        match season {
            Season::Year if crop == Crop::Sugarcane => self.watered(crop, Season::Year, water),
            Season::Year => SOWN.into_iter().map(part).sum(),
            season => part(season),
        }
    }

    /// phi: the part that is sown in a season.
    fn sown_in(&self, season: Season) -> f64 {
        let at = SOWN.iter().position(|sown| *sown == season);
        at.and_then(|at| self.seasons.get(at)).map_or(0.0, |part| whole(*part))
    }

    /// omega: of the land in a season, the part that has such water.
    fn watered(&self, crop: Crop, season: Season, water: Option<Water>) -> f64 {
        let mut irrigated = self.irrigated_in(crop, season);
        if self.irrigated_of != Origin::Own && crop != Crop::Sugarcane {
            irrigated = irrigated.clamp(UNSURE, 1.0 - UNSURE);
        }
        match water {
            None => 1.0,
            Some(Water::AllSeason) => irrigated,
            Some(Water::RainOnly) => 1.0 - irrigated,
            Some(Water::OnceOrTwice) => {
                let suffices = usual_waterings(crop, season).is_some_and(|waterings| waterings <= ONCE_OR_TWICE);
                if suffices { 1.0 } else { 1.0 - irrigated }
            }
        }
    }

    /// The irrigated part of the land in a season. Water goes to summer first, then to rabi paddy, maize, potato and
    /// onion, then to the rest.
    fn irrigated_in(&self, crop: Crop, season: Season) -> f64 {
        if crop == Crop::Sugarcane {
            return whole(self.irrigated);
        }
        let [kharif, rabi, summer] = SOWN.map(|season| self.sown_in(season));
        let mut left = whole(self.irrigated);
        let mut pour = |land: f64| {
            let watered = left.min(land);
            left -= watered;
            if land > 0.0 { watered / land } else { 0.0 }
        };
        let in_summer = pour(summer);
        let rabi_first = matches!(crop, Crop::Paddy | Crop::Maize | Crop::Potato | Crop::Onion);
        let (in_rabi, in_kharif) = if rabi_first {
            (pour(rabi), pour(kharif))
        } else {
            let in_both = pour(rabi + kharif);
            (in_both, in_both)
        };
        match season {
            Season::Kharif => in_kharif,
            Season::Rabi => in_rabi,
            Season::Summer => in_summer,
            Season::Year => whole(self.irrigated),
        }
    }
}

/// The seasons of sowing, in the order of [`Sown::seasons`].
const SOWN: [Season; 3] = [Season::Kharif, Season::Rabi, Season::Summer];

/// Where other districts tell what is irrigated, at least this part is taken as irrigated, and as much as not.
const UNSURE: f64 = 0.02;

/// Ten-thousandths as a number.
fn whole(part: u16) -> f64 {
    f64::from(part) / f64::from(TEN_THOUSAND)
}

#[cfg(test)]
mod tests {
    use super::super::LandTable;
    use super::*;
    use crate::District;
    use proptest::prelude::*;

    const ANSWERS: [Option<Water>; 4] = [None, Some(Water::AllSeason), Some(Water::OnceOrTwice), Some(Water::RainOnly)];

    fn share(key: &str, crop: Crop, season: Season, water: Option<Water>) -> f64 {
        LandTable::shipped().share(District::from_key(key).unwrap(), crop, season, water)
    }

    #[test]
    fn a_season_of_a_district_grows_what_its_statistics_say() {
        use Crop::{BlackGram, Cholam, Cotton, Cumbu, Groundnut, Maize, Paddy, Potato};
        use Season::{Kharif, Rabi, Summer};
        let of = |key, crop, season| share(key, crop, season, None);
        assert!(of("mh-solapur", Cholam, Kharif) < 0.02, "its sorghum stands in rabi alone");
        assert!(of("mh-solapur", Cholam, Rabi) > 0.8);
        assert!(of("mh-ahmadnagar", Cholam, Kharif) < 0.02);
        assert!(of("br-muzaffarpur", Paddy, Rabi) < 0.02 && of("br-muzaffarpur", Paddy, Summer) < 0.02);
        assert!(of("up-sitapur", Maize, Rabi) < 0.02, "33 ha of rabi maize");
        assert!(of("mp-indore", Maize, Rabi) < 0.02);
        assert!(of("hr-hisar", Cotton, Kharif) > 0.5);
        assert!(of("ts-nizamabad", Cumbu, Kharif) < 0.01, "1 ha of bajra");
        assert!(of("ap-guntur", BlackGram, Rabi) > 0.2, "the rice fallow's black gram");
        assert!(of("od-cuttack", Paddy, Kharif) > 0.98);
        assert!(of("tn-thanjavur", Paddy, Summer) > 0.7, "navarai");
        assert!(of("tn-erode", Groundnut, Kharif) > 0.2);
        assert!(of("as-kamrup", Potato, Kharif) < 0.02);
    }

    #[test]
    fn land_with_water_and_land_with_rain_alone_grow_other_crops() {
        let kharif = |key, crop, water| share(key, crop, Season::Kharif, Some(water));
        assert!(kharif("ka-raichur", Crop::Paddy, Water::AllSeason) > 0.7);
        assert!(kharif("ka-raichur", Crop::Paddy, Water::RainOnly) < 0.03);
        assert!(kharif("ts-nizamabad", Crop::Paddy, Water::RainOnly) < 0.02);
        assert!(kharif("gj-junagadh", Crop::Groundnut, Water::RainOnly) > 0.9);
        let gram = |water| share("ap-guntur", Crop::BengalGram, Season::Rabi, Some(water));
        assert!(gram(Water::OnceOrTwice) > gram(Water::AllSeason), "two waterings suffice for it");
    }

    #[test]
    fn land_like_none_known_has_no_shares() {
        let leh = LandTable::shipped().of_district(District::from_key("la-leh").unwrap());
        assert_eq!((leh.parts(Season::Kharif, None), leh.shares_in(Season::Kharif, None)), (None, None));
        assert!(share("la-leh", Crop::Paddy, Season::Kharif, None) <= 0.0);
    }

    #[test]
    fn the_whole_year_without_an_answer_is_the_years_shares() {
        for district in District::all() {
            let land = LandTable::shipped().of_district(district);
            let (Some(parts), Some(expected)) = (land.parts(Season::Year, None), &land.expected) else { continue };
            for (crop, part) in parts.iter() {
                assert!((part - expected.shares.of(crop)).abs() < 1e-12, "{district} {crop}");
            }
        }
    }

    #[test]
    fn sugarcane_is_land_of_the_year_and_none_of_it_grows_on_rain_alone_or_with_two_waterings() {
        for district in District::all() {
            let share = |season, water| LandTable::shipped().share(district, Crop::Sugarcane, season, water);
            assert!(
                [Season::Kharif, Season::Rabi, Season::Summer].into_iter().all(|season| share(season, None) <= 0.0)
            );
            assert!(share(Season::Year, Some(Water::RainOnly)) <= 0.0, "{district}");
            assert!(share(Season::Year, Some(Water::OnceOrTwice)) <= 0.0, "{district}");
        }
    }

    proptest! {
        #[test]
        fn parts_are_from_0_to_1_and_sum_to_at_most_1(index in 0..734_u16) {
            let district = District::from_index(index).unwrap();
            let land = LandTable::shipped().of_district(district);
            for season in Season::ALL {
                let of = |water| land.parts(season, water);
                let [Some(any), Some(full), Some(twice), Some(rain)] = ANSWERS.map(of) else { return Ok(()) };
                for parts in [any, full, twice, rain] {
                    prop_assert!(parts.values().iter().all(|part| (0.0..=1.0).contains(part)), "{} {}", district, season);
                    prop_assert!(parts.sum() <= 1.0 + 1e-9, "{} {}", district, season);
                }
                for crop in Crop::all() {
                    let [any, full, twice, rain] = [any, full, twice, rain].map(|parts| parts[crop]);
                    prop_assert!((full + rain - any).abs() < 1e-12, "land has water, or it has not");
                    prop_assert!(rain <= twice + 1e-12 && twice <= any + 1e-12, "two waterings are between");
                }
                let shares = land.shares_in(season, Some(Water::RainOnly));
                prop_assert!(shares.is_none_or(|shares| (shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9));
            }
        }

        #[test]
        fn of_a_crop_that_is_mostly_irrigated_little_grows_on_rain_alone(index in 0..734_u16) {
            let land = LandTable::shipped().of_district(District::from_index(index).unwrap());
            for (crop, sown) in land.sown.iter() {
                let of = |water| land.parts(Season::Year, water).map_or(0.0, |parts| parts[crop]);
                if sown.irrigated >= 8_000 {
                    prop_assert!(of(Some(Water::RainOnly)) <= (0.2 + UNSURE) * of(None), "{}", crop);
                }
            }
        }

        #[test]
        fn a_crops_water_is_shared_out_among_the_seasons_and_none_is_lost(
            kharif in 0..=10_000_u16,
            rabi in 0..=10_000_u16,
            irrigated in 0..=10_000_u16,
            crop in 0..16_usize,
        ) {
            prop_assume!(kharif + rabi <= TEN_THOUSAND);
            let sown = Sown {
                seasons: [kharif, rabi, TEN_THOUSAND - kharif - rabi],
                irrigated,
                irrigated_of: Origin::Own,
                ..Sown::default()
            };
            let crop = Crop::all().nth(crop).unwrap();
            let watered = sown.part(crop, Season::Year, Some(Water::AllSeason));
            prop_assert!((watered - whole(irrigated)).abs() < 1e-9, "{}", watered);
        }
    }
}

//! Ten fields on ten days, and what an officer of the district would sign.

use super::tests::solve;
use super::*;
use crate::figures;
use crate::land::LandTable;
use crate::neighbours::Neighbour;
use crate::regional::{Coverage, Given, standing};
use crate::rotation::LastCrop;
use crate::{Soil, Water};
use jiff::civil::date;

const UNTOLD: (Option<Soil>, Option<LastCrop>) = (None, None);
const RAIN: Option<Water> = Some(Water::RainOnly);

/// Demand and supply of India by the reference figures.
fn rows(day: Date) -> Vec<DemandRow> {
    let year = CropYear::of_day(day);
    let given = |region, crop| figures::in_force(figures::reference(), region, crop, year).map(Given::from);
    let standing = |crop| standing(Region::India, crop, year, |region| given(region, crop), &Coverage::default());
    let row = |crop| Some(DemandRow { crop, standing: standing(crop)?, sown: Kilograms(0) });
    Crop::all().filter_map(row).collect()
}

/// What farmers with such a field are told.
struct Told {
    /// Chance of each crop to be shown first.
    first: PerCrop<f64>,
    advice: Advice,
    neighbours: Vec<Neighbour>,
    are_first: bool,
}

impl Told {
    fn on(key: &str, day: Date, water: Option<Water>, (soil, last_crop): (Option<Soil>, Option<LastCrop>)) -> Self {
        let today = solve(day, &rows(day), &[], 100);
        let district = District::from_key(key).unwrap();
        let land = LandTable::shipped().of_district(district);
        let field = Field { district, land: &land, year: land.year().unwrap(), water, soil, last_crop };
        let known = BTreeSet::new();
        let first = today.chances(&field, &today.sowable(&field), &known).of;
        let lot = Lot { cell: "a cell", number: 0 };
        let advice = today.advise(&FarmersLand { field, known: &known, lot, drawn: &[] });
        let now = today.sown_now(district, &land);
        Self { first, advice, neighbours: now.neighbours().to_vec(), are_first: now.is_mostly_others() }
    }

    fn shows(&self, crop: Crop) -> bool {
        self.advice.crops.iter().any(|advised| advised.on_field.crop == crop)
    }

    /// The crop outside the sixteen that takes most of the land, and its share.
    fn most(&self) -> (&'static str, f64) {
        self.neighbours.first().map_or(("", 0.0), |neighbour| (neighbour.crop.key(), neighbour.share))
    }
}

#[test]
fn ludhiana_in_november_sows_wheat_and_nothing_of_the_sixteen() {
    let told = Told::on("pb-ludhiana", date(2026, 11, 25), Some(Water::AllSeason), UNTOLD);
    let (crop, share) = told.most();
    assert!(crop == "wheat" && share > 0.9 && told.are_first, "{crop} {share}");
    assert!(told.advice.crops.is_empty(), "{:?}", told.first);
}

#[test]
fn raipur_in_july_sows_paddy_on_rain_alone() {
    let told = Told::on("cg-raipur", date(2026, 7, 10), RAIN, UNTOLD);
    assert!(told.first[Crop::Paddy] > 0.5, "{:?}", told.first);
}

#[test]
fn gorakhpur_in_november_sows_wheat_and_no_potato_with_two_waterings() {
    let told = Told::on("up-gorakhpur", date(2026, 11, 25), Some(Water::OnceOrTwice), UNTOLD);
    assert_eq!((told.most().0, told.are_first), ("wheat", true));
    assert!(!told.shows(Crop::Potato), "{:?}", told.first);
}

#[test]
fn almora_in_october_sows_wheat_on_rain_alone_and_its_potato_in_spring() {
    let told = Told::on("uk-almora", date(2026, 10, 20), RAIN, UNTOLD);
    assert_eq!(told.most().0, "wheat");
    assert!(!told.shows(Crop::Potato), "{:?}", told.first);
    let potato = told.advice.later.iter().find(|(crop, _)| *crop == Crop::Potato);
    assert!(potato.is_some_and(|(_, opening)| opening.earliest.month() <= 3), "{:?}", told.advice.later);
}

#[test]
fn ramanathapuram_in_january_sows_nothing_on_rain_alone_and_is_told_what_comes_next() {
    let told = Told::on("tn-ramanathapuram", date(2027, 1, 15), RAIN, UNTOLD);
    assert!(told.advice.crops.is_empty() && !told.advice.later.is_empty(), "{:?}", told.first);
}

#[test]
fn raipur_in_november_is_told_of_grass_pea_and_sows_gram_after_paddy() {
    let told = Told::on("cg-raipur", date(2026, 11, 25), None, UNTOLD);
    assert!(told.neighbours.iter().any(|neighbour| neighbour.crop.key() == "grass pea"));
    assert!(told.first[Crop::BengalGram] > 0.5, "{:?}", told.first);
    assert!(told.first[Crop::BlackGram] < 0.1, "it loses");
}

#[test]
fn cuttack_in_january_sows_green_gram_and_black_gram_of_the_rice_fallow_alike() {
    let told = Told::on("od-cuttack", date(2027, 1, 15), RAIN, UNTOLD);
    assert!(told.shows(Crop::GreenGram) && told.shows(Crop::BlackGram), "{:?}", told.first);
}

#[test]
fn solapur_in_september_sows_jowar() {
    let told = Told::on("mh-solapur", date(2026, 9, 25), RAIN, UNTOLD);
    assert!(told.first[Crop::Cholam] > 0.5, "{:?}", told.first);
}

#[test]
fn kalahandi_in_august_is_late_for_paddy_and_is_told_of_short_pulses_and_horse_gram() {
    let told = Told::on("od-kalahandi", date(2026, 8, 10), RAIN, UNTOLD);
    assert!(told.advice.crops.is_empty(), "{:?}", told.first);
    assert!(told.advice.not_shown.iter().any(|it| it.crop == Crop::Paddy && it.why == WhyNotShown::Late));
    let later: Vec<_> = told.advice.later.iter().map(|(crop, _)| *crop).collect();
    assert!(later.contains(&Crop::HorseGram) && later.contains(&Crop::GreenGram), "{later:?}");
}

#[test]
fn thanjavur_in_january_sows_black_gram_after_paddy_on_heavy_clay() {
    let told =
        Told::on("tn-thanjavur", date(2027, 1, 15), None, (Some(Soil::HeavyClay), Some(LastCrop::Crop(Crop::Paddy))));
    assert!(told.first[Crop::BlackGram] > 0.5 && told.first[Crop::Groundnut] <= 0.0, "{:?}", told.first);
}

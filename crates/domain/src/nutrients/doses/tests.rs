use super::*;
use crate::encyclopedia::{self, DoseRange};
use std::collections::BTreeSet;

fn district(key: &str) -> District {
    District::from_key(key).unwrap()
}

/// N, P2O5 and K2O of the default dose, kg/ha: `150:50:50`.
fn npk(crop: Crop, key: &str) -> String {
    let dose = doses(crop, district(key), None).default;
    Nutrient::ALL.map(|nutrient| dose.of(nutrient).to_string()).join(":")
}

fn keys(doses: &Doses) -> Vec<&str> {
    [doses.default].into_iter().chain(doses.others.iter().copied()).map(|dose| &*dose.key).collect()
}

#[test]
fn a_district_starts_from_the_dose_of_its_place_and_water() {
    for (crop, place, expected, why) in [
        (Crop::Paddy, "tn-thanjavur", "150:50:50", "the Cauvery delta"),
        (Crop::Paddy, "tn-erode", "120:40:40", "irrigated, outside the delta"),
        (Crop::Paddy, "tn-ramanathapuram", "50:25:25", "43 % irrigated: sown dry"),
        (Crop::Paddy, "pb-ludhiana", "125:30:30", "Punjab's own dose"),
        (Crop::Paddy, "kl-palakkad", "90:45:45", "Kerala's own dose"),
        (Crop::Cholam, "tn-erode", "60:30:20", "no share is known: rainfed, as most sorghum is"),
        (Crop::Cholam, "ap-anantapur", "60:30:20", "10 % irrigated"),
        (Crop::Cholam, "ap-guntur", "90:45:45", "98 % irrigated"),
        (Crop::Maize, "tn-virudhunagar", "40:20:0", "the black soils of southern Tamil Nadu"),
        (Crop::Groundnut, "ap-anantapur", "20:40:50", "8 % irrigated"),
        (Crop::Groundnut, "ap-guntur", "30:55:35", "99 % irrigated"),
        (Crop::Cotton, "mh-nagpur", "90:45:45", "rainfed hybrids"),
        (Crop::Onion, "tn-erode", "60:60:30", "small onion"),
        (Crop::Onion, "mh-nashik", "110:40:60", "big onion"),
        (Crop::Sugarcane, "up-meerut", "150:50:50", "the north"),
        (Crop::Potato, "up-agra", "180:80:110", "the plains"),
        (Crop::Potato, "hp-shimla", "115:135:95", "the hills"),
    ] {
        assert_eq!(npk(crop, place), expected, "{crop} in {place}: {why}");
    }
}

#[test]
fn a_place_without_rows_or_shares_of_its_own_gets_indias_dose() {
    for crop in Crop::all() {
        assert_eq!(doses(crop, district("an-nicobars"), None).default, reference_dose(crop), "{crop}");
    }
}

#[test]
fn a_farmer_may_choose_the_dose_of_another_situation() {
    let thanjavur = doses(Crop::Paddy, district("tn-thanjavur"), None);
    assert_eq!(keys(&thanjavur), ["delta", "irrigated", "irrigated-long", "hybrid", "rainfed", "kharif"]);
    assert_eq!(thanjavur.default.situation, "Irrigated, Cauvery delta");
    assert!(!keys(&doses(Crop::Paddy, district("ka-mandya"), None)).contains(&"delta"), "the delta is in Tamil Nadu");
}

#[test]
fn the_situations_of_a_crop_in_a_district_differ() {
    for crop in Crop::all() {
        for district in District::all() {
            let doses = doses(crop, district, None);
            let all: Vec<_> = doses.others.iter().copied().chain([doses.default]).collect();
            assert_eq!(
                all.iter().map(|dose| &dose.key).collect::<BTreeSet<_>>().len(),
                all.len(),
                "{crop}, {district}"
            );
            let names: BTreeSet<_> = all.iter().map(|dose| &dose.situation).collect();
            assert_eq!(names.len(), all.len(), "{crop}, {district}");
        }
    }
}

#[test]
fn one_row_of_each_water_is_usual_in_a_place() {
    for row in &*ROWS {
        for place in &row.usual_in {
            let same = |other: &&Row| {
                let both = row.water.is_none() || other.water.is_none() || row.water == other.water;
                other.crop == row.crop && both && other.usual_in.contains(place)
            };
            assert_eq!(ROWS.iter().filter(same).count(), 1, "{} of {} in {place:?}", row.dose.key, row.crop);
        }
    }
}

#[test]
fn a_reference_dose_is_usual_in_india_and_names_its_source() {
    for crop in Crop::all() {
        assert!(
            reference_row(crop).usual_in.contains(&UsualIn::India) && reference_row(crop).dose.states.is_empty(),
            "{crop}"
        );
    }
    for Row { crop, dose, .. } in &*ROWS {
        for word in [&dose.key, &dose.situation, &dose.publisher, &dose.source] {
            assert!(!word.is_empty(), "{crop}: {dose:?}");
        }
        assert!(dose.n_kg_per_ha > 0.0, "{crop}: {dose:?}");
    }
}

#[test]
fn every_dose_is_within_the_range_of_the_encyclopedia() {
    for Row { crop, dose, .. } in &*ROWS {
        let range = &encyclopedia::entry(*crop).nutrient_requirements;
        for (nutrient, DoseRange(range)) in
            Nutrient::ALL.into_iter().zip([range.nitrogen, range.phosphorus, range.potassium])
        {
            let amount = dose.of(nutrient);
            assert!(
                (range.min..=range.max).contains(&amount),
                "{crop}, {}: {nutrient:?} {amount} is not in {range:?}",
                dose.key
            );
        }
    }
}

#[test]
fn a_farmer_is_given_the_dose_of_the_water_of_the_field() {
    let erode = district("tn-erode");
    let default = |water| &*doses(Crop::Groundnut, district("ap-guntur"), water).default.key;
    assert_eq!(default(Some(crate::Water::RainOnly)), "rainfed");
    assert_eq!(default(Some(crate::Water::OnceOrTwice)), default(None));
    let maize = |water| &*doses(Crop::Maize, erode, water).default.key;
    assert_eq!((maize(Some(crate::Water::AllSeason)), maize(Some(crate::Water::RainOnly))), ("hybrid", "kharif"));
}

#[test]
fn a_dose_of_another_state_says_whose_it_is() {
    let region = |crop, key| doses(crop, district(key), Some(crate::Water::RainOnly)).default.region;
    assert_eq!(region(Crop::Paddy, "tn-erode"), Region::State(State::TamilNadu));
    assert_eq!(region(Crop::RedGram, "mh-latur"), Region::India, "none of Maharashtra is known");
    assert_eq!(region(Crop::Ragi, "mh-kolhapur"), Region::State(State::Maharashtra));
    assert_eq!(
        region(Crop::Groundnut, "ts-nalgonda"),
        Region::State(State::AndhraPradesh),
        "none of Telangana is known"
    );
    assert_eq!(region(Crop::Potato, "up-agra"), Region::India);
}

#[test]
fn pulses_of_the_north_the_centre_and_the_east_have_no_dose_of_tamil_nadu() {
    let npk = |crop, key| format!("{} {}", doses(crop, district(key), None).default.region, npk(crop, key));
    assert_eq!(npk(Crop::BengalGram, "up-jhansi"), "IN-MP 20:50:20", "none of Uttar Pradesh is known");
    assert_eq!(npk(Crop::BengalGram, "mp-indore"), "IN-MP 20:50:20");
    assert_eq!(npk(Crop::BlackGram, "up-jhansi"), "IN-UP 17.5:40:20");
    assert_eq!(npk(Crop::RedGram, "od-kalahandi"), "IN-BR 20:45:20");
    assert_eq!(npk(Crop::GreenGram, "od-kalahandi"), "IN-OD 20:40:20");
    assert_eq!(npk(Crop::HorseGram, "od-kalahandi"), "IN-CG 20:40:30");
    let pulses = [Crop::RedGram, Crop::BengalGram, Crop::GreenGram, Crop::BlackGram, Crop::HorseGram];
    for place in District::all().filter(|place| ["cg", "od", "up", "mp", "rj", "as"].contains(&&place.key()[..2])) {
        for (crop, water) in pulses.iter().flat_map(|crop| crate::Water::ALL.map(|water| (*crop, water))) {
            let doses = doses(crop, place, Some(water));
            let all = [doses.default].into_iter().chain(doses.others);
            assert!(all.into_iter().all(|dose| dose.region != Region::State(State::TamilNadu)), "{crop} in {place}");
        }
    }
}

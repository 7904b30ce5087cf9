use super::*;
use crate::State;

fn erode() -> District {
    District::from_key("tn-erode").unwrap()
}

fn soil(n: &str, p: &str, k: &str) -> Npk {
    Npk::from_kg_per_ha(n, p, k).unwrap()
}

fn shipped() -> Predictor {
    Predictor::of(LandTable::shipped())
}

#[test]
fn a_known_district_is_its_own_first_source() {
    let npk = soil("180", "30", "250");
    let prediction = shipped().predict(erode(), npk);
    assert_eq!(prediction.basis(), Basis::OwnDistrict);
    let recommended = shipped().recommended(&prediction);
    assert!(!recommended.is_empty());
    for Recommended { crop, reasons, .. } in recommended {
        let districts = &reasons.grounds.districts;
        assert_eq!(districts.len(), 3);
        assert!(districts.is_sorted_by(|a, b| a.weight >= b.weight));
        assert_eq!(districts[0].district, erode());
        assert!(districts[0].weight > 0.5);
        assert_eq!(reasons.fertilising, nutrients::fertilising(crop, erode(), None, npk));
    }
}

#[test]
fn a_district_that_was_not_observed_has_sources_of_its_kind() {
    let ranipet = District::from_key("tn-ranipet").unwrap();
    let prediction = shipped().predict(ranipet, Npk::default());
    assert_eq!(prediction.basis(), Basis::Model);
    for Recommended { reasons, .. } in shipped().recommended(&prediction) {
        let near = |state| [State::TamilNadu, State::Karnataka, State::AndhraPradesh].contains(&state);
        let districts = reasons.grounds.districts;
        assert!(districts.iter().all(|source| near(source.district.state())), "{districts:?}");
        assert!(reasons.others.is_some_and(|others| others.count > 10));
    }
}

#[test]
fn land_like_none_known_has_no_shares() {
    let leh = shipped().predict(District::from_key("la-leh").unwrap(), Npk::default());
    assert_eq!((leh.basis(), leh.probabilities()), (Basis::None, None));
    assert_eq!(shipped().recommended(&leh), []);
}

#[test]
fn the_weighted_share_of_the_districts_is_within_3_points_of_the_number_or_the_rest_is_named() {
    let shipped = shipped();
    let (mut all, mut named) = (0, 0);
    let tested = soil("180", "30", "250");
    let fields = |d| [(d, Npk::default(), None), (d, tested, None), (d, tested, Some(Water::OnceOrTwice))];
    for (district, npk, water) in District::all().flat_map(fields) {
        let prediction = shipped.predict(district, npk).watered(water);
        for Recommended { crop, probability, reasons } in shipped.recommended(&prediction) {
            let Reasons { grounds: Grounds { districts, .. }, others, rest, .. } = reasons;
            let named_weight: f64 = districts.iter().map(|source| source.weight).sum();
            let weight = named_weight + others.map_or(0.0, |others| others.weight);
            assert!((weight - 1.0).abs() < 1e-9, "{district}: the weights sum to {weight}");
            let weighted = districts.iter().map(|source| source.weight * source.share).sum::<f64>()
                + others.map_or(0.0, |others| others.weight * others.share);
            let explained = weighted + rest.iter().map(|part| part.by).sum::<f64>();
            assert!((probability - explained).abs() <= WITHIN, "{district} {crop}: {probability} {weighted} {rest:?}");
            assert_eq!(rest.is_empty(), (probability - weighted).abs() <= WITHIN, "{district} {crop}");
            if prediction.basis() == Basis::OwnDistrict {
                assert!(districts.iter().any(|source| source.district == district), "{district} {crop}");
            }
            if npk == Npk::default() {
                all += 1;
                named += usize::from(!rest.is_empty());
            }
        }
    }
    assert!(named * 50 <= all, "without a soil test, the rest of {named} of {all} numbers is named");
}

#[test]
fn the_probability_is_that_of_the_fields_water_where_it_is_told() {
    let of = |water| *shipped().predict(erode(), Npk::default()).watered(water).probabilities().unwrap();
    let (untold, rain) = (of(None), of(Some(Water::RainOnly)));
    assert!(rain.of(Crop::Sugarcane) < 0.01 && untold.of(Crop::Sugarcane) > 0.02, "cane lives on water");
    assert!(rain.of(Crop::Groundnut) > untold.of(Crop::Groundnut));
    assert_eq!(rain.millionths().sum(), WHOLE);
    let prediction = shipped().predict(erode(), Npk::default()).watered(Some(Water::RainOnly));
    assert_eq!(prediction.year(), Some(&untold), "advice takes the season's water itself");
    let rest: Vec<_> = shipped().recommended(&prediction).into_iter().flat_map(|crop| crop.reasons.rest).collect();
    assert!(rest.iter().any(|part| part.cause == Cause::Water), "{rest:?}");
}

#[test]
fn a_tested_soil_moves_a_share_within_the_bounds() {
    let of = |npk| *shipped().predict(erode(), npk).probabilities().unwrap().millionths();
    let (untested, poor) = (of(Npk::default()), of(soil("100", "3", "40")));
    let moved = |crop: Crop| f64::from(poor[crop]) / f64::from(untested[crop]);
    assert!(moved(Crop::HorseGram) > 1.0 && moved(Crop::Sugarcane) < 1.0);
    let bounds = 4.0 / 9.0 - 0.01..=9.0 / 4.0 + 0.01;
    for crop in Crop::all().filter(|crop| untested[*crop] > 1_000) {
        assert!(bounds.contains(&moved(crop)), "{crop}");
    }
}

#[test]
fn a_tested_soil_moves_the_shares_of_a_season_as_those_of_the_year() {
    let (season, water) = (Season::Kharif, Some(Water::RainOnly));
    let of = |npk| shipped().predict(erode(), npk).shares_in(season, water).unwrap();
    let (untested, poor) = (of(Npk::default()), of(soil("100", "3", "40")));
    assert!(untested.as_array().iter().zip(poor.as_array()).any(|(a, b)| (a - b).abs() > 0.001));
    let year = |npk| *shipped().predict(erode(), npk).probabilities().unwrap();
    let moved = |a: f64, b: f64| a / b;
    let by_season = moved(poor.of(Crop::Groundnut), untested.of(Crop::Groundnut))
        / moved(poor.of(Crop::Maize), untested.of(Crop::Maize));
    let (tested, not) = (year(soil("100", "3", "40")), year(Npk::default()));
    let by_year =
        moved(tested.of(Crop::Groundnut), not.of(Crop::Groundnut)) / moved(tested.of(Crop::Maize), not.of(Crop::Maize));
    assert!((by_season / by_year - 1.0).abs() < 1e-9, "{by_season} {by_year}");
}

#[test]
fn advice_and_recommendations_rest_on_the_same_districts_with_the_same_weights() {
    let predictor = shipped();
    for district in District::all() {
        let prediction = predictor.predict(district, soil("180", "30", "250"));
        for Recommended { crop, reasons, .. } in predictor.recommended(&prediction) {
            assert_eq!(predictor.grounds(&prediction, &[crop]), [reasons.grounds], "{district} {crop}");
        }
    }
    let leh = predictor.predict(District::from_key("la-leh").unwrap(), Npk::default());
    assert!(predictor.grounds(&leh, &[Crop::Paddy]).is_empty());
}

#[test]
fn the_years_shares_of_the_734_districts_are_those_of_the_product() {
    use sha2::{Digest, Sha256};
    let shipped = shipped();
    let mut hash = Sha256::new();
    for district in District::all() {
        let prediction = shipped.predict(district, Npk::default());
        let millionths = prediction.probabilities().map(|probabilities| *probabilities.millionths().values());
        hash.update(format!("{district:?} {:?} {millionths:?}\n", prediction.basis()));
    }
    let digest = format!("{:x}", hash.finalize());
    let expected = "2cd591ce4837e8a7543b44d6cb481ff6ad793ee4536dcd7c0c65530990a61f34";
    assert_eq!(digest, expected, "every share to a millionth, and its basis");
}

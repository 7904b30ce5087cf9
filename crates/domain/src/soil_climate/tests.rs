use super::*;
use crate::State;
use proptest::prelude::*;

fn erode() -> District {
    District::from_key("tn-erode").unwrap()
}

fn soil(n: &str, p: &str, k: &str) -> Npk {
    Npk::from_kg_per_ha(n, p, k).unwrap()
}

/// A predictor with constant shares.
fn always(version: &str, weights: [f64; 16]) -> Predictor {
    let shares = Shares::from_weights(weights).unwrap();
    Predictor::new(version, move |_| shares.clone())
}

#[test]
fn each_recommended_crop_has_its_reasons() {
    let mut weights = [0.0; 16];
    weights[Crop::Sugarcane as usize] = 0.6;
    weights[Crop::Groundnut as usize] = 0.4;
    let recommended = always("1", weights).predict(erode(), soil("180", "30", "250")).recommended();
    let [sugarcane, groundnut] = &recommended[..] else { panic!("{recommended:?}") };
    assert_eq!((sugarcane.crop, groundnut.crop), (Crop::Sugarcane, Crop::Groundnut));
    let near = |reasons: &Reasons| reasons.nearest.iter().map(|neighbour| neighbour.district).collect::<Vec<_>>();
    assert_eq!(near(&sugarcane.reasons).len(), 3);
    assert_eq!(near(&sugarcane.reasons), near(&groundnut.reasons), "the climate is the farmer's, not the crop's");
    assert!(!near(&sugarcane.reasons).contains(&erode()));
    assert!(matches!(sugarcane.reasons.limit, Some(Limit::WaterDeficit(mm)) if mm > 500.0), "Erode has 700 mm of rain");
    let (tested, doses) = (soil("180", "30", "250"), nutrients::doses(Crop::Sugarcane, erode()));
    let plan = |dose| nutrients::plan(dose, tested, State::TamilNadu);
    assert_eq!(sugarcane.reasons.gaps, nutrients::gaps(Crop::Sugarcane, doses.default, tested, State::TamilNadu));
    assert_eq!(sugarcane.reasons.plan, plan(doses.default));
    assert_eq!(sugarcane.reasons.other_plans, doses.others.into_iter().map(plan).collect::<Vec<_>>());
}

#[test]
fn only_crops_above_a_tenth_are_recommended_in_descending_order() {
    let mut weights = [0.0; 16];
    for (crop, weight) in
        [(Crop::Paddy, 0.1), (Crop::Maize, 0.35), (Crop::Groundnut, 0.2), (Crop::Gingelly, 0.2), (Crop::Onion, 0.15)]
    {
        weights[crop as usize] = weight;
    }
    let prediction = always("1", weights).predict(erode(), Npk::default());
    let recommended = prediction.probabilities.recommended();
    let crops: Vec<_> = recommended.iter().map(|(crop, _)| *crop).collect();
    assert_eq!(crops, [Crop::Maize, Crop::Groundnut, Crop::Gingelly, Crop::Onion], "a tenth exactly is not above it");
    assert!((recommended[0].1 - 0.35).abs() < 1e-9);
}

#[test]
fn an_untested_soil_leaves_what_was_learned_and_a_tested_one_moves_it_within_the_bounds() {
    let model = always("1", [1.0; 16]);
    let untested = model.predict(erode(), Npk::default()).probabilities;
    assert!(untested.millionths().iter().all(|millionths| *millionths == 62_500));
    let poor = model.predict(erode(), soil("100", "3", "40")).probabilities;
    let of = |crop: Crop| f64::from(poor.millionths()[crop as usize]) / 62_500.0;
    assert!(of(Crop::HorseGram) > 1.0 && of(Crop::Sugarcane) < 1.0);
    assert!(Crop::all().all(|crop| (4.0 / 9.0..=9.0 / 4.0).contains(&of(crop))));
}

proptest! {
    #[test]
    fn millionths_are_whole_and_no_share_moves_by_more_than_one(weights in prop::array::uniform16(0.0_f64..1.0)) {
        let Some(shares) = Shares::from_weights(weights) else { return Ok(()) };
        let probabilities = Probabilities::of(&shares);
        prop_assert_eq!(probabilities.millionths().iter().sum::<u32>(), WHOLE);
        for (share, millionths) in shares.as_array().iter().zip(probabilities.millionths()) {
            prop_assert!((share * 1e6 - f64::from(*millionths)).abs() < 1.0 + 1e-6);
        }
    }
}

use super::*;
use crate::advice::{Market, prices};
use proptest::prelude::*;

/// Prices of a market in which nobody is still to come.
fn priced(demand: ByCrop, supplied: ByCrop) -> Prices {
    prices(&Market { demand, supplied, ..Market::default() }, &[], &[], &Settings::default())
}

fn with(weights: &[(Crop, f64)]) -> ByCrop {
    let mut all = [0.0; 16];
    for (crop, weight) in weights {
        all[*crop as usize] = *weight;
    }
    all
}

fn of(shares: &ByCrop, known: &[bool; 16], prices: &Prices) -> Chances {
    chances(&Land { shares, known, harvest: None }, prices, &Settings::default())
}

fn drawn_first(chances: &Chances, farmers: u32) -> ByCrop {
    let mut counts = [0.0; 16];
    for farmer in 0..farmers {
        counts[draw(chances, &farmer.to_be_bytes())[0] as usize] += 1.0;
    }
    counts
}

#[test]
fn two_hundred_farmers_with_the_same_land_get_crops_in_the_promised_proportions() {
    let chances = Chances {
        of: with(&[(Crop::Paddy, 0.5), (Crop::Ragi, 0.3), (Crop::Groundnut, 0.15), (Crop::Onion, 0.05)]),
        all_full: false,
    };
    let counts = drawn_first(&chances, 200);
    // Pearson's statistic with 3 degrees of freedom is below 11.34 in 99 of 100 samples.
    let pearson: f64 = counts
        .iter()
        .zip(chances.of)
        .filter(|(_, p)| *p > 0.0)
        .map(|(count, p)| (count - 200.0 * p) * (count - 200.0 * p) / (200.0 * p))
        .sum();
    assert!(pearson < 11.34, "{counts:?}");
    assert!((counts.iter().sum::<f64>() - 200.0).abs() < 1e-9, "no crop without a chance is drawn");
}

#[test]
fn the_second_crop_is_drawn_by_the_chances_of_the_others() {
    let chances = Chances { of: with(&[(Crop::Paddy, 0.6), (Crop::Ragi, 0.3), (Crop::Maize, 0.1)]), all_full: false };
    let (mut after_paddy, mut ragi) = (0.0, 0.0);
    for farmer in 0..20_000_u32 {
        let crops = draw(&chances, &farmer.to_be_bytes());
        assert_eq!(crops.len(), 3);
        if crops[0] == Crop::Paddy {
            after_paddy += 1.0;
            ragi += f64::from(u8::from(crops[1] == Crop::Ragi));
        }
    }
    assert!((ragi / after_paddy - 0.75_f64).abs() < 0.015, "{}", ragi / after_paddy);
}

#[test]
fn a_filled_crop_is_replaced_by_the_next_and_the_others_stay() {
    let before = Chances {
        of: with(&[(Crop::Paddy, 0.4), (Crop::Ragi, 0.3), (Crop::Maize, 0.2), (Crop::Onion, 0.1)]),
        all_full: false,
    };
    for farmer in 0..500_u32 {
        let seed = farmer.to_be_bytes();
        let crops = draw(&before, &seed);
        for filled in &crops {
            let mut of = before.of;
            of[*filled as usize] = 0.0;
            let whole: f64 = of.iter().sum();
            let after = draw(&Chances { of: of.map(|p| p / whole), all_full: false }, &seed);
            let kept: Vec<_> = crops.iter().filter(|crop| *crop != filled).copied().collect();
            assert_eq!(after[..2], kept);
        }
    }
}

#[test]
fn few_farmers_move_when_chances_move_a_little() {
    let before = Chances { of: with(&[(Crop::Paddy, 0.50), (Crop::Ragi, 0.30), (Crop::Maize, 0.20)]), all_full: false };
    let after = Chances { of: with(&[(Crop::Paddy, 0.48), (Crop::Ragi, 0.32), (Crop::Maize, 0.20)]), all_full: false };
    let moved = (0..20_000_u32).filter(|f| draw(&before, &f.to_be_bytes())[0] != draw(&after, &f.to_be_bytes())[0]);
    let part = f64::from(u32::try_from(moved.count()).unwrap()) / 20_000.0;
    assert!((0.015..0.035).contains(&part), "two of a hundred must move, and {part} did");
}

#[test]
fn the_numbers_of_a_seed_are_the_same_on_every_machine() {
    let chances = Chances { of: [1.0 / 16.0; 16], all_full: false };
    let crops = draw(&chances, b"a farmer");
    assert_eq!(crops, [Crop::Cumbu, Crop::Groundnut, Crop::Gingelly], "another draw gives every farmer other crops");
}

#[test]
fn a_crop_in_surplus_is_not_advised_while_a_suitable_one_has_need() {
    let shares = with(&[(Crop::Paddy, 0.9), (Crop::Ragi, 0.02), (Crop::Onion, 0.005)]);
    let mut supplied = [110.0; 16];
    supplied[Crop::Ragi as usize] = 90.0;
    let chances = of(&shares, &[false; 16], &priced([100.0; 16], supplied));
    assert!((chances.of[Crop::Ragi as usize] - 1.0).abs() < 1e-12 && !chances.all_full, "{chances:?}");
}

#[test]
fn where_all_is_full_the_three_least_crowded_are_advised_and_it_is_said() {
    let shares = with(&[(Crop::Paddy, 0.4), (Crop::Ragi, 0.2), (Crop::Maize, 0.2), (Crop::Cotton, 0.2)]);
    let mut supplied = [120.0; 16];
    supplied[Crop::Cotton as usize] = 180.0;
    let chances = of(&shares, &[false; 16], &priced([100.0; 16], supplied));
    assert!(chances.all_full);
    assert!(chances.of[Crop::Cotton as usize].abs() < f64::EPSILON, "the most crowded of four");
    assert!(chances.of[Crop::Ragi as usize] > 0.0);
}

#[test]
fn land_on_which_nothing_can_be_sown_now_gets_no_crop() {
    let chances = of(&[0.0; 16], &[true; 16], &priced([100.0; 16], [50.0; 16]));
    assert_eq!(chances, Chances { of: [0.0; 16], all_full: false });
    assert_eq!(draw(&chances, b"anybody"), []);
}

#[test]
fn a_known_crop_is_shown_more_often() {
    let shares = [1.0 / 16.0; 16];
    let mut known = [false; 16];
    known[Crop::Ragi as usize] = true;
    let chances = of(&shares, &known, &priced([100.0; 16], [50.0; 16]));
    let factor = chances.of[Crop::Ragi as usize] / chances.of[Crop::Maize as usize];
    assert!((factor - libm::pow(2.0, Settings::default().exponent)).abs() < 1e-9, "{factor}");
}

proptest! {
    #[test]
    fn chances_sum_to_1_or_are_all_0(
        shares in prop::array::uniform16(0.0_f64..0.2),
        known in prop::array::uniform16(any::<bool>()),
        demand in prop::array::uniform16(0.0_f64..1e6),
        supplied in prop::array::uniform16(0.0_f64..1e6),
    ) {
        let prices = priced(demand, supplied);
        let chances = of(&shares, &known, &prices);
        let sum: f64 = chances.of.iter().sum();
        let suitable = shares.map(|share| share > 0.0);
        prop_assert!((sum - f64::from(u8::from(suitable.contains(&true)))).abs() < 1e-9);
        let has_need = |crop: usize| suitable[crop] && supplied[crop] < demand[crop];
        let some_need = (0..16).any(has_need);
        prop_assert_eq!(chances.all_full, suitable.contains(&true) && !some_need);
        for (crop, chance) in chances.of.iter().enumerate() {
            let may = suitable[crop] && (has_need(crop) || !some_need);
            prop_assert!(may || *chance == 0.0, "never a crop in surplus while another has need");
        }
    }

    #[test]
    fn a_draw_gives_different_crops_and_only_those_with_a_chance(
        weights in prop::array::uniform16(prop::option::of(0.001_f64..1.0)), seed in any::<[u8; 16]>(),
    ) {
        let weights = weights.map(Option::unwrap_or_default);
        let whole: f64 = weights.iter().sum();
        prop_assume!(whole > 0.0);
        let chances = Chances { of: weights.map(|weight| weight / whole), all_full: false };
        let crops = draw(&chances, &seed);
        prop_assert_eq!(crops.len(), weights.iter().filter(|weight| **weight > 0.0).count().min(SHOWN));
        for (at, crop) in crops.iter().enumerate() {
            prop_assert!(weights[*crop as usize] > 0.0 && !crops[..at].contains(crop));
        }
        prop_assert_eq!(&crops, &draw(&chances, &seed), "no other crops by asking again");
    }
}

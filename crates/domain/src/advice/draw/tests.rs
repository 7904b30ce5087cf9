use super::*;
use crate::advice::{Market, Returns, prices};
use proptest::prelude::*;

/// Prices of a market in which nobody is still to come.
fn priced(demand: PerCrop<f64>, supplied: PerCrop<f64>) -> Prices {
    prices(&Market { demand, supplied, ..Market::default() }, &[], &[], &Settings::default())
}

fn with(weights: &[(Crop, f64)]) -> PerCrop<f64> {
    let mut all = PerCrop::all(0.0);
    for (crop, weight) in weights {
        all[*crop] = *weight;
    }
    all
}

fn of(shares: &PerCrop<f64>, known: &PerCrop<bool>, prices: &Prices) -> Chances {
    let (returns, behind, after) = (&PerCrop::all(None), &PerCrop::all(false), &PerCrop::all(None));
    chances(&Land { shares, known, harvest: None, returns, behind, after }, prices, &Settings::default())
}

/// Chances of which every crop may be first.
fn even(of: PerCrop<f64>) -> Chances {
    Chances { of, weights: of, all_full: false }
}

fn lot(number: u64) -> Lot<'static> {
    Lot { cell: "2026 kharif tn-erode -", number }
}

#[test]
fn the_second_crop_is_drawn_by_the_chances_of_the_others() {
    let chances = even(with(&[(Crop::Paddy, 0.6), (Crop::Ragi, 0.3), (Crop::Maize, 0.1)]));
    let (mut after_paddy, mut ragi) = (0.0, 0.0);
    for number in 0..20_000 {
        let crops = draw(&chances, &lot(number));
        assert_eq!(crops.len(), 3);
        if crops[0] == Crop::Paddy {
            after_paddy += 1.0;
            ragi += f64::from(u8::from(crops[1] == Crop::Ragi));
        }
    }
    assert!((ragi / after_paddy - 0.75_f64).abs() < 0.015, "{}", ragi / after_paddy);
}

#[test]
fn a_crop_that_has_filled_since_is_replaced_and_the_others_stay() {
    let shares = with(&[(Crop::Paddy, 0.4), (Crop::Ragi, 0.3), (Crop::Maize, 0.2), (Crop::Onion, 0.1)]);
    let before = priced(PerCrop::all(100.0), PerCrop::all(90.0));
    for number in 0..500 {
        let drawn = shown(&of(&shares, &PerCrop::all(false), &before), &before, &lot(number), &[]);
        for filled in &drawn {
            let mut supplied = PerCrop::all(90.0);
            supplied[filled.crop] = 130.0;
            let after = priced(PerCrop::all(100.0), supplied);
            let shown = shown(&of(&shares, &PerCrop::all(false), &after), &after, &lot(number), &drawn);
            let kept: Vec<_> = drawn.iter().filter(|drawn| *drawn != filled).collect();
            assert!(shown.len() == 3 && shown.iter().all(|shown| shown.crop != filled.crop));
            assert!(kept.iter().all(|kept| shown.contains(kept)), "{shown:?} after {drawn:?}");
            assert!(filled == &drawn[0] || shown[0] == drawn[0], "the first stays first");
        }
    }
}

#[test]
fn few_farmers_move_when_chances_move_a_little() {
    let before = even(with(&[(Crop::Paddy, 0.50), (Crop::Ragi, 0.30), (Crop::Maize, 0.20)]));
    let after = even(with(&[(Crop::Paddy, 0.48), (Crop::Ragi, 0.32), (Crop::Maize, 0.20)]));
    let moved = (0..20_000).filter(|number| draw(&before, &lot(*number))[0] != draw(&after, &lot(*number))[0]);
    let part = f64::from(u32::try_from(moved.count()).unwrap()) / 20_000.0;
    assert!((0.015..0.025).contains(&part), "two of a hundred must move, and {part} did");
}

#[test]
fn the_draws_of_a_cell_are_the_same_on_every_machine() {
    use Crop::{BlackGram, Cholam, Cotton, Gingelly, RedGram, Sugarcane};
    let chances = even(PerCrop::all(1.0 / 16.0));
    let first: Vec<_> = (0..6).map(|number| draw(&chances, &lot(number))[0]).collect();
    assert_eq!(
        first,
        [Sugarcane, BlackGram, Cholam, Gingelly, RedGram, Cotton],
        "another sequence gives every farmer other crops"
    );
}

#[test]
fn a_crop_in_surplus_is_advised_less_and_never_barred() {
    let shares = with(&[(Crop::Paddy, 0.5), (Crop::Ragi, 0.5), (Crop::Onion, 0.0)]);
    let of_paddy = |met: f64| {
        let mut supplied = PerCrop::all(100.0);
        supplied[Crop::Paddy] = met;
        of(&shares, &PerCrop::all(false), &priced(PerCrop::all(100.0), supplied)).of[Crop::Paddy]
    };
    let (under, over, far_over) = (of_paddy(99.0), of_paddy(101.0), of_paddy(150.0));
    assert!(over < under && under - over < 0.06, "{under} {over}");
    assert!(far_over < 0.1, "{far_over}");
}

/// The chances of two crops of 30 and 70 % of the land, with what they leave, and whether the first stands behind.
fn first_of_two(ragi_margin: f64, is_behind: bool) -> PerCrop<f64> {
    let (mut returns, mut behind) = (PerCrop::all(None), PerCrop::all(false));
    for (crop, margin) in [(Crop::Ragi, ragi_margin), (Crop::Maize, 20_000.0)] {
        returns[crop] = Some(Returns { best: 1.1, ..Returns::in_market(50_000.0, 50_000.0 - margin) });
    }
    behind[Crop::Ragi] = is_behind;
    let shares = &with(&[(Crop::Ragi, 0.7), (Crop::Maize, 0.3)]);
    let (known, returns, behind, after) = (&PerCrop::all(false), &returns, &behind, &PerCrop::all(None));
    let settings = Settings { own_good: None, ..Settings::default() };
    let prices = priced(PerCrop::all(100.0), PerCrop::all(100.0));
    chances(&Land { shares, known, harvest: None, returns, behind, after }, &prices, &settings).of
}

#[test]
fn a_crop_past_its_days_or_of_a_sure_loss_is_never_first_where_another_can_be() {
    assert!(first_of_two(10_000.0, false)[Crop::Ragi] > 0.6);
    assert_eq!(first_of_two(10_000.0, true), with(&[(Crop::Maize, 1.0)]), "it is late");
    assert!(first_of_two(-4_000.0, false)[Crop::Ragi] > 0.6, "in a good year it earns");
    assert_eq!(first_of_two(-6_000.0, false), with(&[(Crop::Maize, 1.0)]), "it loses in every usual year");
    let (late, known) = (&PerCrop::all(true), &PerCrop::all(false));
    let (shares, returns, after) = (&with(&[(Crop::Ragi, 1.0)]), &PerCrop::all(None), &PerCrop::all(None));
    let land = Land { shares, known, harvest: None, returns, behind: late, after };
    let prices = priced(PerCrop::all(100.0), PerCrop::all(100.0));
    assert_eq!(chances(&land, &prices, &Settings::default()).of, *shares, "where all are late, one of them is first");
}

#[test]
fn a_crop_that_should_not_follow_the_last_one_is_never_first_even_alone() {
    let first_and_shown = |shares: &PerCrop<f64>| {
        let mut after = PerCrop::all(None);
        after[Crop::Ragi] = Some(EffectKind::Avoid);
        let (known, returns, behind) = (&PerCrop::all(false), &PerCrop::all(None), &PerCrop::all(false));
        let land = Land { shares, known, harvest: None, returns, behind, after: &after };
        let prices = priced(PerCrop::all(100.0), PerCrop::all(100.0));
        let chances = chances(&land, &prices, &Settings::default());
        (chances.of, shown(&chances, &prices, &lot(1), &[]).len())
    };
    assert_eq!(first_and_shown(&with(&[(Crop::Ragi, 0.7), (Crop::Maize, 0.3)])), (with(&[(Crop::Maize, 1.0)]), 2));
    assert_eq!(first_and_shown(&with(&[(Crop::Ragi, 1.0)])), (PerCrop::all(0.0), 0));
}

#[test]
fn a_crop_of_few_is_not_first_beside_one_of_most_unless_india_is_short_of_it() {
    let shares = with(&[(Crop::Paddy, 0.95), (Crop::Ragi, 0.05)]);
    let of = |ragi: f64| {
        let mut supplied = PerCrop::all(100.0);
        supplied[Crop::Ragi] = ragi;
        of(&shares, &PerCrop::all(false), &priced(PerCrop::all(100.0), supplied))
    };
    assert_eq!(of(100.0).of, with(&[(Crop::Paddy, 1.0)]));
    assert!(of(100.0).weights[Crop::Ragi] > 0.0, "it is shown as an alternative");
    assert!(of(99.0).of[Crop::Ragi] > 0.0);
}

#[test]
fn advice_says_when_india_has_enough_of_every_suitable_crop() {
    let shares = with(&[(Crop::Paddy, 0.4), (Crop::Ragi, 0.6)]);
    let mut supplied = PerCrop::all(120.0);
    assert!(of(&shares, &PerCrop::all(false), &priced(PerCrop::all(100.0), supplied)).all_full);
    supplied[Crop::Ragi] = 99.0;
    assert!(!of(&shares, &PerCrop::all(false), &priced(PerCrop::all(100.0), supplied)).all_full);
}

#[test]
fn land_on_which_nothing_can_be_sown_now_gets_no_crop() {
    let chances = of(&PerCrop::all(0.0), &PerCrop::all(true), &priced(PerCrop::all(100.0), PerCrop::all(50.0)));
    assert_eq!(chances, even(PerCrop::all(0.0)));
    assert_eq!(draw(&chances, &lot(7)), []);
}

#[test]
fn a_known_crop_is_shown_more_often() {
    let shares = PerCrop::all(1.0 / 16.0);
    let mut known = PerCrop::all(false);
    known[Crop::Ragi] = true;
    let chances = of(&shares, &known, &priced(PerCrop::all(100.0), PerCrop::all(50.0)));
    let factor = chances.of[Crop::Ragi] / chances.of[Crop::Maize];
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
        let prices = priced(demand.into(), supplied.into());
        let chances = of(&shares.into(), &known.into(), &prices);
        let suitable = PerCrop::from(shares.map(|share| share > 0.0));
        prop_assert!((chances.of.sum() - f64::from(u8::from(suitable.values().contains(&true)))).abs() < 1e-9);
        for (crop, weight) in chances.weights.iter() {
            prop_assert_eq!(*weight > 0.0, suitable[crop], "every crop that suits may be shown");
            prop_assert!(suitable[crop] || chances.of[crop] <= 0.0);
        }
    }

    #[test]
    fn farmers_of_a_cell_are_shown_each_crop_as_often_as_was_promised(
        weights in prop::array::uniform16(prop::option::of(0.001_f64..1.0)), cell in "[a-z]{1,8}", from in any::<u32>(),
        count in 1..=1_000_u64,
    ) {
        let weights = PerCrop::from(weights.map(Option::unwrap_or_default));
        let whole = weights.sum();
        prop_assume!(whole > 0.0);
        let chances = even(weights.map(|weight| weight / whole));
        for (count, within) in [(20, 2.5), (count, 4.0)] {
            let mut off = chances.of.map(|chance| -chance * f64::from(u32::try_from(count).unwrap()));
            for number in 0..count {
                off[draw(&chances, &Lot { cell: &cell, number: u64::from(from) + number })[0]] += 1.0;
            }
            prop_assert!(off.values().iter().all(|off| off.abs() <= within), "{} in a row: {:?}", count, off);
        }
    }

    #[test]
    fn a_draw_gives_different_crops_and_only_those_with_a_chance(
        weights in prop::array::uniform16(prop::option::of(0.001_f64..1.0)), number in any::<u64>(),
    ) {
        let weights = PerCrop::from(weights.map(Option::unwrap_or_default));
        let whole = weights.sum();
        prop_assume!(whole > 0.0);
        let chances = even(weights.map(|weight| weight / whole));
        let crops = draw(&chances, &lot(number));
        prop_assert_eq!(crops.len(), weights.values().iter().filter(|weight| **weight > 0.0).count().min(SHOWN));
        for (at, crop) in crops.iter().enumerate() {
            prop_assert!(weights[*crop] > 0.0 && !crops[..at].contains(crop));
        }
        prop_assert_eq!(&crops, &draw(&chances, &lot(number)), "no other crops by asking again");
    }
}

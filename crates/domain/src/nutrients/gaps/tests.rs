use super::*;
use crate::nutrients::{Bags, Fertilisers, plan};
use proptest::prelude::*;

const INDIA: State = State::TamilNadu;

/// The factor of a crop on a soil.
fn factor(crop: Crop, npk: Npk, state: State) -> f64 {
    super::factor(crop, open_parts(npk, state))
}

/// The shortfall of a crop on a soil, from 0 to 1.
fn shortfall(crop: Crop, npk: Npk, state: State) -> f64 {
    let needs = Nutrient::ALL.into_iter().zip(open_parts(npk, state));
    needs.map(|(nutrient, open)| relative_need(crop, nutrient) * open).sum::<f64>() / 3.0
}

fn soil(n: &str, p: &str, k: &str) -> Npk {
    Npk::from_kg_per_ha(n, p, k).unwrap()
}

fn any_soil() -> impl Strategy<Value = Npk> {
    (0_i64..=2_000_000, 0_i64..=2_000_000, 0_i64..=2_000_000).prop_map(|(n, p, k)| Npk {
        nitrogen_g_per_ha: n,
        // Most valid phosphorus values are far above the limits, so half of the samples are scaled down.
        phosphorus_g_per_ha: if p % 2 == 0 { p / 50 } else { p },
        potassium_g_per_ha: k,
    })
}

fn any_crop() -> impl Strategy<Value = Crop> {
    (0..16_usize).prop_map(|index| Crop::all().nth(index).unwrap())
}

fn any_state() -> impl Strategy<Value = State> {
    (0..36_usize).prop_map(|index| State::all().nth(index).unwrap())
}

fn any_shares() -> impl Strategy<Value = Shares> {
    prop::array::uniform16(0.0_f64..1.0).prop_filter_map("all zero", |weights| Shares::from_weights(weights.into()))
}

fn with_more(npk: Npk, nutrient: Nutrient, grams: i64) -> Npk {
    let mut more = npk;
    match nutrient {
        Nutrient::Nitrogen => more.nitrogen_g_per_ha += grams,
        Nutrient::Phosphorus => more.phosphorus_g_per_ha += grams,
        Nutrient::Potassium => more.potassium_g_per_ha += grams,
    }
    more
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn n_is_low_below_280_and_high_above_560_p_11_and_22_k_118_and_280() {
    for (n, p, k, expected) in [
        ("279.999", "10.999", "117.999", Rating::Low),
        ("280", "11", "118", Rating::Medium),
        ("560", "22", "280", Rating::Medium),
        ("560.001", "22.001", "280.001", Rating::High),
    ] {
        for nutrient in Nutrient::ALL {
            assert_eq!(rating(soil(n, p, k), nutrient, INDIA), Some(expected), "{nutrient:?}");
        }
    }
}

#[test]
fn a_nutrient_that_is_0_was_not_tested_and_gets_its_dose() {
    let only_n = soil("300", "0", "0");
    assert_eq!(Nutrient::ALL.map(|nutrient| rating(only_n, nutrient, INDIA)), [Some(Rating::Medium), None, None]);
    let dose = reference_dose(Crop::Paddy);
    let planned = plan(dose, only_n, INDIA);
    assert!(is_near(planned.p2o5_kg_per_ha, dose.p2o5_kg_per_ha) && is_near(planned.k2o_kg_per_ha, dose.k2o_kg_per_ha));
    let tested = gaps(Crop::Paddy, dose, only_n, INDIA).map(|gap| gap.tested.is_some());
    assert_eq!(tested, [true, false, false]);
}

#[test]
fn a_state_may_rate_by_its_own_table() {
    let tested = soil("300", "23", "277");
    assert_eq!(rating(tested, Nutrient::Phosphorus, State::Kerala), Some(Rating::Medium));
    assert_eq!(rating(tested, Nutrient::Phosphorus, State::Karnataka), Some(Rating::High));
    assert_eq!(rating(tested, Nutrient::Potassium, State::Kerala), Some(Rating::High));
    assert_eq!(rating(tested, Nutrient::Nitrogen, State::Kerala), Some(Rating::Medium), "India's where it has none");
}

#[test]
fn a_medium_soil_and_an_untested_one_leave_every_crop_where_it_is() {
    for crop in Crop::all() {
        assert!(is_near(factor(crop, soil("420", "16.5", "199"), INDIA), 1.0));
        assert!((factor(crop, Npk::default(), INDIA) - 1.0).abs() < f64::EPSILON);
    }
}

#[test]
fn a_poor_soil_favours_crops_with_small_needs_and_a_rich_soil_those_with_large_ones() {
    let (poor, rich) = (soil("100", "3", "40"), soil("800", "60", "600"));
    let order = [Crop::HorseGram, Crop::Groundnut, Crop::Paddy, Crop::Sugarcane];
    assert!(order.is_sorted_by_key(|crop| -factor(*crop, poor, INDIA)));
    assert!(order.is_sorted_by_key(|crop| factor(*crop, rich, INDIA)));
    assert!(
        factor(Crop::HorseGram, poor, INDIA) > 0.94,
        "it needs little, and takes most of its nitrogen from the air"
    );
    assert!(factor(Crop::Sugarcane, poor, INDIA) < 0.75);
}

#[test]
fn the_gap_of_paddy_in_erode() {
    let [n, p, k] = gaps(Crop::Paddy, reference_dose(Crop::Paddy), soil("180", "30", "250"), INDIA);
    let tested = n.tested.unwrap();
    assert!(is_near(n.dose_kg_per_ha, 120.0) && is_near(tested.soil_kg_per_ha, 180.0));
    assert_eq!(tested.rating, Rating::Low);
    assert!(is_near(tested.short_kg_per_ha, 120.0 * (0.5 + 240.0 / 280.0 / 2.0)));
    assert_eq!(p.tested.unwrap().rating, Rating::High);
    assert!(is_near(p.tested.unwrap().short_kg_per_ha, 0.0));
    assert_eq!(k.tested.unwrap().rating, Rating::Medium);
    assert!(
        gaps(Crop::Paddy, reference_dose(Crop::Paddy), Npk::default(), INDIA).iter().all(|gap| gap.tested.is_none())
    );
}

#[test]
fn the_plan_is_the_dose_times_5_4_on_a_low_1_on_a_medium_and_3_4_on_a_high_soil() {
    let plan = plan(reference_dose(Crop::Paddy), soil("180", "30", "250"), INDIA);
    assert!(
        is_near(plan.n_kg_per_ha, 150.0) && is_near(plan.p2o5_kg_per_ha, 30.0) && is_near(plan.k2o_kg_per_ha, 40.0)
    );
    // 150 kg N / 46 % = 326 kg of urea; 30 kg P2O5 / 16 % = 187.5 kg of SSP; 40 kg K2O / 60 % = 66.7 kg of MOP.
    let Fertilisers { urea, dap, ssp, mop } = plan.with_ssp;
    assert!(is_near(urea.bags, 150.0 / 0.46 / 45.0) && is_near(ssp.bags, 3.75) && is_near(mop.bags, 40.0 / 0.6 / 50.0));
    assert!(is_near(dap.bags, 0.0));
    // 30 kg P2O5 / 46 % = 65.2 kg of DAP, which brings 11.7 kg of the nitrogen.
    let Fertilisers { urea, dap, ssp, .. } = plan.with_dap;
    assert!(is_near(dap.kg(), 30.0 / 0.46) && is_near(ssp.bags, 0.0));
    assert!(is_near(urea.kg(), (150.0 - 30.0 / 0.46 * 0.18) / 0.46));
}

#[test]
fn an_untested_soil_gets_the_dose_itself() {
    let plan = plan(reference_dose(Crop::Groundnut), Npk::default(), INDIA);
    assert!(is_near(plan.n_kg_per_ha, 30.0) && is_near(plan.p2o5_kg_per_ha, 55.0) && is_near(plan.k2o_kg_per_ha, 35.0));
}

proptest! {
    #[test]
    fn a_factor_is_from_two_thirds_to_three_halves(crop in any_crop(), npk in any_soil(), state in any_state()) {
        let factor = factor(crop, npk, state);
        prop_assert!((1.0 / MOST..=MOST).contains(&factor), "{factor}");
    }

    #[test]
    fn the_factor_falls_with_the_shortfall(crop in any_crop(), one in any_soil(), other in any_soil(), state in any_state()) {
        let (less, more) = (shortfall(crop, one, state), shortfall(crop, other, state));
        prop_assert!((0.0..=1.0).contains(&less));
        if less < more {
            prop_assert!(factor(crop, one, state) >= factor(crop, other, state));
        }
    }

    #[test]
    fn more_of_a_nutrient_never_lowers_a_crop_that_needs_it_relative_to_one_that_does_not(
        shares in any_shares(), npk in any_soil(), grams in 0_i64..400_000, nutrient in 0..3_usize, state in any_state(),
    ) {
        let nutrient = Nutrient::ALL[nutrient];
        prop_assume!(is_tested(npk, nutrient));
        let (before, after) = (adjust(&shares, npk, state), adjust(&shares, with_more(npk, nutrient, grams), state));
        for needy in Crop::all() {
            for modest in Crop::all() {
                if relative_need(needy, nutrient) >= relative_need(modest, nutrient) {
                    // Compare products, because a share may be 0.
                    let now = after.of(needy) * before.of(modest);
                    prop_assert!(now >= before.of(needy) * after.of(modest) - 1e-12, "{needy} beside {modest}");
                }
            }
        }
    }

    #[test]
    fn an_untested_nutrient_counts_as_one_in_the_middle_of_the_medium_rating(
        shares in any_shares(), npk in any_soil(), nutrient in 0..3_usize, state in any_state(), crop in any_crop(),
    ) {
        let nutrient = Nutrient::ALL[nutrient];
        let without = with_more(npk, nutrient, -npk.g_per_ha(nutrient));
        let reference::Limits { low_below, high_above } = reference::limits(nutrient, state);
        #[expect(clippy::cast_possible_truncation, reason = "a rating's limit in grams")]
        let middle = with_more(without, nutrient, (f64::midpoint(low_below, high_above) * 1000.0).round() as i64);
        for other in Nutrient::ALL {
            let expected = if other == nutrient { None } else { rating(npk, other, state) };
            prop_assert_eq!(rating(without, other, state), expected, "each for itself");
        }
        let (one, two) = (plan(reference_dose(crop), without, state), plan(reference_dose(crop), middle, state));
        prop_assert!(is_near(one.n_kg_per_ha, two.n_kg_per_ha));
        prop_assert!(is_near(one.p2o5_kg_per_ha, two.p2o5_kg_per_ha) && is_near(one.k2o_kg_per_ha, two.k2o_kg_per_ha));
        let (one, two) = (adjust(&shares, without, state), adjust(&shares, middle, state));
        prop_assert!(Crop::all().all(|crop| (one.of(crop) - two.of(crop)).abs() < 1e-4));
    }

    #[test]
    fn an_untested_soil_changes_nothing(shares in any_shares(), state in any_state()) {
        prop_assert_eq!(adjust(&shares, Npk::default(), state), shares);
    }

    #[test]
    fn adjusted_shares_are_shares(shares in any_shares(), npk in any_soil(), state in any_state()) {
        let adjusted = adjust(&shares, npk, state);
        let sum: f64 = Crop::all().map(|crop| adjusted.of(crop)).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
        for crop in Crop::all() {
            prop_assert!(adjusted.of(crop).is_finite() && adjusted.of(crop) >= 0.0);
            prop_assert!(adjusted.of(crop) <= shares.of(crop) * MOST * MOST + 1e-12, "the sum moves by 3/2 at most");
        }
    }

    #[test]
    fn the_bags_bring_exactly_the_plan(crop in any_crop(), npk in any_soil(), state in any_state()) {
        let plan = plan(reference_dose(crop), npk, state);
        for Fertilisers { urea, dap, ssp, mop } in [plan.with_dap, plan.with_ssp] {
            prop_assert!(is_near(urea.kg() * 0.46 + dap.kg() * 0.18, plan.n_kg_per_ha));
            prop_assert!(is_near(dap.kg() * 0.46 + ssp.kg() * 0.16, plan.p2o5_kg_per_ha));
            prop_assert!(is_near(mop.kg() * 0.6, plan.k2o_kg_per_ha));
            for Bags { bags, .. } in [urea, dap, ssp, mop] {
                prop_assert!(bags.is_finite() && bags >= 0.0);
            }
        }
    }

    #[test]
    fn a_shortfall_never_exceeds_the_dose(crop in any_crop(), npk in any_soil(), state in any_state()) {
        for gap in gaps(crop, reference_dose(crop), npk, state) {
            if let Some(TestedGap { short_kg_per_ha, .. }) = gap.tested {
                prop_assert!((0.0..=gap.dose_kg_per_ha).contains(&short_kg_per_ha));
            }
        }
    }
}

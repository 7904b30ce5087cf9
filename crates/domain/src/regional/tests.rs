use super::*;
use crate::figures;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn year(first: i64) -> CropYear {
    CropYear::from_first_year(first).unwrap()
}

fn india_only(given: Given) -> impl Fn(Region) -> Option<Given> {
    move |region| (region == Region::India).then_some(given)
}

fn parts(crop: Crop, crop_year: CropYear, given: Given) -> Vec<Given> {
    State::all().map(|state| figures(Region::State(state), crop, crop_year, india_only(given)).unwrap().0).collect()
}

fn sum(parts: &[Given]) -> Given {
    Given {
        demand: parts.iter().map(|part| part.demand).sum(),
        outside_supply: parts.iter().map(|part| part.outside_supply).sum(),
    }
}

/// Computed by hand from the table: 1 November 2026 is eight of sixty months after 1 March 2026.
#[test]
fn a_state_needs_its_share_of_the_population_in_the_middle_of_the_crop_year() {
    let people = Shares::of_population(year(2026));
    let tamil_nadu = f64::from(77_546 * 52 + 78_082 * 8);
    let all = 1_423_436.0 * 52.0 + 1_475_518.0 * 8.0;
    assert!((people.fraction(State::TamilNadu) - tamil_nadu / all).abs() < 1e-12);
    assert_eq!(format!("{:.4}", people.fraction(State::TamilNadu)), "0.0543");
}

#[test]
fn before_and_after_the_projection_the_nearest_year_holds() {
    assert_eq!(Shares::of_population(year(1900)), Shares::of_population(year(2010)));
    assert_eq!(Shares::of_population(year(2036)), Shares::of_population(year(2999)));
    assert_ne!(Shares::of_population(year(2030)), Shares::of_population(year(2031)));
}

#[test]
fn the_population_of_the_states_is_that_of_india() {
    let india = include_str!("../../../../data/population.csv");
    let rows = india.lines().filter(|line| line.starts_with("20"));
    let mut seen = 0;
    for (line, month) in rows.zip(&POPULATION.months) {
        let (_, people) = line.split_once(',').unwrap();
        let states = POPULATION.at(*month).0;
        assert_eq!(states.len(), 36);
        // At a projected month, the weights are thousand persons times the months to the next projection.
        let between = if *month == *POPULATION.months.last().unwrap() { 1 } else { 60 };
        let all: i64 = states.values().sum();
        assert!((all / between - people.parse::<i64>().unwrap()).abs() <= 1, "{line}: {all}");
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn it_is_known_where_each_of_the_sixteen_crops_is_grown() {
    assert_eq!(PRODUCTION.keys().copied().collect::<BTreeSet<_>>(), Crop::all().collect());
    let most = |crop| Shares::of_production(crop).unwrap().0.iter().max_by_key(|(_, tonnes)| **tonnes).unwrap().0;
    assert_eq!(*most(Crop::Sugarcane), State::UttarPradesh);
    assert_eq!(*most(Crop::Onion), State::Maharashtra);
    assert_eq!(*most(Crop::Cumbu), State::Rajasthan);
    assert_eq!(*most(Crop::Ragi), State::Karnataka);
}

#[test]
fn what_was_given_for_the_state_wins() {
    let own = Given { demand: Kilograms(7), outside_supply: Kilograms(3) };
    let tamil_nadu = Region::State(State::TamilNadu);
    let given = |region| Some(if region == tamil_nadu { own } else { Given::default() });
    assert_eq!(figures(tamil_nadu, Crop::Ragi, year(2026), given), Some((own, Basis::Imported)));
    assert_eq!(figures(Region::India, Crop::Ragi, year(2026), given), Some((Given::default(), Basis::Imported)));
}

#[test]
fn where_nothing_was_given_there_are_no_figures() {
    for region in Region::all() {
        assert_eq!(figures(region, Crop::Ragi, year(2026), |_| None), None);
    }
}

#[test]
fn a_state_that_grows_none_of_a_crop_brings_none_and_needs_it_all_the_same() {
    let given = Given { demand: Kilograms(1_000_000_000), outside_supply: Kilograms(1_000_000_000) };
    let (lakshadweep, basis) =
        figures(Region::State(State::Lakshadweep), Crop::Cotton, year(2026), india_only(given)).unwrap();
    assert_eq!((lakshadweep.outside_supply, basis), (Kilograms(0), Basis::Derived));
    assert!(lakshadweep.demand > Kilograms(0));
}

#[test]
fn the_reference_figures_of_the_states_add_up_to_indias() {
    for figure in figures::reference() {
        let given = Given { demand: figure.demand, outside_supply: figure.outside_supply };
        assert_eq!(sum(&parts(figure.crop, figure.crop_year, given)), given, "{}", figure.crop);
    }
}

#[test]
fn a_table_that_is_broken_is_not_read() {
    for broken in [
        "crop,state,production_tonnes\nwheat,IN-TN,1\n",
        "crop,state,production_tonnes\nragi,IN-XX,1\n",
        "crop,state,production_tonnes\nragi,IN-TN,-1\n",
        "crop,state,production_tonnes\nragi,IN-TN,1.5\n",
        "crop,state,production_tonnes\nragi,IN-TN,1\nragi,IN-TN,1\n",
    ] {
        assert!(production(broken.as_bytes()).is_none(), "{broken}");
    }
    for broken in ["state,2011-03\nIN-XX,1\n", "state,2011\nIN-TN,1\n", "state,2016-03,2011-03\nIN-TN,1,1\n"] {
        assert!(population(broken.as_bytes()).is_none(), "{broken}");
    }
}

fn shares() -> impl Strategy<Value = Shares> {
    prop::collection::vec(prop_oneof![3 => 0..100_000_i64, 1 => Just(0), 1 => 0..1_000_000_000_i64], 36)
        .prop_filter("somebody has some", |weights| weights.iter().any(|weight| *weight > 0))
        .prop_map(|weights| Shares(State::all().zip(weights).collect()))
}

proptest! {
    #[test]
    fn the_parts_of_all_states_are_the_whole(shares in shares(), whole in 0..=figures::MAX.0) {
        let parts: Vec<_> = State::all().map(|state| shares.part(state, Kilograms(whole))).collect();
        prop_assert_eq!(parts.iter().copied().sum::<Kilograms>(), Kilograms(whole));
    }

    #[test]
    fn no_part_is_negative_or_a_kilogram_off(shares in shares(), whole in 0..=figures::MAX.0) {
        let all: i128 = shares.0.values().map(|weight| i128::from(*weight)).sum();
        for state in State::all() {
            let part = i128::from(shares.part(state, Kilograms(whole)).0);
            let exact = i128::from(whole) * i128::from(shares.weight(state));
            prop_assert!(part >= 0 && (part * all - exact).abs() < all, "{:?}", state);
            prop_assert!(shares.weight(state) > 0 || part == 0, "none of nothing");
        }
    }

    #[test]
    fn derived_figures_add_up_to_indias_in_any_year(
        crop in 0..16_usize, first in 1900..3000_i64, demand in 0..=figures::MAX.0, outside in 0..=figures::MAX.0,
    ) {
        let given = Given { demand: Kilograms(demand), outside_supply: Kilograms(outside) };
        prop_assert_eq!(sum(&parts(Crop::all().nth(crop).unwrap(), year(first), given)), given);
    }

    #[test]
    fn the_population_never_jumps(month in 12 * 1990..12 * 2060_i64) {
        let (now, next) = (POPULATION.at(month), POPULATION.at(month + 1));
        for state in State::all() {
            prop_assert!((now.fraction(state) - next.fraction(state)).abs() < 1e-4, "{:?}", state);
        }
    }
}

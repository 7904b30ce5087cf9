use super::*;
use crate::Kilograms;
use jiff::civil::date;
use proptest::prelude::*;

const TAMIL_NADU: Region = Region::State(State::TamilNadu);
const MAHARASHTRA: Region = Region::State(State::Maharashtra);

fn day_strategy() -> impl Strategy<Value = Date> {
    (0..2_000_i32).prop_map(|days| date(2024, 1, 1).saturating_add(days.days()))
}

fn any_crop() -> impl Strategy<Value = Crop> {
    (0..16_usize).prop_map(|index| Crop::all().nth(index).unwrap())
}

fn any_region() -> impl Strategy<Value = Region> {
    (0..37_usize).prop_map(|index| Region::all().nth(index).unwrap())
}

#[test]
fn every_crop_has_rows_for_all_of_india_and_twenty_states_have_their_own() {
    let with_rows =
        |crop| State::all().filter(move |state| calendar(crop, Region::State(*state)).region != Region::India);
    let states: std::collections::BTreeSet<_> = Crop::all().flat_map(with_rows).collect();
    assert_eq!(states.len(), 20);
    for crop in Crop::all() {
        assert!(!table::windows(crop, Region::India).is_empty(), "{crop}");
    }
}

#[test]
fn a_state_without_a_row_has_that_of_india() {
    let kerala = calendar(Crop::Potato, Region::State(State::Kerala));
    assert_eq!((kerala.region, kerala.windows.len()), (Region::India, 3));
    assert_eq!(calendar(Crop::Paddy, TAMIL_NADU).region, TAMIL_NADU);
}

#[test]
fn all_windows_of_a_crop_are_there_in_the_order_of_the_crop_year() {
    let names: Vec<_> = calendar(Crop::Paddy, TAMIL_NADU).windows.iter().map(|window| window.name.as_str()).collect();
    assert_eq!(names, ["kar", "kuruvai", "samba", "thaladi", "pishanam", "navarai", "sornavari"]);
}

#[test]
fn on_1_july_black_gram_is_sown_in_tamil_nadu_until_31_july() {
    let today = date(2026, 7, 1);
    let opening = calendar(Crop::BlackGram, TAMIL_NADU).open(today).unwrap();
    assert_eq!((opening.from, opening.until), (date(2026, 6, 1), date(2026, 7, 31)));
    assert_eq!(opening.window.season(), Season::Kharif);
    assert_eq!(calendar(Crop::BengalGram, MAHARASHTRA).open(today), None);
}

#[test]
fn on_23_november_it_is_too_late_for_maize_in_maharashtra_and_not_for_bengal_gram() {
    let today = date(2026, 11, 23);
    let maize = calendar(Crop::Maize, MAHARASHTRA);
    assert_eq!(maize.open(today), None);
    assert_eq!(maize.next(today).map(|next| next.from), Some(date(2027, 6, 10)));
    let gram = calendar(Crop::BengalGram, MAHARASHTRA).open(today).unwrap();
    assert_eq!(gram.until, date(2026, 12, 2));
}

#[test]
fn a_window_may_run_over_new_year() {
    let cane = calendar(Crop::Sugarcane, MAHARASHTRA);
    for today in [date(2026, 12, 20), date(2027, 1, 5), date(2027, 2, 28)] {
        let opening = cane.open(today).unwrap();
        assert_eq!((opening.from, opening.until), (date(2026, 12, 15), date(2027, 2, 28)), "{today}");
    }
    assert_eq!(cane.open(date(2028, 2, 29)), None, "the day after the last");
}

#[test]
fn a_plan_stands_until_the_window_ends_and_at_most_30_days() {
    let tamil_nadu = Some(State::TamilNadu);
    let ends = |crop, today| intention_ends(crop, tamil_nadu, today);
    assert_eq!(ends(Crop::BlackGram, date(2026, 7, 20)), date(2026, 7, 31));
    assert_eq!(ends(Crop::BlackGram, date(2026, 6, 10)), date(2026, 7, 10));
    assert_eq!(ends(Crop::Cotton, date(2026, 7, 1)), date(2026, 7, 31), "no window is open");
    assert_eq!(intention_ends(Crop::Cotton, None, date(2026, 7, 1)), date(2026, 7, 15), "India's window");
}

#[test]
fn a_harvest_is_as_far_off_as_the_window_and_the_maturity_say() {
    let sown_on = date(2026, 7, 1);
    let days = |maturity| {
        let harvest = harvest(Crop::RedGram, TAMIL_NADU, sown_on, maturity);
        (harvest.days_until(sown_on), harvest.until.since(sown_on).unwrap().get_days())
    };
    assert_eq!(days(None), (150, 190));
    assert_eq!(days(Some(Maturity::Early)), (150, 170));
    assert_eq!(days(Some(Maturity::Medium)), (160, 180));
    assert_eq!(days(Some(Maturity::Late)), (170, 190));
    let cumbu = harvest(Crop::Cumbu, TAMIL_NADU, sown_on, None);
    assert_eq!((cumbu.from, cumbu.until), (date(2026, 9, 20), date(2026, 10, 4)), "the source gives 88 days alone");
    assert_eq!(cumbu.days_until(date(2026, 9, 25)), 0);
}

#[test]
fn a_sowing_outside_every_window_belongs_to_the_nearest() {
    let window = calendar(Crop::BengalGram, MAHARASHTRA).window_of(date(2026, 12, 20)).unwrap();
    assert_eq!(window.name, "rabi");
    let potato = calendar(Crop::Potato, Region::India);
    assert_eq!(potato.window_of(date(2026, 3, 1)).unwrap().name, "summer");
    assert_eq!(potato.window_of(date(2026, 12, 28)).unwrap().name, "rabi");
}

#[test]
fn samba_paddy_of_early_october_is_kharif_and_navarai_of_december_is_rabi() {
    assert_eq!(season_of(Crop::Paddy, TAMIL_NADU, date(2026, 10, 5)), Season::Kharif);
    assert_eq!(season_of(Crop::Paddy, TAMIL_NADU, date(2026, 12, 27)), Season::Rabi);
    assert_eq!(season_of(Crop::Sugarcane, TAMIL_NADU, date(2026, 12, 27)), Season::Year);
}

#[test]
fn ten_days_follow_the_calendar_from_the_one_of_today() {
    let days: Vec<_> = TenDays::from_day(date(2026, 2, 25)).collect();
    assert_eq!(days.len(), 36);
    let starts: Vec<_> = days.iter().take(3).map(|(_, from)| *from).collect();
    assert_eq!(starts, [date(2026, 2, 21), date(2026, 3, 1), date(2026, 3, 11)]);
    assert_eq!(TenDays::of(date(2026, 5, 10)).in_crop_year(), 1);
    assert_eq!(TenDays::of(date(2027, 4, 30)).in_crop_year(), 36);
}

#[test]
fn onions_arrive_most_in_spring_and_are_wanted_more_in_november() {
    let usual = usual_pattern(Crop::Onion, Region::India);
    let month = |pattern: &Pattern, month: i8| -> f64 {
        TenDays::all().filter(|at| at.month() == month).map(|at| pattern[at.index()]).sum()
    };
    assert!(month(&usual, 4) > 2.0 * month(&usual, 8), "{usual:?}");
    let wanted = wanted_pattern(Crop::Onion);
    assert!(month(&wanted, 11) > month(&usual, 11) && month(&wanted, 4) < month(&usual, 4));
}

#[test]
fn what_is_sown_arrives_in_a_triangle_between_its_shortest_and_longest_time() {
    let sown = [SownPart { region: TAMIL_NADU, from: date(2026, 7, 1), expected: Kilograms(1_000_000) }];
    let bins = arrivals(Crop::BlackGram, TAMIL_NADU, Kilograms(36_000_000), &sown, date(2026, 7, 15));
    let arriving: Vec<_> = bins.iter().filter(|bin| bin.in_grow > 0.0).map(|bin| bin.from).collect();
    assert_eq!(arriving, [date(2026, 9, 1), date(2026, 9, 11), date(2026, 9, 21)]);
    assert!((bins.iter().map(|bin| bin.in_grow).sum::<f64>() - 1_000_000.0).abs() < 1e-3);
    assert!((bins.iter().map(|bin| bin.usual).sum::<f64>() - 36_000_000.0).abs() < 1e-3);
}

#[test]
fn what_stands_in_grow_takes_the_place_of_land_of_its_season_and_what_is_harvested_of_none() {
    let sown = [SownPart { region: TAMIL_NADU, from: date(2026, 7, 1), expected: Kilograms(1_000_000) }];
    let usual = Kilograms(36_000_000);
    let taken = |day: Date| -> Vec<_> {
        let bins = arrivals(Crop::BlackGram, TAMIL_NADU, usual, &sown, day);
        bins.into_iter().map(|bin| (bin.from, bin.usual - bin.outside)).filter(|(_, taken)| *taken > 1e-3).collect()
    };
    let standing = taken(date(2026, 7, 15));
    let as_much = 1_000_000.0 * crate::regional::usual_part(TAMIL_NADU, Crop::BlackGram, usual);
    assert!((standing.iter().map(|(_, taken)| taken).sum::<f64>() - as_much).abs() < 1.0);
    let autumn = date(2026, 8, 1)..date(2026, 12, 1);
    assert!(standing.iter().all(|(from, _)| autumn.contains(from)), "kharif alone: {standing:?}");
    assert_eq!(taken(date(2027, 1, 10)), [], "all harvested, and the next kharif is not sown");
    assert_eq!(taken(date(2027, 5, 1)), []);
}

proptest! {
    #[test]
    fn an_opening_has_the_day_in_it_or_is_the_next(crop in any_crop(), region in any_region(), day in day_strategy()) {
        for opening in calendar(crop, region).openings(day) {
            let length = opening.from.until(opening.until).unwrap().get_days();
            prop_assert!((0..365).contains(&length));
            prop_assert!(opening.until >= day);
            prop_assert!(opening.is_open(day) || opening.from > day);
            prop_assert!(opening.from <= day.saturating_add(366.days()));
        }
    }

    #[test]
    fn ten_days_are_numbered_without_a_gap(day in day_strategy()) {
        let at = TenDays::of(day);
        prop_assert_eq!(TenDays::of_crop_year(at.in_crop_year()), Some(at));
        let bins: Vec<_> = TenDays::from_day(day).collect();
        prop_assert_eq!(bins[0].0, at);
        prop_assert!(bins[0].1 <= day && day < bins[1].1);
        prop_assert!(bins.windows(2).all(|pair| pair[1].0.index() == (pair[0].0.index() + 1) % 36));
        let crop_year = crate::CropYear::from_first_year(2026).unwrap();
        prop_assert_eq!(TenDays::of(at.first_day(crop_year)), at);
    }

    #[test]
    fn parts_of_a_year_sum_to_one(crop in any_crop(), region in any_region()) {
        for pattern in [usual_pattern(crop, region), wanted_pattern(crop)] {
            prop_assert!((pattern.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(pattern.iter().all(|part| *part >= 0.0));
        }
    }

    #[test]
    fn a_harvest_begins_after_its_sowing_and_before_it_ends(
        crop in any_crop(), region in any_region(), day in day_strategy(), maturity in 0..4_usize,
    ) {
        let harvest = harvest(crop, region, day, Maturity::ALL.get(maturity).copied());
        prop_assert!(day < harvest.from && harvest.from < harvest.until);
    }
}

use super::*;
use crate::regional::{Coverage, Given, Millionths, Ratio, Ratios, RegionBalance, standing};
use crate::{Crop, District, Region, Season, State};
use crate::{CropYear, Kilograms};
use jiff::ToSpan;
use jiff::civil::Date;
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
fn every_crop_has_rows_for_all_of_india_and_29_states_have_their_own() {
    let with_rows =
        |crop| State::all().filter(move |state| calendar(crop, Region::State(*state)).region() != Region::India);
    let states: std::collections::BTreeSet<_> = Crop::all().flat_map(with_rows).collect();
    assert_eq!(states.len(), 29);
    for crop in Crop::all() {
        assert!(!table::windows(crop, Region::India).is_empty(), "{crop}");
    }
}

fn names(calendar: &Calendar) -> Vec<&str> {
    calendar.windows().iter().map(|window| window.name.as_str()).collect()
}

fn in_district(crop: Crop, key: &str) -> Calendar {
    calendar_of(crop, District::from_key(key).unwrap())
}

#[test]
fn in_a_season_without_a_row_a_state_with_land_has_that_of_india() {
    let odisha = calendar(Crop::Potato, Region::State(State::Odisha));
    assert_eq!(odisha.region(), Region::State(State::Odisha));
    // Kerala has hardly any potato, and no row of it.
    assert_eq!(calendar(Crop::Potato, Region::State(State::Kerala)).region(), Region::India);
    for state in State::all() {
        for crop in Crop::all() {
            let calendar = calendar(crop, Region::State(state));
            let india = calendar.windows().iter().filter(|window| window.region == Region::India);
            let own = |season| table::windows(crop, Region::State(state)).iter().any(|window| window.season == season);
            assert!(india.clone().all(|window| !own(window.season)), "{crop} {state:?}");
        }
    }
}

#[test]
fn a_district_has_the_windows_that_name_it_else_those_of_its_state() {
    assert_eq!(names(&in_district(Crop::Paddy, "tn-thanjavur")), ["kuruvai", "samba", "thaladi", "navarai"]);
    assert_eq!(names(&in_district(Crop::Paddy, "tn-erode")), ["samba", "navarai"], "kuruvai is the delta's alone");
    assert_eq!(names(&in_district(Crop::BlackGram, "tn-thanjavur")), ["kharif", "rice fallow", "summer"]);
    let groundnut = in_district(Crop::Groundnut, "tn-erode");
    let opening = groundnut.open(date(2026, 7, 20)).unwrap();
    assert_eq!((opening.window.name.as_str(), opening.until), ("aadi pattam", date(2026, 8, 15)));
    assert_eq!(opening.latest, date(2026, 9, 2));
    assert_eq!(names(&in_district(Crop::Maize, "up-sitapur")).iter().filter(|name| **name == "rabi").count(), 1);
}

#[test]
fn all_windows_of_a_state_are_there_in_the_order_of_the_crop_year() {
    let calendar = calendar(Crop::Paddy, TAMIL_NADU);
    let starts: Vec<_> = calendar.windows().iter().map(|window| window.sowing.from).collect();
    let in_crop_year = |day: &MonthDay| ((day.month + 7) % 12, day.day);
    assert!(starts.is_sorted_by_key(in_crop_year), "{starts:?}");
    for name in ["kar", "kuruvai", "samba", "thaladi", "pishanam", "navarai", "sornavari"] {
        assert!(names(&calendar).contains(&name), "{name}");
    }
}

#[test]
fn most_is_sown_in_the_usual_days_and_a_little_before_and_until_the_latest() {
    // Aadi pattam of groundnut: 15 June to 15 August, at the extremes from 1 June to 2 September.
    let groundnut = in_district(Crop::Groundnut, "tn-erode");
    let timing = |day| groundnut.open(day).and_then(|opening| opening.timing(day));
    for (day, expected) in [
        (date(2026, 5, 31), None),
        (date(2026, 6, 1), Some(Timing::Early)),
        (date(2026, 6, 15), Some(Timing::Usual)),
        (date(2026, 8, 15), Some(Timing::Usual)),
        (date(2026, 8, 16), Some(Timing::Late)),
        (date(2026, 9, 2), Some(Timing::Late)),
        (date(2026, 9, 3), None),
    ] {
        assert_eq!(timing(day), expected, "{day}");
    }
    assert!(Timing::Usual.weight() > Timing::Late.weight() && Timing::Late.weight() > 0.0);
    let opening = groundnut.open(date(2026, 8, 15)).unwrap();
    assert_eq!(opening.closes(date(2026, 8, 15)), date(2026, 8, 15));
    assert_eq!(opening.closes(date(2026, 8, 16)), date(2026, 9, 2), "never later than the calendar has it");
}

#[test]
fn a_row_that_cannot_be_is_refused_with_its_line() {
    const HEAD: &str = "crop,region,districts,season,name,earliest,sow_from,sow_until,latest,harvest_from,\
        harvest_until,days_min,days_max,confidence,years,source,note\n";
    let row = |districts: &str, days: &str| {
        format!("{HEAD}paddy,IN-TN,{districts},kharif,kuruvai,{days},09-10,10-31,98,120,high,2004,TNAU,\n")
    };
    let fault = |text: String| table::parse(text.as_bytes()).unwrap_err();
    assert!(table::parse(row("Thanjavur; Thiruvarur", "05-15,06-01,07-20,07-31").as_bytes()).is_ok());
    assert!(table::parse(row("", "12-20,01-05,02-10,02-28").as_bytes()).is_ok(), "over new year");
    let usual = "line 2: the usual days are not between the earliest and the latest";
    assert_eq!(fault(row("", "06-05,06-01,07-20,07-31")), usual);
    assert_eq!(fault(row("", "05-15,06-01,07-20,07-10")), usual);
    assert_eq!(fault(row("", "05-15,06-01,07-20,05-10")), "line 2: the window takes all of the year");
    assert_eq!(fault(row("Tanjore", "05-15,06-01,07-20,07-31")), "line 2: `Tanjore` is no district of IN-TN");
    assert_eq!(fault(row("Guntur", "05-15,06-01,07-20,07-31")), "line 2: `Guntur` is no district of IN-TN");
    assert_eq!(fault(row("", "02-30,06-01,07-20,07-31")), "line 2: `02-30` is no day of a year");
}

#[test]
fn on_1_july_black_gram_is_sown_in_tamil_nadu_until_31_july() {
    let today = date(2026, 7, 1);
    let opening = calendar(Crop::BlackGram, TAMIL_NADU).open(today).unwrap();
    assert_eq!((opening.from, opening.until), (date(2026, 6, 1), date(2026, 7, 31)));
    assert_eq!(opening.window.season, Season::Kharif);
    assert_eq!(calendar(Crop::BengalGram, MAHARASHTRA).open(today), None);
}

#[test]
fn on_10_december_it_is_too_late_for_maize_and_bengal_gram_in_maharashtra() {
    let today = date(2026, 12, 10);
    let maize = calendar(Crop::Maize, MAHARASHTRA);
    assert_eq!(maize.open(today), None);
    assert_eq!(maize.next(today).map(|next| next.window.season), Some(Season::Summer));
    let gram = calendar(Crop::BengalGram, MAHARASHTRA);
    assert_eq!((gram.open(today), gram.open(date(2026, 12, 2)).is_some()), (None, true), "its latest is 2 December");
}

#[test]
fn a_window_may_run_over_new_year() {
    let cane = calendar(Crop::Sugarcane, MAHARASHTRA);
    for today in [date(2026, 12, 20), date(2027, 1, 5), date(2027, 2, 28)] {
        let opening = cane.open(today).unwrap();
        assert_eq!((opening.from, opening.until), (date(2026, 12, 15), date(2027, 2, 28)), "{today}");
    }
    let leap_day = date(2028, 2, 29);
    assert_eq!((cane.open(leap_day), cane.window_of(leap_day).unwrap().name.as_str()), (None, "suru"));
}

#[test]
fn a_plan_stands_until_the_last_day_of_the_window_and_at_most_30_days() {
    let tamil_nadu = Some(State::TamilNadu);
    let ends = |crop, today| intention_ends(crop, tamil_nadu, today);
    // In the north-east groundnut is sown until 8 July, at the latest until 31 July; in the west until 2 September.
    assert_eq!(ends(Crop::Groundnut, date(2026, 8, 20)), date(2026, 9, 2));
    assert_eq!(ends(Crop::Groundnut, date(2026, 6, 10)), date(2026, 7, 10));
    assert_eq!(ends(Crop::Cotton, date(2026, 6, 1)), date(2026, 7, 1), "no window is open");
    assert_eq!(intention_ends(Crop::Cotton, None, date(2026, 7, 1)), date(2026, 7, 15), "India's window");
}

#[test]
fn a_harvest_is_as_far_off_as_the_window_and_the_maturity_say() {
    let sown_on = date(2026, 7, 1);
    let days = |maturity| {
        let harvest = harvest(Crop::RedGram, TAMIL_NADU, sown_on, maturity);
        (harvest.days_until(sown_on), harvest.until.since(sown_on).unwrap().get_days())
    };
    assert_eq!(days(None), (130, 190));
    assert_eq!(days(Some(Maturity::Early)), (130, 160));
    assert_eq!(days(Some(Maturity::Medium)), (145, 175));
    assert_eq!(days(Some(Maturity::Late)), (160, 190));
    let cumbu = harvest(Crop::Cumbu, TAMIL_NADU, sown_on, None);
    assert_eq!((cumbu.from, cumbu.until), (date(2026, 9, 20), date(2026, 10, 4)), "the source gives 88 days alone");
    assert_eq!(cumbu.days_until(date(2026, 9, 25)), 0);
}

#[test]
fn a_sowing_counts_in_a_window_until_14_days_after_its_latest_day() {
    // Kharif groundnut of Tamil Nadu's west: 2 September. Rabi groundnut opens in November.
    let groundnut = in_district(Crop::Groundnut, "tn-erode");
    let name = |day| groundnut.window_of(day).unwrap().name.as_str();
    assert_eq!(groundnut.open(date(2026, 9, 16)), None);
    assert_eq!([name(date(2026, 9, 2)), name(date(2026, 9, 16))], ["aadi pattam"; 2]);
}

/// The crop's window of this name in a district: the usual days, and the latest.
fn days_of(key: &str, crop: Crop, name: &str) -> (String, String, String) {
    let calendar = in_district(crop, key);
    let window = calendar.windows().iter().find(|window| window.name == name).expect(name);
    let Window { sowing, extremes, .. } = window;
    (sowing.from.to_string(), sowing.until.to_string(), extremes.until.to_string())
}

#[test]
fn gram_is_sown_in_raipur_until_mid_december_and_in_ludhiana_until_10_november() {
    let late = in_district(Crop::BengalGram, "cg-raipur").open(date(2026, 12, 10)).unwrap();
    assert_eq!((late.timing(date(2026, 12, 10)), late.latest), (Some(Timing::Late), date(2026, 12, 15)));
    let ludhiana = in_district(Crop::BengalGram, "pb-ludhiana");
    assert!(ludhiana.open(date(2026, 11, 10)).is_some() && ludhiana.open(date(2026, 11, 25)).is_none());
}

#[test]
fn potato_of_the_hills_is_planted_in_spring() {
    for key in ["uk-almora", "uk-pauri-garhwal", "hp-shimla"] {
        let potato = in_district(Crop::Potato, key);
        for day in [date(2026, 10, 20), date(2026, 11, 25)] {
            assert_eq!(potato.open(day), None, "{key} {day}");
        }
        let spring = potato.next(date(2026, 11, 25)).unwrap();
        assert_eq!((spring.window.name.as_str(), spring.window.season), ("spring", Season::Rabi), "{key}");
    }
    let khasi = in_district(Crop::Potato, "ml-east-khasi-hills");
    assert_eq!(names(&khasi), ["autumn", "summer"]);
    assert!(in_district(Crop::Potato, "uk-udham-singh-nagar").open(date(2026, 10, 20)).is_some(), "the plains");
}

#[test]
fn cane_of_bihar_jharkhand_and_odisha_is_planted_in_autumn_too() {
    for key in ["br-muzaffarpur", "jh-ranchi", "od-cuttack"] {
        let cane = in_district(Crop::Sugarcane, key).open(date(2026, 10, 25)).unwrap();
        assert_eq!((cane.window.name.as_str(), cane.latest > date(2026, 11, 15)), ("autumn", true), "{key}");
    }
}

#[test]
fn the_rice_fallow_of_odisha_and_chhattisgarh_is_rabi() {
    for key in ["od-cuttack", "cg-raipur"] {
        for gram in [Crop::GreenGram, Crop::BlackGram] {
            let calendar = in_district(gram, key);
            let fallow = calendar.windows().iter().find(|window| window.name == "rice fallow").unwrap();
            assert_eq!(fallow.season, Season::Rabi, "{key} {gram}");
        }
    }
    let [green, black] = [Crop::GreenGram, Crop::BlackGram].map(|gram| days_of("od-cuttack", gram, "rice fallow"));
    assert_eq!(green, black, "into the same paddy");
}

#[test]
fn windows_of_states_are_as_their_sources_have_them() {
    let days = |key, crop, name| {
        let (from, until, latest) = days_of(key, crop, name);
        format!("{from} {until} {latest}")
    };
    assert_eq!(days("rj-kota", Crop::Paddy, "kharif"), "06-25 07-15 07-15", "the nursery");
    assert_eq!(days("pb-ludhiana", Crop::Paddy, "kharif"), "05-20 06-20 06-30", "no nursery before 10 May by law");
    assert_eq!(days("od-kalahandi", Crop::GreenGram, "kharif"), "06-11 09-02 09-02");
    assert_eq!(days("od-kalahandi", Crop::HorseGram, "rabi"), "09-10 10-31 11-15");
    assert_eq!(days("cg-bastar", Crop::HorseGram, "kharif"), "08-01 09-20 09-30");
    assert_eq!(days("cg-bastar", Crop::HorseGram, "rabi"), "09-15 10-31 11-10");
    assert_eq!(days("ap-prakasam", Crop::Gingelly, "rabi"), "12-15 01-31 02-10");
    assert_eq!(days("uk-almora", Crop::RedGram, "kharif early"), "06-01 06-30 07-10");
    assert!(table::windows(Crop::Cumbu, "IN-UP".parse().unwrap()).iter().any(|window| window.season == Season::Summer));
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
fn samba_paddy_of_early_october_is_kharif_and_navarai_of_december_is_summer_as_statistics_have_it() {
    assert_eq!(season_of(Crop::Paddy, TAMIL_NADU, date(2026, 10, 5)), Season::Kharif);
    assert_eq!(season_of(Crop::Paddy, TAMIL_NADU, date(2026, 12, 27)), Season::Summer);
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
fn a_sowing_arrives_as_a_triangle_between_its_shortest_and_longest_time() {
    let sown = [SownPart { region: TAMIL_NADU, from: date(2026, 7, 1), expected: Kilograms(1_000_000) }];
    let bins = arrivals(Crop::BlackGram, TAMIL_NADU, &usually(36_000_000), &sown, date(2026, 7, 15));
    let arriving: Vec<_> = bins.iter().filter(|bin| bin.in_grow > 0.0).map(|bin| bin.from).collect();
    assert_eq!(arriving, [date(2026, 9, 1), date(2026, 9, 11), date(2026, 9, 21)]);
    assert!((bins.iter().map(|bin| bin.in_grow).sum::<f64>() - 1_000_000.0).abs() < 1e-3);
    assert!((bins.iter().map(|bin| bin.usual).sum::<f64>() - 36_000_000.0).abs() < 1e-3);
}

fn usually(usual: i64) -> RegionBalance {
    RegionBalance { usual: Kilograms(usual), ..RegionBalance::default() }
}

#[test]
fn a_season_that_was_observed_arrives_as_the_outside_supply_has_it_and_the_next_one_as_usual() {
    let of = |season, applied| {
        let millionths = Millionths(applied);
        let as_of = date(2026, 9, 1);
        let ratio = Ratio { applied: millionths, observed: millionths, estimate: None, as_of };
        ((Region::India, Crop::Onion, season), ratio)
    };
    let ratios = Ratios::from_rows([of(Season::Kharif, 500_000), of(Season::Rabi, 1_200_000)]);
    let coverage = Coverage::default().with_ratios(ratios);
    let crop_year = CropYear::from_first_year(2026).unwrap();
    let given = Given { usual: Kilograms(30_000_000_000), ..Given::default() };
    for region in [Region::India, MAHARASHTRA] {
        let given = |of| (of == Region::India).then_some(given);
        let standing = standing(region, Crop::Onion, crop_year, given, &coverage).unwrap();
        let changed = |day: Date| -> Vec<_> {
            let bins = arrivals(Crop::Onion, region, &standing, &[], day);
            bins.into_iter().map(|bin| (bin.from, bin.outside - bin.usual)).filter(|(_, by)| by.abs() > 1.0).collect()
        };
        let all = changed(date(2026, 8, 1));
        let sum: f64 = all.iter().map(|(_, by)| by).sum();
        let outside = 1_000.0 * (standing.outside - standing.usual).tonnes();
        // Where a state's calendar has no window of a season, its harvest is spread over the year, and a part is over.
        assert!(
            (sum - outside).abs() < outside.abs() / 100.0 && outside.abs() > 1_000_000.0,
            "{region:?}: {sum}, {outside}"
        );
        assert!(all.iter().any(|(_, by)| *by < 0.0) && all.iter().any(|(_, by)| *by > 0.0), "less, then more");
        let spring = changed(date(2027, 4, 1));
        assert!(
            spring.iter().all(|(from, by)| *by > 0.0 && *from < date(2027, 10, 1)),
            "what is left of rabi, and nothing of the next kharif: {spring:?}"
        );
    }
}

#[test]
fn standing_sowings_replace_land_of_their_season_and_harvested_ones_do_not() {
    let sown = [SownPart { region: TAMIL_NADU, from: date(2026, 7, 1), expected: Kilograms(1_000_000) }];
    let usual = Kilograms(36_000_000);
    let taken = |day: Date| -> Vec<_> {
        let bins = arrivals(Crop::BlackGram, TAMIL_NADU, &usually(usual.0), &sown, day);
        bins.into_iter().map(|bin| (bin.from, bin.usual - bin.outside)).filter(|(_, taken)| *taken > 1e-3).collect()
    };
    let standing = taken(date(2026, 7, 15));
    let as_much = 1_000_000.0 * crate::regional::usual_part(TAMIL_NADU, Crop::BlackGram, usual);
    assert!((standing.iter().map(|(_, taken)| taken).sum::<f64>() - as_much).abs() < 1.0);
    let autumn = date(2026, 8, 1)..date(2027, 1, 1);
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
            let days = [opening.earliest, opening.from, opening.until, opening.latest];
            prop_assert!(days.is_sorted() && days_between(days[0], days[3]) < 366, "{:?}", days);
            prop_assert!(opening.latest >= day);
            prop_assert!(opening.is_open(day) || opening.earliest > day);
            prop_assert!(opening.earliest <= day.saturating_add(366.days()));
            let before = opening.window.before(day);
            prop_assert!(before.until < day && before.until >= day.saturating_sub(366.days()));
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
        prop_assert!(harvest.from < harvest.middle() && harvest.middle() < harvest.until);
        prop_assert!(day < harvest.from && harvest.from < harvest.until);
    }
}

use super::*;
use crate::Crop;
use jiff::civil::date;
use proptest::prelude::*;

fn names(state: State, day: Date) -> Vec<&'static str> {
    sown_on(state, day).into_iter().map(|crop| &*crop.name).collect()
}

#[test]
fn the_table_is_read_whole() {
    let rows: usize = CROPS.values().map(Vec::len).sum();
    assert_eq!((CROPS.len(), rows), (35, 242));
}

#[test]
fn other_crops_of_a_state_follow_the_day() {
    for (state, day, expected) in [
        (State::Haryana, date(2026, 11, 10), &["wheat", "barley"][..]),
        (State::MadhyaPradesh, date(2026, 6, 20), &["soybean", "small millets", "vegetables"]),
        (State::AndhraPradesh, date(2026, 10, 5), &["chillies", "tobacco"]),
        (State::Ladakh, date(2026, 5, 1), &["barley", "wheat", "field pea"]),
        (State::WestBengal, date(2026, 4, 1), &["jute"]),
        (State::Ladakh, date(2026, 1, 1), &[]),
        (State::Delhi, date(2026, 8, 30), &[]),
    ] {
        assert_eq!(names(state, day), expected, "{} on {day}", state.code());
    }
}

#[test]
fn a_window_may_run_over_new_year() {
    for (day, is_sown) in [
        (date(2026, 11, 18), false),
        (date(2026, 11, 19), true),
        (date(2026, 12, 31), true),
        (date(2027, 1, 7), true),
        (date(2027, 1, 8), false),
    ] {
        assert_eq!(names(State::WestBengal, day).contains(&"wheat"), is_sown, "{day}");
    }
}

#[test]
fn none_of_them_is_a_crop_that_grow_knows() {
    for crop in CROPS.values().flatten() {
        assert!(crop.name.parse::<Crop>().is_err(), "{}", crop.name);
    }
}

#[test]
fn each_language_names_each_crop() {
    for language in Language::all() {
        for crop in CROPS.values().flatten() {
            let is_english = crop.name_in(language) == crop.name;
            assert_eq!(is_english, language == Language::ENGLISH, "{language:?}: {}", crop.name);
        }
    }
}

#[test]
fn a_share_is_official_and_what_is_general_practice_is_low() {
    for (state, crops) in &*CROPS {
        for crop in crops {
            let has_no_document = crop.share.is_none() && crop.source == "general practice";
            assert!(!has_no_document || crop.confidence == Confidence::Low, "{}: {}", state.code(), crop.name);
            let is_sourced = crop.confidence == Confidence::High;
            assert!(!is_sourced || crop.source != "general practice", "{}: {}", state.code(), crop.name);
        }
        let total: f64 = crops.iter().filter_map(|crop| crop.share).sum();
        assert!(total < 1.0, "{} has {total} of its area under other crops", state.code());
    }
}

#[test]
fn a_bad_row_is_refused_with_its_line() {
    const HEADER: &str =
        "# A comment.\nregion,season,rank,crop,share,sow_from,sow_until,confidence,years,sowing_source,note\n";
    const GOOD: &str = "IN-WB,rabi,2,wheat,0.0261,11-19,01-07,high,2015-2019,IMD,\n";
    assert!(parse(&format!("{HEADER}{GOOD}")).is_ok());
    for (piece, by, reason) in [
        ("IN-WB", "IN-XX", "`IN-XX` is no state"),
        ("IN-WB", "West Bengal", "`West Bengal` is no state"),
        ("rabi", "annual", "`annual` is no season"),
        (",2,", ",0,", "`0` is no rank"),
        ("wheat", "Wheat", "`Wheat` is no name in lower case"),
        ("0.0261", "1.2", "`1.2` is no share"),
        ("0.0261", "NaN", "`NaN` is no share"),
        ("0.0261", "", "a share has its years, and only a share has them"),
        ("11-19", "02-29", "`02-29` is no day of the year"),
        ("01-07", "13-01", "`13-01` is no day of the year"),
        ("11-19,01-07", "11-19,11-18", "11-19 to 11-18 are 365 days, no window of sowing"),
        ("high", "sure", "`sure` is no confidence"),
        ("IMD", "", "`` is no source"),
    ] {
        let row = GOOD.replacen(piece, by, 1);
        assert_eq!(parse(&format!("{HEADER}{GOOD}{row}")), Err(format!("line 4: {reason}")));
    }
    let twice = parse(&format!("{HEADER}{GOOD}{GOOD}"));
    assert_eq!(twice, Err("line 4: IN-WB has `wheat` twice in rabi".to_owned()));
}

proptest! {
    #[test]
    fn on_any_day_at_most_three_are_named_each_once_and_in_order(state in 0_usize..36, day in 0_i32..1461) {
        let state = State::all().nth(state).unwrap();
        let day = date(2025, 1, 1).saturating_add(jiff::Span::new().days(day));
        let sown = sown_on(state, day);
        prop_assert!(sown.len() <= MOST_NAMED);
        prop_assert!(sown.iter().all(|crop| crop.is_sown_on(day)));
        for (at, crop) in sown.iter().enumerate() {
            let later = &sown[at + 1..];
            prop_assert!(later.iter().all(|other| other.name != crop.name));
            prop_assert!(later.iter().all(|other| other.share.unwrap_or_default() <= crop.share.unwrap_or_default()));
        }
        let open = CROPS.get(&state).into_iter().flatten().filter(|crop| crop.is_sown_on(day));
        let distinct: std::collections::BTreeSet<_> = open.map(|crop| &crop.name).collect();
        prop_assert_eq!(sown.len(), distinct.len().min(MOST_NAMED));
    }
}

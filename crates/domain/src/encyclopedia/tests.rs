use super::*;
use crate::State;
use std::collections::HashMap;
use std::ops::Deref;

mod plant_protection;

const PADDY: &str = include_str!("../../../../data/crops/paddy.toml");

#[test]
fn every_crop_has_an_entry_with_all_sections_in_a_file_of_its_key() {
    for crop in Crop::all() {
        let (file, text) = source(crop);
        assert_eq!(file, format!("data/crops/{}.toml", crop.key()));
        if let Err(fault) = parse(file, text) {
            panic!("{fault}");
        }
    }
}

#[test]
fn an_entry_is_deep_enough_to_grow_the_crop_by() {
    for crop in Crop::all() {
        let entry = entry(crop);
        let counts = [
            ("key_states", entry.importance_in_india.key_states.len(), 5),
            ("varieties", entry.varieties.len(), 8),
            ("cultivation_methods", entry.cultivation_methods.len(), 4),
            ("irrigation_methods", entry.irrigation_methods.len(), 3),
            ("fertilization_and_soil_management", entry.fertilization_and_soil_management.len(), 3),
            ("weed_and_pest_management", entry.weed_and_pest_management.len(), 2),
            ("pests", entry.affection_and_its_control.pests.len(), 3),
            ("diseases", entry.affection_and_its_control.diseases.len(), 3),
            ("challenges", entry.challenges.len(), 3),
            ("government_initiatives_and_policies", entry.government_initiatives_and_policies.len(), 3),
        ];
        for (section, count, least) in counts {
            assert!(count >= least, "{crop}: {section} has {count}, and {least} are expected");
        }
    }
}

#[test]
fn the_sowing_months_of_section_3() {
    for (crop, start, end) in [
        (Crop::Paddy, 6, 7),
        (Crop::Cholam, 6, 7),
        (Crop::Maize, 5, 6),
        (Crop::Cotton, 5, 6),
        (Crop::Sugarcane, 6, 7),
        (Crop::Potato, 10, 12),
        (Crop::Onion, 10, 12),
    ] {
        let SowingPeriod { sowing_start_month, sowing_end_month, .. } = entry(crop).sowing_period;
        assert_eq!((sowing_start_month.number(), sowing_end_month.number()), (start, end), "{crop}");
    }
}

#[test]
fn the_states_that_grow_most_come_first() {
    let production = include_str!("../../../../data/production_by_state.csv").lines();
    let production: HashMap<_, u64> = production
        .filter_map(|line| line.rsplit_once(','))
        .filter_map(|(crop_and_state, tonnes)| Some((crop_and_state, tonnes.parse().ok()?)))
        .collect();
    for crop in Crop::all() {
        let tonnes = |state: State| *production.get(&*format!("{},{}", crop.key(), state.code())).unwrap_or(&0);
        let named = entry(crop).importance_in_india.key_states.iter();
        let named: Vec<State> = named.map(|name| State::all().find(|state| state.name() == &**name).unwrap()).collect();
        let mut largest: Vec<_> = State::all().collect();
        largest.sort_by_key(|state| std::cmp::Reverse(tonnes(*state)));
        assert_eq!(named[..5], largest[..5], "{crop}");
        assert!(named.is_sorted_by_key(|state| std::cmp::Reverse(tonnes(*state))), "{crop}: {named:?}");
    }
}

#[test]
fn crop_insurance_is_said_to_depend_on_the_state() {
    for crop in Crop::all() {
        let initiatives = entry(crop).government_initiatives_and_policies.iter();
        for insurance in initiatives.filter(|initiative| initiative.description.contains("insurance")) {
            assert!(
                insurance.description.contains("where your state takes part"),
                "{crop}: {}",
                &*insurance.description
            );
        }
    }
}

#[test]
fn every_entry_says_where_to_ask() {
    for crop in Crop::all() {
        let mut initiatives = entry(crop).government_initiatives_and_policies.iter();
        assert!(initiatives.any(|initiative| initiative.description.contains("1800-180-1551")), "{crop}");
    }
}

#[test]
fn every_entry_can_be_looked_up_in_two_sources_or_more() {
    for crop in Crop::all() {
        let sources = &entry(crop).sources;
        let readable = sources.iter().filter(|source| source.url.is_some()).count();
        assert!(readable >= LEAST_SOURCES, "{crop} has {readable} sources with an address");
    }
}

#[test]
fn no_name_means_two_crops() {
    let mut owners = HashMap::new();
    for crop in Crop::all() {
        let entry = entry(crop);
        let facts = crop.facts();
        let local =
            [&entry.tamil_names, &entry.hindi_names, &entry.other_names].into_iter().flat_map(|names| names.iter());
        let own = [facts.key, facts.table_name, facts.display_name, facts.slug].into_iter();
        for name in local.map(Deref::deref).chain(own) {
            let owner = *owners.entry(name.to_lowercase()).or_insert(crop);
            assert_eq!(owner, crop, "{name} is {owner} and {crop}");
        }
    }
}

#[test]
fn names_are_written_in_their_own_script() {
    for crop in Crop::all() {
        let entry = entry(crop);
        for (names, script) in
            [(&entry.tamil_names, '\u{b80}'..='\u{bff}'), (&entry.hindi_names, '\u{900}'..='\u{97f}')]
        {
            for name in names.iter() {
                let is_written = |c| c == ' ' || script.contains(&c);
                assert!(name.chars().all(is_written), "{crop}: {}", &**name);
            }
        }
    }
}

/// Replaces a piece of paddy's file and checks the fault that parsing reports.
#[track_caller]
fn check(piece: &str, by: &str, says: &str) {
    assert!(PADDY.contains(piece), "there is no `{piece}` in data/crops/paddy.toml");
    let fault = parse("data/crops/paddy.toml", &PADDY.replacen(piece, by, 1)).map(|_| ()).unwrap_err();
    assert_eq!(fault.to_string(), format!("data/crops/paddy.toml: {says}"));
}

#[test]
fn a_fault_names_its_file_and_its_field() {
    check(
        "temperature_min = 20",
        "temperature_min = 40",
        "climate_and_soil_requirements.climate: temperature: 40 to 30 is no range; the lower end comes first",
    );
    check(
        "humidity_max = 80",
        "humidity_max = 120",
        "climate_and_soil_requirements.climate: humidity: 120 is more than 100",
    );
    check(
        "nitrogen = { min = 50, max = 175 }",
        "nitrogen = { min = 200, max = 175 }",
        "nutrient_requirements.nitrogen: 200 to 175 is no range; the lower end comes first",
    );
    check("nitrogen = { min = 50", "nitrogen = { min = -1", "nutrient_requirements.nitrogen: -1 to 175 is no amount");
    check("nitrogen = { min = 50", "nitrogen = { min = nan", "nutrient_requirements.nitrogen: NaN to 175 is no amount");
    check(
        "sowing_end_month = 7",
        "sowing_end_month = 13",
        "sowing_period.sowing_end_month: 13 is no month; write 1 to 12",
    );
    check(
        "key_states = [\"West Bengal\"",
        "key_states = [\" West Bengal\"",
        "importance_in_india.key_states[0]: ` West Bengal` must be one line without spaces around it",
    );
    check("name = \"Yellow stem borer\"", "name = \"\"", "affection_and_its_control.pests[0].name: there is no text");
    check("tamil_names = [\"நெல்\"]", "tamil_names = []", "tamil_names: at least 1 expected, and there are 0");
    check(
        "url = \"https://agritech",
        "url = \"agritech",
        "sources[0].url: `agritech.tnau.ac.in/govt_schemes_services/aas/paddy.html` is no address on the web",
    );
    check("scientific_name = \"Oryza sativa\"", "", "entry: missing field `scientific_name`");
    check(
        "
maturity = ",
        "
ripeness = ",
        "harvesting_and_post_harvest_management.ripeness: unknown field `ripeness`, expected one of `maturity`, `methods`, `storage`",
    );
    check("overview = ", "overview ", "syntax: key with no value, expected `=`");
}

#[test]
fn one_source_is_not_enough() {
    let (before, sources) = PADDY.split_once("[[sources]]").unwrap();
    let (first, _) = sources.split_once("[[sources]]").unwrap();
    let fault = parse("x.toml", &format!("{before}[[sources]]{first}")).map(|_| ()).unwrap_err();
    assert_eq!(fault.to_string(), "x.toml: sources: at least 2 expected, and there are 1");
}

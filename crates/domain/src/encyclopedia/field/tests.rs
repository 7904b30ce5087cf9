use super::*;
use crate::Crop;
use crate::encyclopedia::{self, entry};
use crate::language::Language;
use std::collections::BTreeSet;

const GROUNDNUT: &str = include_str!("../../../../../data/crops/groundnut.toml");

/// The rows of a table of `data`, each with the columns that are asked for.
fn rows<const N: usize>(table: &str, columns: [&str; N]) -> Vec<[String; N]> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_bytes());
    let header = reader.headers().unwrap().clone();
    let places = columns.map(|column| header.iter().position(|name| name == column).unwrap());
    reader.records().map(Result::unwrap).map(|row| places.map(|place| row[place].to_owned())).collect()
}

#[test]
fn the_figures_are_those_of_the_cultivation_methods() {
    for crop in Crop::all() {
        let entry = entry(crop);
        let notes = [&entry.seed_rate.note, &entry.spacing.note].into_iter().flatten();
        let said: Vec<&str> = entry.cultivation_methods.iter().chain(notes).map(|text| &**text).collect();
        let said = said.join(" ").replace("2.5 to 3.5 tonnes", "2500 to 3500 kg").replace(',', "");
        let figures: BTreeSet<&str> = said.split(|c: char| !c.is_ascii_digit() && c != '.').collect();
        let says = |figure: f64| figures.iter().any(|text| text.trim_end_matches('.').parse() == Ok(figure));
        let seed = &entry.seed_rate;
        // The weight of setts is not told to the farmer, who counts them.
        let seed = seed
            .pieces_per_ha
            .map_or(seed.kg_per_ha, |pieces| Range { min: f64::from(pieces.min), max: f64::from(pieces.max) });
        let spacing = &entry.spacing;
        for range in [Some(seed), Some(spacing.rows_cm), spacing.plants_cm].into_iter().flatten() {
            assert!(says(range.min) && says(range.max), "{crop}: {} to {} are not in {said}", range.min, range.max);
        }
    }
}

#[test]
fn the_days_are_those_of_the_calendar() {
    let calendar = rows(include_str!("../../../../../data/crop_calendar.csv"), ["crop", "days_min", "days_max"]);
    for crop in Crop::all() {
        let own = calendar.iter().filter(|row| row[0] == crop.key());
        let own: Vec<[f64; 2]> = own.map(|[_, min, max]| [min.parse().unwrap(), max.parse().unwrap()]).collect();
        let shortest = own.iter().map(|days| days[0]).fold(f64::INFINITY, f64::min);
        let longest = own.iter().map(|days| days[1]).fold(0.0, f64::max);
        for (class, days) in entry(crop).maturity_days.classes() {
            let (min, max) = (f64::from(days.min), f64::from(days.max));
            assert!(
                min >= 0.9 * shortest && max <= 1.1 * longest,
                "{crop}, {class}: {min} to {max}, and {shortest} to {longest} in the calendar"
            );
        }
    }
}

#[test]
fn each_season_with_land_has_its_advice_and_no_other() {
    let seasons = rows(include_str!("../../../../../data/water_need.csv"), ["crop", "season"]);
    for crop in Crop::all() {
        let own = seasons.iter().filter(|row| row[0] == crop.key());
        let expected: BTreeSet<&str> =
            own.map(|[_, season]| if season == "annual" { "year" } else { season.as_str() }).collect();
        let told: BTreeSet<&str> = entry(crop).if_rain_fails.seasons().map(|(season, _)| season.key()).collect();
        assert_eq!(told, expected, "{crop}");
    }
}

#[test]
fn each_language_has_the_figures_and_its_own_texts() {
    for language in Language::all() {
        for crop in Crop::all() {
            let (english, own) = (entry(crop), encyclopedia::entry_in(language, crop));
            assert_eq!(own.seed_rate.kg_per_ha, english.seed_rate.kg_per_ha);
            assert_eq!(own.seed_rate.basis, english.seed_rate.basis);
            assert_eq!(own.seed_rate.form.is_some(), english.seed_rate.form.is_some());
            assert_eq!(own.spacing.rows_cm, english.spacing.rows_cm);
            let days = |maturity| (own.maturity_days.of(maturity), english.maturity_days.of(maturity));
            assert!(Maturity::ALL.into_iter().map(days).all(|(own, english)| own == english), "{language:?} {crop}");
            for (season, remedy) in english.if_rain_fails.seasons() {
                let translated = own.if_rain_fails.of(season).unwrap();
                assert_eq!(translated.basis, remedy.basis);
                assert_eq!(translated.text == remedy.text, language == Language::ENGLISH, "{language:?} {crop}");
            }
        }
    }
}

#[test]
fn an_advice_is_short_enough_for_a_card() {
    for language in Language::all() {
        for crop in Crop::all() {
            for (season, remedy) in encyclopedia::entry_in(language, crop).if_rain_fails.seasons() {
                let letters = remedy.text.chars().count();
                assert!((40..=300).contains(&letters), "{language:?} {crop} {season}: {letters} letters");
            }
        }
    }
}

/// Replaces a piece of groundnut's file and checks the fault that parsing reports.
#[track_caller]
fn check(piece: &str, by: &str, says: &str) {
    assert!(GROUNDNUT.contains(piece), "there is no `{piece}` in data/crops/groundnut.toml");
    let fault = encyclopedia::parse("groundnut.toml", &GROUNDNUT.replacen(piece, by, 1)).map(|_| ()).unwrap_err();
    assert_eq!(fault.to_string(), format!("groundnut.toml: {says}"));
}

#[test]
fn a_bad_figure_is_refused_with_file_and_field() {
    let kg = "kg_per_ha = { min = 125, max = 160 }";
    check(
        kg,
        "kg_per_ha = { min = 160, max = 125 }",
        "seed_rate: kg_per_ha: 160 to 125 is no range; the lower end comes first",
    );
    check(kg, "kg_per_ha = { min = 0, max = 160 }", "seed_rate: kg_per_ha: 0 is less than 1");
    check(kg, "kg_per_ha = { min = 125, max = nan }", "seed_rate: kg_per_ha: 125 to NaN is no range");
    check(kg, "kg_per_ha = { min = 125, max = 16000 }", "seed_rate: kg_per_ha: 16000 is more than 12000");
    check(
        kg,
        "kg_per_ha = { min = 125, max = 160 }\npieces_per_ha = { min = 5, max = 6 }",
        "seed_rate: pieces_per_ha: 5 is less than 1000",
    );
    check("rows_cm = { min = 30", "rows_cm = { min = 3", "spacing: rows_cm: 3 is less than 5");
    check("plants_cm = { min = 10, max = 15 }", "plants_cm = { min = 10, max = 15000 }", {
        "spacing: plants_cm: 15000 is more than 300"
    });
    check("early = { min = 100", "early = { min = 10", "maturity_days: early: 10 is less than 30");
    check(
        "medium = { min = 110, max = 120 }",
        "medium = { min = 105, max = 120 }",
        "maturity_days: medium: 105 days are fewer than the 110 of early",
    );
    check("[if_rain_fails.kharif]", "[if_rain_fails.winter]", {
        "if_rain_fails.winter: unknown field `winter`, expected one of `kharif`, `rabi`, `summer`, `year`"
    });
}

#[test]
fn the_source_of_a_figure_is_named_and_listed() {
    let basis = "confidence = \"medium\"\nsource = \"Agri Panchangam: groundnut\"";
    check(basis, "confidence = \"sure\"", {
        "seed_rate.confidence: `sure` is no confidence; write high, medium or low"
    });
    check(basis, "confidence = \"medium\"", "seed_rate: source: only general practice, which is low, has none");
    check(basis, "confidence = \"low\"\nsource = \"Agri Panchangam: groundnut\"", {
        "seed_rate: confidence: general practice is low, and has no source"
    });
    check(basis, "confidence = \"medium\"\nsource = \"A book\"", {
        "seed_rate.source: `A book` is no title in sources"
    });
}

//! Pesticides that the texts may name, by `data/pesticides.csv`, and the warnings that every entry carries.

use super::*;
use std::collections::BTreeSet;
use std::ops::Deref;

/// A row of `data/pesticides.csv`.
struct Pesticide {
    /// Its name, then its other names, as [`words`].
    names: Vec<String>,
    status: String,
    /// Crop keys or `all`, each with the part of the crop that the bar is limited to: `paddy:basmati`.
    barred_on: Vec<(String, Option<String>)>,
    /// Keys of the crops whose label or official advice allows it.
    named_on: Vec<String>,
}

/// Endings of the common names of pesticides. They find most names that the table lacks, not all.
const ENDINGS: [&str; 24] = [
    "azole", "thrin", "phos", "fos", "carb", "prid", "oxam", "zeb", "zim", "thiram", "xyl", "onil", "ronil", "fop",
    "chlor", "uron", "alin", "prole", "toram", "mectin", "strobin", "thion", "furan", "azine",
];

fn pesticides() -> Vec<Pesticide> {
    let table = include_bytes!("../../../../../data/pesticides.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_slice());
    assert_eq!(
        reader.headers().unwrap(),
        vec!["name", "other_names", "status", "barred_on", "named_on", "restriction", "order", "source"]
    );
    let pesticide = |row: csv::StringRecord| {
        let crops = |column: usize| row[column].split_whitespace().map(str::to_owned);
        Pesticide {
            names: [&row[0]].into_iter().chain(row[1].split_terminator(';')).map(words).collect(),
            status: row[2].to_owned(),
            barred_on: crops(3)
                .map(|crop| match crop.split_once(':') {
                    Some((crop, part)) => (crop.to_owned(), Some(part.to_owned())),
                    None => (crop, None),
                })
                .collect(),
            named_on: crops(4).collect(),
        }
    };
    reader.records().map(|row| pesticide(row.unwrap())).collect()
}

/// The words of a text in lower case, with one space before, between and after them.
fn words(text: &str) -> String {
    let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" ").to_lowercase())
}

/// Every text of an entry but its names and its sources.
fn texts(crop: Crop) -> Vec<&'static str> {
    let entry = entry(crop);
    let (affection, harvest) = (&entry.affection_and_its_control, &entry.harvesting_and_post_harvest_management);
    let requirements = &entry.climate_and_soil_requirements;
    let lists = [
        &entry.importance_in_india.key_states,
        &entry.varieties,
        &entry.cultivation_methods,
        &entry.irrigation_methods,
        &entry.fertilization_and_soil_management,
        &entry.weed_and_pest_management,
        &entry.challenges,
        &affection.general_control_methods,
        &harvest.methods,
        &harvest.storage,
    ];
    let single = [
        &entry.importance_in_india.overview,
        &requirements.climate.kind,
        &requirements.soil.kind,
        &requirements.soil.properties,
        &harvest.maturity,
    ];
    let notes = [&requirements.climate.note, &entry.nutrient_requirements.note, &entry.sowing_period.note];
    let attacks = affection.pests.iter().chain(affection.diseases.iter());
    let attacks =
        attacks.flat_map(|attack| [&attack.name, &attack.description].into_iter().chain(&*attack.control_measures));
    let initiatives = entry.government_initiatives_and_policies.iter();
    let initiatives = initiatives.flat_map(|initiative| [&initiative.name, &initiative.description]);
    let texts = lists.into_iter().flat_map(|list| list.iter()).chain(single);
    texts.chain(notes.into_iter().flatten()).chain(attacks).chain(initiatives).map(Deref::deref).collect()
}

/// Says what is wrong with the pesticides that a text of a crop names. A text names no banned, withdrawn or refused one
/// at all, not even to warn of it.
fn faults(crop: &str, text: &str, pesticides: &[Pesticide]) -> Vec<String> {
    let text = words(text);
    let names = |words: &str| text.contains(words);
    let mut faults = Vec::new();
    for pesticide in pesticides {
        let Some(name) = pesticide.names.iter().find(|name| names(name)) else { continue };
        let barred = pesticide.barred_on.iter().any(|(on, part)| {
            let named_beside = |part: &String| names(&words(part));
            (on == crop || on == "all") && !part.as_ref().is_some_and(named_beside)
        });
        if !["restricted", "registered"].contains(&pesticide.status.as_str()) {
            faults.push(format!("{crop}:{name}is {}", pesticide.status));
        } else if barred {
            faults.push(format!("{crop}:{name}is barred"));
        } else if !pesticide.named_on.iter().any(|on| on == crop) {
            faults.push(format!("{crop}:{name}has no label for it"));
        }
    }
    let unknown = text.split_whitespace().filter(|word| {
        let listed =
            || pesticides.iter().flat_map(|pesticide| &pesticide.names).any(|name| name.contains(&words(word)));
        ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending)) && !listed()
    });
    faults.extend(unknown.map(|word| format!("{crop}: {word} is not in data/pesticides.csv")));
    faults
}

#[test]
fn the_table_of_pesticides_is_well_formed() {
    let keys: Vec<_> = Crop::all().map(Crop::key).collect();
    let mut known = BTreeSet::new();
    for Pesticide { names, status, barred_on, named_on } in pesticides() {
        let is_open = match status.as_str() {
            "restricted" | "registered" => true,
            "banned" | "withdrawn" | "refused" => false,
            _ => panic!("{names:?}: {status} is no status"),
        };
        assert!(is_open || (barred_on.is_empty() && named_on.is_empty()), "{names:?} is {status} on every crop");
        for crop in barred_on.iter().map(|(crop, _)| crop).chain(&named_on).filter(|crop| *crop != "all") {
            assert!(keys.contains(&crop.as_str()), "{names:?}: {crop} is no crop");
        }
        for name in names {
            assert!(known.insert(name.clone()), "{name}is listed twice");
        }
    }
}

#[test]
fn no_text_names_a_pesticide_that_is_barred_or_has_no_label_for_the_crop() {
    let pesticides = pesticides();
    let of =
        |crop: Crop| texts(crop).into_iter().flat_map(|text| faults(crop.key(), text, &pesticides)).collect::<Vec<_>>();
    assert_eq!(Crop::all().flat_map(of).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn a_registered_pesticide_is_listed_because_a_text_names_it() {
    let texts: Vec<_> = Crop::all().flat_map(texts).map(words).collect();
    for Pesticide { names, status, .. } in pesticides() {
        let is_named = names.iter().any(|name| texts.iter().any(|text| text.contains(name)));
        assert!(status != "registered" || is_named, "no text names {names:?}");
    }
}

#[test]
fn a_pesticide_that_may_not_be_named_is_found() {
    let pesticides = pesticides();
    for (crop, text, says) in [
        ("cotton", "Dust Carbaryl.", "cotton: carbaryl is banned"),
        ("paddy", "Never use DDVP.", "paddy: ddvp is banned"),
        ("cholam", "Spray malathion.", "cholam: malathion is barred"),
        ("cholam", "Spray mancozeb as its label says.", "cholam: mancozeb is barred"),
        ("onion", "Spray mancozeb as its label says.", "onion: mancozeb has no label for it"),
        ("potato", "Put carbofuran into the furrow.", "potato: carbofuran is barred"),
        ("paddy", "Spray tricyclazole.", "paddy: tricyclazole is barred"),
        ("maize", "Spray difenoconazole.", "maize: difenoconazole is not in data/pesticides.csv"),
    ] {
        assert_eq!(faults(crop, text, &pesticides), [says]);
    }
    for (crop, text) in [
        ("paddy", "Spray tricyclazole, but never on basmati."),
        ("maize", "Spray mancozeb as its label says."),
        ("bengalGram", "Quizalofop-ethyl kills grasses."),
    ] {
        assert_eq!(faults(crop, text, &pesticides), Vec::<String>::new());
    }
}

#[test]
fn an_entry_that_advises_a_spray_or_treated_seed_says_how_to_stay_safe() {
    const ADVICE: [&str; 6] = ["spray", "treat", "treated", "insecticide", "fungicide", "herbicide"];
    for crop in Crop::all() {
        let advises = |text: &&str| ADVICE.iter().any(|word| words(text).contains(&words(word)));
        assert!(texts(crop).iter().any(advises), "{crop} has no such advice; this test needs another rule for it");
        let general = &entry(crop).affection_and_its_control.general_control_methods;
        let first = general[..3].iter().map(Deref::deref).collect::<Vec<_>>().join(" ");
        for warning in [
            "Spray only what is registered for ",
            "as its label says",
            "wait the days it names before",
            "gloves",
            "Never eat",
        ] {
            assert!(first.contains(warning), "{crop} does not say first of all: {warning}");
        }
    }
}

#[test]
fn a_named_pesticide_is_used_as_its_label_says() {
    for crop in Crop::all() {
        for pesticide in pesticides() {
            for text in texts(crop) {
                if pesticide.names.iter().any(|name| words(text).contains(name)) {
                    assert!(text.contains("label"), "{crop}: {text}");
                }
            }
        }
    }
}

#[test]
fn sorghum_warns_of_cyanide_and_is_never_burnt() {
    let texts = texts(Crop::Cholam);
    for warning in
        ["under 50 days", "stunted by drought", "shoots that grow again", "Bury the plants that you pull out"]
    {
        assert!(texts.iter().any(|text| text.contains(warning)), "{warning}");
    }
    for text in texts {
        assert!(!words(text).contains(" burn ") || text.contains("Never burn"), "{text}");
    }
}

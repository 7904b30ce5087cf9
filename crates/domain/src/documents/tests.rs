use super::*;
use crate::crop_year::in_india;
use crate::farmer::Npk;
use crate::farmer::{FarmerRecord, Place};
use crate::rotation::LastCrop;
use crate::{Crop, CropYear, Email, Kilograms, SquareMetres};
use crate::{District, Soil, Water};
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::Value;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

fn now() -> Timestamp {
    "2026-06-15T06:00:00Z".parse().unwrap()
}

#[expect(clippy::needless_pass_by_value, reason = "a test writes its document in place")]
fn read(collection: Collection, data: Value) -> Result<Document, Vec<String>> {
    Document::read(collection, &data, now()).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn sowing(crop: &str, hectares: f64, kilograms: f64) -> Value {
    json!({
        "crop_name": crop, "field_size": hectares, "expected_yield": kilograms,
        "sowing_date": { "seconds": 1_781_500_000, "nanoseconds": 0 }
    })
}

#[test]
fn every_field_of_section_3_is_read_in_any_spelling_of_a_crop() {
    let document = read(
        Collection::Farmers,
        json!({
            "number": "98765 43210", "place": "Erode", "mailid": ["meena@example.in"], "npk": [180, 30.5, 0],
            "farmerid": "F-7", "known_crops": ["redGram", "RED GRAM", "Potatoes", "sorghum"],
            "water": "once_or_twice", "soil": "heavy_clay", "last_crop": "rapeseed and mustard",
            "climate_soil": [{ "PADDY": { "predicted_probability": 0.41 } }]
        }),
    )
    .unwrap();
    assert_eq!((document.profile.number.as_str(), document.profile.place.as_str()), ("98765 43210", "Erode"));
    assert_eq!(document.profile.npk, Npk::from_kg_per_ha("180", "30.5", "0").unwrap());
    assert_eq!(document.profile.farmerid, "F-7");
    assert!(document.profile.known_crops.iter().eq(&[Crop::Cholam, Crop::RedGram, Crop::Potato]));
    assert_eq!((document.profile.water, document.profile.soil), (Some(Water::OnceOrTwice), Some(Soil::HeavyClay)));
    assert_eq!(document.profile.last_crop.map(LastCrop::key), Some("rapeseed and mustard"));
    assert_eq!(document.predicted, BTreeMap::from([(Crop::Paddy, 0.41)]));
    assert!(document.unknown.is_empty() && document.notes.is_empty());
}

#[test]
fn times_come_in_four_shapes() {
    for date in [
        json!({ "seconds": 1_781_500_000, "nanoseconds": 500_000 }),
        json!({ "_seconds": 1_781_500_000, "_nanoseconds": 500_000 }),
        json!({ "__datatype__": "timestamp", "value": { "_seconds": 1_781_500_000, "_nanoseconds": 500_000 } }),
        json!("2026-06-15T10:36:40.0005+05:30"),
    ] {
        let entry = json!({ "crop_name": "PADDY", "field_size": 1, "expected_yield": 3_900, "sowing_date": date });
        let document = read(Collection::Sowings, json!({ "sowing": [entry] })).unwrap();
        assert_eq!(document.sowings[0].sown_at, Timestamp::from_microsecond(1_781_500_000_000_500).unwrap());
    }
}

#[test]
fn a_day_without_a_time_is_that_day_in_india() {
    let at = |time: Value| {
        let entry = json!({ "crop_name": "PADDY", "field_size": 1, "expected_yield": 3_900, "sowing_date": time });
        read(Collection::Sowings, json!({ "sowing": [entry] }))
    };
    for (day, moment, crop_year) in [
        ("2026-06-15", "2026-06-14T18:30:00Z", 2026),
        (" 2026-05-01 ", "2026-04-30T18:30:00Z", 2026),
        ("2026-04-30", "2026-04-29T18:30:00Z", 2025),
    ] {
        for time in [json!(day), json!({ "__datatype__": "timestamp", "value": day })] {
            let document = at(time).unwrap();
            let sown_at = document.sowings[0].sown_at;
            assert_eq!((sown_at.to_string(), CropYear::of(sown_at).first_year()), (moment.to_owned(), crop_year));
            assert_eq!(in_india(sown_at).date().to_string(), day.trim());
            assert_eq!(document.notes, [Note::DayAlone]);
        }
    }
    for no_time in ["2026-06-15T06:00:00", "2026-06-15 06:00", "15-06-2026", "15/06/2026", "2026-6-5", "20260615"] {
        let told = at(json!(no_time)).unwrap_err().concat();
        assert!(told.contains("such as 2026-06-15T06:00:00Z, or a day such as 2026-06-15 is expected"), "{told}");
    }
}

#[test]
fn an_adjustment_is_counted_in_words() {
    assert_eq!(Note::FieldSizeRounded.of(1), "1 field size rounded to the square metre");
    assert_eq!(Note::DayAlone.of(5), "5 sowing dates without a time, read as the start of that day in India");
}

#[test]
fn a_sowing_keeps_its_own_yield_and_its_size_to_the_square_metre() {
    let entries = [
        sowing("PADDY", 1.25, 4_875.0),
        sowing("PADDY", 1.2345, 5_000.0),
        sowing("PADDY", 0.123_456, 481.6),
        json!({ "crop_name": "PADDY", "field_size": 2, "sowing_date": "2026-06-01T00:00:00Z" }),
    ];
    let document = read(Collection::Sowings, json!({ "sowing": entries })).unwrap();
    let kept: Vec<_> = document.sowings.iter().map(|sowing| (sowing.field_size.0, sowing.expected_yield.0)).collect();
    assert_eq!(kept, [(12_500, 4_875), (12_345, 5_000), (1_235, 482), (20_000, 7_800)]);
    assert_eq!(document.notes, [Note::YieldOfItsOwn, Note::FieldSizeRounded, Note::YieldRounded, Note::YieldComputed]);
}

#[test]
fn every_fault_is_told_with_its_path() {
    let faults = |collection, data| read(collection, data).unwrap_err();
    assert_eq!(faults(Collection::Farmers, json!([])), ["is a list; an object is expected"]);
    assert_eq!(
        faults(
            Collection::Farmers,
            json!({
                "farmerid": 7, "known_crops": ["wheat", 4], "mailid": {}, "npk": [1, 2], "place": "x".repeat(201),
                "soil": "red", "water": 2, "last_crop": "roses",
            })
        ),
        [
            "farmerid is a number; a text is expected",
            "known_crops[0] is none of the sixteen crops: `wheat`",
            "known_crops[1] is a number; a text is expected",
            "last_crop is neither a crop that may have stood on a field nor fallow: `roses`",
            "mailid is an object; a list is expected",
            "npk has 2 values; three are expected: N, P and K",
            "place is longer than 200 characters, or holds a control character",
            "soil is none of light, medium, heavy, heavy_clay, waterlogged and loose_sand: `red`",
            "water is a number; a text is expected",
        ]
    );
    assert_eq!(
        faults(Collection::Requests, json!({ "crop_add": { "crop_name": "PADDY" }, "npk": [-1, "2 kg", 2_000.5] })),
        [
            "crop_add.field_size is missing",
            "npk[0] is -1; a value from 0 to 2000 kg/ha is expected",
            "npk[1] is a text; a number is expected",
            "npk[2] is 2000.5; a value from 0 to 2000 kg/ha is expected",
        ]
    );
    let at = |date: Value| json!({ "crop_name": "PADDY", "field_size": 1, "expected_yield": 1, "sowing_date": date });
    assert_eq!(
        faults(
            Collection::Sowings,
            json!({ "sowing": [
                sowing("PADDY", -1.0, 1.0), sowing("PADDY", 10_000.1, 1.0), sowing("PADDY", 1.0, -1.0),
                at(json!("2026-06-16T00:00:00Z")), at(json!("1969-01-01T00:00:00Z")), at(json!(5)),
                { "crop_name": "PADDY", "field_size": 1, "expected_yield": "many", "sowing_date": "2026-06-01T00:00:00Z" },
                "PADDY"
            ] })
        ),
        [
            "sowing[0].field_size is -1.0 ha; a field is larger than 0 and at most 10,000 ha",
            "sowing[1].field_size is 10000.1 ha; a field is larger than 0 and at most 10,000 ha",
            "sowing[2].expected_yield is -1.0 kg; a yield is 0 or more and less than a thousand million kg",
            "sowing[3].sowing_date lies in the future: 2026-06-16T00:00:00Z",
            "sowing[4].sowing_date lies before 1970: 1969-01-01T00:00:00Z",
            "sowing[5].sowing_date is no time; {seconds, nanoseconds}, {_seconds, _nanoseconds}, a text with its offset \
             from UTC such as 2026-06-15T06:00:00Z, or a day such as 2026-06-15 is expected",
            "sowing[6].expected_yield is a text; a number is expected",
            "sowing[7] is a text; an object is expected",
        ]
    );
    assert_eq!(
        faults(Collection::Farmers, json!({ "other": { "deep": ["\0"] }, "place": "Ero\0de" })),
        ["other.deep[0] holds a NUL character", "place holds a NUL character"]
    );
}

#[test]
fn exact_numbers_in_text_are_read_and_noted() {
    let sowing = json!({
        "crop_name": "PADDY", "field_size": "1.25", "expected_yield": "4875",
        "sowing_date": { "seconds": "1781500000", "nanoseconds": "0" }
    });
    let document = read(Collection::Sowings, json!({ "npk": ["180", " 30.5", "250"], "sowing": [sowing] })).unwrap();
    assert_eq!(document.profile.npk, Npk::from_kg_per_ha("180", "30.5", "250").unwrap());
    assert_eq!((document.sowings[0].field_size.0, document.sowings[0].expected_yield.0), (12_500, 4_875));
    assert_eq!(document.notes, [Note::NumberWasText; 5]);
    for text in ["", "1,25", "1.25 ha", "1e3", "NaN", "inf", "0x10", ".5", "5.", "1.2.3", "--1", "+1", "\u{967}"] {
        let faults = read(Collection::Requests, json!({ "npk": [text, 1, 1] })).unwrap_err();
        assert_eq!(faults, ["npk[0] is a text; a number is expected"], "{text}");
    }
}

#[test]
fn a_document_without_a_field_that_grow_knows_is_no_empty_record() {
    let faults = |data| read(Collection::Farmers, data).unwrap_err();
    assert_eq!(
        faults(json!({ "theme": "dark", "a\u{1}": 2, "place": null })),
        ["has no field that Grow knows; its fields are a\u{fffd}, place, theme"]
    );
    let typed =
        "is {\"stringValue\": ...} or the like; the value alone is expected, without Firestore's name of its type";
    let place = json!({ "stringValue": "Erode" });
    assert_eq!(faults(json!({ "name": "projects/x", "fields": { "place": place } })), [format!("fields {typed}")]);
    assert_eq!(faults(json!({ "place": place })), [format!("place {typed}")]);
    assert_eq!(faults(json!({ "theme": place, "number": "1" })), [format!("theme {typed}")]);
    for nothing in [json!({}), json!({ "place": null })] {
        assert_eq!(read(Collection::Farmers, nothing), Ok(Document::default()));
    }
}

#[test]
fn unknown_fields_are_collected_by_path() {
    let document = read(
        Collection::Sowings,
        json!({ "theme": "dark", "sowing": [{
            "crop_name": "PADDY", "field_size": 1, "sowing_date": "2026-06-01T00:00:00Z", "note": "east field"
        }], "climate_soil": [{ "PADDY": 0.4 }] }),
    )
    .unwrap();
    let unknown: Vec<_> = document.unknown.iter().map(|(path, value)| format!("{path}={value}")).collect();
    assert_eq!(
        unknown.iter().collect::<BTreeSet<_>>(),
        [r#"climate_soil[0]={"PADDY":0.4}"#, r#"sowing[0].note="east field""#, r#"theme="dark""#]
            .map(str::to_owned)
            .iter()
            .collect()
    );
}

#[test]
fn estimates_are_in_tonnes_by_crop_name() {
    let estimates =
        read_estimates(&json!({ "PADDY": { "demand": 1.5, "met": 0 }, "Sorghum": { "demand": 2, "met": 3 } }));
    let paddy = Estimate { demand: Kilograms(1_500), met: Kilograms(0) };
    let cholam = Estimate { demand: Kilograms(2_000), met: Kilograms(3_000) };
    let by_crop = BTreeMap::from([(Crop::Paddy, paddy), (Crop::Cholam, cholam)]);
    assert_eq!(estimates, Ok(Estimates { by_crop, notes: Vec::new() }));
    let as_text = read_estimates(&json!({ "PADDY": { "demand": "1.5", "met": "0" } })).unwrap();
    let by_crop = BTreeMap::from([(Crop::Paddy, paddy)]);
    assert_eq!(as_text, Estimates { by_crop, notes: vec![Note::NumberWasText; 2] });
    let faults = read_estimates(&json!({ "wheat": { "demand": -1 } })).unwrap_err();
    assert_eq!(
        faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "estimation_meet.wheat is none of the sixteen crops: `wheat`",
            "estimation_meet.wheat.demand is -1 tonnes; 0 to 10,000,000,000 tonnes are expected",
            "estimation_meet.wheat.met is missing",
        ]
    );
}

#[test]
fn both_spellings_of_a_collection_and_the_requests_are_one_record() {
    let email = || Email::parse("meena@example.in").unwrap();
    let document = |collection, data| (collection, read(collection, data).unwrap());
    let farmers = document(
        Collection::Farmers,
        json!({ "place": "Erode", "npk": [1, 2, 3], "known_crops": ["maize"], "sowing": [sowing("PADDY", 1.0, 3_900.0)] }),
    );
    let sowings = document(
        Collection::Sowings,
        json!({ "place": "Salem", "number": "98", "known_crops": ["onion"],
                "sowing": [sowing("PADDY", 1.0, 3_900.0), sowing("PADDY", 1.0, 3_900.0), sowing("MAIZE", 1.0, 5_250.0)] }),
    );
    let requests = document(Collection::Requests, json!({ "npk": [4, 5, 6] }));
    let (record, conflicts) = merge(email(), &[sowings.clone(), farmers.clone(), requests]);
    let profile = record.profile.unwrap();
    assert_eq!((profile.place.as_str(), profile.number.as_str()), ("Erode", "98"));
    assert_eq!(profile.npk, Npk::from_kg_per_ha("4", "5", "6").unwrap());
    assert!(profile.known_crops.iter().eq(&[Crop::Maize, Crop::Onion]));
    assert_eq!(record.sowings.len(), 3, "two of paddy, as in the list that has it most often, and one of maize");
    let of = |field, kept, dropped| Conflict { field, kept, dropped };
    assert_eq!(
        conflicts,
        [of("place", Collection::Farmers, Collection::Sowings), of("npk", Collection::Requests, Collection::Farmers)]
    );

    let newer = |mut of: (Collection, Document), second| {
        of.1.updated = Timestamp::from_second(second).ok();
        of
    };
    let (record, _) = merge(email(), &[newer(farmers, 1), newer(sowings, 2)]);
    assert_eq!(record.profile.unwrap().place, "Salem", "the document that was written last");
}

#[test]
fn a_document_without_water_soil_and_last_crop_is_written_as_ever() {
    let record = Record { email: Email::parse("m@x.in").unwrap(), profile: Some(Profile::default()), sowings: vec![] };
    let lines = record.lines(&Predicted::default());
    for field in [r#""water""#, r#""soil""#, "last_crop"] {
        assert!(lines.iter().all(|(_, line)| !line.contains(field)), "{lines:?}");
    }
    assert_eq!(read_back(&record), record);
}

/// Reads the lines of a record back, as an import does.
fn read_back(record: &Record) -> Record {
    let documents: Vec<_> = record
        .lines(&Predicted::default())
        .into_iter()
        .map(|(collection, line)| {
            let line: Value = serde_json::from_str(&line).unwrap();
            assert_eq!((&line["collection"], &line["id"]), (&json!(collection.name()), &json!(record.email.as_str())));
            (collection, read(collection, line["data"].clone()).unwrap())
        })
        .collect();
    let (read, conflicts) = merge(record.email.clone(), &documents);
    assert_eq!(conflicts, []);
    read
}

proptest! {
    #[test]
    fn a_record_comes_back_from_its_documents(
        place in "[\\p{L} ,]{0,40}", farmerid in "[A-Z0-9-]{0,12}", grams in prop::array::uniform3(0_i64..=2_000_000),
        (water, soil, last_crop) in of_field(),
        crops in prop::collection::btree_set(0_usize..16, 0..16),
        fields in prop::collection::vec((0_usize..16, 1_i64..=100_000_000, 0_i64..1_000_000, 0_i64..1_781_500_000_000_000), 0..12),
    ) {
        let crop = |index: usize| Crop::all().nth(index).unwrap();
        let mut sowings: Vec<_> = fields
            .into_iter()
            .map(|(index, area, kilograms, at)| DocumentSowing {
                sown_at: Timestamp::from_microsecond(at).unwrap(),
                crop: crop(index),
                field_size: SquareMetres(area),
                expected_yield: Kilograms(kilograms),
            })
            .collect();
        sowings.sort();
        let [nitrogen_g_per_ha, phosphorus_g_per_ha, potassium_g_per_ha] = grams;
        let profile = Profile {
            place: Place::checked(&place).unwrap(),
            farmerid,
            npk: Npk { nitrogen_g_per_ha, phosphorus_g_per_ha, potassium_g_per_ha },
            known_crops: crops.into_iter().map(crop).collect(),
            water,
            soil,
            last_crop,
            ..Profile::default()
        };
        let record = Record { email: Email::parse("m@x.in").unwrap(), profile: Some(profile), sowings };
        prop_assert_eq!(read_back(&record), record);
    }

    #[test]
    fn no_document_makes_the_reader_panic(text in r#"\{("npk"|"sowing"|"mailid"):(\[\]|\{\}|[0-9e.-]{1,9}|"x"|\[\{\}\])\}"#) {
        if let Ok(value) = serde_json::from_str(&text) {
            for collection in Collection::ALL {
                let _ = Document::read(collection, &value, now());
            }
        }
    }
}

/// What is said of a field: water, soil and last crop, each given or not.
fn of_field() -> impl Strategy<Value = (Option<Water>, Option<Soil>, Option<LastCrop>)> {
    use prop::option::of;
    use prop::sample::select;
    (of(select(&Water::ALL[..])), of(select(&Soil::ALL[..])), of(select(LastCrop::all().collect::<Vec<_>>())))
}

/// A number, a place with its district, nutrients and known crops that are filled in or not.
fn filled() -> impl Strategy<Value = (String, String, Option<District>, Npk, BTreeSet<Crop>)> {
    let text = || prop_oneof![Just(String::new()), "[a-z]{1,8}"];
    let district = proptest::option::of(0..District::all().count()).prop_map(|at| District::all().nth(at?));
    let npk = (0..3_i64, 0..3_i64, 0..3_i64).prop_map(|(n, p, k)| Npk {
        nitrogen_g_per_ha: n,
        phosphorus_g_per_ha: p,
        potassium_g_per_ha: k,
    });
    let crops = proptest::collection::btree_set(0..16_usize, 0..4);
    let crops = crops.prop_map(|crops| crops.into_iter().filter_map(|at| Crop::all().nth(at)).collect());
    (text(), text(), district, npk, crops)
}

proptest! {
    #[test]
    fn keeping_an_imported_profile_fills_only_the_empty_fields(
        own in filled(), imported in filled(), own_field in of_field(), field in of_field(),
    ) {
        let (number, place, district, npk, known_crops) = own.clone();
        let (water, soil, last_crop) = own_field;
        let record =
            FarmerRecord { number, place, district, npk, known_crops, water, soil, last_crop, ..FarmerRecord::default() };
        let (number, place, of_place, npk, known_crops) = imported.clone();
        let mailid = vec!["m@example.in".to_owned()];
        let (farmerid, (water, soil, last_crop)) = ("F-7".to_owned(), field);
        let profile =
            Profile { number, place, npk, known_crops, farmerid, mailid: mailid.clone(), water, soil, last_crop };
        let (kept, district) = profile.kept_in(&record, of_place);
        let number = if own.0.is_empty() { &imported.0 } else { &own.0 };
        prop_assert_eq!(&kept.number, number);
        let place = if own.1.is_empty() { (&imported.1, imported.2) } else { (&own.1, own.2) };
        prop_assert_eq!((&kept.place, district), place, "never the district of another place");
        let (water, soil, last_crop) = own_field;
        prop_assert_eq!((kept.water, kept.soil), (water.or(field.0), soil.or(field.1)));
        prop_assert_eq!(kept.last_crop, last_crop.or(field.2));
        prop_assert_eq!(kept.npk, if own.3 == Npk::default() { imported.3 } else { own.3 });
        prop_assert!(kept.known_crops.iter().all(|crop| own.4.contains(crop) || imported.4.contains(crop)));
        prop_assert!(kept.known_crops.is_superset(&own.4) && kept.known_crops.is_superset(&imported.4));
        prop_assert_eq!((kept.farmerid.as_str(), kept.mailid), ("F-7", mailid));
    }
}

#[test]
fn a_member_that_stands_twice_is_found_at_any_depth_and_all_else_is_read_as_ever() {
    let parse = |text: &str| serde_json::from_str::<Parsed>(text).unwrap();
    let text =
        r#"{"a": [null, true, -1, 18446744073709551615, 1.5, "\u0bae"], "b": {"c": {}}, "b ": [], "": {"a": 1}}"#;
    assert_eq!(parse(text), Parsed { data: serde_json::from_str(text).unwrap(), twice: Vec::new() });
    let text = r#"{"a": 1, "b": [{"c": 1}, {"d": {"e": 1, "e": 1}, "c": 1, "c": 2}], "\u0061": 2, "a": 3}"#;
    let Parsed { data, twice } = parse(text);
    assert_eq!(data, serde_json::from_str::<Value>(text).unwrap(), "the last ones");
    let faults: Vec<_> = twice.iter().map(ToString::to_string).collect();
    let paths = ["b[1].d.e", "b[1].c", "a", "a"];
    assert_eq!(faults, paths.map(|path| format!("{path} stands there twice")));
}

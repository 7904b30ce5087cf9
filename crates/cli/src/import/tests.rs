use super::*;
use crate::export;
use crate::foreign::EXPORT_JSON;
use grow_domain::documents::Record;
use grow_domain::farmer::Npk;
use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing};
use grow_domain::{Crop, Kilograms, Region, SquareMetres};
use grow_store::testing::{self, TestStore};
use grow_store::{FarmerId, Identity, NewSession, SowingOutcome, Store, TokenHash, User, both_stores};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const LINES: &str = include_str!("../../tests/documents/five-farmers.jsonl");
const NESTED: &str = include_str!("../../tests/documents/five-farmers.json");
const AT: &str = "2026-06-15T06:00:00Z";

fn clock() -> Clock {
    let now: Timestamp = AT.parse().unwrap();
    Clock::from_fn(move || now)
}

struct Answer {
    code: ExitCode,
    out: String,
    complaints: String,
    left_over: Vec<String>,
}

fn options_for(file: &Path) -> Options {
    Options {
        files: vec![file.to_owned()],
        dry_run: false,
        skip_bad: false,
        count_sowings: true,
        admin_id: None,
        crop_year: None,
        left_over: None,
        database: Database { database_url: String::new() },
    }
}

/// Imports a file with this content. Names of files are replaced by `FILE`.
async fn import(store: &TestStore, content: impl AsRef<[u8]>, options: impl FnOnce(&mut Options)) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("documents");
    fs::write(&file, content).unwrap();
    let mut options_of_test = options_for(&file);
    options(&mut options_of_test);
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let code = run(&options_of_test, store.url(), &clock(), &mut out, &mut complaints).await.unwrap();
    let plain = |bytes| String::from_utf8(bytes).unwrap().replace(&file.display().to_string(), "FILE");
    let left_over = fs::read_to_string(folder.path().join("documents.left-over.jsonl")).unwrap_or_default();
    let left_over = left_over.lines().map(ToOwned::to_owned).collect();
    Answer { code, out: plain(out), complaints: plain(complaints), left_over }
}

/// The documents of an export.
async fn exported(store: &TestStore) -> String {
    exported_as(store, "documents.jsonl").await
}

async fn exported_as(store: &TestStore, file: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let options = export::Options::to(&folder.path().join("out"), false);
    export::run(&options, store.url(), &clock(), &mut Vec::new()).await.unwrap();
    fs::read_to_string(folder.path().join("out").join(file)).unwrap()
}

async fn met(store: &TestStore, crop: Crop) -> Kilograms {
    let rows = store.demand(Region::India, CropYear::of(AT.parse().unwrap())).await.unwrap().rows;
    rows.iter().find(|row| row.crop == crop).map(grow_domain::demand::DemandRow::met).unwrap_or_default()
}

async fn record_of(store: &TestStore, email: &str) -> Record {
    let (records, _) = store.stored_records(None, 100).await.unwrap();
    records.into_iter().map(|stored| stored.record).find(|record| record.email.as_str() == email).unwrap()
}

both_stores! {
    async fn records_of_five_farmers_with_unusual_values_are_imported(store) {
        let answer = import(&store, LINES, |_| {}).await;
        assert_eq!(answer.complaints, "");
        assert_eq!(
            answer.out,
            "Read 4 documents of Grow, 4 of grow and 1 of Grow_Admin, with 7 sowings.\n\
             5 farmers were added.\n\
             1 field size rounded to the square metre.\n\
             1 expected yield rounded to the kilogram.\n\
             1 missing expected yield computed by Grow's rule.\n\
             1 expected yield kept that Grow's rule does not give.\n\
             1 sowing time rounded to the microsecond.\n\
             1 phone number written as a number, kept as text.\n\
             1 time npk of Grow_Admin was kept over that of Grow: meena@example.in.\n\
             1 time place of Grow was kept over that of grow: joseph@example.in.\n\
             1 request of crop_add without a sowing, and so without a date: set aside.\n\
             1 place without a known district: sowings there count to India alone.\n\
             Predictions are not imported. Compared: 1; different by more than 0.05: 1.\n\
             1 field sowing[].note not known to Grow.\n\
             1 field theme not known to Grow.\n\
             What Grow does not know or left out is kept in FILE.left-over.jsonl.\n\
             2 demand figures changed.\n\
             Done.\n"
        );
        assert_eq!(answer.code, ExitCode::SUCCESS);
        let meena = record_of(&store, "meena@example.in").await;
        let profile = meena.profile.unwrap();
        assert_eq!((profile.farmerid.as_str(), profile.place.as_str()), ("F-7", "Erode"));
        assert_eq!(profile.npk, Npk::from_kg_per_ha("181", "30.5", "250").unwrap(), "as Grow_Admin says");
        assert!(profile.known_crops.iter().eq(&[Crop::Paddy, Crop::Cholam, Crop::RedGram, Crop::Potato]));
        let sowings: Vec<_> = meena.sowings.iter().map(|sowing| (sowing.field_size.0, sowing.expected_yield.0)).collect();
        assert_eq!(sowings, [(12_345, 4_100), (12_500, 3_000), (12_500, 3_000)], "two alike are two");
        assert_eq!(CropYear::of(meena.sowings[0].sown_at).first_year(), 2025, "each in the crop year of its date");
        assert_eq!(record_of(&store, "murugan@example.in").await.profile.unwrap().mailid.len(), 2);
        assert_eq!(record_of(&store, "harpreet@example.in").await.profile, None);
        assert_eq!(record_of(&store, "joseph@example.in").await.sowings.len(), 1, "the same sowing in both spellings");
        assert_eq!(met(&store, Crop::Groundnut).await, Kilograms(10_110_333_500), "as the estimates say, sowings included");
        assert_eq!(met(&store, Crop::Maize).await, Kilograms(5_250), "no estimate, but a sowing");
        assert_eq!(answer.left_over.len(), 3, "{:?}", answer.left_over);
        let unknown: Value = serde_json::from_str(&answer.left_over[0]).unwrap();
        assert_eq!(unknown, json!({"collection": "Grow", "id": "murugan@example.in", "data": { "theme": "dark" }}));
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn the_nested_json_of_export_tools_says_the_same(store) {
        let other = testing::sqlite().await;
        import(&store, LINES, |_| {}).await;
        assert_eq!(import(&other, NESTED, |_| {}).await.complaints, "");
        assert!(exported(&store).await == exported(&other).await);
        let third = testing::sqlite().await;
        import(&third, exported_as(&store, "documents.json").await, |_| {}).await;
        assert!(exported(&third).await == exported(&store).await, "the export writes both shapes");
    }

    async fn the_same_file_again_changes_nothing_and_another_replaces_what_waits(store) {
        import(&store, LINES, |_| {}).await;
        let before = store.everything().await;
        let again = import(&store, LINES, |_| {}).await;
        assert!(again.out.contains("5 farmers are as imported before."), "{}", again.out);
        assert_eq!(store.everything().await, before);
        let changed = LINES.replace("\"field_size\": 2,", "\"field_size\": 3,");
        let answer = import(&store, &changed, |_| {}).await;
        assert!(answer.out.contains("1 farmer was changed"), "{}", answer.out);
        assert_eq!(record_of(&store, "murugan@example.in").await.sowings[0].field_size.0, 30_000);
        assert_eq!(store.differences().await.unwrap(), []);
        import(&store, LINES, |_| {}).await;
        assert_eq!(record_of(&store, "murugan@example.in").await.sowings[0].field_size.0, 20_000);
    }

    async fn a_dry_run_tells_and_changes_nothing(store) {
        let before = store.everything().await;
        let answer = import(&store, LINES, |options| options.dry_run = true).await;
        assert!(answer.out.contains("5 farmers would be added.\n"), "{}", answer.out);
        assert!(answer.out.ends_with("Nothing was changed.\n"), "{}", answer.out);
        assert_eq!((store.everything().await, answer.left_over.len()), (before, 0));
    }

    async fn sowings_wait_where_the_operator_says_so(store) {
        import(&store, LINES, |options| options.count_sowings = false).await;
        assert_eq!(met(&store, Crop::Maize).await, Kilograms(0));
        assert_eq!(store.waiting_sowings(None, 100).await.unwrap().0.len(), 6);
    }

    async fn one_faulty_document_stops_the_import(store) {
        let before = store.everything().await;
        let bad = [
            r#"{"collection": "Grow", "id": "meena", "data": {"place": "Erode"}}"#,
            r#"{"collection": "Grow", "id": "a@x.in", "data": {"known_crops": ["wheat"]}}"#,
            r#"{"collection": "grow", "id": "a@x.in", "data": {"sowing": [{"crop_name": "PADDY", "field_size": -1, "expected_yield": "many", "sowing_date": "2027-01-01T00:00:00Z"}]}}"#,
            r#"{"collection": "Grow", "id": "b@x.in", "data": {"place": "Erode"}}"#,
            r#"{"collection": "Grow", "id": "B@x.in", "data": {"place": "Salem"}}"#,
            r#"{"collection": "Users", "id": "b@x.in", "data": {}}"#,
            r#"{"collection": "Grow", "id": "c@x.in", "data": {"place": "Ero\u0000de"}}"#,
            "[]",
            r#"{"collection": "Grow", "id": "d@x.in", "update_time": "Monday", "data": {}}"#,
            r#"{"collection": "Grow", "id": "e@x.in", "data": {"place": "Erode", "npk": [1, 2, 3], "place": "Salem"}}"#,
            r#"{"collection": "grow", "id": "e@x.in", "data": {"sowing": [{"crop_name": "PADDY", "field_size": 1, "sowing_date": {"seconds": 1, "seconds": 2}, "field_size": 2}]}}"#,
            r#"{"collection": "Grow", "id": "d@x.in", "da"#,
        ];
        let bad = bad.join("\n");
        let answer = import(&store, &bad, |_| {}).await;
        assert_eq!(
            answer.complaints,
            "FILE, line 1, Grow/meena: the id is no e-mail address.\n\
             FILE, line 2, Grow/a@x.in: known_crops[0] is none of the sixteen crops: `wheat`.\n\
             FILE, line 3, grow/a@x.in: sowing[0].field_size is -1 ha; a field is larger than 0 and at most 10,000 ha.\n\
             FILE, line 3, grow/a@x.in: sowing[0].sowing_date lies in the future: 2027-01-01T00:00:00Z.\n\
             FILE, line 3, grow/a@x.in: sowing[0].expected_yield is a text; a number is expected.\n\
             FILE, line 6: `Users` is no collection of Grow; they are Grow, grow and Grow_Admin.\n\
             FILE, line 7, Grow/c@x.in: place holds a NUL character.\n\
             FILE, line 8: this is no {\"collection\": ..., \"id\": ..., \"data\": ...}: invalid length 0, expected an object.\n\
             FILE, line 9: update_time `Monday` is no time; one is 2026-06-15T06:00:00Z.\n\
             FILE, line 10, Grow/e@x.in: place stands there twice.\n\
             10 of 14 faults are shown. By kind:\n       \
             3  a member stands there twice\n       \
             1  a NUL character\n       \
             1  a document that ends too early\n       \
             1  a field size outside 0 to 10,000 ha\n       \
             1  a line that is no document\n       \
             1  a second document of an e-mail\n       \
             1  a time in the future\n       \
             1  an id that is no e-mail address\n       \
             1  an unknown collection\n       \
             1  an update_time that is no time\n       \
             1  no number where one is expected\n       \
             1  none of the sixteen crops\n\
             Nothing was imported: 14 faults were found. Mend the file, or leave out what has a fault with --skip-bad.\n"
        );
        assert_eq!(answer.code, ExitCode::FAILURE);
        assert_eq!(store.everything().await, before);

        let answer = import(&store, &bad, |options| options.skip_bad = true).await;
        assert!(answer.out.contains("1 farmer was added.\n"), "{}", answer.out);
        assert!(answer.out.contains("14 faults: documents with a fault were left out.\n"), "{}", answer.out);
        let is_taken = |line: &&str| line.contains(r#"{"collection": "Grow", "id": "b@x.in"#);
        let left_out: Vec<_> = bad.lines().filter(|line| !is_taken(line)).collect();
        let (second, at_once): (Vec<_>, Vec<_>) = left_out.into_iter().partition(|line| line.contains("B@x.in"));
        assert_eq!(answer.left_over[..10], at_once, "each as its bytes stand");
        let [second, kept] = [second[0], &answer.left_over[10]].map(|line| serde_json::from_str::<Value>(line).unwrap());
        assert_eq!((kept, answer.left_over.len()), (second, 11));
        assert_eq!(record_of(&store, "b@x.in").await.profile.unwrap().place, "Erode");
    }

    async fn of_two_documents_of_an_email_in_a_collection_the_later_one_wins(store) {
        let line = |id: &str, place: &str, time: &str| {
            json!({"collection": "Grow", "id": id, "data": {"place": place}, "update_time": format!("2026-06-0{time}T06:00:00Z")})
        };
        let lines = [line("a@x.in", "Erode", "1"), line("A@x.in", "Salem", "3"), line("a@x.in", "Karur", "2")];
        let file = lines.each_ref().map(Value::to_string).join("\n");
        let answer = import(&store, file, |options| options.skip_bad = true).await;
        assert_eq!(record_of(&store, "a@x.in").await.profile.unwrap().place, "Salem");
        let left_out = answer.left_over.iter().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
        assert_eq!(left_out, [lines[2].clone(), lines[0].clone()]);
    }

    async fn what_is_left_out_of_a_nested_file_is_kept(store) {
        let nested = "{\"Users\": {\"u\": {\"x\": 1.50}}, \"version\": 3,\n \"Grow\": {\"a@x.in\": {\"place\": \"Erode\"},\n \
                      \"meena\": {\"place\":\n \"Erode\", \"place\": \"Salem\"},\n \"b@x.in\": {\"place\": \"Karur\", \"npk\": [1,";
        let answer = import(&store, nested, |options| options.skip_bad = true).await;
        assert!(answer.out.contains("1 farmer was added.\n"), "{}{}", answer.out, answer.complaints);
        assert_eq!(
            answer.left_over,
            [
                r#"{"Users":{"u": {"x": 1.50}}}"#,
                r#"{"version":3}"#,
                r#"{"collection":"Grow","id":"meena","data":{"place":  "Erode", "place": "Salem"}}"#,
                ",",
                r#" "b@x.in": {"place": "Karur", "npk": [1,"#,
            ]
        );
    }

    async fn an_admin_record_that_is_left_out_is_kept(store) {
        let line = |data: &str| format!(r#"{{"collection": "Grow_Admin", "id": "admin", "data": {data}}}"#);
        let faulty = [line("[]"), line(r#"{"estimation_meet": 7, "theme": 1}"#)];
        let good = line(r#"{"estimation_meet": {}}"#);
        let second = line(r#"{"estimation_meet": {}, "theme": 2}"#);
        let farmer = r#"{"collection": "Grow", "id": "a@x.in", "data": {"place": "Erode"}}"#.to_owned();
        let file = [faulty.as_slice(), &[good, second.clone(), farmer]].concat().join("\n");
        let answer = import(&store, file, |options| {
            options.skip_bad = true;
            options.admin_id = Some("admin".to_owned());
        });
        let answer = answer.await;
        assert_eq!(answer.left_over, [faulty.as_slice(), &[second]].concat(), "{}", answer.complaints);
    }

    async fn numbers_in_text_are_imported_exactly(store) {
        let line = |farmer: usize| {
            format!(
                r#"{{"collection": "grow", "id": "farmer{farmer}@example.org", "data": {{"sowing": [{{"crop_name": "GROUNDNUT", "expected_yield": "3000", "field_size": "1.25", "sowing_date": {{"seconds": 1781000000, "nanoseconds": 0}}}}], "npk": ["180", "30.5", "250"]}}}}"#
            )
        };
        let answer = import(&store, [line(0), line(1)].join("\r\n\n  \n"), |_| {}).await;
        assert_eq!((answer.code, answer.complaints.as_str()), (ExitCode::SUCCESS, ""));
        assert!(answer.out.contains("\n10 numbers written as text, read all the same.\n"), "{}", answer.out);
        let record = record_of(&store, "farmer1@example.org").await;
        assert_eq!((record.sowings[0].field_size.0, record.sowings[0].expected_yield.0), (12_500, 3_000));
        assert_eq!(record.profile.unwrap().npk, Npk::from_kg_per_ha("180", "30.5", "250").unwrap());
    }

    async fn documents_without_a_field_are_left_out_and_counted(store) {
        let file = r#"{"Grow": {"a@x.in": {}, "b@x.in": {"place": null}, "c@x.in": {"place": "Erode"}}}"#;
        let answer = import(&store, file, |_| {}).await;
        assert!(answer.out.contains("1 farmer was added.\n"), "{}", answer.out);
        assert!(answer.out.contains("2 documents without a field: nothing was added.\n"), "{}", answer.out);
    }

    async fn an_export_comes_back_byte_for_byte_on_both_engines(store) {
        import(&store, LINES, |_| {}).await;
        let first = exported(&store).await;
        assert_eq!(first.lines().count(), 13, "{first}");
        for other in [testing::sqlite().await, testing::postgres().await] {
            import(&other, &first, |_| {}).await;
            assert!(exported(&other).await == first, "the same bytes");
        }
    }

    async fn a_whole_copy_loses_nothing_from_engine_to_engine_and_back(store) {
        import(&store, LINES, |_| {}).await;
        let erased = store.stored_records(None, 1).await.unwrap().0[0].farmer;
        store.erase(erased, AT.parse().unwrap()).await.unwrap();
        store.list_erased(vec![FarmerId(uuid::Uuid::from_u128(5))], AT.parse().unwrap()).await.unwrap();
        let folders = tempfile::tempdir().unwrap();
        let mut copy = folders.path().join("first");
        export::run(&export::Options::to(&copy, true), store.url(), &clock(), &mut Vec::new()).await.unwrap();
        for (name, other) in [("second", testing::postgres().await), ("third", testing::sqlite().await)] {
            crate::copy::restore(&copy, other.url(), false, &mut Vec::new()).await.unwrap();
            let next = folders.path().join(name);
            export::run(&export::Options::to(&next, true), other.url(), &clock(), &mut Vec::new()).await.unwrap();
            assert!(files_of(&next) == files_of(&copy), "the same bytes in every file");
            let refusal = crate::copy::restore(&copy, other.url(), false, &mut Vec::new()).await.unwrap_err();
            assert!(refusal.to_string().contains("into an empty database only"), "{refusal}");
            copy = next;
            // Further entries are numbered after the last ones.
            let answer = import(&other, LINES.replace("murugan@", "other@"), |_| {}).await;
            assert!(answer.out.contains("1 farmer was added"), "{}", answer.out);
        }
    }

    async fn a_copy_has_every_column_but_those_of_running_processes_and_of_a_count(store) {
        let copied: BTreeSet<_> = grow_store::copied_columns().map(|(t, c)| (t.to_owned(), c.to_owned())).collect();
        let columns = store.columns().await.into_iter();
        let left_out = ["leases", "schema_migrations", "farmer_counts"];
        let kept = columns.filter(|(table, _)| !left_out.contains(&table.as_str()));
        assert_eq!(kept.collect::<BTreeSet<_>>(), copied);
    }
}

fn files_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [folder.to_owned(), folder.join("tables")] {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
            files.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap());
        }
    }
    files
}

#[tokio::test]
async fn a_torn_object_a_line_of_64_mib_and_a_folder_that_is_not_empty_are_told() {
    let store = testing::sqlite().await;
    let torn = &NESTED[..NESTED.len() / 2];
    let answer = import(&store, torn, |_| {}).await;
    assert!(
        answer.complaints.contains("the object is not closed; the file may be cut off.\n"),
        "{}",
        answer.complaints
    );

    let mut long = br#"{"collection": "Grow", "id": "a@x.in", "data": {"place": ""#.to_vec();
    long.resize(64 * 1024 * 1024, b'x');
    long.extend(b"\"}}\n{\"collection\": \"Grow\", \"id\": \"b@x.in\", \"data\": {}}\n");
    let answer = import(&store, &long, |_| {}).await;
    assert!(
        answer.complaints.starts_with("FILE, line 1: the line is longer than 16 MiB; a document is smaller.\nNothing"),
        "{}",
        answer.complaints
    );
    long.extend(br#"{"collection": "Grow", "id": "b@x.in", "data": {"place": "Erode"}}"#);
    let answer = import(&testing::sqlite().await, &long, |options| options.skip_bad = true).await;
    assert!(long.starts_with(answer.left_over[0].as_bytes()), "all of the line");
    assert_eq!(answer.left_over[0].len(), 64 * 1024 * 1024 + 3);

    let full = tempfile::tempdir().unwrap();
    fs::write(full.path().join("letter"), "").unwrap();
    let options = export::Options::to(full.path(), false);
    let refusal = export::run(&options, store.url(), &clock(), &mut Vec::new()).await.unwrap_err();
    assert!(refusal.to_string().ends_with("is not empty; name a new folder"), "{refusal}");
    assert_eq!(store.number("SELECT COUNT(*) FROM farmers").await, 0);
}

/// What an import says of a file that is refused for its shape, with how much is counted.
async fn refused(store: &TestStore, content: impl AsRef<[u8]>) -> String {
    let answer = import(store, content, |options| options.skip_bad = true).await;
    assert_eq!((answer.code, answer.out.as_str(), answer.left_over.len()), (ExitCode::FAILURE, "", 0));
    let sentence = answer.complaints.strip_suffix(".\nNothing was imported.\n").map(ToOwned::to_owned);
    sentence.filter(|sentence| sentence.lines().count() == 1).unwrap_or_else(|| panic!("{}", answer.complaints))
}

#[tokio::test]
async fn one_sentence_says_what_a_file_is_and_what_to_do() {
    let store = testing::sqlite().await;
    let bare = r#"{"id": "a@x.in", "number": "98", "place": "Erode"}"#;
    let with_id = r#"{"_id": {"$oid": "6f"}, "place": "Erode"}"#;
    let line = r#"{"collection": "Grow", "id": "a@x.in", "data": {"place": "Erode"}}"#;
    let wrap = "{collection: \"Grow\", id: (.id // ._id), data: del(.id, ._id)}";
    let anew = |program: &str, of: &str| {
        format!("write them anew with `jq -c '{program}' FILE > NEW.jsonl`{of}, and give NEW.jsonl")
    };
    let or_else = ", with the name of their collection for Grow if it is another";
    let nothing = "there is nothing to import; see that the export was written";
    let typed = "its values stand beside their types; docs/IMPORT.md has the command that takes the types away";
    let rest =
        r#""name": "projects/x/databases/(default)/documents/Grow/m", "fields": {"place": {"stringValue": "E"}}"#;
    let expected = "documents stand one on each line, {\"collection\": ..., \"id\": ..., \"data\": ...}, or in one object \
                    by collection, then id";
    let of_rest = format!("has documents of Firestore's REST interface: {typed}");
    let spread = serde_json::to_string_pretty(&serde_json::from_str::<Value>(line).unwrap()).unwrap();
    let by_email = r#"{"a@x.in": {"place": "Erode"}, "b@x.in": {"place": "Erode"}}"#;
    for (content, sentence) in [
        (String::new(), format!("is empty: {nothing}")),
        ("\u{feff} \r\n".to_owned(), format!("is empty: {nothing}")),
        ("{ }\n".to_owned(), format!("holds nothing: {nothing}")),
        ("[\n]".to_owned(), format!("holds nothing: {nothing}")),
        (r#"{"Grow": {}, "grow": {}}"#.to_owned(), format!("has no document with a field: {nothing}")),
        (line.replace(r#"{"place": "Erode"}"#, "{}"), format!("has no document with a field: {nothing}")),
        (format!("[{line},\n{line}]"), format!("is a list of 2 documents: {}", anew(".[]", ""))),
        (
            format!("\u{feff}[\n  {bare}\n]"),
            format!("is a list of 1 document: {}", anew(&format!(".[] | {wrap}"), or_else)),
        ),
        (format!("[{bare},"), format!("is a list: {}", anew(&format!(".[] | {wrap}"), or_else))),
        (
            by_email.to_owned(),
            format!("has 2 documents by e-mail, without their collection: {}", anew("{Grow: .}", or_else)),
        ),
        (format!("{bare}\n{bare}"), format!("has documents without their collection: {}", anew(wrap, or_else))),
        (with_id.to_owned(), format!("has documents without their collection: {}", anew(wrap, or_else))),
        (format!("{spread}\n{spread}"), format!("has its documents spread over several lines: {}", anew(".", ""))),
        (
            format!(r#"{{"Grow": {{"m@x.in": {{{rest}}}}}}}"#),
            format!("has documents of Firestore's REST interface: {typed}"),
        ),
        (format!(r#"{{"documents": [{{{rest}}}]}}"#), format!("has documents of Firestore's REST interface: {typed}")),
        (format!("{{{rest}}}"), format!("has documents of Firestore's REST interface: {typed}")),
        (format!(r#"[{{"document": {{{rest}}}, "readTime": "2026-06-15T06:00:00Z"}}]"#), of_rest.clone()),
        (format!(r#"[{{"found": {{{rest}}}, "readTime": "2026-06-15T06:00:00Z"}}]"#), of_rest.clone()),
        (
            r#"[{"readTime": "2026-06-15T06:00:00Z"}]"#.to_owned(),
            format!("is the answer to a query that found no document: {nothing}"),
        ),
        (spread.replace('\n', "\r"), format!("has its documents spread over several lines: {}", anew(".", ""))),
        (
            format!("\u{1e}{spread}\n\u{1e}{spread}\n"),
            format!("has its documents spread over several lines: {}", anew(".", "").replace("jq -c", "jq --seq -c")),
        ),
        (
            format!(r#"{{"documents": [{bare}]}}"#),
            format!("has its documents in a list: {}", anew(&format!(".documents[] | {wrap}"), or_else)),
        ),
        (format!(r#"{{"documents": [{line}]}}"#), format!("has its documents in a list: {}", anew(".documents[]", ""))),
        ("number,place\n98,Erode\n".to_owned(), format!("is a table, such as CSV: {EXPORT_JSON}")),
        ("null\n".to_owned(), format!("is JSON without a document: {expected}")),
        ("\"x\"\n3".to_owned(), format!("is JSON without a document: {expected}")),
        ("Erode".to_owned(), format!("is no JSON: {expected}")),
    ] {
        assert_eq!(refused(&store, &content).await, format!("FILE {sentence}"), "{content}");
    }
    assert_eq!(
        refused(&store, b"\x1f\x8b\x08\0").await,
        "FILE is compressed with gzip: make it readable with `gunzip -c FILE > NEW.jsonl`, and give NEW.jsonl"
    );
    let uids = (0..3_500).map(|farmer| line.replace("a@x.in", &format!("uid{farmer}"))).collect::<Vec<_>>().join("\n");
    let answer = import(&store, uids, |_| {}).await.complaints;
    assert_eq!(answer.lines().count(), 14, "{answer}");
    assert!(
        answer.starts_with(
            "No document of FILE has an e-mail address as its id: Grow knows a farmer by e-mail, so put the e-mail of each \
             in the place of its id.\nFILE, line 1, Grow/uid0: the id is no e-mail address.\n"
        ),
        "{answer}"
    );
    assert!(answer.ends_with("    3500  an id that is no e-mail address\nNothing was imported.\n"), "{answer}");
    assert_eq!(store.number("SELECT COUNT(*) FROM farmers").await, 0);
}

#[tokio::test]
async fn an_error_of_a_server_an_answer_without_a_document_and_a_page_are_told() {
    let store = testing::sqlite().await;
    let nothing = "there is nothing to import; see that the export was written";
    let rest = r#""name": "a/Grow/m", "fields": {"place": {"stringValue": "E"}}"#;
    let of_rest =
        "has documents of Firestore's REST interface: its values stand beside their types; docs/IMPORT.md has \
                   the command that takes the types away"
            .to_owned();
    let further = "is a page of documents of Firestore's REST interface, and further pages follow: ask for each with \
                   pageToken, and put it behind the one before; docs/IMPORT.md has the command that makes them readable"
        .to_owned();
    let denied =
        "has the error of a server in the place of documents: see in it what the server refused, and export them \
                  again"
            .to_owned();
    for (content, sentence) in [
        (
            r#"[{"transaction": "a=="}]"#.to_owned(),
            format!("is the answer to a query that found no document: {nothing}"),
        ),
        (r#"[{"document": {"name": "a/Grow/m"}, "readTime": "x"}]"#.to_owned(), of_rest.clone()),
        (r#"[{"done": true}]"#.to_owned(), format!("is the answer to a query that found no document: {nothing}")),
        (r#"[{"error": {"code": 403, "status": "PERMISSION_DENIED"}}]"#.to_owned(), denied.clone()),
        ("{\n  \"error\": {\"code\": 401}}".to_owned(), denied.clone()),
        (r#"{"error": "invalid_grant"}"#.to_owned(), denied),
        (r#"{"documents": []}"#.to_owned(), format!("is a list of no documents: {nothing}")),
        (r#"{"documents": [{"name": "a/Grow/m", "createTime": "x"}]}"#.to_owned(), of_rest.clone()),
        (format!(r#"{{"documents": [{{{rest}}}], "nextPageToken": "t"}}"#), further.clone()),
        (r#"{"documents": [], "nextPageToken": "t"}"#.to_owned(), further.clone()),
        (r#"{"nextPageToken": "t"}"#.to_owned(), further),
        (
            format!(r#"{{"documents": [{{{rest}}}], "nextPageToken": "t"}} {{"documents": [{{{rest}}}]}}"#),
            of_rest.clone(),
        ),
    ] {
        assert_eq!(refused(&store, &content).await, format!("FILE {sentence}"), "{content}");
    }
}

/// Runs the command of docs/IMPORT.md that takes types away. Returns what it says, and `NEW.jsonl`. `None`: jq is
/// missing.
fn without_types(content: &str) -> Option<(String, Option<String>)> {
    Command::new("jq").arg("--version").output().ok()?;
    let document = include_str!("../../../../docs/IMPORT.md");
    let program = &document[document.find("    def plain").unwrap()..document.find("\n## Rules").unwrap()];
    let command = document.split('`').find(|part| part.starts_with("jq ")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plain.jq"), program).unwrap();
    fs::write(folder.path().join("FILE"), content).unwrap();
    let ran = Command::new("sh").args(["-c", command]).current_dir(folder.path()).output().unwrap();
    let new = fs::read_to_string(folder.path().join("NEW.jsonl")).ok();
    assert_eq!(ran.status.success(), new.is_some(), "a part has another name");
    Some((String::from_utf8(ran.stderr).unwrap(), new))
}

#[tokio::test]
async fn the_command_of_the_documentation_takes_types_away() {
    let store = testing::sqlite().await;
    let document = |collection: &str, place: &str, day: u8| {
        format!(
            r#"{{"name": "projects/x/databases/(default)/documents/{collection}/m@x.in",
                 "fields": {{"place": {{"stringValue": "{place}"}}, "npk": {{"arrayValue": {{"values": [
                     {{"integerValue": "180"}}, {{"doubleValue": 30.5}}, {{"integerValue": "250"}}]}}}}}},
                 "createTime": "2026-06-01T06:00:00Z", "updateTime": "2026-06-0{day}T06:00:00.123456Z"}}"#
        )
    };
    let empty =
        r#"{"name": "projects/x/databases/(default)/documents/Grow/e@x.in", "updateTime": "2026-06-01T06:00:00Z"}"#;
    let (first, second) = (document("Grow", "Erode", 1), document("grow", "Salem", 2));
    let nested = |document: &str| format!(r#"{{"m@x.in": {document}}}"#);
    for file in [
        format!(
            r#"{{"documents": [{first}, {empty}], "nextPageToken": "t"}} {{"documents": [{empty}]}} {{"documents": [{second}]}} {{}}"#
        ),
        format!(r#"[{{"documents": [{first}]}}, {{"documents": [{empty}, {second}]}}]"#),
        format!("[{first}, {empty}, {second}]"),
        format!("{empty}\n{first}\n{second}"),
        format!(
            r#"[{{"transaction": "a=="}}, {{"document": {first}, "readTime": "x"}}, {{"document": {empty}}},
                {{"document": {second}}}, {{"readTime": "x", "skippedResults": 1}}, {{"done": true}}]"#
        ),
        format!(
            r#"[{{"found": {first}}}, {{"found": {second}}}, {{"missing": "x/y", "readTime": "x"}}, {{"found": {empty}}}]"#
        ),
        format!(r#"{{"Grow": {}, "grow": {}, "Grow_Admin": {{"e@x.in": {{}}}}}}"#, nested(&first), nested(&second)),
        format!(r#"{{"__collections__": {{"grow": {}, "Grow": {{"e@x.in": {empty}}}}}}} {first}"#, nested(&second)),
    ] {
        let Some((said, new)) = without_types(&file) else { return };
        let new = new.unwrap_or_else(|| panic!("{file}: {said}"));
        let answer = import(&store, new, |_| {}).await;
        assert!(
            answer.out.contains(" without a field: nothing was added."),
            "{file}: {}{}",
            answer.complaints,
            answer.out
        );
        assert!(answer.out.contains("1 time place of grow was kept over that of Grow"), "{file}: {}", answer.out);
        let profile = record_of(&store, "m@x.in").await.profile.unwrap();
        assert_eq!(
            (profile.place.as_str(), profile.npk),
            ("Salem", Npk::from_kg_per_ha("180", "30.5", "250").unwrap())
        );
    }
    for (file, told) in [
        (format!(r#"{{"documents": [{first}], "nextPageToken": "t"}}"#), "further pages follow"),
        (r#"{"nextPageToken": "t"}"#.to_owned(), "further pages follow"),
        (
            format!(r#"{{"documents": [{first}], "nextPageToken": "t"}} {{"documents": [{second}]}}"#),
            "further pages follow",
        ),
        (format!(r#"[{{"document": {first}}}, {{"error": {{"code": 403, "message": "denied"}}}}]"#), "denied"),
        (r#"{"error": "invalid_grant"}"#.to_owned(), "invalid_grant"),
        (r#"{"Grow": {"m@x.in": {"place": "Erode"}}}"#.to_owned(), "error"),
        (first[..first.len() / 2].to_owned(), "error"),
    ] {
        let (said, new) = without_types(&file).unwrap();
        assert!(new.is_none() && said.contains(told), "{file}: {said}");
    }
}

#[tokio::test]
async fn a_comma_after_each_document_is_told() {
    let store = testing::sqlite().await;
    let line = r#"{"collection": "Grow", "id": "a@x.in", "data": {"place": "Erode"}}"#;
    let answer = import(&store, format!("{line}, \r\n{line},\n{line}"), |_| {}).await.complaints;
    let told = "a comma stands after the document; take the commas away with \
                `sed 's/,[[:space:]]*$//' FILE > NEW.jsonl`, and give NEW.jsonl";
    assert!(answer.starts_with(&format!("FILE, line 1: {told}.\nFILE, line 2: {told}.\nNothing")), "{answer}");
}

#[tokio::test]
async fn text_sequences_and_lines_of_carriage_returns_are_read() {
    let nested_sequence = format!("\u{1e}{NESTED}");
    for file in [
        LINES.replace('\n', "\r"),
        NESTED.replace('\n', "\r"),
        format!("\u{feff}{}", NESTED.replace('\n', "\r")),
        LINES.replace("{\"collection\"", "\u{1e}{\"collection\""),
        nested_sequence,
    ] {
        let store = testing::sqlite().await;
        let answer = import(&store, file, |_| {}).await;
        assert!(
            answer.complaints.is_empty() && answer.out.contains("5 farmers were added."),
            "{}{}",
            answer.complaints,
            answer.out
        );
    }
    let store = testing::sqlite().await;
    let answer = import(&store, "{\"Grow\": {\r\"a@x.in\": {},\r\"b@x.in\": {\"npk\": 1}}}", |_| {}).await;
    assert!(answer.complaints.starts_with("FILE, line 3, Grow/b@x.in: npk is a number"), "{}", answer.complaints);
}

#[tokio::test]
async fn a_file_padded_with_zero_bytes_is_told() {
    let store = testing::sqlite().await;
    let line = r#"{"collection": "Grow", "id": "a@x.in", "data": {"place": "Erode"}}"#;
    let command = r"`tr -d '\000' < FILE > NEW.jsonl`, and give NEW.jsonl";
    for padded in [format!("{line}\n{}", "\0".repeat(999)), format!("{}{line}\n", "\0".repeat(999))] {
        let told = refused(&store, padded).await;
        assert_eq!(told, format!("FILE is padded with zero bytes: make it readable with {command}"));
    }
    // Further into the file than its kind is recognised by.
    let many = format!("{line}\n{}", "\n".repeat(1 << 17));
    for zeros in [999, 17 * 1024 * 1024] {
        let answer = import(&store, format!("{many}{}", "\0".repeat(zeros)), |_| {}).await.complaints;
        let told =
            format!("line 131074: there are zero bytes, so the file may be cut off; take them away with {command}.\n");
        assert!(answer.starts_with(&format!("FILE, {told}")) && answer.lines().count() == 2, "{answer}");
    }
}

#[tokio::test]
async fn a_pipe_is_told_and_not_waited_for() {
    let store = testing::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).unwrap();
    for file in [&pipe, Path::new("/dev/null")] {
        let refusal =
            run(&options_for(file), store.url(), &clock(), &mut Vec::new(), &mut Vec::new()).await.unwrap_err();
        let told =
            "is no regular file, but a folder, a pipe or a device: write what it holds into a file, and give that";
        assert_eq!(refusal.to_string(), format!("{} {told}", file.display()));
    }
}

#[tokio::test]
async fn a_database_that_no_server_made_or_that_is_older_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (file, database) = (folder.path().join("documents"), folder.path().join("grow.db"));
    fs::write(&file, LINES).unwrap();
    let source = testing::sqlite().await;
    let copy = folder.path().join("copy");
    export::run(&export::Options::to(&copy, true), source.url(), &clock(), &mut Vec::new()).await.unwrap();
    for (state, told) in [
        ("missing", "There is no database of this Grow at"),
        ("empty", "There is no database of this Grow at"),
        ("older", "and start `grow serve`, which brings it up to date"),
    ] {
        match state {
            "missing" => {}
            "empty" => fs::write(&database, "").unwrap(),
            _ => {
                fs::remove_file(&database).unwrap();
                testing::sqlite_of_the_release_before(&database);
            }
        }
        let before = fs::read(&database).ok();
        for given in [&file, &copy] {
            let url = DatabaseUrl::Sqlite(database.clone());
            let outcome = run(&options_for(given), &url, &clock(), &mut Vec::new(), &mut Vec::new()).await;
            let refusal = outcome.unwrap_err().to_string();
            assert!(refusal.contains(told) && refusal.contains("`grow serve`"), "{state}: {refusal}");
            assert!(fs::read(&database).ok() == before, "{state}");
        }
        assert!(!folder.path().join("documents.left-over.jsonl").exists());
    }
}

#[tokio::test]
async fn a_document_with_types_beside_its_values_is_never_an_empty_record() {
    let store = testing::sqlite().await;
    let typed = r#"{"name": "x", "fields": {"place": {"stringValue": "Erode"}}}"#;
    // Further into the file than its shape is recognised by.
    let many =
        (0..4_000).map(|farmer| format!(r#""{farmer}@x.in": {{"place": "Erode"}}, "#)).collect::<Vec<_>>().concat();
    let answer = import(&store, format!(r#"{{"Grow": {{{many}"m@x.in": {typed}}}}}"#), |_| {}).await;
    assert_eq!(answer.code, ExitCode::FAILURE);
    assert!(
        answer.complaints.contains("Grow/m@x.in: fields is {\"stringValue\": ...} or the like;"),
        "{}",
        answer.complaints
    );
    assert_eq!(store.number("SELECT COUNT(*) FROM farmers").await, 0);
}

#[tokio::test]
async fn a_byte_order_mark_at_the_start_is_skipped() {
    let store = testing::sqlite().await;
    for (file, added) in
        [(format!("\u{feff}{LINES}"), "5 farmers were added."), (format!("\u{feff}{NESTED}"), "5 farmers are as")]
    {
        let answer = import(&store, file, |_| {}).await;
        assert!(answer.complaints.is_empty() && answer.out.contains(added), "{}{}", answer.complaints, answer.out);
    }
}

/// Documents of farmers with ten sowings each.
fn many(farmers: usize) -> String {
    let lines = (0..farmers).flat_map(|farmer| {
        let id = format!("{farmer}@example.in");
        let sowing =
            |at| json!({ "crop_name": "RAGI", "field_size": 1, "sowing_date": { "seconds": 1_781_000_000 + at } });
        let sowings: Vec<_> = (0..10).map(sowing).collect();
        [
            json!({ "collection": "Grow", "id": id, "data": { "place": "Erode", "known_crops": ["ragi"] } }),
            json!({ "collection": "grow", "id": id, "data": { "sowing": sowings } }),
        ]
    });
    lines.map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

/// Records sowings one after the other until the import ends. Returns their number and the longest wait.
async fn sow_until(store: Store, sower: usize, is_over: Arc<AtomicBool>) -> (usize, Duration) {
    let now = AT.parse().unwrap();
    let id = |number: usize| uuid::Uuid::from_u128(((sower as u128 + 1) << 64) + number as u128);
    let name = format!("sower {sower}");
    let user = User { display_name: name.clone(), photo_url: None, email: format!("{sower}@sower.in") };
    let identity = Identity { issuer: "https://issuer".to_owned(), subject: name.clone(), user, email_verified: true };
    let session = NewSession { token: TokenHash::of(&name), id: id(0), device: None, replaces: None };
    let farmer = store.sign_in(identity, session, id(0), now).await.unwrap();
    store.give_consent(farmer, Agreed::to_the_notice(), now).await.unwrap();
    let (mut number, mut longest) = (0, Duration::ZERO);
    while !is_over.load(Ordering::Acquire) {
        number += 1;
        let sowing = NewSowing::new(Crop::Maize, FieldSize::stored(SquareMetres(10_000), None).unwrap());
        let asked = Instant::now();
        let key = format!("sowing {number}");
        let outcome = store.record_sowing(farmer, key, sowing, CountLimits::NONE, id(number), now).await.unwrap();
        assert!(matches!(outcome, SowingOutcome::Recorded(_)), "{outcome:?}");
        longest = longest.max(asked.elapsed());
    }
    (number, longest)
}

#[tokio::test(flavor = "multi_thread")]
async fn beside_an_import_every_sowing_is_recorded_within_two_seconds() {
    let store = testing::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("documents");
    fs::write(&file, many(5_000)).unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let sowers = (0..4).map(|sower| tokio::spawn(sow_until(Store::clone(&store), sower, Arc::clone(&is_over))));
    let sowers: Vec<_> = sowers.collect();
    // With a connection of its own, as in another process.
    let mut out = Vec::new();
    let imported = run(&options_for(&file), store.url(), &clock(), &mut out, &mut Vec::new()).await;
    is_over.store(true, Ordering::Release);
    assert!(imported.is_ok() && String::from_utf8(out).unwrap().contains("5000 farmers were added."), "{imported:?}");
    for sower in sowers {
        let (number, longest) = sower.await.unwrap();
        assert!(number > 10 && longest < Duration::from_secs(2), "{number} sowings, the longest took {longest:?}");
    }
    assert_eq!(store.differences().await.unwrap(), []);
}

#[tokio::test]
async fn a_member_twice_in_a_nested_file_is_a_fault_with_its_line() {
    let store = testing::sqlite().await;
    let nested = "{\"Grow\": {\n  \"a@x.in\": {\"place\": \"Erode\"},\n  \"b@x.in\": {\"place\": \"Erode\",\n    \"place\": \"Salem\"}\n}}";
    let answer = import(&store, nested, |_| {}).await;
    assert_eq!(
        answer.complaints,
        "FILE, line 3, Grow/b@x.in: place stands there twice.\n\
         Nothing was imported: 1 fault was found. Mend the file, or leave out what has a fault with --skip-bad.\n"
    );
}

#[tokio::test]
async fn unknown_fields_go_into_a_new_private_file_or_the_import_is_refused() {
    let store = testing::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let (file, other) = (folder.path().join("documents"), folder.path().join("other"));
    fs::write(&file, LINES).unwrap();
    fs::write(&other, "kept").unwrap();
    let (link, dangling) = (folder.path().join("link"), folder.path().join("dangling"));
    symlink(&other, &link).unwrap();
    symlink(folder.path().join("nowhere"), &dangling).unwrap();
    let import = async |left_over: &Path| {
        let mut options = options_for(&file);
        options.left_over = Some(left_over.to_owned());
        run(&options, store.url(), &clock(), &mut Vec::new(), &mut Vec::new()).await
    };
    for taken in [&file, &other, &link, &dangling] {
        let refusal = format!("{:#}", import(taken).await.unwrap_err());
        let sentence =
            format!("{} is there already; move it away, or name a new file with --left-over", taken.display());
        assert_eq!(refusal, format!("Nothing was imported: {sentence}"));
    }
    assert_eq!(store.number("SELECT COUNT(*) FROM farmers").await, 0);
    assert_eq!(
        (fs::read_to_string(&file).unwrap().as_str(), fs::read_to_string(&other).unwrap()),
        (LINES, "kept".into())
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "no file of its own remains");
    let new = folder.path().join("new");
    import(&new).await.unwrap();
    assert_eq!(fs::read_to_string(&new).unwrap().lines().count(), 3);
    assert_eq!(fs::metadata(&new).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn every_file_of_an_export_is_private_to_its_owner() {
    let store = testing::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    export::run(&export::Options::to(&out, true), store.url(), &clock(), &mut Vec::new()).await.unwrap();
    for folder in [out.clone(), out.join("tables")] {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
            assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{}", entry.path().display());
        }
    }
}

#[tokio::test]
async fn a_copy_with_a_changed_byte_is_refused_and_changes_nothing() {
    let store = testing::sqlite().await;
    import(&store, LINES, |_| {}).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    export::run(&export::Options::to(&copy, true), store.url(), &clock(), &mut Vec::new()).await.unwrap();
    let file = copy.join("tables/sowings.jsonl");
    let text = fs::read_to_string(&file).unwrap().replace("3000", "3001");
    fs::write(&file, text).unwrap();
    let other = testing::sqlite().await;
    let before = other.everything().await;
    let refusal = crate::copy::restore(&copy, other.url(), false, &mut Vec::new()).await.unwrap_err();
    assert!(refusal.to_string().contains("sowings.jsonl is not the file that was written"), "{refusal}");
    assert_eq!(other.everything().await, before);
}

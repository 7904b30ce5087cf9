//! Parts of a farmer's copy as CSV tables, which any spreadsheet opens: numbers plain, times by the clock in India.
//!
//! What has a form of its own, such as the record, has a line for each value: `part,item,field,value`. There, a part is
//! a member of the copy, an item an element of its list.

use grow_domain::content::{List, Text};
use grow_domain::crop_year::in_india;
use grow_domain::encyclopedia::{self};
use grow_domain::sowing::{Closing, FieldSize, Outcome};
use grow_domain::{Crop, Kilograms, land_unit};
use grow_store::{AsStored, Consent, HeldIntention, HeldRequest, HeldSowing};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

/// A table of the copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Sowings,
    Plans,
    Record,
    Requests,
    Consents,
}

/// A spreadsheet takes the bytes behind this mark for UTF-8.
const MARK: &str = "\u{feff}";

impl Part {
    pub(super) const ALL: [Self; 5] = [Self::Sowings, Self::Plans, Self::Record, Self::Requests, Self::Consents];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sowings => "sowings",
            Self::Plans => "plans",
            Self::Record => "record",
            Self::Requests => "requests",
            Self::Consents => "consents",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    /// What a browser saves it as.
    pub(super) fn disposition(self) -> &'static str {
        match self {
            Self::Sowings => "attachment; filename=\"grow-my-sowings.csv\"",
            Self::Plans => "attachment; filename=\"grow-my-plans.csv\"",
            Self::Record => "attachment; filename=\"grow-my-record.csv\"",
            Self::Requests => "attachment; filename=\"grow-my-requests.csv\"",
            Self::Consents => "attachment; filename=\"grow-my-consents.csv\"",
        }
    }

    /// The mark and the first line.
    pub(super) fn heading(self) -> Vec<u8> {
        let (shared, own): (&[&str], &[&str]) = match self {
            Self::Sowings => (&FIELD, &SOWINGS),
            Self::Plans => (&FIELD, &PLANS),
            Self::Record => (&[], &["part", "item", "field", "value"]),
            Self::Requests => (&[], &["asked_at", "kind", "body"]),
            Self::Consents => (&[], &["notice_version", "language", "given_at", "withdrawn_at"]),
        };
        [MARK.as_bytes(), &rows([shared.iter().chain(own)])].concat()
    }
}

/// What sowings and plans begin with.
const FIELD: [&str; 10] = [
    "id",
    "crop",
    "crop_name",
    "tamil_name",
    "hindi_name",
    "field_size_ha",
    "entered_size",
    "entered_unit",
    "entered_unit_square_metres",
    "expected_yield_kg",
];

const SOWINGS: [&str; 13] = [
    "yield_min_kg_per_ha",
    "yield_max_kg_per_ha",
    "sown_on",
    "recorded_at",
    "crop_year",
    "region",
    "maturity",
    "is_counted",
    "outcome",
    "outcome_at",
    "harvested_kg",
    "withdrawn_at",
    AS_STORED,
];

const PLANS: [&str; 8] =
    ["region", "planned_at", "ends_on", "ended_at", "outcome", "sowing_id", "counted_kg", AS_STORED];

/// The column of a row that this release cannot read: its values as JSON. Such a row has its id and nothing else.
const AS_STORED: &str = "as_stored";

/// Returns the line of each sowing.
pub(super) fn sowings(held: &[HeldSowing]) -> Vec<u8> {
    rows(held.iter().map(|held| {
        let HeldSowing { sowing, withdrawn_at, .. } = held;
        let range = sowing.crop.facts().yield_range;
        let (outcome, outcome_at, harvested) = match sowing.closing {
            None => ("", None, None),
            Some(Closing { outcome: Outcome::Harvested(kilograms), at }) => ("harvested", Some(at), kilograms),
            Some(Closing { outcome: Outcome::Failed, at }) => ("failed", Some(at), None),
        };
        let cells = [
            range.min.to_string(),
            range.max.to_string(),
            sowing.sown_on().to_string(),
            time(held.recorded_at()),
            sowing.crop_year().first_year().to_string(),
            sowing.region.code().to_owned(),
            sowing.maturity.map(|maturity| maturity.key().to_owned()).unwrap_or_default(),
            sowing.counted.to_string(),
            outcome.to_owned(),
            outcome_at.map(time).unwrap_or_default(),
            harvested.map(|Kilograms(kilograms)| kilograms.to_string()).unwrap_or_default(),
            withdrawn_at.map(time).unwrap_or_default(),
            String::new(),
        ];
        field(sowing.id, sowing.crop, sowing.field_size, sowing.expected_yield).chain(cells)
    }))
}

/// Returns the line of each plan.
pub(super) fn plans(held: &[HeldIntention]) -> Vec<u8> {
    rows(held.iter().map(|HeldIntention { intention, ended_at, outcome, sowing, counted, .. }| {
        let cells = [
            intention.region.code().to_owned(),
            time(intention.planned_at),
            intention.ends_on.to_string(),
            ended_at.map(time).unwrap_or_default(),
            outcome.clone().unwrap_or_default(),
            sowing.map(|id| id.to_string()).unwrap_or_default(),
            counted.0.to_string(),
            String::new(),
        ];
        field(intention.id, intention.crop, intention.field_size, intention.expected_yield).chain(cells)
    }))
}

/// Returns the line of each sowing or plan that cannot be read.
pub(super) fn unreadable(part: Part, held: &[AsStored]) -> Vec<u8> {
    let columns = FIELD.len() + if part == Part::Plans { PLANS.len() } else { SOWINGS.len() };
    rows(held.iter().map(|AsStored { columns: stored, .. }| {
        let id = stored.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let between = std::iter::repeat_n(String::new(), columns - 2);
        [id].into_iter().chain(between).chain([Value::Object(stored.clone()).to_string()])
    }))
}

/// Returns the line of each request.
pub(super) fn requests(held: &[HeldRequest]) -> Vec<u8> {
    rows(held.iter().map(|HeldRequest { at, kind, body }| [time(*at), kind.clone(), body.clone()]))
}

/// Returns the line of each consent.
pub(super) fn consents(held: &[Consent]) -> Vec<u8> {
    rows(held.iter().map(|Consent { version, language, given_at, withdrawn_at }| {
        let withdrawn = withdrawn_at.map(time).unwrap_or_default();
        [version.to_string(), language.clone(), time(*given_at), withdrawn]
    }))
}

/// The cells of [`FIELD`].
fn field(id: Uuid, crop: Crop, field_size: FieldSize, expected: Kilograms) -> impl Iterator<Item = String> {
    let (first, last) = ([id.to_string()], [expected.0.to_string()]);
    first.into_iter().chain(names(crop)).chain(size(field_size)).chain(last)
}

/// The key of a crop, and its names.
fn names(crop: Crop) -> [String; 4] {
    let entry = encyclopedia::entry(crop);
    let first = |names: &List<Text>| names.first().map(|name| name.to_string()).unwrap_or_default();
    let display_name = crop.facts().display_name.to_owned();
    [crop.key().to_owned(), display_name, first(&entry.tamil_names), first(&entry.hindi_names)]
}

/// A size in hectares, and as it was entered in another unit.
fn size(size: FieldSize) -> [String; 4] {
    let entered = size.entered();
    let unit_size = entered.and_then(land_unit::Entered::unit_size);
    [
        size.area().hectares().to_string(),
        entered.map(|entered| entered.value().to_string()).unwrap_or_default(),
        entered.map(|entered| entered.unit().key().to_owned()).unwrap_or_default(),
        unit_size.map(|size| size.square_metres().to_string()).unwrap_or_default(),
    ]
}

/// Day and time in India, to the second: `2026-06-15 17:30:00`.
fn time(at: Timestamp) -> String {
    in_india(at).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Returns the lines of the members of an object: a part for each, with an item for each element of a list.
pub(super) fn parts(object: &impl Serialize) -> Vec<u8> {
    let mut lines = Vec::new();
    for (part, value) in serde_json::to_value(object).unwrap_or_default().as_object().into_iter().flatten() {
        match value {
            Value::Array(items) => {
                for (number, item) in (1..).zip(items) {
                    fields(&mut lines, (part, number), "", item);
                }
            }
            other => fields(&mut lines, (part, 1), "", other),
        }
    }
    rows(lines)
}

/// Lines as RFC 4180 CSV.
fn rows<L: IntoIterator<Item: AsRef<str>>>(lines: impl IntoIterator<Item = L>) -> Vec<u8> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for line in lines {
        // Writing to memory cannot fail.
        let _ = table.write_record(line.into_iter().map(|text| harmless(text.as_ref())));
    }
    table.into_inner().unwrap_or_default()
}

fn fields(lines: &mut Vec<[String; 4]>, (part, item): (&str, u32), name: &str, value: &Value) {
    let below = |member: &str| if name.is_empty() { member.to_owned() } else { format!("{name}.{member}") };
    let mut line = |text: String| lines.push([part.to_owned(), item.to_string(), name.to_owned(), text]);
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                fields(lines, (part, item), &below(member), value);
            }
        }
        Value::Array(values) => {
            for (number, value) in (1..).zip(values) {
                fields(lines, (part, item), &below(&number.to_string()), value);
            }
        }
        Value::Null => line(String::new()),
        Value::String(text) => line(text.clone()),
        number => line(number.to_string()),
    }
}

/// Escapes every place where a spreadsheet may begin a formula with a `'`. A spreadsheet may split a text into cells at
/// a semicolon, a tab or a line break, and treats full-width signs like ASCII ones.
fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    let mut begins = true;
    for (place, character) in text.char_indices() {
        let is_formula = matches!(character, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠');
        if begins && is_formula || place == 0 && matches!(character, '\t' | '\r') {
            harmless.push('\'');
        }
        harmless.push(character);
        begins = matches!(character, ';' | '\t' | '\r' | '\n') || begins && matches!(character, ' ' | '"');
    }
    harmless
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_value_has_a_line() {
        let data = json!({
            "exported_at": "2026-06-15T12:00:00Z",
            "record": { "place": "Theni, \"North\"\none", "soil": { "n": 1.5 } },
            "known_crops": [{ "crop": "maize" }, { "crop": "paddy" }],
            "requests": [{ "body": { "npk": [1, 2] } }],
            "prediction": null,
            "sessions": [],
        });
        let expected = [
            "exported_at,1,,2026-06-15T12:00:00Z",
            "known_crops,1,crop,maize",
            "known_crops,2,crop,paddy",
            "prediction,1,,",
            "record,1,place,\"Theni, \"\"North\"\"\none\"",
            "record,1,soil.n,1.5",
            "requests,1,body.npk.1,1",
            "requests,1,body.npk.2,2",
        ];
        let table = String::from_utf8(parts(&data)).unwrap();
        let mut lines: Vec<_> = table.split_terminator("\r\n").collect();
        lines.sort_unstable();
        assert_eq!(lines, expected);
    }

    #[test]
    fn no_cell_is_a_formula_wherever_a_spreadsheet_begins_one() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+91 98765", "'+91 98765"),
            ("-1", "'-1"),
            ("@here", "'@here"),
            ("\t=1", "'\t'=1"),
            ("=HYPERLINK(\"x\",1)", "'=HYPERLINK(\"x\",1)"),
            ("Theni;=1+1", "Theni;'=1+1"),
            ("Theni; \"=1+1\"", "Theni; \"'=1+1\""),
            ("Theni\n@here;+1\t-1", "Theni\n'@here;'+1\t'-1"),
            (" =1+1", " '=1+1"),
            ("＝1＋1", "'＝1＋1"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠here", "'＠here"),
            ("Theni;＝1", "Theni;'＝1"),
            ("one\ntwo", "one\ntwo"),
            ("a=b; c-d", "a=b; c-d"),
            ("98765", "98765"),
            ("", ""),
        ] {
            assert_eq!(harmless(text), cell, "{text}");
        }
    }
}

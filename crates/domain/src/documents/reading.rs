//! Parser of documents.

use super::document::{Collection, Document, DocumentSowing};
use super::faults::{Fault, Note, Reason, kind, shown};
use crate::crop_year::beginning_in_india;
use crate::farmer::{Npk, Place};
use crate::figures::line;
use crate::sowing::FieldSize;
use crate::{Crop, Kilograms, SquareMetres};
use jiff::Timestamp;
use serde_json::{Map, Value};
use std::str::FromStr;

/// Upper bound of an expected yield, kg.
const MAX_YIELD: f64 = 1e9;
/// Largest distance from a whole number that counts as an error of floating point.
const TINY: f64 = 1e-6;

impl Document {
    /// Parses a document of a farmer. The error lists every fault.
    ///
    /// Fields that Grow does not know are collected in [`Document::unknown`]; a document of such fields alone is a
    /// fault, as it would be an empty record. A sowing later than `now` is a fault.
    pub fn read(collection: Collection, data: &Value, now: Timestamp) -> Result<Self, Vec<Fault>> {
        let Value::Object(fields) = data else {
            return Err(vec![Fault { path: String::new(), reason: Reason::NotAnObject(kind(data)) }]);
        };
        if fields.get("fields").and_then(Value::as_object).is_some_and(|fields| fields.values().all(is_typed)) {
            return Err(vec![Fault { path: "fields".to_owned(), reason: Reason::Typed }]);
        }
        let mut reader = Reader { document: Self::default(), faults: Vec::new(), now };
        for (name, value) in fields {
            if is_typed(value) {
                reader.fault(shown(name), Reason::Typed);
            } else {
                reader.field(collection, name, value);
            }
        }
        let filled = fields.iter().filter(|(_, value)| !value.is_null()).count();
        if filled > 0 && filled == fields.keys().filter(|name| reader.document.unknown.contains_key(*name)).count() {
            let names: Vec<_> = fields.keys().take(5).map(|name| shown(name)).collect();
            reader.fault("", Reason::NothingKnown(names.join(", ")));
        }
        reader.no_nul("", data);
        if reader.faults.is_empty() { Ok(reader.document) } else { Err(reader.faults) }
    }
}

struct Reader {
    document: Document,
    faults: Vec<Fault>,
    now: Timestamp,
}

impl Reader {
    fn field(&mut self, collection: Collection, name: &str, value: &Value) {
        let is_request = collection == Collection::Requests;
        match name {
            // A field without a value is as good as a missing one.
            _ if value.is_null() => {}
            "npk" => self.npk(value),
            "place" => self.document.profile.place = self.text(name, value),
            "crop_add" if is_request => self.crop_add(value),
            "number" if !is_request => self.document.profile.number = self.number(value),
            "mailid" if !is_request => self.mailid(value),
            "farmerid" if !is_request => self.document.profile.farmerid = self.text(name, value),
            "known_crops" if !is_request => self.known_crops(value),
            "water" if !is_request => self.document.profile.water = self.key(name, value, Reason::UnknownWater),
            "soil" if !is_request => self.document.profile.soil = self.key(name, value, Reason::UnknownSoil),
            "last_crop" if !is_request => {
                self.document.profile.last_crop = self.key(name, value, Reason::UnknownLastCrop);
            }
            "sowing" if !is_request => self.sowings(value),
            "climate_soil" if !is_request => self.predicted(value),
            _ => self.unknown(name.to_owned(), value),
        }
    }

    fn fault(&mut self, path: impl Into<String>, reason: Reason) {
        self.faults.push(Fault { path: path.into(), reason });
    }

    fn unknown(&mut self, path: String, value: &Value) {
        self.document.unknown.insert(path, value.clone());
    }

    fn note(&mut self, note: Note) {
        self.document.notes.push(note);
    }

    fn list<'v>(&mut self, path: &str, value: &'v Value) -> &'v [Value] {
        if let Value::Array(list) = value {
            list
        } else {
            self.fault(path, Reason::NotAList(kind(value)));
            &[]
        }
    }

    /// A text of at most [`MAX_TEXT`] characters.
    fn text(&mut self, path: &str, value: &Value) -> String {
        let Value::String(text) = value else {
            self.fault(path, Reason::NotAText(kind(value)));
            return String::new();
        };
        match Place::checked(text) {
            Ok(visible) => {
                if visible != text.trim() {
                    self.note(Note::PlaceWasCleaned);
                }
                visible
            }
            // A NUL has a fault of its own.
            Err(_) if text.contains('\0') => String::new(),
            Err(_) => {
                self.fault(path, Reason::Text);
                String::new()
            }
        }
    }

    fn number(&mut self, value: &Value) -> String {
        if let Value::Number(digits) = value {
            self.note(Note::NumberWasNoText);
            return digits.to_string();
        }
        self.text("number", value)
    }

    fn mailid(&mut self, value: &Value) {
        let one = [value.clone()];
        let list = if value.is_string() { &one[..] } else { self.list("mailid", value) };
        self.document.profile.mailid =
            list.iter().enumerate().map(|(at, mail)| self.text(&format!("mailid[{at}]"), mail)).collect();
    }

    fn npk(&mut self, value: &Value) {
        let list = self.list("npk", value);
        let [n, p, k] = list else {
            if value.is_array() {
                self.fault("npk", Reason::NotThree(list.len()));
            }
            return;
        };
        let mut grams = |at: usize, value: &Value| {
            let path = format!("npk[{at}]");
            let Some(kilograms) = self.decimal(&path, value) else { return 0 };
            let grams = (kilograms * 1_000.0).round();
            if !(0.0..=2_000_000.0).contains(&grams) || kilograms < 0.0 {
                self.fault(path, Reason::Nutrient(value.to_string()));
                return 0;
            }
            if (kilograms * 1_000.0 - grams).abs() > TINY {
                self.note(Note::NutrientRounded);
            }
            integer(grams)
        };
        self.document.profile.npk =
            Npk { nitrogen_g_per_ha: grams(0, n), phosphorus_g_per_ha: grams(1, p), potassium_g_per_ha: grams(2, k) };
    }

    /// A number, or a text that is one.
    fn decimal(&mut self, path: &str, value: &Value) -> Option<f64> {
        match number(value) {
            Ok((number, notes)) => {
                self.document.notes.extend(notes);
                Some(number)
            }
            Err(reason) => {
                self.fault(path, reason);
                None
            }
        }
    }

    fn crop(&mut self, path: &str, value: &Value) -> Option<Crop> {
        self.key(path, value, Reason::UnknownCrop)
    }

    /// A key of an enumeration. `unknown` is the reason for a text that is none.
    fn key<T: FromStr>(&mut self, path: &str, value: &Value, unknown: fn(String) -> Reason) -> Option<T> {
        let Value::String(text) = value else {
            self.fault(path, Reason::NotAText(kind(value)));
            return None;
        };
        let key = text.parse().ok();
        if key.is_none() {
            self.fault(path, unknown(shown(text)));
        }
        key
    }

    fn known_crops(&mut self, value: &Value) {
        for (at, name) in self.list("known_crops", value).iter().enumerate() {
            let crop = self.crop(&format!("known_crops[{at}]"), name);
            self.document.profile.known_crops.extend(crop);
        }
    }

    fn field_size(&mut self, path: &str, value: &Value) -> Option<SquareMetres> {
        let hectares = self.decimal(path, value)?;
        let square_metres = (hectares * 10_000.0).round();
        if !(1.0..=whole(FieldSize::MAX.area().0)).contains(&square_metres) {
            self.fault(path, Reason::FieldSize(value.to_string()));
            return None;
        }
        if (hectares * 10_000.0 - square_metres).abs() > TINY * square_metres.max(1.0) {
            self.note(Note::FieldSizeRounded);
        }
        Some(SquareMetres(integer(square_metres)))
    }

    fn crop_add(&mut self, value: &Value) {
        let Value::Object(fields) = value else {
            self.fault("crop_add", Reason::NotAnObject(kind(value)));
            return;
        };
        let crop = self.required(fields, "crop_add", "crop_name", Self::crop);
        let size = self.required(fields, "crop_add", "field_size", Self::field_size);
        self.document.crop_add = crop.zip(size);
        self.others(fields, "crop_add", &["crop_name", "field_size"]);
    }

    fn required<T>(
        &mut self,
        fields: &Map<String, Value>,
        within: &str,
        name: &str,
        read: fn(&mut Self, &str, &Value) -> Option<T>,
    ) -> Option<T> {
        let path = format!("{within}.{name}");
        let value = fields.get(name).filter(|value| !value.is_null());
        if value.is_none() {
            self.fault(path.as_str(), Reason::Missing);
        }
        read(self, &path, value?)
    }

    fn others(&mut self, fields: &Map<String, Value>, path: &str, known: &[&str]) {
        for (name, value) in fields.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            self.unknown(format!("{path}.{name}"), value);
        }
    }

    fn sowings(&mut self, value: &Value) {
        for (at, entry) in self.list("sowing", value).iter().enumerate() {
            let path = format!("sowing[{at}]");
            match entry {
                Value::Object(fields) => {
                    let sowing = self.sowing(&path, fields);
                    self.document.sowings.extend(sowing);
                }
                other => self.fault(path, Reason::NotAnObject(kind(other))),
            }
        }
    }

    fn sowing(&mut self, path: &str, fields: &Map<String, Value>) -> Option<DocumentSowing> {
        let crop = self.required(fields, path, "crop_name", Self::crop);
        let field_size = self.required(fields, path, "field_size", Self::field_size);
        let sown_at = self.required(fields, path, "sowing_date", Self::time);
        self.others(fields, path, &["crop_name", "expected_yield", "field_size", "sowing_date"]);
        let stated = match fields.get("expected_yield").filter(|value| !value.is_null()) {
            Some(value) => Some(self.expected_yield(&format!("{path}.expected_yield"), value)?),
            None => None,
        };
        let (crop, field_size, sown_at) = (crop?, field_size?, sown_at?);
        let by_rule = crop.expected_yield(field_size);
        match stated {
            None => self.note(Note::YieldComputed),
            Some(stated) if stated != by_rule => self.note(Note::YieldOfItsOwn),
            Some(_) => {}
        }
        Some(DocumentSowing { sown_at, crop, field_size, expected_yield: stated.unwrap_or(by_rule) })
    }

    fn expected_yield(&mut self, path: &str, value: &Value) -> Option<Kilograms> {
        let stated = self.decimal(path, value)?;
        let kilograms = stated.round();
        if stated < 0.0 || kilograms >= MAX_YIELD {
            self.fault(path, Reason::Yield(value.to_string()));
            return None;
        }
        if (stated - kilograms).abs() > TINY {
            self.note(Note::YieldRounded);
        }
        Some(Kilograms(integer(kilograms)))
    }

    fn time(&mut self, path: &str, value: &Value) -> Option<Timestamp> {
        let Some((time, note)) = time(value) else {
            self.fault(path, Reason::NotATime);
            return None;
        };
        self.document.notes.extend(note);
        if time > self.now {
            self.fault(path, Reason::Future(time));
            return None;
        }
        if time < Timestamp::UNIX_EPOCH {
            self.fault(path, Reason::TooOld(time));
            return None;
        }
        let rounded = Timestamp::from_microsecond(time.as_microsecond()).ok()?;
        if rounded != time {
            self.note(Note::TimeRounded);
        }
        Some(rounded)
    }

    /// Predictions are compared and not imported, so an entry of another shape is no fault.
    fn predicted(&mut self, value: &Value) {
        let Value::Array(list) = value else { return self.unknown("climate_soil".to_owned(), value) };
        for (at, entry) in list.iter().enumerate() {
            match predicted(entry) {
                Some((crop, probability)) => {
                    self.document.predicted.insert(crop, probability);
                }
                None => self.unknown(format!("climate_soil[{at}]"), entry),
            }
        }
    }

    /// No text may hold a NUL character: PostgreSQL cannot store it.
    fn no_nul(&mut self, path: &str, value: &Value) {
        match value {
            Value::String(text) if text.contains('\0') => self.fault(path, Reason::Nul),
            Value::Array(list) => {
                for (at, entry) in list.iter().enumerate() {
                    self.no_nul(&format!("{path}[{at}]"), entry);
                }
            }
            Value::Object(fields) => {
                for (name, entry) in fields {
                    let inner = if path.is_empty() { shown(name) } else { format!("{path}.{}", shown(name)) };
                    if name.contains('\0') {
                        self.fault(inner.clone(), Reason::Nul);
                    }
                    self.no_nul(&inner, entry);
                }
            }
            _ => {}
        }
    }
}

fn predicted(entry: &Value) -> Option<(Crop, f64)> {
    let fields = entry.as_object().filter(|fields| fields.len() == 1)?;
    let (name, value) = fields.iter().next()?;
    let probability = value.get("predicted_probability")?.as_f64()?;
    Some((name.parse().ok()?, probability))
}

/// Reads a time of one of the accepted shapes. Export tools wrap it in an object with `__datatype__`.
fn time(value: &Value) -> Option<(Timestamp, Option<Note>)> {
    match value {
        Value::String(text) => {
            // A later hour would lie in the future if the document is imported in the morning of that day.
            let of_day = || Some((beginning_in_india(line::day(text.trim())?)?, Some(Note::DayAlone)));
            text.trim().parse().ok().map(|time| (time, None)).or_else(of_day)
        }
        Value::Object(fields) => {
            if let Some(inner) = fields.get("value").filter(|_| fields.contains_key("__datatype__")) {
                return time(inner);
            }
            let part = |name: &str| fields.get(name).or_else(|| fields.get(&format!("_{name}")));
            let seconds = whole_number(part("seconds")?)?;
            let nanoseconds = match part("nanoseconds") {
                Some(value) => {
                    i32::try_from(whole_number(value)?).ok().filter(|nanos| (0..1_000_000_000).contains(nanos))?
                }
                None => 0,
            };
            Some((Timestamp::new(seconds, nanoseconds).ok()?, None))
        }
        _ => None,
    }
}

/// The seconds of a time. Tools that keep 64 bits write them as text.
fn whole_number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

/// Reads a number, or a text of digits with at most one point, which is noted.
pub(super) fn number(value: &Value) -> Result<(f64, Option<Note>), Reason> {
    let is_exact = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        [whole, part].iter().all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let text = value.as_str().map(str::trim).filter(|text| is_exact(text));
    let read = text.and_then(|text| text.parse().ok()).map(|number| (number, Some(Note::NumberWasText)));
    read.or_else(|| Some((value.as_f64()?, None))).ok_or(Reason::NotANumber(kind(value)))
}

/// Whether it is a value of Firestore's REST interface, such as `{"stringValue": "Erode"}`.
fn is_typed(value: &Value) -> bool {
    const TYPES: [&str; 11] = [
        "arrayValue",
        "booleanValue",
        "bytesValue",
        "doubleValue",
        "geoPointValue",
        "integerValue",
        "mapValue",
        "nullValue",
        "referenceValue",
        "stringValue",
        "timestampValue",
    ];
    let members = value.as_object().filter(|members| members.len() == 1);
    members.is_some_and(|members| members.keys().all(|name| TYPES.contains(&name.as_str())))
}

#[expect(clippy::cast_possible_truncation, reason = "callers pass whole numbers within the bounds of their quantity")]
pub(super) fn integer(number: f64) -> i64 {
    number as i64
}

#[expect(clippy::cast_precision_loss, reason = "bounds of quantities stay below 2^53")]
pub(super) fn whole(number: i64) -> f64 {
    number as f64
}

//! JSON as a CSV table with one line for each value, which any spreadsheet opens: `part,item,field,value`. A part is a
//! member of the copy, an item an element of its list.

use serde::Serialize;
use serde_json::Value;

/// The first line.
pub(super) fn heading() -> Vec<u8> {
    rows(&[["part", "item", "field", "value"].map(str::to_owned)])
}

/// Returns the lines of an item of a part.
pub(super) fn item(part: &str, number: u32, value: &impl Serialize) -> Vec<u8> {
    let mut lines = Vec::new();
    fields(&mut lines, (part, number), "", &serde_json::to_value(value).unwrap_or_default());
    rows(&lines)
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
    rows(&lines)
}

/// Lines as RFC 4180 CSV.
fn rows(lines: &[[String; 4]]) -> Vec<u8> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for line in lines {
        // Writing to memory cannot fail.
        let _ = table.write_record(line.each_ref().map(|text| harmless(text)));
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
            "part,item,field,value",
            "exported_at,1,,2026-06-15T12:00:00Z",
            "known_crops,1,crop,maize",
            "known_crops,2,crop,paddy",
            "prediction,1,,",
            "record,1,place,\"Theni, \"\"North\"\"\none\"",
            "record,1,soil.n,1.5",
            "requests,1,body.npk.1,1",
            "requests,1,body.npk.2,2",
        ];
        let table = String::from_utf8([heading(), parts(&data)].concat()).unwrap();
        let mut lines: Vec<_> = table.split_terminator("\r\n").collect();
        lines[1..].sort_unstable();
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

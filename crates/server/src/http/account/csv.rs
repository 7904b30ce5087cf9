//! A JSON object as a table: one line for each value, so that any spreadsheet opens it, whatever its parts are.

use serde_json::Value;

/// The lines `part,item,field,value`, as RFC 4180 has them. A part is a member of the object, an item one of its list.
pub(super) fn table(data: &Value) -> String {
    let mut table = "part,item,field,value\r\n".to_owned();
    for (part, value) in data.as_object().into_iter().flatten() {
        match value {
            Value::Array(items) => {
                for (number, item) in (1..).zip(items) {
                    fields(&mut table, (part, number), "", item);
                }
            }
            other => fields(&mut table, (part, 1), "", other),
        }
    }
    table
}

fn fields(table: &mut String, (part, item): (&str, u32), name: &str, value: &Value) {
    let below = |member: &str| if name.is_empty() { member.to_owned() } else { format!("{name}.{member}") };
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                fields(table, (part, item), &below(member), value);
            }
        }
        Value::Array(values) => {
            for (number, value) in (1..).zip(values) {
                fields(table, (part, item), &below(&number.to_string()), value);
            }
        }
        Value::Null => line(table, part, item, name, ""),
        Value::String(text) => line(table, part, item, name, text),
        number => line(table, part, item, name, &number.to_string()),
    }
}

fn line(table: &mut String, part: &str, item: u32, name: &str, value: &str) {
    let line = [cell(part), item.to_string(), cell(name), cell(value)].join(",");
    table.push_str(&line);
    table.push_str("\r\n");
}

/// A cell that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_value_has_a_line() {
        let data = json!({
            "exported_at": "2026-06-15T12:00:00Z",
            "record": { "place": "Theni, \"North\"", "soil": { "n": 1.5 } },
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
            "record,1,place,\"Theni, \"\"North\"\"\"",
            "record,1,soil.n,1.5",
            "requests,1,body.npk.1,1",
            "requests,1,body.npk.2,2",
        ];
        let table = table(&data);
        let mut lines: Vec<_> = table.split_terminator("\r\n").collect();
        lines[1..].sort_unstable();
        assert_eq!(lines, expected);
    }

    #[test]
    fn no_cell_is_a_formula() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+91 98765", "'+91 98765"),
            ("-1", "'-1"),
            ("@here", "'@here"),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
            ("one\ntwo", "\"one\ntwo\""),
            ("98765", "98765"),
            ("", ""),
        ] {
            assert_eq!(super::cell(text), cell, "{text}");
        }
    }
}

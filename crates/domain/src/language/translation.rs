//! Joins the facts of an English file with the texts of its translation.
//!
//! A translation has exactly the texts of the English file: a member exists in it where it exists in English, and lists
//! have the same length and order. Facts are left out of it.

use toml::Value;

/// Members whose text is a fact: names of varieties, states and sources stay as they are.
const FACTS: [&str; 10] = [
    "scientific_name",
    "tamil_names",
    "hindi_names",
    "other_names",
    "varieties",
    "key_states",
    "sources",
    "source",
    "confidence",
    "language",
];

/// Returns the English value with its texts replaced by the translation, or what is wrong, each with its member.
pub(super) fn join(english: &Value, translation: Value) -> Result<Value, Vec<String>> {
    let mut faults = Vec::new();
    let joined = join_at("", english, translation, &mut faults);
    if faults.is_empty() { Ok(joined) } else { Err(faults) }
}

fn join_at(path: &str, english: &Value, translation: Value, faults: &mut Vec<String>) -> Value {
    match (english, translation) {
        (Value::Table(english), Value::Table(mut translation)) => {
            let mut joined = toml::Table::new();
            for (name, value) in english {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let translated = translation.remove(name);
                let value = match (is_translated(name, value), translated) {
                    (true, Some(translated)) => join_at(&path, value, translated, faults),
                    (true, None) => {
                        faults.push(format!("{path}: is missing"));
                        continue;
                    }
                    (false, Some(_)) => {
                        faults.push(format!("{path}: is a fact, and stands in the English file alone"));
                        continue;
                    }
                    (false, None) => value.clone(),
                };
                joined.insert(name.clone(), value);
            }
            for name in translation.keys() {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                faults.push(format!("{path}: is not in the English file"));
            }
            Value::Table(joined)
        }
        (Value::Array(english), Value::Array(translation)) => {
            if english.len() != translation.len() {
                faults.push(format!("{path}: has {} items, and {} in English", translation.len(), english.len()));
            }
            let pairs = english.iter().zip(translation).enumerate();
            Value::Array(pairs.map(|(at, (en, own))| join_at(&format!("{path}[{at}]"), en, own, faults)).collect())
        }
        (Value::String(english), Value::String(text)) => {
            if text.chars().any(is_indic_digit) {
                faults.push(format!("{path}: must have the digits 0 to 9"));
            } else if figures(english) != figures(&text) {
                faults.push(format!(
                    "{path}: has the figures {:?}, and {:?} in English",
                    figures(&text),
                    figures(english)
                ));
            }
            Value::String(text)
        }
        (english, other) => {
            faults.push(format!("{path}: is {}, and {} in English", other.type_str(), english.type_str()));
            english.clone()
        }
    }
}

/// Whether a member has text that a translation must give.
fn is_translated(name: &str, value: &Value) -> bool {
    let has_text = match value {
        Value::String(_) => true,
        Value::Array(items) => items.iter().any(|item| is_translated("", item)),
        Value::Table(members) => members.iter().any(|(name, value)| is_translated(name, value)),
        _ => false,
    };
    has_text && !FACTS.contains(&name)
}

/// The figures of a text, sorted: runs of digits, with a comma or full stop only between digits.
pub(super) fn figures(text: &str) -> Vec<&str> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    let mut figures: Vec<_> = parts.flat_map(|part| split_at_doubled(part.trim_matches(['.', ',']))).collect();
    figures.sort_unstable();
    figures
}

/// Splits `1,.2` in two: a figure has a single comma or full stop between digits.
fn split_at_doubled(part: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| c == '.' || c == ',';
    let mut rest = part;
    std::iter::from_fn(move || {
        let doubled = rest.as_bytes().windows(2).position(|pair| pair.iter().all(|byte| is_mark(char::from(*byte))));
        let (figure, after) = rest.split_at(doubled.unwrap_or(rest.len()));
        rest = after.trim_start_matches(is_mark);
        (!figure.is_empty()).then_some(figure)
    })
}

/// Whether a character is a digit of an Indic script. They have the same place in the block of each script.
fn is_indic_digit(c: char) -> bool {
    let code = u32::from(c);
    (0x900..0xd80).contains(&code) && (0x66..=0x6f).contains(&(code & 0x7f))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "
        version = 5
        varieties = ['CO 6']
        steps = ['Sow 12.5 kg, then 2.', 'Water.']
        [climate]
        kind = 'warm'
        temperature = 18
        [[pests]]
        name = 'borer'
    ";

    #[track_caller]
    fn check(translation: &str, expected: Result<(), &[&str]>) {
        let parse = |text: &str| Value::Table(text.parse().unwrap());
        let joined = join(&parse(ENGLISH), parse(translation));
        let faults =
            joined.as_ref().map(|_| ()).map_err(|faults| faults.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(faults, expected.map_err(<[_]>::to_vec));
    }

    #[test]
    fn texts_are_replaced_and_facts_stay() {
        let english = Value::Table(ENGLISH.parse().unwrap());
        let tamil = "steps = ['2 ... 12.5', 'நீர்']\n climate.kind = 'வெப்பம்'\n [[pests]]\n name = 'துளைப்பான்'";
        let joined = join(&english, Value::Table(tamil.parse().unwrap())).unwrap();
        assert_eq!(joined["version"], Value::Integer(5));
        assert_eq!(joined["varieties"][0].as_str(), Some("CO 6"));
        assert_eq!(joined["steps"][1].as_str(), Some("நீர்"));
        assert_eq!(joined["climate"]["kind"].as_str(), Some("வெப்பம்"));
        assert_eq!(joined["climate"]["temperature"], Value::Integer(18));
        assert_eq!(joined["pests"][0]["name"].as_str(), Some("துளைப்பான்"));
    }

    #[test]
    fn a_fault_names_its_member() {
        let rest = "climate.kind = 'x'\n pests = [{ name = 'x' }]";
        check(&format!("steps = ['12.5 2', 'x']\n{rest}"), Ok(()));
        check(&format!("steps = ['12.5 2']\n{rest}"), Err(&["steps: has 1 items, and 2 in English"]));
        check(
            &format!("steps = ['12,5 2', 'x']\n{rest}"),
            Err(&["steps[0]: has the figures [\"12,5\", \"2\"], and [\"12.5\", \"2\"] in English"]),
        );
        check(&format!("steps = ['௧௨.5 2', 'x']\n{rest}"), Err(&["steps[0]: must have the digits 0 to 9"]));
        check(rest, Err(&["steps: is missing"]));
        check(
            &format!("version = 5\n steps = ['12.5 2', 'x']\n{rest}"),
            Err(&["version: is a fact, and stands in the English file alone"]),
        );
        check(&format!("more = 'x'\n steps = ['12.5 2', 'x']\n{rest}"), Err(&["more: is not in the English file"]));
        check(
            "steps = ['12.5 2', 'x']\n climate = 'x'\n pests = [{ name = 'x' }]",
            Err(&["climate: is string, and table in English"]),
        );
    }

    #[test]
    fn figures_are_found_in_any_text() {
        for (text, expected) in [
            ("12.5 to 15 kg.", &["12.5", "15"][..]),
            ("2,500, or 1.", &["1", "2,500"]),
            ("at 1800-180-1551", &["1551", "180", "1800"]),
            ("1..2,.3 ... 4", &["1", "2", "3", "4"]),
            ("none", &[]),
        ] {
            assert_eq!(figures(text), expected, "{text}");
        }
    }
}

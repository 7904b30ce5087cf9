//! JSON of a document, in which no object has a member twice.

use super::faults::{Fault, Reason, shown};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// The JSON of a document. A member that stands twice in its object is a fault, because JSON parsers silently keep the
/// last one.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The document, with the last of such members.
    pub data: Value,
    /// A fault for each of them.
    pub twice: Vec<Fault>,
}

impl<'de> Deserialize<'de> for Parsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut twice = Vec::new();
        let data = Part { place: Place::Document, twice: &mut twice }.deserialize(deserializer)?;
        Ok(Self { data, twice })
    }
}

/// Where a value stands within the document.
#[derive(Clone, Copy)]
enum Place<'p> {
    Document,
    Member(&'p Place<'p>, &'p str),
    Entry(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => Ok(()),
            Self::Member(Self::Document, name) => f.write_str(&shown(name)),
            Self::Member(within, name) => write!(f, "{within}.{}", shown(name)),
            Self::Entry(within, at) => write!(f, "{within}[{at}]"),
        }
    }
}

/// Reads a value, and collects the faults within it.
struct Part<'a> {
    place: Place<'a>,
    twice: &'a mut Vec<Fault>,
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let Self { place, twice } = self;
        let mut list = Vec::new();
        while let Some(entry) =
            entries.next_element_seed(Part { place: Place::Entry(&place, list.len()), twice: &mut *twice })?
        {
            list.push(entry);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let Self { place, twice } = self;
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let place = Place::Member(&place, &name);
            let value = members.next_value_seed(Part { place, twice: &mut *twice })?;
            if object.contains_key(&name) {
                twice.push(Fault { path: place.to_string(), reason: Reason::Twice });
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

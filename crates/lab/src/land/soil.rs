//! The usual texture of a district's fields (`data/soil_texture.csv`).

use csv::StringRecord;
use grow_domain::{District, Soil};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The usual texture: a prior until the farmer answers.
pub(super) fn usual(district: District) -> Soil {
    #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
    static USUAL: LazyLock<BTreeMap<District, Soil>> = LazyLock::new(|| {
        parse(include_bytes!("../../../../data/soil_texture.csv")).expect("data/soil_texture.csv is well-formed")
    });
    USUAL.get(&district).copied().unwrap_or(Soil::Medium)
}

fn parse(text: &[u8]) -> Option<BTreeMap<District, Soil>> {
    csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text).records().map(|row| read(&row.ok()?)).collect()
}

/// Parses a row: district, texture, confidence.
fn read(row: &StringRecord) -> Option<(District, Soil)> {
    Some((District::from_key(row.get(0)?)?, row.get(1)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_district_has_a_texture_and_the_black_soils_are_heavy() {
        let text = include_bytes!("../../../../data/soil_texture.csv");
        assert_eq!(parse(text).unwrap().len(), District::all().len());
        assert_eq!(usual(District::from_key("mh-akola").unwrap()), Soil::Heavy);
        assert_eq!(usual(District::from_key("rj-jaisalmer").unwrap()), Soil::Light);
    }
}

//! Demand estimates of the admin record.

use super::faults::{Fault, Note, Reason, kind, shown};
use super::reading::{integer, number, whole};
use crate::{Crop, Kilograms, figures};
use serde_json::Value;
use std::collections::BTreeMap;

/// Demand and supply of a crop in the admin record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Demand.
    pub demand: Kilograms,
    /// Supply already met, sowings included.
    pub met: Kilograms,
}

/// The estimates of an admin record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimates {
    /// Those of each crop that it names.
    pub by_crop: BTreeMap<Crop, Estimate>,
    /// What was adjusted.
    pub notes: Vec<Note>,
}

/// Parses `estimation_meet` of the admin record: an object by crop name with demand and met in tonnes.
pub fn read_estimates(value: &Value) -> Result<Estimates, Vec<Fault>> {
    const FIELD: &str = "estimation_meet";
    let Value::Object(crops) = value else {
        return Err(vec![Fault { path: FIELD.to_owned(), reason: Reason::NotAnObject(kind(value)) }]);
    };
    let (mut estimates, mut faults) = (Estimates::default(), Vec::new());
    for (name, row) in crops {
        let path = format!("{FIELD}.{}", shown(name));
        let crop = name.parse::<Crop>().map_err(|_| Reason::UnknownCrop(shown(name)));
        let tonnes = |field: &str| {
            let value = row.get(field).ok_or((format!("{path}.{field}"), Reason::Missing))?;
            tonnes(value).map_err(|reason| (format!("{path}.{field}"), reason))
        };
        match (crop.map_err(|reason| (path.clone(), reason)), tonnes("demand"), tonnes("met")) {
            (Ok(crop), Ok((demand, of_demand)), Ok((met, of_met))) => {
                estimates.by_crop.insert(crop, Estimate { demand, met });
                estimates.notes.extend([of_demand, of_met].into_iter().flatten());
            }
            (crop, demand, met) => {
                let failed = [crop.err(), demand.err(), met.err()].into_iter().flatten();
                faults.extend(failed.map(|(path, reason)| Fault { path, reason }));
            }
        }
    }
    if faults.is_empty() { Ok(estimates) } else { Err(faults) }
}

fn tonnes(value: &Value) -> Result<(Kilograms, Option<Note>), Reason> {
    let (tonnes, note) = number(value)?;
    let kilograms = (tonnes * 1_000.0).round();
    let is_valid = kilograms >= 0.0 && kilograms <= whole(figures::MAX.0);
    if is_valid { Ok((Kilograms(integer(kilograms)), note)) } else { Err(Reason::Tonnes(value.to_string())) }
}

//! Demand estimates of the admin record.

use super::faults::{Fault, Reason, kind, shown};
use super::reading::{integer, whole};
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

/// Parses `estimation_meet` of the admin record: an object by crop name with demand and met in tonnes.
pub fn read_estimates(value: &Value) -> Result<BTreeMap<Crop, Estimate>, Vec<Fault>> {
    const FIELD: &str = "estimation_meet";
    let Value::Object(crops) = value else {
        return Err(vec![Fault { path: FIELD.to_owned(), reason: Reason::NotAnObject(kind(value)) }]);
    };
    let (mut estimates, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, row) in crops {
        let path = format!("{FIELD}.{}", shown(name));
        let crop = name.parse::<Crop>().map_err(|_| Reason::UnknownCrop(shown(name)));
        let tonnes = |field: &str| {
            let value = row.get(field).ok_or((format!("{path}.{field}"), Reason::Missing))?;
            tonnes(value).map_err(|reason| (format!("{path}.{field}"), reason))
        };
        match (crop.map_err(|reason| (path.clone(), reason)), tonnes("demand"), tonnes("met")) {
            (Ok(crop), Ok(demand), Ok(met)) => {
                estimates.insert(crop, Estimate { demand, met });
            }
            (crop, demand, met) => {
                let failed = [crop.err(), demand.err(), met.err()].into_iter().flatten();
                faults.extend(failed.map(|(path, reason)| Fault { path, reason }));
            }
        }
    }
    if faults.is_empty() { Ok(estimates) } else { Err(faults) }
}

fn tonnes(value: &Value) -> Result<Kilograms, Reason> {
    let tonnes = value.as_f64().ok_or(Reason::NotANumber(kind(value)))?;
    let kilograms = (tonnes * 1_000.0).round();
    let is_valid = kilograms >= 0.0 && kilograms <= whole(figures::MAX.0);
    if is_valid { Ok(Kilograms(integer(kilograms))) } else { Err(Reason::Tonnes(value.to_string())) }
}

//! The types of problems: the one list of all slugs.

use grow_domain::Invalid;
use serde::Serialize;
use utoipa::ToSchema;

/// Declares the types, in the order of docs/API.md.
macro_rules! problem_types {
    ($($name:ident,)*) => {
        /// Why a request was refused: a stable slug, and the key of its sentence in each language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum ProblemType {
            $($name,)*
        }

        #[cfg(test)]
        const ALL: &[ProblemType] = &[$(ProblemType::$name,)*];
    };
}

problem_types! {
    NotSignedIn,
    ForeignOrigin,
    ConsentRequired,
    AnotherFarmer,
    NotFound,
    NoDemandFigures,
    UnknownRegion,
    UnknownCrop,
    NoFarmerRecord,
    MethodNotAllowed,
    BodyTooLarge,
    NotJson,
    BodyTooSlow,
    NoHost,
    MalformedJson,
    MalformedQuery,
    WrongType,
    UnknownField,
    DuplicateField,
    MissingField,
    FieldSizeNotANumber,
    InvalidFieldSize,
    ProfileIncomplete,
    InvalidNumber,
    InvalidPlace,
    UnknownDistrict,
    NoticeOutdated,
    UnknownLanguage,
    NotConfirmed,
    InvalidDate,
    SownOnFuture,
    SownOnTooOld,
    WrongClock,
    UnknownMaturity,
    UnknownOutcome,
    NothingToChange,
    HarvestedKg,
    SowingClosed,
    TooLateToUndo,
    RecordChanged,
    UnknownPart,
    IntentionEnded,
    TooManyIntentions,
    TooMuchPlanned,
    PlansBeyondLand,
    TooManySowings,
    TooManyChanges,
    UnknownUnit,
    UnitSizeMissing,
    InvalidUnitSize,
    UnitSizeFixed,
    InvalidSize,
    TwoSizes,
    Land,
    InvalidNpk,
    UnknownWater,
    UnknownSoil,
    IdempotencyKeyMissing,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    TooManyRequests,
    TooManyAgreements,
    ExportRunning,
    Overloaded,
    TooManyStreams,
    Unavailable,
    OutcomeUnknown,
    StorageFull,
    StorageBusy,
    ErasureUnavailable,
    Internal,
}

impl From<Invalid> for ProblemType {
    fn from(invalid: Invalid) -> Self {
        match invalid {
            Invalid::SowingCrop => Self::UnknownCrop,
            Invalid::FieldSize => Self::InvalidFieldSize,
            Invalid::FieldSizeNotANumber | Invalid::SizeNotANumber => Self::FieldSizeNotANumber,
            Invalid::SownOn => Self::InvalidDate,
            Invalid::SownOnFuture => Self::SownOnFuture,
            Invalid::SownOnTooOld => Self::SownOnTooOld,
            Invalid::WrongClock => Self::WrongClock,
            Invalid::Maturity => Self::UnknownMaturity,
            Invalid::Outcome => Self::UnknownOutcome,
            Invalid::NoChange => Self::NothingToChange,
            Invalid::HarvestedKg => Self::HarvestedKg,
            Invalid::UnknownUnit(_) => Self::UnknownUnit,
            Invalid::UnitSizeMissing(_) => Self::UnitSizeMissing,
            Invalid::UnitSize(_) => Self::InvalidUnitSize,
            Invalid::UnitSizeFixed(_) => Self::UnitSizeFixed,
            Invalid::Size(_) => Self::InvalidSize,
            Invalid::TwoSizes(_) => Self::TwoSizes,
            Invalid::Land => Self::Land,
            Invalid::ProfileIncomplete(_) => Self::ProfileIncomplete,
            Invalid::Number => Self::InvalidNumber,
            Invalid::Place => Self::InvalidPlace,
            Invalid::District => Self::UnknownDistrict,
            Invalid::Nutrient(_) => Self::InvalidNpk,
            Invalid::Water(_) => Self::UnknownWater,
            Invalid::Soil(_) => Self::UnknownSoil,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The slugs in the first column of the table of problems.
    fn documented() -> BTreeSet<String> {
        let page = include_str!("../../../../docs/API.md");
        let (_, table) = page.split_once("## Problems").unwrap();
        let (table, _) = table.split_once("\n## ").unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| `"));
        let names = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2));
        names.map(str::to_owned).collect()
    }

    #[test]
    fn every_type_is_documented_and_no_other() {
        let slug = |kind: &ProblemType| serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned();
        assert_eq!(ALL.iter().map(slug).collect::<BTreeSet<_>>(), documented());
    }
}

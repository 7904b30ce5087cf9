//! The types of problems: the one list of all slugs.

use grow_domain::Invalid;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Declares the types with the status of each, in the order of docs/API.md.
macro_rules! problem_types {
    ($($name:ident: $status:ident,)*) => {
        /// Why a request was refused: a stable slug, and the key of its sentence in each language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum ProblemType {
            $($name,)*
        }

        impl ProblemType {
            /// The status of an answer with this problem.
            pub(super) fn status(self) -> StatusCode {
                match self {
                    $(Self::$name => StatusCode::$status,)*
                }
            }
        }

        #[cfg(test)]
        const ALL: &[ProblemType] = &[$(ProblemType::$name,)*];
    };
}

problem_types! {
    NotSignedIn: UNAUTHORIZED,
    ForeignOrigin: FORBIDDEN,
    ConsentRequired: FORBIDDEN,
    AnotherFarmer: CONFLICT,
    NotFound: NOT_FOUND,
    NoDemandFigures: NOT_FOUND,
    UnknownRegion: NOT_FOUND,
    UnknownCrop: NOT_FOUND,
    NoFarmerRecord: NOT_FOUND,
    MethodNotAllowed: METHOD_NOT_ALLOWED,
    BodyTooLarge: PAYLOAD_TOO_LARGE,
    NotJson: UNSUPPORTED_MEDIA_TYPE,
    BodyTooSlow: REQUEST_TIMEOUT,
    NoHost: BAD_REQUEST,
    UnknownTransferCoding: NOT_IMPLEMENTED,
    MalformedJson: BAD_REQUEST,
    MalformedQuery: BAD_REQUEST,
    WrongType: UNPROCESSABLE_ENTITY,
    UnknownField: UNPROCESSABLE_ENTITY,
    DuplicateField: BAD_REQUEST,
    MissingField: UNPROCESSABLE_ENTITY,
    FieldSizeNotANumber: UNPROCESSABLE_ENTITY,
    InvalidFieldSize: UNPROCESSABLE_ENTITY,
    ProfileIncomplete: UNPROCESSABLE_ENTITY,
    InvalidNumber: UNPROCESSABLE_ENTITY,
    InvalidPlace: UNPROCESSABLE_ENTITY,
    UnknownDistrict: UNPROCESSABLE_ENTITY,
    NoticeOutdated: UNPROCESSABLE_ENTITY,
    UnknownLanguage: UNPROCESSABLE_ENTITY,
    NotConfirmed: UNPROCESSABLE_ENTITY,
    InvalidDate: UNPROCESSABLE_ENTITY,
    SownOnFuture: UNPROCESSABLE_ENTITY,
    SownOnTooOld: UNPROCESSABLE_ENTITY,
    WrongClock: UNPROCESSABLE_ENTITY,
    UnknownMaturity: UNPROCESSABLE_ENTITY,
    UnknownOutcome: UNPROCESSABLE_ENTITY,
    NothingToChange: UNPROCESSABLE_ENTITY,
    HarvestedKg: UNPROCESSABLE_ENTITY,
    SowingClosed: CONFLICT,
    TooLateToUndo: CONFLICT,
    RecordChanged: PRECONDITION_FAILED,
    UnknownPart: BAD_REQUEST,
    IntentionEnded: CONFLICT,
    TooManyIntentions: UNPROCESSABLE_ENTITY,
    TooMuchPlanned: UNPROCESSABLE_ENTITY,
    PlansBeyondLand: UNPROCESSABLE_ENTITY,
    TooManySowings: UNPROCESSABLE_ENTITY,
    TooManyChanges: UNPROCESSABLE_ENTITY,
    UnknownUnit: UNPROCESSABLE_ENTITY,
    UnitSizeMissing: UNPROCESSABLE_ENTITY,
    InvalidUnitSize: UNPROCESSABLE_ENTITY,
    UnitSizeFixed: UNPROCESSABLE_ENTITY,
    InvalidSize: UNPROCESSABLE_ENTITY,
    TwoSizes: UNPROCESSABLE_ENTITY,
    Land: UNPROCESSABLE_ENTITY,
    InvalidNpk: UNPROCESSABLE_ENTITY,
    UnknownWater: UNPROCESSABLE_ENTITY,
    UnknownSoil: UNPROCESSABLE_ENTITY,
    UnknownLastCrop: UNPROCESSABLE_ENTITY,
    IdempotencyKeyMissing: BAD_REQUEST,
    IdempotencyKeyInvalid: BAD_REQUEST,
    IdempotencyKeyReused: UNPROCESSABLE_ENTITY,
    TooManyRequests: TOO_MANY_REQUESTS,
    TooManyAgreements: TOO_MANY_REQUESTS,
    ExportRunning: TOO_MANY_REQUESTS,
    Overloaded: SERVICE_UNAVAILABLE,
    TooManyStreams: SERVICE_UNAVAILABLE,
    Unavailable: SERVICE_UNAVAILABLE,
    OutcomeUnknown: SERVICE_UNAVAILABLE,
    StorageFull: SERVICE_UNAVAILABLE,
    StorageBusy: SERVICE_UNAVAILABLE,
    ErasureUnavailable: SERVICE_UNAVAILABLE,
    Internal: INTERNAL_SERVER_ERROR,
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
            Invalid::LastCrop(_) => Self::UnknownLastCrop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The slugs in the first column of the table of problems, with the status in the second.
    fn documented() -> BTreeSet<(String, String)> {
        let page = include_str!("../../../../docs/API.md");
        let (_, table) = page.split_once("## Problems").unwrap();
        let (table, _) = table.split_once("\n## ").unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| `"));
        rows.flat_map(|row| {
            let [_, names, status, ..] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
            names.split('`').skip(1).step_by(2).map(move |name| (name.to_owned(), status[1..4].to_owned()))
        })
        .collect()
    }

    #[test]
    fn every_type_is_documented_and_no_other() {
        let slug = |kind: &ProblemType| serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned();
        let row = |kind: &ProblemType| (slug(kind), kind.status().as_str().to_owned());
        assert_eq!(ALL.iter().map(row).collect::<BTreeSet<_>>(), documented());
    }
}

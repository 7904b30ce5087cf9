//! Imports of a crop, as they are told.

use grow_domain::figures;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// What comes in of a crop from abroad, and on what terms. It is never in what is met, and holds the price.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Imports {
    /// Imports of a usual year, tonnes.
    usual_tonnes: f64,
    /// Import duty, percent of the value.
    #[schema(example = 10.0)]
    duty_percent: f64,
    /// Day on which this duty was known to hold.
    #[schema(value_type = String, format = Date, example = "2026-03-31")]
    duty_as_of: Date,
    /// Landed price of the latest year, before duty, port costs and freight, in percent of the support price; null
    /// where it is not known.
    #[schema(required, example = 71)]
    price_percent: Option<u16>,
}

impl From<figures::Imports> for Imports {
    fn from(figures::Imports { usual, duty_permille, duty_as_of, price_percent }: figures::Imports) -> Self {
        let duty_percent = f64::from(duty_permille) / 10.0;
        Self { usual_tonnes: usual.tonnes(), duty_percent, duty_as_of, price_percent }
    }
}

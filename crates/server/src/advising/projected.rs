//! What becomes of the need of India if all plans and advice are followed.

use grow_domain::advice::Today;
use grow_domain::demand::DemandRow;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// What the supply of each crop becomes if all plans and advice are followed, for India. Without figures, no crops.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ProjectedNeed {
    /// Day of the advice; null while there is none.
    #[schema(required, value_type = Option<String>, format = Date, example = "2026-06-15")]
    as_of: Option<Date>,
    /// The first calendar year of the crop year; null while there is no advice.
    #[schema(required, example = 2026)]
    crop_year: Option<i16>,
    /// One for each crop with a known balance of supply and use, in the order of the overview.
    crops: Vec<ProjectedCrop>,
}

/// What the supply of a crop becomes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProjectedCrop {
    /// The crop's key.
    #[schema(example = "groundnut")]
    crop: &'static str,
    /// Supply met and plans if all who are shown a crop first sow it, percent of the demand. It is less than what is
    /// met where they leave a crop.
    #[schema(example = 97.2)]
    filled_if_all_follow_percent: f64,
}

impl ProjectedNeed {
    pub(super) fn of(today: &Today, rows: &[DemandRow]) -> Self {
        let known = rows.iter().filter(|row| row.standing.has_balance && row.demand().0 > 0);
        let crops = known.map(|row| ProjectedCrop {
            crop: row.crop.key(),
            filled_if_all_follow_percent: today.market_of(row.crop).filled_if_all_follow_percent,
        });
        Self { as_of: Some(today.day()), crop_year: Some(today.crop_year().first_year()), crops: crops.collect() }
    }
}

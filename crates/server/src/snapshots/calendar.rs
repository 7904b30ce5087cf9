//! When a crop is sown and harvested in a region, and how much of it arrives in each ten days.

use crate::advising;
use crate::live::Overview;
use crate::schema::schema_of;
use grow_domain::calendar::{self, Calendar, Opening, Window, arrivals};
use grow_domain::demand::DemandRow;
use grow_domain::{Crop, District, Language, Region, Season};
use grow_store::Store;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// Windows of sowing of a crop in a region, and its arrivals of the coming year.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CropCalendar {
    /// The region's code.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The crop's key.
    #[schema(example = "onion")]
    crop: &'static str,
    /// Whose windows these are: the region's, or India's where it has none of its own.
    #[schema(example = "IN-TN")]
    calendar_region: &'static str,
    /// Percentage of the region's usual land that is in Grow.
    coverage_percent: f64,
    /// In the order of the crop year.
    windows: Vec<SowingWindow>,
    /// The ten days that today is in, and the thirty-five parts that follow.
    bins: Vec<ArrivalBin>,
}

/// A window of sowing.
#[derive(Debug, Serialize, ToSchema)]
struct SowingWindow {
    /// The season in the words of the region.
    #[schema(example = "samba")]
    name: &'static str,
    /// The season that statistics count the land in.
    season: SeasonKey,
    /// The code of the region whose row it is: India's in a season in which the region has none.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The districts in which it holds, in the language of the answer. Empty: all districts that no other window of the
    /// season names.
    #[schema(example = json!(["Thanjavur", "Thiruvarur"]))]
    districts: Vec<&'static str>,
    /// The earliest day, month and day.
    #[schema(example = "08-03")]
    earliest: String,
    /// First day on which most is sown.
    #[schema(example = "08-03")]
    sow_from: String,
    /// Last day on which most is sown; before `sow_from` if the window runs over new year.
    #[schema(example = "09-30")]
    sow_until: String,
    /// The latest day.
    #[schema(example = "10-21")]
    latest: String,
    #[schema(example = "12-17")]
    harvest_from: String,
    #[schema(example = "02-22")]
    harvest_until: String,
    /// Shortest and longest time from sowing to harvest, days.
    #[schema(example = 126)]
    days_min: u16,
    #[schema(example = 137)]
    days_max: u16,
    /// high, medium or low.
    #[schema(example = "high")]
    confidence: &'static str,
    source: &'static str,
    years: &'static str,
    /// What counts as sowing, and what else is to be known; may be empty.
    note: &'static str,
    #[serde(flatten)]
    days: OpenDays,
}

/// When a window is open.
#[derive(Debug, Serialize, ToSchema)]
struct OpenDays {
    /// Whether the crop can be sown today.
    is_open: bool,
    /// The earliest day of the window that is open, else of the next one.
    #[schema(value_type = String, format = Date, example = "2026-08-03")]
    opens: Date,
    /// The last day on which most is sown; where that is over, the last of all.
    #[schema(value_type = String, format = Date, example = "2026-10-14")]
    closes: Date,
    /// Days until it closes if it is open, else until it opens.
    #[schema(example = 12)]
    in_days: i64,
}

/// When each crop is sown next in a region.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextWindows {
    /// The region's code.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// One for each crop that has a window.
    crops: Vec<NextWindow>,
}

/// The window in which a crop is sown next: the one that is open, else the first to open. Of several that are open, the
/// most trusted, and then the one that is open longest.
#[derive(Debug, Serialize, ToSchema)]
struct NextWindow {
    /// The crop's key.
    #[schema(example = "onion")]
    crop: &'static str,
    /// The season in the words of the region.
    #[schema(example = "samba")]
    name: &'static str,
    /// high, medium or low.
    #[schema(example = "high")]
    confidence: &'static str,
    #[serde(flatten)]
    days: OpenDays,
}

schema_of! {
    /// Season of sowing.
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum SeasonKey of Season {
        Kharif,
        Rabi,
        Summer,
        /// Sugarcane stands for a year.
        Year,
    }
}

/// Arrivals of ten days, tonnes.
#[derive(Debug, Serialize, ToSchema)]
struct ArrivalBin {
    /// The first of the ten days.
    #[schema(value_type = String, format = Date, example = "2026-09-11")]
    from: Date,
    /// In a usual year.
    usual_tonnes: f64,
    /// This year: land outside Grow, with what was observed of the season, and the sowings in Grow.
    this_year_tonnes: f64,
    /// The sowings in Grow alone.
    in_grow_tonnes: f64,
}

impl CropCalendar {
    /// Reads the calendar of a crop in a region on a day.
    pub(super) async fn read(
        region: Region,
        crop: Crop,
        store: &Store,
        overview: &Overview,
        today: Date,
        language: Language,
    ) -> grow_store::Result<Self> {
        let state = store.demand(region, overview.crop_year()).await?;
        let standing = state.rows.iter().find(|row| row.crop == crop).map(|row: &DemandRow| row.standing);
        let standing = standing.unwrap_or_default();
        let sown = advising::sown(store, overview.crop_year(), Some(crop)).await?;
        let sown = sown.into_iter().map(|(_, part)| part);
        let sown: Vec<_> = sown.filter(|part| region == Region::India || part.region == region).collect();
        let calendar = calendar::calendar(crop, region);
        let bins = arrivals(crop, region, &standing, &sown, today);
        Ok(Self {
            region: region.code(),
            crop: crop.key(),
            calendar_region: calendar.region().code(),
            coverage_percent: state.coverage_percent,
            windows: calendar.windows().iter().map(|window| SowingWindow::new(window, today, language)).collect(),
            bins: bins
                .iter()
                .map(|bin| ArrivalBin {
                    from: bin.from,
                    usual_tonnes: tonnes(bin.usual),
                    this_year_tonnes: tonnes(bin.outside + bin.in_grow),
                    in_grow_tonnes: tonnes(bin.in_grow),
                })
                .collect(),
        })
    }
}

impl NextWindows {
    pub(super) fn of(region: Region, today: Date) -> Self {
        Self::by(region, today, |crop| calendar::calendar(crop, region))
    }

    /// By the windows of a district; India's where it is not known.
    pub(crate) fn on_land(district: Option<District>, today: Date) -> Self {
        let region = Region::of(district);
        let Some(district) = district else { return Self::of(region, today) };
        Self::by(region, today, |crop| calendar::nearest_calendar(crop, district))
    }

    fn by(region: Region, today: Date, calendar: impl Fn(Crop) -> Calendar) -> Self {
        let next = |crop: Crop| {
            let opening = calendar(crop).open_or_next(today)?;
            let Window { name, confidence, .. } = opening.window;
            let days = OpenDays::of(&opening, today);
            Some(NextWindow { crop: crop.key(), name, confidence: confidence.key(), days })
        };
        Self { region: region.code(), crops: Crop::all().filter_map(next).collect() }
    }
}

impl OpenDays {
    fn of(opening: &Opening, today: Date) -> Self {
        let (is_open, opens, closes) = (opening.is_open(today), opening.earliest, opening.closes(today));
        let in_days = calendar::days_between(today, if is_open { closes } else { opens });
        Self { is_open, opens, closes, in_days }
    }
}

impl SowingWindow {
    fn new(window: &'static Window, today: Date, language: Language) -> Self {
        Self {
            name: &window.name,
            season: window.season.into(),
            region: window.region.code(),
            districts: window.districts.iter().map(|district| district.name_in(language)).collect(),
            earliest: window.extremes.from.to_string(),
            sow_from: window.sowing.from.to_string(),
            sow_until: window.sowing.until.to_string(),
            latest: window.extremes.until.to_string(),
            harvest_from: window.harvest.from.to_string(),
            harvest_until: window.harvest.until.to_string(),
            days_min: window.days.0,
            days_max: window.days.1,
            confidence: window.confidence.key(),
            source: &window.source,
            years: language.phrase(&window.years),
            note: language.phrase(&window.note),
            days: OpenDays::of(&window.opening(today), today),
        }
    }
}

/// Whole kilograms as tonnes.
fn tonnes(kilograms: f64) -> f64 {
    kilograms.round() / 1000.0
}

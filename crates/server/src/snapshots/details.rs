//! Details of the demand: sources of the figures, a crop in each state, when crops are sown, and the calendar of one.
//! Each is kept for its day until the overview of India changes, which every sowing and every figure does; windows are
//! kept for their day.

use super::calendar::{CropCalendar, NextWindows, SeasonKey};
use super::imports::Imports;
use crate::live::{LONGEST_READ, Live, Overview, RowBasis};
use crate::representation::{Representation, weak_tag};
use crate::schema::schema_of;
use grow_domain::figures::{Confidence, DemandFigure, Origin, in_force};
use grow_domain::observation::Estimate;
use grow_domain::regional::{RatioRow, Ratios, Shares, UsualLand};
use grow_domain::{Crop, CropYear, Language, Region, State};
use grow_store::Store;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::timeout;
use utoipa::ToSchema;

/// Where the figures of a region come from, crop by crop.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DemandSources {
    /// The region's code.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The first calendar year of the crop year.
    #[schema(example = 2026)]
    crop_year: i16,
    /// One for each crop with figures.
    crops: Vec<FigureSource>,
}

/// Where the figures of a crop come from.
#[derive(Debug, Serialize, ToSchema)]
struct FigureSource {
    /// The crop's key.
    #[schema(example = "onion")]
    crop: &'static str,
    /// Years of observation, in the language of the request.
    #[schema(example = "2022-23 to 2024-25")]
    years: String,
    /// Day on which the figure was compiled.
    #[schema(value_type = String, format = Date, example = "2026-11-23")]
    as_of: Date,
    /// Source, in the language of the request; an operator's as it was entered.
    source: String,
    /// How far the figure is trusted: it begins with high, medium or low, and says why.
    confidence: String,
    confidence_level: ConfidenceLevel,
    /// One standard deviation of what is met, percent of it: in two of three cases the true figure is no further off.
    #[schema(example = 9)]
    error_percent: u8,
    /// What comes in from abroad; missing where imports do not hold the price, and for a state.
    #[serde(skip_serializing_if = "Option::is_none")]
    imports: Option<Imports>,
    /// Whether the figure is that of an earlier release, and this one has a newer: `grow demand import --reference`
    /// brings it.
    has_newer: bool,
    /// Land under the crop in the region in a usual year, hectares.
    usual_land_ha: f64,
    /// The region's share of India's domestic use, percent. Missing where figures were given for this very region.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_percent: Option<f64>,
    /// The region's share of what India grows of the crop, percent. Missing where figures were given for this very
    /// region.
    #[serde(skip_serializing_if = "Option::is_none")]
    supply_percent: Option<f64>,
    /// What was observed of the crop's seasons this year, in their order. Empty: they are taken as usual ones.
    observed: Vec<ObservedSeason>,
}

/// A season of this year beside a usual one.
#[derive(Debug, Serialize, ToSchema)]
struct ObservedSeason {
    /// Where it was observed: the region itself, or `IN`, whose observation moves the supply of a state without its
    /// own.
    #[schema(example = "IN")]
    region: &'static str,
    season: SeasonKey,
    /// Sown so far, or harvested by an estimate, as a percentage of the usual.
    #[schema(example = 96.0)]
    percent: f64,
    /// What the outside supply of the season is taken as, percentage of the usual: `percent`, drawn to 100 early in the
    /// season.
    #[schema(example = 97.3)]
    applied_percent: f64,
    /// The estimate of production that tells it. Missing where the area sown so far does.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<EstimateKey>,
    /// Day that the observation describes.
    #[schema(value_type = String, format = Date, example = "2026-07-14")]
    as_of: Date,
    /// Source, as the operator entered it.
    source: String,
    /// Whether the supply is moved by more than twice the error of the figure.
    is_flagged: bool,
}

schema_of! {
    /// The official estimates of a year's production, in the order in which they appear.
    #[serde(rename_all = "snake_case")]
    enum EstimateKey of Estimate {
        First,
        Second,
        Third,
        Fourth,
        Final,
    }
}

schema_of! {
    /// How far a figure is trusted, in one word.
    #[serde(rename_all = "snake_case")]
    enum ConfidenceLevel of Confidence {
        High,
        Medium,
        Low,
    }
}

/// A crop in every state.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CropByState {
    /// The crop's key.
    #[schema(example = "onion")]
    crop: &'static str,
    /// The first calendar year of the crop year.
    #[schema(example = 2026)]
    crop_year: i16,
    /// Whether a balance of supply and use is known for India.
    has_balance: bool,
    /// The 36 states and union territories, by name.
    states: Vec<CropInState>,
}

/// A crop in a state.
#[derive(Debug, Serialize, ToSchema)]
struct CropInState {
    /// The state's code.
    #[schema(example = "IN-MH")]
    region: &'static str,
    /// The state's name.
    #[schema(example = "Maharashtra")]
    name: &'static str,
    /// What the state grows in a usual year, tonnes.
    usual_tonnes: f64,
    /// What the state uses, tonnes.
    domestic_tonnes: f64,
    /// What it usually exports to other countries, tonnes.
    exported_tonnes: f64,
    /// Expected yield of the sowings in Grow, tonnes.
    sown_tonnes: f64,
    /// What its part of India's domestic use goes by; missing where figures were given for this very state.
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<RowBasis>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Detail {
    Sources(Region, Language),
    ByState(Crop),
    Windows(Region),
    Calendar(Region, Crop, Language),
}

impl Detail {
    /// Whether it follows from the calendar alone, which no sowing and no figure changes.
    fn is_of_the_day(self) -> bool {
        matches!(self, Self::Windows(_))
    }

    /// The language of its texts. `None`: it has none.
    fn language(self) -> Option<Language> {
        match self {
            Self::Sources(_, language) | Self::Calendar(_, _, language) => Some(language),
            Self::ByState(_) | Self::Windows(_) => None,
        }
    }
}

/// The details that were asked for last.
#[derive(Default)]
pub(crate) struct Details(Mutex<HashMap<Detail, Arc<Slot>>>);

/// A detail with what it belongs to. Locked while it is read, so that all who ask for it share one read.
type Slot = tokio::sync::Mutex<Option<(String, Arc<Representation>)>>;

impl Details {
    /// Returns a detail that belongs to the newest overview of India, or to the day.
    pub(crate) async fn get(
        &self,
        detail: Detail,
        store: &Store,
        india: &Live,
        today: Date,
    ) -> grow_store::Result<Arc<Representation>> {
        let slot = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(detail).or_default());
        let mut kept = timeout(LONGEST_READ, slot.lock()).await.map_err(|_| grow_store::Error::Busy)?;
        // The overview is read after the wait, so that the detail is no older than the call.
        let overview = india.newest().await;
        let id = if detail.is_of_the_day() { today.to_string() } else { format!("{}-{today}", overview.id()) };
        if let Some((of, representation)) = &*kept
            && *of == id
        {
            return Ok(Arc::clone(representation));
        }
        let (json, name) = read(detail, store, &overview, today).await?;
        let written = Representation::json(json.into(), weak_tag(&format!("{name}-{id}")));
        let representation = Arc::new(match detail.language() {
            Some(language) => written.in_language(language),
            None => written,
        });
        *kept = Some((id, Arc::clone(&representation)));
        Ok(representation)
    }
}

/// Returns a detail as JSON, and its name.
async fn read(
    detail: Detail,
    store: &Store,
    overview: &Overview,
    today: Date,
) -> grow_store::Result<(Vec<u8>, String)> {
    let crop_year = overview.crop_year();
    let (json, name) = match detail {
        Detail::Sources(region, language) => {
            let figures = store.figures().await?;
            let seasons = store.season_ratios(crop_year).await?;
            let source = |crop| source(&figures, &seasons, region, crop, crop_year, language);
            let crops = Crop::all().filter_map(source).collect();
            let sources = DemandSources { region: region.code(), crop_year: crop_year.first_year(), crops };
            (serde_json::to_vec(&sources), format!("{}-{}", region.code(), language.tag()))
        }
        Detail::ByState(crop) => {
            let rows = store.demand_of_states(crop, crop_year).await?;
            let has_balance = overview.rows().iter().any(|row| row.crop == crop && row.standing.has_balance);
            let states = rows.iter().map(|(state, row)| CropInState {
                region: Region::State(*state).code(),
                name: Region::State(*state).name(),
                usual_tonnes: row.standing.usual.tonnes(),
                domestic_tonnes: row.standing.domestic.tonnes(),
                exported_tonnes: row.standing.exported.tonnes(),
                sown_tonnes: row.sown.tonnes(),
                basis: RowBasis::of(row.standing.basis),
            });
            let (crop_year, states) = (crop_year.first_year(), states.collect());
            (
                serde_json::to_vec(&CropByState { crop: crop.key(), crop_year, has_balance, states }),
                crop.key().to_owned(),
            )
        }
        Detail::Windows(region) => (serde_json::to_vec(&NextWindows::of(region, today)), region.code().to_owned()),
        Detail::Calendar(region, crop, language) => {
            let calendar = CropCalendar::read(region, crop, store, overview, today, language).await?;
            (serde_json::to_vec(&calendar), format!("{}-{crop}-{}", region.code(), language.tag()))
        }
    };
    Ok((json.unwrap_or_default(), name))
}

/// What was observed of a crop's seasons, for a region.
fn observed(seasons: &[(RatioRow, String)], region: Region, crop: Crop, error_percent: u8) -> Vec<ObservedSeason> {
    let ratios = Ratios::from_rows(seasons.iter().map(|(row, _)| *row));
    let of_crop = ratios.of(region).filter(|((_, of, _), _)| *of == crop);
    let mut observed: Vec<_> = of_crop.collect();
    observed.sort_by_key(|((.., season), _)| *season);
    let told = observed.into_iter().map(|(key, ratio)| ObservedSeason {
        region: key.0.code(),
        season: key.2.into(),
        percent: ratio.observed.percent(),
        applied_percent: ratio.applied.percent(),
        estimate: ratio.estimate.map(EstimateKey::from),
        as_of: ratio.as_of,
        source: seasons.iter().find(|((of, _), _)| *of == key).map(|(_, source)| source.clone()).unwrap_or_default(),
        is_flagged: ratio.is_flagged(error_percent),
    });
    told.collect()
}

fn source(
    figures: &[DemandFigure],
    seasons: &[(RatioRow, String)],
    region: Region,
    crop: Crop,
    crop_year: CropYear,
    language: Language,
) -> Option<FigureSource> {
    let own = in_force(figures, region, crop, crop_year);
    let figure = own.or_else(|| in_force(figures, Region::India, crop, crop_year))?;
    let DemandFigure { years, as_of, source, confidence, balance, error_percent, imports, .. } = figure;
    let percent = |shares: &Shares, state: State| shares.fraction(state) * 100.0;
    let part = match region {
        Region::State(state) if own.is_none() => {
            let growers = Shares::of_production(crop);
            let users = match (Shares::of_processing(crop), balance) {
                (Some(mills), _) => percent(mills, state),
                (None, Some(_)) => percent(&Shares::of_population(crop_year), state),
                (None, None) => percent(growers, state),
            };
            Some((users, percent(growers, state)))
        }
        _ => None,
    };
    Some(FigureSource {
        crop: crop.key(),
        years: language.phrase(years).to_owned(),
        as_of: *as_of,
        source: language.phrase(source).to_owned(),
        confidence: language.phrase(confidence).to_owned(),
        confidence_level: Confidence::of(confidence).into(),
        error_percent: *error_percent,
        imports: imports.filter(|_| region == Region::India).map(Imports::from),
        has_newer: Origin::of(figure) == Origin::Earlier,
        usual_land_ha: UsualLand::given(figures, crop_year).of_crop(region, crop).hectares(),
        use_percent: part.map(|(users, _)| users),
        supply_percent: part.map(|(_, growers)| growers),
        observed: observed(seasons, region, crop, *error_percent),
    })
}

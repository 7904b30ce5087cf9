//! What to sow now.

mod card;
mod unknown_crops;

use super::farmer::Farmer;
use super::field_keys::WaterKey;
use super::intentions::Intention;
use super::json::Json;
use super::measures::EnteredSize;
use super::path::Named;
use super::places::DistrictFacts;
use super::problem::Problem;
use crate::http::in_language::{Asked, InLanguage};
use crate::snapshots::{NextWindows, SeasonKey};
use crate::{App, language};
use axum::extract::State;
use card::{AdvisedToSow, AfterLast, CalendarRow, CropOnField, Reader};
use grow_domain::advice::{Advice, Cell, DrawnFor, Field, FieldCrops, KeptDraw, NotShown, Today, WhyNotShown};
use grow_domain::calendar::{Opening, days_between};
use grow_domain::crop_year::in_india;
use grow_domain::farmer::{FarmerRecord, PlaceStatus};
use grow_domain::privacy::Permission;
use grow_domain::soil_climate::{Grounds, Prediction};
use grow_domain::sowing::{OwnLand, StandingSowing};
use grow_domain::{Crop, Region};
use grow_store::{AdviceDraw, AdviceInputs, DrawCell, Error, FarmerId};
use http::{HeaderMap, Uri};
use jiff::civil::Date;
use serde::Serialize;
use unknown_crops::{UnknownCrop, unknown_crops};
use utoipa::ToSchema;

/// What a farmer is advised to sow now.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdviceOfToday {
    /// The day in India.
    #[schema(value_type = String, format = Date, example = "2026-07-01")]
    as_of: Date,
    season: SeasonKey,
    /// The code of the region whose windows count: the farmer's state, or India's where it is not known.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The district that the farmer's place lies in, or null.
    #[schema(required)]
    district: Option<DistrictFacts>,
    /// Why there is no advice, or null where there is some.
    #[schema(required)]
    missing: Option<WhyNoAdvice>,
    /// The farmer's answer on the water of the field; null where it is not told.
    #[schema(required)]
    water: Option<WaterKey>,
    /// Everything suitable that can be sown now is in surplus; the least crowded are listed.
    all_full: bool,
    /// At most three; the first is the advice. Empty with nothing missing: nothing suitable can be sown now.
    advice: Vec<AdvisedToSow>,
    /// Other crops that can be sown now on at least 5 % of the season's land, each with the reason why it is not
    /// advised.
    not_shown: Vec<OtherSowable>,
    /// Suitable crops whose window opens within 60 days, the soonest first. Without advice the next three, however far
    /// off.
    later: Vec<SownLater>,
    /// What stands in most fields of the district in these days, where there is no advice; else null.
    #[schema(required)]
    standing: Option<StandingCrop>,
    /// What the farmer's district sows in these days that is none of the sixteen crops, on at least 5 % of the land,
    /// the largest first; at most three.
    unknown_crops: Vec<UnknownCrop>,
    /// They, and others that are none of the sixteen, take more than four fifths of the land that is sown in these
    /// days.
    unknown_crops_first: bool,
    /// The farmer's own plans that stand.
    intentions: Vec<Intention>,
    /// The farmer's own sowings whose crops are still in the field, the newest first.
    sown: Vec<SownField>,
    /// The farmer's land beside what is sown; null where they have not said how much it is. Where nothing is free,
    /// nothing is advised.
    #[schema(required)]
    own_land: Option<FreeLand>,
}

/// A field on which the farmer's crop stands.
#[derive(Serialize, ToSchema)]
struct SownField {
    /// The crop's key.
    #[schema(example = "groundnut")]
    crop: &'static str,
    #[schema(example = 0.81)]
    field_size_ha: f64,
    /// The size as it was entered; null in hectares.
    #[schema(required)]
    entered: Option<EnteredSize>,
    #[schema(value_type = String, format = Date, example = "2026-10-09")]
    harvest_from: Date,
    /// It counts as standing until this day, or until the farmer notes that it is harvested or has failed.
    #[schema(value_type = String, format = Date, example = "2026-10-29")]
    harvest_until: Date,
}

/// What of a farmer's land is free.
#[derive(Serialize, ToSchema)]
struct FreeLand {
    /// All land that the farmer has, as they say.
    #[schema(example = 0.91)]
    land_ha: f64,
    /// What the farmer's crops stand on.
    #[schema(example = 0.51)]
    sown_ha: f64,
    /// What is left to sow; 0 below a hundredth of the land.
    #[schema(example = 0.4)]
    free_ha: f64,
    /// The day after the first harvest of what stands; null if nothing stands.
    #[schema(required, value_type = Option<String>, format = Date, example = "2026-10-30")]
    free_from: Option<Date>,
}

/// Why there is no advice.
#[derive(Serialize, ToSchema)]
enum WhyNoAdvice {
    /// No place is saved.
    #[serde(rename = "place-missing")]
    PlaceMissing,
    /// The saved place names no district that Grow knows.
    #[serde(rename = "place-unknown")]
    PlaceUnknown,
    /// The place may be in one of several districts. The app asks which one.
    #[serde(rename = "place-ambiguous")]
    PlaceAmbiguous,
    /// The farmer has not agreed that anything is computed from their data, or has withdrawn the consent.
    #[serde(rename = "consent-missing")]
    ConsentMissing,
    /// No land like the district's is known.
    #[serde(rename = "land-unknown")]
    LandUnknown,
}

/// A crop that can be sown now and is not advised.
#[derive(Serialize, ToSchema)]
struct OtherSowable {
    /// The crop's key.
    #[schema(example = "paddy")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "PADDY")]
    name: &'static str,
    /// As [`AdvisedToSow::share_here`].
    #[schema(example = 0.37)]
    share_here: f64,
    why: WhyNotAdvised,
    /// What the field's last crop means for it; null where that is nothing, or the last crop is not told.
    #[schema(required)]
    after: Option<AfterLast>,
}

/// Why a crop that many grow is not advised.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum WhyNotAdvised {
    /// It misses more water than the field has.
    NeedsWater,
    /// It fails on the field's soil.
    Soil,
    /// It should not follow what stood on the field last.
    LastCrop,
    /// No sugar mill of the state crushes.
    NoMill,
    /// India has enough of it.
    Full,
    /// Others are shown it, so that not all sow the same.
    OthersSow,
    /// The days in which most of it is sown are over.
    Late,
    /// It leaves a loss in every usual year, while another earns.
    Loses,
    /// Few of such land sow it, and most are shown another.
    AnotherFirst,
}

/// A crop that stands in most fields.
#[derive(Serialize, ToSchema)]
struct StandingCrop {
    /// The crop's key.
    #[schema(example = "paddy")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "PADDY")]
    name: &'static str,
    /// The season in the words of the region.
    #[schema(example = "samba")]
    season_name: &'static str,
    /// The last day of its harvest.
    #[schema(value_type = String, format = Date, example = "2027-02-22")]
    harvested_by: Date,
    /// What is sown after it, or null.
    #[schema(required)]
    next: Option<FollowingCrop>,
}

/// A crop that is sown after another.
#[derive(Serialize, ToSchema)]
struct FollowingCrop {
    /// The crop's key.
    #[schema(example = "blackGram")]
    crop: &'static str,
    /// The first day on which it can be sown.
    #[schema(value_type = String, format = Date, example = "2026-12-25")]
    sow_from: Date,
}

/// A crop whose window opens soon.
#[derive(Serialize, ToSchema)]
struct SownLater {
    /// The crop's key.
    #[schema(example = "bengalGram")]
    crop: &'static str,
    /// The crop's table name.
    #[schema(example = "BENGAL GRAM")]
    name: &'static str,
    calendar: CalendarRow,
    #[schema(value_type = String, format = Date, example = "2026-10-08")]
    sow_from: Date,
    #[schema(value_type = String, format = Date, example = "2026-12-02")]
    sow_until: Date,
    /// Days until the first one.
    in_days: i64,
}

/// What to sow now: up to three crops with their reasons.
///
/// The crops are drawn once for a farmer's land, water, soil, last crop, known crops and season. They stay until one of
/// them has become full since, by more than the error of its figures, or can no longer be sown. Nothing is advised
/// while the farmer's own crops stand on all of the land that they have told.
#[utoipa::path(
    get, operation_id = "advise_what_to_sow", path = "/api/v1/me/advice", tag = "me",
    responses((status = OK, body = AdviceOfToday), Problem)
)]
pub(crate) async fn read(
    State(app): State<App>,
    Farmer(farmer): Farmer,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<AdviceOfToday>, Problem> {
    let now = app.0.clock.now();
    let inputs = app.0.store.advice_inputs(farmer, now).await?.ok_or_else(Problem::not_signed_in)?;
    let AdviceInputs { own, permission, draw, intentions, sowings } = inputs;
    let (record, language) = (own.record, language::of(&uri, &headers, || own.language));
    let today = app.0.advising.today().await?.ok_or_else(Problem::no_demand_figures)?;
    let district = record.district.filter(|_| permission.to_compute());
    let prediction = district.map(|district| app.0.predictor.predict(district, record.npk));
    let missing = WhyNoAdvice::of(&record, permission, prediction.as_ref());
    let sown = StandingSowing::among(sowings, today.day());
    let own_land = record.land.map(|land| OwnLand::of(land, &sown));
    let has_room = own_land.is_none_or(|land| land.free.0 > 0);
    let (advice, grounds) = match &prediction {
        Some(prediction) if has_room => advise(&app, farmer, &today, (&record, draw, permission), prediction).await,
        _ => Default::default(),
    };
    let reader = Reader { language, today: today.day(), water: record.water };
    let advised = |prediction| {
        let cards = (1..).zip(advice.crops.iter().zip(grounds)).map(|(place, (advised, grounds))| {
            AdvisedToSow::new(place, advised, CropOnField::new(&advised.on_field, grounds, prediction, reader))
        });
        cards.collect()
    };
    let (unknown_crops, unknown_crops_first) = match &prediction {
        Some(prediction) if has_room => unknown_crops(&today, prediction, language),
        _ => Default::default(),
    };
    Ok(Json(AdviceOfToday {
        as_of: today.day(),
        season: today.season().into(),
        region: Region::of(record.district).code(),
        district: record.district.map(|district| DistrictFacts::new(district, language)),
        missing,
        water: record.water.map(WaterKey::from),
        all_full: advice.all_full,
        advice: prediction.as_ref().map(advised).unwrap_or_default(),
        not_shown: advice.not_shown.iter().map(OtherSowable::from).collect(),
        later: advice.later.iter().map(|later| SownLater::new(later, today.day())).collect(),
        standing: advice.standing.map(StandingCrop::from),
        unknown_crops,
        unknown_crops_first,
        intentions: intentions.iter().map(|intention| Intention::new(intention, now)).collect(),
        sown: sown.iter().map(SownField::from).collect(),
        own_land: own_land.map(FreeLand::from),
    }))
}

/// What is to be known of a crop before the farmer sows it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CardOfCrop {
    /// The day in India.
    #[schema(value_type = String, format = Date, example = "2026-07-01")]
    as_of: Date,
    /// The code of the region whose windows count.
    #[schema(example = "IN-TN")]
    region: &'static str,
    /// The farmer's answer on the water of the field; null where it is not told.
    #[schema(required)]
    water: Option<WaterKey>,
    /// Why there is no card, or null where there is one.
    #[schema(required)]
    missing: Option<WhyNoAdvice>,
    #[schema(required)]
    card: Option<CropOnField>,
}

/// What is to be known of a crop before the farmer sows it, whether it is advised or not.
#[utoipa::path(
    get, operation_id = "read_card_of_crop", path = "/api/v1/me/crops/{crop}", tag = "me",
    params(("crop" = String, Path, example = "ragi"), Asked),
    responses((status = OK, body = CardOfCrop), Problem)
)]
pub(crate) async fn read_card(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
    Named(crop): Named<Crop>,
    InLanguage(language): InLanguage,
) -> Result<Json<CardOfCrop>, Problem> {
    let (record, permission) = app.store.record_and_permission(farmer).await?.ok_or_else(Problem::not_signed_in)?;
    let today = app.advising.today().await?.ok_or_else(Problem::no_demand_figures)?;
    let district = record.district.filter(|_| permission.to_compute());
    let prediction = district.map(|district| app.predictor.predict(district, record.npk));
    let card = |prediction: &Prediction| {
        let field = field_of(&record, prediction)?;
        let on_field = today.on_field(&field, &record.known_crops, crop);
        let grounds = app.predictor.grounds(prediction, &[crop]).pop().unwrap_or_default();
        let reader = Reader { language, today: today.day(), water: record.water };
        Some(CropOnField::new(&on_field, grounds, prediction, reader))
    };
    Ok(Json(CardOfCrop {
        as_of: today.day(),
        region: Region::of(record.district).code(),
        water: record.water.map(WaterKey::from),
        missing: WhyNoAdvice::of(&record, permission, prediction.as_ref()),
        card: prediction.as_ref().and_then(card),
    }))
}

/// When each crop is sown next on the farmer's land: by the windows of the district, or India's where it is not known.
#[utoipa::path(
    get, operation_id = "read_own_windows", path = "/api/v1/me/windows", tag = "me",
    responses((status = OK, body = NextWindows), Problem)
)]
pub(crate) async fn read_windows(
    State(App(app)): State<App>,
    Farmer(farmer): Farmer,
) -> Result<Json<NextWindows>, Problem> {
    let (record, _) = app.store.record_and_permission(farmer).await?.ok_or_else(Problem::not_signed_in)?;
    Ok(Json(NextWindows::on_land(record.district, in_india(app.clock.now()).date())))
}

/// The farmer's field. `None` if no land like it is known.
fn field_of<'a>(record: &FarmerRecord, prediction: &'a Prediction) -> Option<Field<'a>> {
    let (district, land) = (prediction.district, prediction.land());
    Some(Field {
        district,
        land,
        year: prediction.year()?,
        water: record.water,
        soil: record.soil,
        last_crop: record.last_crop,
    })
}

/// Draws the farmer's crops, or takes those drawn before, and keeps them. They are not kept for a farmer who has agreed
/// to an older notice; nor if the write fails, which is logged. The same number draws the same crops again.
async fn advise(
    App(app): &App,
    farmer: FarmerId,
    today: &Today,
    (record, kept, permission): (&FarmerRecord, Option<AdviceDraw>, Permission),
    prediction: &Prediction,
) -> (Advice, Vec<Grounds>) {
    let Some(field) = field_of(record, prediction) else { return Default::default() };
    let kept = kept.map(|AdviceDraw { inputs, crops, lot, drawn_at }| KeptDraw {
        inputs,
        crops,
        lot,
        drawn_on: in_india(drawn_at).date(),
    });
    let number = number(app, farmer, today.cell(&field), kept.as_ref(), permission).await;
    let who = DrawnFor { number, field, npk: record.npk, known: &record.known_crops };
    let (advice, anew) = today.draw(&who, kept.as_ref());
    if let Some(KeptDraw { inputs, crops, lot, .. }) = anew.filter(|_| permission.to_store()) {
        let draw = AdviceDraw { inputs, crops, lot, drawn_at: app.clock.now() };
        match app.store.keep_advice_draw(farmer, draw).await {
            // It was withdrawn a moment ago.
            Ok(()) | Err(Error::NoConsent) => {}
            Err(error) => tracing::warn!(%error, "the crops that a farmer was drawn could not be kept"),
        }
    }
    let crops: Vec<_> = advice.crops.iter().map(|advised| advised.on_field.crop).collect();
    let grounds = app.predictor.grounds(prediction, &crops);
    (advice, grounds)
}

/// The farmer's number in a cell: the one of the kept draw, or the one that is given for it. If it may not be kept or
/// the write fails, a number that follows from the farmer's id.
async fn number(
    app: &crate::app::Parts,
    farmer: FarmerId,
    Cell { key, season }: Cell,
    kept: Option<&KeptDraw>,
    permission: Permission,
) -> u64 {
    if let Some((_, number)) = kept.and_then(|kept| kept.lot.as_ref()).filter(|(cell, _)| *cell == key) {
        return *number;
    }
    if permission.to_store() {
        match app.store.draw_number(farmer, DrawCell { key, season }).await {
            Ok(number) => return number,
            Err(Error::NoConsent) => {}
            Err(error) => tracing::warn!(%error, "a farmer could not be given a number in the draw"),
        }
    }
    farmer.0.as_u64_pair().1
}

impl WhyNoAdvice {
    fn of(record: &FarmerRecord, permission: Permission, prediction: Option<&Prediction>) -> Option<Self> {
        match record.place_status() {
            PlaceStatus::Missing => Some(Self::PlaceMissing),
            PlaceStatus::Ambiguous(_) => Some(Self::PlaceAmbiguous),
            PlaceStatus::Unknown => Some(Self::PlaceUnknown),
            PlaceStatus::Resolved(_) if !permission.to_compute() => Some(Self::ConsentMissing),
            PlaceStatus::Resolved(_) => {
                let is_known = prediction.is_some_and(|prediction| prediction.year().is_some());
                (!is_known).then_some(Self::LandUnknown)
            }
        }
    }
}

impl From<&StandingSowing> for SownField {
    fn from(StandingSowing { sowing, harvest }: &StandingSowing) -> Self {
        Self {
            crop: sowing.crop.key(),
            field_size_ha: sowing.field_size.area().hectares(),
            entered: sowing.field_size.entered().map(EnteredSize::from),
            harvest_from: harvest.from,
            harvest_until: harvest.until,
        }
    }
}

impl From<OwnLand> for FreeLand {
    fn from(OwnLand { all, sown, free, free_from }: OwnLand) -> Self {
        Self { land_ha: all.hectares(), sown_ha: sown.hectares(), free_ha: free.hectares(), free_from }
    }
}

impl From<&NotShown> for OtherSowable {
    fn from(NotShown { crop, share_here, why, after }: &NotShown) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            share_here: *share_here,
            why: match why {
                WhyNotShown::Water => WhyNotAdvised::NeedsWater,
                WhyNotShown::Soil => WhyNotAdvised::Soil,
                WhyNotShown::LastCrop => WhyNotAdvised::LastCrop,
                WhyNotShown::NoMill => WhyNotAdvised::NoMill,
                WhyNotShown::Full => WhyNotAdvised::Full,
                WhyNotShown::OthersSow => WhyNotAdvised::OthersSow,
                WhyNotShown::Late => WhyNotAdvised::Late,
                WhyNotShown::Loses => WhyNotAdvised::Loses,
                WhyNotShown::AnotherFirst => WhyNotAdvised::AnotherFirst,
            },
            after: after.map(AfterLast::from),
        }
    }
}

impl From<FieldCrops> for StandingCrop {
    fn from(FieldCrops { crop, window, until, next }: FieldCrops) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            season_name: &window.name,
            harvested_by: until,
            next: next.map(|(crop, sow_from)| FollowingCrop { crop: crop.key(), sow_from }),
        }
    }
}

impl SownLater {
    fn new((crop, opening): &(Crop, Opening), today: Date) -> Self {
        Self {
            crop: crop.key(),
            name: crop.table_name(),
            calendar: CalendarRow::new(opening),
            sow_from: opening.earliest,
            sow_until: opening.until,
            in_days: days_between(today, opening.earliest),
        }
    }
}

//! Renders records as documents.

use super::{Collection, DocumentSowing, Estimate, Profile, Record};
use crate::farmer::Npk;
use crate::land::Probabilities;
use crate::rotation::LastCrop;
use crate::{Crop, Email, Soil, SquareMetres, Water};
use jiff::Timestamp;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Predicted probabilities as a list of one-key objects.
#[derive(Clone, Debug, Default)]
pub struct Predicted(Vec<(Crop, f64)>);

impl Predicted {
    /// All sixteen probabilities of a prediction.
    pub fn of(probabilities: &Probabilities) -> Self {
        let millionths = probabilities.millionths().iter();
        Self(millionths.map(|(crop, millionths)| (crop, f64::from(*millionths) / 1e6)).collect())
    }
}

#[derive(Serialize)]
struct Line<'a, D> {
    collection: &'static str,
    id: &'a str,
    data: D,
}

#[derive(Serialize)]
struct FarmerDocument<'a> {
    number: &'a str,
    place: &'a str,
    mailid: Vec<&'a str>,
    npk: [Decimal; 3],
    farmerid: &'a str,
    known_crops: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    water: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    soil: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_crop: Option<&'static str>,
    climate_soil: &'a Predicted,
}

#[derive(Serialize)]
struct SowingDocument<'a> {
    /// Empty: sowings are written one after another.
    sowing: [SowingEntry; 0],
    climate_soil: &'a Predicted,
}

#[derive(Serialize)]
struct SowingEntry {
    crop_name: &'static str,
    expected_yield: i64,
    field_size: Decimal,
    sowing_date: Moment,
}

#[derive(Serialize)]
struct Moment {
    seconds: i64,
    nanoseconds: i32,
}

#[derive(Serialize)]
struct RequestDocument<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    npk: Option<[Decimal; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crop_add: Option<CropAdd>,
}

#[derive(Serialize)]
struct CropAdd {
    crop_name: &'static str,
    field_size: Decimal,
}

#[derive(Serialize)]
struct AdminDocument {
    estimation_meet: BTreeMap<&'static str, EstimateRow>,
}

#[derive(Serialize)]
struct EstimateRow {
    demand: Decimal,
    met: Decimal,
}

/// An integer in units of a power of ten: `Decimal(12_500, 10_000)` is 1.25.
#[derive(Clone, Copy)]
struct Decimal(i64, i64);

impl Serialize for Decimal {
    #[expect(clippy::cast_precision_loss, reason = "quantities stay below 2^53")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value, unit) = *self;
        if value % unit == 0 {
            serializer.serialize_i64(value / unit)
        } else {
            serializer.serialize_f64(value as f64 / unit as f64)
        }
    }
}

impl Serialize for Predicted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Probability {
            predicted_probability: f64,
        }
        serializer.collect_seq(self.0.iter().map(|(crop, predicted_probability)| {
            BTreeMap::from([(crop.table_name(), Probability { predicted_probability: *predicted_probability })])
        }))
    }
}

impl Record {
    /// Renders the record as lines of JSON: `{"collection": ..., "id": ..., "data": ...}`, one for each collection that
    /// has something to say about it. The same record gives the same bytes.
    pub fn lines(&self, predicted: &Predicted) -> Vec<(Collection, String)> {
        let mut lines = Vec::new();
        let id = self.email.as_str();
        if let Some(profile) = &self.profile {
            lines.push((Collection::Farmers, line(Collection::Farmers, id, farmer(id, profile, predicted))));
        }
        if !self.sowings.is_empty() {
            let SowingLine { before, after } = SowingLine::new(&self.email, predicted);
            let sowings: Vec<_> = self.sowings.iter().map(SowingLine::sowing).collect();
            lines.push((Collection::Sowings, before + &sowings.join(",") + &after));
        }
        if let Some(requests) = self.request_line(self.sowings.last()) {
            lines.push((Collection::Requests, requests));
        }
        lines
    }

    /// The line of the latest requests: soil, place and the last sowing. `None` if there are none.
    pub fn request_line(&self, last: Option<&DocumentSowing>) -> Option<String> {
        let profile = self.profile.as_ref();
        let npk = profile.map(|profile| profile.npk).filter(|npk| *npk != Npk::default()).map(decimals);
        let place = profile.map(|profile| profile.place.as_str()).filter(|place| !place.is_empty());
        let crop_add =
            last.map(|last| CropAdd { crop_name: last.crop.table_name(), field_size: hectares(last.field_size) });
        let is_some = npk.is_some() || place.is_some() || crop_add.is_some();
        let data = RequestDocument { npk, place, crop_add };
        is_some.then(|| line(Collection::Requests, self.email.as_str(), data))
    }
}

/// The line of a record's sowings, for a writer that has them one after another: `before`, the sowings with commas
/// between them, and `after`.
#[derive(Clone, Debug)]
pub struct SowingLine {
    /// The text before the first sowing.
    pub before: String,
    /// The text after the last one.
    pub after: String,
}

impl SowingLine {
    /// The line of the record of an e-mail.
    pub fn new(email: &Email, predicted: &Predicted) -> Self {
        const LIST: &str = "\"sowing\":[";
        let data = SowingDocument { sowing: [], climate_soil: predicted };
        let empty = line(Collection::Sowings, email.as_str(), data);
        let start = empty.rfind(LIST).map_or(empty.len(), |start| start + LIST.len());
        let (before, after) = empty.split_at(start);
        Self { before: before.to_owned(), after: after.to_owned() }
    }

    /// Renders a sowing.
    pub fn sowing(sowing: &DocumentSowing) -> String {
        serde_json::to_string(&entry(sowing)).unwrap_or_default()
    }
}

/// Renders the admin record with the demand estimates, in tonnes.
pub fn admin_line(id: &str, estimates: &BTreeMap<Crop, Estimate>) -> String {
    let rows = estimates.iter().map(|(crop, Estimate { demand, met })| {
        (crop.table_name(), EstimateRow { demand: Decimal(demand.0, 1_000), met: Decimal(met.0, 1_000) })
    });
    line(Collection::Requests, id, AdminDocument { estimation_meet: rows.collect() })
}

fn line(collection: Collection, id: &str, data: impl Serialize) -> String {
    serde_json::to_string(&Line { collection: collection.name(), id, data }).unwrap_or_default()
}

fn farmer<'a>(id: &'a str, profile: &'a Profile, predicted: &'a Predicted) -> FarmerDocument<'a> {
    let mailid = if profile.mailid.is_empty() { vec![id] } else { profile.mailid.iter().map(String::as_str).collect() };
    FarmerDocument {
        number: &profile.number,
        place: &profile.place,
        mailid,
        npk: decimals(profile.npk),
        farmerid: &profile.farmerid,
        known_crops: profile.known_crops.iter().map(|crop| crop.key()).collect(),
        water: profile.water.map(Water::key),
        soil: profile.soil.map(Soil::key),
        last_crop: profile.last_crop.map(LastCrop::key),
        climate_soil: predicted,
    }
}

fn entry(sowing: &DocumentSowing) -> SowingEntry {
    SowingEntry {
        crop_name: sowing.crop.table_name(),
        expected_yield: sowing.expected_yield.0,
        field_size: hectares(sowing.field_size),
        sowing_date: moment(sowing.sown_at),
    }
}

fn moment(at: Timestamp) -> Moment {
    Moment { seconds: at.as_second(), nanoseconds: at.subsec_nanosecond() }
}

fn hectares(area: SquareMetres) -> Decimal {
    Decimal(area.0, 10_000)
}

fn decimals(npk: Npk) -> [Decimal; 3] {
    [npk.nitrogen_g_per_ha, npk.phosphorus_g_per_ha, npk.potassium_g_per_ha].map(|grams| Decimal(grams, 1_000))
}

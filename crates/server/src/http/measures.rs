//! Sizes of land in the units of the farmer.

use super::body::{Decimal, missing, not_null};
use super::json::written;
use super::problem::Problem;
use crate::App;
use crate::schema::schema_of;
use grow_domain::farmer::{self, Land};
use grow_domain::land_unit::{Entered, LandUnit, Measured, UnitSize, UnitSizes, offered, usual};
use grow_domain::sowing::StatedSize;
use grow_domain::validation::SizeOf;
use grow_domain::{District, Invalid, State};
use grow_store::FarmerId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;
use utoipa::ToSchema;

schema_of! {
    /// A unit of land. `acre_and_cents` are acres, whose two decimals are said as cents.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum LandUnitKey of LandUnit {
        Hectare,
        Acre,
        AcreAndCents,
        Cent,
        Decimal,
        Ground,
        Guntha,
        Kanal,
        Marla,
        Bigha,
        Biswa,
        Katha,
        Kuli,
        Ma,
    }
}

/// A size of land as it was entered.
#[derive(Serialize, ToSchema)]
pub(crate) struct EnteredSize {
    /// At most two decimals.
    #[schema(example = 2.25)]
    value: f64,
    unit: LandUnitKey,
    /// The size of a unit that differs between places, m²; null for a unit with one size.
    #[schema(required)]
    unit_square_metres: Option<f64>,
}

impl From<Entered> for EnteredSize {
    fn from(entered: Entered) -> Self {
        Self {
            value: entered.value(),
            unit: entered.unit().into(),
            unit_square_metres: entered.unit_size().map(UnitSize::square_metres),
        }
    }
}

/// A size of land in a unit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSize {
    /// At most two decimals; from 1 m² to 10,000 ha.
    #[schema(value_type = f64, example = 2.25)]
    value: Decimal,
    #[schema(value_type = LandUnitKey)]
    unit: String,
    /// The size of a unit that differs between places (bigha, biswa, katha, kuli, ma), m² with at most nine decimals.
    /// Without it, the size that the farmer has saved, or the only one in their state.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(value_type = Option<f64>, nullable = false)]
    unit_square_metres: Option<Decimal>,
}

impl NewSize {
    fn parse(&self, of: SizeOf) -> Result<Measured, Invalid> {
        let unit_size = self.unit_square_metres.as_ref().map(Decimal::as_str);
        Measured::parse(self.value.as_str(), &self.unit, unit_size, of)
    }
}

/// Parses the size of a field, which is given once: in hectares, or in a unit.
pub(super) fn stated_size(hectares: Option<&Decimal>, size: Option<&NewSize>) -> Result<StatedSize, Problem> {
    match (hectares, size) {
        (Some(hectares), None) => Ok(StatedSize::from_hectares(hectares.as_str())?),
        (None, Some(size)) => Ok(StatedSize::Measured(size.parse(SizeOf::Field)?)),
        (Some(_), Some(_)) => Err(Invalid::TwoSizes(SizeOf::Field).into()),
        (None, None) => Err(missing("field_size_ha")),
    }
}

/// Parses an area of land in a unit.
pub(super) async fn land(app: &App, farmer: FarmerId, size: &NewSize) -> Result<Land, Problem> {
    let measured = size.parse(SizeOf::Land)?;
    Ok(Land::measured(measured, unit_size(app, farmer, measured.unit_without_size()).await?)?)
}

/// The size where the farmer lives of a unit that the request states no size of.
pub(super) async fn unit_size(
    App(app): &App,
    farmer: FarmerId,
    unit: Option<LandUnit>,
) -> Result<Option<UnitSize>, Problem> {
    let Some(unit) = unit else { return Ok(None) };
    let own = app.store.record(farmer).await?.ok_or_else(Problem::not_signed_in)?;
    Ok(own.record.unit_size(unit))
}

/// The units that a farmer measures land in.
#[derive(Serialize, ToSchema)]
pub(crate) struct LandUnits {
    /// The unit that the farmer saved; null where they have saved none.
    #[schema(required)]
    preferred: Option<LandUnitKey>,
    /// The unit in which most farmers of the state say their land.
    usual: LandUnitKey,
    /// The units of India and of the farmer's state.
    #[schema(value_type = Vec<OfferedUnit>)]
    offered: Cow<'static, RawValue>,
}

/// A unit of land and its size.
#[derive(Serialize, ToSchema)]
struct OfferedUnit {
    unit: LandUnitKey,
    /// Its size, m²; null where the farmer has not chosen it yet.
    #[schema(required, example = 222.967_296)]
    square_metres: Option<f64>,
    /// Sizes in the farmer's state to choose from, m², the usual one first. Empty for a unit with one size.
    choices: Vec<f64>,
    /// The smallest and the largest size of the unit that may be chosen, m²; null for a unit with one size.
    #[schema(required)]
    believed: Option<SizeRange>,
}

/// A range of sizes of a unit, m².
#[derive(Serialize, ToSchema)]
struct SizeRange {
    from: f64,
    to: f64,
}

/// The units that are offered in each state, and where the state is not known, to who has chosen no sizes.
static OFFERED: LazyLock<HashMap<Option<State>, Box<RawValue>>> = LazyLock::new(|| {
    let nothing_chosen = UnitSizes::default();
    let states = [None].into_iter().chain(State::all().map(Some));
    states.map(|state| (state, OfferedUnit::all_in(state, &nothing_chosen))).collect()
});

impl OfferedUnit {
    fn all_in(state: Option<State>, sizes: &UnitSizes) -> Box<RawValue> {
        let offered = offered(state).iter().map(|offer| {
            let own = sizes.of(offer.unit);
            // A farmer who has moved has the size of another state, and may take the one of this state.
            let is_asked = offer.size.is_none_or(|size| own.is_some_and(|own| own != size));
            let believed = offer.unit.believed().filter(|_| is_asked);
            let choices = offer.size.filter(|_| is_asked).into_iter().chain(offer.choices.iter().copied());
            Self {
                unit: offer.unit.into(),
                square_metres: own.or(offer.size).map(UnitSize::square_metres),
                choices: choices.map(UnitSize::square_metres).collect(),
                believed: believed.map(|(from, to)| SizeRange { from: from.square_metres(), to: to.square_metres() }),
            }
        });
        written(&offered.collect::<Vec<_>>())
    }
}

impl LandUnits {
    pub(super) fn of(record: &farmer::FarmerRecord) -> Self {
        let (state, units) = (record.district.map(District::state), &record.units);
        let has_chosen = offered(state).iter().any(|offer| units.sizes.of(offer.unit).is_some());
        let shared = OFFERED.get(&state).filter(|_| !has_chosen);
        Self {
            preferred: units.preferred.map(LandUnitKey::from),
            usual: usual(state).into(),
            offered: match shared {
                Some(shared) => Cow::Borrowed(shared),
                None => Cow::Owned(OfferedUnit::all_in(state, &units.sizes)),
            },
        }
    }
}

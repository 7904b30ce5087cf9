//! The table of units and their sizes.

use super::{LandUnit, UnitSize};
use crate::table::embedded;
use crate::{Region, State};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A unit that is offered to a farmer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedUnit {
    /// The unit.
    pub unit: LandUnit,
    /// Its size. `None` if the farmer has to choose it.
    pub size: Option<UnitSize>,
    /// Sizes to choose from, the usual one first. Empty if it has one size in the state.
    pub choices: Vec<UnitSize>,
}

/// The units of India and of a state, in the order of [`LandUnit::ALL`].
pub fn offered(state: Option<State>) -> &'static [OfferedUnit] {
    OFFERS.get(&state).map_or(&[], Vec::as_slice)
}

/// The unit in which most farmers of a state say their land.
pub fn usual(state: Option<State>) -> LandUnit {
    let usual = |of: Option<State>| ROWS.iter().find(|row| row.is_usual && row.state == of).map(|row| row.unit);
    state.and_then(|state| usual(Some(state))).or_else(|| usual(None)).unwrap_or(LandUnit::Acre)
}

/// The offer of each state, and of India alone.
static OFFERS: LazyLock<BTreeMap<Option<State>, Vec<OfferedUnit>>> = LazyLock::new(|| {
    let offers = |state| (state, LandUnit::ALL.into_iter().filter_map(|unit| offer(unit, state)).collect());
    State::all().map(Some).chain([None]).map(offers).collect()
});

fn offer(unit: LandUnit, state: Option<State>) -> Option<OfferedUnit> {
    let counts_in_cents = |of| ROWS.iter().any(|row| row.unit == LandUnit::Cent && row.state == of);
    // Where the state is not known yet, cents are offered: the south says acres and cents.
    let offers_cents = state.is_none() || counts_in_cents(state);
    if matches!(unit, LandUnit::Cent | LandUnit::AcreAndCents) && !offers_cents {
        return None;
    }
    let is_cent = unit == LandUnit::Cent;
    let is_offered = |row: &&Row| row.unit == as_listed(unit) && (is_cent || row.state.is_none() || row.state == state);
    let rows: Vec<_> = ROWS.iter().filter(is_offered).collect();
    let first = rows.first()?;
    let choices = if first.is_asked { rows.iter().map(|row| row.size).collect() } else { Vec::new() };
    Some(OfferedUnit { unit, size: (!first.is_asked).then_some(first.size), choices })
}

impl LandUnit {
    /// The size of the unit. `None` if its size differs between places.
    pub fn size(self) -> Option<UnitSize> {
        let row = || ROWS.iter().find(|row| row.unit == as_listed(self));
        if self.believed().is_some() { None } else { row().map(|row| row.size) }
    }
}

/// Acres and cents are acres in the table.
fn as_listed(unit: LandUnit) -> LandUnit {
    if unit == LandUnit::AcreAndCents { LandUnit::Acre } else { unit }
}

pub(super) struct Row {
    pub(super) unit: LandUnit,
    /// `None`: all of India.
    pub(super) state: Option<State>,
    pub(super) size: UnitSize,
    pub(super) is_asked: bool,
    /// Most farmers of the region say their land in it.
    pub(super) is_usual: bool,
}

pub(super) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| embedded!("land_units.csv", parse));

fn parse(row: &StringRecord) -> Option<Row> {
    let state = match row.get(1)?.parse().ok()? {
        Region::India => None,
        Region::State(state) => Some(state),
    };
    let is_asked = match row.get(3)? {
        "fixed" => false,
        "asked" => true,
        _ => return None,
    };
    let is_usual = row.get(4)? == "usual";
    Some(Row { unit: row.get(0)?.parse().ok()?, state, size: UnitSize::parse(row.get(2)?)?, is_asked, is_usual })
}

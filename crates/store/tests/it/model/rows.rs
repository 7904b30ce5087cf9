//! What stands of a farmer, row by row.

use grow_domain::Kilograms;
use grow_domain::Region;
use grow_domain::crop_year::in_india;
use grow_domain::intention::Intention;
use grow_domain::sowing::{NewSowing, Outcome, Sowing};
use grow_store::FarmerId;
use jiff::Timestamp;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) id: FarmerId,
    pub(super) person: usize,
    pub(super) kind: Kind,
    /// Whether it was made for an imported record.
    pub(super) is_holder: bool,
    pub(super) has_consent: bool,
    /// Region of the district. `None` until a place is saved.
    pub(super) home: Option<Region>,
    /// Whether there are rows besides the account's own.
    pub(super) has_rows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Closed,
    /// Of an imported record that its person has not decided about.
    Imported,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Waiting,
    Kept,
    Erased,
}

#[derive(Clone, Debug)]
pub(super) struct Sown {
    pub(super) farmer: FarmerId,
    pub(super) key: String,
    /// `None` for one that was not recorded by a key of a request.
    pub(super) request: Option<NewSowing>,
    pub(super) sowing: Sowing,
    /// From when on it is in the supply, if it counts.
    pub(super) came_at: Timestamp,
    pub(super) withdrawn_at: Option<Timestamp>,
    pub(super) is_unreadable: bool,
    /// Whether its crop or region cannot be read, so that no sum of it is known.
    pub(super) has_no_place: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) farmer: FarmerId,
    pub(super) key: String,
    pub(super) plan: Intention,
    /// How much of it counts in the advice.
    pub(super) counted: Kilograms,
    /// When it was ended, how, and the sowing that it became.
    pub(super) ended: Option<(Timestamp, &'static str, Option<Uuid>)>,
    pub(super) is_unreadable: bool,
}

impl Sown {
    pub(super) fn is_in_supply(&self) -> bool {
        self.is_in_supply_at(Timestamp::MAX)
    }

    /// Whether it was in the supply before a time.
    pub(super) fn is_in_supply_at(&self, time: Timestamp) -> bool {
        let failed_at =
            self.sowing.closing.filter(|closing| closing.outcome == Outcome::Failed).map(|closing| closing.at);
        let ended_at = failed_at.or(self.withdrawn_at);
        self.sowing.counted && self.came_at < time && ended_at.is_none_or(|ended_at| ended_at >= time)
    }

    pub(super) fn waits(&self) -> bool {
        let has_failed = self.sowing.closing.is_some_and(|closing| closing.outcome == Outcome::Failed);
        !self.sowing.counted && self.withdrawn_at.is_none() && !has_failed
    }
}

impl Planned {
    pub(super) fn stands(&self, now: Timestamp) -> bool {
        self.ended.is_none() && self.plan.ends_on >= in_india(now).date()
    }
}

impl Account {
    pub(super) fn of(person: usize, id: FarmerId) -> Self {
        let (kind, home) = (Kind::Open, None);
        Self { id, person, kind, is_holder: false, has_consent: false, home, has_rows: false }
    }

    pub(super) fn region(&self) -> Region {
        self.home.unwrap_or_default()
    }
}

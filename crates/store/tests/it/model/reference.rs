//! The reference model: what should stand, by the specification alone.

use super::super::new_sowing;
use super::rows::{Account, Decision, Kind, Planned, Sown};
use super::steps::{CROPS, Field, PEOPLE};
use grow_domain::crop_year::in_india;
use grow_domain::figures::DemandFigure;
use grow_domain::regional::{Coverage, Given, standing};
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing, SownOn};
use grow_domain::{Crop, CropYear, District, Kilograms, Region, SquareMetres};
use grow_store::testing::figure;
use grow_store::{End, Error, FarmerId, Result};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Formatter};
use uuid::Uuid;

/// So low that sowings wait.
pub(super) const LIMITS: CountLimits = CountLimits { sowings: 2, area: SquareMetres(40_000) };

/// What should stand.
#[derive(Clone)]
pub(super) struct Reference {
    pub(super) now: Timestamp,
    /// Number of steps.
    pub(super) serial: u16,
    /// What the last step answers. `None` if there was nothing that it could be done to.
    pub(super) answer: Option<String>,
    /// Accounts, also closed ones until all their rows are deleted, and holders of imported records.
    pub(super) accounts: Vec<Account>,
    pub(super) erased: BTreeSet<FarmerId>,
    pub(super) sowings: Vec<Sown>,
    pub(super) plans: Vec<Planned>,
    /// Changes of a farmer's record in a crop year.
    pub(super) changes: BTreeMap<(FarmerId, CropYear), i64>,
    pub(super) documents: BTreeMap<usize, (usize, Decision)>,
    pub(super) figures: Vec<DemandFigure>,
    /// What maize was sold for, by day and market.
    pub(super) prices: BTreeMap<(Date, usize), u32>,
    pub(super) coverage: BTreeMap<CropYear, Coverage>,
    /// Farmers whose district cannot be read.
    pub(super) unreadable: BTreeSet<FarmerId>,
    /// Crops of which a row cannot be read, so that no sum of them is known.
    pub(super) unknown: BTreeSet<Crop>,
    pub(super) backup: Option<Box<Reference>>,
}

/// The seed has more of it than anybody reads.
impl Debug for Reference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{PEOPLE} people with consent at {}", self.now)
    }
}

pub(super) fn show(answer: impl Debug) -> String {
    format!("{answer:?}")
}

pub(super) fn ok(answer: impl Debug) -> String {
    show(Ok::<_, Error>(answer))
}

/// A figure of India for a crop, from crop year 2024 on.
pub(super) fn national(crop: Crop, usual: i64) -> DemandFigure {
    figure(Region::India, crop, CropYear::from_first_year(2024).unwrap(), 1_000_000, usual)
}

pub(super) fn email(person: usize) -> String {
    format!("person{person}@example.in")
}

impl Reference {
    /// People who have agreed to the notice.
    pub(super) fn begin(now: Timestamp) -> Self {
        let account = |person| {
            let account = Account::of(person, FarmerId(Uuid::from_u128(person as u128 + 1)));
            Account { has_consent: true, has_rows: true, ..account }
        };
        Self {
            now,
            serial: 0,
            answer: None,
            accounts: (0..PEOPLE).map(account).collect(),
            erased: BTreeSet::new(),
            sowings: Vec::new(),
            plans: Vec::new(),
            changes: BTreeMap::new(),
            documents: BTreeMap::new(),
            figures: CROPS.map(|crop| national(crop, 123_456_789)).into(),
            prices: BTreeMap::new(),
            coverage: BTreeMap::new(),
            unreadable: BTreeSet::new(),
            unknown: BTreeSet::new(),
            backup: None,
        }
    }

    /// The id of what the step makes.
    pub(super) fn id(&self) -> Uuid {
        let [high, low] = self.serial.to_be_bytes();
        let millis = self.now.as_millisecond().unsigned_abs();
        uuid::Builder::from_unix_timestamp_millis(millis, &[0, 0, 0, 0, 0, 0, 0, 7, high, low]).into_uuid()
    }

    /// The key of the request of the step.
    pub(super) fn key(&self) -> String {
        format!("key-{}", self.serial)
    }

    /// One of several, in turn with the steps.
    pub(super) fn part<T: Copy>(&self, of: &[T]) -> T {
        of[usize::from(self.serial) % of.len()]
    }

    /// The open account of a person.
    pub(super) fn open(&self, person: usize) -> Option<&Account> {
        self.accounts.iter().find(|account| account.person == person && account.kind == Kind::Open)
    }

    /// The open account of a person, if it can be read.
    pub(super) fn account(&self, person: usize) -> Option<&Account> {
        self.open(person).filter(|account| !self.unreadable.contains(&account.id))
    }

    /// The holder of a person's imported record.
    pub(super) fn holder(&self, person: usize) -> Option<&Account> {
        self.accounts.iter().find(|account| account.person == person && account.kind == Kind::Imported)
    }

    /// Closed accounts, in the order of ids.
    pub(super) fn closed(&self) -> impl Iterator<Item = FarmerId> {
        let closed = self.accounts.iter().filter(|account| account.kind == Kind::Closed).map(|account| account.id);
        closed.collect::<BTreeSet<_>>().into_iter()
    }

    pub(super) fn can_be_chosen(&self, farmer: FarmerId) -> bool {
        !self.unreadable.contains(&farmer) && self.accounts.iter().any(|of| of.id == farmer && of.kind == Kind::Open)
    }

    /// A sowing of an open account.
    pub(super) fn sowing(&self, which: usize) -> Option<&Sown> {
        nth(&self.sowings, which, |sown| !sown.is_unreadable && self.can_be_chosen(sown.farmer))
    }

    /// A sowing of an open account that a request recorded by its key.
    pub(super) fn requested(&self, which: usize) -> Option<&Sown> {
        let is_it = |sown: &Sown| !sown.is_unreadable && sown.request.is_some() && self.can_be_chosen(sown.farmer);
        nth(&self.sowings, which, is_it)
    }

    /// A sowing of an open account that has ended so.
    pub(super) fn ended(&self, which: usize, end: End) -> Option<&Sown> {
        let has_ended = |sown: &Sown| match end {
            End::Withdrawal => sown.withdrawn_at.is_some(),
            End::Closing => sown.withdrawn_at.is_none() && sown.sowing.closing.is_some(),
        };
        let is_it = |sown: &Sown| !sown.is_unreadable && has_ended(sown) && self.can_be_chosen(sown.farmer);
        nth(&self.sowings, which, is_it)
    }

    /// A sowing of an open account that waits for the operator.
    pub(super) fn waiting(&self, which: usize) -> Option<&Sown> {
        nth(&self.sowings, which, |sown| !sown.is_unreadable && sown.waits() && self.can_be_chosen(sown.farmer))
    }

    /// A plan of an open account, and of a sowing that can be read if it became one.
    pub(super) fn plan(&self, which: usize) -> Option<&Planned> {
        let is_unreadable = |id| self.sowings.iter().any(|sown| sown.sowing.id == id && sown.is_unreadable);
        let became_unreadable = |planned: &Planned| matches!(planned.ended, Some((.., Some(id))) if is_unreadable(id));
        let is_it = |planned: &Planned| !planned.is_unreadable && !became_unreadable(planned);
        nth(&self.plans, which, |planned| is_it(planned) && self.can_be_chosen(planned.farmer))
    }

    /// The request to sow a field, a number of days ago.
    pub(super) fn request(&self, (crop, hundredths): Field, days_ago: Option<i64>) -> NewSowing {
        let sown_on = days_ago.map(|days_ago| day_before(self.now, days_ago));
        NewSowing { sown_on, ..new_sowing(crop, hundredths) }
    }

    /// What a region has of a crop: from outside, and from the sowings.
    pub(super) fn met(&self, region: Region, crop: Crop, crop_year: CropYear) -> Kilograms {
        let figure = self.figures.iter().find(|figure| figure.crop == crop).unwrap();
        let given = |of| (of == Region::India).then(|| Given::from(figure));
        let coverage = self.coverage.get(&crop_year).cloned().unwrap_or_default();
        let outside = standing(region, crop, crop_year, given, &coverage).unwrap().outside;
        let is_here = |sown: &&Sown| region == Region::India || sown.sowing.region == region;
        let of_it =
            |sown: &&Sown| sown.sowing.crop == crop && sown.sowing.crop_year() == crop_year && sown.is_in_supply();
        outside + self.sowings.iter().filter(is_here).filter(of_it).map(|sown| sown.sowing.expected_yield).sum()
    }

    /// Sums of each farmer and crop year: sowings, those that count, their land, and changes.
    pub(super) fn years(&self) -> BTreeMap<(FarmerId, CropYear), [i64; 4]> {
        let mut years = BTreeMap::<_, [i64; 4]>::new();
        for (key, changes) in &self.changes {
            years.entry(*key).or_default()[3] += changes;
        }
        let is_imported = |sown: &&Sown| self.accounts.iter().any(|of| of.id == sown.farmer && of.is_holder);
        for sown in self.sowings.iter().filter(|sown| !is_imported(sown)) {
            let sums = years.entry((sown.farmer, sown.sowing.crop_year())).or_default();
            let counts = i64::from(sown.is_in_supply());
            sums[0] += 1;
            sums[1] += counts;
            sums[2] += counts * sown.sowing.field_size.area().0;
        }
        years
    }

    pub(super) fn agreed(&self, farmer: FarmerId) -> Result<()> {
        let account = self.accounts.iter().find(|of| of.id == farmer);
        account.filter(|account| account.has_consent).map(drop).ok_or(Error::NoConsent)
    }

    pub(super) fn of(&mut self, farmer: FarmerId) -> &mut Account {
        self.accounts.iter_mut().find(|of| of.id == farmer).unwrap()
    }

    pub(super) fn sown(&mut self, id: Uuid) -> &mut Sown {
        self.sowings.iter_mut().find(|sown| sown.sowing.id == id).unwrap()
    }

    pub(super) fn count_change(&mut self, farmer: FarmerId, crop_year: CropYear) {
        *self.changes.entry((farmer, crop_year)).or_default() += 1;
    }
}

/// One of those that fit. `None` if there is none.
fn nth<T>(all: &[T], which: usize, fits: impl Fn(&T) -> bool) -> Option<&T> {
    let fitting: Vec<_> = all.iter().filter(|one| fits(one)).collect();
    fitting.get(which % fitting.len().max(1)).copied()
}

/// The day in India some days before a time.
pub(super) fn day_before(time: Timestamp, days: i64) -> SownOn {
    let day = in_india(time - SignedDuration::from_hours(24 * days)).date();
    SownOn::on(day, time).unwrap()
}

pub(super) fn larger(size: FieldSize) -> FieldSize {
    FieldSize::stored(SquareMetres(size.area().0 + 100), None).unwrap()
}

pub(super) fn another(crop: Crop) -> Crop {
    CROPS.into_iter().find(|other| *other != crop).unwrap()
}

pub(super) fn region_of(district: Option<&str>) -> Region {
    Region::of(district.and_then(District::from_key))
}

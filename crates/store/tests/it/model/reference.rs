//! The reference model: what each step answers, and what then stands, by the specification alone.

use super::super::new_sowing;
use super::steps::{CROPS, Cell, Field, HOMES, PEOPLE, Repeat, Step};
use grow_domain::calendar::season_of;
use grow_domain::crop_year::in_india;
use grow_domain::documents::DocumentSowing;
use grow_domain::figures::DemandFigure;
use grow_domain::intention::{self, EarlierPlans, Intention, NewIntention, StandingPlans};
use grow_domain::regional::{Coverage, Given, UsualLand, standing};
use grow_domain::sowing::{
    Closing, CountLimits, FieldSize, NewSowing, Outcome, Sowing, SownOn, most_harvested, undo_until,
};
use grow_domain::{Crop, CropYear, District, Email, Kilograms, Region, SquareMetres};
use grow_store::testing::figure;
use grow_store::{
    ChangeOutcome, End, EndOutcome, Error, FarmerId, Imported, IntentionOutcome, Result, SowOutcome, SowingChange,
    SowingOutcome, UndoOutcome,
};
use jiff::{SignedDuration, Timestamp, ToSpan};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Formatter};
use uuid::Uuid;

/// So low that sowings wait.
pub(super) const LIMITS: CountLimits = CountLimits { sowings: 2, area: SquareMetres(40_000) };

/// What should stand.
#[derive(Clone)]
pub(super) struct Reference {
    pub(super) now: Timestamp,
    /// Whether the clock was set back, or an import brought back a sowing that an earlier one had withdrawn.
    pub(super) has_turned_back: bool,
    /// Number of steps.
    serial: u16,
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
    coverage: BTreeMap<CropYear, Coverage>,
    /// Crops of which a row cannot be read, so that no sum of them is known.
    pub(super) unknown: BTreeSet<Crop>,
    pub(super) backup: Option<Box<Reference>>,
}

#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) id: FarmerId,
    pub(super) person: usize,
    pub(super) kind: Kind,
    /// Whether it was made for an imported record.
    is_holder: bool,
    pub(super) has_consent: bool,
    /// `None` until a place is saved.
    home: Option<Option<&'static str>>,
    /// Whether there are rows besides the account's own.
    has_rows: bool,
    /// Whether the district cannot be read.
    is_unreadable: bool,
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
        let ended_at = self.withdrawn_at.into_iter().chain(failed_at).min();
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
    fn of(person: usize, id: FarmerId) -> Self {
        let (kind, home) = (Kind::Open, None);
        Self { id, person, kind, is_holder: false, has_consent: false, home, has_rows: false, is_unreadable: false }
    }

    pub(super) fn region(&self) -> Region {
        Region::of(self.home.flatten().and_then(District::from_key))
    }
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

fn ok(answer: impl Debug) -> String {
    show(Ok::<_, Error>(answer))
}

pub(super) fn new_plan((crop, hundredths): Field) -> NewIntention {
    NewIntention { crop, field_size: new_sowing(crop, hundredths).field_size }
}

/// A figure of India for a crop, from crop year 2024 on.
pub(super) fn national(crop: Crop, usual: i64) -> DemandFigure {
    figure(Region::India, crop, CropYear::from_first_year(2024).unwrap(), 1_000_000, usual)
}

pub(super) fn email(person: usize) -> String {
    format!("person{person}@example.in")
}

/// The sowings of a version of a person's documents.
pub(super) fn document(version: usize) -> Vec<DocumentSowing> {
    let sowing = |crop: Crop, area, sown_at: &str| DocumentSowing {
        sown_at: sown_at.parse().unwrap(),
        crop,
        field_size: SquareMetres(area),
        expected_yield: crop.expected_yield(SquareMetres(area)),
    };
    let (spring, may) =
        (sowing(CROPS[0], 12_500, "2025-04-10T06:00:00Z"), sowing(CROPS[1], 9_000, "2025-05-05T06:00:00Z"));
    [vec![spring], vec![spring, may], vec![may], vec![spring, spring]][version].clone()
}

/// The district of imported records.
pub(super) const IMPORTED_HOME: &str = "tn-madurai";

/// The key and the id of an imported sowing: the `number`th of its kind.
fn imported_key(person: usize, sowing: &DocumentSowing, number: i64) -> (String, Uuid) {
    let mut hash = Sha256::new();
    hash.update(email(person));
    hash.update(sowing.crop.key());
    for number in [sowing.sown_at.as_microsecond(), sowing.field_size.0, sowing.expected_yield.0, number] {
        hash.update(number.to_le_bytes());
    }
    let hash = hash.finalize();
    let millis = sowing.sown_at.as_millisecond().unsigned_abs();
    let id = uuid::Builder::from_unix_timestamp_millis(millis, hash[..10].try_into().unwrap()).into_uuid();
    (hash[..16].iter().fold("imported-".to_owned(), |key, byte| format!("{key}{byte:02x}")), id)
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
            has_turned_back: false,
            serial: 0,
            answer: None,
            accounts: (0..PEOPLE).map(account).collect(),
            erased: BTreeSet::new(),
            sowings: Vec::new(),
            plans: Vec::new(),
            changes: BTreeMap::new(),
            documents: BTreeMap::new(),
            figures: CROPS.map(|crop| national(crop, 123_456_789)).into(),
            coverage: BTreeMap::new(),
            unknown: BTreeSet::new(),
            backup: None,
        }
    }

    /// Takes a step, a second after the one before.
    pub(super) fn after(mut self, step: &Step) -> Self {
        self.serial += 1;
        self.now += 1.second();
        self.answer = self.take(step);
        self
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
        self.open(person).filter(|account| !account.is_unreadable)
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

    fn can_be_chosen(&self, farmer: FarmerId) -> bool {
        self.accounts.iter().any(|of| of.id == farmer && of.kind == Kind::Open && !of.is_unreadable)
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

    /// A plan of an open account.
    pub(super) fn plan(&self, which: usize) -> Option<&Planned> {
        nth(&self.plans, which, |planned| !planned.is_unreadable && self.can_be_chosen(planned.farmer))
    }

    /// The request to sow a field, a number of days ago.
    pub(super) fn request(&self, (crop, hundredths): Field, days_ago: Option<i64>) -> NewSowing {
        let sown_on = days_ago.map(|days_ago| day_before(self.now, days_ago));
        NewSowing { sown_on, ..new_sowing(crop, hundredths) }
    }

    /// What is asked for by the key of a sowing again. `None` if it cannot be asked so.
    pub(super) fn asked_again(sown: &Sown, repeat: Repeat) -> Option<NewSowing> {
        let first = sown.request?;
        match repeat {
            Repeat::Same => Some(first),
            Repeat::OtherSize => Some(NewSowing { field_size: larger(first.field_size), ..first }),
            Repeat::OtherCrop => Some(NewSowing { crop: another(first.crop), ..first }),
            Repeat::OtherDay => {
                first.sown_on.map(|_| NewSowing { sown_on: Some(day_before(sown.sowing.sown_at, 1)), ..first })
            }
        }
    }

    /// The same for a plan, which has no day.
    pub(super) fn planned_again(planned: &Planned, repeat: Repeat) -> NewIntention {
        let Intention { crop, field_size, .. } = planned.plan;
        match repeat {
            Repeat::Same | Repeat::OtherDay => NewIntention { crop, field_size },
            Repeat::OtherSize => NewIntention { crop, field_size: larger(field_size) },
            Repeat::OtherCrop => NewIntention { crop: another(crop), field_size },
        }
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

    fn agreed(&self, farmer: FarmerId) -> Result<()> {
        let account = self.accounts.iter().find(|of| of.id == farmer);
        account.filter(|account| account.has_consent).map(drop).ok_or(Error::NoConsent)
    }

    fn of(&mut self, farmer: FarmerId) -> &mut Account {
        self.accounts.iter_mut().find(|of| of.id == farmer).unwrap()
    }

    fn sown(&mut self, id: Uuid) -> &mut Sown {
        self.sowings.iter_mut().find(|sown| sown.sowing.id == id).unwrap()
    }

    fn count_change(&mut self, farmer: FarmerId, crop_year: CropYear) {
        *self.changes.entry((farmer, crop_year)).or_default() += 1;
    }

    /// Takes a step. `None` if there is nothing that it could be done to.
    fn take(&mut self, step: &Step) -> Option<String> {
        let now = self.now;
        Some(match *step {
            Step::Clock(time) => {
                self.has_turned_back |= time < self.now;
                self.now = time;
                String::new()
            }
            Step::SignIn(person) => ok(self.sign_in(person)),
            Step::Agree(person) => {
                let account = self.of(self.account(person)?.id);
                (account.has_consent, account.has_rows) = (true, true);
                ok(true)
            }
            Step::WithdrawConsent(person) => {
                self.of(self.account(person)?.id).has_consent = false;
                ok(())
            }
            Step::Move(person, home) => show(self.move_to(self.account(person)?.id, home)),
            Step::Sow(person, field, days_ago) => {
                let (farmer, request) = (self.account(person)?.id, self.request(field, days_ago));
                let sown = self.agreed(farmer).map(|()| self.record(farmer, self.key(), Some(request), request));
                show(sown.map(SowingOutcome::Recorded))
            }
            Step::SowAgain(which, repeat) => {
                let sown = self.requested(which)?;
                let is_same = sown.request == Some(Self::asked_again(sown, repeat)?);
                let first = || SowingOutcome::Repeated(sown.sowing.clone());
                ok(if is_same { first() } else { SowingOutcome::KeyReused })
            }
            Step::Withdraw(which) => {
                let (id, stood) = self.sowing(which).map(|sown| (sown.sowing.id, sown.withdrawn_at.is_none()))?;
                ok(stood.then(|| self.sown(id).withdrawn_at = Some(now)))
            }
            Step::Undo(which, end) => show(self.undo(&self.ended(which, end)?.clone(), end)),
            Step::Close(which, outcome) => {
                show(self.change(&self.sowing(which)?.clone(), SowingChange::Close(outcome)).transpose()?)
            }
            Step::SetMaturity(which, maturity) => {
                show(self.change(&self.sowing(which)?.clone(), SowingChange::Maturity(maturity)).transpose()?)
            }
            Step::Count(which) => {
                let sown = self.sown(self.waiting(which)?.sowing.id);
                (sown.sowing.counted, sown.came_at) = (true, now);
                ok(Some(()))
            }
            Step::Plan(person, field) => {
                let farmer = self.account(person)?.id;
                show(self.agreed(farmer).map(|()| self.plan_field(farmer, new_plan(field))))
            }
            Step::PlanAgain(which, repeat) => {
                let planned = self.plan(which)?;
                let asked = Self::planned_again(planned, repeat);
                let is_same = (asked.crop, asked.field_size) == (planned.plan.crop, planned.plan.field_size);
                let first = || IntentionOutcome::Repeated(planned.plan.clone());
                ok(if is_same { first() } else { IntentionOutcome::KeyReused })
            }
            Step::SowPlan(which, days_ago) => show(self.sow_plan(&self.plan(which)?.clone(), days_ago)),
            Step::DropPlan(which) => {
                let planned = self.plan(which)?.clone();
                let stood = planned.stands(now);
                if stood {
                    self.end_plan(&planned, "dropped", None);
                }
                ok(Some(if stood { EndOutcome::Dropped } else { EndOutcome::Ended }))
            }
            Step::CloseAccount(person) => {
                self.close(self.open(person)?.id);
                ok(true)
            }
            Step::EraseBatch => {
                let farmer = self.closed().next()?;
                ok(Some(self.erase(farmer)))
            }
            Step::Import(person, version) => ok(vec![self.import(person, version)]),
            Step::KeepImported(person) => {
                let farmer = self.holder(person).and_then(|_| self.account(person))?.id;
                show(self.agreed(farmer).map(|()| self.keep(farmer, person)))
            }
            Step::Figures(crop, usual) => {
                let figure = self.figures.iter_mut().find(|figure| figure.crop == crop)?;
                let new = national(crop, usual);
                ok(usize::from(std::mem::replace(figure, new.clone()) != new))
            }
            Step::Restate(year) => {
                self.restate(CropYear::from_first_year(year)?);
                ok(true)
            }
            Step::Restart => String::new(),
            Step::BackUp => {
                self.backup = None;
                self.backup = Some(Box::new(self.clone()));
                String::new()
            }
            Step::Restore => {
                self.restore(*self.backup.clone()?);
                String::new()
            }
            Step::Spoil(cell) => {
                self.spoil(cell)?;
                String::new()
            }
        })
    }

    fn sign_in(&mut self, person: usize) -> FarmerId {
        if let Some(known) = self.open(person) {
            return known.id;
        }
        let id = FarmerId(self.id());
        self.accounts.push(Account::of(person, id));
        id
    }

    fn move_to(&mut self, farmer: FarmerId, home: usize) -> Result<()> {
        self.agreed(farmer)?;
        self.count_change(farmer, CropYear::of(self.now));
        self.of(farmer).home = Some(HOMES[home]);
        Ok(())
    }

    /// Records a sowing. It counts up to the limits.
    fn record(&mut self, farmer: FarmerId, key: String, request: Option<NewSowing>, new: NewSowing) -> Sowing {
        let sown_at = new.sown_at(self.now);
        let [_, counted, area, _] = self.years().get(&(farmer, CropYear::of(sown_at))).copied().unwrap_or_default();
        let sowing = Sowing {
            id: self.id(),
            crop: new.crop,
            field_size: new.field_size,
            expected_yield: new.expected_yield(),
            sown_at,
            counted: LIMITS.admit(u32::try_from(counted).unwrap(), SquareMetres(area), new.field_size),
            region: self.of(farmer).region(),
            maturity: new.maturity,
            closing: None,
        };
        let (came_at, sowings) = (self.now, &mut self.sowings);
        let sown =
            Sown { farmer, key, request, sowing: sowing.clone(), came_at, withdrawn_at: None, is_unreadable: false };
        sowings.push(sown);
        sowing
    }

    /// Undoes an end within a day. What counted counts.
    fn undo(&mut self, sown: &Sown, end: End) -> Result<Option<UndoOutcome>> {
        self.agreed(sown.farmer)?;
        let ended_at = match end {
            End::Withdrawal => sown.withdrawn_at,
            End::Closing => sown.sowing.closing.map(|closing| closing.at),
        };
        if ended_at.is_some_and(|ended_at| self.now > undo_until(ended_at)) {
            return Ok(Some(UndoOutcome::TooLate));
        }
        self.count_change(sown.farmer, sown.sowing.crop_year());
        let sown = self.sown(sown.sowing.id);
        match end {
            End::Withdrawal => sown.withdrawn_at = None,
            End::Closing => sown.sowing.closing = None,
        }
        Ok(Some(UndoOutcome::Undone(sown.sowing.clone())))
    }

    /// `None` for what stands already.
    fn change(&mut self, sown: &Sown, change: SowingChange) -> Result<Option<Option<ChangeOutcome>>> {
        let stands = match change {
            SowingChange::Close(outcome) => sown.sowing.closing.is_some_and(|closing| closing.outcome == outcome),
            SowingChange::Maturity(maturity) => sown.sowing.maturity == Some(maturity),
        };
        if stands {
            return Ok(None);
        }
        self.agreed(sown.farmer)?;
        if sown.withdrawn_at.is_some() {
            return Ok(Some(None));
        }
        if sown.sowing.closing.is_some() {
            return Ok(Some(Some(ChangeOutcome::Closed)));
        }
        let (now, mut sowing) = (self.now, sown.sowing.clone());
        match change {
            SowingChange::Maturity(maturity) => {
                self.count_change(sown.farmer, CropYear::of(now));
                sowing.maturity = Some(maturity);
            }
            SowingChange::Close(outcome) => {
                let most = most_harvested(sowing.crop, sowing.field_size.area());
                if matches!(outcome, Outcome::Harvested(Some(harvested)) if harvested > most) {
                    return Ok(Some(Some(ChangeOutcome::TooLarge(most))));
                }
                sowing.closing = Some(Closing { outcome, at: now });
            }
        }
        self.sown(sowing.id).sowing = sowing.clone();
        Ok(Some(Some(ChangeOutcome::Changed(sowing))))
    }

    fn plan_field(&mut self, farmer: FarmerId, new: NewIntention) -> IntentionOutcome {
        let (now, today) = (self.now, in_india(self.now).date());
        let own = || self.plans.iter().filter(|planned| planned.farmer == farmer);
        let standing = || own().filter(|planned| planned.stands(now));
        let area = SquareMetres(standing().map(|planned| planned.plan.field_size.area().0).sum());
        if let Err(reason) =
            intention::admit(&LIMITS, None, StandingPlans { number: standing().count(), area }, new.field_size)
        {
            return IntentionOutcome::TooMuch(reason);
        }
        let is_sown = |planned: &&Planned| matches!(planned.ended, Some((_, "sown", _)));
        let has_ended = |planned: &&Planned| match planned.ended {
            None => planned.plan.ends_on < today,
            Some((_, "sown", _)) => true,
            Some((at, ..)) => at.duration_since(planned.plan.planned_at) >= EarlierPlans::SLIP,
        };
        let number = |plans: usize| u32::try_from(plans).unwrap();
        let earlier = EarlierPlans {
            ended: number(own().filter(has_ended).count()),
            sown: number(own().filter(is_sown).count()),
        };
        let region = self.accounts.iter().find(|of| of.id == farmer).unwrap().region();
        let plan = Intention {
            id: self.id(),
            crop: new.crop,
            field_size: new.field_size,
            expected_yield: new.expected_yield(),
            planned_at: now,
            ends_on: new.ends_on(region, now),
            region,
        };
        let counted = earlier.counted(plan.expected_yield);
        self.count_change(farmer, CropYear::of(now));
        let key = self.key();
        self.plans.push(Planned { farmer, key, plan: plan.clone(), counted, ended: None, is_unreadable: false });
        IntentionOutcome::Recorded(plan)
    }

    fn end_plan(&mut self, planned: &Planned, how: &'static str, sowing: Option<Uuid>) {
        let (now, id) = (self.now, planned.plan.id);
        self.plans.iter_mut().find(|planned| planned.plan.id == id).unwrap().ended = Some((now, how, sowing));
    }

    fn sow_plan(&mut self, planned: &Planned, days_ago: Option<i64>) -> Result<Option<SowOutcome>> {
        if let Some((.., Some(id))) = planned.ended {
            return Ok(Some(SowOutcome::Sown(self.sown(id).sowing.clone())));
        }
        self.agreed(planned.farmer)?;
        if !planned.stands(self.now) {
            return Ok(Some(SowOutcome::Ended));
        }
        let Intention { id, crop, field_size, .. } = planned.plan;
        let new = NewSowing { field_size, ..self.request((crop, 1), days_ago) };
        let sowing = self.record(planned.farmer, format!("intention {id}"), None, new);
        self.end_plan(planned, "sown", Some(sowing.id));
        Ok(Some(SowOutcome::Sown(sowing)))
    }

    /// Closes an account, and erases the imported record of the same person.
    fn close(&mut self, farmer: FarmerId) {
        let person = self.of(farmer).person;
        if let Some((_, decision)) = self.documents.get_mut(&person) {
            *decision = Decision::Erased;
        }
        let holder = self.holder(person).map(|holder| holder.id);
        for farmer in holder.into_iter().chain([farmer]) {
            let account = self.of(farmer);
            (account.kind, account.has_consent) = (Kind::Closed, false);
            self.erased.insert(farmer);
        }
    }

    /// Deletes all rows of a closed account, and returns whether there were any. The account itself goes when there are
    /// none.
    fn erase(&mut self, farmer: FarmerId) -> bool {
        let had_rows = std::mem::replace(&mut self.of(farmer).has_rows, false);
        self.sowings.retain(|sown| sown.farmer != farmer);
        self.plans.retain(|planned| planned.farmer != farmer);
        self.changes.retain(|(of, _), _| *of != farmer);
        self.accounts.retain(|account| account.id != farmer || had_rows);
        had_rows
    }

    fn import(&mut self, person: usize, version: usize) -> Imported {
        let before = self.documents.get(&person).copied();
        match before {
            Some((_, Decision::Kept)) => return Imported::Kept,
            Some((_, Decision::Erased)) => return Imported::Erased,
            Some((same, Decision::Waiting)) if same == version => return Imported::Unchanged,
            Some((_, Decision::Waiting)) => {}
            None => {
                let (kind, home, holder) =
                    (Kind::Imported, Some(Some(IMPORTED_HOME)), Account::of(person, FarmerId(self.id())));
                self.accounts.push(Account { kind, home, is_holder: true, has_rows: true, ..holder });
            }
        }
        self.documents.insert(person, (version, Decision::Waiting));
        let holder = self.holder(person).unwrap();
        let (now, farmer, region, mut numbers) = (self.now, holder.id, holder.region(), BTreeMap::new());
        let wanted: Vec<_> = document(version)
            .into_iter()
            .map(|sowing| {
                let number = numbers.entry(sowing).or_default();
                *number += 1;
                (sowing, imported_key(person, &sowing, *number))
            })
            .collect();
        for sown in self.sowings.iter_mut().filter(|sown| sown.farmer == farmer) {
            let is_wanted = wanted.iter().any(|(_, (key, _))| *key == sown.key);
            match sown.withdrawn_at {
                None if !is_wanted => sown.withdrawn_at = Some(now),
                Some(_) if is_wanted => {
                    (sown.withdrawn_at, sown.came_at) = (None, now);
                    self.has_turned_back = true;
                }
                _ => {}
            }
        }
        for (DocumentSowing { sown_at, crop, field_size, expected_yield }, (key, id)) in wanted {
            if !self.sowings.iter().any(|sown| sown.farmer == farmer && sown.key == key) {
                let field_size = FieldSize::stored(field_size, None).unwrap();
                let sowing = Sowing {
                    id,
                    crop,
                    field_size,
                    expected_yield,
                    sown_at,
                    counted: true,
                    region,
                    maturity: None,
                    closing: None,
                };
                let (request, came_at, withdrawn_at) = (None, now, None);
                self.sowings.push(Sown { farmer, key, request, sowing, came_at, withdrawn_at, is_unreadable: false });
            }
        }
        if before.is_some() { Imported::Changed } else { Imported::Added }
    }

    fn keep(&mut self, farmer: FarmerId, person: usize) -> Option<()> {
        let Account { id: holder, home, .. } = self.holder(person)?.clone();
        for sown in self.sowings.iter_mut().filter(|sown| sown.farmer == holder) {
            sown.farmer = farmer;
        }
        self.documents.get_mut(&person)?.1 = Decision::Kept;
        self.accounts.retain(|account| account.id != holder);
        let own = self.of(farmer);
        own.home = own.home.or(home);
        Some(())
    }

    fn restate(&mut self, crop_year: CropYear) {
        let mut sown = BTreeMap::<_, SquareMetres>::new();
        let counts = |sown: &&Sown| sown.is_in_supply() && sown.sowing.crop_year() == crop_year && !sown.is_unreadable;
        for Sown { sowing, .. } in self.sowings.iter().filter(counts) {
            let season = season_of(sowing.crop, sowing.region, sowing.sown_on());
            sown.entry((sowing.region, season)).or_default().0 += sowing.field_size.area().0;
        }
        let after = Coverage::new(&sown, &UsualLand::given(&self.figures, crop_year));
        let before = self.coverage.entry(crop_year).or_default();
        if !before.has_same_land(&after) {
            *before = after;
        }
    }

    /// The state of the backup, but for whom was erased since.
    fn restore(&mut self, backup: Self) {
        let (now, serial, has_turned_back) = (self.now, self.serial, self.has_turned_back);
        let erased = std::mem::take(&mut self.erased);
        *self = Self { now, serial, has_turned_back, backup: self.backup.take(), ..backup };
        self.erased.extend(erased);
        let is_back = |account: &&Account| account.kind != Kind::Closed && self.erased.contains(&account.id);
        let back: Vec<_> = self.accounts.iter().filter(is_back).map(|account| account.id).collect();
        for farmer in back {
            self.close(farmer);
        }
    }

    /// What cannot be read stays as it is stored, and no sum of its crop is known.
    fn spoil(&mut self, cell: Cell) -> Option<()> {
        match cell {
            Cell::CropOfSowing(which) | Cell::RegionOfSowing(which) | Cell::MaturityOfSowing(which) => {
                let (id, crop) = self.sowing(which).map(|sown| (sown.sowing.id, sown.sowing.crop))?;
                self.sown(id).is_unreadable = true;
                self.unknown.insert(crop);
            }
            Cell::CropOfPlan(which) => {
                let id = self.plan(which)?.plan.id;
                let planned = self.plans.iter_mut().find(|planned| planned.plan.id == id)?;
                planned.is_unreadable = true;
                self.unknown.insert(planned.plan.crop);
            }
            Cell::District(person) => {
                let farmer = self.account(person).filter(|account| account.home.is_some())?.id;
                self.of(farmer).is_unreadable = true;
            }
        }
        Some(())
    }
}

/// One of those that fit. `None` if there is none.
fn nth<T>(all: &[T], which: usize, fits: impl Fn(&T) -> bool) -> Option<&T> {
    let fitting: Vec<_> = all.iter().filter(|one| fits(one)).collect();
    fitting.get(which % fitting.len().max(1)).copied()
}

/// The day in India some days before a time.
fn day_before(time: Timestamp, days: i64) -> SownOn {
    let day = in_india(time - SignedDuration::from_hours(24 * days)).date();
    SownOn::parse(&day.to_string(), time).unwrap()
}

fn larger(size: FieldSize) -> FieldSize {
    FieldSize::stored(SquareMetres(size.area().0 + 100), None).unwrap()
}

fn another(crop: Crop) -> Crop {
    CROPS.into_iter().find(|other| *other != crop).unwrap()
}

/// The e-mail of a person as a key of documents.
pub(super) fn document_key(person: usize) -> Email {
    Email::parse(&email(person)).unwrap()
}

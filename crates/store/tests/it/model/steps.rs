//! What may happen to a store, step by step.

use super::reference::Reference;
use grow_domain::calendar::Maturity;
use grow_domain::crop_year::in_india;
use grow_domain::sowing::Outcome;
use grow_domain::{Crop, Kilograms};
use grow_store::End;
use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan, tz::Offset};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

/// Crops that are sown, so few that they meet.
pub(super) const CROPS: [Crop; 3] = [Crop::Groundnut, Crop::Ragi, Crop::Cotton];
/// The crop years of all sowings.
pub(super) const YEARS: [i64; 2] = [2024, 2025];
/// Two districts of one state, one of another, and none.
pub(super) const HOMES: [Option<&str>; 4] = [Some("tn-erode"), Some("tn-madurai"), Some("kl-palakkad"), None];
/// Number of people who sign in.
pub(super) const PEOPLE: usize = 2;
/// Number of versions of a person's documents.
pub(super) const VERSIONS: usize = 4;
/// The last time that a clock shows. Every database's own clock is later, so that all of it lies in the past.
const LATEST: &str = "2025-09-30T00:00:00Z";

/// A step. A number chooses a person, or one of the sowings or plans that there are.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// The clock jumps.
    Clock(Timestamp),
    SignIn(usize),
    Agree(usize),
    WithdrawConsent(usize),
    /// Chooses one of [`HOMES`].
    Move(usize, usize),
    Sow(usize, Field, Option<i64>),
    SowAgain(usize, Repeat),
    Withdraw(usize),
    Undo(usize, End),
    Close(usize, Outcome),
    SetMaturity(usize, Maturity),
    /// The operator counts a sowing that waits.
    Count(usize),
    Plan(usize, Field),
    PlanAgain(usize, Repeat),
    SowPlan(usize, Option<i64>),
    DropPlan(usize),
    CloseAccount(usize),
    EraseBatch,
    /// The operator imports a version of a person's documents.
    Import(usize, usize),
    KeepImported(usize),
    /// The operator gives another usual supply of a crop, in kilograms.
    Figures(Crop, i64),
    /// The operator imports what maize was sold for at a market, some days ago.
    Prices(usize, i64, u32),
    /// The outside supply of a crop year is restated.
    Restate(i64),
    Restart,
    BackUp,
    Restore,
    /// A cell is replaced by what no release knows.
    Spoil(Cell),
}

/// A crop, and the size of a field in hundredths of a hectare.
pub(super) type Field = (Crop, i64);

/// Whether a key is used again for the same, or for something else.
#[derive(Clone, Copy, Debug)]
pub(super) enum Repeat {
    Same,
    OtherSize,
    OtherCrop,
    OtherDay,
}

/// A cell of a sowing, of a plan, or of a person's record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    CropOfSowing(usize),
    RegionOfSowing(usize),
    MaturityOfSowing(usize),
    CropOfPlan(usize),
    District(usize),
}

/// Steps that can follow.
pub(super) fn after(reference: &Reference, with_backups: bool) -> BoxedStrategy<Step> {
    let (who, which) = (0..PEOPLE, 0..8_usize);
    let field = || (select(&CROPS[..]), prop_oneof![3 => 1..200_i64, 1 => 200..600_i64]);
    let days_ago = || prop::option::weighted(0.3, 0..60_i64);
    let repeat = || {
        prop_oneof![
            3 => Just(Repeat::Same), 1 => Just(Repeat::OtherSize), 1 => Just(Repeat::OtherCrop), 1 => Just(Repeat::OtherDay)
        ]
    };
    let harvest = prop::option::of((0..4_000_i64).prop_map(Kilograms)).prop_map(Outcome::Harvested);
    let outcome = prop_oneof![2 => Just(Outcome::Failed), 1 => harvest];
    let maturity = select(&[Maturity::Early, Maturity::Medium, Maturity::Late][..]);
    let cell = prop_oneof![
        which.clone().prop_map(Cell::CropOfSowing),
        which.clone().prop_map(Cell::RegionOfSowing),
        which.clone().prop_map(Cell::MaturityOfSowing),
        which.clone().prop_map(Cell::CropOfPlan),
        who.clone().prop_map(Cell::District),
    ];
    let price = (0..2_usize, select(&[0, 1, 40, 1_090][..]), 2_000..2_004_u32);
    let people = |weight, fits: fn(&Reference, usize) -> bool, step: fn(usize) -> Step| {
        let people: Vec<_> = (0..PEOPLE).filter(|person| fits(reference, *person)).collect();
        (!people.is_empty()).then(|| (weight, select(people).prop_map(step).boxed()))
    };
    let of_which =
        |weight, is_any: bool, step: fn(usize) -> Step| is_any.then(|| (weight, which.clone().prop_map(step).boxed()));
    let has_consent = |reference: &Reference, person| reference.account(person).is_some_and(|of| of.has_consent);
    let (sowings, plans) = (reference.sowing(0).is_some(), reference.plan(0).is_some());
    let has_ended = |end| reference.ended(0, end).is_some();
    let options = [
        Some((12, (who.clone(), field(), days_ago()).prop_map(|(who, field, ago)| Step::Sow(who, field, ago)).boxed())),
        Some((5, (who.clone(), field()).prop_map(|(who, field)| Step::Plan(who, field)).boxed())),
        Some((3, (who.clone(), 0..HOMES.len()).prop_map(|(who, home)| Step::Move(who, home)).boxed())),
        Some((2, (who, 0..VERSIONS).prop_map(|(who, version)| Step::Import(who, version)).boxed())),
        Some((3, select(times(reference.now)).prop_map(Step::Clock).boxed())),
        Some((1, (select(&CROPS[..]), 1_000..9_000_000_i64).prop_map(|(crop, kg)| Step::Figures(crop, kg)).boxed())),
        Some((1, price.prop_map(|(market, ago, modal)| Step::Prices(market, ago, modal)).boxed())),
        Some((1, select(&YEARS[..]).prop_map(Step::Restate).boxed())),
        Some((1, Just(Step::Restart).boxed())),
        people(4, |reference, person| reference.open(person).is_none(), Step::SignIn),
        people(6, |reference, person| reference.account(person).is_some_and(|of| !of.has_consent), Step::Agree),
        people(1, has_consent, Step::WithdrawConsent),
        people(1, |reference, person| reference.open(person).is_some(), Step::CloseAccount),
        people(3, |reference, person| reference.holder(person).is_some(), Step::KeepImported),
        of_which(6, sowings, Step::Withdraw),
        of_which(6, has_ended(End::Withdrawal), |which| Step::Undo(which, End::Withdrawal)),
        of_which(5, has_ended(End::Closing), |which| Step::Undo(which, End::Closing)),
        sowings.then(|| (5, (which.clone(), outcome).prop_map(|(which, outcome)| Step::Close(which, outcome)).boxed())),
        sowings
            .then(|| (2, (which.clone(), maturity).prop_map(|(of, maturity)| Step::SetMaturity(of, maturity)).boxed())),
        sowings
            .then(|| (5, (which.clone(), repeat()).prop_map(|(which, repeat)| Step::SowAgain(which, repeat)).boxed())),
        of_which(6, reference.waiting(0).is_some(), Step::Count),
        plans.then(|| (4, (which.clone(), days_ago()).prop_map(|(which, ago)| Step::SowPlan(which, ago)).boxed())),
        plans
            .then(|| (2, (which.clone(), repeat()).prop_map(|(which, repeat)| Step::PlanAgain(which, repeat)).boxed())),
        of_which(3, plans, Step::DropPlan),
        reference.closed().next().map(|_| (6, Just(Step::EraseBatch).boxed())),
        with_backups.then(|| (1, Just(Step::BackUp).boxed())),
        reference.backup.as_ref().map(|_| (2, Just(Step::Restore).boxed())),
        Some((1, cell.prop_map(Step::Spoil).boxed())),
    ];
    Union::new_weighted(options.into_iter().flatten().collect()).boxed()
}

/// Times that a clock may show next: a few seconds back, or beside midnight, a day on, or the turn of the crop year.
fn times(now: Timestamp) -> Vec<Timestamp> {
    let today = in_india(now).date();
    let midnight = |day: Date| Offset::UTC.to_timestamp(day.at(0, 0, 0, 0)).unwrap() - 330.minutes();
    let mut times = vec![now - 90.seconds(), now + 1.minute(), now + 20.minutes(), now - 24.hours()];
    times.extend([now + 24.hours() - 3.seconds(), now + 24.hours() + 1.second(), now + (31 * 24).hours()]);
    for of in [midnight(today), midnight(today.tomorrow().unwrap()), midnight(date(2025, 5, 1))] {
        times.extend([of - 1.second(), of + 1.second()]);
    }
    let latest: Timestamp = LATEST.parse().unwrap();
    times.retain(|time| *time < latest);
    times
}

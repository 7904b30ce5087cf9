//! The store under test: takes the steps that the reference takes, and is compared with it.

use super::super::{session, user};
use super::database::Database;
use super::reference::{
    Account, IMPORTED_HOME, Kind, LIMITS, Reference, Sown, document, document_key, email, national, new_plan, show,
};
use super::steps::{CROPS, Cell, HOMES, Step, YEARS};
use super::{FEED_AT_EACH_TIME, UNDO_BEYOND_LIMITS};
use grow_domain::crop_year::in_india;
use grow_domain::documents::{Profile, Record};
use grow_domain::farmer::Place;
use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, NewSowing, undo_until};
use grow_domain::{Crop, CropYear, District, Kilograms, Region};
use grow_store::{FarmerId, HeldIntention, HeldSowing, Identity, NewRecord, RecordChange, SowingChange, Store, User};
use jiff::{Timestamp, ToSpan};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tokio::runtime::Runtime;
use uuid::Uuid;

/// The job that erases.
const HOLDER: Uuid = Uuid::from_u128(1);

pub(super) struct Trial {
    pub(super) runtime: Rc<Runtime>,
    pub(super) database: Database,
    pub(super) store: Option<Store>,
    /// What stood before the step.
    pub(super) before: Reference,
}

impl Trial {
    /// Begins with an empty database, and does what the reference begins with.
    pub(super) fn begin(runtime: Rc<Runtime>, database: Database, store: Option<Store>, reference: &Reference) -> Self {
        let begun = Rc::clone(&runtime);
        begun.block_on(async {
            database.empty().await;
            let store = match store {
                Some(store) => store,
                None => database.open().await,
            };
            store.import_figures(CROPS.map(|crop| national(crop, 123_456_789)).into(), reference.now).await.unwrap();
            for Account { id, person, .. } in &reference.accounts {
                assert_eq!(sign_in(&store, *person, id.0, reference.now).await.unwrap(), *id);
                store.give_consent(*id, Agreed::to_the_notice(), reference.now).await.unwrap();
            }
            Self { runtime, database, store: Some(store), before: reference.clone() }
        })
    }

    pub(super) fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    /// Takes a step, and compares its answer and all that stands with the reference.
    pub(super) fn take(mut self, step: &Step, reference: &Reference) -> Self {
        let runtime = Rc::clone(&self.runtime);
        runtime.block_on(async {
            if reference.answer.is_some() {
                assert_eq!(self.ask(step, reference).await, reference.answer, "the answer to {step:?}");
            }
            self.compare(reference).await;
        });
        self.before = reference.clone();
        self
    }

    /// Takes a step. `None` if there is nothing that it could be done to.
    async fn ask(&mut self, step: &Step, reference: &Reference) -> Option<String> {
        let (before, now, id) = (&self.before, reference.now, reference.id());
        let store = self.store();
        Some(match *step {
            Step::Clock(_) => String::new(),
            Step::SignIn(person) => show(sign_in(store, person, id, now).await),
            Step::Agree(person) => {
                let given = store.give_consent(before.account(person)?.id, Agreed::to_the_notice(), now).await;
                show(given.map(|given| given.is_some()))
            }
            Step::WithdrawConsent(person) => show(store.withdraw_consent(before.account(person)?.id, now).await),
            Step::Move(person, home) => {
                let place = Place::parse("at home").unwrap();
                let place = match HOMES[home] {
                    Some(district) => place.in_district(District::from_key(district).unwrap()),
                    None => place,
                };
                let moved = store.change_record(before.account(person)?.id, RecordChange::Place(place), now).await;
                show(moved.map(drop))
            }
            Step::Sow(person, field, days_ago) => {
                let (farmer, request) = (before.account(person)?.id, reference.request(field, days_ago));
                show(store.record_sowing(farmer, reference.key(), request, LIMITS, id, now).await)
            }
            Step::SowAgain(which, repeat) => {
                let sown = before.requested(which)?;
                let asked = Reference::asked_again(sown, repeat)?;
                show(store.record_sowing(sown.farmer, sown.key.clone(), asked, LIMITS, id, now).await)
            }
            Step::Withdraw(which) => {
                let sown = before.sowing(which)?;
                show(store.withdraw_sowing(sown.farmer, sown.sowing.id, now).await)
            }
            Step::Undo(which, end) => {
                let sown = before.ended(which, end)?;
                let limits = if UNDO_BEYOND_LIMITS { LIMITS } else { CountLimits::NONE };
                show(store.undo_end(sown.farmer, sown.sowing.id, end, limits, now).await)
            }
            Step::Close(which, outcome) => {
                let sown = before.sowing(which)?;
                show(store.change_sowing(sown.farmer, sown.sowing.id, SowingChange::Close(outcome), now).await)
            }
            Step::SetMaturity(which, maturity) => {
                let sown = before.sowing(which)?;
                show(store.change_sowing(sown.farmer, sown.sowing.id, SowingChange::Maturity(maturity), now).await)
            }
            Step::Count(which) => show(store.count_sowing(before.waiting(which)?.sowing.id, now).await),
            Step::Plan(person, field) => {
                let farmer = before.account(person)?.id;
                show(store.plan_sowing(farmer, reference.key(), new_plan(field), LIMITS, id, now).await)
            }
            Step::PlanAgain(which, repeat) => {
                let planned = before.plan(which)?;
                let asked = Reference::planned_again(planned, repeat);
                show(store.plan_sowing(planned.farmer, planned.key.clone(), asked, LIMITS, id, now).await)
            }
            Step::SowPlan(which, days_ago) => {
                let planned = before.plan(which)?;
                let NewSowing { sown_on, maturity, .. } = reference.request((CROPS[0], 1), days_ago);
                let (farmer, plan): (_, Uuid) = (planned.farmer, planned.plan.id);
                show(store.sow_intention(farmer, plan, sown_on, maturity, LIMITS, id, now).await)
            }
            Step::DropPlan(which) => {
                let planned = before.plan(which)?;
                show(store.drop_intention(planned.farmer, planned.plan.id, now).await)
            }
            Step::CloseAccount(person) => show(close(store, before.open(person)?.id, now).await),
            Step::EraseBatch => show(store.erase_batch(before.closed().next()?, HOLDER, now).await),
            Step::Import(person, version) => {
                let profile = Profile { place: "Madurai".to_owned(), ..Profile::default() };
                let sowings = document(version);
                let record = Record { email: document_key(person), profile: Some(profile), sowings };
                let new = NewRecord { record, district: District::from_key(IMPORTED_HOME), farmer: id };
                show(store.import_records(vec![new], true, now).await)
            }
            Step::KeepImported(person) => show(store.keep_imported(before.account(person)?.id, now).await),
            Step::Figures(crop, usual) => {
                let changed = store.import_figures(vec![national(crop, usual)], now).await;
                show(changed.map(|changed| changed.len()))
            }
            Step::Restate(year) => {
                let restatement = store.restatement(CropYear::from_first_year(year)?).await.unwrap();
                show(store.restate(&restatement, now).await)
            }
            Step::Restart => {
                self.store = None;
                self.store = Some(self.database.open().await);
                String::new()
            }
            Step::BackUp => {
                self.database.back_up(store).await;
                String::new()
            }
            Step::Restore => {
                before.backup.as_ref()?;
                self.store = None;
                self.database.restore(id);
                let store = self.database.open().await;
                agree_on_erasures(&store, now).await;
                self.store = Some(store);
                String::new()
            }
            Step::Spoil(cell) => {
                self.spoil(cell).await?;
                String::new()
            }
        })
    }

    async fn spoil(&self, cell: Cell) -> Option<()> {
        let (before, database) = (&self.before, &self.database);
        let spoil = async |table: &str, change: &str, column: &str, id: Uuid| {
            database.tamper(&format!("UPDATE {table} SET {change} WHERE {column} = {}", database.literal(id))).await;
        };
        match cell {
            Cell::CropOfSowing(which) => {
                spoil("sowings", "crop = 'quinoa'", "id", before.sowing(which)?.sowing.id).await
            }
            Cell::RegionOfSowing(which) => {
                spoil("sowings", "region = 'IN-XX'", "id", before.sowing(which)?.sowing.id).await
            }
            Cell::MaturityOfSowing(which) => {
                spoil("sowings", "maturity = 'soon'", "id", before.sowing(which)?.sowing.id).await
            }
            Cell::CropOfPlan(which) => spoil("intentions", "crop = 'quinoa'", "id", before.plan(which)?.plan.id).await,
            Cell::District(person) => {
                let farmer = before.account(person)?.id;
                spoil("farmer_records", "district = 'xx-nowhere'", "farmer_id", farmer.0).await;
            }
        }
        Some(())
    }

    /// Compares what stands with the reference: after each step a part, in turn.
    async fn compare(&self, reference: &Reference) {
        assert_eq!(self.years().await, reference.years(), "the sums of farmers and crop years");
        self.compare_feed(reference).await;
        match reference.part(&[0, 1, 2]) {
            0 => self.compare_sums(reference).await,
            1 => self.compare_lists(reference).await,
            _ => self.reconcile(reference).await,
        }
    }

    async fn reconcile(&self, reference: &Reference) {
        let mut differences = self.store().differences().await.unwrap();
        differences.retain(|difference| !reference.unknown.contains(&difference.crop));
        assert_eq!(differences, [], "the reconciler finds nothing");
    }

    /// Compares what is met, and what is planned.
    async fn compare_sums(&self, reference: &Reference) {
        let store = self.store();
        for crop_year in YEARS.map(|year| CropYear::from_first_year(year).unwrap()) {
            for row in store.demand(Region::India, crop_year).await.unwrap().rows {
                if CROPS.contains(&row.crop) && !reference.unknown.contains(&row.crop) {
                    assert_eq!(row.met(), reference.met(Region::India, row.crop, crop_year), "{} in India", row.crop);
                }
            }
        }
        self.compare_states(reference, reference.part(&CROPS)).await;
        let mut planned = store.planned(in_india(reference.now).date()).await.unwrap();
        planned.retain(|(_, crop), _| !reference.unknown.contains(crop));
        assert_eq!(planned, expected_plans(reference), "the sums of plans");
    }

    /// Compares the lists of a farmer, and those of operators and jobs.
    async fn compare_lists(&self, reference: &Reference) {
        let store = self.store();
        if let Some(account) = reference.open(reference.part(&[0, 1])) {
            self.compare_farmer(account.id, reference).await;
        }
        let waiting = store.waiting_sowings(None, u16::MAX).await.unwrap().into_iter().map(|waiting| waiting.sowing.id);
        let expected = reference.sowings.iter().filter(|sown| sown.waits() && !sown.is_unreadable);
        let expected: BTreeSet<_> = expected.map(|sown| sown.sowing.id).collect();
        assert_eq!(waiting.collect::<BTreeSet<_>>(), expected, "sowings that wait for the operator");
        assert_eq!(store.closed_accounts(u16::MAX).await.unwrap(), reference.closed().collect::<Vec<_>>());
        let erased = store.erased_farmers(None, u16::MAX).await.unwrap();
        assert_eq!(erased, reference.erased.iter().map(|farmer| (*farmer, false)).collect::<Vec<_>>());
    }

    async fn compare_states(&self, reference: &Reference, crop: Crop) {
        for crop_year in YEARS.map(|year| CropYear::from_first_year(year).unwrap()) {
            for (state, row) in self.store().demand_of_states(crop, crop_year).await.unwrap() {
                let expected = reference.met(Region::State(state), crop, crop_year);
                assert!(row.met() == expected || reference.unknown.contains(&crop), "{crop} in {}", state.name());
            }
        }
    }

    async fn compare_farmer(&self, farmer: FarmerId, reference: &Reference) {
        let (store, now) = (self.store(), reference.now);
        let own = || reference.sowings.iter().filter(|sown| sown.farmer == farmer && !sown.is_unreadable);
        let mut listed: Vec<_> =
            own().filter(|sown| sown.withdrawn_at.is_none()).map(|sown| sown.sowing.clone()).collect();
        listed.sort_by_key(|sowing| std::cmp::Reverse(sowing.id));
        assert_eq!(store.sowings(farmer, u8::MAX, None).await.unwrap().sowings, listed, "the farmer's list");
        let can_be_undone = |at: &Timestamp| now <= undo_until(*at);
        let withdrawn = store.withdrawn_sowings(farmer, now).await.unwrap();
        let withdrawn: BTreeMap<_, _> =
            withdrawn.into_iter().map(|withdrawn| (withdrawn.sowing.id, withdrawn.at)).collect();
        let expected = own().filter_map(|sown| Some((sown.sowing.id, sown.withdrawn_at.filter(can_be_undone)?)));
        assert_eq!(withdrawn, expected.collect(), "withdrawn sowings");
        let plans = || reference.plans.iter().filter(|planned| planned.farmer == farmer && !planned.is_unreadable);
        let mut standing: Vec<_> =
            plans().filter(|plan| plan.stands(now)).map(|planned| planned.plan.clone()).collect();
        standing.sort_by_key(|plan| std::cmp::Reverse(plan.id));
        assert_eq!(store.intentions(farmer, now).await.unwrap(), standing, "plans that stand");
        let is_unreadable = reference.sowings.iter().any(|sown| sown.farmer == farmer && sown.is_unreadable)
            || reference.plans.iter().any(|planned| planned.farmer == farmer && planned.is_unreadable);
        if is_unreadable {
            return;
        }
        let mut held: Vec<_> = own()
            .map(|sown| {
                let (sowing, key) = (sown.sowing.clone(), sown.key.clone());
                HeldSowing { sowing, key, withdrawn_at: sown.withdrawn_at }
            })
            .collect();
        held.sort_by_key(|held| held.sowing.id);
        assert_eq!(store.held_sowings(farmer, None, u16::MAX).await.unwrap(), held, "the export's sowings");
        let mut held: Vec<_> = plans()
            .map(|planned| HeldIntention {
                intention: planned.plan.clone(),
                key: planned.key.clone(),
                ended_at: planned.ended.map(|(at, ..)| at),
                outcome: planned.ended.map(|(_, how, _)| how.to_owned()),
                sowing: planned.ended.and_then(|(.., sowing)| sowing),
                counted: planned.counted,
            })
            .collect();
        held.sort_by_key(|held| held.intention.id);
        assert_eq!(store.held_intentions(farmer, None, u16::MAX).await.unwrap(), held, "the export's plans");
    }

    async fn years(&self) -> BTreeMap<(FarmerId, CropYear), [i64; 4]> {
        let farmer = self.database.digits("farmer_id");
        let sql = format!(
            "SELECT {farmer} || ' ' || crop_year || ' ' || sowings || ' ' || counted || ' ' || counted_m2 || ' ' || changes
             FROM farmer_years"
        );
        let rows = self.database.texts(&sql).await;
        rows.iter()
            .map(|row| {
                let mut words = row.split(' ');
                let farmer = FarmerId(words.next().unwrap().parse().unwrap());
                let numbers: Vec<i64> = words.map(|word| word.parse().unwrap()).collect();
                ((farmer, CropYear::from_first_year(numbers[0]).unwrap()), numbers[1..].try_into().unwrap())
            })
            .collect()
    }

    /// The feed says of each time of the last hour what the sowings say.
    async fn compare_feed(&self, reference: &Reference) {
        let rows = "SELECT at || ' ' || region || ' ' || crop || ' ' || crop_year || ' ' || sown_kg FROM change_feed
                    WHERE sown_kg <> 0";
        let feed: Vec<(Timestamp, (String, String, i16), i64)> = self
            .database
            .texts(rows)
            .await
            .iter()
            .map(|row| {
                let words: Vec<_> = row.split(' ').collect();
                let at = Timestamp::from_microsecond(words[0].parse().unwrap()).unwrap();
                (at, (words[1].to_owned(), words[2].to_owned(), words[3].parse().unwrap()), words[4].parse().unwrap())
            })
            .filter(|(_, (_, crop, _), _)| {
                !reference.unknown.iter().any(|unknown| unknown.key() == crop) && crop != "quinoa"
            })
            .collect();
        let sowings = reference.sowings.iter().filter(|sown| !reference.unknown.contains(&sown.sowing.crop));
        let sowings: Vec<_> = sowings
            .map(|sown| {
                let Sown { sowing, .. } = sown;
                let place =
                    (sowing.region.code().to_owned(), sowing.crop.key().to_owned(), sowing.crop_year().first_year());
                (sown, place)
            })
            .collect();
        let mut times: BTreeSet<_> = feed.iter().flat_map(|(at, ..)| [*at, *at + 1.millisecond()]).collect();
        if reference.has_turned_back && !FEED_AT_EACH_TIME {
            times.clear();
        }
        times.extend([Timestamp::MAX]);
        times.retain(|time| *time > reference.now - 1.hour());
        for time in times {
            let mut sums = BTreeMap::<_, [i64; 2]>::new();
            for (_, place, kilograms) in feed.iter().filter(|(at, ..)| *at < time) {
                sums.entry(place).or_default()[0] += kilograms;
            }
            for (sown, place) in sowings.iter().filter(|(sown, _)| sown.is_in_supply_at(time)) {
                sums.entry(place).or_default()[1] += sown.sowing.expected_yield.0;
            }
            sums.retain(|_, [feed, sowings]| feed != sowings);
            assert!(sums.is_empty(), "at {time} the feed says, and the sowings: {sums:?}");
        }
    }

    /// Compares everything, erases all closed accounts to the end, and looks for what is left of them.
    pub(super) fn finish(&self, reference: &Reference) {
        self.runtime.block_on(async {
            self.compare_sums(reference).await;
            self.compare_lists(reference).await;
            self.reconcile(reference).await;
            for crop in CROPS {
                self.compare_states(reference, crop).await;
            }
            for account in reference.accounts.iter().filter(|account| account.kind == Kind::Open) {
                self.compare_farmer(account.id, reference).await;
            }
            for farmer in reference.closed() {
                while self.store().erase_batch(farmer, HOLDER, reference.now).await.unwrap().unwrap() {}
            }
            for table in [
                "farmers",
                "farmer_records",
                "sowings",
                "intentions",
                "farmer_years",
                "consents",
                "sessions",
                "request_journal",
            ] {
                let column = if table == "farmers" { "id" } else { "farmer_id" };
                let digits = self.database.digits(column);
                let kept = self.database.texts(&format!("SELECT {digits} FROM {table}")).await;
                let erased = reference.erased.iter().find(|farmer| kept.contains(&farmer.0.simple().to_string()));
                assert_eq!(erased, None, "rows of an erased farmer in {table}");
            }
        });
    }
}

fn expected_plans(reference: &Reference) -> BTreeMap<(Region, Crop), Kilograms> {
    let mut sums = BTreeMap::<_, Kilograms>::new();
    let known = |crop| !reference.unknown.contains(crop);
    for planned in reference.plans.iter().filter(|planned| planned.stands(reference.now) && known(&planned.plan.crop)) {
        let own = planned.plan.region;
        for region in BTreeSet::from([own, Region::India]) {
            sums.entry((region, planned.plan.crop)).or_default().0 += planned.counted.0;
        }
    }
    sums.retain(|_, sum| sum.0 > 0);
    sums
}

async fn sign_in(store: &Store, person: usize, new_farmer: Uuid, now: Timestamp) -> grow_store::Result<FarmerId> {
    let user = User { email: email(person), ..user("somebody") };
    let (issuer, subject) = ("https://issuer".to_owned(), person.to_string());
    let identity = Identity { issuer, subject, user, email_verified: true };
    store.sign_in(identity, session(&new_farmer.to_string()), new_farmer, now).await
}

/// Closes an account as the server does: an imported record that the farmer has not decided about goes with it.
async fn close(store: &Store, farmer: FarmerId, now: Timestamp) -> grow_store::Result<bool> {
    if let Some(found) = store.found_record(farmer).await? {
        store.close_account(found.farmer, now).await?;
    }
    Ok(store.close_account(farmer, now).await?.is_some())
}

/// Closes listed accounts that a backup brought back, as the start of a server does.
async fn agree_on_erasures(store: &Store, now: Timestamp) {
    for (farmer, is_back) in store.erased_farmers(None, u16::MAX).await.unwrap() {
        if is_back {
            store.close_account(farmer, now).await.unwrap();
        }
    }
}

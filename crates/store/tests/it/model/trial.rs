//! The store under test: takes the steps that the reference takes, and is compared with it.

use super::super::{session, user};
use super::database::Database;
use super::operators::{IMPORTED_HOME, document, document_key, price_file};
use super::plans::new_plan;
use super::reference::{LIMITS, Reference, email, national, show};
use super::rows::Account;
use super::steps::{CROPS, Cell, HOMES, Step};
use grow_domain::crop_year::in_india;
use grow_domain::documents::{Profile, Record};
use grow_domain::farmer::Place;
use grow_domain::privacy::Agreed;
use grow_domain::sowing::NewSowing;
use grow_domain::{CropYear, District};
use grow_store::{FarmerId, Identity, NewRecord, RecordChange, SowingChange, Store, User};
use jiff::Timestamp;
use std::rc::Rc;
use tokio::runtime::Runtime;
use uuid::Uuid;

/// The job that erases.
pub(super) const HOLDER: Uuid = Uuid::from_u128(1);

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
                let asked = self.ask(step, reference).await;
                let answer = if asked.is_some() { asked } else { self.operate(step, reference).await };
                assert_eq!(answer, reference.answer, "the answer to {step:?}");
            }
            self.compare(reference).await;
        });
        self.before = reference.clone();
        self
    }

    /// Takes a step of a farmer. `None` for another one.
    async fn ask(&self, step: &Step, reference: &Reference) -> Option<String> {
        let (before, store, now, id) = (&self.before, self.store(), reference.now, reference.id());
        Some(match *step {
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
                show(store.undo_end(sown.farmer, sown.sowing.id, end, now).await)
            }
            Step::Close(which, outcome) => {
                let sown = before.sowing(which)?;
                show(store.change_sowing(sown.farmer, sown.sowing.id, SowingChange::Close(outcome), now).await)
            }
            Step::SetMaturity(which, maturity) => {
                let sown = before.sowing(which)?;
                show(store.change_sowing(sown.farmer, sown.sowing.id, SowingChange::Maturity(maturity), now).await)
            }
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
                show(store.sow_intention(farmer, plan, Ok(sown_on), maturity, LIMITS, id, now).await)
            }
            Step::DropPlan(which) => {
                let planned = before.plan(which)?;
                show(store.drop_intention(planned.farmer, planned.plan.id, now).await)
            }
            Step::CloseAccount(person) => show(close(store, before.open(person)?.id, now).await),
            Step::KeepImported(person) => show(store.keep_imported(before.account(person)?.id, now).await),
            _ => return None,
        })
    }

    /// Takes a step of an operator, of a job, or of the machine.
    async fn operate(&mut self, step: &Step, reference: &Reference) -> Option<String> {
        let (before, now, id) = (&self.before, reference.now, reference.id());
        let store = self.store();
        Some(match *step {
            Step::Clock(_) => String::new(),
            Step::Count(which) => show(store.count_sowing(before.waiting(which)?.sowing.id, now).await),
            Step::EraseBatch => show(store.erase_batch(before.closed().next()?, HOLDER, now).await),
            Step::Import(person, version) => {
                let profile = Profile { place: "Madurai".to_owned(), ..Profile::default() };
                let sowings = document(version);
                let record = Record { email: document_key(person), profile: Some(profile), sowings };
                let new = NewRecord { record, district: District::from_key(IMPORTED_HOME), farmer: id };
                show(store.import_records(vec![new], true, now).await)
            }
            Step::Figures(crop, usual) => {
                let changed = store.import_figures(vec![national(crop, usual)], now).await;
                show(changed.map(|changed| changed.len()))
            }
            Step::Prices(market, days_ago, modal) => {
                let today = in_india(now).date();
                let imported = store.import_prices(price_file(today, market, days_ago, modal), today, now).await;
                show(imported.map(Result::unwrap).map(|imported| (imported.added, imported.changed, imported.deleted)))
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
                self.database.restore(id, now);
                let store = self.database.open().await;
                agree_on_erasures(&store, now).await;
                self.store = Some(store);
                String::new()
            }
            Step::Spoil(cell) => {
                self.spoil(cell).await?;
                String::new()
            }
            _ => return None,
        })
    }

    async fn spoil(&self, cell: Cell) -> Option<()> {
        let (before, database) = (&self.before, &self.database);
        let sowing = |which| before.sowing(which).map(|sown| sown.sowing.id);
        let (table, change, column, id) = match cell {
            Cell::CropOfSowing(which) => ("sowings", "crop = 'quinoa'", "id", sowing(which)?),
            Cell::RegionOfSowing(which) => ("sowings", "region = 'IN-XX'", "id", sowing(which)?),
            Cell::MaturityOfSowing(which) => ("sowings", "maturity = 'soon'", "id", sowing(which)?),
            Cell::CropOfPlan(which) => ("intentions", "crop = 'quinoa'", "id", before.plan(which)?.plan.id),
            Cell::District(person) => {
                ("farmer_records", "district = 'xx-nowhere'", "farmer_id", before.account(person)?.id.0)
            }
        };
        database.tamper(&format!("UPDATE {table} SET {change} WHERE {column} = {}", database.literal(id))).await;
        Some(())
    }
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
            close(store, farmer, now).await.unwrap();
        }
    }
}

//! What each step answers.

use super::plans::new_plan;
use super::reference::{Reference, national, ok, show};
use super::steps::Step;
use grow_domain::CropYear;
use grow_store::{EndOutcome, IntentionOutcome, SowingChange, SowingOutcome};
use jiff::ToSpan;

impl Reference {
    /// Takes a step, a second after the one before.
    pub(super) fn after(mut self, step: &Step) -> Self {
        self.serial += 1;
        self.now += 1.second();
        self.answer = self.take(step);
        self
    }

    /// Takes a step. `None` if there is nothing that it could be done to.
    pub(super) fn take(&mut self, step: &Step) -> Option<String> {
        let now = self.now;
        Some(match *step {
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
            Step::Close(which, outcome) => self.change(which, SowingChange::Close(outcome))?,
            Step::SetMaturity(which, maturity) => self.change(which, SowingChange::Maturity(maturity))?,
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
            Step::KeepImported(person) => {
                let farmer = self.holder(person).and_then(|_| self.account(person))?.id;
                show(self.agreed(farmer).map(|()| self.keep(farmer, person)))
            }
            _ => return self.operate(step),
        })
    }

    /// The same for a step of an operator, of a job, or of the machine.
    pub(super) fn operate(&mut self, step: &Step) -> Option<String> {
        let now = self.now;
        Some(match *step {
            Step::Clock(time) => {
                self.now = time;
                String::new()
            }
            Step::Count(which) => {
                let sown = self.sown(self.waiting(which)?.sowing.id);
                (sown.sowing.counted, sown.came_at) = (true, now);
                ok(Some(()))
            }
            Step::EraseBatch => {
                let farmer = self.closed().next()?;
                ok(Some(self.erase(farmer)))
            }
            Step::Import(person, version) => ok(vec![self.import(person, version)]),
            Step::Figures(crop, usual) => {
                let figure = self.figures.iter_mut().find(|figure| figure.crop == crop)?;
                let new = national(crop, usual);
                ok(usize::from(std::mem::replace(figure, new.clone()) != new))
            }
            Step::Prices(market, days_ago, modal) => ok(self.sell(market, days_ago, modal)),
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
            _ => return None,
        })
    }
}

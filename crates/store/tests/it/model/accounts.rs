//! Accounts, from the sign-in to the erasure.

use super::reference::{Reference, region_of};
use super::rows::{Account, Decision, Kind};
use super::steps::HOMES;
use grow_domain::CropYear;
use grow_store::{FarmerId, Result};

impl Reference {
    pub(super) fn sign_in(&mut self, person: usize) -> FarmerId {
        if let Some(known) = self.open(person) {
            return known.id;
        }
        let id = FarmerId(self.id());
        self.accounts.push(Account::of(person, id));
        id
    }

    pub(super) fn move_to(&mut self, farmer: FarmerId, home: usize) -> Result<()> {
        self.agreed(farmer)?;
        self.count_change(farmer, CropYear::of(self.now));
        self.of(farmer).home = Some(region_of(HOMES[home]));
        Ok(())
    }

    /// Closes an account, and erases the imported record of the same person.
    pub(super) fn close(&mut self, farmer: FarmerId) {
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
    pub(super) fn erase(&mut self, farmer: FarmerId) -> bool {
        let had_rows = std::mem::replace(&mut self.of(farmer).has_rows, false);
        self.sowings.retain(|sown| sown.farmer != farmer);
        self.plans.retain(|planned| planned.farmer != farmer);
        self.changes.retain(|(of, _), _| *of != farmer);
        self.accounts.retain(|account| account.id != farmer || had_rows);
        had_rows
    }
}

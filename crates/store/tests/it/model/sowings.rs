//! Sowings, and what becomes of them.

use super::reference::{LIMITS, Reference, another, day_before, larger, show};
use super::rows::Sown;
use super::steps::Repeat;
use grow_domain::sowing::{Closing, NewSowing, Outcome, Sowing, most_harvested, undo_until};
use grow_domain::{CropYear, SquareMetres};
use grow_store::{ChangeOutcome, End, FarmerId, Result, SowingChange, UndoOutcome};

impl Reference {
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

    /// Records a sowing. It counts up to the limits.
    pub(super) fn record(
        &mut self,
        farmer: FarmerId,
        key: String,
        request: Option<NewSowing>,
        new: NewSowing,
    ) -> Sowing {
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
        let sown = Sown {
            farmer,
            key,
            request,
            sowing: sowing.clone(),
            came_at,
            withdrawn_at: None,
            is_unreadable: false,
            has_no_place: false,
        };
        sowings.push(sown);
        sowing
    }

    /// Undoes an end within a day. What counted counts.
    pub(super) fn undo(&mut self, sown: &Sown, end: End) -> Result<Option<UndoOutcome>> {
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

    /// Changes one of the sowings. `None` if it is so already.
    pub(super) fn change(&mut self, which: usize, change: SowingChange) -> Option<String> {
        let sown = self.sowing(which)?.clone();
        let stands = match change {
            SowingChange::Close(outcome) => sown.sowing.closing.is_some_and(|closing| closing.outcome == outcome),
            SowingChange::Maturity(maturity) => sown.sowing.maturity == Some(maturity),
        };
        (!stands).then(|| show(self.changed(&sown, change)))
    }

    pub(super) fn changed(&mut self, sown: &Sown, change: SowingChange) -> Result<Option<ChangeOutcome>> {
        self.agreed(sown.farmer)?;
        if sown.withdrawn_at.is_some() {
            return Ok(None);
        }
        if sown.sowing.closing.is_some() {
            return Ok(Some(ChangeOutcome::Closed));
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
                    return Ok(Some(ChangeOutcome::TooLarge(most)));
                }
                sowing.closing = Some(Closing { outcome, at: now });
            }
        }
        self.sown(sowing.id).sowing = sowing.clone();
        Ok(Some(ChangeOutcome::Changed(sowing)))
    }
}

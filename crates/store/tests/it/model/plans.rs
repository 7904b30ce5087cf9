//! Plans, and what becomes of them.

use super::super::new_sowing;
use super::reference::{LIMITS, Reference, another, larger};
use super::rows::Planned;
use super::steps::{Field, Repeat};
use grow_domain::crop_year::in_india;
use grow_domain::intention::{self, EarlierPlans, Intention, NewIntention, StandingPlans};
use grow_domain::sowing::NewSowing;
use grow_domain::{CropYear, SquareMetres};
use grow_store::{FarmerId, IntentionOutcome, Result, SowOutcome};
use uuid::Uuid;

impl Reference {
    /// The same for a plan, which has no day.
    pub(super) fn planned_again(planned: &Planned, repeat: Repeat) -> NewIntention {
        let Intention { crop, field_size, .. } = planned.plan;
        match repeat {
            Repeat::Same | Repeat::OtherDay => NewIntention { crop, field_size },
            Repeat::OtherSize => NewIntention { crop, field_size: larger(field_size) },
            Repeat::OtherCrop => NewIntention { crop: another(crop), field_size },
        }
    }

    pub(super) fn plan_field(&mut self, farmer: FarmerId, new: NewIntention) -> IntentionOutcome {
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

    pub(super) fn end_plan(&mut self, planned: &Planned, how: &'static str, sowing: Option<Uuid>) {
        let (now, id) = (self.now, planned.plan.id);
        self.plans.iter_mut().find(|planned| planned.plan.id == id).unwrap().ended = Some((now, how, sowing));
    }

    pub(super) fn sow_plan(&mut self, planned: &Planned, days_ago: Option<i64>) -> Result<Option<SowOutcome>> {
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
}

pub(super) fn new_plan((crop, hundredths): Field) -> NewIntention {
    NewIntention { crop, field_size: new_sowing(crop, hundredths).field_size }
}

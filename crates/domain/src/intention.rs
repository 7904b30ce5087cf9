//! Intentions: plans to sow. They count in advice, not in the supply.

use crate::calendar::{calendar, intention_ends};
use crate::crop_year::in_india;
use crate::sowing::{CountLimits, FieldSize, expected_yield};
use crate::{Crop, Kilograms, Region, SquareMetres};
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

/// Number of plans of a farmer that may stand at the same time.
pub const MOST_INTENTIONS: usize = 50;

/// A plan that a farmer asks to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NewIntention {
    /// The crop.
    pub crop: Crop,
    /// Size of the field.
    pub field_size: FieldSize,
}

impl NewIntention {
    /// Expected yield of the field.
    #[must_use]
    pub fn expected_yield(self) -> Kilograms {
        expected_yield(self.crop, self.field_size.area())
    }

    /// The last day of the plan, if it is made now by a farmer of this region.
    #[must_use]
    pub fn ends_on(self, region: Region, now: Timestamp) -> Date {
        let state = match region {
            Region::India => None,
            Region::State(state) => Some(state),
        };
        intention_ends(self.crop, state, in_india(now).date())
    }
}

/// A recorded plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intention {
    /// Id, ordered by time.
    pub id: Uuid,
    /// The crop.
    pub crop: Crop,
    /// Size of the field.
    pub field_size: FieldSize,
    /// Expected yield, computed when the plan was recorded.
    pub expected_yield: Kilograms,
    /// Time of recording.
    pub planned_at: Timestamp,
    /// The last day in India on which it stands.
    pub ends_on: Date,
    /// Region that it counts to, in addition to India.
    pub region: Region,
}

impl Intention {
    /// First day of the next sowing window in the region. `None`: the crop can be sown in these days, or has no window.
    #[must_use]
    pub fn opens_on(&self, now: Timestamp) -> Option<Date> {
        let (calendar, today) = (calendar(self.crop, self.region), in_india(now).date());
        let next = calendar.next(today).filter(|_| calendar.open(today).is_none());
        next.map(|opening| opening.from)
    }

    /// Whole days until it ends; 0 on its last day and afterwards.
    #[must_use]
    pub fn days_left(&self, now: Timestamp) -> i64 {
        in_india(now).date().until(self.ends_on).map_or(0, |span| span.get_days().into()).max(0)
    }
}

/// Why a further plan is not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// [`MOST_INTENTIONS`] stand.
    Plans,
    /// Their land would pass the area of the [`CountLimits`].
    Land,
}

/// Checks a further field against the number and the total area of the farmer's standing plans.
pub fn admit(limits: &CountLimits, plans: usize, area: SquareMetres, further: FieldSize) -> Result<(), TooMuch> {
    if plans >= MOST_INTENTIONS {
        return Err(TooMuch::Plans);
    }
    let fits = area.0.saturating_add(further.area().0) <= limits.area.0;
    if fits { Ok(()) } else { Err(TooMuch::Land) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn plans_are_limited_by_their_number_and_by_their_land() {
        let hectare = FieldSize::from_hectares("1").unwrap();
        let limits = CountLimits { sowings: 1, area: SquareMetres(50_000) };
        assert_eq!(admit(&limits, 49, SquareMetres(40_000), hectare), Ok(()), "five hectares exactly");
        assert_eq!(admit(&limits, 1, SquareMetres(40_100), hectare), Err(TooMuch::Land));
        assert_eq!(admit(&CountLimits::NONE, 50, SquareMetres(0), hectare), Err(TooMuch::Plans));
    }

    #[test]
    fn a_plan_stands_to_the_end_of_its_last_day_in_india() {
        let now: Timestamp = "2026-07-01T06:00:00Z".parse().unwrap();
        let new = NewIntention { crop: Crop::Groundnut, field_size: FieldSize::from_hectares("1.25").unwrap() };
        let plan = Intention {
            id: Uuid::nil(),
            crop: new.crop,
            field_size: new.field_size,
            expected_yield: new.expected_yield(),
            planned_at: now,
            ends_on: "2026-07-03".parse().unwrap(),
            region: Region::India,
        };
        assert_eq!(plan.expected_yield, Kilograms(3_000));
        for (moment, days) in [
            ("2026-07-01T06:00:00Z", 2),
            ("2026-07-01T18:30:00Z", 1),
            ("2026-07-03T18:29:59Z", 0),
            ("2026-08-01T00:00:00Z", 0),
        ] {
            assert_eq!(plan.days_left(moment.parse().unwrap()), days, "{moment}");
        }
        assert!(new.ends_on(Region::India, now) <= "2026-07-31".parse().unwrap());
        assert_eq!(plan.opens_on(now), None);
        let nashik = Intention { crop: Crop::BengalGram, region: Region::State(State::Maharashtra), ..plan };
        let opens = nashik.opens_on(now).unwrap();
        assert!(jiff::civil::date(2026, 9, 1) < opens && opens < jiff::civil::date(2026, 12, 1), "{opens}");
    }
}

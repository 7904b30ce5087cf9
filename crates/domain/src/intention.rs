//! Intentions: plans to sow. They count in advice, not in the supply: as much as the farmer's earlier plans make
//! likely.

use crate::calendar::{calendar, intention_ends};
use crate::crop_year::in_india;
use crate::sowing::{CountLimits, FieldSize};
use crate::{Crop, Kilograms, Region, SquareMetres};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
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
    pub fn expected_yield(self) -> Kilograms {
        self.crop.expected_yield(self.field_size.area())
    }

    /// The last day of the plan, if it is made now by a farmer of this region.
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
    pub fn opens_on(&self, now: Timestamp) -> Option<Date> {
        let (calendar, today) = (calendar(self.crop, self.region), in_india(now).date());
        let next = calendar.next(today).filter(|_| calendar.open(today).is_none());
        next.map(|opening| opening.from)
    }

    /// Whole days until it ends; 0 on its last day and afterwards.
    pub fn days_left(&self, now: Timestamp) -> i64 {
        in_india(now).date().until(self.ends_on).map_or(0, |span| span.get_days().into()).max(0)
    }
}

/// What became of a farmer's plans that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EarlierPlans {
    /// Number of plans that ended: sown, expired, or dropped a day or more after they were made. A plan that is dropped
    /// sooner does not count: it was entered by mistake, or entered again with another size.
    pub ended: u32,
    /// Number of them that became sowings.
    pub sown: u32,
}

impl EarlierPlans {
    /// A plan dropped sooner than this is not counted.
    pub const SLIP: SignedDuration = SignedDuration::from_hours(24);

    /// Number of sown plans that each farmer is assumed to have had before. So the first plan counts in full, and after
    /// as many plans that were not sown, a plan counts half.
    const PRIOR: u32 = 4;

    /// How much of a further plan counts in the advice: the part of earlier plans that were sown, in whole kilograms.
    pub fn counted(self, expected: Kilograms) -> Kilograms {
        let [sown, ended] =
            [self.sown.min(self.ended), self.ended].map(|plans| i128::from(plans) + i128::from(Self::PRIOR));
        let counted = i128::from(expected.0) * sown / ended;
        i64::try_from(counted).map_or(expected, Kilograms)
    }
}

/// A farmer's plans that stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandingPlans {
    /// Their number.
    pub number: usize,
    /// Their land.
    pub area: SquareMetres,
}

/// Why a further plan is not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// [`MOST_INTENTIONS`] stand.
    Plans,
    /// Their land would pass the area of the [`CountLimits`].
    Land,
    /// Their land would pass what the farmer has said to have.
    OwnLand {
        /// Land that the farmer has said.
        said: SquareMetres,
        /// Land of the plans that stand.
        planned: SquareMetres,
    },
}

/// Checks a further field against the number and the total area of the farmer's standing plans. `land`: all the land
/// that the farmer has, if they have said so.
pub fn admit(
    limits: &CountLimits,
    land: Option<SquareMetres>,
    standing: StandingPlans,
    further: FieldSize,
) -> Result<(), TooMuch> {
    if standing.number >= MOST_INTENTIONS {
        return Err(TooMuch::Plans);
    }
    let area = standing.area.0.saturating_add(further.area().0);
    // Land and fields are rounded to whole square metres one by one: three parts of an acre may exceed it by a metre.
    let rounding = i64::try_from(standing.number / 2 + 1).unwrap_or_default();
    match land {
        Some(said) if area > said.0.saturating_add(rounding) => Err(TooMuch::OwnLand { said, planned: standing.area }),
        _ if area > limits.area.0 => Err(TooMuch::Land),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use proptest::prelude::*;

    fn field(hectares: &str) -> FieldSize {
        FieldSize::from_hectares(hectares).unwrap()
    }

    #[test]
    fn plans_are_limited_by_their_number_and_by_their_land() {
        let limits = CountLimits { sowings: 1, area: SquareMetres(50_000) };
        let after =
            |limits, number, area| admit(limits, None, StandingPlans { number, area: SquareMetres(area) }, field("1"));
        assert_eq!(after(&limits, 49, 40_000), Ok(()), "five hectares exactly");
        assert_eq!(after(&limits, 1, 40_100), Err(TooMuch::Land));
        assert_eq!(after(&CountLimits::NONE, 50, 0), Err(TooMuch::Plans));
    }

    #[test]
    fn plans_take_no_more_land_than_the_farmer_has_said() {
        let after = |number, area, hectares| {
            let standing = StandingPlans { number, area: SquareMetres(area) };
            admit(&CountLimits::NONE, Some(SquareMetres(9_105)), standing, field(hectares))
        };
        assert_eq!(after(0, 0, "0.91"), Ok(()), "2.25 acres exactly");
        assert_eq!(after(1, 6_070, "0.3"), Ok(()));
        let too_much = |planned| Err(TooMuch::OwnLand { said: SquareMetres(9_105), planned: SquareMetres(planned) });
        assert_eq!(after(1, 6_070, "0.31"), too_much(6_070));
        assert_eq!(after(0, 0, "0.92"), too_much(0));
        assert_eq!(after(2, 12_000, "0.01"), too_much(12_000), "the land was corrected after the plans were made");
    }

    #[test]
    fn parts_of_the_land_may_be_rounded_up() {
        // Six sizes and the land are wrong by half a square metre each at most.
        let land = Some(SquareMetres(243));
        let after = |number, area| {
            admit(&CountLimits::NONE, land, StandingPlans { number, area: SquareMetres(area) }, field("0.01"))
        };
        assert_eq!(after(5, 146), Ok(()));
        assert!(after(5, 147).is_err());
    }

    #[test]
    fn a_plan_counts_by_how_many_earlier_ones_became_sowings() {
        for (sown, ended, counted) in
            [(0, 0, 1_200), (7, 7, 1_200), (0, 1, 960), (0, 4, 600), (4, 8, 800), (0, 44, 100), (0, u32::MAX, 0)]
        {
            let counts = EarlierPlans { ended, sown }.counted(Kilograms(1_200));
            assert_eq!(counts, Kilograms(counted), "{sown} of {ended}");
        }
    }

    proptest! {
        #[test]
        fn no_plan_counts_for_more_than_its_yield_or_less_for_a_sowing_more(
            ended in 0..5_000_u32, sown in 0..5_000_u32, kilograms in 0..2_000_000_000_000_i64,
        ) {
            let sown = sown.min(ended);
            let counted = |ended, sown| EarlierPlans { ended, sown }.counted(Kilograms(kilograms)).0;
            let now = counted(ended, sown);
            prop_assert!((0..=kilograms).contains(&now));
            prop_assert!(counted(ended + 1, sown + 1) >= now && now >= counted(ended + 1, sown));
            prop_assert_eq!(counted(ended, ended), kilograms);
        }
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

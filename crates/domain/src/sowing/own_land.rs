//! What of a farmer's land is free.

use super::Sowing;
use crate::SquareMetres;
use crate::calendar::Harvest;
use crate::farmer::Land;
use jiff::ToSpan;
use jiff::civil::Date;

/// A farmer's land on a day, as far as they have said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnLand {
    /// All of it.
    pub all: SquareMetres,
    /// What the farmer's sowings stand on; it may be more than the land.
    pub sown: SquareMetres,
    /// What is left. 0 if it is less than a hundredth: sizes are said and rounded.
    pub free: SquareMetres,
    /// The day after the first harvest of what stands. `None` if nothing stands.
    pub free_from: Option<Date>,
}

impl OwnLand {
    /// The land beside the sowings that stand.
    pub fn of(land: Land, standing: &[StandingSowing]) -> Self {
        let all = land.area();
        let sown = SquareMetres(standing.iter().map(|standing| standing.sowing.field_size.area().0).sum());
        let left = all.0 - sown.0;
        let free = SquareMetres(if left * 100 < all.0 { 0 } else { left });
        let first = standing.iter().map(|standing| standing.harvest.until).min();
        Self { all, sown, free, free_from: first.map(|day| day.saturating_add(1.days())) }
    }
}

/// A sowing whose crop is still in the field.
#[derive(Clone, Debug)]
pub struct StandingSowing {
    /// The sowing.
    pub sowing: Sowing,
    /// Days in which it is harvested.
    pub harvest: Harvest,
}

impl StandingSowing {
    /// The sowings whose crops are still in the field: until they are closed, or until the last day of their harvest.
    pub fn among(sowings: Vec<Sowing>, today: Date) -> Vec<Self> {
        let open = sowings.into_iter().filter(|sowing| sowing.closing.is_none());
        open.map(|sowing| Self { harvest: sowing.harvest(), sowing }).filter(|it| it.harvest.until >= today).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sowing::{Closing, FieldSize, Outcome};
    use crate::{Crop, Region, State};
    use jiff::Timestamp;
    use jiff::civil::date;
    use uuid::Uuid;

    fn groundnut(square_metres: i64) -> Sowing {
        let area = SquareMetres(square_metres);
        Sowing {
            id: Uuid::nil(),
            crop: Crop::Groundnut,
            field_size: FieldSize::stored(area, None).unwrap(),
            expected_yield: Crop::Groundnut.expected_yield(area),
            sown_at: "2026-07-01T06:00:00Z".parse::<Timestamp>().unwrap(),
            counted: true,
            region: Region::State(State::TamilNadu),
            maturity: None,
            closing: None,
        }
    }

    fn standing(sowing: Sowing) -> StandingSowing {
        StandingSowing { harvest: sowing.harvest(), sowing }
    }

    fn land(square_metres: i64) -> Land {
        Land::stored(SquareMetres(square_metres), None).unwrap()
    }

    #[test]
    fn a_sowing_stands_until_it_is_closed_or_its_harvest_is_over() {
        let sown = groundnut(4_047);
        let stands = |sowing: &Sowing, today| !StandingSowing::among(vec![sowing.clone()], today).is_empty();
        let last = sown.harvest().until;
        assert!(stands(&sown, date(2026, 7, 1)) && stands(&sown, last) && !stands(&sown, last.tomorrow().unwrap()));
        let failed = Sowing { closing: Some(Closing { outcome: Outcome::Failed, at: sown.sown_at }), ..sown };
        assert!(!stands(&failed, date(2026, 7, 1)));
    }

    #[test]
    fn free_land_is_the_farmers_land_less_what_is_sown() {
        let own = OwnLand::of(land(8_094), &[standing(groundnut(4_047))]);
        assert_eq!((own.sown.0, own.free.0), (4_047, 4_047));
        assert_eq!(OwnLand::of(land(8_094), &[]).free_from, None);
    }

    #[test]
    fn less_than_a_hundredth_of_a_hectare_counts_as_no_free_land() {
        for (sown, free) in [(8_094, 0), (9_000, 0), (8_020, 0), (8_000, 94)] {
            assert_eq!(OwnLand::of(land(8_094), &[standing(groundnut(sown))]).free.0, free, "{sown}");
        }
    }

    #[test]
    fn land_is_free_again_after_the_first_harvest() {
        let late = Sowing { sown_at: "2026-07-20T06:00:00Z".parse().unwrap(), ..groundnut(4_047) };
        let first = groundnut(4_047).harvest().until.tomorrow().unwrap();
        assert_eq!(OwnLand::of(land(8_094), &[late, groundnut(4_047)].map(standing)).free_from, Some(first));
    }
}

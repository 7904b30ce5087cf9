//! What is really paid: the support price where public buyers take the crop, and what a state adds to it or fixes in
//! its place (`data/procured.csv`, `data/state_prices.csv`).

use crate::support_price::{Kind, SupportPrice, support_price};
use crate::table::embedded;
use crate::{Crop, CropYear, Region, State};
use csv::StringRecord;
use std::sync::LazyLock;

/// What public buyers, and mills for cane, pay for a crop in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Paid {
    /// The price that the government supports. `None`: horse gram, potato and onion.
    pub support: Option<&'static SupportPrice>,
    /// What the state fixes in its place or adds to it.
    pub by_state: Vec<&'static NamedPrice>,
    /// How much of the crop is bought at it. `None` where nobody counts it, and for cane.
    pub bought: Option<&'static Bought>,
}

/// A price that a state names, rupees per quintal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPrice {
    /// Kind of price.
    pub kind: NamedKind,
    crop: Crop,
    state: State,
    /// Marketing season that it was named for: `2025-26`.
    pub season: String,
    /// The price, or what is added.
    pub rupees_per_quintal: u32,
    /// Variety; may be empty.
    pub variety: String,
}

/// Kind of a state's price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedKind {
    /// What mills must pay for cane.
    Advised,
    /// What is paid beside the support price.
    Bonus,
    /// The support price of the variety that the state grows most.
    Support,
}

/// How much of a crop is bought at the support price.
#[derive(Clone, Debug, PartialEq)]
pub struct Bought {
    crop: Crop,
    /// Whose crop: the state's, or India's where the state's is not known.
    pub region: Region,
    /// The part, from 0 to 1.
    pub part: f64,
    /// Marketing season.
    pub season: String,
}

/// Where a smaller part is bought, the support price is not counted on.
const COUNTED_ON: f64 = 0.2;

/// Where at least this part is bought, all of it is taken to be sold at the support price.
const MOST: f64 = 0.5;

impl Paid {
    /// What is paid for a crop that is sown in a state in a crop year.
    pub fn of(crop: Crop, state: State, crop_year: CropYear) -> Self {
        let of = |region: Region| BOUGHT.iter().find(|row| row.crop == crop && row.region == region);
        let by_state = BY_STATE.iter().filter(|row| row.crop == crop && row.state == state);
        let support = support_price(crop, crop_year);
        // No mill may pay less than the fair price: what a state advised in an earlier season may be under it.
        let least = support.map_or(0, |support| support.rupees_per_quintal);
        Self {
            support,
            by_state: by_state
                .filter(|row| row.kind != NamedKind::Advised || row.rupees_per_quintal >= least)
                .collect(),
            bought: of(Region::State(state)).or_else(|| of(Region::India)),
        }
    }

    /// What buyers pay who must pay it, rupees per quintal: the least of a state's varieties, and what is added.
    /// 0 where there is no such price.
    pub fn assured(&self) -> f64 {
        let of =
            |kind| self.by_state.iter().filter(move |price| price.kind == kind).map(|price| price.rupees_per_quintal);
        let instead = of(NamedKind::Advised).chain(of(NamedKind::Support)).min();
        let support = instead.or_else(|| Some(self.support?.rupees_per_quintal));
        support.map_or(0.0, |support| f64::from(support + of(NamedKind::Bonus).sum::<u32>()))
    }

    /// Whether all of the crop is taken to be sold at the assured price.
    pub(super) fn takes_all(&self) -> bool {
        self.assured_part() >= 1.0
    }

    /// What a quintal brings on average where the market pays this, rupees.
    pub(super) fn mean(&self, market: f64) -> f64 {
        let part = self.assured_part();
        part * market.max(self.assured()) + (1.0 - part) * market
    }

    /// The part that is sold at the assured price at least, from 0 to 1.
    pub fn assured_part(&self) -> f64 {
        match (self.support, self.bought) {
            (Some(SupportPrice { kind: Kind::FairAndRemunerative, .. }), _) => 1.0,
            (Some(_), Some(Bought { part, .. })) if *part >= MOST => 1.0,
            (Some(_), Some(Bought { part, .. })) if *part >= COUNTED_ON => *part,
            _ => 0.0,
        }
    }
}

static BY_STATE: LazyLock<Vec<NamedPrice>> = LazyLock::new(|| embedded!("state_prices.csv", by_state));

fn by_state(row: &StringRecord) -> Option<NamedPrice> {
    Some(NamedPrice {
        kind: match row.get(0)? {
            "advised" => NamedKind::Advised,
            "bonus" => NamedKind::Bonus,
            "support" => NamedKind::Support,
            _ => return None,
        },
        crop: row.get(1)?.parse().ok()?,
        state: row.get(2)?.parse().ok()?,
        season: row.get(3)?.to_owned(),
        rupees_per_quintal: row.get(4)?.parse().ok()?,
        variety: row.get(5)?.to_owned(),
    })
}

static BOUGHT: LazyLock<Vec<Bought>> = LazyLock::new(|| embedded!("procured.csv", bought));

fn bought(row: &StringRecord) -> Option<Bought> {
    Some(Bought {
        crop: row.get(0)?.parse().ok()?,
        region: row.get(1)?.parse().ok()?,
        part: row.get(2)?.parse().ok().filter(|part| (0.0..=1.0).contains(part))?,
        season: row.get(3)?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(crop: Crop, state: State) -> Paid {
        Paid::of(crop, state, CropYear::from_first_year(2026).unwrap())
    }

    fn assured(crop: Crop, state: State) -> (f64, f64) {
        let paid = paid(crop, state);
        (paid.assured(), paid.assured_part())
    }

    #[test]
    fn mills_pay_what_the_state_advises_for_its_common_varieties_else_the_fair_price() {
        assert_eq!(assured(Crop::Sugarcane, State::UttarPradesh), (390.0, 1.0));
        assert_eq!(assured(Crop::Sugarcane, State::Maharashtra), (365.0, 1.0));
        let early = &paid(Crop::Sugarcane, State::UttarPradesh).by_state;
        assert_eq!(
            (early[0].rupees_per_quintal, early[0].variety.as_str(), early[0].season.as_str()),
            (400, "early", "2025-26")
        );
    }

    #[test]
    fn a_bonus_is_added_and_long_staple_is_paid_as_such() {
        assert_eq!(assured(Crop::Paddy, State::Odisha), (3_241.0, 1.0));
        assert_eq!(assured(Crop::Paddy, State::TamilNadu), (2_572.0, 0.38));
        assert_eq!(assured(Crop::Cotton, State::Telangana), (8_667.0, 1.0));
        assert_eq!(assured(Crop::Cotton, State::Punjab), (8_267.0, 0.33));
    }

    #[test]
    fn where_under_a_fifth_is_bought_nobody_counts_on_the_support_price() {
        assert!(assured(Crop::Paddy, State::WestBengal).1 <= 0.0 && assured(Crop::Maize, State::Bihar).1 <= 0.0);
        assert_eq!(assured(Crop::Onion, State::Maharashtra), (0.0, 0.0));
        assert_eq!(paid(Crop::Maize, State::Bihar).bought.unwrap().region, Region::India, "the state's is not known");
    }
}

//! What crops are sold for on a day, reckoned once for all fields.

use crate::market_price::{MarketPrices, StatePrice, ToldPrice};
use crate::{Crop, District, PerCrop, State};
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

type ToldInDistrict = Box<PerCrop<Option<ToldPrice>>>;

/// Prices of the markets as they are told and reckoned with on a day.
#[derive(Debug)]
pub(super) struct SoldOnDay {
    day: Date,
    markets: Arc<MarketPrices>,
    usual: BTreeMap<State, PerCrop<Option<StatePrice>>>,
    /// What is told in each district, as far as it was asked for.
    told: Box<[OnceLock<ToldInDistrict>]>,
}

impl SoldOnDay {
    pub(super) fn on(day: Date, markets: Arc<MarketPrices>) -> Self {
        let of = |state| PerCrop::from_fn(|crop| markets.usual_of(state, crop, day));
        let usual = State::all().map(|state| (state, of(state))).collect();
        Self { day, usual, told: District::all().map(|_| OnceLock::new()).collect(), markets }
    }

    pub(super) fn markets(&self) -> &Arc<MarketPrices> {
        &self.markets
    }

    /// What a crop was sold for in a state in the last weeks. `None`: no price of it is known.
    pub(super) fn usual(&self, state: State, crop: Crop) -> Option<&StatePrice> {
        self.usual.get(&state)?[crop].as_ref()
    }

    /// What a crop is sold for near a district. `None`: no price of it is known.
    #[expect(clippy::indexing_slicing, reason = "there is one for each district")]
    pub(super) fn told(&self, district: District, crop: Crop) -> Option<&ToldPrice> {
        let told = || Box::new(PerCrop::from_fn(|crop| self.markets.told(district, crop, self.day)));
        self.told[district.index()].get_or_init(told)[crop].as_ref()
    }
}

//! What a farmer is told: the crops that are advised, and why others are not.

use super::DrawnCrop;
use super::field::FieldCrops;
use crate::budget::{Budget, Lacking, Paid, PoorYear};
use crate::calendar::{Harvest, Opening, Timing, days_between, month_price_index};
use crate::crop::YieldRange;
use crate::figures::Imports;
use crate::land::Origin;
use crate::market_price::ToldPrice;
use crate::rotation::Effect;
use crate::soil_fit::SoilFit;
use crate::usual_yield::YieldOf;
use crate::water::WaterNeed;
use crate::{Crop, Kilograms};
use jiff::civil::Date;

/// What a farmer is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advice {
    /// Up to three crops; the first is the advice. Empty: nothing suitable can be sown today.
    pub crops: Vec<AdvisedCrop>,
    /// India has enough of every suitable crop that can be sown.
    pub all_full: bool,
    /// The other crops that take at least 5 % of the season's land and can be sown, each with the reason why it is not
    /// shown, the largest first.
    pub not_shown: Vec<NotShown>,
    /// Suitable crops whose window opens within 60 days, the soonest first; without advice the next three, however
    /// far off.
    pub later: Vec<(Crop, Opening)>,
    /// Without advice, what stands in most fields of the district.
    pub standing: Option<FieldCrops>,
}

/// A crop that can be sown and is not shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotShown {
    /// The crop.
    pub crop: Crop,
    /// The part of the field crops' land of these days with the field's water that grows it, from 0 to 1.
    pub share_here: f64,
    /// Why.
    pub why: WhyNotShown,
    /// What the field's last crop means for it. `None`: nothing, or it is not told.
    pub after: Option<Effect>,
}

/// Why a crop that many grow is not shown to a farmer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNotShown {
    /// It misses more water than the field has.
    Water,
    /// It fails on the field's soil.
    Soil,
    /// It should not follow the field's last crop.
    LastCrop,
    /// No sugar mill of the state crushes.
    NoMill,
    /// India has enough of it.
    Full,
    /// Others are shown it, so that not all sow the same.
    OthersSow,
    /// The days in which most of it is sown are over.
    Late,
    /// It leaves a loss in every usual year, while another earns.
    Loses,
    /// Few of such land sow it, and most are shown another.
    AnotherFirst,
}

/// A crop that a farmer is advised to sow.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvisedCrop {
    /// What it is on the farmer's field.
    pub on_field: CropOnField,
    /// As it was drawn.
    pub drawn: DrawnCrop,
    /// Chance that a farmer with this land and these known crops is shown it first, from 0 to 1.
    pub chance: f64,
    /// What it is better at than the first crop. Empty for the first.
    pub better_at: Vec<BetterAt>,
}

/// What is to be known of a crop before it is sown on a farmer's field, advised or not.
#[derive(Clone, Debug, PartialEq)]
pub struct CropOnField {
    /// The crop.
    pub crop: Crop,
    /// The part of the field crops' land of these days with the field's water that grows it, from 0 to 1: of all that
    /// is sown in the open seasons, by crops outside the sixteen too.
    pub share_here: f64,
    /// Whose figures say which part of its land is watered. `None` where the field's water is not told.
    pub watered_of: Option<Origin>,
    /// Whether the farmer knows it.
    pub is_known: bool,
    /// The window that is open, else the next one.
    pub opening: Opening,
    /// When in the window the day is. `None`: it cannot be sown on the day.
    pub timing: Option<Timing>,
    /// When it is harvested if it is sown on the day, or on the first usual day of a window that is not open.
    pub harvest: Harvest,
    /// Demand, supply met and plans in India.
    pub market: MarketOfCrop,
    /// Arrivals of the harvest days in India, as a percentage of an even part of the year's demand. `None` without
    /// demand.
    pub month_fill_percent: Option<f64>,
    /// Usual price of the harvest's first month beside the year's, for crops that spoil.
    pub month_price_index: Option<f64>,
    /// What public buyers and mills pay.
    pub paid: Paid,
    /// What it is sold for near the field. `None`: no market tells.
    pub sold: Option<ToldPrice>,
    /// What four of five districts of the state harvest, or the crop's average range.
    pub yields: YieldRange,
    /// Which land the yields of the state are of. `None`: they are the crop's average range.
    pub yield_of: Option<YieldOf>,
    /// What a hectare leaves, or what is lacking to say it.
    pub leaves: Result<Leaves, Lacking>,
    /// What it needs of water. `None` where no figure is known.
    pub need: Option<WaterNeed>,
    /// As [`Sowable::soil_fit`](super::Sowable::soil_fit).
    pub soil_fit: Option<SoilFit>,
    /// As [`Sowable::after`](super::Sowable::after).
    pub after: Option<Effect>,
}

impl CropOnField {
    /// How much higher the price usually is in the month of the harvest than in that of the newest price, percent;
    /// negative: lower. `None` where either is not known.
    pub fn harvest_price_change_percent(&self) -> Option<f64> {
        let index = |day: Date| month_price_index(self.crop, day.month());
        let change = index(self.harvest.from)? / index(self.sold.as_ref()?.last_day)? - 1.0;
        Some(change * 100.0)
    }
}

/// What a hectare leaves, rupees, at the price of the expected supply.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaves {
    /// What it is reckoned from.
    pub budget: Budget,
    /// Price at the farm, rupees per quintal.
    pub price: f64,
    /// In six of ten years, from and to.
    pub usual_year: (f64, f64),
    /// In a poor year.
    pub poor_year: PoorYear,
    /// Of ten years, in how many it leaves a loss by its yield. `None` where years are not known.
    pub loss_years: Option<u8>,
    /// What a usual hectare leaves, as a part of the mean of what is grown on such land. `None` where that mean is a
    /// loss.
    pub of_mean: Option<f64>,
}

/// What an alternative is better at than the first crop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetterAt {
    /// It misses at least one watering less.
    LessWater,
    /// The farmer knows it, and not the first.
    Known,
    /// More of it is needed, by more than the errors of the figures.
    MoreNeeded,
    /// It is harvested at least ten days earlier.
    Sooner,
}

/// Demand and supply of a crop in India.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MarketOfCrop {
    /// Demand.
    pub demand: Kilograms,
    /// Supply met.
    pub met: Kilograms,
    /// Expected yield of plans.
    pub planned: Kilograms,
    /// What comes in from abroad. `None`: nothing that matters to the price.
    pub imports: Option<Imports>,
    /// Error of what is met, percent of it: one standard deviation.
    pub error_percent: u8,
    /// What is left of the demand beside what is met, planned and usually imported, percent of it. Negative: surplus.
    pub need_open_percent: f64,
    /// Projected: supply met and plans if all who are shown a crop first sow it, percent of the demand. It is less than
    /// what is met where they leave a crop.
    pub filled_if_all_follow_percent: f64,
}

impl MarketOfCrop {
    /// What would be met with the usual imports, percent of the demand. `None` where they do not hold the price.
    pub fn with_imports_percent(&self) -> Option<f64> {
        let imports = self.imports?;
        (self.demand.0 > 0).then(|| (self.met + imports.usual).tonnes() * 100.0 / self.demand.tonnes())
    }
}

impl AdvisedCrop {
    /// What it is better at than another crop.
    pub(super) fn better_than(&self, first: &Self) -> Vec<BetterAt> {
        let (own, first) = (&self.on_field, &first.on_field);
        let waterings = |crop: &CropOnField| crop.need.map_or(0, |need| need.waterings().1);
        let need = |crop: &CropOnField| crop.market.need_open_percent;
        let error = f64::from(own.market.error_percent.max(first.market.error_percent));
        [
            (waterings(own) < waterings(first), BetterAt::LessWater),
            (own.is_known && !first.is_known, BetterAt::Known),
            (need(own) > need(first) + error, BetterAt::MoreNeeded),
            (days_between(own.harvest.from, first.harvest.from) >= 10, BetterAt::Sooner),
        ]
        .into_iter()
        .filter_map(|(is_better, at)| is_better.then_some(at))
        .collect()
    }
}

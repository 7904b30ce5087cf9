//! What is simulated: a way of advising, and how farmers and records behave.

use grow_domain::advice::Settings;
use std::fmt;
use std::str::FromStr;

/// A way of advising farmers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// No advice: all farmers go on by habit.
    Habit,
    /// The suitable crop with the highest open need, as a ranking shows it.
    Need,
    /// The crop with the largest share of land like the farmer's.
    Suited,
    /// A crop drawn in proportion to its share.
    Share,
    /// A crop drawn by crowding prices: the advice of Grow.
    Prices,
}

impl Policy {
    /// All policies, the advice of Grow last.
    pub const ALL: [Self; 5] = [Self::Habit, Self::Need, Self::Suited, Self::Share, Self::Prices];

    /// Whether it depends on the figures of demand and supply.
    pub fn reads_figures(self) -> bool {
        matches!(self, Self::Need | Self::Prices)
    }

    /// Key in tables: `prices`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Habit => "habit",
            Self::Need => "need",
            Self::Suited => "suited",
            Self::Share => "share",
            Self::Prices => "prices",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Policy {
    type Err = &'static str;

    fn from_str(key: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|policy| policy.key() == key).ok_or("no policy has this name")
    }
}

/// Whose harvests of the last three years the usual supply is the mean of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Usual {
    /// Land that does not follow advice, brought to all land.
    Others,
    /// Land that is not recorded in Grow, brought to all land. Followers who record nothing are in it.
    Unrecorded,
    /// All land.
    All,
}

/// Which demand the figures give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// The trend of the year, without its shake.
    Trend,
    /// The mean of the last three years.
    Past,
}

/// How the demand of the crops moves from year to year, beside its shake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Walk {
    /// At random, but for crops whose balance is not known.
    Random,
    /// At random, and that of crops whose balance is not known as well, which nobody sees.
    RandomUnseen,
    /// By a steady trend, but for crops whose balance is not known.
    Steady,
}

/// A scenario of the simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// The way of advising.
    pub policy: Policy,
    /// Part of the land in every district whose farmers follow advice, from 0 to 1.
    pub adoption: f64,
    /// Part of the followers' land that is recorded in Grow, from 0 to 1.
    pub recorded: f64,
    /// Part of the recorded land whose record names another crop that suits the district.
    pub false_records: f64,
    /// Seed of weather, demand, figures and misjudgements. The same seed gives every policy the same fates.
    pub seed: u64,
    /// Number of years, of three seasons each.
    pub years: usize,
    /// Standard deviation of the lasting error of the demand figures, percent.
    pub figures_error: f64,
    /// Part of the followers who sow by the public list, highest need first, instead of the advice.
    pub by_list: f64,
    /// Part of the followers' land that is sown by habit all the same: farmers grow their food first.
    pub own_food: f64,
    /// Whether a crop that is full is never advised while another suits: the gate of earlier releases.
    pub has_gate: bool,
    /// Settings of the crowding prices.
    pub settings: Settings,
    /// Whether crowding prices are told what the land still to come would bring unadvised. Otherwise it counts as
    /// supply that comes in any case.
    pub displaced_is_known: bool,
    /// What the usual supply is.
    pub usual: Usual,
    /// What the demand figure is.
    pub demand: Demand,
    /// How demand moves from year to year.
    pub walk: Walk,
    /// Factor by which Grow misjudges the land that follows.
    pub misjudged: f64,
    /// Whether a record counts with the middle of the crop's yield range, as in the product, or with the usual yield.
    pub yields_of_range: bool,
}

impl Scenario {
    /// A scenario as the bars judge it, with figures that are right: a tenth of the records is false.
    pub fn new(policy: Policy, adoption: f64, recorded: f64, seed: u64) -> Self {
        Self {
            policy,
            adoption,
            recorded,
            false_records: 0.1,
            seed,
            years: 20,
            figures_error: 0.0,
            by_list: 0.0,
            own_food: 0.0,
            has_gate: false,
            settings: Settings::default(),
            displaced_is_known: true,
            usual: Usual::Others,
            demand: Demand::Trend,
            walk: Walk::Random,
            misjudged: 1.0,
            yields_of_range: false,
        }
    }
}

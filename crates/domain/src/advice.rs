//! What to sow now, without making a glut: crowding prices, chances, and the draw of a farmer's crops.
//!
//! If all farmers were shown the crop with the highest need, they would sow it together. So each crop has a price of
//! crowding ([`prices`]), and a farmer is shown three crops that are drawn ([`draw`]) by chances ([`chances`]):
//!
//! `p(f, c)` is proportional to `(q(f, c) k(f, c))^b g(f, c) exp(-price(c))`
//!
//! where `q` is the share of crop `c` on land like farmer `f`'s, `k` is 2 for a crop that the farmer knows, `g` is near
//! 0 for a crop that leaves far less than what neighbours grow ([`own_good`]), and the prices are such that the
//! expected supply of each crop meets its demand, as far as the figures can be trusted. docs/ADVICE.md shows by
//! simulation what this does, and what else was tried.
//!
//! Everything here is a pure function of its inputs: the same inputs give the same prices, chances and crops on every
//! machine. Logarithms and powers come from `libm` for this reason.

mod bins;
mod draw;
mod field;
mod first;
mod kept;
mod land_of_day;
mod own_good;
mod prices;
mod settings;
mod sold;
mod today;
mod told;

pub use bins::{BINS, ByBin, HarvestBins, PERISHABLES};
pub use draw::{Chances, DrawnCrop, Land, Lot, SHOWN, chances, draw, draw_first, shown};
pub use field::{Field, FieldCrops, HeldBack, Sowable};
pub use kept::{Cell, DrawnFor, KeptDraw};
pub use land_of_day::LandOfDay;
pub use own_good::{OwnGood, Returns};
pub use prices::{BinMarket, Group, Market, Prices, prices};
pub use settings::{Settings, Stiffness};
pub use today::{Farmers, FarmersLand, Situation, Today};
pub use told::{Advice, AdvisedCrop, BetterAt, CropOnField, Leaves, MarketOfCrop, NotShown, WhyNotShown};

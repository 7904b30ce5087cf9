//! The demand overviews of India and of each state: cached in memory and pushed to streams at every change.

mod overview;
mod region;
mod states;
mod stream;

pub(crate) use overview::{CropDemand, DemandOverview, Overview, RowBasis};
pub(crate) use region::{LONGEST_READ, Live};
pub(crate) use states::States;
pub(crate) use stream::events;

//! When crops are sown and harvested (`data/crop_calendar.csv`): windows of sowing by state, by districts where a state
//! is not one, and harvests by the day of sowing. Days are civil days in India.

mod arrivals;
mod harvest;
mod month_prices;
mod place;
mod table;
mod ten_days;
mod window;

pub use arrivals::{Arriving, Pattern, SownPart, arrivals, usual_pattern, wanted_pattern};
pub use harvest::{Harvest, Maturity, days_between, harvest};
pub use month_prices::month_price_index;
pub use place::{Calendar, calendar, calendar_of, intention_ends, nearest_calendar, season_of};
pub use ten_days::TenDays;
pub use window::{Confidence, MonthDay, Opening, Span, Timing, Window};

#[cfg(test)]
mod tests;

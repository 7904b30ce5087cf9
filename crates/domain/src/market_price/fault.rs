//! Why a file of prices is refused, and why a row of it is left out.

use super::quote::HIGHEST;
use crate::{Crop, Region, figures};
use jiff::civil::Date;

/// A line for which a file of prices is refused.
pub type Refusal = figures::Refusal<Fault>;

/// Why a file is refused, with what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Fault {
    #[error("the file is empty; download the day's file again")]
    Empty,
    #[error(transparent)]
    Text(#[from] figures::Fault),
    #[error(
        "the first line lacks {missing}; it must name the columns State, District, Market, Commodity, Variety, Grade, \
         Arrival_Date, Min_Price, Max_Price and Modal_Price, in any order, and is `{found}`"
    )]
    Header { missing: String, found: String },
    #[error("the first line names {0} twice, so it is unclear which column holds it; take one of them out")]
    TwiceNamed(&'static str),
    #[error("there are no rows below the first line; download the day's file again")]
    NoRows,
    #[error(
        "a quotation mark is not closed on this line, so where its columns end is unclear and rows may be lost; \
         download the file again"
    )]
    OpenQuote,
    #[error(
        "the last line breaks off, so the file is only a part and the rows after it are missing; download the file \
         again"
    )]
    BrokenOff,
    #[error(
        "the last line has no end, and its prices contradict each other, so it seems to break off; download the file \
         again, or end the line if the file is whole"
    )]
    CutPrice,
    #[error(
        "Arrival_Date `{0}` has the month first, so other days of the file would be read wrongly; write days as \
         27/11/2026, 27-11-2026 or 2026-11-27"
    )]
    MonthFirst(String),
    #[error(
        "none of the rows, {rows} in all, is of one of the sixteen crops; the first is of `{first}`; download the file \
         of all commodities, and see data/market_commodities.csv for the names that are known"
    )]
    NoCrop { rows: usize, first: String },
    #[error(
        "{left_out} of {rows} rows cannot be taken, without those of other commodities, so the file is not what it \
         should be; the first is on this line: {first}; mend the file or download it again"
    )]
    MostLeftOut { left_out: usize, rows: usize, first: Slip },
}

/// Why a row is left out while the file is taken, with what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Slip {
    #[error(
        "{expected} columns are expected, as in the first line, and there are {found}; put a name that holds a comma \
         in quotation marks"
    )]
    Columns { expected: usize, found: usize },
    #[error("`{0}` is no state or union territory of India; write its name, such as Tamil Nadu")]
    State(String),
    #[error("`{0}` is no name of a market; write its name")]
    Market(String),
    #[error("Arrival_Date `{0}` is no day; write it as 27/11/2026, 27-11-2026 or 2026-11-27")]
    Day(String),
    #[error("Arrival_Date {day} is after today, {today}; write the day of the sale")]
    Future { day: Date, today: Date },
    #[error("Arrival_Date {day} is before {first}; prices are kept for three years, so older rows may be taken out")]
    TooOld { day: Date, first: Date },
    #[error("the price's unit `{0}` is not rupees per quintal; take the row out, or bring the price to a quintal")]
    Unit(String),
    #[error("{column} `{text}` is no price; write whole rupees per quintal, such as 2150")]
    Price { column: &'static str, text: String },
    #[error("{column} `{text}` is 0 or less; ask the market for the price, or take the row out")]
    NotPositive { column: &'static str, text: String },
    #[error("{column} `{text}` is above {HIGHEST} rupees per quintal; check the unit")]
    TooHigh { column: &'static str, text: String },
    #[error("Min_Price {min} is above Max_Price {max}; ask the market which is which")]
    MinAboveMax { min: u32, max: u32 },
    #[error("Modal_Price {modal} is not between Min_Price {min} and Max_Price {max}; ask the market for it")]
    ModalOutside { min: u32, max: u32, modal: u32 },
    #[error(
        "{} is told for {price}, five times or a fifth of the usual {usual} of other markets of {region}; check that it \
         is rupees per quintal; if it is true, no farmer counts on it",
        crop.table_name()
    )]
    FarFromNeighbours { crop: Crop, price: u32, usual: f64, region: Region },
}

/// A row that is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Line number from 1.
    pub line: usize,
    /// Why.
    pub slip: Slip,
}

//! Why an operator's file of figures is refused.

use crate::quantity::NotDecimal;
use crate::{Crop, CropYear, Region};
use jiff::civil::Date;

/// Maximum length of a text, in characters.
pub(super) const MAX_TEXT: usize = 500;

/// The first line of a file of demand figures, after its comments: the columns that every file has.
pub const HEADER: &str = "region,crop,crop_year,demand_tonnes,domestic_tonnes,exported_tonnes,usual_supply_tonnes,\
                          usual_land_ha,years,as_of,source,confidence";

/// The columns that may follow. A file may end after any of them; one that is missing is empty.
pub const FURTHER_COLUMNS: &str = "error_percent,imported_tonnes,duty_percent,duty_as_of,import_price_percent";

/// A line for which an operator's file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Refusal<F = Fault> {
    /// Line number from 1; comments and empty lines count.
    pub line: usize,
    /// Description of the fault.
    pub fault: F,
}

/// A fault in a line, with what is expected instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Fault {
    #[error("the file is empty; its first line must be `{HEADER}`")]
    Empty,
    #[error("the first line must be `{HEADER}`, and may go on with `,{FURTHER_COLUMNS}`; it is `{0}`")]
    Header(String),
    #[error("there are no figures; write one line for each crop below the header")]
    NoFigures,
    #[error("a quotation mark is not closed on this line; write each figure on one line, and a quotation mark as two")]
    OpenQuote,
    #[error(
        "{expected} columns are expected, as in the header, and there are {found}; put a text that holds a comma in \
         quotation marks"
    )]
    Columns { expected: usize, found: usize },
    #[error("`{0}` is no region with figures; write `IN` for India, or a state's code such as `IN-TN`")]
    Region(String),
    #[error("`{0}` is none of the sixteen crops; write a crop's key or name, such as `redGram` or `RED GRAM`")]
    Crop(String),
    #[error("`{0}` is no crop year; write its first calendar year with four digits, such as `2026`")]
    CropYear(String),
    #[error("{column} `{text}` {reason}; write tonnes in digits with at most three decimals, such as `1234.5`")]
    Tonnes { column: &'static str, text: String, reason: NotDecimal },
    #[error("{0} is negative; write 0 or more tonnes")]
    Negative(&'static str),
    #[error("{0} is more than 10000000000 tonnes; check the unit")]
    TooLarge(&'static str),
    #[error(
        "demand_tonnes is {demand} and its parts, domestic_tonnes and exported_tonnes, sum to {parts}; mend one of them"
    )]
    Sum { demand: String, parts: String },
    #[error(
        "demand_tonnes is {demand} and usual_supply_tonnes is {usual}; without domestic_tonnes and exported_tonnes no \
         balance is known, and demand is the usual supply"
    )]
    NoBalance { demand: String, usual: String },
    #[error("{0} is empty and the other part is not; give both, or neither where no balance is known")]
    OnePart(&'static str),
    #[error("usual_land_ha `{text}` {reason}; write hectares in digits, such as `1234.5`, or nothing")]
    Hectares { text: String, reason: NotDecimal },
    #[error("usual_land_ha is not above 0; write the hectares of a usual year, or nothing")]
    NoLand,
    #[error("{column} `{text}` is more than the land of {region}, {most} ha; check the unit")]
    TooMuchLand { column: &'static str, text: String, region: Region, most: i64 },
    #[error("{column} `{text}` is no day; write it as 2026-11-23")]
    Day { column: &'static str, text: String },
    #[error("{column} {day} is after today, {today}; write the day on which it was known")]
    Future { column: &'static str, day: Date, today: Date },
    #[error("crop year {crop_year} is none of {first} to {last}: the last two, this and the next; check it")]
    FarYear { crop_year: CropYear, first: i16, last: i16 },
    #[error(
        "the columns are separated by {0}; save the file with commas between them, as 'CSV UTF-8', and with points in \
         the numbers"
    )]
    Separator(&'static str),
    #[error("{0} is empty; a figure needs it")]
    Missing(&'static str),
    #[error("{0} is longer than {MAX_TEXT} characters; shorten it")]
    TooLong(&'static str),
    #[error("{0} holds a control character; write plain text")]
    ControlCharacter(&'static str),
    #[error(
        "{column} `{text}` is no whole percent from {least} to {most}; write digits alone, such as `9`, or nothing"
    )]
    Percent { column: &'static str, text: String, least: u16, most: u16 },
    #[error("duty_percent `{0}` is no percent from 0 to 500 with at most one decimal; write it as `10` or `5.5`")]
    Duty(String),
    #[error("imported_tonnes is 0; write the tonnes of a usual year, or nothing here and in the columns after it")]
    NoImports,
    #[error("{0} is empty and imported_tonnes is not; imports need their duty and its day, `0` where there is no duty")]
    ImportsWithout(&'static str),
    #[error("{0} is not empty and imported_tonnes is; write the imports of a usual year, or nothing in both")]
    WithoutImports(&'static str),
    #[error("imported_tonnes is given for a state; imports are India's, so leave it and the columns after it empty")]
    ImportsOfState,
    #[error("{crop} has a figure for {region} {crop_year} on line {first} already; keep one of the two")]
    Duplicate { region: Region, crop: Crop, crop_year: CropYear, first: usize },
}

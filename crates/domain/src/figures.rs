//! The operator's demand figures: one for each region, crop and crop year.

mod fault;
pub(crate) mod line;
mod reference;

pub use fault::{FURTHER_COLUMNS, Fault, HEADER, Refusal};
pub use reference::{Bringing, Origin, reference};

use crate::keyed::keyed;
use crate::quantity::{NotDecimal, fixed_point};
use crate::{Crop, CropYear, Kilograms, Region, SquareMetres};
use jiff::civil::Date;
use line::{plain, shown};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Demand and outside supply of a crop in a region, from a crop year on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandFigure {
    /// Region.
    pub region: Region,
    /// Crop.
    pub crop: Crop,
    /// First crop year that the figure holds for. It holds until a later figure replaces it.
    pub crop_year: CropYear,
    /// Domestic use and exports of one crop year. `None` where no balance of supply and use is known: demand is then
    /// the usual supply.
    pub balance: Option<Balance>,
    /// What all growers bring in a usual crop year.
    pub usual_supply: Kilograms,
    /// Land under the crop in a usual year. `None`: that of the reference table.
    pub usual_land: Option<SquareMetres>,
    /// Years of observation: `2022-23 to 2024-25`.
    pub years: String,
    /// Day on which the figure was compiled.
    pub as_of: Date,
    /// Source of the figure.
    pub source: String,
    /// The compiler's confidence in the figure, and why: its first word is read by [`Confidence::of`].
    pub confidence: String,
    /// One standard deviation of what is met, percent of it.
    pub error_percent: u8,
    /// What comes in from abroad. `None`: nothing that matters to the price, or not known.
    pub imports: Option<Imports>,
}

/// What is wanted of India's growers in one crop year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Use in the region.
    pub domestic: Kilograms,
    /// Usual exports.
    pub exported: Kilograms,
}

/// What comes in from abroad in a usual year, and on what terms. It is never part of the supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imports {
    /// Imports of a usual year.
    pub usual: Kilograms,
    /// Import duty, tenths of a percent of the value.
    pub duty_permille: u16,
    /// Day on which this duty was known to hold.
    pub duty_as_of: Date,
    /// Landed price of the latest year, before port costs and inland freight, in percent of the support price.
    pub price_percent: Option<u16>,
}

/// How far a figure is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// A part is missing, old or judged; or nothing is said.
    Low,
    /// Official production, with trade as customs or the press reported it.
    Medium,
    /// An official balance of supply and use.
    High,
}

keyed!(Confidence { Low = "low", Medium = "medium", High = "high" });

impl Confidence {
    /// Reads the first word of a text: `medium; trade by the press`. Without such a word it is low.
    ///
    /// Migration 0014 reads stored texts in the same way.
    pub fn of(text: &str) -> Self {
        let starts = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        match text {
            _ if starts("high") => Self::High,
            _ if starts("medium") => Self::Medium,
            _ => Self::Low,
        }
    }

    /// The error of a figure that names none: one standard deviation, percent.
    pub fn error_percent(self) -> u8 {
        match self {
            Self::High => 3,
            Self::Medium => 7,
            Self::Low => 15,
        }
    }
}

impl DemandFigure {
    /// Domestic use and exports; the usual supply where no balance is known.
    pub fn demand(&self) -> Kilograms {
        self.balance.map_or(self.usual_supply, |Balance { domestic, exported }| domestic + exported)
    }
}

/// Largest valid figure, ten thousand million tonnes. It exceeds the world's total harvest of all crops.
pub const MAX: Kilograms = Kilograms(10_000_000_000_000);

/// Parses a file of demand figures: CSV with [`HEADER`] and any first of [`FURTHER_COLUMNS`], one figure a line. Lines
/// that start with `#` are comments. No day is after today, and crop years are the last two, this and the next.
///
/// A single faulty line rejects the file. The error lists every faulty line.
pub fn parse(text: &str, today: Date) -> Result<Vec<DemandFigure>, Vec<Refusal>> {
    read(text, |figure| timely(figure, today))
}

/// Parses a file, and refuses the figures for which `check` has a fault.
fn read(text: &str, check: impl Fn(&DemandFigure) -> Result<(), Fault>) -> Result<Vec<DemandFigure>, Vec<Refusal>> {
    let mut lines = line::lines(text);
    let Some((line, header)) = lines.next() else {
        return Err(vec![Refusal { line: 1, fault: Fault::Empty }]);
    };
    let names = line::names(header).map_err(|fault| vec![Refusal { line, fault }])?;
    if !is_header(&names) {
        return Err(vec![Refusal { line, fault: Fault::Header(shown(header)) }]);
    }

    let mut figures = Vec::new();
    let mut refusals = Vec::new();
    let mut lines_seen = HashMap::new();
    for (line, text) in lines {
        let figure = figure(text, names.len()).and_then(|figure| check(&figure).map(|()| figure));
        match figure.and_then(|figure| only_one(figure, line, &mut lines_seen)) {
            Ok(figure) => figures.push(figure),
            Err(fault) => refusals.push(Refusal { line, fault }),
        }
    }
    if figures.is_empty() && refusals.is_empty() {
        refusals.push(Refusal { line, fault: Fault::NoFigures });
    }
    if refusals.is_empty() { Ok(figures) } else { Err(refusals) }
}

/// Refuses days after today, and crop years that are far off.
fn timely(figure: &DemandFigure, today: Date) -> Result<(), Fault> {
    let days = [Some(("as_of", figure.as_of)), figure.imports.map(|imports| ("duty_as_of", imports.duty_as_of))];
    if let Some((column, day)) = days.into_iter().flatten().find(|(_, day)| *day > today) {
        return Err(Fault::Future { column, day, today });
    }
    line::near(figure.crop_year, today)
}

/// Finds the figure for a crop in a region and crop year: the figure of that year, or of the latest year before it.
pub fn in_force(figures: &[DemandFigure], region: Region, crop: Crop, crop_year: CropYear) -> Option<&DemandFigure> {
    figures
        .iter()
        .filter(|figure| figure.region == region && figure.crop == crop && figure.crop_year <= crop_year)
        .max_by_key(|figure| figure.crop_year)
}

fn is_header(names: &csv::StringRecord) -> bool {
    let known = HEADER.split(',').chain(FURTHER_COLUMNS.split(',')).take(names.len());
    names.len() >= HEADER.split(',').count() && names.iter().eq(known)
}

fn figure(line: &str, expected: usize) -> Result<DemandFigure, Fault> {
    let columns = line::cells(line, expected)?;
    if columns.len() != expected {
        return Err(Fault::Columns { expected, found: columns.len() });
    }
    let column = |at: usize| columns.get(at).unwrap_or_default().trim();
    let [region, crop, crop_year, demand, domestic, exported, usual_supply, usual_land] = std::array::from_fn(column);
    let [years, as_of, source, confidence, error, imported, duty, duty_as_of, price] =
        std::array::from_fn(|at| column(at + 8));
    let confidence = plain("confidence", confidence)?;
    let region = region.parse().map_err(|_| Fault::Region(shown(region)))?;
    let figure = DemandFigure {
        region,
        crop: crop.parse().map_err(|_| Fault::Crop(shown(crop)))?,
        crop_year: crop_year
            .parse()
            .ok()
            .and_then(CropYear::from_first_year)
            .ok_or_else(|| Fault::CropYear(shown(crop_year)))?,
        balance: balance(domestic, exported)?,
        usual_supply: tonnes("usual_supply_tonnes", usual_supply)?,
        usual_land: if usual_land.is_empty() { None } else { Some(hectares(region, usual_land)?) },
        years: plain("years", years)?,
        as_of: day("as_of", as_of)?,
        source: plain("source", source)?,
        error_percent: match error {
            "" => Confidence::of(&confidence).error_percent(),
            error => whole_percent("error_percent", error, 1, 100)?,
        },
        confidence,
        imports: imports(imported, duty, duty_as_of, price)?,
    };
    if figure.imports.is_some() && figure.region != Region::India {
        return Err(Fault::ImportsOfState);
    }
    let stated = tonnes("demand_tonnes", demand)?;
    match figure.balance {
        Some(_) if stated != figure.demand() => {
            Err(Fault::Sum { demand: shown(demand), parts: figure.demand().tonnes().to_string() })
        }
        None if stated != figure.demand() => {
            Err(Fault::NoBalance { demand: shown(demand), usual: shown(usual_supply) })
        }
        _ => Ok(figure),
    }
}

/// Parses usual imports with their duty and price. All empty: none are known.
fn imports(imported: &str, duty: &str, duty_as_of: &str, price: &str) -> Result<Option<Imports>, Fault> {
    let terms = [("duty_percent", duty), ("duty_as_of", duty_as_of), ("import_price_percent", price)];
    if imported.is_empty() {
        let stray = terms.iter().find(|(_, text)| !text.is_empty());
        return stray.map_or(Ok(None), |(column, _)| Err(Fault::WithoutImports(column)));
    }
    if let Some((column, _)) = terms[..2].iter().find(|(_, text)| text.is_empty()) {
        return Err(Fault::ImportsWithout(column));
    }
    let usual = tonnes("imported_tonnes", imported)?;
    if usual == Kilograms(0) {
        return Err(Fault::NoImports);
    }
    Ok(Some(Imports {
        usual,
        duty_permille: permille(duty).ok_or_else(|| Fault::Duty(shown(duty)))?,
        duty_as_of: day("duty_as_of", duty_as_of)?,
        price_percent: match price {
            "" => None,
            price => Some(whole_percent("import_price_percent", price, 1, 1000)?),
        },
    }))
}

/// Parses a percent with at most one decimal as tenths.
fn permille(text: &str) -> Option<u16> {
    const MOST: u16 = 5000;
    u16::try_from(fixed_point(text, 1).ok()?).ok().filter(|permille| *permille <= MOST)
}

fn whole_percent<T: TryFrom<u16>>(column: &'static str, text: &str, least: u16, most: u16) -> Result<T, Fault> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    digits
        .filter(|percent| (least..=most).contains(percent))
        .and_then(|percent| T::try_from(percent).ok())
        .ok_or_else(|| Fault::Percent { column, text: shown(text), least, most })
}

fn day(column: &'static str, text: &str) -> Result<Date, Fault> {
    line::day(text).ok_or_else(|| Fault::Day { column, text: shown(text) })
}

/// Parses domestic use and exports. Both empty: no balance is known.
fn balance(domestic: &str, exported: &str) -> Result<Option<Balance>, Fault> {
    match (domestic.is_empty(), exported.is_empty()) {
        (true, true) => Ok(None),
        (true, false) => Err(Fault::OnePart("domestic_tonnes")),
        (false, true) => Err(Fault::OnePart("exported_tonnes")),
        (false, false) => Ok(Some(Balance {
            domestic: tonnes("domestic_tonnes", domestic)?,
            exported: tonnes("exported_tonnes", exported)?,
        })),
    }
}

fn hectares(region: Region, text: &str) -> Result<SquareMetres, Fault> {
    let area = match fixed_point(text, 4) {
        Ok(..=0) => return Err(Fault::NoLand),
        Ok(area) => SquareMetres(area),
        Err(NotDecimal::TooLarge) => SquareMetres(i64::MAX),
        Err(reason) => return Err(Fault::Hectares { text: shown(text), reason }),
    };
    line::within(region, "usual_land_ha", text, area)?;
    Ok(area)
}

fn tonnes(column: &'static str, text: &str) -> Result<Kilograms, Fault> {
    let weight = match Kilograms::from_tonnes(text) {
        Ok(weight) => weight,
        Err(NotDecimal::TooLarge) => return Err(Fault::TooLarge(column)),
        Err(reason) => return Err(Fault::Tonnes { column, text: shown(text), reason }),
    };
    match weight {
        negative if negative < Kilograms(0) => Err(Fault::Negative(column)),
        large if large > MAX => Err(Fault::TooLarge(column)),
        weight => Ok(weight),
    }
}

fn only_one(
    figure: DemandFigure,
    line: usize,
    lines_seen: &mut HashMap<(Region, Crop, CropYear), usize>,
) -> Result<DemandFigure, Fault> {
    let DemandFigure { region, crop, crop_year, .. } = figure;
    match lines_seen.entry((region, crop, crop_year)) {
        Entry::Vacant(unseen) => {
            unseen.insert(line);
            Ok(figure)
        }
        Entry::Occupied(seen) => Err(Fault::Duplicate { region, crop, crop_year, first: *seen.get() }),
    }
}

#[cfg(test)]
mod tests;

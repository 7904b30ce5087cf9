//! The daily file of Agmarknet: CSV, in the columns and spellings in which its portals and their copies print it.

use super::commodity::{crop_of, folded};
use super::day::kept_from;
use super::fault::{Fault, LeftOut, Refusal, Slip};
use super::market::Market;
use super::quote::{HIGHEST, Prices};
use crate::figures;
use crate::figures::line::{self, shown};
use crate::gazetteer;
use crate::quantity::{NotDecimal, divide_half_up, fixed_point};
use crate::{Crop, District, State};
use csv::StringRecord;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// A file of prices that was read.
#[derive(Clone, Debug)]
pub struct PriceFile {
    /// The rows of the sixteen crops that are taken.
    pub(super) rows: Vec<Row>,
    /// Rows of other commodities.
    pub of_others: usize,
    /// Rows of the sixteen crops that repeat an earlier one word for word.
    pub repeated: usize,
    /// Rows of the sixteen crops that are left out, and rows with too many or too few columns, by line.
    pub left_out: Vec<LeftOut>,
    /// The districts that Grow does not know, as they are written, with the number of their markets. These count for
    /// their state alone.
    pub unknown_districts: BTreeMap<(State, String), usize>,
}

/// A row of the file: a variety and grade of a crop at a market on a day.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) day: Date,
    pub(super) market: Arc<Market>,
    pub(super) crop: Crop,
    pub(super) prices: Prices,
}

impl PriceFile {
    /// All rows that were read.
    pub fn row_count(&self) -> usize {
        self.rows.len() + self.of_others + self.repeated + self.left_out.len()
    }

    /// The rows that are taken, by day.
    pub fn days(&self) -> BTreeMap<Date, usize> {
        let mut days = BTreeMap::new();
        for row in &self.rows {
            *days.entry(row.day).or_default() += 1;
        }
        days
    }
}

/// Parses a daily file of Agmarknet. Refuses one that is damaged, that is only a part, or of which most rows of the
/// sixteen crops cannot be taken. Rows are left out that cannot be true.
pub fn parse(text: &str, today: Date) -> Result<PriceFile, Vec<Refusal>> {
    let mut lines = line::lines(text).peekable();
    let refuse = |line, fault| vec![Refusal { line, fault }];
    let (line, columns) = header(&mut lines)?;
    if lines.peek().is_none() {
        return Err(refuse(line, Fault::NoRows));
    }
    let is_ended = text.ends_with(['\n', '\r']);
    let mut reading = Reading::new(today);
    while let Some((line, text)) = lines.next() {
        let end = match lines.peek() {
            Some(_) => End::Follows,
            None if is_ended => End::Last,
            None => End::Unended,
        };
        reading.take(line, text, &columns, end).map_err(|fault| refuse(line, fault))?;
    }
    reading.finish(line)
}

/// Lines among which the names of the columns are looked for: some downloads have a title above them.
const FIRST_LINES: usize = 6;

/// Reads up to the names of the columns. Without them, the first line is refused.
fn header<'t>(lines: &mut impl Iterator<Item = (usize, &'t str)>) -> Result<(usize, Columns), Vec<Refusal>> {
    let mut refusal = None;
    for (line, text) in lines.take(FIRST_LINES) {
        match Columns::of(text) {
            Ok(columns) => return Ok((line, columns)),
            Err(fault) => refusal = refusal.or(Some(Refusal { line, fault })),
        }
    }
    Err(vec![refusal.unwrap_or(Refusal { line: 1, fault: Fault::Empty })])
}

/// Whether a line is the last one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Follows,
    Last,
    /// The file does not end with the end of the line, so that it may have been cut off within.
    Unended,
}

/// The columns of a file by their places.
struct Columns {
    count: usize,
    state: usize,
    district: usize,
    market: usize,
    commodity: usize,
    variety: Option<usize>,
    day: usize,
    prices: [usize; 3],
    unit: Option<usize>,
}

/// The names of the three prices.
const PRICES: [&str; 3] = ["Min_Price", "Max_Price", "Modal_Price"];

impl Columns {
    fn of(header: &str) -> Result<Self, Fault> {
        let names = line::names(header)?;
        let names: Vec<_> = names.iter().map(column_name).collect();
        let place = |name: &'static str, others: &[&str]| {
            let wanted = folded(name);
            let is_it = |found: &&String| **found == wanted || others.contains(&found.as_str());
            let mut places = names.iter().enumerate().filter(|(_, found)| is_it(found)).map(|(place, _)| place);
            match (places.next(), places.next()) {
                (_, Some(_)) => Err(Fault::TwiceNamed(name)),
                (place, None) => Ok(place),
            }
        };
        let mut missing = Vec::new();
        let mut needed = |name: &'static str, others: &[&str]| {
            let found = place(name, others)?;
            missing.extend(Some(name).filter(|_| found.is_none()));
            Ok::<_, Fault>(found.unwrap_or_default())
        };
        let [min, max, modal] = PRICES;
        let columns = Self {
            count: names.len(),
            state: needed("State", &["statename", "stateut"])?,
            district: needed("District", &["districtname"])?,
            market: needed("Market", &["marketname"])?,
            commodity: needed("Commodity", &["commodityname"])?,
            variety: place("Variety", &[])?,
            day: needed("Arrival_Date", &["pricedate", "reporteddate", "date"])?,
            prices: [needed(min, &["minimumprice"])?, needed(max, &["maximumprice"])?, needed(modal, &[])?],
            unit: place("Price_Unit", &[])?,
        };
        if missing.is_empty() {
            Ok(columns)
        } else {
            Err(Fault::Header { missing: missing.join(", "), found: shown(header) })
        }
    }

    /// The text of a column of a row.
    fn text(row: &StringRecord, place: usize) -> &str {
        row.get(place).unwrap_or_default().trim()
    }
}

/// A column's name as it is compared. Some copies write a blank as `_x0020_`, and the unit behind the name.
fn column_name(name: &str) -> String {
    let name = folded(&name.to_lowercase().replace("_x0020_", ""));
    name.strip_suffix("rsquintal").map(str::to_owned).unwrap_or(name)
}

/// The state and the district of a market. `None`: the state is not known.
type Place = Option<(State, Option<District>)>;

/// What was read up to a line.
struct Reading<'t> {
    today: Date,
    file: PriceFile,
    /// The lines of the sixteen crops.
    lines: HashSet<&'t str>,
    /// By state and district, as the file writes them.
    places: HashMap<(String, String), Place>,
    markets: HashSet<Arc<Market>>,
    /// The commodity of the first row.
    first: Option<String>,
}

impl<'t> Reading<'t> {
    fn new(today: Date) -> Self {
        let file = PriceFile {
            rows: Vec::new(),
            of_others: 0,
            repeated: 0,
            left_out: Vec::new(),
            unknown_districts: BTreeMap::new(),
        };
        Self { today, file, lines: HashSet::new(), places: HashMap::new(), markets: HashSet::new(), first: None }
    }

    fn take(&mut self, line: usize, text: &'t str, columns: &Columns, end: End) -> Result<(), Fault> {
        let row = match line::cells(text, columns.count) {
            Ok(row) => row,
            Err(figures::Fault::OpenQuote) => return Err(Fault::OpenQuote),
            Err(fault) => return Err(fault.into()),
        };
        if row.len() < columns.count && end != End::Follows {
            return Err(Fault::BrokenOff);
        }
        if end == End::Unended && row.len() == columns.count && may_be_cut(&prices(&row, columns)) {
            return Err(Fault::CutPrice);
        }
        // The columns may be shifted, so that it is not known which commodity it is.
        if row.len() != columns.count {
            let slip = Slip::Columns { expected: columns.count, found: row.len() };
            self.file.left_out.push(LeftOut { line, slip });
            return Ok(());
        }
        let commodity = Columns::text(&row, columns.commodity);
        self.first.get_or_insert_with(|| shown(commodity));
        let variety = columns.variety.map_or("", |place| Columns::text(&row, place));
        let Some(crop) = crop_of(commodity, variety) else {
            self.file.of_others += 1;
            return Ok(());
        };
        if !self.lines.insert(text) {
            self.file.repeated += 1;
            return Ok(());
        }
        let day = Columns::text(&row, columns.day);
        if is_month_first(day) {
            return Err(Fault::MonthFirst(shown(day)));
        }
        match self.row(line, &row, columns, crop) {
            Ok(row) => self.file.rows.push(row),
            Err(slip) => self.file.left_out.push(LeftOut { line, slip }),
        }
        Ok(())
    }

    fn row(&mut self, line: usize, row: &StringRecord, columns: &Columns, crop: Crop) -> Result<Row, Slip> {
        let day = day(Columns::text(row, columns.day), self.today)?;
        let unit = columns.unit.map_or("", |place| Columns::text(row, place));
        if !unit.is_empty() && !unit.to_lowercase().contains("quintal") {
            return Err(Slip::Unit(shown(unit)));
        }
        let prices = prices(row, columns)?;
        let market = self.market(row, columns)?;
        Ok(Row { line, day, market, crop, prices })
    }

    fn market(&mut self, row: &StringRecord, columns: &Columns) -> Result<Arc<Market>, Slip> {
        let text = |place| Columns::text(row, place);
        let (state_text, district_text) = (text(columns.state), text(columns.district));
        let key = (state_text.to_owned(), district_text.to_owned());
        let place = self.places.entry(key).or_insert_with(|| {
            let state = gazetteer::state_called(state_text)?;
            Some((state, gazetteer::district_in(state, district_text)))
        });
        let (state, district) = place.ok_or_else(|| Slip::State(shown(state_text)))?;
        let name = text(columns.market);
        let market = Market::new(state, district, name).ok_or_else(|| Slip::Market(shown(name)))?;
        if let Some(known) = self.markets.get(&market) {
            return Ok(Arc::clone(known));
        }
        if district.is_none() {
            *self.file.unknown_districts.entry((state, shown(district_text))).or_default() += 1;
        }
        let market = Arc::new(market);
        self.markets.insert(Arc::clone(&market));
        Ok(market)
    }

    /// The file, unless too little of it is left.
    fn finish(self, header: usize) -> Result<PriceFile, Vec<Refusal>> {
        let Self { file, first, .. } = self;
        let rows = file.rows.len() + file.left_out.len();
        if rows == 0 {
            let fault = Fault::NoCrop { rows: file.of_others, first: first.unwrap_or_default() };
            return Err(vec![Refusal { line: header + 1, fault }]);
        }
        // Of a file of many years, most rows may be older than what is kept.
        let is_fault = |left_out: &&LeftOut| !matches!(left_out.slip, Slip::TooOld { .. });
        let faults = file.left_out.iter().filter(is_fault).count();
        let Some(LeftOut { line, slip }) = file.left_out.iter().find(is_fault).or(file.left_out.first()) else {
            return Ok(file);
        };
        if file.rows.is_empty() || 2 * faults > rows {
            let fault = Fault::MostLeftOut { left_out: file.left_out.len(), rows, first: slip.clone() };
            return Err(vec![Refusal { line: *line, fault }]);
        }
        Ok(file)
    }
}

fn day(text: &str, today: Date) -> Result<Date, Slip> {
    let day = numbers_of_day(text).and_then(|[year, month, day]| date(year, month, day));
    let day = day.ok_or_else(|| Slip::Day(shown(text)))?;
    let first = kept_from(today);
    if day > today {
        Err(Slip::Future { day, today })
    } else if day < first {
        Err(Slip::TooOld { day, first })
    } else {
        Ok(day)
    }
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Year, month and day of a day that is written as 27/11/2026, 27-11-2026, 2026-11-27, 27 Nov 2026 or 27-Nov-2026.
fn numbers_of_day(text: &str) -> Option<[i16; 3]> {
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '-' | '/' | ' '))?;
    if let [day, month, year] = text.split(separator).collect::<Vec<_>>()[..]
        && let Some(month) = (1..).zip(MONTHS).find(|(_, name)| month.eq_ignore_ascii_case(name))
    {
        return Some([year.parse().ok().filter(|year| *year > 999)?, month.0, day.parse().ok()?]);
    }
    let mut parts = text.split(separator);
    let parts = [parts.next()?, parts.next()?, parts.next().filter(|_| parts.next().is_none())?];
    let is_plain = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !parts.iter().all(is_plain) {
        return None;
    }
    let ordered = match parts.map(str::len) {
        [4, 1..=2, 1..=2] => parts,
        [1..=2, 1..=2, 4] => {
            let [day, month, year] = parts;
            [year, month, day]
        }
        _ => return None,
    };
    let [year, month, day] = ordered.map(|part| part.parse().ok());
    Some([year?, month?, day?])
}

fn date(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Whether a day can only be meant with its month before its day.
fn is_month_first(text: &str) -> bool {
    let starts_with_year = text.bytes().take(4).all(|byte| byte.is_ascii_digit()) && text.len() > 4;
    !starts_with_year
        && numbers_of_day(text)
            .is_some_and(|[year, month, day]| date(year, month, day).is_none() && date(year, day, month).is_some())
}

fn prices(row: &StringRecord, columns: &Columns) -> Result<Prices, Slip> {
    let mut given = [0; 3];
    for ((column, place), price) in PRICES.into_iter().zip(columns.prices).zip(&mut given) {
        *price = rupees(column, Columns::text(row, place))?;
    }
    let [min, max, modal] = given;
    if min > max {
        return Err(Slip::MinAboveMax { min, max });
    }
    Prices::new(min, max, modal).ok_or(Slip::ModalOutside { min, max, modal })
}

/// Whether the end of a price may be missing.
fn may_be_cut(prices: &Result<Prices, Slip>) -> bool {
    matches!(prices, Err(Slip::Price { .. } | Slip::MinAboveMax { .. } | Slip::ModalOutside { .. }))
}

/// Parses a price, rounded half up to the rupee. Thousands may be separated by commas, in the Indian grouping too.
fn rupees(column: &'static str, text: &str) -> Result<u32, Slip> {
    let plain = without_separators(text);
    let too_high = || Slip::TooHigh { column, text: shown(text) };
    match plain.as_deref().map(|plain| fixed_point(plain, 4)) {
        Some(Ok(parts)) => match divide_half_up(parts, 10_000) {
            ..=0 => Err(Slip::NotPositive { column, text: shown(text) }),
            rupees => u32::try_from(rupees).ok().filter(|rupees| *rupees <= HIGHEST).ok_or_else(too_high),
        },
        Some(Err(NotDecimal::TooLarge)) => Err(too_high()),
        Some(Err(_)) | None => Err(Slip::Price { column, text: shown(text) }),
    }
}

/// A number without the commas between its thousands: `2,150`, `1,05,000`. `None` if a comma stands elsewhere.
fn without_separators(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let groups: Vec<_> = whole.split(',').collect();
    let is_grouped = match groups.as_slice() {
        [_] => true,
        [first, middle @ .., last] => {
            let digits = first.strip_prefix('-').unwrap_or(first);
            (1..=3).contains(&digits.len())
                && middle.iter().all(|group| matches!(group.len(), 2 | 3))
                && last.len() == 3
        }
        [] => false,
    };
    let plain = groups.concat();
    is_grouped.then(|| fraction.map_or_else(|| plain.clone(), |fraction| format!("{plain}.{fraction}")))
}

//! Files of observations: CSV, parsed whole or refused whole.

use super::{Amount, Measure, Observation, Subject, YearBasis};
use crate::figures;
use crate::figures::line::{self, plain, shown};
use crate::quantity::{NotDecimal, fixed_point};
use crate::regional::is_sown_in;
use crate::{Crop, CropYear, Region, Season};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// The first line of a file of observations, after its comments.
pub const HEADER: &str = "source,as_of,year_basis,crop,season,region,measure,value,unit";

/// A line for which a file of observations is refused.
pub type Refusal = figures::Refusal<Fault>;

/// A fault in a line, with what is to be written instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum Fault {
    #[error("the file is empty; its first line must be `{HEADER}`")]
    Empty,
    #[error("the first line must be `{HEADER}`, not `{0}`")]
    Header(String),
    #[error("there are no observations; write one line for each below the header")]
    NoObservations,
    #[error(
        "9 columns are expected, as in the header, and there are {0}; put a text that holds a comma in quotation marks"
    )]
    Columns(usize),
    #[error(transparent)]
    Text(#[from] figures::Fault),
    #[error("as_of `{0}` is no day; write it as 2026-07-14")]
    Day(String),
    #[error("as_of {as_of} is after today, {today}; write the day that the table describes")]
    Future { as_of: Date, today: Date },
    #[error(
        "year_basis is empty; years of sources differ, so write the year with the months that the source gives it, \
         such as `2025-26 July-June`, `2025-26 June-May` or `2025-26 May-April`"
    )]
    NoYearBasis,
    #[error(
        "year_basis `{0}` is not known; write the year and its months, such as `2025-26 July-June`, `2025-26 June-May` \
         or `2025-26 May-April`"
    )]
    YearBasis(String),
    #[error("`{0}` is none of the sixteen crops; write a crop's key, such as `redGram`, and leave sums of crops out")]
    Crop(String),
    #[error("`{0}` is no season; write `kharif`, `rabi` or `summer`, or `year` for sugarcane")]
    Season(String),
    #[error("`{0}` is no region with figures; write `IN` for India, or a state's code such as `IN-TN`")]
    Region(String),
    #[error(
        "`{0}` is no measure; write `area_sown`, `area_last_year`, `normal_of_season`, `last_year_whole`, \
         `production_normal`, or `production_estimate_` with 1, 2, 3, 4 or final"
    )]
    Measure(String),
    #[error("`{unit}` is no unit of {measure}; write `hectares`, `thousand_ha` or `lakh_ha`")]
    AreaUnit { unit: String, measure: &'static str },
    #[error("`{unit}` is no unit of {measure}; write `tonnes`, `thousand_tonnes` or `lakh_tonnes`")]
    WeightUnit { unit: String, measure: &'static str },
    #[error("value `{text}` {reason}; write it in digits, such as `103.49`")]
    Value { text: String, reason: NotDecimal },
    #[error("value {0} is below 0; an area or a harvest cannot be")]
    Negative(String),
    #[error("{0} is 0; leave the line out where the source prints nothing")]
    Zero(&'static str),
    #[error("value {0} is more than India has land for; check the unit")]
    TooLarge(String),
    #[error(
        "nobody sows {crop} in {season} in {region}; its seasons there: {}; mend the season or leave the line out",
        seasons(*crop, *region)
    )]
    NoLand { crop: Crop, season: Season, region: Region },
    #[error("{subject} begins on {}, after as_of {as_of}; check as_of and year_basis", subject.begins())]
    BeforeItsSeason { subject: Subject, as_of: Date },
    #[error(
        "as_of {as_of} is more than a year after {subject} began on {}; check as_of and year_basis",
        subject.begins()
    )]
    AfterItsSeason { subject: Subject, as_of: Date },
    #[error("{subject} has {measure} of {as_of} on line {first} already; keep one of the two")]
    Duplicate { subject: Subject, measure: &'static str, as_of: Date, first: usize },
    #[error(
        "area_sown of {as_of} has no area_last_year of the same day beside it, without which it cannot be told what is \
         usual by then; add it, or leave the crop out"
    )]
    NoLastYear { as_of: Date },
    #[error(
        "the whole year of {0} is taken only as a check on its seasons; give these too, with the same measure and \
         as_of, or write the season"
    )]
    NoSeasons(Crop),
    #[error("the seasons of {crop} add up to {sum}, and its whole year is given as {whole}; mend one of them")]
    Seasons { crop: Crop, sum: Amount, whole: Amount },
    #[error("the states of {subject} add up to {sum}, more than India's {whole}; mend one of them")]
    States { subject: Subject, sum: Amount, whole: Amount },
}

/// The seasons in which a region has land of a crop, as text.
fn seasons(crop: Crop, region: Region) -> String {
    let sown = Season::ALL.into_iter().filter(|season| is_sown_in(crop, region, *season)).map(Season::key);
    let sown = sown.collect::<Vec<_>>().join(", ");
    if sown.is_empty() { "none".to_owned() } else { sown }
}

/// Parses a file of observations: CSV with [`HEADER`], one observation a line. Lines that start with `#` are comments.
///
/// A single faulty line refuses the file. The error lists every line that cannot be read; if all can, every one that
/// contradicts others.
pub fn parse(text: &str, today: Date) -> Result<Vec<Observation>, Vec<Refusal>> {
    let mut lines = line::lines(text);
    let Some((line, header)) = lines.next() else {
        return Err(vec![Refusal { line: 1, fault: Fault::Empty }]);
    };
    let names = line::names(header).map_err(|fault| vec![Refusal { line, fault: fault.into() }])?;
    if !names.iter().eq(HEADER.split(',')) {
        return Err(vec![Refusal { line, fault: Fault::Header(shown(header)) }]);
    }

    let (mut given, mut refusals) = (Given::default(), Vec::new());
    for (line, text) in lines {
        if let Err(fault) = observation(text, today).and_then(|it| given.add(line, it)) {
            refusals.push(Refusal { line, fault });
        }
    }
    if given.lines.is_empty() && refusals.is_empty() {
        refusals.push(Refusal { line, fault: Fault::NoObservations });
    }
    // A faulty line is missing among those that it belongs to, so these are compared when each can be read.
    if refusals.is_empty() {
        refusals = given.contradictions();
        refusals.sort_by_key(|refusal| refusal.line);
    }
    if refusals.is_empty() { Ok(given.observations()) } else { Err(refusals) }
}

fn observation(line: &str, today: Date) -> Result<Observation, Fault> {
    let columns = line::cells(line, HEADER.split(',').count())?;
    let [source, as_of, year, crop, season, region, measure, value, unit] = columns
        .iter()
        .map(str::trim)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|other: Vec<_>| Fault::Columns(other.len()))?;
    let (crop_year, year_basis) = year_of(year)?;
    let as_of = line::day(as_of).ok_or_else(|| Fault::Day(shown(as_of)))?;
    let subject = Subject {
        crop_year,
        region: region.parse().map_err(|_| Fault::Region(shown(region)))?,
        crop: crop.parse().map_err(|_| Fault::Crop(shown(crop)))?,
        season: season.parse().map_err(|_| Fault::Season(shown(season)))?,
    };
    let measure: Measure = measure.parse().map_err(|_| Fault::Measure(shown(measure)))?;
    let source = plain("source", source)?;
    let value = within(subject.region, value, amount(measure, value, unit)?)?;
    let observation = Observation { subject, measure, as_of, value, year_basis, source };
    timely(&observation, today)?;
    line::near(crop_year, today)?;
    let Subject { crop, season, region, .. } = subject;
    if !is_check(subject) && !is_sown_in(crop, region, season) {
        return Err(Fault::NoLand { crop, season, region });
    }
    Ok(observation)
}

/// Parses a source's year: `2025-26 July-June`.
fn year_of(text: &str) -> Result<(CropYear, YearBasis), Fault> {
    if text.is_empty() {
        return Err(Fault::NoYearBasis);
    }
    let parse = || {
        let (years, months) = text.split_once(' ')?;
        let (first, second) = years.split_once('-')?;
        let year: i64 = (first.len() == 4).then(|| first.parse().ok())??;
        let follows = second.len() == 2 && second.parse() == Ok((year + 1) % 100);
        follows.then_some((CropYear::from_first_year(year)?, months.trim().parse().ok()?))
    };
    parse().ok_or_else(|| Fault::YearBasis(shown(text)))
}

/// Parses a value with its unit.
fn amount(measure: Measure, text: &str, unit: &str) -> Result<Amount, Fault> {
    let (is_area, key) = (matches!(measure.amount(0), Amount::Area(_)), measure.key());
    // Places of a square metre or a kilogram in the unit.
    let places = match (is_area, unit) {
        (true, "hectares") => 4,
        (true, "thousand_ha") => 7,
        (true, "lakh_ha") => 9,
        (false, "tonnes") => 3,
        (false, "thousand_tonnes") => 6,
        (false, "lakh_tonnes") => 8,
        (true, _) => return Err(Fault::AreaUnit { unit: shown(unit), measure: key }),
        (false, _) => return Err(Fault::WeightUnit { unit: shown(unit), measure: key }),
    };
    let most = if is_area { i64::MAX } else { figures::MAX.0 };
    match fixed_point(text, places) {
        Ok(..0) => Err(Fault::Negative(shown(text))),
        Ok(0) if !measure.is_so_far() => Err(Fault::Zero(key)),
        Ok(value) if value <= most => Ok(measure.amount(value)),
        Ok(_) | Err(NotDecimal::TooLarge) => Err(Fault::TooLarge(shown(text))),
        Err(reason) => Err(Fault::Value { text: shown(text), reason }),
    }
}

/// Refuses an area that is larger than the region.
fn within(region: Region, text: &str, amount: Amount) -> Result<Amount, Fault> {
    if let Amount::Area(area) = amount {
        line::within(region, "value", text, area)?;
    }
    Ok(amount)
}

/// Refuses what cannot be known on its day: the future, a season that has not begun, an area long after its season.
fn timely(&Observation { subject, measure, as_of, .. }: &Observation, today: Date) -> Result<(), Fault> {
    if as_of > today {
        return Err(Fault::Future { as_of, today });
    }
    let is_of_the_season = measure.is_so_far() || matches!(measure, Measure::Production(_));
    if is_of_the_season && as_of < subject.begins() {
        return Err(Fault::BeforeItsSeason { subject, as_of });
    }
    if measure.is_so_far() && as_of >= subject.begins().saturating_add(1.year()) {
        return Err(Fault::AfterItsSeason { subject, as_of });
    }
    Ok(())
}

/// The observations of a file with their lines, by what they say.
#[derive(Default)]
struct Given {
    lines: BTreeMap<(Subject, Measure, Date), (usize, Observation)>,
}

impl Given {
    fn add(&mut self, line: usize, observation: Observation) -> Result<(), Fault> {
        let Observation { subject, measure, as_of, .. } = observation;
        if let Some((first, _)) = self.lines.get(&(subject, measure, as_of)) {
            return Err(Fault::Duplicate { subject, measure: measure.key(), as_of, first: *first });
        }
        self.lines.insert((subject, measure, as_of), (line, observation));
        Ok(())
    }

    /// Lines that contradict others, or lack one that belongs to them.
    fn contradictions(&self) -> Vec<Refusal> {
        let faults = self.lines.values().filter_map(|(line, observation)| {
            let fault = self.fault(observation)?;
            Some(Refusal { line: *line, fault })
        });
        faults.collect()
    }

    fn fault(&self, observation: &Observation) -> Option<Fault> {
        let Observation { subject, measure, as_of, value, .. } = *observation;
        if measure == Measure::AreaSown && !self.lines.contains_key(&(subject, Measure::AreaLastYear, as_of)) {
            return Some(Fault::NoLastYear { as_of });
        }
        let others = |subjects: Vec<Subject>| {
            let given = subjects.into_iter().filter_map(|subject| self.lines.get(&(subject, measure, as_of)));
            let values: Vec<_> = given.map(|(_, it)| it.value.value()).collect();
            (!values.is_empty()).then(|| values.iter().sum::<i64>())
        };
        // Sums are off by roundings of the source.
        let slack = value.value() / 200;
        if is_check(subject) {
            let seasons = [Season::Kharif, Season::Rabi, Season::Summer];
            let seasons = seasons.into_iter().map(|season| Subject { season, ..subject });
            let Some(sum) = others(seasons.collect()) else { return Some(Fault::NoSeasons(subject.crop)) };
            let is_off = (sum - value.value()).abs() > slack;
            return is_off.then(|| Fault::Seasons { crop: subject.crop, sum: measure.amount(sum), whole: value });
        }
        if subject.region == Region::India {
            let states = Region::all().skip(1).map(|region| Subject { region, ..subject });
            let sum = others(states.collect())?;
            let is_off = sum > value.value() + slack;
            return is_off.then(|| Fault::States { subject, sum: measure.amount(sum), whole: value });
        }
        None
    }

    /// The observations, without those that were only a check, by subject and day.
    fn observations(self) -> Vec<Observation> {
        let all = self.lines.into_values().map(|(_, observation)| observation);
        all.filter(|observation| !is_check(observation.subject)).collect()
    }
}

/// Whether it is the sum of a crop's seasons.
fn is_check(subject: Subject) -> bool {
    subject.season == Season::Year && subject.crop != Crop::Sugarcane
}

//! What else is sown, beside the sixteen crops (`data/other_crops.csv`): by state, with days of sowing. Days are civil
//! days in India.

use crate::calendar::{Confidence, MonthDay, Span};
use crate::table;
use crate::{Language, Season, State};
use csv::StringRecord;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The most crops that are named for a day.
const MOST_NAMED: usize = 3;

/// The longest window of sowing, days. A longer one has its ends exchanged.
const LONGEST_WINDOW: u16 = 180;

/// A crop, or a few that are sown together, that is not one of the sixteen.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherCrop {
    /// English name, in lower case, which is its key: `wheat`, `vegetables and pulses`.
    pub name: String,
    /// Season of sowing: kharif, rabi or summer.
    pub season: Season,
    /// Part of the state's gross area, 0 to 1. `None` for vegetables and fodder, which the statistics leave out.
    pub share: Option<f64>,
    /// Place among the state's other crops of the season, from 1.
    pub rank: u8,
    /// Days of the year in which it is sown.
    pub sowing: Span,
    /// How far the row is trusted. `Low` is general practice.
    pub confidence: Confidence,
    /// Years of the share. Empty if there is none.
    pub years: String,
    /// Source of the days of sowing.
    pub source: String,
}

impl OtherCrop {
    /// Its name in a language, as it stands within a sentence.
    pub fn name_in(&self, language: Language) -> &str {
        language.phrase(&self.name)
    }

    /// Whether it is sown on this day.
    pub fn is_sown_on(&self, day: Date) -> bool {
        let Span { from, until } = self.sowing;
        let day = MonthDay::of(day);
        if from <= until { from <= day && day <= until } else { from <= day || day <= until }
    }
}

/// The other crops of a state.
pub(crate) fn of(state: State) -> &'static [OtherCrop] {
    CROPS.get(&state).map_or(&[], Vec::as_slice)
}

/// The other crops that are sown in a state on this day, the largest share first, then those without one by rank; at
/// most three, each once.
pub fn sown_on(state: State, day: Date) -> Vec<&'static OtherCrop> {
    let mut sown: Vec<_> = of(state).iter().filter(|crop| crop.is_sown_on(day)).collect();
    let share = |crop: &OtherCrop| crop.share.unwrap_or_default();
    sown.sort_by(|one, other| share(other).total_cmp(&share(one)).then(one.rank.cmp(&other.rank)));
    let mut named: Vec<&OtherCrop> = Vec::new();
    for crop in sown {
        if named.len() < MOST_NAMED && named.iter().all(|other| other.name != crop.name) {
            named.push(crop);
        }
    }
    named
}

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static CROPS: LazyLock<BTreeMap<State, Vec<OtherCrop>>> = LazyLock::new(|| {
    parse(include_str!("../../../data/other_crops.csv")).expect("data/other_crops.csv is well-formed")
});

/// Reads the table. A fault names the line.
fn parse(table: &str) -> Result<BTreeMap<State, Vec<OtherCrop>>, String> {
    let mut crops = BTreeMap::<_, Vec<OtherCrop>>::new();
    for row in table::reader(table.as_bytes()).records() {
        let row = row.map_err(|error| error.to_string())?;
        let line = row.position().map_or(0, csv::Position::line);
        let at_line = |reason: String| format!("line {line}: {reason}");
        let (state, crop) = read(&row).map_err(at_line)?;
        let own = crops.entry(state).or_default();
        if own.iter().any(|other| other.name == crop.name && other.season == crop.season) {
            return Err(at_line(format!("{} has `{}` twice in {}", state.code(), crop.name, crop.season)));
        }
        own.push(crop);
    }
    Ok(crops)
}

fn read(row: &StringRecord) -> Result<(State, OtherCrop), String> {
    let text = |column: usize| row.get(column).unwrap_or_default();
    let unknown = |what: &str, column: usize| format!("`{}` is no {what}", text(column));
    let state = State::all().find(|state| state.code() == text(0)).ok_or_else(|| unknown("state", 0))?;
    let season = Season::from_key(text(1));
    let share = match text(4) {
        "" => None,
        share => {
            Some(share.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0).ok_or_else(|| unknown("share", 4))?)
        }
    };
    let crop = OtherCrop {
        name: Some(text(3)).filter(|name| is_name(name)).ok_or_else(|| unknown("name in lower case", 3))?.to_owned(),
        season: season.filter(|season| *season != Season::Year).ok_or_else(|| unknown("season", 1))?,
        share,
        rank: text(2).parse().ok().filter(|rank| *rank > 0).ok_or_else(|| unknown("rank", 2))?,
        sowing: Span {
            from: month_day(text(5)).ok_or_else(|| unknown("day of the year", 5))?,
            until: month_day(text(6)).ok_or_else(|| unknown("day of the year", 6))?,
        },
        confidence: Confidence::from_key(text(7)).ok_or_else(|| unknown("confidence", 7))?,
        years: text(8).to_owned(),
        source: Some(text(9)).filter(|source| !source.is_empty()).ok_or_else(|| unknown("source", 9))?.to_owned(),
    };
    if crop.sowing.days() > LONGEST_WINDOW {
        return Err(format!("{} to {} are {} days, no window of sowing", text(5), text(6), crop.sowing.days()));
    }
    if crop.share.is_some() == crop.years.is_empty() {
        return Err("a share has its years, and only a share has them".to_owned());
    }
    Ok((state, crop))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.chars().any(char::is_uppercase)
}

/// Parses `06-15`.
fn month_day(text: &str) -> Option<MonthDay> {
    let (month, day) = text.split_once('-')?;
    MonthDay::new(month.parse().ok()?, day.parse().ok()?)
}

#[cfg(test)]
mod tests;

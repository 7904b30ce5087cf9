//! Reading of the calendar table.

use super::window::{COUNTED_DAYS, Confidence, MonthDay, Span, Window};
use crate::{Crop, District, Region};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static WINDOWS: LazyLock<BTreeMap<(Crop, Region), Vec<Window>>> = LazyLock::new(|| {
    parse(include_bytes!("../../../../data/crop_calendar.csv")).expect("data/crop_calendar.csv is well-formed")
});

/// The windows of a crop that are given for this very region.
pub(super) fn windows(crop: Crop, region: Region) -> &'static [Window] {
    WINDOWS.get(&(crop, region)).map_or(&[], Vec::as_slice)
}

pub(super) fn parse(text: &[u8]) -> Result<BTreeMap<(Crop, Region), Vec<Window>>, String> {
    let mut windows = BTreeMap::<_, Vec<_>>::new();
    for row in crate::table::reader(text).records() {
        let row = row.map_err(|error| error.to_string())?;
        let window =
            window(&row).map_err(|fault| format!("line {}: {fault}", row.position().map_or(0, csv::Position::line)))?;
        windows.entry((window.crop, window.region)).or_default().push(window);
    }
    Ok(windows)
}

/// Parses crop, region, districts, season, name, earliest, `sow_from`, `sow_until`, latest, `harvest_from`,
/// `harvest_until`, `days_min`, `days_max`, confidence, years, source and note.
fn window(row: &StringRecord) -> Result<Window, String> {
    let text =
        |column: usize| row.get(column).filter(|text| !text.is_empty()).ok_or(format!("column {column} is empty"));
    let is_not = |what: &'static str| move |text: &str| format!("`{text}` is no {what}");
    let day =
        |column: usize| text(column).and_then(|text| month_day(text).ok_or_else(|| is_not("day of a year")(text)));
    let days = |column: usize| {
        let days = text(column)?.parse::<u16>().ok().filter(|days| (30..=600).contains(days));
        days.ok_or_else(|| format!("{} is no time to harvest", row.get(column).unwrap_or_default()))
    };
    let region: Region = text(1).and_then(|text| text.parse().map_err(|_| is_not("region")(text)))?;
    let window = Window {
        crop: text(0).and_then(|text| text.parse().map_err(|_| is_not("crop")(text)))?,
        region,
        districts: districts(region, row.get(2).unwrap_or_default())?,
        season: text(3).and_then(|text| text.parse().map_err(|_| is_not("season")(text)))?,
        name: text(4)?.to_owned(),
        extremes: Span { from: day(5)?, until: day(8)? },
        sowing: Span { from: day(6)?, until: day(7)? },
        harvest: Span { from: day(9)?, until: day(10)? },
        days: (days(11)?, days(12)?),
        confidence: text(13).and_then(|text| Confidence::from_key(text).ok_or_else(|| is_not("confidence")(text)))?,
        years: text(14)?.to_owned(),
        source: text(15)?.to_owned(),
        note: row.get(16).unwrap_or_default().to_owned(),
    };
    if !window.extremes.has(window.sowing) {
        return Err("the usual days are not between the earliest and the latest".to_owned());
    }
    if window.extremes.days() + COUNTED_DAYS >= 365 {
        return Err("the window takes all of the year".to_owned());
    }
    if window.days.0 > window.days.1 {
        return Err("the shortest time to harvest is longer than the longest".to_owned());
    }
    Ok(window)
}

/// The districts of a state by their names, separated by semicolons.
fn districts(region: Region, names: &str) -> Result<Vec<District>, String> {
    let of_name = |name: &str| {
        let is_this = |district: &District| Region::State(district.state()) == region && district.name() == name;
        District::all().find(is_this).ok_or_else(|| format!("`{name}` is no district of {region}"))
    };
    names.split(';').map(str::trim).filter(|name| !name.is_empty()).map(of_name).collect()
}

fn month_day(text: &str) -> Option<MonthDay> {
    let (month, day) = text.split_once('-')?;
    MonthDay::new(month.parse().ok()?, day.parse().ok()?)
}

//! Reading of the calendar table.

use super::{Confidence, MonthDay, Span, Window};
use crate::{Crop, Region};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The embedded table, parsed on first use.
#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static WINDOWS: LazyLock<BTreeMap<(Crop, Region), Vec<Window>>> = LazyLock::new(|| {
    parse(include_bytes!("../../../../data/crop_calendar.csv")).expect("data/crop_calendar.csv is well-formed")
});

/// The windows of a crop that are given for this very region, in the order of the crop year.
pub(super) fn windows(crop: Crop, region: Region) -> &'static [Window] {
    WINDOWS.get(&(crop, region)).map_or(&[], Vec::as_slice)
}

fn parse(text: &[u8]) -> Option<BTreeMap<(Crop, Region), Vec<Window>>> {
    let mut windows = BTreeMap::<_, Vec<_>>::new();
    for row in csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text).records() {
        let (region, window) = window(&row.ok()?)?;
        windows.entry((window.crop, region)).or_default().push(window);
    }
    for windows in windows.values_mut() {
        // The crop year begins in May.
        windows.sort_by_key(|window| ((window.sowing.from.month() + 7) % 12, window.sowing.from));
    }
    Some(windows)
}

fn window(row: &StringRecord) -> Option<(Region, Window)> {
    let text = |column: usize| row.get(column).map(str::to_owned);
    let days = |column: usize| row.get(column)?.parse::<u16>().ok().filter(|days| (30..=600).contains(days));
    let window = Window {
        crop: row.get(0)?.parse().ok()?,
        name: text(2).filter(|name| !name.is_empty())?,
        sowing: Span { from: month_day(row.get(3)?)?, until: month_day(row.get(4)?)? },
        harvest: Span { from: month_day(row.get(5)?)?, until: month_day(row.get(6)?)? },
        days: (days(7)?, days(8)?),
        confidence: match row.get(9)? {
            "high" => Confidence::High,
            "medium" => Confidence::Medium,
            "low" => Confidence::Low,
            _ => return None,
        },
        years: text(10)?,
        source: text(11).filter(|source| !source.is_empty())?,
        note: text(12)?,
    };
    (window.days.0 <= window.days.1).then_some((row.get(1)?.parse().ok()?, window))
}

fn month_day(text: &str) -> Option<MonthDay> {
    let (month, day) = text.split_once('-')?;
    MonthDay::new(month.parse().ok()?, day.parse().ok()?)
}

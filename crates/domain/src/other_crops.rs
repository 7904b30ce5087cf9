//! Field crops that Grow does not reckon, beside the sixteen, and when they are sown (`data/other_crops.csv`).

use crate::calendar::{Confidence, MonthDay, Span};
use crate::keyed::keyed;
use crate::{Language, Region, Season, State, table};
use csv::StringRecord;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The longest window of sowing, days. A longer one has its ends exchanged.
const LONGEST_WINDOW: u16 = 185;

/// A field crop that is not one of the sixteen. Its key is its English name as it stands within a sentence. The land
/// table holds places in this list: a new crop stands at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OtherCrop {
    /// Triticum aestivum and T. durum.
    Wheat,
    /// Hordeum vulgare.
    Barley,
    /// Brassica juncea, B. rapa, B. napus, and Eruca in the statistics of some states.
    Mustard,
    /// Glycine max.
    Soybean,
    /// Lens culinaris.
    Lentil,
    /// Pisum sativum, for dry peas.
    Pea,
    /// Lathyrus sativus.
    GrassPea,
    /// Linum usitatissimum.
    Linseed,
    /// Carthamus tinctorius.
    Safflower,
    /// Helianthus annuus.
    Sunflower,
    /// Guizotia abyssinica.
    Niger,
    /// Ricinus communis.
    Castor,
    /// Cyamopsis tetragonoloba.
    Guar,
    /// Vigna aconitifolia.
    MothBean,
    /// Vigna unguiculata.
    Cowpea,
    /// Kodo, little, foxtail, barnyard and proso millet.
    SmallMillets,
    /// Capsicum annuum.
    Chillies,
    /// Nicotiana tabacum and N. rustica.
    Tobacco,
    /// Coriandrum sativum.
    Coriander,
    /// Allium sativum.
    Garlic,
    /// Corchorus olitorius and C. capsularis.
    Jute,
    /// Hibiscus cannabinus and H. sabdariffa.
    Mesta,
    /// Crotalaria juncea.
    SunnHemp,
    /// Ipomoea batatas.
    SweetPotato,
    /// Curcuma longa.
    Turmeric,
    /// Zingiber officinale.
    Ginger,
    /// Manihot esculenta.
    Tapioca,
}

keyed!(OtherCrop {
    Wheat = "wheat",
    Barley = "barley",
    Mustard = "rapeseed and mustard",
    Soybean = "soybean",
    Lentil = "lentil",
    Pea = "pea",
    GrassPea = "grass pea",
    Linseed = "linseed",
    Safflower = "safflower",
    Sunflower = "sunflower",
    Niger = "niger",
    Castor = "castor",
    Guar = "guar",
    MothBean = "moth bean",
    Cowpea = "cowpea",
    SmallMillets = "small millets",
    Chillies = "chillies",
    Tobacco = "tobacco",
    Coriander = "coriander",
    Garlic = "garlic",
    Jute = "jute",
    Mesta = "mesta",
    SunnHemp = "sunn hemp",
    SweetPotato = "sweet potato",
    Turmeric = "turmeric",
    Ginger = "ginger",
    Tapioca = "tapioca",
});

/// The days of the year in which a crop is sown in a state and season.
#[derive(Clone, Debug, PartialEq)]
pub struct SowingDays {
    /// The days in which most of it is sown.
    pub span: Span,
    /// The last day on which it is still sown.
    pub latest: MonthDay,
    /// How far they are trusted. `Low` is general practice.
    pub confidence: Confidence,
    /// Their source.
    pub source: String,
}

impl SowingDays {
    /// Whether the crop is sown on this day.
    pub fn is_open(&self, day: Date) -> bool {
        Span { until: self.latest, ..self.span }.has_day(day)
    }

    /// The last day on which most of it is sown, or the last one of all where that is over: this day or one after it.
    pub fn last_day(&self, day: Date) -> Date {
        if self.span.has_day(day) { self.span.until.on_or_after(day) } else { self.latest.on_or_after(day) }
    }
}

impl OtherCrop {
    /// Its name in a language, as it stands within a sentence.
    pub fn name_in(self, language: Language) -> &'static str {
        language.phrase(self.key())
    }

    /// The days in which it is sown in a state and season: the state's own, of that season or else of another, else
    /// India's. `None`: not known.
    pub fn window(self, state: State, season: Season) -> Option<&'static SowingDays> {
        let of = |season, region| SOWING.get(&(self, season, region));
        let own = of(season, Region::State(state));
        // Statistics do not always name the season as the calendar does.
        let own = own.or_else(|| Season::ALL.into_iter().find_map(|season| of(season, Region::State(state))));
        own.or_else(|| of(season, Region::India))
    }
}

type Sowing = BTreeMap<(OtherCrop, Season, Region), SowingDays>;

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static SOWING: LazyLock<Sowing> = LazyLock::new(|| {
    parse(include_str!("../../../data/other_crops.csv")).expect("data/other_crops.csv is well-formed")
});

/// Reads the table. A fault names the line.
fn parse(table: &str) -> Result<Sowing, String> {
    let mut sowing = Sowing::new();
    for row in table::reader(table.as_bytes()).records() {
        let row = row.map_err(|error| error.to_string())?;
        let at_line = |fault: String| format!("line {}: {fault}", row.position().map_or(0, csv::Position::line));
        let (key, days) = read(&row).map_err(at_line)?;
        if sowing.insert(key, days).is_some() {
            return Err(at_line(format!("{} has two rows", key.0.key())));
        }
    }
    Ok(sowing)
}

fn read(row: &StringRecord) -> Result<((OtherCrop, Season, Region), SowingDays), String> {
    let text = |column: usize| row.get(column).unwrap_or_default();
    let unknown = |what: &str, column: usize| format!("`{}` is no {what}", text(column));
    let crop = OtherCrop::from_key(text(0)).ok_or_else(|| unknown("other crop", 0))?;
    let region = text(1).parse().map_err(|_| unknown("region", 1))?;
    let season = Season::from_key(text(2)).ok_or_else(|| unknown("season", 2))?;
    let day = |column| month_day(text(column)).ok_or_else(|| unknown("day of the year", column));
    let days = SowingDays {
        span: Span { from: day(3)?, until: day(4)? },
        latest: day(5)?,
        confidence: Confidence::from_key(text(6)).ok_or_else(|| unknown("confidence", 6))?,
        source: Some(text(7)).filter(|source| !source.is_empty()).ok_or_else(|| unknown("source", 7))?.to_owned(),
    };
    let whole = Span { until: days.latest, ..days.span };
    if days.span.days() > whole.days() || whole.days() > LONGEST_WINDOW {
        return Err(format!("{} to {}, at the latest {}, is no window of sowing", text(3), text(4), text(5)));
    }
    Ok(((crop, season, region), days))
}

/// Parses `06-15`.
fn month_day(text: &str) -> Option<MonthDay> {
    let (month, day) = text.split_once('-')?;
    MonthDay::new(month.parse().ok()?, day.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn wheat(state: State) -> &'static SowingDays {
        OtherCrop::Wheat.window(state, Season::Rabi).unwrap()
    }

    #[test]
    fn a_state_without_a_row_of_its_own_has_indias() {
        assert!(SOWING.len() > 100);
        let punjab = wheat(State::Punjab);
        assert!(punjab.is_open(date(2026, 12, 16)) && !punjab.is_open(date(2027, 1, 1)));
        assert_eq!(punjab.last_day(date(2026, 11, 25)), date(2026, 12, 15));
        assert_eq!(punjab.last_day(date(2026, 12, 16)), date(2026, 12, 30), "late");
        let telangana = wheat(State::Telangana);
        assert_eq!(telangana.last_day(date(2026, 11, 25)), date(2026, 12, 10));
        assert_eq!(telangana.confidence, Confidence::Low);
        assert_eq!(OtherCrop::SunnHemp.window(State::Odisha, Season::Kharif), None, "no days of it are known");
    }

    #[test]
    fn a_window_may_run_over_new_year() {
        let bengal = wheat(State::WestBengal);
        for (day, is_open) in [
            (date(2026, 11, 18), false),
            (date(2026, 11, 19), true),
            (date(2026, 12, 31), true),
            (date(2027, 1, 22), true),
            (date(2027, 1, 23), false),
        ] {
            assert_eq!(bengal.is_open(day), is_open, "{day}");
        }
        assert_eq!(bengal.last_day(date(2026, 12, 31)), date(2027, 1, 7));
    }

    #[test]
    fn each_language_names_each_crop_and_none_is_one_of_the_sixteen() {
        for crop in OtherCrop::ALL {
            assert!(crop.key().parse::<crate::Crop>().is_err(), "{crop:?}");
            for language in Language::all() {
                assert_eq!(
                    crop.name_in(language) == crop.key(),
                    language == Language::ENGLISH,
                    "{language:?}: {crop:?}"
                );
            }
        }
    }

    #[test]
    fn general_practice_is_low() {
        for (key, days) in &*SOWING {
            assert_eq!(days.source == "general practice", days.confidence == Confidence::Low, "{key:?}");
        }
    }

    #[test]
    fn a_bad_row_is_refused_with_its_line() {
        const HEADER: &str = "# A comment.\ncrop,region,season,sow_from,sow_until,sow_latest,confidence,source\n";
        const GOOD: &str = "wheat,IN-WB,rabi,11-19,01-07,01-22,high,IMD\n";
        assert!(parse(&format!("{HEADER}{GOOD}")).is_ok());
        for (piece, by, reason) in [
            ("wheat", "rye", "`rye` is no other crop"),
            ("wheat", "paddy", "`paddy` is no other crop"),
            ("IN-WB", "IN-XX", "`IN-XX` is no region"),
            ("rabi", "annual", "`annual` is no season"),
            ("11-19", "02-29", "`02-29` is no day of the year"),
            ("01-07", "13-01", "`13-01` is no day of the year"),
            ("11-19,01-07", "11-19,11-18", "11-19 to 11-18, at the latest 01-22, is no window of sowing"),
            ("01-22", "01-01", "11-19 to 01-07, at the latest 01-01, is no window of sowing"),
            ("high", "sure", "`sure` is no confidence"),
            ("IMD", "", "`` is no source"),
            ("IMD", "IMD 2", "wheat has two rows"),
        ] {
            let row = GOOD.replacen(piece, by, 1);
            assert_eq!(parse(&format!("{HEADER}{GOOD}{row}")), Err(format!("line 4: {reason}")));
        }
    }
}

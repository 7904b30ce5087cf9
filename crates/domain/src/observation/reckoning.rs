//! From the observations of a season to what it is of a usual one.
//!
//! An estimate of production tells it alone. Until there is one, the area sown so far does, beside what is usually sown
//! by that day; it is drawn to a usual season by the part that is usually sown by then. All steps are whole numbers and
//! can be printed.

use super::{Amount, Estimate, Measure, Observation, Subject, newest};
use crate::calendar::{Opening, calendar};
use crate::figures::DemandFigure;
use crate::regional::{Millionths, Ratio, RatioRow, has_own_land, land_by_season, usual_of_season};
use crate::{CropYear, Kilograms, Region, Season, State};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeSet;
use std::fmt;

/// A season is taken as between half and twice a usual one: what is further off is an error, or a season that hardly
/// anybody sows.
const BOUNDS: (Millionths, Millionths) = (Millionths(500_000), Millionths(2_000_000));

/// Least part of a season that is usually sown before an area says something.
const LEAST: Millionths = Millionths(50_000);

/// What is known of a season, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reckoning {
    /// Season, crop and region.
    pub subject: Subject,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What the season is of a usual one, and the source that says so; or why it is taken as a usual one.
    pub ratio: Result<(Ratio, String), Unknown>,
}

impl Reckoning {
    /// The ratio for the supply, if there is one.
    pub fn row(&self) -> Option<RatioRow> {
        let Subject { region, crop, season, .. } = self.subject;
        self.ratio.as_ref().ok().map(|(ratio, _)| ((region, crop, season), *ratio))
    }
}

/// One step of a reckoning. Its text holds each factor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the factors that the text names")]
pub enum Step {
    /// The usual area on the day, computed because no table prints it.
    NormalToDate { as_of: Date, normal: Amount, last_to_date: Amount, last_whole: Amount, to_date: Amount },
    /// The area beside what is usually sown by the day.
    BesideNormal { sown: Amount, to_date: Amount, ratio: Millionths },
    /// The area beside last year's, and last year's production beside a usual one.
    BesideLastYear { sown: Amount, last_to_date: Amount, last_year: Millionths, ratio: Millionths },
    /// Last year's production beside a usual one.
    LastYear { estimate: Estimate, production: Amount, usual: Amount, ratio: Millionths },
    /// Last year's production was not given.
    NoLastYear,
    /// An estimate beside a usual season.
    BesideUsual { estimate: Estimate, production: Amount, usual: Amount, ratio: Millionths },
    /// The ratio was beyond what a season can be.
    Bounded { ratio: Millionths },
    /// How much of the season is usually sown by the day: last year's area to this day in last year's whole, or in the
    /// normal of the season where last year's whole is not given.
    SownByThen { last_to_date: Amount, whole: Amount, weight: Millionths },
    /// The same, by the days of the calendar, where neither is given.
    DaysByThen { as_of: Date, weight: Millionths },
    /// The ratio is drawn to the whole.
    Drawn { weight: Millionths, observed: Millionths, applied: Millionths },
}

impl fmt::Display for Millionths {
    /// Percent with one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} %", self.percent())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NormalToDate { as_of, normal, last_to_date, last_whole, to_date } => write!(
                f,
                "usually sown by {as_of}: normal of the season {normal} x last year's {last_to_date} to this day / \
                 last year's {last_whole} in all = {to_date}"
            ),
            Self::BesideNormal { sown, to_date, ratio } => {
                write!(f, "sown so far {sown} / {to_date} = {ratio} of the usual")
            }
            Self::BesideLastYear { sown, last_to_date, last_year, ratio } => write!(
                f,
                "sown so far {sown} / last year's {last_to_date} to this day x last year {last_year} = {ratio} of the \
                 usual"
            ),
            Self::LastYear { estimate, production, usual, ratio } => write!(
                f,
                "last year's production, {estimate}: {production} / {usual} of a usual season = {ratio} of the usual"
            ),
            Self::NoLastYear => f.write_str(
                "what is usual by this day is not given (normal_of_season and last_year_whole), nor last year's \
                 production: last year is taken as usual, 100.0 %",
            ),
            Self::BesideUsual { estimate, production, usual, ratio } => {
                write!(f, "{estimate}: {production} / {usual} of a usual season = {ratio} of the usual")
            }
            Self::Bounded { ratio } => {
                write!(f, "a season is taken as at least half and at most twice a usual one: {ratio}")
            }
            Self::SownByThen { last_to_date, whole, weight } => write!(
                f,
                "part of the season that is usually sown by this day: last year's {last_to_date} / {whole} = {weight}"
            ),
            Self::DaysByThen { as_of, weight } => {
                write!(f, "part of the season that is usually sown by {as_of}, by the days of the calendar: {weight}")
            }
            Self::Drawn { weight, observed, applied } => {
                write!(f, "drawn to a usual season: 100 % + {weight} x ({observed} - 100 %) = {applied}")
            }
        }
    }
}

/// Why a season is taken as a usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// Neither an area nor an estimate stands.
    #[error("neither an area sown so far nor an estimate of production is given")]
    NothingObserved,
    /// Nothing was sown by the day last year.
    #[error("last year nothing was sown by this day, so it cannot be told what is usual")]
    NothingLastYear,
    /// Too early in the season.
    #[error("less than 5 % of the season is usually sown by this day, so the area says nothing yet")]
    TooEarly,
    /// No usual supply is known.
    #[error("no usual supply of this season is known; import a demand figure, or give production_normal")]
    NoUsualSupply,
}

/// Reckons each season of a crop year that something was observed of, by region, crop and season.
pub fn reckon(observations: &[Observation], figures: &[DemandFigure], crop_year: CropYear) -> Vec<Reckoning> {
    let subjects: BTreeSet<_> =
        observations.iter().map(|it| it.subject).filter(|it| it.crop_year == crop_year).collect();
    let reckoned = subjects.into_iter().map(|subject| {
        let known = Known { observations, figures, subject };
        let mut steps = Vec::new();
        let ratio = known.ratio(&mut steps);
        Reckoning { subject, steps, ratio }
    });
    reckoned.collect()
}

struct Known<'o> {
    observations: &'o [Observation],
    figures: &'o [DemandFigure],
    subject: Subject,
}

impl<'o> Known<'o> {
    fn ratio(&self, steps: &mut Vec<Step>) -> Result<(Ratio, String), Unknown> {
        match self.estimate_of(self.subject) {
            Some((estimate, observation)) => {
                let usual = self.usual_production().ok_or(Unknown::NoUsualSupply)?;
                let production = observation.value;
                let ratio = part(production.value(), usual.value());
                steps.push(Step::BesideUsual { estimate, production, usual, ratio });
                let observed = bounded(ratio, steps);
                let as_of = observation.as_of;
                let ratio = Ratio { applied: observed, observed, estimate: Some(estimate), as_of };
                Ok((ratio, observation.source.clone()))
            }
            None => self.by_area(steps),
        }
    }

    /// The ratio by the area sown so far.
    fn by_area(&self, steps: &mut Vec<Step>) -> Result<(Ratio, String), Unknown> {
        let sown = self.given(Measure::AreaSown).ok_or(Unknown::NothingObserved)?;
        let last = self.given(Measure::AreaLastYear).filter(|last| last.as_of == sown.as_of);
        let last_to_date = last.ok_or(Unknown::NothingObserved)?.value;
        if last_to_date.value() == 0 {
            return Err(Unknown::NothingLastYear);
        }
        let as_of = sown.as_of;
        let last_whole = self.given(Measure::LastYearWhole).map(|it| it.value);
        let normal = self.given(Measure::NormalOfSeason).map(|it| it.value);
        let weight = if let Some(whole) = last_whole.or(normal) {
            let weight = part(last_to_date.value(), whole.value()).min(Millionths::WHOLE);
            steps.push(Step::SownByThen { last_to_date, whole, weight });
            weight
        } else {
            let weight = sown_by(self.subject, as_of);
            steps.push(Step::DaysByThen { as_of, weight });
            weight
        };
        if weight < LEAST {
            return Err(Unknown::TooEarly);
        }
        let ratio = if let Some((normal, last_whole)) = normal.zip(last_whole) {
            let to_date = product(normal.value(), last_to_date.value(), last_whole.value());
            let to_date = Measure::AreaSown.amount(to_date);
            let ratio = part(sown.value.value(), to_date.value());
            steps.push(Step::NormalToDate { as_of, normal, last_to_date, last_whole, to_date });
            steps.push(Step::BesideNormal { sown: sown.value, to_date, ratio });
            ratio
        } else {
            let last_year = self.last_year(steps);
            let beside = part(sown.value.value(), last_to_date.value());
            let ratio = Millionths(product(beside.0, last_year.0, Millionths::WHOLE.0));
            steps.push(Step::BesideLastYear { sown: sown.value, last_to_date, last_year, ratio });
            ratio
        };
        let observed = bounded(ratio, steps);
        let off = observed.0 - Millionths::WHOLE.0;
        let applied = Millionths(Millionths::WHOLE.0 + product(weight.0, off, Millionths::WHOLE.0));
        steps.push(Step::Drawn { weight, observed, applied });
        Ok((Ratio { applied, observed, estimate: None, as_of }, sown.source.clone()))
    }

    /// Last year's production of the season beside a usual one; the whole where it is not known.
    fn last_year(&self, steps: &mut Vec<Step>) -> Millionths {
        let last = self.subject.a_year_earlier().and_then(|last| self.estimate_of(last));
        let Some(((estimate, last), usual)) = last.zip(self.usual_production()) else {
            steps.push(Step::NoLastYear);
            return Millionths::WHOLE;
        };
        let ratio = part(last.value.value(), usual.value());
        steps.push(Step::LastYear { estimate, production: last.value, usual, ratio });
        ratio
    }

    /// The latest of the estimates of a season's production.
    fn estimate_of(&self, subject: Subject) -> Option<(Estimate, &'o Observation)> {
        let latest_first = Estimate::ALL.into_iter().rev();
        let mut known = latest_first.filter_map(|estimate| {
            Some((estimate, newest(self.observations, subject, Measure::Production(estimate))?))
        });
        known.next()
    }

    /// What the season usually brings: as given, or its part of the usual supply. `None` if that is nothing.
    fn usual_production(&self) -> Option<Amount> {
        let Subject { region, crop, season, crop_year } = self.subject;
        let given = self.given(Measure::ProductionNormal).map(|it| it.value);
        given.or_else(|| {
            let usual = usual_of_season(self.figures, (region, crop, season), crop_year)?;
            (usual > Kilograms(0)).then_some(Amount::Weight(usual))
        })
    }

    fn given(&self, measure: Measure) -> Option<&'o Observation> {
        newest(self.observations, self.subject, measure)
    }
}

/// a x b / c, rounded towards zero. Each is at most [`crate::figures::MAX`] in kilograms.
fn product(a: i64, b: i64, c: i64) -> i64 {
    let product = i128::from(a) * i128::from(b) / i128::from(c.max(1));
    i64::try_from(product).unwrap_or(i64::MAX)
}

fn part(of: i64, whole: i64) -> Millionths {
    Millionths(product(of, Millionths::WHOLE.0, whole))
}

fn bounded(ratio: Millionths, steps: &mut Vec<Step>) -> Millionths {
    let bounded = ratio.clamp(BOUNDS.0, BOUNDS.1);
    if bounded != ratio {
        steps.push(Step::Bounded { ratio: bounded });
    }
    bounded
}

/// The part of a season's land that is usually sown by a day, by the windows of the calendar: a day within the extremes
/// counts half of one on which most is sown. The land of a state goes by its own windows.
fn sown_by(subject: Subject, day: Date) -> Millionths {
    let Subject { region, crop, season, .. } = subject;
    // Cane stands for a year, and the tables count what stands.
    if season == Season::Year {
        return Millionths::WHOLE;
    }
    let states = State::all().filter(|state| region == Region::India || region == Region::State(*state));
    let (mut sown, mut all) = (0, 0);
    for state in states {
        let land = land_by_season(crop, state).get(season as usize).copied().unwrap_or_default();
        let land = if has_own_land(crop, state, season) { land } else { 0 };
        if land > 0 {
            sown += i128::from(land) * i128::from(sown_in_state(subject, state, day).0);
            all += i128::from(land);
        }
    }
    Millionths(i64::try_from(sown / all.max(1)).unwrap_or(0))
}

/// The same in a state: the mean over its windows.
fn sown_in_state(subject: Subject, state: State, day: Date) -> Millionths {
    let calendar = calendar(subject.crop, Region::State(state));
    let windows = calendar.windows().iter().filter(|window| window.season == subject.season);
    // A window may open some weeks before the months of its season.
    let first = subject.begins().saturating_sub(31.days());
    let parts: Vec<_> = windows.map(|window| sown_of(&window.opening(first), day).0).collect();
    if parts.is_empty() {
        part_of_months(subject, day)
    } else {
        Millionths(product(parts.iter().sum(), 1, count(&parts)))
    }
}

fn count(parts: &[i64]) -> i64 {
    i64::try_from(parts.len()).unwrap_or(i64::MAX)
}

/// The part of a season's months that is over, where no window tells when a crop is sown.
fn part_of_months(subject: Subject, day: Date) -> Millionths {
    let months = match subject.season {
        Season::Kharif => 5,
        Season::Rabi => 4,
        Season::Summer => 3,
        Season::Year => 12,
    };
    let (begins, days) = (subject.begins(), |until: Date| i64::from((until - subject.begins()).get_days()));
    let season = days(begins.saturating_add(months.months()));
    part(days(day).clamp(0, season), season)
}

fn sown_of(opening: &Opening, day: Date) -> Millionths {
    let days = opening.earliest.series(1.day()).take_while(|day| *day <= opening.latest);
    // Twice the weight of a day, 1 or 2.
    let weight = |at: Date| if (opening.from..=opening.until).contains(&at) { 2 } else { 1 };
    let (sown, all) =
        days.fold((0, 0), |(sown, all), at| (sown + if at <= day { weight(at) } else { 0 }, all + weight(at)));
    part(sown, all)
}

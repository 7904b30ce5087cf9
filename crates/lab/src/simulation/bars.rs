//! What crowding prices must reach, and whether they do.

use crate::simulation::{Outcome, Policy, Scenario};

/// A scenario and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The scenario.
    pub scenario: Scenario,
    /// Its outcome.
    pub outcome: Outcome,
}

/// A bar and the worst figure of all cases that it covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What is measured.
    pub name: &'static str,
    /// What must be reached, in words.
    pub demand: &'static str,
    /// The worst figure. `None`: no case was simulated.
    pub worst: Option<f64>,
    /// Where the worst figure was found.
    pub at: String,
    /// Whether every case reaches the bar.
    pub is_met: bool,
}

impl Bar {
    /// Adoptions that the bars are judged by.
    pub const ADOPTIONS: [f64; 4] = [0.1, 0.3, 0.6, 1.0];
    /// Errors of the figures that are simulated, percent. The bars are judged with the second.
    pub const FIGURES_ERRORS: [f64; 3] = [0.0, 10.0, 15.0];
    /// The first and the last of the seeds that the bars are judged by. No setting was chosen by them.
    pub const SEEDS: (u64, u64) = (101, 120);

    /// All scenarios that the bars need, each with half of the land recorded and a tenth of the records false.
    pub fn scenarios() -> Vec<Scenario> {
        let mut scenarios = Vec::new();
        for policy in Policy::ALL {
            let adoptions = if policy == Policy::Habit { vec![0.0] } else { Self::ADOPTIONS.to_vec() };
            for adoption in adoptions {
                for figures_error in Self::FIGURES_ERRORS.into_iter().take(if policy.reads_figures() { 3 } else { 1 }) {
                    scenarios.extend(
                        (Self::SEEDS.0..=Self::SEEDS.1)
                            .map(|seed| Scenario { figures_error, ..Scenario::new(policy, adoption, 0.5, seed) }),
                    );
                }
            }
        }
        scenarios
    }
}

/// Parts that differ by less are the same.
const SAME: f64 = 1e-9;

/// The mean over the seeds. Policies that read no figures have one mean for all errors, and habit one for all
/// adoptions.
pub fn mean(rows: &[Row], policy: Policy, adoption: f64, figures_error: f64) -> Option<Outcome> {
    let same = |a: f64, b: f64| (a - b).abs() < SAME;
    let is_case = |scenario: &Scenario| {
        scenario.policy == policy
            && (policy == Policy::Habit || same(scenario.adoption, adoption))
            && (!policy.reads_figures() || same(scenario.figures_error, figures_error))
    };
    let outcomes: Vec<_> = rows.iter().filter(|row| is_case(&row.scenario)).map(|row| row.outcome).collect();
    (!outcomes.is_empty()).then(|| Outcome::mean(&outcomes))
}

/// Judges the rows by the five bars, with figures that are 10 % wrong.
pub fn bars(rows: &[Row]) -> Vec<Bar> {
    let case = |adoption: f64| {
        let of = |policy| mean(rows, policy, adoption, JUDGED);
        let others = Policy::ALL.into_iter().filter(|policy| *policy != Policy::Prices).filter_map(of);
        let best = others.map(|outcome| outcome.imbalance).min_by(f64::total_cmp)?;
        Some(Case { adoption, prices: of(Policy::Prices)?, need: of(Policy::Need)?, best })
    };
    let cases: Vec<_> = Bar::ADOPTIONS.into_iter().filter_map(case).collect();
    let at_30: Vec<_> = cases.iter().filter(|case| (case.adoption - 0.3).abs() < SAME).copied().collect();
    vec![
        highest("imbalance / best other", "at most 1", 1.0, &cases, |case| case.prices.imbalance / case.best),
        highest("gluts / those of `need`, at 30 %", "at most 0.2", 0.2, &at_30, |case| {
            case.prices.gluts_percent / case.need.gluts_percent
        }),
        lowest("followers net / others", "at least 1", 1.0, &cases, |case| case.prices.net_followers_over_others),
        highest("land on which followers net 10 % less, %", "at most 25", 25.0, &cases, |case| {
            case.prices.losing_percent
        }),
        highest("draws under half of the mean margin, %", "at most 5", 5.0, &cases, |case| {
            case.prices.poor_draws_percent
        }),
    ]
}

/// The error of the figures that the bars are judged with, percent.
const JUDGED: f64 = 10.0;

/// A seed at 30 % following, figures 10 % wrong: crowding prices beside the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedRow {
    /// The seed.
    pub seed: u64,
    /// Crowding prices.
    pub prices: Outcome,
    /// Highest need first.
    pub need: Outcome,
    /// Lowest imbalance of the other policies.
    pub best_other: f64,
}

/// The seeds of the bars one by one.
pub fn seed_by_seed(rows: &[Row]) -> Vec<SeedRow> {
    let row = |seed: u64| {
        let of: Vec<_> = rows.iter().filter(|row| row.scenario.seed == seed).copied().collect();
        let outcome = |policy| mean(&of, policy, 0.3, JUDGED);
        let others = Policy::ALL.into_iter().filter(|policy| *policy != Policy::Prices).filter_map(outcome);
        let best_other = others.map(|outcome| outcome.imbalance).min_by(f64::total_cmp)?;
        Some(SeedRow { seed, prices: outcome(Policy::Prices)?, need: outcome(Policy::Need)?, best_other })
    };
    (Bar::SEEDS.0..=Bar::SEEDS.1).filter_map(row).collect()
}

#[derive(Clone, Copy)]
struct Case {
    adoption: f64,
    prices: Outcome,
    need: Outcome,
    /// Lowest imbalance of the other policies.
    best: f64,
}

fn highest(name: &'static str, demand: &'static str, bar: f64, cases: &[Case], of: impl Fn(&Case) -> f64) -> Bar {
    let worst = cases.iter().map(|case| (of(case), case)).max_by(|(a, _), (b, _)| a.total_cmp(b));
    judged(name, demand, worst, |figure| figure <= bar)
}

fn lowest(name: &'static str, demand: &'static str, bar: f64, cases: &[Case], of: impl Fn(&Case) -> f64) -> Bar {
    let worst = cases.iter().map(|case| (of(case), case)).min_by(|(a, _), (b, _)| a.total_cmp(b));
    judged(name, demand, worst, |figure| figure >= bar)
}

fn judged(name: &'static str, demand: &'static str, worst: Option<(f64, &Case)>, reaches: impl Fn(f64) -> bool) -> Bar {
    Bar {
        name,
        demand,
        worst: worst.map(|(figure, _)| figure),
        at: worst.map(|(_, case)| format!("{} % following", case.adoption * 100.0)).unwrap_or_default(),
        is_met: worst.is_some_and(|(figure, _)| reaches(figure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(of: impl Fn(Policy) -> Outcome) -> Vec<Row> {
        Bar::scenarios().into_iter().map(|scenario| Row { scenario, outcome: of(scenario.policy) }).collect()
    }

    fn outcome(imbalance: f64, gluts_percent: f64, net: f64) -> Outcome {
        let losing_percent = if net < 1.0 { 30.0 } else { 10.0 };
        let poor_draws_percent = if net < 1.0 { 9.0 } else { 3.0 };
        Outcome {
            imbalance,
            gluts_percent,
            net_followers_over_others: net,
            losing_percent,
            poor_draws_percent,
            ..Outcome::default()
        }
    }

    #[test]
    fn prices_that_are_better_in_all_ways_meet_every_bar() {
        let all = bars(&rows(|policy| match policy {
            Policy::Prices => outcome(0.10, 2.0, 1.01),
            _ => outcome(0.11, 20.0, 1.0),
        }));
        assert_eq!(all.len(), 5);
        assert!(all.iter().all(|bar| bar.is_met), "{all:?}");
    }

    #[test]
    fn each_of_the_twenty_seeds_has_a_row() {
        let rows = seed_by_seed(&rows(|policy| match policy {
            Policy::Prices => outcome(0.10, 2.0, 1.01),
            Policy::Share => outcome(0.105, 5.0, 1.0),
            _ => outcome(0.11, 20.0, 1.0),
        }));
        assert_eq!(rows.len(), 20);
        assert!(rows.iter().all(|row| (row.best_other - 0.105).abs() < SAME && row.need.gluts_percent > 19.0));
    }

    #[test]
    fn each_bar_can_be_missed() {
        let all = bars(&rows(|policy| match policy {
            Policy::Prices => outcome(0.13, 5.0, 0.99),
            _ => outcome(0.11, 20.0, 1.0),
        }));
        assert!(all.iter().all(|bar| !bar.is_met), "{all:?}");
        assert!(bars(&[]).iter().all(|bar| !bar.is_met), "what was not simulated is not met");
    }
}

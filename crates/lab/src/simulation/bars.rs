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
    /// Adoptions, recorded parts and false parts that the bars are judged by.
    pub const ADOPTIONS: [f64; 6] = [0.05, 0.1, 0.2, 0.3, 0.6, 1.0];
    /// Recorded parts.
    pub const RECORDED: [f64; 3] = [0.1, 0.5, 0.9];
    /// False parts of the records.
    pub const FALSE: [f64; 2] = [0.0, 0.1];
    /// The first and the last of the seeds that the bars are judged by. No setting was chosen by them.
    pub const SEEDS: (u64, u64) = (101, 120);

    /// All scenarios that the bars need. Those of policies that read no records are there once for each seed.
    #[must_use]
    pub fn scenarios() -> Vec<Scenario> {
        let mut scenarios = Vec::new();
        for policy in Policy::ALL {
            let reads_records = matches!(policy, Policy::Need | Policy::Prices);
            let first =
                |all: &[f64]| all.iter().copied().take(if reads_records { all.len() } else { 1 }).collect::<Vec<_>>();
            let adoptions = if policy == Policy::Habit { vec![0.0] } else { Self::ADOPTIONS.to_vec() };
            for adoption in adoptions {
                for recorded in first(&Self::RECORDED) {
                    for false_records in first(&Self::FALSE) {
                        scenarios.extend(
                            (Self::SEEDS.0..=Self::SEEDS.1).map(|seed| Scenario {
                                false_records,
                                ..Scenario::new(policy, adoption, recorded, seed)
                            }),
                        );
                    }
                }
            }
        }
        scenarios
    }
}

/// Parts that differ by less are the same.
const SAME: f64 = 1e-9;

/// An income ratio of at least this is 1.00 with two decimals.
const ONE: f64 = 0.995;

/// The mean over the seeds. Policies that read no records have one mean for all recorded and false parts.
fn mean(rows: &[Row], policy: Policy, adoption: f64, recorded: f64, false_records: f64) -> Option<Outcome> {
    let same = |a: f64, b: f64| (a - b).abs() < SAME;
    let is_case = |scenario: &Scenario| {
        let reads_records = matches!(policy, Policy::Need | Policy::Prices);
        scenario.policy == policy
            && (policy == Policy::Habit || same(scenario.adoption, adoption))
            && (!reads_records || (same(scenario.recorded, recorded) && same(scenario.false_records, false_records)))
    };
    let outcomes: Vec<_> = rows.iter().filter(|row| is_case(&row.scenario)).map(|row| row.outcome).collect();
    (!outcomes.is_empty()).then(|| Outcome::mean(&outcomes))
}

/// Judges the rows by the four bars.
#[must_use]
pub fn bars(rows: &[Row]) -> Vec<Bar> {
    let mut cases = Vec::new();
    for adoption in Bar::ADOPTIONS {
        for recorded in Bar::RECORDED {
            for false_records in Bar::FALSE {
                let of = |policy| mean(rows, policy, adoption, recorded, false_records);
                let others = Policy::ALL.into_iter().filter(|policy| *policy != Policy::Prices).filter_map(of);
                let best = others.map(|outcome| outcome.imbalance).min_by(f64::total_cmp);
                if let (Some(prices), Some(need), Some(best)) = (of(Policy::Prices), of(Policy::Need), best) {
                    cases.push(Case { adoption, recorded, false_records, prices, need, best });
                }
            }
        }
    }
    let ratio = |case: &Case| case.prices.imbalance / case.best;
    let few = |case: &Case| case.adoption < 0.2 - SAME;
    vec![
        highest("imbalance / best other, from 20 %", "at most 1", 1.0, cases.iter().filter(|c| !few(c)), ratio),
        highest("imbalance / best other, below 20 %", "at most 1.1", 1.1, cases.iter().filter(|c| few(c)), ratio),
        highest(
            "gluts / those of `need`, at 30 %",
            "at most 0.2",
            0.2,
            cases.iter().filter(|case| (case.adoption - 0.3).abs() < SAME),
            |case| case.prices.gluts_percent / case.need.gluts_percent,
        ),
        lowest(
            "followers earn / others, to 60 %",
            "at least 0.995, which is 1.00 with two decimals",
            ONE,
            cases.iter().filter(|case| case.adoption < 0.6 + SAME),
            |case| case.prices.income_followers_over_others,
        ),
    ]
}

/// A seed at 30 % following, half recorded: crowding prices beside the others.
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
#[must_use]
pub fn seed_by_seed(rows: &[Row]) -> Vec<SeedRow> {
    let row = |seed: u64| {
        let of: Vec<_> = rows.iter().filter(|row| row.scenario.seed == seed).copied().collect();
        let outcome = |policy| mean(&of, policy, 0.3, 0.5, 0.0);
        let others = Policy::ALL.into_iter().filter(|policy| *policy != Policy::Prices).filter_map(outcome);
        let best_other = others.map(|outcome| outcome.imbalance).min_by(f64::total_cmp)?;
        Some(SeedRow { seed, prices: outcome(Policy::Prices)?, need: outcome(Policy::Need)?, best_other })
    };
    (Bar::SEEDS.0..=Bar::SEEDS.1).filter_map(row).collect()
}

struct Case {
    adoption: f64,
    recorded: f64,
    false_records: f64,
    prices: Outcome,
    need: Outcome,
    /// Lowest imbalance of the other policies.
    best: f64,
}

fn highest<'a>(
    name: &'static str,
    demand: &'static str,
    bar: f64,
    cases: impl Iterator<Item = &'a Case>,
    figure: impl Fn(&Case) -> f64,
) -> Bar {
    let worst = cases.map(|case| (figure(case), case)).max_by(|(a, _), (b, _)| a.total_cmp(b));
    judged(name, demand, worst, |figure| figure <= bar)
}

fn lowest<'a>(
    name: &'static str,
    demand: &'static str,
    bar: f64,
    cases: impl Iterator<Item = &'a Case>,
    figure: impl Fn(&Case) -> f64,
) -> Bar {
    let worst = cases.map(|case| (figure(case), case)).min_by(|(a, _), (b, _)| a.total_cmp(b));
    judged(name, demand, worst, |figure| figure >= bar)
}

fn judged(name: &'static str, demand: &'static str, worst: Option<(f64, &Case)>, reaches: impl Fn(f64) -> bool) -> Bar {
    let at = worst.map(|(_, Case { adoption, recorded, false_records, .. })| {
        format!("a = {adoption}, {recorded} recorded, {false_records} of it false")
    });
    Bar {
        name,
        demand,
        worst: worst.map(|(figure, _)| figure),
        at: at.unwrap_or_default(),
        is_met: worst.is_some_and(|(figure, _)| reaches(figure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(of: impl Fn(Policy) -> Outcome) -> Vec<Row> {
        Bar::scenarios().into_iter().map(|scenario| Row { scenario, outcome: of(scenario.policy) }).collect()
    }

    fn outcome(imbalance: f64, gluts_percent: f64, income: f64) -> Outcome {
        Outcome {
            imbalance,
            gluts_percent,
            shortages_percent: 0.0,
            price_sd: 0.0,
            income_followers_over_others: income,
            gross_followers_over_others: 1.0,
        }
    }

    #[test]
    fn prices_that_are_better_in_all_ways_meet_every_bar() {
        let all = bars(&rows(|policy| match policy {
            Policy::Prices => outcome(0.10, 2.0, 1.01),
            _ => outcome(0.11, 20.0, 1.0),
        }));
        assert_eq!(all.len(), 4);
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

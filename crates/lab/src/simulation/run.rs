//! Seasons that follow each other.

use crate::simulation::fates::{Fate, fates};
use crate::simulation::market::{Ledger, Records, Statistics, middle_of_range};
use crate::simulation::outcome::{Outcome, Season, Sums};
use crate::simulation::scenario::{Demand, Policy, Scenario, Usual};
use crate::simulation::world::{Place, World};
use grow_domain::advice::{ByCrop, Land, Market, chances, prices};

/// Followers decide in this many equal parts, one after the other.
const STEPS: usize = 12;

/// A decision is recorded this many steps later.
const LATE: usize = 3;

/// Prices stay within this factor of the usual one.
const PRICE_BOUND: f64 = 5.0;

/// Lets the seasons of a scenario pass.
#[must_use]
pub fn run(world: &World, scenario: &Scenario) -> Outcome {
    let mut statistics = Statistics::new(world);
    // Logarithm of the area under each crop as a part of that at usual prices, before shares are brought to a sum of 1.
    let mut leaning = [0.0; 16];
    let mut sums = Sums::default();
    for fate in fates(scenario.seed, scenario.seasons, world.states, scenario.steady_trends) {
        let habits: Vec<_> = world.places.iter().map(|place| habit(place, &leaning)).collect();
        let advised = if scenario.policy == Policy::Habit || scenario.adoption <= 0.0 {
            habits.clone()
        } else {
            let demand = match scenario.demand {
                Demand::Trend => product(&world.demand, &fate.trend),
                Demand::Past => statistics.demand(),
            };
            advised(world, scenario, Ledger::open(world, &statistics, demand), &fate)
        };
        let (season, usual) = reap(world, scenario, &fate, &habits, &advised);
        sums.add(&season);
        statistics.remember(usual, season.demand);
        let response = &world.response;
        let responses = season.price.into_iter().zip(response.short_run).zip(response.long_run);
        for (leaning, ((price, short_run), long_run)) in leaning.iter_mut().zip(responses) {
            *leaning = (1.0 - short_run / long_run) * *leaning + short_run * libm::log(price);
        }
    }
    sums.outcome()
}

/// What a place grows by habit after the prices of past seasons: shares.
fn habit(place: &Place, leaning: &ByCrop) -> ByCrop {
    let mut shares = place.habit;
    shares.iter_mut().zip(leaning).for_each(|(share, leaning)| *share *= libm::exp(*leaning));
    let whole: f64 = shares.iter().sum();
    shares.map(|share| share / whole)
}

/// What followers of each place grow: shares of their land, over the steps of the season.
#[expect(clippy::cast_precision_loss, reason = "there are twelve steps")]
fn advised(world: &World, scenario: &Scenario, mut ledger: Ledger<'_>, fate: &Fate) -> Vec<ByCrop> {
    let middle = middle_of_range();
    let counted = |place: &Place| if scenario.yields_of_range { middle } else { place.yields };
    let following = scenario.adoption * scenario.misjudged * fate.misjudged;
    let mut grown = vec![[0.0; 16]; world.places.len()];
    let mut records: Vec<Records> = Vec::new();
    for step in 0..STEPS {
        if let Some(records) = step.checked_sub(LATE).and_then(|step| records.get(step)) {
            ledger.record(records, counted);
        }
        let to_come = ledger.to_come(following);
        let market = ledger.market(&to_come, scenario.displaced_is_known);
        let choices = match scenario.policy {
            Policy::Prices => {
                let settings = &scenario.settings;
                let prices = prices(&market, &ledger.groups(&to_come, settings.least_share, counted), &[], settings);
                let of = |place: &Place| {
                    let shares = place.suitable(settings.least_share);
                    let land = Land { shares: &shares, known: &[false; 16], harvest: None };
                    chances(&land, &prices, settings).of
                };
                world.places.iter().map(of).collect::<Vec<_>>()
            }
            policy => {
                world.places.iter().map(|place| simple(policy, place, &market, scenario.settings.least_share)).collect()
            }
        };
        for (grown, choice) in grown.iter_mut().zip(&choices) {
            grown.iter_mut().zip(choice).for_each(|(grown, chance)| *grown += chance / STEPS as f64);
        }
        let area = scenario.adoption / STEPS as f64;
        records.push(
            world.places.iter().zip(&choices).map(|(place, choice)| record(place, choice, area, scenario)).collect(),
        );
    }
    grown
}

/// The choice of a policy without prices.
fn simple(policy: Policy, place: &Place, market: &Market, least_share: f64) -> ByCrop {
    if policy == Policy::Share {
        return place.shares;
    }
    let met = |crop: usize| {
        market.supplied.get(crop).zip(market.demand.get(crop)).map(|(supplied, demand)| supplied / demand)
    };
    let rank = |crop: usize| match policy {
        Policy::Need => -met(crop).unwrap_or(f64::INFINITY),
        _ => place.shares.get(crop).copied().unwrap_or_default(),
    };
    let suitable = (0..16).filter(|crop| place.shares.get(*crop).is_some_and(|share| *share >= least_share));
    let mut choice = [0.0; 16];
    let best = suitable.max_by(|a, b| rank(*a).total_cmp(&rank(*b)));
    if let Some(choice) = best.and_then(|crop| choice.get_mut(crop)) {
        *choice = 1.0;
    }
    choice
}

/// What is recorded of a step's choices: land by crop, ha. A false record names another suitable crop, each as often.
fn record(place: &Place, choice: &ByCrop, part: f64, scenario: &Scenario) -> ByCrop {
    let area = place.land_ha * part * scenario.recorded;
    let suitable = place.shares.map(|share| f64::from(u8::from(share >= scenario.settings.least_share)));
    let count: f64 = suitable.iter().sum();
    let mut records = *choice;
    for (record, suitable) in records.iter_mut().zip(suitable) {
        let false_part = if count > 0.0 { suitable / count } else { 0.0 };
        *record = area * ((1.0 - scenario.false_records) * *record + scenario.false_records * false_part);
    }
    records
}

/// The harvest: what came of the season, and the harvest by state that the statistics take as usual, kg.
fn reap(
    world: &World,
    scenario: &Scenario,
    fate: &Fate,
    habits: &[ByCrop],
    advised: &[ByCrop],
) -> (Season, Vec<ByCrop>) {
    let adoption = if scenario.policy == Policy::Habit { 0.0 } else { scenario.adoption };
    let (others, followers) = (harvest(world, fate, habits), harvest(world, fate, advised));
    let mixed = |of_others: f64, of_followers: f64| -> Vec<ByCrop> {
        let whole = of_others + of_followers;
        let states = others.iter().zip(&followers);
        let mix = |(others, followers): (&ByCrop, &ByCrop)| {
            let mut mix = *others;
            for (mix, followers) in mix.iter_mut().zip(followers) {
                *mix = (of_others * *mix + of_followers * followers) / whole;
            }
            mix
        };
        states.map(mix).collect()
    };
    let by_state = mixed(1.0 - adoption, adoption);
    let usual = match scenario.usual {
        Usual::Others => others.clone(),
        Usual::Unrecorded => mixed(1.0 - adoption, adoption * (1.0 - scenario.recorded)),
        Usual::All => by_state.clone(),
    };
    let mut supply = [0.0; 16];
    for harvest in &by_state {
        supply.iter_mut().zip(harvest).for_each(|(supply, kg)| *supply += kg);
    }
    let demand = product(&world.demand, &fate.demand);
    let mut price = [1.0; 16];
    let markets = supply.iter().zip(demand).zip(world.response.flexibility);
    for (price, ((supply, demand), flexibility)) in price.iter_mut().zip(markets) {
        let ratio = (supply / demand).max(1e-3);
        *price = libm::exp(flexibility * libm::log(ratio)).clamp(1.0 / PRICE_BOUND, PRICE_BOUND);
    }
    let usual_price = world.response.price.map(|rupees_per_quintal| rupees_per_quintal / 100.0);
    let gross = |by_state: &[ByCrop]| -> f64 {
        by_state.iter().map(|kg| sum(&product(&product(kg, &price), &usual_price))).sum()
    };
    let season = Season {
        supply,
        demand,
        price,
        usual_price,
        income: (income(world, fate, advised, &price), income(world, fate, habits, &price)),
        gross: (gross(&followers), gross(&others)),
    };
    (season, usual)
}

/// What all land brings if it grows these shares, by state, kg.
fn harvest(world: &World, fate: &Fate, shares: &[ByCrop]) -> Vec<ByCrop> {
    let mut harvest = vec![[0.0; 16]; world.states];
    for (place, shares) in world.places.iter().zip(shares) {
        if let Some(harvest) = harvest.get_mut(place.state) {
            for ((kg, share), per_ha) in harvest.iter_mut().zip(shares).zip(place.yields) {
                *kg += place.land_ha * share * per_ha;
            }
        }
    }
    harvest.iter().zip(&fate.weather).map(|(kg, weather)| product(kg, weather)).collect()
}

/// Income of all land that grows these shares, in hectares of a crop in a usual season: price and weather alone count.
fn income(world: &World, fate: &Fate, shares: &[ByCrop], price: &ByCrop) -> f64 {
    let of = |(place, shares): (&Place, &ByCrop)| {
        let weather = fate.weather.get(place.state).copied().unwrap_or([1.0; 16]);
        place.land_ha * sum(&product(&product(shares, &weather), price))
    };
    world.places.iter().zip(shares).map(of).sum()
}

fn product(a: &ByCrop, b: &ByCrop) -> ByCrop {
    let mut product = *a;
    product.iter_mut().zip(b).for_each(|(a, b)| *a *= b);
    product
}

fn sum(figures: &ByCrop) -> f64 {
    figures.iter().sum()
}

#[cfg(test)]
mod tests;

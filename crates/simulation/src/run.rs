//! Seasons that follow each other.

use crate::fates::{Fate, fates};
use crate::market::{Ledger, Records, Statistics, middle_of_range};
use crate::outcome::{Outcome, Season, Sums};
use crate::scenario::{Policy, Scenario};
use crate::world::{Place, World};
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
    for fate in fates(scenario.seed, scenario.seasons, world.states) {
        let habits: Vec<_> = world.places.iter().map(|place| habit(place, &leaning)).collect();
        let advised = if scenario.policy == Policy::Habit || scenario.adoption <= 0.0 {
            habits.clone()
        } else {
            advised(world, scenario, Ledger::open(world, &statistics), &fate)
        };
        let (season, harvest) = reap(world, scenario, &fate, &habits, &advised);
        sums.add(&season);
        statistics.remember(harvest, season.demand);
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
        let market = ledger.market(&to_come, scenario.figures);
        let choices = match scenario.policy {
            Policy::Prices => {
                let settings = &scenario.settings;
                let prices = prices(&market, &ledger.groups(&to_come, counted), &[], settings);
                let of = |place: &Place| {
                    let land = Land { shares: &place.shares, known: &[false; 16], harvest: None };
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
    let crowding = market.crowding();
    let rank = |crop: usize| match policy {
        Policy::Need => -crowding.get(crop).copied().unwrap_or(f64::INFINITY),
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

/// The harvest: what came of the season, and the harvest by state.
fn reap(
    world: &World,
    scenario: &Scenario,
    fate: &Fate,
    habits: &[ByCrop],
    advised: &[ByCrop],
) -> (Season, Vec<ByCrop>) {
    let followers = if scenario.policy == Policy::Habit { 0.0 } else { scenario.adoption };
    let mut harvest = vec![[0.0; 16]; world.states];
    let mut yields = Vec::with_capacity(world.places.len());
    for ((place, habit), advised) in world.places.iter().zip(habits).zip(advised) {
        let mut per_ha = place.yields;
        if let Some(weather) = fate.weather.get(place.state) {
            per_ha.iter_mut().zip(weather).for_each(|(per_ha, weather)| *per_ha *= weather);
        }
        if let Some(harvest) = harvest.get_mut(place.state) {
            for (((kg, per_ha), habit), advised) in harvest.iter_mut().zip(per_ha).zip(habit).zip(advised) {
                *kg += place.land_ha * per_ha * ((1.0 - followers) * habit + followers * advised);
            }
        }
        yields.push(per_ha);
    }
    let mut supply = [0.0; 16];
    for harvest in &harvest {
        supply.iter_mut().zip(harvest).for_each(|(supply, kg)| *supply += kg);
    }
    let mut demand = world.demand;
    demand.iter_mut().zip(fate.demand).for_each(|(demand, part)| *demand *= part);
    let mut price = [1.0; 16];
    for (((price, supply), demand), flexibility) in
        price.iter_mut().zip(supply).zip(demand).zip(world.response.flexibility)
    {
        let ratio = (supply / demand).max(1e-3);
        *price = libm::exp(flexibility * libm::log(ratio)).clamp(1.0 / PRICE_BOUND, PRICE_BOUND);
    }
    let usual_price = world.response.price.map(|rupees_per_quintal| rupees_per_quintal / 100.0);
    let income = |mix: &[ByCrop]| -> f64 {
        let mut income = 0.0;
        for ((place, mix), yields) in world.places.iter().zip(mix).zip(&yields) {
            for (((share, per_ha), price), usual) in mix.iter().zip(yields).zip(price).zip(usual_price) {
                income += place.land_ha * share * per_ha * price * usual;
            }
        }
        income
    };
    let income = (income(advised), income(habits));
    (Season { supply, demand, price, usual_price, income }, harvest)
}

#[cfg(test)]
mod tests;

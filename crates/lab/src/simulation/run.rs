//! Years that follow each other, each of three seasons.

use crate::simulation::fates::{Fate, fates, lasting_error};
use crate::simulation::market::{Ledger, Records, Statistics, middle_of_range};
use crate::simulation::outcome::{Farmers, LOSING, Outcome, Sums, Year};
use crate::simulation::scenario::{Demand, Policy, Scenario, Usual, Walk};
use crate::simulation::world::{Place, SEASONS, World, harvest as usual_harvest};
use grow_domain::advice::{Group, Land, Market, Returns, chances, prices};
use grow_domain::budget::farm_price;
use grow_domain::{Crop, PerCrop};

/// Followers decide in this many equal parts of a season, one after the other.
const STEPS: usize = 6;

/// A decision is recorded this many steps later.
const LATE: usize = 2;

/// What is grown in the places of each season: shares of the land.
type Grown = [Vec<PerCrop<f64>>; 3];

/// Lets the years of a scenario pass.
pub fn run(world: &World, scenario: &Scenario) -> Outcome {
    let mut statistics = Statistics::new(world);
    let error = lasting_error(scenario.seed, scenario.figures_error);
    let usual_supply = usual_harvest(&world.seasons);
    // Logarithm of the area under each crop as a part of that at usual prices, before shares are brought to a sum of 1.
    let mut leaning = PerCrop::all(0.0);
    let mut sums = Sums::default();
    let scatter = world.scatter.repeat(SEASONS.len());
    for mut fate in fates(scenario.seed, scenario.years, &scatter, scenario.walk == Walk::Steady) {
        if scenario.walk != Walk::RandomUnseen {
            fate.stay(&world.as_grown);
        }
        let habits = world.seasons.each_ref().map(|places| places.iter().map(|place| habit(place, &leaning)).collect());
        let demand = match scenario.demand {
            Demand::Trend => product(&world.demand, &fate.trend),
            Demand::Past => statistics.demand(),
        };
        let ledger = Ledger::open(world, &statistics, product(&demand, &error));
        let (advised, draws) = advised(world, scenario, ledger, &fate, &habits);
        let (mut year, usual) = reap(world, scenario, &fate, &habits, &advised, &usual_supply);
        (year.farmers.drawn, year.farmers.drawn_poor) = draws;
        sums.add(&year);
        statistics.remember(usual, year.demand);
        leaning = PerCrop::from_fn(|crop| {
            let (short_run, long_run) = (world.response.short_run[crop], world.response.long_run[crop]);
            (1.0 - short_run / long_run) * leaning[crop] + short_run * libm::log(year.price[crop])
        });
    }
    sums.outcome()
}

/// What a place grows by habit after the prices of past years: shares.
fn habit(place: &Place, leaning: &PerCrop<f64>) -> PerCrop<f64> {
    let shares = place.habit.zip_with(leaning, |share, leaning| share * libm::exp(leaning));
    let whole = shares.sum();
    shares.map(|share| share / whole)
}

/// What followers of each place grow, over the steps of the three seasons; and the land that was drawn a crop with a
/// known margin, and one with a poor one.
#[expect(clippy::cast_precision_loss, reason = "there are six steps")]
fn advised(
    world: &World,
    scenario: &Scenario,
    mut ledger: Ledger<'_>,
    fate: &Fate,
    habits: &Grown,
) -> (Grown, (f64, f64)) {
    if scenario.policy == Policy::Habit || scenario.adoption <= 0.0 {
        return (habits.clone(), (0.0, 0.0));
    }
    let middle = middle_of_range();
    let counted = |place: &Place| if scenario.yields_of_range { middle } else { place.yields };
    let following = (scenario.adoption * scenario.misjudged * fate.misjudged).min(1.0);
    let mut grown = world.seasons.each_ref().map(|places| vec![PerCrop::all(0.0); places.len()]);
    let mut draws = (0.0, 0.0);
    for (season, ((places, grown), habits)) in world.seasons.iter().zip(&mut grown).zip(habits).enumerate() {
        let mut records: Vec<Records> = Vec::new();
        let mut recorded = vec![0.0; places.len()];
        for step in 0..STEPS {
            if let Some(records) = step.checked_sub(LATE).and_then(|step| records.get(step)) {
                ledger.record(season, records, counted);
                recorded.iter_mut().zip(records).for_each(|(sum, records)| *sum += records.sum());
            }
            let to_come = |at: usize, place: &Place| {
                (place.land_ha * following - recorded.get(at).copied().unwrap_or_default()).max(0.0)
            };
            let mut groups = ledger.groups(season, to_come, scenario.settings.least_share, counted);
            let market = ledger.market(&groups, scenario.displaced_is_known);
            let choices = choices(scenario, places, &mut groups, &market, &mut draws);
            let choices: Vec<_> =
                choices.into_iter().zip(habits).map(|(c, habit)| mixed(&c, habit, scenario.own_food)).collect();
            for (grown, choice) in grown.iter_mut().zip(&choices) {
                *grown += &choice.map(|chance| chance / STEPS as f64);
            }
            let area = scenario.adoption / STEPS as f64;
            records.push(places.iter().zip(&choices).map(|(place, c)| record(place, c, area, scenario)).collect());
        }
        for records in records.iter().skip(STEPS - LATE) {
            ledger.record(season, records, counted);
        }
    }
    (grown, draws)
}

/// What the followers of each place choose in a step: shares.
fn choices(
    scenario: &Scenario,
    places: &[Place],
    groups: &mut [Group],
    market: &Market,
    draws: &mut (f64, f64),
) -> Vec<PerCrop<f64>> {
    let settings = &scenario.settings;
    let by_rank =
        |policy| places.iter().map(|place| simple(policy, place, market, settings.least_share)).collect::<Vec<_>>();
    if scenario.policy != Policy::Prices {
        return by_rank(scenario.policy);
    }
    if scenario.has_gate {
        close(groups, market);
    }
    let prices = prices(market, groups, &[], settings);
    let mut choices = Vec::with_capacity(groups.len());
    for group in groups.iter() {
        let land = Land {
            shares: &group.shares,
            known: &PerCrop::all(false),
            harvest: None,
            returns: &group.returns,
            behind: &group.behind,
            after: &PerCrop::all(None),
        };
        let of = chances(&land, &prices, settings).of;
        let (known, poor) = poor(group, &of, prices.at_farm());
        draws.0 += group.land_ha * known;
        draws.1 += group.land_ha * poor;
        choices.push(of);
    }
    if scenario.by_list > 0.0 {
        let list = by_rank(Policy::Need);
        choices = choices.into_iter().zip(list).map(|(c, list)| mixed(&c, &list, scenario.by_list)).collect();
    }
    choices
}

/// Takes the crops from each group that are in surplus, if another of its crops is not: the gate.
fn close(groups: &mut [Group], market: &Market) {
    let has_need = |crop: Crop| market.supplied[crop] - market.displaced[crop] < market.demand[crop];
    for group in groups {
        if group.shares.iter().any(|(crop, share)| *share > 0.0 && has_need(crop)) {
            group.shares.iter_mut().filter(|(crop, _)| !has_need(*crop)).for_each(|(_, share)| *share = 0.0);
        }
    }
}

/// The parts of a group's draws whose margin is known, and is under half of the mean of its land.
fn poor(group: &Group, chances: &PerCrop<f64>, at_farm: &PerCrop<f64>) -> (f64, f64) {
    let (mut whole, mut mean) = (0.0, 0.0);
    let margins = PerCrop::from_fn(|crop| group.returns[crop].map(|of| of.margin(at_farm[crop])));
    for (crop, share) in group.shares.iter() {
        if let Some(margin) = margins[crop] {
            whole += share;
            mean += share * margin;
        }
    }
    if mean <= 0.0 {
        return (0.0, 0.0);
    }
    let known = chances.iter().filter_map(|(crop, chance)| Some((chance, margins[crop]?)));
    known.fold((0.0, 0.0), |(known, poor), (chance, margin)| {
        (known + chance, if margin < mean / whole / 2.0 { poor + chance } else { poor })
    })
}

/// The choice of a policy without prices.
fn simple(policy: Policy, place: &Place, market: &Market, least_share: f64) -> PerCrop<f64> {
    if policy == Policy::Share {
        return place.shares;
    }
    let rank = |crop: Crop| match policy {
        Policy::Need => -(market.supplied[crop] / market.demand[crop]),
        _ => place.shares[crop],
    };
    let suitable = Crop::all().filter(|crop| place.shares[*crop] >= least_share);
    let best = suitable.max_by(|a, b| rank(*a).total_cmp(&rank(*b)));
    PerCrop::from_fn(|crop| f64::from(u8::from(best == Some(crop))))
}

/// Shares of which this part is replaced by others.
fn mixed(shares: &PerCrop<f64>, others: &PerCrop<f64>, part: f64) -> PerCrop<f64> {
    shares.zip_with(others, |share, other| (1.0 - part) * share + part * other)
}

/// What is recorded of a step's choices: land by crop, ha. A false record names another suitable crop, each as often.
fn record(place: &Place, choice: &PerCrop<f64>, part: f64, scenario: &Scenario) -> PerCrop<f64> {
    let area = place.land_ha * part * scenario.recorded;
    let suitable = place.shares.map(|share| f64::from(u8::from(share >= scenario.settings.least_share)));
    let count = suitable.sum();
    choice.zip_with(&suitable, |choice, suitable| {
        let false_part = if count > 0.0 { suitable / count } else { 0.0 };
        area * ((1.0 - scenario.false_records) * choice + scenario.false_records * false_part)
    })
}

/// The harvest: what came of the year, and the harvest by season and state that the statistics take as usual, kg.
fn reap(
    world: &World,
    scenario: &Scenario,
    fate: &Fate,
    habits: &Grown,
    advised: &Grown,
    usual_supply: &PerCrop<f64>,
) -> (Year, Vec<PerCrop<f64>>) {
    let adoption = if scenario.policy == Policy::Habit { 0.0 } else { scenario.adoption };
    let (others, followers) = (harvest(world, fate, habits), harvest(world, fate, advised));
    let of_both = |of_others: f64, of_followers: f64| -> Vec<PerCrop<f64>> {
        let part = of_followers / (of_others + of_followers);
        others.iter().zip(&followers).map(|(others, followers)| mixed(others, followers, part)).collect()
    };
    let harvested = of_both(1.0 - adoption, adoption);
    let usual = match scenario.usual {
        Usual::Others => others.clone(),
        // If all land is recorded, only the land of others is left to measure.
        Usual::Unrecorded if adoption * scenario.recorded >= 1.0 => others.clone(),
        Usual::Unrecorded => of_both(1.0 - adoption, adoption * (1.0 - scenario.recorded)),
        Usual::All => harvested.clone(),
    };
    let mut supply = PerCrop::all(0.0);
    for harvest in &harvested {
        supply += harvest;
    }
    let demand = product(&world.demand, &fate.demand);
    let price = price(world, &supply, &demand, usual_supply);
    let usual_price = PerCrop::from_fn(|crop| farm_price(crop).usual / 100.0);
    let farmers = farmers(world, fate, habits, advised, &price);
    (Year { supply, demand, price, usual_price, farmers }, usual)
}

/// The price of each crop as a part of the usual one, which is that of usual supply, imports and demand. Imports hold
/// the price of a crop that they usually come of: a shortage is filled from abroad.
fn price(world: &World, supply: &PerCrop<f64>, demand: &PerCrop<f64>, usual_supply: &PerCrop<f64>) -> PerCrop<f64> {
    PerCrop::from_fn(|crop| {
        let imported = world.imported[crop];
        let usual = (usual_supply[crop] + imported) / world.demand[crop];
        let part = (supply[crop] + imported) / demand[crop] / usual;
        if part < 1.0 && imported > 0.0 { 1.0 } else { farm_price(crop).factor(part) }
    })
}

/// What all land brings if it grows these shares, by season and state, kg.
fn harvest(world: &World, fate: &Fate, grown: &Grown) -> Vec<PerCrop<f64>> {
    let mut harvest = vec![PerCrop::all(0.0); world.states * SEASONS.len()];
    for (season, (places, grown)) in world.seasons.iter().zip(grown).enumerate() {
        for (place, shares) in places.iter().zip(grown) {
            if let Some(harvest) = harvest.get_mut(season * world.states + place.state) {
                place.reap(shares, harvest);
            }
        }
    }
    harvest.iter().zip(&fate.weather).map(|(kg, weather)| product(kg, weather)).collect()
}

/// What came of a year for followers and others.
fn farmers(world: &World, fate: &Fate, habits: &Grown, advised: &Grown, price: &PerCrop<f64>) -> Farmers {
    let mut sums = Farmers::default();
    for (season, ((places, habits), advised)) in world.seasons.iter().zip(habits).zip(advised).enumerate() {
        for ((place, others), followers) in places.iter().zip(habits).zip(advised) {
            let weather = fate.weather.get(season * world.states + place.state);
            if let Some((returns, weather)) = world.returns.get(place.state).zip(weather) {
                let hectare = Hectare::of(returns, price, weather);
                sums.add(&of_place(place.land_ha, &hectare, followers, others));
            }
        }
    }
    sums
}

/// What a hectare of each crop came to in a place.
struct Hectare {
    /// Left over cost, rupees.
    net: PerCrop<f64>,
    /// Sold for, rupees.
    gross: PerCrop<f64>,
    /// As a part of a usual hectare's.
    income: PerCrop<f64>,
}

impl Hectare {
    fn of(returns: &PerCrop<Returns>, price: &PerCrop<f64>, weather: &PerCrop<f64>) -> Self {
        let gross = PerCrop::from_fn(|crop| weather[crop] * returns[crop].brought(price[crop]));
        let net = gross.zip_with(returns, |gross, returns| gross - returns.cost);
        Self { net, gross, income: product(price, weather) }
    }
}

fn of_place(land_ha: f64, hectare: &Hectare, followers: &PerCrop<f64>, others: &PerCrop<f64>) -> Farmers {
    let pair = |of: &PerCrop<f64>| (land_ha * product(of, followers).sum(), land_ha * product(of, others).sum());
    let net = pair(&hectare.net);
    let mean = net.1 / land_ha;
    let least = mean - (1.0 - LOSING) * mean.abs();
    let alone = |shares: &PerCrop<f64>| {
        let losing = shares.iter().filter(|(crop, _)| hectare.net[*crop] < least);
        land_ha * losing.map(|(_, share)| share).sum::<f64>()
    };
    Farmers {
        net,
        income: pair(&hectare.income),
        gross: pair(&hectare.gross),
        land: land_ha,
        losing: if net.0 / land_ha < least { land_ha } else { 0.0 },
        losing_alone: (alone(followers), alone(others)),
        drawn: 0.0,
        drawn_poor: 0.0,
    }
}

fn product(a: &PerCrop<f64>, b: &PerCrop<f64>) -> PerCrop<f64> {
    a.zip_with(b, |a, b| a * b)
}

#[cfg(test)]
mod tests;

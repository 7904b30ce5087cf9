use super::*;

fn small() -> World {
    World::of_reference().every(10)
}

fn scenario(policy: Policy, adoption: f64) -> Scenario {
    Scenario { years: 4, ..Scenario::new(policy, adoption, 0.5, 1) }
}

#[test]
fn a_scenario_has_one_outcome() {
    let world = small();
    let prices = scenario(Policy::Prices, 0.3);
    assert_eq!(run(&world, &prices), run(&world, &prices));
    assert_ne!(run(&world, &prices), run(&world, &Scenario { seed: 2, ..prices }));
}

#[test]
fn without_followers_the_simulation_follows_habit() {
    let world = small();
    let habit = run(&world, &scenario(Policy::Habit, 0.6));
    assert_eq!(run(&world, &scenario(Policy::Prices, 0.0)), habit);
    assert!((habit.net_followers_over_others - 1.0).abs() < 1e-12);
}

#[test]
fn a_ranking_makes_gluts_and_crowding_prices_do_not() {
    let world = small();
    let (need, prices) = (run(&world, &scenario(Policy::Need, 0.6)), run(&world, &scenario(Policy::Prices, 0.6)));
    assert!(prices.imbalance < need.imbalance, "{prices:?} {need:?}");
    assert!(prices.gluts_percent < need.gluts_percent, "{prices:?} {need:?}");
}

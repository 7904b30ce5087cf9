use super::*;
use crate::advice::{OwnGood, Stiffness};
use proptest::prelude::*;

const SETTINGS: Settings = Settings {
    exponent: 0.5,
    known_factor: 2.0,
    least_share: 0.01,
    stiffness: Stiffness::Same(20.0),
    lowest: -4.0,
    highest: 4.0,
    steps: 500,
    own_good: None,
};

fn market(demand: ByCrop, supplied: ByCrop) -> Market {
    Market { demand, supplied, ..Market::default() }
}

/// One hectare in sixteen of each crop, which brings a tonne.
fn group(land_ha: f64) -> Group {
    Group { land_ha, shares: [1.0 / 16.0; 16], yields: [1_000.0; 16], harvest: 0, returns: [None; 16] }
}

fn solve(market: &Market, groups: &[Group]) -> Prices {
    prices(market, groups, &[], &SETTINGS)
}

#[test]
fn a_crop_with_more_need_has_a_lower_price() {
    let mut supplied = [90_000.0; 16];
    supplied[3] = 50_000.0;
    let prices = solve(&market([100_000.0; 16], supplied), &[group(100.0)]).at(None);
    assert!(prices[3] < prices[0], "{prices:?}");
    assert!((prices[0] - prices[15]).abs() < 1e-9, "equal needs have equal prices");
}

#[test]
fn land_that_fits_the_needs_meets_all_of_them() {
    let mut supplied = [80_000.0; 16];
    supplied[..8].fill(60_000.0);
    let prices = solve(&market([100_000.0; 16], supplied), &[group(240.0), group(240.0)]);
    for expected in prices.expected() {
        assert!((expected / 100_000.0 - 1.0).abs() < 0.02, "{:?}", prices.expected());
    }
}

#[test]
fn crops_that_cannot_be_sown_now_do_not_move_the_others() {
    let mut now = group(400.0);
    now.shares[8..].fill(0.0);
    let mut supplied = [50_000.0; 16];
    let short = solve(&market([100_000.0; 16], supplied), std::slice::from_ref(&now));
    supplied[8..].fill(1_000.0);
    let very_short = solve(&market([100_000.0; 16], supplied), &[now]);
    assert_eq!(short.at(None)[..8], very_short.at(None)[..8]);
    assert!((short.expected_of(Crop::Cotton) - 50_000.0).abs() < 1e-6, "nobody sows it");
}

#[test]
fn supply_that_advice_replaces_is_not_counted_twice() {
    let advised = Market { displaced: [10_000.0; 16], ..market([100_000.0; 16], [100_000.0 - 1.0; 16]) };
    let prices = solve(&advised, &[group(160.0)]);
    for expected in prices.expected() {
        assert!((expected - 100_000.0).abs() < 2.0, "as much comes as without advice: {expected}");
    }
}

#[test]
fn a_crop_is_full_only_beyond_its_error_and_without_the_advised_supply() {
    let mut market = Market { displaced: [30_000.0; 16], ..market([100_000.0; 16], [110_000.0; 16]) };
    let advised = solve(&market, &[group(480.0)]);
    assert_eq!(advised.is_full(), &[false; 16]);
    assert!((advised.crowding()[0] - 0.8).abs() < 1e-12);
    market.displaced = [2_000.0; 16];
    market.error_percent[1] = 9.0;
    let full = solve(&market, &[group(480.0)]);
    assert_eq!(full.is_full()[..2], [true, false], "108 % of a demand that is known, and by 9 % not known");
}

#[test]
fn the_less_a_figure_can_be_trusted_the_less_a_price_follows_it() {
    let settings = Settings { stiffness: Stiffness::ByError([9.0, 5.0, 3.0]), ..SETTINGS };
    let mut market = market([100_000.0; 16], [110_000.0; 16]);
    market.error_percent[..4].copy_from_slice(&[4.0, 5.0, 9.0, 15.0]);
    let by_error = prices(&market, &[], &[], &settings).at(None);
    let steps = by_error.map(|price| price / libm::log(1.1));
    for (stiffness, expected) in steps.iter().zip([9.0, 5.0, 5.0, 3.0]) {
        assert!((stiffness - expected).abs() < 0.01, "{steps:?}");
    }
}

#[test]
fn prices_are_soft_a_crop_a_little_over_its_demand_is_nearly_as_wanted_as_one_a_little_under() {
    let mut market = market([100_000.0; 16], [99_000.0; 16]);
    market.supplied[0] = 101_000.0;
    market.error_percent = [5.0; 16];
    let settings = Settings { own_good: None, ..Settings::default() };
    let at = prices(&market, &[], &[], &settings).at(None);
    assert!((at[0] - at[1]).abs() < 0.11, "{} {}", at[0], at[1]);
}

/// A hectare that brings and costs so many rupees.
fn hectare(gross: f64, cost: f64) -> Returns {
    Returns { gross, floor: 0.0, cost }
}

#[test]
fn land_is_not_sent_to_a_crop_that_leaves_far_less_than_the_others_however_short_it_is() {
    let mut market = market([100_000.0; 16], [100_000.0; 16]);
    market.supplied[3] = 60_000.0;
    let mut poor = group(16.0);
    poor.returns = [Some(hectare(60_000.0, 30_000.0)); 16];
    poor.returns[3] = Some(hectare(31_000.0, 30_000.0));
    let settings = Settings { own_good: Some(OwnGood::default()), ..SETTINGS };
    let brings =
        |settings| prices(&market, std::slice::from_ref(&poor), &[], settings).expected_of(Crop::Ragi) - 60_000.0;
    assert!(brings(&SETTINGS) > 10_000.0, "{}", brings(&SETTINGS));
    assert!(brings(&settings) < 4_000.0, "{}", brings(&settings));
}

#[test]
fn the_price_at_the_farm_goes_by_what_comes_beside_a_usual_year_and_imports_hold_it() {
    let mut market = market([100_000.0; 16], [100_000.0; 16]);
    (market.usual, market.supplied[5], market.supplied[6]) = ([100_000.0; 16], 80_000.0, 80_000.0);
    market.imported[6] = 20_000.0;
    market.supplied[7] = 120_000.0;
    market.imported[7] = 20_000.0;
    let at_farm = *solve(&market, &[]).at_farm();
    assert!((at_farm[0] - 1.0).abs() < 1e-12);
    assert!((at_farm[5] - libm::pow(0.8, -0.6)).abs() < 1e-9, "a shortage of red gram raises its price");
    assert!((at_farm[6] - 1.0).abs() < 1e-12, "more comes in, and the price stays");
    assert!((at_farm[7] - libm::pow(140.0 / 120.0, -0.5)).abs() < 1e-9, "a glut lowers it all the same");
    market.usual = [0.0; 16];
    assert!(
        solve(&market, &[]).at_farm().iter().all(|factor| (factor - 1.0).abs() < 1e-12),
        "without a usual supply nothing is said"
    );
}

#[test]
fn no_market_and_no_land_give_finite_prices() {
    for (demand, supplied) in [(0.0, 0.0), (0.0, 5.0), (5.0, 0.0)] {
        for groups in [vec![], vec![group(0.0)], vec![group(1.0)]] {
            let prices = solve(&market([demand; 16], [supplied; 16]), &groups);
            assert!(prices.at(None).iter().chain(prices.expected()).all(|figure| figure.is_finite()));
        }
    }
}

/// Potato and onion that arrive in one bin.
fn in_bin(bin: usize) -> HarvestBins {
    let mut by_bin = [0.0; BINS];
    by_bin[bin] = 1.0;
    [by_bin; 2]
}

#[test]
fn a_perishable_crop_is_priced_by_when_it_arrives() {
    let onion = Crop::Onion as usize;
    let mut full = BinMarket { wanted: [10_000.0; BINS], supplied: [5_000.0; BINS] };
    full.supplied[10] = 15_000.0;
    let even = BinMarket { wanted: [10_000.0; BINS], supplied: [5_000.0; BINS] };
    let mut market = market([360_000.0; 16], [190_000.0; 16]);
    market.bins = Some([even, full]);
    let harvests = [in_bin(10), in_bin(20)];
    let groups = [Group { harvest: 0, ..group(10.0) }, Group { harvest: 1, ..group(10.0) }];
    let prices = prices(&market, &groups, &harvests, &SETTINGS);
    let (crowded, open) = (prices.at(Some(&harvests[0])), prices.at(Some(&harvests[1])));
    assert!(crowded[onion] > 2.0 && open[onion] < -2.0, "{} {}", crowded[onion], open[onion]);
    let potato = Crop::Potato as usize;
    assert!((crowded[potato] - open[potato]).abs() < 0.1, "both bins want potatoes");
    assert!((crowded[0] - open[0]).abs() < f64::EPSILON, "paddy has one price for the year");
}

fn markets() -> impl Strategy<Value = Market> {
    (prop::array::uniform16(0.0_f64..2e6), prop::array::uniform16(0.0_f64..2e6), 0.0_f64..0.3).prop_map(
        |(demand, supplied, displaced)| Market {
            demand,
            supplied,
            displaced: supplied.map(|kg| kg * displaced),
            ..Market::default()
        },
    )
}

fn groups() -> impl Strategy<Value = Vec<Group>> {
    let group = (0.0_f64..500.0, prop::array::uniform16(0.0_f64..0.2), prop::array::uniform16(400.0_f64..50_000.0))
        .prop_map(|(land_ha, shares, yields)| Group { land_ha, shares, yields, harvest: 0, returns: [None; 16] });
    prop::collection::vec(group, 0..6)
}

proptest! {
    #[test]
    fn prices_stay_within_their_bounds(market in markets(), groups in groups()) {
        let prices = solve(&market, &groups);
        for price in prices.at(None) {
            prop_assert!((SETTINGS.lowest..=SETTINGS.highest).contains(&price), "{price}");
        }
    }

    #[test]
    fn equal_inputs_give_equal_prices(market in markets(), groups in groups()) {
        prop_assert_eq!(solve(&market, &groups), solve(&market, &groups));
    }

    #[test]
    fn a_price_never_falls_when_more_of_the_crop_is_on_the_way(
        market in markets(), groups in groups(), crop in 0..16_usize, more in 0.0_f64..1e5,
    ) {
        let mut fuller = market.clone();
        fuller.supplied[crop] += more;
        let (before, after) = (solve(&market, &groups).at(None), solve(&fuller, &groups).at(None));
        // The steps end this near to the solution.
        let near = SETTLED * 21.0;
        prop_assert!(after[crop] >= before[crop] - near, "{} {}", before[crop], after[crop]);
    }

    #[test]
    fn expected_supply_never_exceeds_what_the_land_yields(market in markets(), groups in groups()) {
        let prices = solve(&market, &groups);
        let rest = market.without_land_to_come();
        for (crop, (expected, rest)) in prices.expected().iter().zip(rest).enumerate() {
            let most: f64 = groups.iter().map(|group| group.land_ha * group.yields[crop]).sum();
            prop_assert!((rest - 1e-6..=(rest + most) * (1.0 + 1e-9) + 1e-6).contains(expected));
        }
    }
}

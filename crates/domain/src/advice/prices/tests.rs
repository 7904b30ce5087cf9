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

fn market(demand: f64, supplied: PerCrop<f64>) -> Market {
    Market { demand: PerCrop::all(demand), supplied, ..Market::default() }
}

/// One hectare in sixteen of each crop, which brings a tonne.
fn group(land_ha: f64) -> Group {
    Group {
        land_ha,
        shares: PerCrop::all(1.0 / 16.0),
        yields: PerCrop::all(1_000.0),
        harvest: 0,
        returns: PerCrop::all(None),
        behind: PerCrop::all(false),
    }
}

fn solve(market: &Market, groups: &[Group]) -> Prices {
    prices(market, groups, &[], &SETTINGS)
}

#[test]
fn a_crop_with_more_need_has_a_lower_price() {
    let mut supplied = PerCrop::all(90_000.0);
    supplied[Crop::Ragi] = 50_000.0;
    let prices = solve(&market(100_000.0, supplied), &[group(100.0)]).at(None);
    assert!(prices[Crop::Ragi] < prices[Crop::Paddy], "{prices:?}");
    assert!((prices[Crop::Paddy] - prices[Crop::Cotton]).abs() < 1e-9, "equal needs have equal prices");
}

#[test]
fn land_that_fits_the_needs_meets_all_of_them() {
    let mut supplied = PerCrop::all(80_000.0);
    supplied.iter_mut().take(8).for_each(|(_, kg)| *kg = 60_000.0);
    let prices = solve(&market(100_000.0, supplied), &[group(240.0), group(240.0)]);
    for expected in prices.expected().values() {
        assert!((expected / 100_000.0 - 1.0).abs() < 0.02, "{:?}", prices.expected());
    }
}

#[test]
fn crops_that_cannot_be_sown_now_do_not_move_the_others() {
    let mut now = group(400.0);
    now.shares.iter_mut().skip(8).for_each(|(_, share)| *share = 0.0);
    let mut supplied = PerCrop::all(50_000.0);
    let short = solve(&market(100_000.0, supplied), std::slice::from_ref(&now));
    supplied.iter_mut().skip(8).for_each(|(_, kg)| *kg = 1_000.0);
    let very_short = solve(&market(100_000.0, supplied), &[now]);
    assert_eq!(short.at(None).values()[..8], very_short.at(None).values()[..8]);
    assert!((short.expected_of(Crop::Cotton) - 50_000.0).abs() < 1e-6, "nobody sows it");
}

#[test]
fn supply_that_advice_replaces_is_not_counted_twice() {
    let advised = Market { displaced: PerCrop::all(10_000.0), ..market(100_000.0, PerCrop::all(100_000.0 - 1.0)) };
    let prices = solve(&advised, &[group(160.0)]);
    for expected in prices.expected().values() {
        assert!((expected - 100_000.0).abs() < 2.0, "as much comes as without advice: {expected}");
    }
}

#[test]
fn a_crop_is_full_only_beyond_its_error_and_without_the_advised_supply() {
    let mut market = Market { displaced: PerCrop::all(30_000.0), ..market(100_000.0, PerCrop::all(110_000.0)) };
    let advised = solve(&market, &[group(480.0)]);
    assert_eq!(advised.is_full(), &PerCrop::all(false));
    assert!((advised.crowding()[Crop::Paddy] - 0.8).abs() < 1e-12);
    market.displaced = PerCrop::all(2_000.0);
    market.error_percent[Crop::Cholam] = 9.0;
    let full = solve(&market, &[group(480.0)]);
    assert_eq!(full.is_full().values()[..2], [true, false], "108 % of a demand that is known, and by 9 % not known");
}

#[test]
fn the_less_a_figure_can_be_trusted_the_less_a_price_follows_it() {
    let settings = Settings { stiffness: Stiffness::ByError([9.0, 5.0, 3.0]), ..SETTINGS };
    let mut market = market(100_000.0, PerCrop::all(110_000.0));
    market.error_percent.iter_mut().zip([4.0, 5.0, 9.0, 15.0]).for_each(|((_, error), percent)| *error = percent);
    let by_error = prices(&market, &[], &[], &settings).at(None);
    let steps = by_error.map(|price| price / libm::log(1.1));
    for (stiffness, expected) in steps.values().iter().zip([9.0, 5.0, 5.0, 3.0]) {
        assert!((stiffness - expected).abs() < 0.01, "{steps:?}");
    }
}

#[test]
fn prices_are_soft_a_crop_a_little_over_its_demand_is_nearly_as_wanted_as_one_a_little_under() {
    let mut market = market(100_000.0, PerCrop::all(99_000.0));
    market.supplied[Crop::Paddy] = 101_000.0;
    market.error_percent = PerCrop::all(5.0);
    let settings = Settings { own_good: None, ..Settings::default() };
    let at = prices(&market, &[], &[], &settings).at(None);
    let (over, under) = (at[Crop::Paddy], at[Crop::Cholam]);
    assert!((over - under).abs() < 0.11, "{over} {under}");
}

/// A hectare that brings and costs so many rupees.
fn hectare(gross: f64, cost: f64) -> Returns {
    Returns { best: 1.2, ..Returns::in_market(gross, cost) }
}

#[test]
fn land_is_not_sent_to_a_crop_that_leaves_far_less_than_the_others_however_short_it_is() {
    let mut market = market(100_000.0, PerCrop::all(100_000.0));
    market.supplied[Crop::Ragi] = 60_000.0;
    let mut poor = group(16.0);
    poor.returns = PerCrop::all(Some(hectare(60_000.0, 30_000.0)));
    poor.returns[Crop::Ragi] = Some(hectare(31_000.0, 30_000.0));
    let settings = Settings { own_good: Some(OwnGood::default()), ..SETTINGS };
    let brings =
        |settings| prices(&market, std::slice::from_ref(&poor), &[], settings).expected_of(Crop::Ragi) - 60_000.0;
    assert!(brings(&SETTINGS) > 10_000.0, "{}", brings(&SETTINGS));
    assert!(brings(&settings) < 4_000.0, "{}", brings(&settings));
}

#[test]
fn the_price_at_the_farm_goes_by_what_comes_beside_a_usual_year_and_imports_hold_it() {
    let mut market = market(100_000.0, PerCrop::all(100_000.0));
    market.usual = PerCrop::all(100_000.0);
    (market.supplied[Crop::RedGram], market.supplied[Crop::BengalGram]) = (80_000.0, 80_000.0);
    market.imported[Crop::BengalGram] = 20_000.0;
    market.supplied[Crop::GreenGram] = 120_000.0;
    market.imported[Crop::GreenGram] = 20_000.0;
    let at_farm = *solve(&market, &[]).at_farm();
    assert!((at_farm[Crop::Paddy] - 1.0).abs() < 1e-12);
    assert!((at_farm[Crop::RedGram] - libm::pow(0.8, -0.6)).abs() < 1e-9, "a shortage of red gram raises its price");
    assert!((at_farm[Crop::BengalGram] - 1.0).abs() < 1e-12, "more comes in, and the price stays");
    assert!((at_farm[Crop::GreenGram] - libm::pow(140.0 / 120.0, -0.5)).abs() < 1e-9, "a glut lowers it all the same");
    market.usual = PerCrop::all(0.0);
    assert!(
        solve(&market, &[]).at_farm().values().iter().all(|factor| (factor - 1.0).abs() < 1e-12),
        "without a usual supply nothing is said"
    );
}

#[test]
fn no_market_and_no_land_give_finite_prices() {
    for (demand, supplied) in [(0.0, 0.0), (0.0, 5.0), (5.0, 0.0)] {
        for groups in [vec![], vec![group(0.0)], vec![group(1.0)]] {
            let prices = solve(&market(demand, PerCrop::all(supplied)), &groups);
            assert!(prices.at(None).values().iter().chain(prices.expected().values()).all(|figure| figure.is_finite()));
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
    let mut full = BinMarket { wanted: [10_000.0; BINS], supplied: [5_000.0; BINS] };
    full.supplied[10] = 15_000.0;
    let even = BinMarket { wanted: [10_000.0; BINS], supplied: [5_000.0; BINS] };
    let mut market = market(360_000.0, PerCrop::all(190_000.0));
    market.bins = Some([even, full]);
    let harvests = [in_bin(10), in_bin(20)];
    let groups = [Group { harvest: 0, ..group(10.0) }, Group { harvest: 1, ..group(10.0) }];
    let prices = prices(&market, &groups, &harvests, &SETTINGS);
    let (crowded, open) = (prices.at(Some(&harvests[0])), prices.at(Some(&harvests[1])));
    let of_onion = (crowded[Crop::Onion], open[Crop::Onion]);
    assert!(of_onion.0 > 2.0 && of_onion.1 < -2.0, "{of_onion:?}");
    assert!((crowded[Crop::Potato] - open[Crop::Potato]).abs() < 0.1, "both bins want potatoes");
    assert!((crowded[Crop::Paddy] - open[Crop::Paddy]).abs() < f64::EPSILON, "paddy has one price for the year");
}

fn markets() -> impl Strategy<Value = Market> {
    (prop::array::uniform16(0.0_f64..2e6), prop::array::uniform16(0.0_f64..2e6), 0.0_f64..0.3).prop_map(
        |(demand, supplied, displaced)| Market {
            demand: demand.into(),
            supplied: supplied.into(),
            displaced: supplied.map(|kg| kg * displaced).into(),
            ..Market::default()
        },
    )
}

fn groups() -> impl Strategy<Value = Vec<Group>> {
    let group = (0.0_f64..500.0, prop::array::uniform16(0.0_f64..0.2), prop::array::uniform16(400.0_f64..50_000.0))
        .prop_map(|(land_ha, shares, yields)| Group { shares: shares.into(), yields: yields.into(), ..group(land_ha) });
    prop::collection::vec(group, 0..6)
}

proptest! {
    #[test]
    fn prices_stay_within_their_bounds(market in markets(), groups in groups()) {
        let prices = solve(&market, &groups);
        for price in prices.at(None).values() {
            prop_assert!((SETTINGS.lowest..=SETTINGS.highest).contains(price), "{price}");
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
        let crop = Crop::all().nth(crop).unwrap();
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
        for (crop, expected) in prices.expected().iter() {
            let rest = rest[crop];
            let most: f64 = groups.iter().map(|group| group.land_ha * group.yields[crop]).sum();
            prop_assert!((rest - 1e-6..=(rest + most) * (1.0 + 1e-9) + 1e-6).contains(expected));
        }
    }
}

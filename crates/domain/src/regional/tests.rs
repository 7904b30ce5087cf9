use super::shares::{POPULATION, PRODUCTION, population, weights};
use super::*;
use crate::season::Season;
use crate::{SquareMetres, figures};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn year(first: i64) -> CropYear {
    CropYear::from_first_year(first).unwrap()
}

fn given(domestic: i64, exported: i64, usual: i64) -> Given {
    let balance = Balance { domestic: Kilograms(domestic), exported: Kilograms(exported) };
    Given { balance: Some(balance), usual: Kilograms(usual), ..Given::default() }
}

fn india_only(given: Given) -> impl Fn(Region) -> Option<Given> {
    move |region| (region == Region::India).then_some(given)
}

fn standing_of(region: Region, crop: Crop, given: Given, coverage: &Coverage) -> RegionBalance {
    standing(region, crop, year(2026), india_only(given), coverage).unwrap()
}

/// Sum of domestic use, exports, usual and outside supply.
fn sums(standings: impl Iterator<Item = RegionBalance>) -> [Kilograms; 4] {
    standings.fold([Kilograms(0); 4], |[a, b, c, d], standing| {
        [a + standing.domestic, b + standing.exported, c + standing.usual, d + standing.outside]
    })
}

fn of_states(crop: Crop, given: Given, coverage: &Coverage) -> [Kilograms; 4] {
    sums(State::all().map(|state| standing_of(Region::State(state), crop, given, coverage)))
}

fn of_india(crop: Crop, given: Given, coverage: &Coverage) -> [Kilograms; 4] {
    sums(std::iter::once(standing_of(Region::India, crop, given, coverage)))
}

/// Computed by hand from the table: 1 November 2026 is eight of sixty months after 1 March 2026.
#[test]
fn a_state_needs_its_share_of_the_population_in_the_middle_of_the_crop_year() {
    let people = Shares::of_population(year(2026));
    let tamil_nadu = f64::from(77_546 * 52 + 78_082 * 8);
    let all = 1_423_436.0 * 52.0 + 1_475_518.0 * 8.0;
    assert!((people.fraction(State::TamilNadu) - tamil_nadu / all).abs() < 1e-12);
    assert_eq!(format!("{:.4}", people.fraction(State::TamilNadu)), "0.0543");
}

#[test]
fn before_and_after_the_projection_the_nearest_year_holds() {
    assert_eq!(Shares::of_population(year(1900)), Shares::of_population(year(2010)));
    assert_eq!(Shares::of_population(year(2036)), Shares::of_population(year(2999)));
    assert_ne!(Shares::of_population(year(2030)), Shares::of_population(year(2031)));
}

#[test]
fn the_population_of_the_states_is_that_of_india() {
    let india = include_str!("../../../../data/population.csv");
    let rows = india.lines().filter(|line| line.starts_with("20"));
    let mut seen = 0;
    for (line, month) in rows.zip(&POPULATION.months) {
        let (_, people) = line.split_once(',').unwrap();
        let states = POPULATION.at(*month).0;
        assert_eq!(states.len(), 36);
        // At a projected month, the weights are thousand persons times the months to the next projection.
        let between = if *month == *POPULATION.months.last().unwrap() { 1 } else { 60 };
        let all: i64 = states.values().sum();
        assert!((all / between - people.parse::<i64>().unwrap()).abs() <= 1, "{line}: {all}");
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn it_is_known_where_each_of_the_sixteen_crops_is_grown() {
    assert_eq!(PRODUCTION.keys().copied().collect::<BTreeSet<_>>(), Crop::all().collect());
    let most = |crop| Shares::of_production(crop).0.iter().max_by_key(|(_, tonnes)| **tonnes).unwrap().0;
    assert_eq!(*most(Crop::Sugarcane), State::UttarPradesh);
    assert_eq!(*most(Crop::Onion), State::Maharashtra);
    assert_eq!(*most(Crop::Cumbu), State::Rajasthan);
    assert_eq!(*most(Crop::Ragi), State::Karnataka);
}

/// Two in a hundred people of India live in Punjab, and nearly five in a hundred of its potatoes grow there.
#[test]
fn punjab_sends_potatoes_to_other_states() {
    let rows = figures::reference();
    let given = |region| figures::in_force(rows, region, Crop::Potato, year(2026)).map(Given::from);
    let punjab = Region::State(State::Punjab);
    let standing = standing(punjab, Crop::Potato, year(2026), given, &Coverage::default()).unwrap();
    let met = standing.outside.0 * 100 / standing.domestic.0;
    assert!((150..300).contains(&met), "{met} % of what Punjab eats");
    let land = UsualLand::reference().of_crop(punjab, Crop::Potato);
    assert_eq!(land, SquareMetres(841_000_000), "in all 22 districts");
}

/// The header of `production_by_state.csv` says so.
#[test]
fn a_production_is_the_mean_of_the_years_that_its_table_names() {
    let mut years = BTreeMap::<(Crop, State), Vec<(i64, i64)>>::new();
    let rows: Vec<(Crop, State, i64, i64)> = crate::table::embedded!("production_by_year.csv", |row| {
        let [crop, state, year, tonnes] = std::array::from_fn(|at| row.get(at).unwrap_or_default());
        Some((crop.parse().ok()?, state.parse().ok()?, year.parse().ok()?, crate::table::count(tonnes)?))
    });
    for (crop, state, year, tonnes) in rows {
        years.entry((crop, state)).or_default().push((year, tonnes));
    }
    for ((crop, state), years) in &years {
        let count = i64::try_from(years.len()).unwrap();
        let sum: i64 = years.iter().map(|(_, tonnes)| tonnes).sum();
        assert_eq!(PRODUCTION[crop].0[state], (2 * sum + count) / (2 * count), "{crop} of {}", state.code());
    }
    for crop in Crop::all() {
        let of_telangana: Vec<_> = years[&(crop, State::Telangana)].iter().map(|(year, _)| *year).collect();
        let printed: &[i64] = if crop == Crop::HorseGram { &[2018, 2019] } else { &[2017, 2018, 2019] };
        assert_eq!(of_telangana, printed, "{crop}");
    }
    let of_india = |crop| Shares::of_production(crop).fraction(State::Telangana) * 100.0;
    for (crop, percent) in [(Crop::Paddy, 6.90), (Crop::Cotton, 18.13), (Crop::GreenGram, 2.41)] {
        assert!((of_india(crop) - percent).abs() < 0.005, "{crop}: {} %", of_india(crop));
    }
}

#[test]
fn a_states_own_figure_replaces_its_part_of_indias() {
    let own = given(7, 1, 3);
    let tamil_nadu = Region::State(State::TamilNadu);
    let figures = |region| Some(if region == tamil_nadu { own } else { Given::default() });
    let none = Coverage::default();
    let standing = standing(tamil_nadu, Crop::Ragi, year(2026), figures, &none).unwrap();
    assert_eq!(standing, RegionBalance::new(own, (Kilograms(3), [Kilograms(0); 4]), Basis::Given));
}

#[test]
fn without_figures_of_india_a_state_has_none() {
    for region in Region::all() {
        assert_eq!(standing(region, Crop::Ragi, year(2026), |_| None, &Coverage::default()), None);
    }
}

#[test]
fn a_part_of_indias_figure_has_its_error_and_no_imports() {
    let imports = Imports {
        usual: Kilograms(1_160_000_000),
        duty_permille: 0,
        duty_as_of: jiff::civil::date(2026, 3, 31),
        price_percent: Some(71),
    };
    let india = Given { error_percent: 7, imports: Some(imports), ..given(4_520, 25, 3_540) };
    let whole = standing_of(Region::India, Crop::RedGram, india, &Coverage::default());
    assert_eq!((whole.error_percent, whole.imports), (7, Some(imports)));
    let part = standing_of(Region::State(State::TamilNadu), Crop::RedGram, india, &Coverage::default());
    assert_eq!((part.error_percent, part.imports), (7, None));
}

#[test]
fn food_use_is_divided_by_population_and_exports_by_production() {
    let lakshadweep = standing_of(
        Region::State(State::Lakshadweep),
        Crop::Onion,
        given(1 << 40, 1 << 40, 1 << 40),
        &Coverage::default(),
    );
    assert_eq!(lakshadweep.basis, Basis::PartOfIndia(UseBy::Population));
    assert_eq!((lakshadweep.usual, lakshadweep.exported), (Kilograms(0), Kilograms(0)));
    assert!(lakshadweep.domestic > Kilograms(0));
}

#[test]
fn domestic_use_of_milled_crops_is_divided_by_the_mills() {
    let tamil_nadu =
        standing_of(Region::State(State::TamilNadu), Crop::Cotton, given(10_001, 0, 0), &Coverage::default());
    assert_eq!(tamil_nadu.basis, Basis::PartOfIndia(UseBy::Processing));
    assert!((4_000..=4_001).contains(&tamil_nadu.domestic.0), "two fifths: {tamil_nadu:?}");
    let unknown = Given { usual: Kilograms(275_854), ..Given::default() };
    let bihar = standing_of(Region::State(State::Bihar), Crop::Sugarcane, unknown, &Coverage::default());
    assert_eq!((bihar.basis, bihar.domestic), (Basis::PartOfIndia(UseBy::Processing), Kilograms(8_530)));
}

#[test]
fn without_a_balance_no_state_has_a_need() {
    let unknown = Given { usual: Kilograms(1_583_333_000), ..Given::default() };
    for region in Region::all() {
        let standing = standing_of(region, Crop::Ragi, unknown, &Coverage::default());
        assert!(!standing.has_balance);
        assert_eq!((standing.domestic, standing.exported), (standing.usual, Kilograms(0)), "{region}");
    }
}

#[test]
fn the_reference_figures_of_the_states_add_up_to_indias() {
    for figure in figures::reference() {
        let (given, none) = (Given::from(figure), Coverage::default());
        assert_eq!(of_states(figure.crop, given, &none), of_india(figure.crop, given, &none), "{}", figure.crop);
    }
}

/// All the usual land.
fn every_hectare() -> BTreeMap<(Region, Season), SquareMetres> {
    let land = UsualLand::reference();
    State::all()
        .flat_map(|state| Season::ALL.map(|season| (Region::State(state), season)))
        .map(|(region, season)| ((region, season), land.of(region, season)))
        .collect()
}

#[test]
fn with_every_hectare_of_india_in_grow_the_outside_supply_is_0() {
    let land = UsualLand::reference();
    let of_states = Coverage::new(&every_hectare(), land);
    let of_no_state = Season::ALL.map(|season| ((Region::India, season), land.of(Region::India, season)));
    let of_no_state = Coverage::new(&of_no_state.into(), land);
    for coverage in [of_states, of_no_state] {
        for figure in figures::reference() {
            for region in Region::all() {
                let standing = standing_of(region, figure.crop, Given::from(figure), &coverage);
                assert_eq!(standing.outside, Kilograms(0), "{} of {region}", figure.crop);
            }
        }
        assert!((coverage.percent(Region::India) - 100.0).abs() < 1e-9);
    }
}

#[test]
fn a_season_covers_its_own_part_of_a_crop() {
    let land = UsualLand::reference();
    let tamil_nadu = Region::State(State::TamilNadu);
    let half = SquareMetres(land.of(tamil_nadu, Season::Rabi).0 / 2);
    let coverage = Coverage::new(&BTreeMap::from([((tamil_nadu, Season::Rabi), half)]), land);
    // Half of the 168,832 ha of rabi beside 174,924 ha of kharif.
    let maize = coverage.outside(Crop::Maize, State::TamilNadu, Kilograms(343_756));
    assert!((maize.0 - (174_924 + 168_832 / 2)).abs() <= 1, "{maize:?}");
    assert_eq!(coverage.outside(Crop::Sugarcane, State::TamilNadu, Kilograms(1_000)), Kilograms(1_000));
    assert_eq!(coverage.outside(Crop::Maize, State::Kerala, Kilograms(1_000)), Kilograms(1_000));
    assert!(coverage.percent(tamil_nadu) > 10.0 && coverage.percent(Region::State(State::Kerala)) < 1e-9);
}

#[test]
fn land_given_by_the_operator_takes_the_place_of_the_reference() {
    let mut figure = figures::reference()[0].clone();
    let (tamil_nadu, kharif) = (Region::State(State::TamilNadu), Season::Kharif);
    let before = UsualLand::reference().of(tamil_nadu, kharif).0;
    let paddy = 17_801_180_000 - 1_706_330_000;
    (figure.region, figure.usual_land) = (tamil_nadu, Some(SquareMetres(17_801_180_000 * 2)));
    assert_eq!(UsualLand::given(&[figure], year(2026)).of(tamil_nadu, kharif).0, before + paddy);
    assert_eq!(UsualLand::given(&[], year(2026)), *UsualLand::reference());
}

#[test]
fn a_change_above_a_twentieth_of_a_national_figure_is_large() {
    let change = |region, before, after| OutsideChange {
        region,
        crop: Crop::Ragi,
        before: Kilograms(before),
        after: Kilograms(after),
    };
    assert!(!change(Region::India, 1_000, 950).is_large());
    assert!(change(Region::India, 1_000, 949).is_large());
    assert!(change(Region::India, 1_000, 1_051).is_large());
    assert!(change(Region::India, 0, 1).is_large());
    assert!(!change(Region::State(State::Goa), 1_000, 0).is_large());
}

#[test]
fn a_table_that_is_broken_is_not_read() {
    for broken in [
        "crop,state,production_tonnes\nwheat,IN-TN,1\n",
        "crop,state,production_tonnes\nragi,IN-XX,1\n",
        "crop,state,production_tonnes\nragi,IN-TN,-1\n",
        "crop,state,production_tonnes\nragi,IN-TN,1.5\n",
        "crop,state,production_tonnes\nragi,IN-TN,1\nragi,IN-TN,1\n",
    ] {
        assert!(weights(broken.as_bytes()).is_none(), "{broken}");
    }
    for broken in ["state,2011-03\nIN-XX,1\n", "state,2011\nIN-TN,1\n", "state,2016-03,2011-03\nIN-TN,1,1\n"] {
        assert!(population(broken.as_bytes()).is_none(), "{broken}");
    }
}

fn shares() -> impl Strategy<Value = Shares> {
    prop::collection::vec(prop_oneof![3 => 0..100_000_i64, 1 => Just(0), 1 => 0..1_000_000_000_i64], 36)
        .prop_filter("somebody has some", |weights| weights.iter().any(|weight| *weight > 0))
        .prop_map(|weights| Shares(State::all().zip(weights).collect()))
}

proptest! {
    #[test]
    fn the_parts_of_all_states_are_the_whole(shares in shares(), whole in 0..=figures::MAX.0) {
        let parts: Vec<_> = State::all().map(|state| shares.part(state, Kilograms(whole))).collect();
        prop_assert_eq!(parts.iter().copied().sum::<Kilograms>(), Kilograms(whole));
    }

    #[test]
    fn no_part_is_negative_or_a_kilogram_off(shares in shares(), whole in 0..=figures::MAX.0) {
        let all: i128 = shares.0.values().map(|weight| i128::from(*weight)).sum();
        for state in State::all() {
            let part = i128::from(shares.part(state, Kilograms(whole)).0);
            let exact = i128::from(whole) * i128::from(shares.weight(state));
            prop_assert!(part >= 0 && (part * all - exact).abs() < all, "{:?}", state);
            prop_assert!(shares.weight(state) > 0 || part == 0, "none of nothing");
        }
    }

    #[test]
    fn parts_of_the_states_add_up_to_indias_to_the_kilogram_after_every_restatement(
        crop in 0..16_usize, domestic in 0..=figures::MAX.0, exported in 0..=figures::MAX.0, usual in 0..=figures::MAX.0,
        sowings in prop::collection::vec((0..37_usize, 0..4_usize, 1..2_000_000_000_000_i64), 0..30), step in 1..10_usize,
    ) {
        let (crop, given) = (Crop::all().nth(crop).unwrap(), given(domestic, exported, usual));
        let mut sown = BTreeMap::<_, SquareMetres>::new();
        let mut before = of_india(crop, given, &Coverage::default());
        for some in sowings.chunks(step) {
            for (region, season, area) in some {
                sown.entry((Region::all().nth(*region).unwrap(), Season::ALL[*season])).or_default().0 += area;
            }
            let coverage = Coverage::new(&sown, UsualLand::reference());
            let india = of_india(crop, given, &coverage);
            prop_assert_eq!(of_states(crop, given, &coverage), india);
            prop_assert!(Kilograms(0) <= india[3] && india[3] <= before[3], "more land in Grow leaves less outside");
            prop_assert_eq!(&Coverage::from_rows(coverage.rows()), &coverage);
            before = india;
        }
    }

    #[test]
    fn the_population_never_jumps(month in 12 * 1990..12 * 2060_i64) {
        let (now, next) = (POPULATION.at(month), POPULATION.at(month + 1));
        for state in State::all() {
            prop_assert!((now.fraction(state) - next.fraction(state)).abs() < 1e-4, "{:?}", state);
        }
    }
}

use super::*;
use crate::advice::{BetterAt, DrawnFor, KeptDraw};
use crate::farmer::Npk;
use crate::figures;
use crate::land::LandTable;
use crate::neighbours::SownNow;
use crate::regional::{Coverage, Given, standing};
use jiff::civil::date;

/// Demand and supply of India by the figures of an earlier release: draws do not move when newer ones are shipped.
fn rows() -> Vec<DemandRow> {
    let figures =
        figures::parse(include_str!("../../../../../data/earlier_figures/3.csv"), jiff::civil::date(2026, 11, 24))
            .unwrap();
    let year = CropYear::from_first_year(2026).unwrap();
    Crop::all()
        .map(|crop| {
            let given = |region| figures::in_force(&figures, region, crop, year).map(Given::from);
            let standing = standing(Region::India, crop, year, given, &Coverage::default()).unwrap();
            DemandRow { crop, standing, sown: Kilograms(0) }
        })
        .collect()
}

fn farmers(each: u32) -> Farmers {
    District::all().map(|district| ((district, None), each)).collect()
}

fn solve_for(day: Date, rows: &[DemandRow], planned: &[(Region, Crop, Kilograms)], farmers: &Farmers) -> Today {
    let settings = Settings::default();
    let mut land = LandOfDay::on(day, Arc::default());
    land.add(&LandTable::shipped(), farmers.keys().copied(), &settings);
    Today::solve(&Situation { day, rows, planned, sown: &[], farmers, land: &land }, settings)
}

pub(super) fn solve(day: Date, rows: &[DemandRow], planned: &[(Region, Crop, Kilograms)], each: u32) -> Today {
    solve_for(day, rows, planned, &farmers(each))
}

/// Calls with each district whose land is known, without an answer on water.
fn each_field(mut with: impl FnMut(Field<'_>)) {
    for district in District::all() {
        let land = LandTable::shipped().of_district(district);
        if let Some(year) = land.year() {
            with(Field { district, land: &land, year, water: None, soil: None, last_crop: None });
        }
    }
}

fn lot(number: u64) -> Lot<'static> {
    Lot { cell: "a cell", number }
}

fn advice_on(
    today: &Today,
    (key, water): (&str, Option<Water>),
    known: &[Crop],
    number: u64,
    drawn: &[DrawnCrop],
) -> Advice {
    let district = District::from_key(key).unwrap();
    let land = LandTable::shipped().of_district(district);
    let field = Field { district, land: &land, year: land.year().unwrap(), water, soil: None, last_crop: None };
    today.advise(&FarmersLand { field, known: &known.iter().copied().collect(), lot: lot(number), drawn })
}

fn advice(today: &Today, key: &str, known: &[Crop], number: u64, drawn: &[DrawnCrop]) -> Advice {
    advice_on(today, (key, None), known, number, drawn)
}

fn drawn(advice: &Advice) -> Vec<DrawnCrop> {
    advice.crops.iter().map(|advised| advised.drawn).collect()
}

fn crops(advice: &Advice) -> Vec<Crop> {
    advice.crops.iter().map(|advised| advised.on_field.crop).collect()
}

#[test]
fn advised_crops_can_be_sown_on_the_day_and_grow_on_such_land() {
    let rows = rows();
    for day in [date(2026, 7, 1), date(2026, 11, 23), date(2027, 2, 10)] {
        let today = solve(day, &rows, &[], 100);
        each_field(|field| {
            let land = FarmersLand { field, known: &BTreeSet::new(), lot: lot(3), drawn: &[] };
            let (advice, sowable) = (today.advise(&land), today.sowable(&field));
            for advised in &advice.crops {
                let here = (field.district, advised.on_field.crop);
                let share = sowable.iter().find(|sowable| sowable.crop == advised.on_field.crop).unwrap().share;
                assert!(advised.on_field.opening.is_open(day) && share >= 0.02, "{here:?}");
                assert!(day < advised.on_field.harvest.from);
            }
            let now = SownNow::on(field.land, field.district, day);
            let neighbours: f64 = now.neighbours().iter().map(|neighbour| neighbour.share).sum();
            let all: f64 = advice.crops.iter().map(|advised| advised.on_field.share_here).sum();
            assert!(all + neighbours <= 1.01, "{} {day}: {all} and {neighbours} of the land", field.district);
        });
    }
}

#[test]
fn plausible_errors_of_figures_reverse_no_districts_advice() {
    let day = date(2026, 7, 1);
    let before = solve(day, &rows(), &[], 100);
    let mut rows = rows();
    for (crop, percent) in [(Crop::Paddy, 105), (Crop::Maize, 106), (Crop::Groundnut, 107)] {
        let row = rows.iter_mut().find(|row| row.crop == crop).unwrap();
        row.standing.outside = Kilograms(row.demand().0 * percent / 100);
    }
    let after = solve(day, &rows, &[], 100);
    each_field(|field| {
        let sowable = before.sowable(&field);
        let of = |today: &Today| today.chances(&field, &sowable, &BTreeSet::new()).of;
        let (before, after) = (of(&before), of(&after));
        for crop in Crop::all() {
            let (before, after) = (before[crop], after[crop]);
            assert!(before < 0.67 || after > 0.4, "{} {crop}: {before} {after}", field.district);
        }
    });
}

#[test]
fn as_many_as_suit_are_shown_up_to_three_and_each_alternative_says_what_it_is_better_at() {
    let today = solve(date(2026, 7, 1), &rows(), &[], 100);
    let mut better = 0;
    each_field(|field| {
        let known = BTreeSet::from([Crop::Maize]);
        let advice = today.advise(&FarmersLand { field, known: &known, lot: lot(3), drawn: &[] });
        let sowable = today.sowable(&field);
        let suits = today.chances(&field, &sowable, &known).weights.values().iter().filter(|of| **of > 0.0).count();
        assert_eq!(advice.crops.len(), suits.min(3), "{}", field.district);
        let is_held_back = |crop: Crop| sowable.iter().any(|of| of.crop == crop && of.held_back.is_some());
        let of_usual_years = |told: &AdvisedCrop| told.on_field.leaves.as_ref().ok().map(|leaves| leaves.usual_year.1);
        let one_earns = advice.crops.iter().filter_map(of_usual_years).any(|best| best > 50_000.0);
        for told in &advice.crops {
            assert!(!is_held_back(told.on_field.crop), "{}", field.district);
            let loses = of_usual_years(told).is_some_and(|best| best < -1.0);
            assert!(!(one_earns && loses), "{}: {}", field.district, told.on_field.crop);
        }
        let [first, others @ ..] = &advice.crops[..] else { return };
        assert!(first.better_at.is_empty());
        for other in others {
            assert_eq!(other.better_at.contains(&BetterAt::Known), other.on_field.is_known && !first.on_field.is_known);
            let sooner = other.on_field.harvest.from.saturating_add(10.days()) <= first.on_field.harvest.from;
            assert_eq!(other.better_at.contains(&BetterAt::Sooner), sooner);
            better += usize::from(!other.better_at.is_empty());
        }
    });
    assert!(better > 400, "{better}");
}

#[test]
fn a_crop_that_many_grow_is_shown_or_it_is_said_why_not() {
    let rows = rows();
    for day in [date(2026, 6, 15), date(2026, 11, 24)] {
        let today = solve(day, &rows, &[], 100);
        for water in [None, Some(Water::RainOnly)] {
            each_field(|field| {
                let field = Field { water, ..field };
                let advice = today.advise(&FarmersLand { field, known: &BTreeSet::new(), lot: lot(3), drawn: &[] });
                for sowable in today.sowable(&field).iter().filter(|sowable| sowable.share >= 0.05) {
                    let is_shown = advice.crops.iter().any(|advised| advised.on_field.crop == sowable.crop);
                    let told = advice.not_shown.iter().find(|other| other.crop == sowable.crop);
                    assert_ne!(is_shown, told.is_some(), "{} {}", field.district, sowable.crop);
                    let lacks_water = told.is_some_and(|other| other.why == WhyNotShown::Water);
                    // Hardly anyone sows it with so little water, and many do with more.
                    let is_watered = sowable.held_back == Some(HeldBack::Rare)
                        && sowable.share < sowable.share_of_all
                        && water == Some(Water::RainOnly);
                    assert_eq!(lacks_water, is_watered || sowable.held_back == Some(HeldBack::Water));
                }
            });
        }
    }
}

#[test]
fn on_10_december_maize_is_not_the_first_advice_in_nashik() {
    let rows = rows();
    let today = solve(date(2026, 12, 10), &rows, &[], 100);
    for number in 0..50 {
        let advice = advice(&today, "mh-nashik", &[Crop::Maize], number, &[]);
        assert!(!crops(&advice).contains(&Crop::Maize) && !advice.crops.is_empty());
    }
}

#[test]
fn a_plan_is_in_the_next_farmers_figures() {
    let rows = rows();
    let day = date(2026, 7, 1);
    let plan = [(Region::State(State::TamilNadu), Crop::BlackGram, Kilograms(100_000_000))];
    let (before, after) = (solve(day, &rows, &[], 100), solve(day, &rows, &plan, 100));
    let (before, after) = (before.market_of(Crop::BlackGram), after.market_of(Crop::BlackGram));
    assert_eq!((before.met, after.planned), (after.met, Kilograms(100_000_000)));
    let moved = 100_000_000.0 * 100.0 / kg(before.demand);
    assert!((before.need_open_percent - after.need_open_percent - moved).abs() < 1e-9);
}

#[test]
fn sowings_weigh_in_advice_with_the_yield_that_the_usual_supply_is_measured_with() {
    let mut rows = rows();
    let paddy = rows.iter_mut().find(|row| row.crop == Crop::Paddy).unwrap();
    let usual = kg(paddy.standing.usual);
    paddy.sown = Kilograms(3_900_000);
    let paddy = CropToday::of(Crop::Paddy, &rows, &[], &[], date(2026, 7, 1));
    let land = crate::regional::UsualLand::reference().of_crop(Region::India, Crop::Paddy).hectares();
    // A thousand hectares, at 3,900 kg in what is met.
    assert!((paddy.supplied() - usual - 1_000.0 * usual / land).abs() < 1.0, "{}", paddy.usual_part);
    assert!(usual_part(Region::India, Crop::Paddy, Kilograms(0)) >= 0.4);
}

#[test]
fn drawn_crops_stay_and_a_crop_that_has_filled_since_is_replaced_by_one_that_may_be_first() {
    let mut rows = rows();
    let day = date(2026, 7, 1);
    let today = solve(day, &rows, &[], 100);
    let before = advice(&today, "tn-erode", &[], 7, &[]);
    let moved = solve(day, &rows, &[], 100_000);
    let again = advice(&moved, "tn-erode", &[], 7, &drawn(&before));
    assert_eq!(drawn(&again), drawn(&before), "prices moved, the draw did not");
    let first = crops(&before)[0];
    let row = rows.iter_mut().find(|row| row.crop == first).unwrap();
    row.sown = Kilograms(row.demand().0 * 3 / 2);
    let filled = solve(day, &rows, &[], 100);
    let redrawn = advice(&filled, "tn-erode", &[], 7, &drawn(&before));
    assert!(redrawn.crops[0].chance > 0.0 && !crops(&redrawn).contains(&first), "{:?}", crops(&redrawn));
    for stays in &crops(&before)[1..] {
        assert!(crops(&redrawn).contains(stays), "{:?} after {:?}", crops(&redrawn), crops(&before));
    }
    let full = advice(&filled, "tn-erode", &[], 7, &[]);
    let with_full = [DrawnCrop { crop: first, filled_percent: Some(150) }];
    assert_eq!(crops(&advice(&filled, "tn-erode", &[], 7, &with_full))[0], first, "it was full when it was drawn");
    assert_ne!(crops(&full)[0], first, "this farmer's lot is another crop now");
}

/// Farmers of one cell ask one after another; then half of them sow what they were told, and the server starts anew.
#[test]
fn three_hundred_farmers_who_look_twice_are_told_the_same_crops_in_the_same_order() {
    let (day, erode) = (date(2026, 7, 1), ("tn-erode", Some(Water::AllSeason)));
    let mut rows = rows();
    let first_looks: Vec<_> = (0..300)
        .map(|number| advice_on(&solve(day, &rows, &[], 1 + u32::try_from(number).unwrap()), erode, &[], number, &[]))
        .collect();
    for advice in first_looks.iter().step_by(2) {
        let first = advice.crops[0].on_field.crop;
        rows.iter_mut().find(|row| row.crop == first).unwrap().sown.0 += 3_000;
    }
    let after = solve(day, &rows, &[], 300);
    for (number, first) in (0..).zip(&first_looks) {
        let second = advice_on(&after, erode, &[], number, &drawn(first));
        assert_eq!(drawn(&second), drawn(first), "farmer {number}");
    }
    let promised = &first_looks[0].crops[0];
    let told = first_looks.iter().filter(|advice| advice.crops[0].on_field.crop == promised.on_field.crop).count();
    let told = f64::from(u32::try_from(told).unwrap());
    assert!((told - 300.0 * promised.chance).abs() <= 6.0, "{told} of 300 by a chance of {}", promised.chance);
}

/// A draw for Meena.
fn draw_for(
    today: &Today,
    (key, water): (&str, Option<Water>),
    npk: Npk,
    known: &[Crop],
    kept: Option<&KeptDraw>,
) -> (Vec<Crop>, Option<KeptDraw>) {
    let district = District::from_key(key).unwrap();
    let land = LandTable::shipped().of_district(district);
    let field = Field { district, land: &land, year: land.year().unwrap(), water, soil: None, last_crop: None };
    let known = known.iter().copied().collect();
    let (advice, anew) = today.draw(&DrawnFor { number: 7, field, npk, known: &known }, kept);
    (crops(&advice), anew)
}

#[test]
fn a_draw_is_kept_once_and_stays_while_season_land_and_known_crops_are_the_same() {
    let npk = Npk::from_kg_per_ha("180", "30.5", "250").unwrap();
    let (day, known) = (date(2026, 7, 1), [Crop::RedGram, Crop::Paddy]);
    let today = solve(day, &rows(), &[], 100);
    let (crops, kept) = draw_for(&today, ("tn-erode", None), npk, &known, None);
    let kept = kept.unwrap();
    let kept_crops: Vec<_> = kept.crops.iter().map(|drawn| drawn.crop).collect();
    assert_eq!((&kept_crops, &kept.lot), (&crops, &Some(("2026 kharif tn-erode -".to_owned(), 7))));
    // Draws of earlier releases are kept under this text.
    assert_eq!(kept.inputs, "2026 kharif tn-erode 180000 30500 250000 paddy,redGram");
    let of_earlier_release = KeptDraw { lot: None, ..kept.clone() };
    let numbered = draw_for(&today, ("tn-erode", None), npk, &known, Some(&of_earlier_release));
    assert_eq!(numbered, (crops.clone(), Some(kept.clone())), "the crops stay, and are kept with their number");
    assert_eq!(
        draw_for(&today, ("tn-erode", None), npk, &known, Some(&kept)),
        (crops.clone(), None),
        "it is kept already"
    );
    assert_eq!(draw_for(&today, ("tn-erode", None), npk, &known, None).0, crops, "lost, it is drawn again");

    let moved = solve(day, &rows(), &[], 100_000);
    assert_eq!(draw_for(&moved, ("tn-erode", None), npk, &known, Some(&kept)), (crops, None), "prices moved");

    let other = KeptDraw { crops: vec![DrawnCrop { crop: Crop::Cotton, filled_percent: None }], ..kept.clone() };
    let rabi = solve(date(2026, 11, 23), &rows(), &[], 100);
    let more = Npk { potassium_g_per_ha: 250_001, ..npk };
    for (today, key, npk, known) in [
        (&rabi, ("tn-erode", None), npk, &known[..]),
        (&today, ("tn-salem", None), npk, &known[..]),
        (&today, ("tn-erode", Some(Water::RainOnly)), npk, &known[..]),
        (&today, ("tn-erode", None), more, &known[..]),
        (&today, ("tn-erode", None), npk, &known[..1]),
    ] {
        let anew = draw_for(today, key, npk, known, Some(&other));
        assert_eq!(anew, draw_for(today, key, npk, known, None), "the draw for something else is void");
        assert_ne!(anew.1.unwrap().inputs, kept.inputs);
    }
}

#[test]
fn a_draw_stands_over_the_end_of_a_season_for_the_crops_whose_days_go_on() {
    let (eve, next) = (date(2026, 9, 30), date(2026, 10, 1));
    let (erode, npk) = (("tn-erode", None), Npk::default());
    let (before, kept) = draw_for(&solve(eve, &rows(), &[], 100), erode, npk, &[], None);
    let today = solve(next, &rows(), &[], 100);
    let (after, anew) = draw_for(&today, erode, npk, &[], kept.as_ref());
    assert_eq!(after, before, "all of them are sown on in October");
    let anew = anew.unwrap();
    assert_eq!(anew.lot.as_ref().unwrap().0, "2026 rabi tn-erode -");
    assert_eq!(draw_for(&today, erode, npk, &[], Some(&anew)), (after, None));
    let june = KeptDraw { drawn_on: date(2026, 6, 1), ..kept.unwrap() };
    let (of_june, _) = draw_for(&today, erode, npk, &[], Some(&june));
    assert_ne!(of_june, before, "what opened since is another sowing");
}

#[test]
fn a_cell_is_a_district_a_season_and_a_kind_of_land() {
    let land = LandTable::shipped().of_district(District::from_key("tn-erode").unwrap());
    let field = Field {
        district: District::from_key("tn-erode").unwrap(),
        land: &land,
        year: land.year().unwrap(),
        water: None,
        soil: None,
        last_crop: None,
    };
    let (kharif, rabi) = (solve(date(2026, 7, 1), &rows(), &[], 1), solve(date(2026, 11, 23), &rows(), &[], 1));
    assert_eq!(kharif.cell(&field).key, "2026 kharif tn-erode -");
    let watered = Field { water: Some(Water::RainOnly), ..field };
    assert_eq!(rabi.cell(&watered).key, "2026 rabi tn-erode rain_only");
    assert_eq!(kharif.cell(&Field { soil: Some(crate::Soil::Heavy), ..field }), kharif.cell(&field));
}

#[test]
fn neighbours_are_drawn_different_crops_and_another_soil_test_is_no_other_lot() {
    let today = solve(date(2026, 7, 1), &rows(), &[], 100);
    let district = District::from_key("tn-erode").unwrap();
    let (known, record) = (BTreeSet::new(), LandTable::shipped().of_district(district));
    let field =
        Field { district, land: &record, year: record.year().unwrap(), water: None, soil: None, last_crop: None };
    let land = DrawnFor { number: 0, field, npk: Npk::default(), known: &known };
    let draws: BTreeSet<_> = (0..20).map(|number| crops(&today.draw(&DrawnFor { number, ..land }, None).0)).collect();
    assert!(draws.len() > 1, "{draws:?}");
    let tested = Npk::from_kg_per_ha("1", "1", "1").unwrap();
    assert_eq!(today.draw(&land, None).0, today.draw(&DrawnFor { npk: tested, ..land }, None).0);
}

#[test]
fn crops_of_the_next_sixty_days_are_told_soonest_first() {
    let rows = rows();
    let advice = advice(&solve(date(2026, 8, 20), &rows, &[], 100), "mh-nashik", &[], 7, &[]);
    let from: Vec<_> = advice.later.iter().map(|(_, opening)| opening.earliest).collect();
    assert!(!from.is_empty() && from.is_sorted());
    assert!(from.iter().all(|from| date(2026, 8, 20) < *from && *from <= date(2026, 10, 19)));
}

#[test]
fn land_that_is_sown_or_planned_is_not_still_to_come() {
    let rows = rows();
    let farmers: Farmers = [((District::from_key("tn-erode").unwrap(), None), 100)].into();
    let tamil_nadu = Region::State(State::TamilNadu);
    // 54 ha of black gram, half of the 108 ha, at 925 kg/ha; the other half sown too long ago.
    let half = Kilograms(49_950);
    let planned = [(tamil_nadu, Crop::BlackGram, half)];
    let old = SownPart { region: tamil_nadu, from: date(2026, 2, 1), expected: half };
    let situation = Situation {
        day: date(2026, 7, 1),
        rows: &rows,
        planned: &planned,
        sown: &[(Crop::BlackGram, old)],
        farmers: &farmers,
        land: &LandOfDay::on(date(2026, 7, 1), Arc::default()),
    };
    assert!((still_to_come(&situation)[&State::TamilNadu] - 0.5).abs() < 1e-9);
}

#[test]
fn land_on_which_nothing_suitable_can_be_sown_moves_no_figure() {
    let rows = rows();
    // In Leh none of the sixteen is sown in November.
    let leh = District::from_key("la-leh").unwrap();
    let of = |farmers: &Farmers| solve_for(date(2026, 11, 24), &rows, &[], farmers).market_of(Crop::Paddy);
    assert_eq!(of(&[((leh, None), 1_000_000)].into()), of(&Farmers::new()));
}

#[test]
fn if_all_follow_the_supply_is_what_comes_of_the_draws() {
    let today = solve(date(2026, 7, 1), &rows(), &[], 100_000);
    let mut less = 0;
    for crop in Crop::all() {
        let (market, today) = (today.market_of(crop), &today);
        let expected = today.prices.expected_of(crop) * 100.0 / kg(market.demand);
        assert!((market.filled_if_all_follow_percent - expected).abs() < 1e-6, "{crop}: {market:?}");
        less += u32::from(expected < 100.0 - market.need_open_percent);
    }
    assert!(less > 0, "who follows leaves crops that others would have grown");
}

#[test]
fn a_card_says_what_a_usual_and_a_poor_year_leave_or_what_is_not_known() {
    let today = solve(date(2026, 7, 1), &rows(), &[], 100);
    let (mut known, mut unknown) = (0, 0);
    each_field(|field| {
        for advised in today.advise(&FarmersLand { field, known: &BTreeSet::new(), lot: lot(1), drawn: &[] }).crops {
            match advised.on_field.leaves {
                Ok(Leaves { usual_year: (low, high), poor_year, .. }) => {
                    assert!(poor_year.rupees <= low && low <= high, "{} {}", field.district, advised.on_field.crop);
                    known += 1;
                }
                Err(_) => unknown += 1,
            }
        }
    });
    assert!(known > 3 * unknown && unknown > 0, "{known} {unknown}");
}

#[test]
fn a_window_that_runs_over_the_first_of_may_is_told_the_price_of_the_year_that_begins() {
    let today = solve(date(2026, 4, 20), &rows(), &[], 100);
    let advice = advice(&today, "pb-bathinda", &[], 7, &[]);
    let cotton = advice.crops.iter().find(|advised| advised.on_field.crop == Crop::Cotton).unwrap();
    assert_eq!(cotton.on_field.paid.support.map(|price| price.season.as_str()), Some("2026-27 KMS"));
}

#[test]
fn the_card_of_an_advised_crop_is_the_card_of_any_crop() {
    let today = solve(date(2026, 7, 1), &rows(), &[], 100);
    each_field(|field| {
        let land = FarmersLand { field, known: &BTreeSet::new(), lot: lot(3), drawn: &[] };
        for AdvisedCrop { on_field, .. } in today.advise(&land).crops {
            assert_eq!(today.on_field(&field, land.known, on_field.crop), on_field);
        }
    });
}

#[test]
fn every_crop_has_a_card_on_every_field_that_says_when_it_is_sown_next() {
    for day in [date(2026, 7, 1), date(2026, 12, 31)] {
        let today = solve(day, &rows(), &[], 1);
        each_field(|field| {
            for crop in Crop::all() {
                let card = today.on_field(&field, &BTreeSet::new(), crop);
                assert_eq!(card.timing, card.opening.timing(day), "{crop} in {}", field.district);
                let sown_on = if card.timing.is_some() { day } else { card.opening.from };
                assert!(day <= sown_on && sown_on < card.harvest.from, "{crop} in {}", field.district);
            }
        });
    }
}

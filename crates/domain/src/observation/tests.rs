use super::*;
use crate::figures;
use crate::regional::{Coverage, Given, Millionths, Ratio, Ratios, standing};
use proptest::prelude::*;

fn year(first: i64) -> CropYear {
    CropYear::from_first_year(first).unwrap()
}

const TODAY: Date = date(2026, 11, 24);

/// A file with one line for each of these texts: `crop,season,region,measure,value,unit`, or all nine columns.
fn file(lines: &[&str]) -> String {
    let whole = |line: &&str| match line.matches(',').count() {
        5 => format!("a table,2025-07-11,2025-26 July-June,{line}\n"),
        _ => format!("{line}\n"),
    };
    format!("# of a test\n{HEADER}\n{}", lines.iter().map(whole).collect::<String>())
}

fn parsed(lines: &[&str]) -> Vec<Observation> {
    parse(&file(lines), TODAY).unwrap()
}

fn refused(lines: &[&str]) -> Vec<String> {
    parse(&file(lines), TODAY).unwrap_err().iter().map(ToString::to_string).collect()
}

const SOWN: &str = "paddy,kharif,IN,area_sown,123.68,lakh_ha";
const LAST: &str = "paddy,kharif,IN,area_last_year,11185,thousand_ha";
const NORMAL: &str = "paddy,kharif,IN,normal_of_season,40309000,hectares";
const WHOLE: &str = "paddy,kharif,IN,last_year_whole,435.68,lakh_ha";

#[test]
fn a_file_names_its_source_day_year_and_unit() {
    let [sown, last, ..] = &parsed(&[SOWN, LAST])[..] else { panic!("two observations") };
    let subject = Subject { crop_year: year(2025), region: Region::India, crop: Crop::Paddy, season: Season::Kharif };
    assert_eq!((sown.subject, sown.measure, sown.as_of), (subject, Measure::AreaSown, date(2025, 7, 11)));
    assert_eq!((sown.source.as_str(), sown.year_basis), ("a table", YearBasis::JulyToJune));
    assert_eq!(sown.value, Amount::Area(SquareMetres(123_680_000_000)));
    assert_eq!(last.value, Amount::Area(SquareMetres(111_850_000_000)));
    let line = "a table,2026-01-09,2025-26 June-May,onion,rabi,IN-MH,production_estimate_final,12.5,lakh_tonnes";
    let estimate = parsed(&[line]);
    assert_eq!(estimate[0].value, Amount::Weight(Kilograms(1_250_000_000)));
    assert_eq!(estimate[0].measure, Measure::Production(Estimate::Final));
}

#[test]
fn a_line_that_cannot_be_read_says_what_to_write_instead() {
    for (line, told) in [
        ("a table,2025-07-11,,paddy,kharif,IN,area_sown,1,lakh_ha", "year_basis is empty; years of sources differ"),
        ("a table,2025-07-11,2025,paddy,kharif,IN,area_sown,1,lakh_ha", "such as `2025-26 July-June`"),
        (
            "a table,2025-07-11,2025-27 July-June,paddy,kharif,IN,area_sown,1,lakh_ha",
            "`2025-27 July-June` is not known",
        ),
        ("a table,2025-07-11,2025-26 April-March,paddy,kharif,IN,area_sown,1,lakh_ha", "`2025-26 May-April`"),
        ("wheat,rabi,IN,area_sown,1,lakh_ha", "`wheat` is none of the sixteen crops"),
        ("paddy,winter,IN,area_sown,1,lakh_ha", "write `kharif`, `rabi` or `summer`, or `year` for sugarcane"),
        ("paddy,kharif,TN,area_sown,1,lakh_ha", "write `IN` for India, or a state's code such as `IN-TN`"),
        ("paddy,kharif,IN,area,1,lakh_ha", "`area` is no measure; write `area_sown`"),
        ("paddy,kharif,IN,production_estimate_5,1,tonnes", "`production_estimate_` with 1, 2, 3, 4 or final"),
        ("paddy,kharif,IN,area_sown,1,acres", "write `hectares`, `thousand_ha` or `lakh_ha`"),
        ("paddy,kharif,IN,area_sown,1,tonnes", "`tonnes` is no unit of area_sown"),
        ("paddy,kharif,IN,production_normal,1,bales", "write `tonnes`, `thousand_tonnes` or `lakh_tonnes`"),
        ("paddy,kharif,IN,area_sown,-1,lakh_ha", "value -1 is below 0"),
        ("paddy,kharif,IN,normal_of_season,0,lakh_ha", "normal_of_season is 0; leave the line out"),
        (
            "paddy,kharif,IN,area_sown,99999,lakh_ha",
            "value `99999` is more than the land of IN, 328748500 ha; check the unit",
        ),
        ("paddy,kharif,IN,area_sown,much,lakh_ha", "value `much` is not a number"),
        ("sugarcane,kharif,IN,area_sown,53,lakh_ha", "nobody sows sugarcane in kharif in IN; its seasons there: year"),
        (
            "bengalGram,kharif,IN-TN,area_sown,1,hectares",
            "its seasons there: rabi; mend the season or leave the line out",
        ),
        ("a table,11.7.2025,2025-26 July-June,paddy,kharif,IN,area_sown,1,lakh_ha", "write it as 2026-07-14"),
        ("a table,2026-11-25,2026-27 July-June,paddy,kharif,IN,area_sown,1,lakh_ha", "is after today, 2026-11-24"),
        (
            "a table,2025-09-30,2025-26 July-June,maize,rabi,IN,production_estimate_1,1,lakh_tonnes",
            "maize in rabi 2025-26 in IN begins on 2025-10-01, after as_of 2025-09-30; check as_of and year_basis",
        ),
        (
            "a table,2026-07-10,2025-26 July-June,paddy,kharif,IN,area_sown,1,lakh_ha",
            "more than a year after paddy in kharif 2025-26 in IN began on 2025-05-01",
        ),
        ("a table,20250711,2025-26 July-June,paddy,kharif,IN,area_sown,1,lakh_ha", "write it as 2026-07-14"),
        (
            "paddy,kharif,IN-TN,normal_of_season,130.61,lakh_ha",
            "value `130.61` is more than the land of IN-TN, 13006000 ha; check the unit",
        ),
        (
            "a table,2026-07-10,2023-24 July-June,paddy,kharif,IN,production_normal,1,tonnes",
            "crop year 2023 is none of 2024 to 2027: the last two, this and the next",
        ),
        (
            "a table,2026-07-10,2028-29 July-June,paddy,kharif,IN,production_normal,1,tonnes",
            "crop year 2028 is none of 2024 to 2027: the last two, this and the next",
        ),
        (",2025-07-11,2025-26 July-June,paddy,kharif,IN,area_sown,1,lakh_ha", "source is empty"),
        ("paddy,kharif,IN", "9 columns are expected, as in the header, and there are 3"),
    ] {
        let told_line = refused(&[LAST, line]);
        assert_eq!(told_line.len(), 1, "{line}: {told_line:?}");
        assert!(told_line[0].starts_with("line 4: ") && told_line[0].contains(told), "{told_line:?}");
    }
}

#[test]
fn every_faulty_line_is_listed_and_nothing_is_taken() {
    let told = refused(&[SOWN, "wheat,kharif,IN,area_sown,1,lakh_ha", LAST, "paddy,kharif,IN,area,1,lakh_ha"]);
    assert_eq!(told.iter().map(|told| &told[..7]).collect::<Vec<_>>(), ["line 4:", "line 6:"]);
    for (text, told) in [("", "the file is empty"), ("crop,value", "the first line must be")] {
        assert!(parse(text, TODAY).unwrap_err()[0].to_string().contains(told), "{text}");
    }
    assert!(refused(&[])[0].ends_with("there are no observations; write one line for each below the header"));
}

#[test]
fn empty_rows_of_a_spreadsheet_are_skipped() {
    let padded = format!("{}\n,,,,,,,,\n,,\n", file(&[SOWN, LAST]).replace(HEADER, &format!("{HEADER},,")));
    assert_eq!(parse(&padded, TODAY), parse(&file(&[SOWN, LAST]), TODAY));
    let told = parse(&file(&[]).replace(',', ";"), TODAY).unwrap_err()[0].to_string();
    assert!(told.starts_with("line 2: the columns are separated by semicolons; save the file with commas"), "{told}");
}

#[test]
fn lines_that_contradict_each_other_are_refused() {
    for (lines, told) in [
        (
            &[SOWN, LAST, SOWN][..],
            "line 5: paddy in kharif 2025-26 in IN has area_sown of 2025-07-11 on line 3 already",
        ),
        (&[SOWN], "line 3: area_sown of 2025-07-11 has no area_last_year of the same day beside it"),
        (
            &["maize,year,IN,production_normal,40,lakh_tonnes"],
            "line 3: the whole year of maize is taken only as a check",
        ),
        (
            &[
                "maize,year,IN,production_normal,40,lakh_tonnes",
                "maize,kharif,IN,production_normal,25,lakh_tonnes",
                "maize,rabi,IN,production_normal,14,lakh_tonnes",
            ],
            "line 3: the seasons of maize add up to 3900000 t, and its whole year is given as 4000000 t; mend one",
        ),
        (
            &[
                "paddy,kharif,IN-RJ,normal_of_season,300,lakh_ha",
                "paddy,kharif,IN-MH,normal_of_season,200,lakh_ha",
                NORMAL,
            ],
            "line 5: the states of paddy in kharif 2025-26 in IN add up to 50000000 ha, more than India's 40309000 ha",
        ),
    ] {
        let refused = refused(lines);
        assert!(refused.len() == 1 && refused[0].starts_with(told), "{refused:?}");
    }
    let parts = parsed(&[
        "maize,year,IN,production_normal,40,lakh_tonnes",
        "maize,kharif,IN,production_normal,25,lakh_tonnes",
        "maize,rabi,IN,production_normal,15.1,lakh_tonnes",
    ]);
    assert_eq!(parts.len(), 2, "a sum that fits within half a percent was a check, and is not kept");
}

#[test]
fn the_newer_of_two_holds_and_an_older_file_changes_nothing() {
    let on = |day: &str, value: &str| {
        parsed(&[&format!("a table,2025-07-{day},2025-26 July-June,paddy,kharif,IN,area_last_year,{value},lakh_ha")])
    };
    let (first, second) = (on("11", "1"), on("18", "2"));
    assert_eq!(compare(&[], &first), [(first[0].clone(), Effect::Added)]);
    assert_eq!(compare(&first, &second), [(second[0].clone(), Effect::Replaces(first[0].clone()))]);
    assert_eq!(compare(&second, &first), [(first[0].clone(), Effect::IsOlderThan(second[0].clone()))]);
    assert_eq!(compare(&second, &second), [(second[0].clone(), Effect::Stands)]);
    let mended = on("18", "3");
    assert_eq!(compare(&second, &mended), [(mended[0].clone(), Effect::Replaces(second[0].clone()))]);
    assert!(to_keep(&second, &first).is_empty() && to_keep(&second, &second).is_empty());
    assert_eq!(to_keep(&second, &mended), [&mended[0]]);
    let both = [first.clone(), second.clone()].concat();
    assert_eq!(compare(&[], &both), [(second[0].clone(), Effect::Added)], "the newest of a file");
    assert_eq!(to_keep(&[], &both).len(), 2, "the weeks before it are kept");
}

fn only(observations: &[Observation]) -> Reckoning {
    let mut reckoned = reckon(observations, figures::reference(), year(2026));
    reckoned.extend(reckon(observations, figures::reference(), year(2025)));
    assert_eq!(reckoned.len(), 1);
    reckoned.remove(0)
}

fn told(reckoning: &Reckoning) -> Vec<String> {
    reckoning.steps.iter().map(ToString::to_string).collect()
}

/// The table of 11 July 2025, with last year's whole by the last table of that season.
#[test]
fn the_normal_to_the_same_day_is_reckoned_and_every_factor_printed() {
    let reckoning = only(&parsed(&[SOWN, LAST, NORMAL, WHOLE]));
    assert_eq!(
        told(&reckoning),
        [
            "part of the season that is usually sown by this day: last year's 11185000 ha / 43568000 ha = 25.7 %",
            "usually sown by 2025-07-11: normal of the season 40309000 ha x last year's 11185000 ha to this day / last \
             year's 43568000 ha in all = 10348332.836 ha",
            "sown so far 12368000 ha / 10348332.836 ha = 119.5 % of the usual",
            "drawn to a usual season: 100 % + 25.7 % x (119.5 % - 100 %) = 105.0 %",
        ]
    );
    let (ratio, source) = reckoning.ratio.unwrap();
    assert_eq!((ratio.observed, ratio.applied), (Millionths(1_195_168), Millionths(1_050_104)));
    assert_eq!((ratio.estimate, ratio.as_of, source.as_str()), (None, date(2025, 7, 11), "a table"));
}

#[test]
fn without_last_years_total_area_its_production_is_the_measure() {
    let last_year =
        "a table,2025-11-20,2024-25 July-June,redGram,kharif,IN,production_estimate_final,3300,thousand_tonnes";
    let usual = "redGram,kharif,IN,production_normal,3000,thousand_tonnes";
    let area = ["redGram,kharif,IN,area_sown,20,lakh_ha", "redGram,kharif,IN,area_last_year,25,lakh_ha"];
    let normal = "redGram,kharif,IN,normal_of_season,50,lakh_ha";
    let told_last = only(&parsed(&[area[0], area[1], normal, usual]));
    assert_eq!(told_last.ratio.as_ref().unwrap().0.applied, Millionths(900_000), "half of a fifth less");
    assert!(told(&told_last)[1].ends_with("nor last year's production: last year is taken as usual, 100.0 %"));
    let reckoning = &reckon(&parsed(&[area[0], area[1], normal, usual, last_year]), &[], year(2025))[0];
    assert_eq!(
        told(reckoning)[1..3],
        [
            "last year's production, final estimate: 3300000 t / 3000000 t of a usual season = 110.0 % of the usual",
            "sown so far 2000000 ha / last year's 2500000 ha to this day x last year 110.0 % = 88.0 % of the usual",
        ]
    );
}

#[test]
fn an_estimate_takes_the_place_of_the_area_and_the_last_one_holds() {
    let on = |day: &str, measure: &str, value: &str| {
        format!("minutes,{day},2026-27 July-June,bengalGram,rabi,IN,{measure},{value},thousand_tonnes")
    };
    let second = on("2026-11-02", "production_estimate_2", "11000");
    let first = on("2026-11-20", "production_estimate_1", "9000");
    let reckoning = only(&parsed(&[
        &second,
        &first,
        "a table,2026-11-20,2026-27 July-June,bengalGram,rabi,IN,area_sown,50,lakh_ha",
        "a table,2026-11-20,2026-27 July-June,bengalGram,rabi,IN,area_last_year,90,lakh_ha",
    ]));
    let usual = figures::reference().iter().find(|figure| figure.crop == Crop::BengalGram).unwrap().usual_supply;
    let (ratio, source) = reckoning.ratio.clone().unwrap();
    assert_eq!(source, "minutes");
    assert_eq!((ratio.estimate, ratio.applied), (Some(Estimate::Second), ratio.observed));
    let exact = 11_000_000.0 / usual.tonnes() * 100.0;
    assert!((ratio.applied.percent() - exact).abs() < 0.2, "{exact}: almost all of it is sown in rabi");
    assert!(told(&reckoning)[0].starts_with("second advance estimate: 11000000 t / "), "{reckoning:?}");
}

#[test]
fn an_observation_without_information_leaves_the_usual_season() {
    let area = |sown: &str, last: &str| {
        let line = |measure, value| format!("horseGram,kharif,IN,{measure},{value},lakh_ha");
        [line("area_sown", sown), line("area_last_year", last), line("normal_of_season", "1.72")]
    };
    let ratio = |lines: [String; 3]| only(&parsed(&lines.each_ref().map(String::as_str))).ratio;
    assert_eq!(ratio(area("0.08", "0.07")), Err(Unknown::TooEarly));
    assert_eq!(ratio(area("0.08", "0")), Err(Unknown::NothingLastYear));
    assert_eq!(only(&parsed(&[NORMAL])).ratio, Err(Unknown::NothingObserved));
    let estimate = parsed(&["paddy,kharif,IN,production_estimate_1,1,tonnes"]);
    assert_eq!(reckon(&estimate, &[], year(2025))[0].ratio, Err(Unknown::NoUsualSupply));
    let (far_off, _) = ratio(area("1.2", "0.4")).unwrap();
    assert_eq!(far_off.observed, Millionths(2_000_000), "at most twice a usual one");
    assert!(far_off.is_flagged(7) && !far_off.is_flagged(15), "{far_off:?}: 23 %");
}

/// Where neither last year's whole nor a normal is given, the calendar tells how far the season is.
#[test]
fn the_days_of_the_calendar_tell_how_far_a_season_is() {
    let weight = |day: &str, season: &str, crop: &str| {
        let on = |measure: &str| format!("a table,{day},2025-26 July-June,{crop},{season},IN,{measure},20,lakh_ha");
        let steps = only(&parsed(&[&on("area_sown"), &on("area_last_year")])).steps;
        let Some(Step::DaysByThen { weight, .. }) = steps.first() else { panic!("{steps:?}") };
        weight.percent()
    };
    let weeks = ["2025-05-10", "2025-06-20", "2025-07-20", "2025-10-10"].map(|day| weight(day, "kharif", "cotton"));
    assert!(weeks.is_sorted() && weeks[0] < 20.0 && (99.0..=100.0).contains(&weeks[3]), "{weeks:?}");
    assert!(weight("2025-10-20", "rabi", "bengalGram") < 50.0);
    assert!((weight("2025-06-06", "year", "sugarcane") - 100.0).abs() < 1e-9, "the tables count what stands");
}

/// The weekly tables of kharif 2025 as they came out, `data/area_progress_kharif_2025.csv`.
fn kharif_2025() -> Vec<Observation> {
    parse(include_str!("../../../../data/area_progress_kharif_2025.csv"), TODAY).unwrap()
}

#[test]
fn week_by_week_the_ratio_of_kharif_2025_leaves_the_usual_and_nears_the_last() {
    let all = kharif_2025();
    let mut days: Vec<_> = all.iter().map(|it| it.as_of).collect();
    days.sort();
    days.dedup();
    assert_eq!(days.len(), 18);
    let applied = |crop: Crop, day: Date| {
        let known: Vec<_> = all.iter().filter(|it| it.as_of <= day).cloned().collect();
        let reckoned = reckon(&known, figures::reference(), year(2025));
        let of_crop = reckoned.iter().find(|it| it.subject.crop == crop).unwrap();
        of_crop.row().map_or(100.0, |(_, ratio)| ratio.applied.percent())
    };
    for crop in Crop::all().filter(|crop| all.iter().any(|it| it.subject.crop == *crop)) {
        let weeks: Vec<_> = days.iter().map(|day| applied(crop, *day)).collect();
        let last = weeks[17];
        assert!(weeks[..3].iter().all(|week| (week - 100.0).abs() < 5.0), "{crop}, June: {weeks:?}");
        assert!(weeks[15..].iter().all(|week| (week - last).abs() < 9.0), "{crop}, September: {weeks:?}");
    }
    // Sown on 3 October, lakh ha, beside last year: 94.95 / 84.3, 110.03 / 112.97, 441.58 / 435.68.
    for (crop, last) in [(Crop::Maize, 112.6), (Crop::Cotton, 97.7), (Crop::Paddy, 101.4)] {
        assert!((applied(crop, days[17]) - last).abs() < 0.3, "{crop}: {}", applied(crop, days[17]));
    }
    assert!((applied(Crop::Paddy, date(2025, 6, 27)) - 102.8).abs() < 0.1, "47 % more, of a season just begun");
}

fn ratio(applied: i64) -> Ratio {
    Ratio { applied: Millionths(applied), observed: Millionths(applied), estimate: None, as_of: TODAY }
}

#[test]
fn a_states_own_ratio_holds_for_it_and_india_is_the_sum() {
    let given = Given { balance: None, usual: Kilograms(1_000_000_000), error_percent: 7, imports: None };
    let maharashtra: Region = "IN-MH".parse().unwrap();
    let outside = |region, coverage: &Coverage| {
        let given = |region| (region == Region::India).then_some(given);
        standing(region, Crop::RedGram, year(2026), given, coverage).unwrap().outside.0
    };
    let usual = outside(maharashtra, &Coverage::default());
    let key = |region| (region, Crop::RedGram, Season::Kharif);
    let ratios = Ratios::from_rows([(key(Region::India), ratio(900_000)), (key(maharashtra), ratio(500_000))]);
    let observed: Vec<_> = ratios.of(maharashtra).collect();
    assert_eq!(observed, [(key(maharashtra), ratio(500_000))], "its own, not India's");
    assert_eq!(ratios.of("IN-KL".parse().unwrap()).next().map(|((region, ..), _)| region), Some(Region::India));
    let coverage = Coverage::default().with_ratios(ratios);
    assert!((outside(maharashtra, &coverage) - usual / 2).abs() <= 1);
    let (india, others) = (outside(Region::India, &coverage), 1_000_000_000 - usual);
    assert!((india - usual / 2 - others * 9 / 10).abs() < 5_000_000, "{india}: rabi has no ratio");
}

fn a_ratio() -> impl Strategy<Value = RatioKey> {
    (0..37_usize, 0..4_usize, 0_i64..=2_000_000)
}

type RatioKey = (usize, usize, i64);

proptest! {
    #[test]
    fn the_states_add_up_to_india_to_the_kilogram_whatever_the_season_is(
        crop in 0..16_usize, usual in 0..=figures::MAX.0, ratios in prop::collection::vec(a_ratio(), 0..12),
        sown in prop::collection::vec((0..37_usize, 0..4_usize, 1..2_000_000_000_000_i64), 0..8),
    ) {
        let crop = Crop::all().nth(crop).unwrap();
        let region = |at| Region::all().nth(at).unwrap();
        let rows = ratios.iter().map(|(at, season, of)| ((region(*at), crop, Season::ALL[*season]), ratio(*of)));
        let sown = sown.iter().map(|(at, season, area)| ((region(*at), Season::ALL[*season]), SquareMetres(*area)));
        let land = crate::regional::UsualLand::reference();
        let coverage = Coverage::new(&sown.collect(), land).with_ratios(Ratios::from_rows(rows));
        let given = |region| (region == Region::India).then_some(Given { balance: None, usual: Kilograms(usual), error_percent: 7, imports: None });
        let outside = |region| standing(region, crop, year(2026), given, &coverage).unwrap().outside;
        let (india, states) = (outside(Region::India), Region::all().skip(1).map(outside).sum::<Kilograms>());
        prop_assert_eq!(india, states);
        prop_assert!(Kilograms(0) <= india && india.0 <= 2 * usual);
    }

    #[test]
    fn a_ratio_is_between_half_and_twice_and_never_further_from_usual_than_what_was_observed(
        sown in 0_i64..1_000_000, last in 0_i64..1_000_000, normal in 1_i64..1_000_000, whole in 1_i64..1_000_000,
    ) {
        let line = |measure: &str, value: i64| format!("paddy,kharif,IN,{measure},{value},hectares");
        let area = [("area_sown", sown), ("area_last_year", last)];
        let season = [("normal_of_season", normal), ("last_year_whole", whole)];
        let lines = [area[0], area[1], season[0], season[1]];
        let lines = lines.map(|(measure, value)| line(measure, value));
        if let Ok((ratio, _)) = only(&parsed(&lines.each_ref().map(String::as_str))).ratio {
            prop_assert!((500_000..=2_000_000).contains(&ratio.observed.0));
            let off = |of: Millionths| of.0 - 1_000_000;
            prop_assert!(off(ratio.applied).abs() <= off(ratio.observed).abs());
            prop_assert!(off(ratio.applied) * off(ratio.observed) >= 0);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".*") {
        let _ = parse(&format!("{HEADER}\n{text}"), TODAY);
    }
}

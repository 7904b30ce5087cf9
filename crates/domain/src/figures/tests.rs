use super::*;
use crate::State;
use proptest::prelude::*;
use std::collections::HashSet;

const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 24);
const GROUNDNUT: &str =
    "IN,groundnut,2026,10145727,9234298,911429,10110333.125,4460000.25,2020 to 2022,2026-11-23,FAO,high";
/// A good row.
const RAGI: &str = "IN,ragi,2026,3,2,1,4,,a,2026-11-23,b,c";

fn file(rows: &[&str]) -> String {
    format!("{HEADER}\n{}\n", rows.join("\n"))
}

/// A file with all columns.
fn full_file(rows: &[&str]) -> String {
    format!("{HEADER},{FURTHER_COLUMNS}\n{}\n", rows.join("\n"))
}

#[track_caller]
fn check(text: &str, refusals: &[&str]) {
    let told: Vec<_> = parse(text, TODAY).expect_err(text).iter().map(ToString::to_string).collect();
    assert_eq!(told, refusals);
}

/// Checks the sentence on a good row that goes on as given.
#[track_caller]
fn check_further(columns: &str, sentence: &str) {
    check(&full_file(&[&format!("{RAGI},{columns}")]), &[&format!("line 2: {sentence}")]);
}

#[track_caller]
fn check_row(row: &str, sentence: &str) {
    check(&file(&[GROUNDNUT, row]), &[&format!("line 3: {sentence}")]);
}

#[test]
fn a_row_is_read_exactly() {
    let figures = parse(&file(&[GROUNDNUT]), TODAY).unwrap();
    assert_eq!(
        figures,
        [DemandFigure {
            region: Region::India,
            crop: Crop::Groundnut,
            crop_year: CropYear::from_first_year(2026).unwrap(),
            balance: Some(Balance { domestic: Kilograms(9_234_298_000), exported: Kilograms(911_429_000) }),
            usual_supply: Kilograms(10_110_333_125),
            usual_land: Some(SquareMetres(44_600_002_500)),
            years: "2020 to 2022".into(),
            as_of: jiff::civil::date(2026, 11, 23),
            source: "FAO".into(),
            confidence: "high".into(),
            error_percent: 3,
            imports: None,
        }]
    );
}

#[test]
fn a_file_may_end_after_any_of_the_further_columns() {
    let columns = ["9", "1160000.5", "5.5", "2026-03-31", "71"];
    let read = |count: usize| {
        let header = HEADER.split(',').chain(FURTHER_COLUMNS.split(',').take(count)).collect::<Vec<_>>().join(",");
        let row = [RAGI].iter().chain(&columns[..count]).copied().collect::<Vec<_>>().join(",");
        parse(&format!("{header}\n{row}\n"), TODAY).map(|figures| (figures[0].error_percent, figures[0].imports))
    };
    let imports = |price_percent| Imports {
        usual: Kilograms(1_160_000_500),
        duty_permille: 55,
        duty_as_of: jiff::civil::date(2026, 3, 31),
        price_percent,
    };
    assert_eq!(read(0), Ok((15, None)));
    assert_eq!(read(1), Ok((9, None)));
    assert_eq!(read(4), Ok((9, Some(imports(None)))));
    assert_eq!(read(5), Ok((9, Some(imports(Some(71))))));
    let without = Fault::ImportsWithout("duty_percent");
    assert_eq!(read(2), Err(vec![Refusal { line: 2, fault: without }]));
}

#[test]
fn a_figure_without_an_error_has_that_of_its_confidence() {
    for (confidence, error) in [
        ("high", 3),
        ("High for use; medium for exports", 3),
        ("medium-low; one record year", 7),
        ("MEDIUM", 7),
        ("low", 15),
        ("as imported", 15),
        ("मध्यम", 15),
    ] {
        let row = RAGI.replace(",b,c", &format!(",b,{confidence}"));
        assert_eq!(parse(&file(&[&row]), TODAY).unwrap()[0].error_percent, error, "{confidence}");
    }
}

#[test]
fn bad_errors_and_imports_are_told() {
    let error = "is no whole percent from 1 to 100; write digits alone, such as `9`, or nothing";
    for text in ["0", "101", "4.5", "-3", "five"] {
        check_further(&format!("{text},,,,"), &format!("error_percent `{text}` {error}"));
    }
    let duty = "is no percent from 0 to 500 with at most one decimal; write it as `10` or `5.5`";
    for text in ["-1", "500.1", "5.55", "free"] {
        check_further(&format!(",7,{text},2026-03-31,"), &format!("duty_percent `{text}` {duty}"));
    }
    check_further(",7,10,spring,", "duty_as_of `spring` is no day; write it as 2026-11-23");
    check_further(
        ",7,10,2026-03-31,1001",
        "import_price_percent `1001` is no whole percent from 1 to 1000; write digits alone, such as `9`, or nothing",
    );
    check_further(
        ",0,10,2026-03-31,",
        "imported_tonnes is 0; write the tonnes of a usual year, or nothing here and in the columns after it",
    );
    for (columns, missing) in [(",7,,2026-03-31,71", "duty_percent"), (",7,10,,71", "duty_as_of")] {
        let rest =
            "is empty and imported_tonnes is not; imports need their duty and its day, `0` where there is no duty";
        check_further(columns, &format!("{missing} {rest}"));
    }
    for (columns, stray) in [(",,10,,", "duty_percent"), (",,,,71", "import_price_percent")] {
        let rest = "is not empty and imported_tonnes is; write the imports of a usual year, or nothing in both";
        check_further(columns, &format!("{stray} {rest}"));
    }
    let of_state = format!("{},,7,10,2026-03-31,", RAGI.replace("IN,", "IN-TN,"));
    check(
        &full_file(&[&of_state]),
        &[
            "line 2: imported_tonnes is given for a state; imports are India's, so leave it and the columns after it empty",
        ],
    );
}

#[test]
fn the_reference_set_has_one_figure_for_each_of_the_sixteen_crops() {
    let crops: Vec<_> = reference().iter().map(|figure| figure.crop).collect();
    assert_eq!(crops, Crop::all().collect::<Vec<_>>());
    for figure in reference() {
        assert_eq!((figure.region, figure.crop_year.first_year()), (Region::India, 2026));
        assert!(figure.demand() > Kilograms(0) && figure.usual_supply > Kilograms(0), "{figure:?}");
    }
}

#[test]
fn without_a_balance_demand_is_the_usual_production_with_low_confidence() {
    let unknown: Vec<_> = reference().iter().filter(|figure| figure.balance.is_none()).collect();
    let crops: Vec<_> = unknown.iter().map(|figure| figure.crop).collect();
    assert_eq!(crops, [Crop::GreenGram, Crop::HorseGram, Crop::Onion, Crop::Sugarcane]);
    for figure in unknown {
        assert_eq!(figure.demand(), figure.usual_supply);
        assert!(figure.confidence.starts_with("low"), "{figure:?}");
    }
}

#[test]
fn every_spelling_of_a_crop_is_read() {
    for spelling in ["redGram", "RED GRAM", "Red Gram", "redgram", " Red-Gram "] {
        let row = GROUNDNUT.replace("groundnut", spelling);
        assert_eq!(parse(&file(&[&row]), TODAY).unwrap()[0].crop, Crop::RedGram, "{spelling}");
    }
}

#[test]
fn a_state_may_have_figures_of_its_own_under_any_of_its_codes() {
    for code in ["IN-OD", "in-or"] {
        let row = GROUNDNUT.replace("IN,", &format!("{code},"));
        assert_eq!(parse(&file(&[&row]), TODAY).unwrap()[0].region, Region::State(State::Odisha), "{code}");
    }
    let twice = [GROUNDNUT.replace("IN,", "IN-OD,"), GROUNDNUT.replace("IN,", "IN-OR,")];
    check(
        &file(&[&twice[0], &twice[1]]),
        &["line 3: groundnut has a figure for IN-OD 2026 on line 2 already; keep one of the two"],
    );
}

#[test]
fn a_figure_holds_from_its_year_until_a_later_one_of_the_same_region() {
    let rows = [
        GROUNDNUT.replace("2026", "2024"),
        GROUNDNUT.to_owned(),
        GROUNDNUT.replace("IN,", "IN-TN,").replace(",2026,", ",2027,"),
    ];
    let figures = parse(&file(&[&rows[0], &rows[1], &rows[2]]), TODAY).unwrap();
    let holds = |region, year| {
        let crop_year = CropYear::from_first_year(year).unwrap();
        in_force(&figures, region, Crop::Groundnut, crop_year).map(|figure| figure.crop_year.first_year())
    };
    assert_eq!(
        [2023, 2024, 2025, 2026, 2030].map(|year| holds(Region::India, year)),
        [None, Some(2024), Some(2024), Some(2026), Some(2026)]
    );
    assert_eq!([2026, 2027].map(|year| holds(Region::State(State::TamilNadu), year)), [None, Some(2027)]);
}

#[test]
fn a_spreadsheet_may_add_a_byte_order_mark_line_ends_and_quotes() {
    let written = format!("\u{feff}# note, with a comma\r\n\r\n{HEADER}\r\n{GROUNDNUT}\r\n# note\r\n");
    assert_eq!(parse(&written, TODAY), parse(&file(&[GROUNDNUT]), TODAY));
    let quoted = HEADER.split(',').map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(",");
    assert_eq!(parse(&format!("{quoted}\n{GROUNDNUT}"), TODAY), parse(&file(&[GROUNDNUT]), TODAY));
    let row = GROUNDNUT.replace("FAO", "\"FAO, \"\"balance\"\" sheets\"");
    assert_eq!(parse(&file(&[&row]), TODAY).unwrap()[0].source, "FAO, \"balance\" sheets");
}

#[test]
fn a_line_that_names_the_separator_is_skipped_and_a_carriage_return_may_end_a_line() {
    for first in ["sep=,", "\u{feff}sep=,", "\"sep=,\"", "SEP=,,,,", "sep=\t"] {
        let written = format!("{first}\r\n{HEADER}\r\n{GROUNDNUT}\r\n");
        assert_eq!(parse(&written, TODAY).unwrap().len(), 1, "{first}");
    }
    let of_old = format!("sep=,\r# a note\r{HEADER}\r{GROUNDNUT}\rIN,wheat\r");
    let told = parse(&of_old, TODAY).unwrap_err();
    assert_eq!(told.iter().map(|refusal| refusal.line).collect::<Vec<_>>(), [5]);
    assert_eq!(parse(&of_old.replace("IN,wheat\r", ""), TODAY).unwrap().len(), 1, "carriage returns alone");
}

#[test]
fn empty_rows_and_columns_of_a_spreadsheet_are_skipped() {
    let padded = format!("# a note, of two,,,,\n{HEADER},,\n{GROUNDNUT},,\n,,,,,\n \n\"\",\"\",\n;;;\n");
    assert_eq!(parse(&padded, TODAY), parse(&file(&[GROUNDNUT]), TODAY));
    check(
        &format!("{HEADER}\n,,,,\n{GROUNDNUT},,d\n"),
        &["line 3: 12 columns are expected, as in the header, and there are 14; put a text that holds a comma in \
           quotation marks"],
    );
}

#[test]
fn every_bad_row_is_told_with_its_line_number() {
    let text = format!(
        "\"# a, comment\",,,\n\n{HEADER}\n{GROUNDNUT}\nIN,wheat,2026,3,2,1,4,,a,2026-11-23,b,c\n# another\n\nIN,ragi,2026,-1,2,1,4,,a,2026-11-23,b,c\n"
    );
    check(
        &text,
        &[
            "line 5: `wheat` is none of the sixteen crops; write a crop's key or name, such as `redGram` or `RED GRAM`",
            "line 8: demand_tonnes is negative; write 0 or more tonnes",
        ],
    );
}

#[test]
fn a_second_figure_for_the_same_region_crop_and_year_is_refused_with_both_lines() {
    let other_year = GROUNDNUT.replace(",2026,", ",2027,");
    let other_spelling = GROUNDNUT.replace("groundnut", "GROUNDNUT");
    check(
        &file(&[GROUNDNUT, &other_year, &other_spelling]),
        &["line 4: groundnut has a figure for IN 2026 on line 2 already; keep one of the two"],
    );
}

#[test]
fn weights_are_tonnes_with_at_most_three_decimals() {
    let advice = "write tonnes in digits with at most three decimals, such as `1234.5`";
    for (text, told) in [
        ("1.2345", "`1.2345` has too many decimals"),
        ("\"1,234\"", "`1,234` is not a number"),
        ("12 t", "`12 t` is not a number"),
        ("1e6", "`1e6` is not a number"),
        ("NaN", "`NaN` is not a number"),
        ("", "`` is not a number"),
    ] {
        let row = |demand, usual| format!("IN,ragi,2026,{demand},2,1,{usual},,a,2026-11-23,b,c");
        check_row(&row(text, "4"), &format!("demand_tonnes {told}; {advice}"));
        check_row(&row("3", text), &format!("usual_supply_tonnes {told}; {advice}"));
    }
    for huge in ["10000000000.001", "99999999999999999999999"] {
        check_row(
            &format!("IN,ragi,2026,{huge},2,1,4,,a,2026-11-23,b,c"),
            "demand_tonnes is more than 10000000000 tonnes; check the unit",
        );
    }
    check_row("IN,ragi,2026,3,2,1,-0.001,,a,2026-11-23,b,c", "usual_supply_tonnes is negative; write 0 or more tonnes");
    let most = "IN,ragi,2026,0,0,0,10000000000,,a,2026-11-23,b,c";
    assert_eq!(parse(&file(&[most]), TODAY).unwrap()[0].usual_supply, MAX);
}

#[test]
fn demand_is_the_sum_of_its_parts() {
    check_row(
        "IN,ragi,2026,4,2,1,4,,a,2026-11-23,b,c",
        "demand_tonnes is 4 and its parts, domestic_tonnes and exported_tonnes, sum to 3; mend one of them",
    );
    check_row("IN,ragi,2026,1,2,-1,4,,a,2026-11-23,b,c", "exported_tonnes is negative; write 0 or more tonnes");
    check_row(
        "IN,ragi,2026,3,,,4,,a,2026-11-23,b,c",
        "demand_tonnes is 3 and usual_supply_tonnes is 4; without domestic_tonnes and exported_tonnes no balance is \
         known, and demand is the usual supply",
    );
    for (row, empty) in [("3,,1", "domestic_tonnes"), ("3,2,", "exported_tonnes")] {
        check_row(
            &format!("IN,ragi,2026,{row},4,,a,2026-11-23,b,c"),
            &format!("{empty} is empty and the other part is not; give both, or neither where no balance is known"),
        );
    }
    assert_eq!(parse(&file(&["IN,ragi,2026,4,,,4,,a,2026-11-23,b,c"]), TODAY).unwrap()[0].balance, None);
}

#[test]
fn usual_land_is_above_0_and_a_figure_has_a_day() {
    for none in ["0", "-3", "0.0000"] {
        check_row(
            &format!("IN,ragi,2026,3,2,1,4,{none},a,2026-11-23,b,c"),
            "usual_land_ha is not above 0; write the hectares of a usual year, or nothing",
        );
    }
    check_row(
        "IN,ragi,2026,3,2,1,4,many,a,2026-11-23,b,c",
        "usual_land_ha `many` is not a number; write hectares in digits, such as `1234.5`, or nothing",
    );
    check_row(
        "IN,ragi,2026,3,2,1,4,1000000000.1,a,2026-11-23,b,c",
        "usual_land_ha `1000000000.1` is more than the land of IN, 328748500 ha; check the unit",
    );
    let of_state = |land| format!("IN-TN,ragi,2026,3,2,1,4,{land},a,2026-11-23,b,c");
    check_row(
        &of_state("13006000.0001"),
        "usual_land_ha `13006000.0001` is more than the land of IN-TN, 13006000 ha; check the unit",
    );
    assert!(parse(&file(&[&of_state("13006000")]), TODAY).is_ok());
    for day in
        ["soon", "20261123", "2026-11-23T00:00", "23-11-2026", "2026-02-30", "+002026-11-23", "2026-11-3", "46349"]
    {
        check_row(
            &format!("IN,ragi,2026,3,2,1,4,,a,{day},b,c"),
            &format!("as_of `{day}` is no day; write it as 2026-11-23"),
        );
    }
}

#[test]
fn no_day_is_after_today_and_crop_years_are_the_last_two_this_and_the_next() {
    check_row(
        "IN,ragi,2026,3,2,1,4,,a,2026-11-25,b,c",
        "as_of 2026-11-25 is after today, 2026-11-24; write the day on which it was known",
    );
    check_further(
        ",7,10,2027-03-31,",
        "duty_as_of 2027-03-31 is after today, 2026-11-24; write the day on which it was known",
    );
    let of_year = |year: i16| parse(&file(&[&RAGI.replace(",2026,", &format!(",{year},"))]), TODAY);
    assert_eq!([2024, 2025, 2026, 2027].map(|year| of_year(year).is_ok()), [true; 4]);
    for year in [2016, 2023, 2028, 2062] {
        let told = of_year(year).unwrap_err()[0].to_string();
        let sentence = "is none of 2024 to 2027: the last two, this and the next; check it";
        assert_eq!(told, format!("line 2: crop year {year} {sentence}"));
    }
    let in_april = parse(&file(&[&RAGI.replace("2026-11-23", "2026-04-30")]), jiff::civil::date(2026, 4, 30));
    assert!(in_april.is_ok(), "next year's");
}

#[test]
fn region_and_crop_year_must_be_known() {
    check_row(
        &RAGI.replace("IN,", "XX,"),
        "`XX` is no region with figures; write `IN` for India, or a state's code such as `IN-TN`",
    );
    for year in ["26", "2026-27", "", "99999999999999999999"] {
        check_row(
            &RAGI.replace(",2026,", &format!(",{year},")),
            &format!("`{year}` is no crop year; write its first calendar year with four digits, such as `2026`"),
        );
    }
}

#[test]
fn years_source_and_confidence_are_needed() {
    check_row("IN,ragi,2026,3,2,1,4,,,2026-11-23,b,c", "years is empty; a figure needs it");
    check_row("IN,ragi,2026,3,2,1,4,,a,2026-11-23, ,c", "source is empty; a figure needs it");
    check_row("IN,ragi,2026,3,2,1,4,,a,2026-11-23,b,", "confidence is empty; a figure needs it");
    check_row(
        &RAGI.replace(",b,", &format!(",{},", "x".repeat(501))),
        "source is longer than 500 characters; shorten it",
    );
    check_row(&RAGI.replace(",b,", ",b\u{1b}[31m,"), "source holds a control character; write plain text");
}

#[test]
fn a_row_has_the_twelve_columns_of_the_header() {
    for (row, count) in [
        ("IN,ragi,2026,3,2,1,4,,a,2026-11-23,b", 11),
        ("IN,ragi,2026,3,2,1,4,,a,2026-11-23,b,c,d", 13),
        ("no comma", 1),
    ] {
        let sentence = format!(
            "12 columns are expected, as in the header, and there are {count}; \
             put a text that holds a comma in quotation marks"
        );
        check_row(row, &sentence);
    }
}

#[test]
fn a_quotation_mark_left_open_spoils_its_own_line_only() {
    let sentence =
        "a quotation mark is not closed on this line; write each figure on one line, and a quotation mark as two";
    let text =
        file(&["IN,ragi,2026,3,2,1,4,,a,2026-11-23,\"b,c", GROUNDNUT, "IN,cotton,2026,3,2,1,4,,a,2026-11-23,b\",c"]);
    check(&text, &[&format!("line 2: {sentence}"), &format!("line 4: {sentence}")]);
}

#[test]
fn the_header_must_be_exactly_the_documented_one() {
    let expected = format!("the first line must be `{HEADER}`, and may go on with `,{FURTHER_COLUMNS}`; it is");
    check("", &[&format!("line 1: the file is empty; its first line must be `{HEADER}`")]);
    check("\u{feff}# only a comment\r\n", &[&format!("line 1: the file is empty; its first line must be `{HEADER}`")]);
    check(GROUNDNUT, &[&format!("line 1: {expected} `{GROUNDNUT}`")]);
    for (separator, name) in [(";", "semicolons"), ("\t", "tabs")] {
        let advice = "save the file with commas between them, as 'CSV UTF-8', and with points in the numbers";
        let header = HEADER.replace(',', separator);
        check(&format!("# x\n{header}\n"), &[&format!("line 2: the columns are separated by {name}; {advice}")]);
    }
    let upper = HEADER.to_uppercase();
    check(&upper, &[&format!("line 1: {expected} `{upper}`")]);
    let other_order = format!("{HEADER},imported_tonnes,error_percent");
    check(&other_order, &[&format!("line 1: {expected} `{other_order}`")]);
    check(HEADER, &["line 1: there are no figures; write one line for each crop below the header"]);
}

#[test]
fn quoted_text_is_short_and_has_no_control_characters() {
    let row = RAGI.replace("ragi", &format!("{}\u{1b}[2J", "ragi".repeat(40)));
    let told = parse(&file(&[&row]), TODAY).unwrap_err()[0].to_string();
    assert!(told.len() < 300 && !told.contains('\u{1b}'), "{told}");
}

fn any_figure() -> impl Strategy<Value = DemandFigure> {
    let text = r#"[a-zA-Z0-9,"'#;. -]{0,20}[a-z]"#;
    let parts = prop::option::of((0..=MAX.0 / 2, 0..=MAX.0 / 2));
    let land = prop::option::of(1..=Region::India.area().0);
    let day = |day: i32| jiff::civil::date(2000, 1, 1) + jiff::Span::new().days(day);
    let imports = (1..=MAX.0, 0..=5000_u16, 0..9_000_i32, prop::option::of(1..=1000_u16));
    let imports = prop::option::of(imports.prop_map(move |(usual, duty_permille, as_of, price_percent)| Imports {
        usual: Kilograms(usual),
        duty_permille,
        duty_as_of: day(as_of),
        price_percent,
    }));
    let texts = (text, 0..9_000_i32, text, text);
    ((0..16_usize, 2024..=2027_i64), (parts, 0..=MAX.0, land), texts, (1..=100_u8, imports)).prop_map(
        move |((crop, year), (parts, usual_supply, land), (years, as_of, source, confidence), (error, imports))| {
            DemandFigure {
                region: Region::India,
                crop: Crop::all().nth(crop).unwrap(),
                crop_year: CropYear::from_first_year(year).unwrap(),
                balance: parts.map(|(domestic, exported)| Balance {
                    domestic: Kilograms(domestic),
                    exported: Kilograms(exported),
                }),
                usual_supply: Kilograms(usual_supply),
                usual_land: land.map(SquareMetres),
                as_of: day(as_of),
                years: years.trim().to_owned(),
                source: source.trim().to_owned(),
                confidence: confidence.trim().to_owned(),
                error_percent: error,
                imports,
            }
        },
    )
}

fn different_figures() -> impl Strategy<Value = Vec<DemandFigure>> {
    proptest::collection::vec(any_figure(), 1..20).prop_map(|mut figures| {
        let mut seen = HashSet::new();
        figures.retain(|figure| seen.insert((figure.crop, figure.crop_year)));
        figures
    })
}

fn written(figure: &DemandFigure) -> String {
    let tonnes = |Kilograms(kg)| format!("{}.{:03}", kg / 1000, kg % 1000);
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    format!(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
        figure.region,
        figure.crop,
        figure.crop_year,
        tonnes(figure.demand()),
        figure.balance.map(|balance| tonnes(balance.domestic)).unwrap_or_default(),
        figure.balance.map(|balance| tonnes(balance.exported)).unwrap_or_default(),
        tonnes(figure.usual_supply),
        figure
            .usual_land
            .map(|SquareMetres(area)| format!("{}.{:04}", area / 10_000, area % 10_000))
            .unwrap_or_default(),
        quoted(&figure.years),
        figure.as_of,
        quoted(&figure.source),
        quoted(&figure.confidence),
        figure.error_percent,
        figure.imports.map_or_else(|| ",,,".to_owned(), terms)
    )
}

fn terms(imports: Imports) -> String {
    let Imports { usual: Kilograms(kg), duty_permille: duty, duty_as_of, price_percent } = imports;
    let price = price_percent.map(|price| price.to_string()).unwrap_or_default();
    format!("{}.{:03},{}.{},{duty_as_of},{price}", kg / 1000, kg % 1000, duty / 10, duty % 10)
}

proptest! {
    #[test]
    fn a_written_file_parses_to_the_same_figures(figures in different_figures(), line_end in prop_oneof!["\n", "\r\n"]) {
        let mut text = format!("{HEADER},{FURTHER_COLUMNS}");
        for figure in &figures {
            text.push_str(&line_end);
            text.push_str(&written(figure));
        }
        prop_assert_eq!(parse(&text, TODAY), Ok(figures));
    }

    #[test]
    fn one_bad_row_refuses_the_file_and_is_told_alone(figures in different_figures(), at in any::<prop::sample::Index>()) {
        let mut rows: Vec<_> = figures.iter().map(written).collect();
        let at = at.index(rows.len() + 1);
        rows.insert(at, "IN,wheat,2026,3,2,1,4,,a,2026-11-23,b,c,,,,,".to_owned());
        let rows: Vec<_> = rows.iter().map(String::as_str).collect();
        let refusals = parse(&full_file(&rows), TODAY).unwrap_err();
        prop_assert_eq!(refusals, [Refusal { line: at + 2, fault: Fault::Crop("wheat".to_owned()) }]);
    }

    #[test]
    fn no_text_is_read_as_figures_outside_the_limits(
        rows in proptest::collection::vec(r#"(IN|in|X),(ragi|MAIZE|y),(2026|26),[-0-9.]{0,14},[0-9]{0,6},[0-9]?,[0-9]{0,6},[0-9]?,[ -~]{0,9},2026-11-23,.{0,9},"?c"?"#, 0..9)
    ) {
        let rows: Vec<_> = rows.iter().map(String::as_str).collect();
        if let Ok(figures) = parse(&file(&rows), TODAY) {
            for figure in figures {
                prop_assert!(Kilograms(0) <= figure.demand() && figure.demand() <= MAX);
                prop_assert!(!figure.source.is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in ".*") {
        prop_assert!(parse(&text, TODAY).is_err());
        let answers = parse(&file(&[&text]), TODAY).map_or_else(|refusals| refusals.len(), |figures| figures.len());
        prop_assert!(answers > 0);
    }
}

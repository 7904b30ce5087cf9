use super::*;
use crate::{Crop, District, Region, State};
use jiff::ToSpan;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

const HEADER: &str = "State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price";
const TODAY: Date = date(2026, 11, 27);

/// A row of maize of Tamil Nadu, of today.
fn maize(market: &str, min: &str, max: &str, modal: &str) -> String {
    format!("Tamil Nadu,Erode,{market},Maize,Local,FAQ,27/11/2026,{min},{max},{modal}")
}

fn file(rows: &[&str]) -> String {
    format!("{HEADER}\n{}\n", rows.join("\n"))
}

fn read(rows: &[&str]) -> PriceFile {
    parse(&file(rows), TODAY).unwrap()
}

/// The line and the sentence for which a text is refused.
fn refusal(text: &str) -> (usize, String) {
    let refusals = parse(text, TODAY).unwrap_err();
    let [Refusal { line, fault }] = refusals.as_slice() else { panic!("{refusals:?}") };
    (*line, fault.to_string())
}

/// The quotes of rows as (market, crop, prices).
fn quoted(file: &PriceFile, earlier: &[Quote]) -> Vec<(String, Crop, [u32; 3])> {
    let quote = |quote: &Quote| {
        let Prices { min, max, modal } = quote.prices;
        (quote.market.name().to_owned(), quote.crop, [min, max, modal])
    };
    file.sift(earlier).unwrap().quotes.iter().map(quote).collect()
}

/// Why one row among two good ones is left out.
fn slip(row: &str) -> Option<String> {
    let (first, second) = (maize("Erode", "2000", "2300", "2150"), maize("Gobi", "2000", "2300", "2150"));
    let file = read(&[&first, row, &second]);
    assert_eq!(file.rows.len() + file.left_out.len(), 3);
    file.left_out.first().map(|left_out| {
        assert_eq!(left_out.line, 3);
        left_out.slip.to_string()
    })
}

#[test]
fn a_days_file_is_read_as_it_comes() {
    let text = "\u{feff}Modal_x0020_Price,Max Price (Rs./Quintal),min_price,Arrival_Date,Grade,Variety,\
                Commodity,Market,District,\
                STATE,Commodity_Code\r\n\
                2150,\"2,300\",2000,27-11-2026,FAQ,Local,maize,Erode APMC ,Erode,Tamil Nadu,4\r\n\
                7120.50,\"43,000\",7000.4,2026-11-26,FAQ,Other,Cotton,\
                \"Sangli(Phale, Bhajipala Market)\",Sangli,Maharashtra,15\r\n\
                900,1000,800,27/11/2026,FAQ,Local,Tomato,Erode,Erode,Tamil Nadu,78\r\n";
    let file = parse(text, TODAY).unwrap();
    assert_eq!((file.row_count(), file.of_others, file.left_out.len(), file.repeated), (3, 1, 0, 0));
    assert_eq!(file.days().into_iter().collect::<Vec<_>>(), [(date(2026, 11, 26), 1), (TODAY, 1)]);
    assert_eq!(
        quoted(&file, &[]),
        [
            ("Sangli (Phale, Bhajipala Market)".to_owned(), Crop::Cotton, [7_000, 43_000, 7_121]),
            ("Erode".to_owned(), Crop::Maize, [2_000, 2_300, 2_150]),
        ]
    );
    let erode = &file.sift(&[]).unwrap().quotes[1].market;
    assert_eq!((erode.state(), erode.district()), (State::TamilNadu, District::from_key("tn-erode")));
}

#[test]
fn varieties_and_grades_of_a_markets_day_are_one_quote_and_repeated_rows_count_once() {
    let local = maize("Erode", "2000", "2300", "2150");
    let hybrid = local.replace("Local", "Hybrid").replace("2000,2300,2150", "1900,2200,2100");
    let red = local.replace("Local", "Red").replace("2000,2300,2150", "2100,2600,2500");
    let file = read(&[&local, &hybrid, &local, &red, &local]);
    assert_eq!((file.rows.len(), file.repeated, file.row_count()), (3, 2, 5));
    assert_eq!(quoted(&file, &[]), [("Erode".to_owned(), Crop::Maize, [1_900, 2_600, 2_150])]);
}

#[test]
fn spellings_of_states_and_districts_are_resolved_and_an_unknown_district_counts_for_its_state() {
    let row =
        |state: &str, district: &str| format!("{state},{district},Somewhere,Maize,Local,FAQ,27/11/2026,2000,2300,2150");
    for (state, district, key) in [
        ("Karnataka", "Bangalore", "ka-bengaluru"),
        ("Karnataka", "Tumkur", "ka-tumakuru"),
        ("Karnataka", "Kalburgi", "ka-kalaburagi"),
        ("Maharashtra", "Ahmednagar", "mh-ahmadnagar"),
        ("Maharashtra", "Ahilyanagar", "mh-ahmadnagar"),
        ("Karnataka", "Karwar(Uttar Kannad)", "ka-uttara-kannada"),
        ("Maharashtra", "Dharashiv(Usmanabad)", "mh-osmanabad"),
        ("Maharashtra", "Aurangabad", "mh-aurangabad"),
        ("Bihar", "Aurangabad", "br-aurangabad"),
        ("Tamil Nadu", "Nagercoil (Kannyiakumari)", "tn-kanniyakumari"),
        ("Chattisgarh", "Bilaspur", "cg-bilaspur"),
        ("Keralam", "Palakad", "kl-palakkad"),
        ("Pondicherry", "Karaikal", "py-karaikal"),
    ] {
        let file = read(&[&row(state, district)]);
        let quotes = file.sift(&[]).unwrap().quotes;
        assert_eq!(quotes[0].market.district(), District::from_key(key), "{district}, {state}");
        assert!(District::from_key(key).is_some() && file.unknown_districts.is_empty(), "{key}");
    }
    let file = read(&[&row("Karnataka", "Atlantis"), &row("Karnataka", ""), &row("NCT of Delhi", "Delhi")]);
    let states: Vec<_> =
        file.sift(&[]).unwrap().quotes.iter().map(|quote| (quote.market.state(), quote.market.district())).collect();
    assert_eq!(states, [(State::Delhi, None), (State::Karnataka, None)]);
    let unknown: Vec<_> = file.unknown_districts.iter().map(|((_, name), markets)| (name.as_str(), *markets)).collect();
    assert_eq!(unknown, [("Delhi", 1), ("Atlantis", 1)], "the market without a district is the same one");
}

#[test]
fn a_row_that_cannot_be_true_is_left_out_with_a_sentence_that_says_what_to_do() {
    let row = maize("Bhavani", "2000", "2300", "2150");
    assert_eq!(slip(&row), None);
    for (from, to, sentence) in [
        (
            "2000,2300,2150",
            "0,2300,2150",
            "Min_Price `0` is 0 or less; ask the market for the price, or take the row out",
        ),
        ("2000,2300,2150", "2000,2300,-2150", "Modal_Price `-2150` is 0 or less"),
        ("2000,2300,2150", "2000,2300,0.4", "Modal_Price `0.4` is 0 or less"),
        ("2000,2300,2150", "2000,2300,", "Modal_Price `` is no price; write whole rupees per quintal"),
        ("2000,2300,2150", "2000,NR,2150", "Max_Price `NR` is no price"),
        ("2000,2300,2150", "\"20,00\",2300,2150", "Min_Price `20,00` is no price"),
        ("2000,2300,2150", "2000,2300,9999999999999999999999", "is above 1000000 rupees per quintal; check the unit"),
        ("2000,2300,2150", "2300,2000,2150", "Min_Price 2300 is above Max_Price 2000"),
        ("2000,2300,2150", "2000,2300,2500", "Modal_Price 2500 is not between Min_Price 2000 and Max_Price 2300"),
        ("2000,2300,2150", "2000,2300", "10 columns are expected, as in the first line, and there are 9"),
        (
            "Bhavani",
            "Sangli(Phale, Bhajipala Market)",
            "there are 11; put a name that holds a comma in quotation marks",
        ),
        ("Tamil Nadu", "Atlantis", "`Atlantis` is no state or union territory of India"),
        ("Tamil Nadu", "", "`` is no state"),
        ("Bhavani", " ", "`` is no name of a market"),
        ("27/11/2026", "28/11/2026", "Arrival_Date 2026-11-28 is after today, 2026-11-27"),
        ("27/11/2026", "26/11/2023", "Arrival_Date 2023-11-26 is before 2023-11-27; prices are kept for three years"),
        (
            "27/11/2026",
            "31/11/2026",
            "Arrival_Date `31/11/2026` is no day; write it as 27/11/2026, 27-11-2026 or 2026-11-27",
        ),
        ("27/11/2026", "27/11/26", "`27/11/26` is no day"),
        ("27/11/2026", "27-Nov-26", "`27-Nov-26` is no day"),
        ("27/11/2026", "27/11-2026", "`27/11-2026` is no day"),
        ("27/11/2026", "", "`` is no day"),
    ] {
        let slip = slip(&row.replace(from, to)).unwrap_or_default();
        assert!(slip.contains(sentence), "{to}: {slip}");
    }
    for day in ["27-11-2026", "2026-11-27", "2026/11/27", "7/3/2026", "27/11/2023"] {
        assert_eq!(slip(&row.replace("27/11/2026", day)), None, "{day}");
    }
    assert_eq!(slip(&row.replace("2000,2300,2150", "2000,\"1,05,000\",\"2,150.00\"")), None);
}

#[test]
fn the_portal_of_since_2025_is_read_with_its_title_and_its_unit() {
    let header = "State/UT,District,Market,Commodity Group,Commodity,Variety,Grade,Min Price,Max Price,Modal Price,\
                  Price Unit,Price Date";
    let row = |unit: &str, day: &str| {
        format!("Tamil Nadu,Erode,Erode APMC,Cereals,Maize,Local,FAQ,2000,2300,2150,{unit},{day}")
    };
    let (good, in_kg) = (row("Rs./Quintal", "27-11-2026"), row("Rs./Kg", "27-11-2026"));
    let file = parse(&format!("Daily Price Report\n{header}\n{good}\n{good} \n{in_kg}\n"), TODAY).unwrap();
    assert_eq!((file.rows.len(), file.rows[0].line), (2, 3));
    assert_eq!(
        file.left_out[0].slip.to_string(),
        "the price's unit `Rs./Kg` is not rupees per quintal; take the row out, or bring the price to a quintal"
    );
    for day in ["27 Nov 2026", "27-Nov-2026", "27-NOV-2026"] {
        let file = parse(&format!("{header}\n{}\n", row("", day)), TODAY).unwrap();
        assert_eq!(file.rows[0].day, TODAY, "{day}");
    }
    let no_names = format!("{}{header}\n{good}\n", "Title\n".repeat(6));
    assert!(refusal(&no_names).1.starts_with("the first line lacks State"));
}

#[test]
fn a_damaged_file_or_a_part_of_one_is_refused() {
    let (one, two) = (maize("Erode", "2000", "2300", "2150"), maize("Gobi", "2000", "2300", "2150"));
    for (text, line, sentence) in [
        (String::new(), 1, "the file is empty; download the day's file again"),
        ("\u{feff}\r\n\r\n".to_owned(), 1, "the file is empty"),
        (HEADER.to_owned(), 1, "there are no rows below the first line; download the day's file again"),
        (
            "{\"records\":[]}\n".to_owned(),
            1,
            "the first line lacks State, District, Market, Commodity, Arrival_Date, Min_Price",
        ),
        (
            file(&[&one]).replace("Modal_Price", "Modal"),
            1,
            "the first line lacks Modal_Price; it must name the columns State,",
        ),
        (file(&[&one]).replace("Grade", "State"), 1, "the first line names State twice"),
        (file(&[&one]).replace(',', ";"), 1, "the columns are separated by semicolons"),
        (file(&[&one, "Tamil Nadu,Erode,Gobi,Mai"]), 3, "the last line breaks off, so the file is only a part"),
        (format!("{HEADER}\n{one}\n{two},").replace(",2150,", ",21"), 3, "the last line has no end"),
        (format!("{HEADER}\n{one}\nKerala,X,Y,Tomato,Local,FAQ,27/11/2026,900,1000,"), 3, "the last line has no end"),
        (file(&[&one, &two.replace("Gobi", "\"Gobi")]), 3, "a quotation mark is not closed on this line"),
        (file(&[&one.replace("Erode,Maize", "\"Erode,Maize"), &two]), 2, "a quotation mark is not closed on this line"),
        (file(&[&one, &two.replace("27/11", "11/26")]), 3, "Arrival_Date `11/26/2026` has the month first"),
        (
            file(&[&one.replace("Maize", "Tomato"), &two.replace("Maize", "Onion Green")]),
            2,
            "none of the rows, 2 in all, is of one of the sixteen crops; the first is of `Tomato`",
        ),
        (
            file(&[&one.replace("2150", "0"), &two, &two.replace("Gobi", "Bhavani").replace("2150", "0")]),
            2,
            "2 of 3 rows cannot be taken, without those of other commodities, so the file is not what it should be; \
             the first is on this line: Modal_Price `0` is 0 or less",
        ),
        (file(&[&one.replace("27/11/2026", "28/11/2026")]), 2, "1 of 1 rows cannot be taken"),
        (file(&[&one.replace("27/11/2026", "28/11/2022")]), 2, "prices are kept for three years"),
    ] {
        let (at, told) = refusal(&text);
        assert!(at == line && told.contains(sentence), "{text}: line {at}: {told}");
    }
    // A whole file may lack the end of its last line, and most rows of a file of many years are too old.
    assert_eq!(parse(&format!("{HEADER}\n{one}\n{two}"), TODAY).unwrap().rows.len(), 2);
    let old: Vec<_> = (1..=9).map(|day| one.replace("27/11/2026", &format!("{day}/1/2020"))).collect();
    let rows: Vec<_> = old.iter().chain([&one]).map(String::as_str).collect();
    assert_eq!(read(&rows).left_out.len(), 9);
}

/// Maize at markets of Erode, by name and price.
fn at_markets(prices: &[(&str, u32)]) -> Vec<Quote> {
    let quote = |(name, modal): &(&str, u32)| Quote {
        day: TODAY.saturating_sub(7.days()),
        market: Arc::new(Market::new(State::TamilNadu, None, name).unwrap()),
        crop: Crop::Maize,
        prices: Prices::new(*modal, *modal, *modal).unwrap(),
    };
    prices.iter().map(quote).collect()
}

#[test]
fn a_price_five_times_or_a_fifth_of_its_neighbours_is_left_out() {
    let usual = at_markets(&[("A", 2_000), ("B", 2_200), ("C", 2_100)]);
    for (prices, is_far) in [
        ("2000,2300,2150", false),
        ("10000,11000,10499", true),
        ("10000,10400,10400", false),
        ("2000,10500,2150", true),
        ("200,2300,2150", false),
        ("200,430,420", true),
        ("20,23,22", true),
        ("200,430,421", false),
    ] {
        assert_eq!(far(prices, &usual).is_some(), is_far, "{prices}");
    }
    assert_eq!(
        far("20000,23000,21500", &usual).unwrap(),
        "MAIZE is told for 21500, five times or a fifth of the usual 2100 of other markets of IN-TN; check that it is \
         rupees per quintal; if it is true, no farmer counts on it"
    );
    // One variety of a market may be wrong, and the others right.
    let (right, wrong) = (maize("Erode", "2000", "2300", "2150"), maize("Erode", "20000", "23000", "21500"));
    assert_eq!(quoted(&read(&[&right, &wrong]), &usual), [("Erode".to_owned(), Crop::Maize, [2_000, 2_300, 2_150])]);
}

/// Why maize at Erode is left out at these prices, beside a row that is taken. `None`: it is not.
fn far(prices: &str, earlier: &[Quote]) -> Option<String> {
    let row = maize("Erode", "2000", "2300", "2150");
    let sifted = read(&[&row.replace("Maize", "Potato"), &row.replace("2000,2300,2150", prices)]).sift(earlier);
    let Sifted { quotes, left_out } = sifted.unwrap();
    assert_eq!(quotes.len() + left_out.len(), 2);
    left_out.first().map(|LeftOut { slip, .. }| slip.to_string())
}

#[test]
fn a_file_in_another_unit_is_refused_whole() {
    let rows = ["A", "B", "C", "D"].map(|name| maize(name, "20", "23", "22"));
    let file = read(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let refusals = file.sift(&[]).unwrap_err();
    let [Refusal { line: 2, fault }] = refusals.as_slice() else { panic!("{refusals:?}") };
    assert!(fault.to_string().starts_with("4 of 4 rows cannot be taken"), "{fault}");
    assert!(fault.to_string().contains("check that it is rupees per quintal"), "{fault}");
}

#[test]
fn without_neighbours_in_the_state_those_of_india_count_and_without_any_the_table_of_prices() {
    const FAR: &str = "20000,23000,21500";
    let usual = |told: Option<String>| told.unwrap();
    assert!(usual(far(FAR, &at_markets(&[("A", 3_000), ("B", 3_200)]))).contains("usual 2210"), "two are too few");
    let mut of_india = at_markets(&[("A", 2_000), ("B", 2_200), ("C", 2_100)]);
    for quote in &mut of_india {
        quote.market = Arc::new(Market::new(State::Bihar, None, quote.market.name()).unwrap());
    }
    assert!(usual(far(FAR, &of_india)).contains("usual 2100 of other markets of IN;"));
    for quote in &mut of_india {
        quote.day = compared_from(TODAY).saturating_sub(1.day());
    }
    assert!(usual(far(FAR, &of_india)).contains("usual 2210"), "they are too old");
    // The market's own prices of other days are no neighbours, and neither is another crop.
    let own = at_markets(&[("Erode", 2_000), ("Erode", 2_001), ("Erode", 2_002)]);
    assert!(usual(far(FAR, &own)).contains("usual 2210"));
    // In a file alone, the others of the same file.
    let wrong = maize("Erode", "20000", "23000", "21500");
    let rows: Vec<_> =
        ["A", "B", "C"].map(|name| maize(name, "2000", "2300", "2150")).into_iter().chain([wrong]).collect();
    let left_out = read(&rows.iter().map(String::as_str).collect::<Vec<_>>()).sift(&[]).unwrap().left_out;
    assert_eq!(left_out.iter().map(|left_out| left_out.line).collect::<Vec<_>>(), [5]);
}

/// A quote of maize: market by state and district, days before today, modal price.
fn quote(state: State, district: Option<&str>, name: &str, days: i32, modal: u32) -> Quote {
    let district = district.map(|key| District::from_key(key).unwrap());
    Quote {
        day: TODAY.saturating_sub(days.days()),
        market: Arc::new(Market::new(state, district, name).unwrap()),
        crop: Crop::Maize,
        prices: Prices::new(modal, modal, modal).unwrap(),
    }
}

fn told(quotes: &[Quote], district: &str) -> Option<ToldPrice> {
    MarketPrices::new(quotes).told(District::from_key(district).unwrap(), Crop::Maize, TODAY)
}

/// Whose price it is.
fn whose(told: &ToldPrice) -> &str {
    match &told.of {
        PricePlace::Market(market) => market.name(),
        PricePlace::State(state) => state.name(),
        PricePlace::India => "India",
    }
}

#[test]
fn a_district_is_told_the_price_of_its_market_with_most_days_else_its_states_else_indias() {
    use State::{Kerala, TamilNadu};
    let erode = Some("tn-erode");
    let mut quotes = vec![
        quote(TamilNadu, erode, "Erode", 1, 2_100),
        quote(TamilNadu, erode, "Erode", 3, 2_000),
        quote(TamilNadu, erode, "Erode", 6, 2_300),
        quote(TamilNadu, erode, "Erode", 8, 9_999),
        quote(TamilNadu, erode, "Gobi", 0, 1_000),
        quote(TamilNadu, Some("tn-salem"), "Salem", 30, 1_500),
        quote(TamilNadu, None, "Elsewhere", 2, 1_900),
        quote(Kerala, None, "Far", 2, 3_000),
    ];
    // Gobi has more days, but they are older than ten weeks.
    quotes.extend((71..80).map(|days| quote(TamilNadu, erode, "Gobi", days, 500)));
    let price = told(&quotes, "tn-erode").unwrap();
    assert_eq!((whose(&price), price.median, price.low, price.high), ("Erode", 2_100, 2_000, 2_300));
    let PricePlace::Market(market) = &price.of else { panic!() };
    assert_eq!(market.district(), District::from_key("tn-erode"));
    assert_eq!((price.last_day, price.age), (TODAY.saturating_sub(1.day()), Age::Fresh));

    let salem = told(&quotes, "tn-salem").unwrap();
    assert_eq!((whose(&salem), salem.median, salem.age), ("Salem", 1_500, Age::Old), "its own, though it is old");
    // The week of the state ends today: 1000, 1900, 2000, 2100, 2300.
    let state = told(&quotes, "tn-madurai").unwrap();
    assert_eq!((whose(&state), state.median, state.low, state.high), ("Tamil Nadu", 2_000, 1_000, 2_300));
    let india = told(&quotes, "br-patna").unwrap();
    assert_eq!((whose(&india), india.median, india.last_day), ("India", 2_050, TODAY));

    assert_eq!(told(&[quote(TamilNadu, erode, "Erode", 71, 2_100)], "tn-erode"), None, "older than ten weeks");
    assert!(told(&[quote(TamilNadu, erode, "Erode", 70, 2_100)], "tn-erode").is_some());
    assert_eq!(told(&[quote(TamilNadu, erode, "Erode", -1, 2_100)], "tn-erode"), None, "of a day to come");
    let prices = MarketPrices::new(&quotes);
    assert_eq!(prices.told(District::from_key("tn-erode").unwrap(), Crop::Ragi, TODAY), None);
}

#[test]
fn of_two_markets_with_as_many_days_the_newer_and_then_the_first_by_name_is_told() {
    let at = |name, days, modal| quote(State::TamilNadu, Some("tn-erode"), name, days, modal);
    let price = told(&[at("Bhavani", 1, 1_000), at("Anthiyur", 2, 2_000)], "tn-erode").unwrap();
    assert_eq!(whose(&price), "Bhavani");
    let price = told(&[at("Bhavani", 1, 1_000), at("Anthiyur", 1, 2_000)], "tn-erode").unwrap();
    assert_eq!(whose(&price), "Anthiyur");
    let price = told(&[at("Erode", 1, 1_000), at("Anthiyur", 1, 2_000)], "tn-erode").unwrap();
    assert_eq!(whose(&price), "Erode", "the district's town before others");
}

#[test]
fn the_usual_price_of_a_state_is_of_twelve_weeks_and_says_its_months_and_indias_stands_in() {
    use State::{Kerala, TamilNadu};
    let quotes = [
        quote(TamilNadu, None, "Erode", 0, 2_000),
        quote(TamilNadu, None, "Erode", 1, 2_200),
        quote(TamilNadu, None, "Gobi", 30, 2_400),
        quote(TamilNadu, None, "Gobi", 84, 2_600),
        quote(TamilNadu, None, "Gobi", 85, 9_000),
        quote(Kerala, None, "Far", 40, 3_000),
    ];
    let prices = MarketPrices::new(&quotes);
    let usual = prices.usual_of(TamilNadu, Crop::Maize, TODAY).unwrap();
    assert_eq!((usual.region, usual.median, usual.newest), (Region::State(TamilNadu), 2_300, TODAY));
    assert_eq!(usual.months, [(9, 1), (10, 1), (11, 2)]);
    let usual = prices.usual_of(State::Bihar, Crop::Maize, TODAY).unwrap();
    assert_eq!((usual.region, usual.median), (Region::India, 2_400));
    assert_eq!(prices.usual_of(TamilNadu, Crop::Onion, TODAY), None);
    assert_eq!(prices.usual_of(TamilNadu, Crop::Maize, TODAY.saturating_add(85.days())), None);
}

#[test]
fn weeks_and_markets_of_a_region_are_listed() {
    use State::{Kerala, TamilNadu};
    let quotes = [
        quote(TamilNadu, None, "Erode", 2, 2_000),
        quote(TamilNadu, None, "Erode", 8, 2_200),
        quote(TamilNadu, None, "Gobi", 9, 2_400),
        quote(TamilNadu, None, "Gobi", 30, 2_600),
        quote(TamilNadu, None, "Gobi", 90, 9_000),
        quote(Kerala, None, "Far", 1, 3_000),
    ];
    let prices = MarketPrices::new(&quotes);
    let region = Region::State(TamilNadu);
    let weeks: Vec<_> = prices.weeks_of(region, Crop::Maize, TODAY);
    let shown: Vec<_> = weeks.iter().map(|week| (week.last_day, week.median, week.markets)).collect();
    let day = |days: i32| TODAY.saturating_sub(days.days());
    assert_eq!(shown, [(day(2), 2_100, 1), (day(9), 2_400, 1), (day(30), 2_600, 1)]);
    let markets = prices.markets_of(region, Crop::Maize, TODAY);
    let shown: Vec<_> = markets.iter().map(|it| (it.market.name(), it.days, it.newest, it.median)).collect();
    assert_eq!(shown, [("Erode", 2, day(2), 2_100), ("Gobi", 2, day(9), 2_400)]);
    assert_eq!(prices.markets_of(Region::India, Crop::Maize, TODAY).len(), 3);
    assert!(prices.weeks_of(Region::State(State::Bihar), Crop::Maize, TODAY).is_empty());
}

const STATES: [State; 3] = [State::Bihar, State::Kerala, State::TamilNadu];
const DISTRICTS: [[Option<&str>; 3]; 3] = [
    [None, Some("br-patna"), Some("br-gaya")],
    [None, Some("kl-palakkad"), Some("kl-wayanad")],
    [None, Some("tn-erode"), Some("tn-salem")],
];

/// Whether a quote is of a place.
type IsOfPlace = Box<dyn Fn(&Quote) -> bool>;

fn quotes() -> impl Strategy<Value = Vec<Quote>> {
    let one = (0..3_usize, 0..3_usize, 0..3_usize, -2..100_i32, 1_u32..5_000);
    let one = one.prop_map(|(state, district, market, days, modal)| {
        quote(STATES[state], DISTRICTS[state][district], ["A", "B", "C"][market], days, modal)
    });
    prop::collection::vec(one, 0..40).prop_map(|mut quotes| {
        let mut known = BTreeSet::new();
        quotes.retain(|quote| known.insert((Arc::clone(&quote.market), quote.day)));
        quotes
    })
}

proptest! {
    #[test]
    fn what_is_told_is_of_the_nearest_place_that_has_prices_and_within_them(
        quotes in quotes(), state in 0..3_usize, of in 1..3_usize,
    ) {
        let district = District::from_key(DISTRICTS[state][of].unwrap()).unwrap();
        let recent = |quote: &&Quote| Age::of(quote.day, TODAY).is_some();
        let count = |is_near: &dyn Fn(&Quote) -> bool| {
            quotes.iter().filter(recent).filter(|quote| is_near(quote)).count()
        };
        let of_district = count(&|quote| quote.market.district() == Some(district));
        let of_state = count(&|quote| quote.market.state() == district.state());
        match MarketPrices::new(&quotes).told(district, Crop::Maize, TODAY) {
            None => prop_assert_eq!(count(&|_| true), 0),
            Some(told) => {
                let week = told.last_day.saturating_sub(6.days())..=told.last_day;
                let (is_own, days): (IsOfPlace, _) = match &told.of {
                    PricePlace::Market(market) => {
                        prop_assert_eq!(market.district(), Some(district));
                        let most = |market: &Market| count(&|quote| *quote.market == *market);
                        let days = most(market);
                        let others = quotes.iter().filter(|quote| quote.market.district() == Some(district));
                        prop_assert!(others.clone().all(|quote| most(&quote.market) <= days));
                        let market = Arc::clone(market);
                        (Box::new(move |quote: &Quote| quote.market == market), days)
                    }
                    PricePlace::State(state) => {
                        let state = *state;
                        prop_assert!(state == district.state() && of_district == 0);
                        (Box::new(move |quote: &Quote| quote.market.state() == state), of_state)
                    }
                    PricePlace::India => {
                        prop_assert_eq!(of_state, 0);
                        (Box::new(|_: &Quote| true), count(&|_| true))
                    }
                };
                prop_assert!(days > 0);
                let own = quotes.iter().filter(|quote| is_own(quote) && quote.day <= TODAY);
                prop_assert_eq!(own.clone().map(|quote| quote.day).max(), Some(told.last_day));
                let of_week = own.filter(|quote| week.contains(&quote.day));
                let modals: Vec<_> = of_week.map(|quote| quote.prices.modal).collect();
                let (least, most) = (*modals.iter().min().unwrap(), *modals.iter().max().unwrap());
                prop_assert!([least, told.low, told.median, told.high, most].is_sorted());
                prop_assert_eq!(Age::of(told.last_day, TODAY), Some(told.age));
            }
        }
    }

    #[test]
    fn a_usual_price_is_of_all_prices_of_twelve_weeks(quotes in quotes(), state in 0..3_usize) {
        let state = STATES[state];
        let days = held_from(TODAY)..=TODAY;
        let held: Vec<_> = quotes.iter().filter(|quote| days.contains(&quote.day)).collect();
        let prices = MarketPrices::new(&quotes);
        match prices.usual_of(state, Crop::Maize, TODAY) {
            None => prop_assert!(held.is_empty()),
            Some(usual) => {
                let own: Vec<_> = held.iter().filter(|quote| quote.market.state() == state).copied().collect();
                prop_assert_eq!(usual.region == Region::India, own.is_empty());
                let of = if own.is_empty() { held } else { own };
                prop_assert_eq!(usual.months.iter().map(|(_, prices)| prices).sum::<usize>(), of.len());
                prop_assert!(of.iter().any(|quote| quote.day == usual.newest));
                prop_assert!(of.iter().filter(|quote| quote.prices.modal <= usual.median).count() * 2 >= of.len());
                prop_assert!(of.iter().filter(|quote| quote.prices.modal >= usual.median).count() * 2 >= of.len());
            }
        }
        let days: usize = prices.markets_of(Region::India, Crop::Maize, TODAY).iter().map(|market| market.days).sum();
        prop_assert_eq!(days, quotes.iter().filter(|quote| (held_from(TODAY)..=TODAY).contains(&quote.day)).count());
    }

    #[test]
    fn the_order_of_quotes_changes_nothing(quotes in quotes(), state in 0..3_usize) {
        let district = District::from_key(DISTRICTS[state][1].unwrap()).unwrap();
        let mut turned = quotes.clone();
        turned.reverse();
        let told = |quotes: &[Quote]| MarketPrices::new(quotes).told(district, Crop::Maize, TODAY);
        let [one, other] = [told(&quotes), told(&turned)];
        prop_assert_eq!(one, other);
    }

    #[test]
    fn what_a_file_says_is_taken_or_counted_once(
        rows in prop::collection::vec(
            ("[A-C]", 0_u32..4_000, 0_u32..4_000, 0_u32..4_000, 0..3_usize, prop::bool::ANY), 1..30,
        ),
    ) {
        let rows: Vec<_> = rows
            .iter()
            .map(|(market, min, max, modal, day, is_crop)| {
                let day = ["27/11/2026", "2026-11-26", "28-11-2026"][*day];
                let crop = if *is_crop { "Maize" } else { "Tomato" };
                let row = maize(market, &min.to_string(), &max.to_string(), &modal.to_string());
                row.replace("27/11/2026", day).replace("Maize", crop)
            })
            .collect();
        let lines: Vec<_> = rows.iter().map(String::as_str).collect();
        if let Ok(file) = parse(&super::tests::file(&lines), TODAY) {
            prop_assert_eq!(file.row_count(), rows.len());
            let Ok(Sifted { quotes, left_out }) = file.sift(&[]) else { return Ok(()) };
            prop_assert!(quotes.len() + left_out.len() <= file.rows.len());
            let keys: BTreeSet<_> = quotes.iter().map(|quote| (quote.day, &quote.market, quote.crop)).collect();
            prop_assert_eq!(keys.len(), quotes.len());
            let is_valid = |Prices { min, max, modal }: Prices| min <= modal && modal <= max;
            prop_assert!(quotes.iter().all(|quote| quote.day <= TODAY && is_valid(quote.prices)));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(
        text in ".*", rows in prop::collection::vec("[0-9/,\"\\-. ]{0,30}|.{0,40}", 0..5),
    ) {
        let _ = parse(&text, TODAY);
        let _ = parse(&format!("{HEADER}\n{}", rows.join("\n")), TODAY);
        let row = format!("Tamil Nadu,Erode,{},Maize,Local,FAQ,{}", rows.concat(), text);
        if let Ok(file) = parse(&format!("{HEADER}\n{row}\n"), TODAY) {
            let _ = file.sift(&[]);
        }
    }
}

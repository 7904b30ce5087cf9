use super::*;
use grow_store::testing::{self, TestStore};
use std::fmt::Write as _;
use std::time::Instant;

/// Half past five in the evening of 27 November in India.
const AT: &str = "2026-11-27T12:00:00Z";
const HEADER: &str = "State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price";

/// Four markets of maize, one of onion, and one of what Grow does not know.
const DAY: [&str; 6] = [
    "Tamil Nadu,Erode,Erode APMC,Maize,Local,FAQ,27/11/2026,2000,2300,2150",
    "Tamil Nadu,Salem,Salem,Maize,Local,FAQ,27/11/2026,1900,2200,2100",
    "Tamil Nadu,Dindigul,Dindigul(Uzhavar Sandhai ),Maize,Local,FAQ,27/11/2026,2000,2500,2200",
    "Tamil Nadu,Atlantis,Gobi,Maize,Local,FAQ,27/11/2026,2000,2400,2250",
    "Maharashtra,Nashik,Lasalgaon,Onion,Red,FAQ,27/11/2026,900,2100,\"1,500\"",
    "Tamil Nadu,Erode,Erode APMC,Tomato,Local,FAQ,27/11/2026,900,1100,1000",
];

struct Answer {
    code: ExitCode,
    out: String,
    complaints: String,
}

async fn ask(store: &TestStore, at: &str, prices: Prices) -> Answer {
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let code = run(prices, store.url(), at.parse().unwrap(), &mut out, &mut complaints).await.unwrap();
    Answer { code, out: String::from_utf8(out).unwrap(), complaints: String::from_utf8(complaints).unwrap() }
}

/// Imports a file with this content. Its name is told as FILE.
async fn import_bytes(store: &TestStore, bytes: &[u8], dry_run: bool) -> Answer {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let answer = ask(store, AT, Prices::Import { file: file.path().to_owned(), dry_run }).await;
    let named = |text: &str| text.replace(&file.path().display().to_string(), "FILE");
    Answer { out: named(&answer.out), complaints: named(&answer.complaints), ..answer }
}

fn text(rows: &[&str]) -> String {
    format!("{HEADER}\n{}\n", rows.join("\n"))
}

async fn import(store: &TestStore, rows: &[&str]) -> Answer {
    import_bytes(store, text(rows).as_bytes(), false).await
}

async fn show(store: &TestStore, at: &str, region: &str) -> String {
    ask(store, at, Prices::Show { region: region.parse().unwrap(), crop: Crop::Maize }).await.out
}

#[tokio::test]
async fn a_days_file_is_counted_stored_and_shown_and_the_same_file_again_changes_nothing() {
    let store = testing::sqlite().await;
    let Answer { code, out, complaints } = import_bytes(&store, text(&DAY).as_bytes(), true).await;
    assert_eq!((code, complaints.as_str()), (ExitCode::SUCCESS, ""));
    let counted = "Day         Rows  Prices  Markets\n\
                   2026-11-27     5       5        5\n\n\
                   6 rows were read, 1 of them of other commodities.\n\
                   1 market counts for the state alone, because Grow does not know the district: Atlantis \
                   (Tamil Nadu).\n";
    let is = |new: usize| format!("5 prices of a market's day: {new} new, 0 changed, {} as they stand.\n", 5 - new);
    assert_eq!(out, format!("{counted}{}Nothing was changed.\n", is(5)));
    assert_eq!(store.price_imports().await.unwrap(), 0);

    assert_eq!(import(&store, &DAY).await.out, format!("{counted}{}", is(5)));
    let before = store.everything().await;
    assert_eq!(import(&store, &DAY).await.out, format!("{counted}{}Nothing was changed.\n", is(0)));
    assert_eq!(store.everything().await, before);

    let shown = show(&store, "2026-11-29T12:00:00Z", "IN-TN").await;
    assert_eq!(
        shown,
        "MAIZE in IN-TN, rupees per quintal\n\n\
         Week up to  Median   10 %   90 %  Markets\n\
         2026-11-27   2,175  2,100  2,250        4\n\n\
         Market                      District   Days  Newest day  Week's median\n\
         Gobi                        not known     1  2026-11-27          2,250\n\
         Dindigul (Uzhavar Sandhai)  Dindigul      1  2026-11-27          2,200\n\
         Erode                       Erode         1  2026-11-27          2,150\n\
         Salem                       Salem         1  2026-11-27          2,100\n\n\
         Twelve weeks in IN-TN: median 2,175. The newest day is 2026-11-27, 2 days old: fresh.\n"
    );
    assert!(show(&store, AT, "IN").await.starts_with("MAIZE in IN, rupees per quintal\n"));
    assert_eq!(
        show(&store, "2027-01-08T12:00:00Z", "IN-KL").await,
        "No market of IN-KL told a price of MAIZE in the last twelve weeks.\n\
         Twelve weeks in IN: median 2,175. The newest day is 2026-11-27, 42 days old: old.\n\
         `grow prices import FILE` adds to it.\n"
    );
    assert_eq!(
        show(&store, "2027-06-01T12:00:00Z", "IN-TN").await,
        "No market of IN-TN told a price of MAIZE in the last twelve weeks.\n`grow prices import FILE` adds to it.\n"
    );
}

#[tokio::test]
async fn what_is_wrong_with_single_rows_is_told_and_the_others_are_taken() {
    let store = testing::sqlite().await;
    let mut rows: Vec<_> = DAY.iter().map(|row| (*row).to_owned()).collect();
    let onion = |market: &str| DAY[4].replace("Lasalgaon", market).replace(",2100,", ",2000,");
    rows.extend(["A", "B", "C", "D"].map(onion));
    rows.extend(["Zero", "Zilch", "Nil", "Null"].map(|market| onion(market).replace(",900,", ",0,")));
    rows.push(onion("High").replace("900,2000,\"1,500\"", "9000,20000,15000"));
    rows.push(onion("Future").replace("27/11/2026", "28/11/2026"));
    rows.push(onion("Sangli(Phale, Bhajipala Market)"));
    rows.push(onion("A"));
    let rows: Vec<_> = rows.iter().map(String::as_str).collect();
    let Answer { code, out, .. } = import(&store, &rows).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert_eq!(
        out.lines().skip(3).collect::<Vec<_>>(),
        [
            "18 rows were read, 1 of them of other commodities.",
            "1 row repeats an earlier one, which counts once.",
            "7 rows were left out:",
            "  FILE, line 12: Min_Price `0` is 0 or less; ask the market for the price, or take the row out.",
            "  FILE, line 13: Min_Price `0` is 0 or less; ask the market for the price, or take the row out.",
            "  FILE, line 14: Min_Price `0` is 0 or less; ask the market for the price, or take the row out.",
            "  1 more row is like these.",
            "  FILE, line 16: ONION is told for 15000, five times or a fifth of the usual 1500 of other markets of IN-MH; \
             check that it is rupees per quintal; if it is true, no farmer counts on it.",
            "  FILE, line 17: Arrival_Date 2026-11-28 is after today, 2026-11-27; write the day of the sale.",
            "  FILE, line 18: 10 columns are expected, as in the first line, and there are 11; put a name that holds a \
             comma in quotation marks.",
            "1 market counts for the state alone, because Grow does not know the district: Atlantis (Tamil Nadu).",
            "9 prices of a market's day: 9 new, 0 changed, 0 as they stand.",
        ]
    );
}

#[tokio::test]
async fn a_price_is_compared_with_those_of_the_weeks_before() {
    let store = testing::sqlite().await;
    import(&store, &DAY).await;
    let far = DAY[0]
        .replace("27/11/2026", "26/11/2026")
        .replace("2000,2300,2150", "20,23,22")
        .replace("Erode APMC", "Bhavani");
    let Answer { code, out, .. } = import(&store, &[&far.replace("26/11", "27/11"), DAY[4]]).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(out.contains("FILE, line 2: MAIZE is told for 22, five times or a fifth of the usual 2175"), "{out}");
    assert!(
        out.ends_with("1 price of a market's day: 0 new, 0 changed, 1 as they stand.\nNothing was changed.\n"),
        "{out}"
    );
    // A file of such prices alone is refused, and nothing of it is kept.
    let Answer { code, complaints, .. } = import(&store, &[&far.replace("26/11", "27/11")]).await;
    assert_eq!(code, ExitCode::FAILURE);
    assert!(complaints.starts_with("FILE, line 2: 1 of 1 rows cannot be taken"), "{complaints}");
    assert!(complaints.ends_with("Nothing was changed.\n"), "{complaints}");
}

#[tokio::test]
async fn two_days_in_a_file_are_told_and_days_before_the_last_three_years_are_deleted() {
    let store = testing::sqlite().await;
    let old = DAY[0].replace("27/11/2026", "28-11-2023");
    let Answer { out, .. } = import(&store, &[&old, DAY[1]]).await;
    assert!(
        out.starts_with("Day         Rows  Prices  Markets\n2023-11-28     1       1        1\n2026-11-27     1 "),
        "{out}"
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text(&DAY)).unwrap();
    for (dry_run, sentence) in [
        (true, "1 price of before 2023-11-29 would be deleted: three years are kept.\nNothing was changed.\n"),
        (false, "1 price of before 2023-11-29 is deleted: three years are kept.\n"),
    ] {
        let command = Prices::Import { file: file.path().to_owned(), dry_run };
        let Answer { out, .. } = ask(&store, "2026-11-29T12:00:00Z", command).await;
        assert!(out.ends_with(sentence), "{out}");
    }
    assert_eq!(store.prices_from(Date::MIN).await.unwrap().len(), 5);
}

#[tokio::test]
async fn each_damaged_file_is_refused_with_what_to_do_and_nothing_is_changed() {
    let store = testing::sqlite().await;
    import(&store, &DAY[..2]).await;
    let before = store.everything().await;
    let whole = text(&DAY);
    let half = |bytes: usize| whole.as_bytes()[..whole.len() - bytes].to_owned();
    for (bytes, told) in [
        (Vec::new(), "FILE, line 1: the file is empty; download the day's file again.\n"),
        (HEADER.into(), "FILE, line 1: there are no rows below the first line; download the day's file again.\n"),
        (
            b"<!doctype html><html>Service unavailable</html>".into(),
            "FILE is a page of HTML or XML: it is often what a server",
        ),
        (
            b"\x1f\x8b\x08\0\0\0\0\0".into(),
            "FILE is compressed with gzip: make it readable with `gunzip -c FILE > NEW.csv`",
        ),
        (
            b"PK\x03\x04\0\0xl/workbook.xml".into(),
            "FILE is a workbook of a spreadsheet: open it, and save its sheet as",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1".into(), "FILE is a document of an older office program: open it, and save"),
        (b"State,District\n\xff\xe9".into(), "FILE is not UTF-8 text. Save it as 'CSV UTF-8'."),
        (
            half(30),
            "FILE, line 7: the last line breaks off, so the file is only a part and the rows after it are missing",
        ),
        (
            half(2),
            "FILE, line 7: the last line has no end, and its prices contradict each other, so it seems to break off",
        ),
        (half(65), "FILE, line 7: the last line breaks off"),
        (whole.replace("Dindigul(", "\"Dindigul(").into(), "FILE, line 4: a quotation mark is not closed on this line"),
        (
            whole.replace("Modal_Price", "Price").into(),
            "FILE, line 1: the first line lacks Modal_Price; it must name the",
        ),
        (
            whole.replace("27/11/2026", "11/27/2026").into(),
            "FILE, line 2: Arrival_Date `11/27/2026` has the month first",
        ),
        (whole.replace("27/11/2026", "28/11/2026").into(), "FILE, line 2: 5 of 5 rows cannot be taken"),
        (
            text(&DAY[5..]).into(),
            "FILE, line 2: none of the rows, 1 in all, is of one of the sixteen crops; the first is of `Tomato`",
        ),
    ] {
        let Answer { code, out, complaints } = import_bytes(&store, &bytes, false).await;
        assert_eq!((code, out.as_str()), (ExitCode::FAILURE, ""), "{told}");
        assert!(complaints.starts_with(told), "{told}: {complaints}");
        assert!(complaints.ends_with("Nothing was changed.\n"), "{complaints}");
        assert_eq!(store.everything().await, before, "{told}");
    }
}

#[tokio::test]
async fn the_file_of_a_day_of_all_india_is_taken() {
    let store = testing::sqlite().await;
    let commodities = ["Maize", "Onion", "Potato", "Paddy(Common)", "Tomato", "Wheat", "Brinjal"];
    let mut rows = format!("{HEADER}\n");
    for number in 0..8_148 {
        let (market, commodity) = (number / commodities.len(), commodities[number % commodities.len()]);
        let modal = 2_000 + number % 300;
        writeln!(rows, "Karnataka,Tumkur,Market {market} APMC,{commodity},Local,FAQ,27/11/2026,1500,2500,{modal}")
            .unwrap();
    }
    let begun = Instant::now();
    let Answer { code, out, .. } = import_bytes(&store, rows.as_bytes(), false).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(out.contains("8148 rows were read, 3492 of them of other commodities.\n"), "{out}");
    assert!(out.ends_with("4656 prices of a market's day: 4656 new, 0 changed, 0 as they stand.\n"), "{out}");
    assert!(begun.elapsed() < Duration::from_secs(20), "two seconds in a release: {:?}", begun.elapsed());
}

use super::*;
use grow_domain::observation::HEADER;
use grow_store::testing::{self, TestStore};

const AT: &str = "2026-11-24T06:00:00Z";

struct Answer {
    code: ExitCode,
    out: String,
    complaints: String,
}

async fn ask(store: &TestStore, supply: Supply) -> Answer {
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let code = run(supply, store.url(), AT.parse().unwrap(), &mut out, &mut complaints).await.unwrap();
    Answer { code, out: String::from_utf8(out).unwrap(), complaints: String::from_utf8(complaints).unwrap() }
}

async fn observe(store: &TestStore, lines: &[&str], dry_run: bool) -> Answer {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{HEADER}\n{}\n", lines.join("\n"))).unwrap();
    let answer = ask(store, Supply::Observe { file: file.path().to_owned(), dry_run }).await;
    Answer { complaints: answer.complaints.replace(&file.path().display().to_string(), "FILE"), ..answer }
}

async fn installation() -> TestStore {
    let store = testing::sqlite().await;
    store.seed_figures(figures::reference().to_vec(), AT.parse().unwrap()).await.unwrap();
    store
}

/// Red gram of kharif 2026 to 17 July: 4 % less than usual, of two thirds of the season.
const JULY: [&str; 4] = [
    "\"Minutes, July\",2026-07-17,2026-27 July-June,redGram,kharif,IN,area_sown,28.8,lakh_ha",
    "\"Minutes, July\",2026-07-17,2026-27 July-June,redGram,kharif,IN,area_last_year,30,lakh_ha",
    "\"Minutes, July\",2026-07-17,2026-27 July-June,redGram,kharif,IN,normal_of_season,45,lakh_ha",
    "\"Minutes, July\",2026-07-17,2026-27 July-June,redGram,kharif,IN,last_year_whole,45,lakh_ha",
];

#[tokio::test]
async fn a_dry_run_prints_every_factor_and_changes_nothing() {
    let store = installation().await;
    let Answer { code, out, .. } = observe(&store, &JULY, true).await;
    assert_eq!(code, ExitCode::SUCCESS);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(
        lines[1],
        "IN      RED GRAM  kharif  area_sown         2026-07-17  2880000 ha  2026-27 July-June  Minutes, July"
    );
    assert_eq!(
        lines[6..12],
        [
            "redGram in kharif 2026-27 in IN",
            "  part of the season that is usually sown by this day: last year's 3000000 ha / 4500000 ha = 66.7 %",
            "  usually sown by 2026-07-17: normal of the season 4500000 ha x last year's 3000000 ha to this day / last \
             year's 4500000 ha in all = 3000000 ha",
            "  sown so far 2880000 ha / 3000000 ha = 96.0 % of the usual",
            "  drawn to a usual season: 100 % + 66.7 % x (96.0 % - 100 %) = 97.3 %",
            "  97.3 % of a usual season.",
        ]
    );
    assert!(out.contains("\nIN      RED GRAM      35,44,000.000  34,50,096.141\n"), "{out}");
    assert!(out.contains("The supply moves at 02:00 in India, or with `grow demand restate`."), "{out}");
    assert!(out.ends_with("4 of 4 observations would be added. Nothing was changed.\n"), "{out}");
    assert!(store.observations().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_newer_file_says_what_it_replaces_and_an_older_one_that_nothing_changes() {
    let store = installation().await;
    assert!(observe(&store, &JULY, false).await.out.ends_with("4 of 4 observations were added.\n"));
    let older = JULY.map(|line| line.replace("07-17", "07-10").replace("28.8", "20"));
    let Answer { code, out, .. } = observe(&store, &older.each_ref().map(String::as_str), false).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(out.contains("2000000 ha: older than 2880000 ha of 2026-07-17"), "{out}");
    assert!(out.ends_with("Nothing in the file is newer than what stands. Nothing was changed.\n"), "{out}");
    let newer = JULY.map(|line| line.replace("07-17", "07-24").replace("28.8", "33"));
    let Answer { out, .. } = observe(&store, &newer.each_ref().map(String::as_str), false).await;
    assert!(out.contains("2880000 ha of 2026-07-17 -> 3300000 ha"), "{out}");
    assert_eq!(store.observations().await.unwrap().len(), 8, "the weeks before are kept");

    let Answer { out, .. } = ask(&store, Supply::Show { region: Region::India }).await;
    assert!(out.contains("area_sown         2026-07-24  3300000 ha  2026-27 July-June  Minutes, July\n"), "{out}");
    assert!(!out.contains("2026-07-17") && out.ends_with("106.7 % of a usual season.\n"), "{out}");
    let Answer { out, .. } = ask(&store, Supply::Show { region: "IN-TN".parse().unwrap() }).await;
    assert_eq!(out, "Nothing was observed of IN-TN in crop year 2026. `grow supply observe FILE` adds to it.\n");
}

#[tokio::test]
async fn a_season_far_from_the_usual_is_flagged_and_waits_for_the_operator() {
    let store = installation().await;
    let lines = JULY.map(|line| line.replace("28.8", "15"));
    let Answer { out, .. } = observe(&store, &lines.each_ref().map(String::as_str), false).await;
    assert!(
        out.contains(
            "  66.7 % of a usual season. CHECK: further from a usual season than twice the figure's error of 7 %.\n"
        ),
        "{out}"
    );
    assert!(out.contains("`grow demand restate --confirm` puts it into force."), "{out}");
}

#[tokio::test]
async fn each_faulty_line_is_named_and_nothing_is_changed() {
    let store = installation().await;
    let mut lines = JULY;
    lines[1] = "Minutes,2026-07-17,,redGram,kharif,IN,area_last_year,30,lakh_ha";
    lines[3] = "Minutes,2026-12-17,2026-27 July-June,redGram,kharif,IN,last_year_whole,45,lakh_ha";
    let Answer { code, out, complaints } = observe(&store, &lines, false).await;
    assert_eq!((code, out.as_str()), (ExitCode::FAILURE, ""));
    assert_eq!(
        complaints,
        "FILE, line 3: year_basis is empty; years of sources differ, so write the year with the months that the source \
         gives it, such as `2025-26 July-June`, `2025-26 June-May` or `2025-26 May-April`.\n\
         FILE, line 5: as_of 2026-12-17 is after today, 2026-11-24; write the day that the table describes.\n\
         Nothing was changed.\n"
    );
    assert!(store.observations().await.unwrap().is_empty());
}

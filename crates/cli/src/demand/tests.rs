use super::*;
use grow_domain::figures::HEADER;
use grow_store::testing::{self, TestStore};

const AT: &str = "2026-06-15T06:00:00Z";

struct Answer {
    code: ExitCode,
    out: String,
    complaints: String,
}

async fn ask(store: &TestStore, demand: Demand) -> Answer {
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let code = run(demand, store.url(), AT.parse().unwrap(), &mut out, &mut complaints).await.unwrap();
    Answer { code, out: String::from_utf8(out).unwrap(), complaints: String::from_utf8(complaints).unwrap() }
}

async fn import(store: &TestStore, content: &[u8], dry_run: bool) -> Answer {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    let answer = ask(store, Demand::Import { file: Some(file.path().to_owned()), reference: false, dry_run }).await;
    let name = file.path().display().to_string();
    Answer { complaints: answer.complaints.replace(&name, "FILE"), ..answer }
}

/// A database as a server creates it at its first start.
async fn installation() -> TestStore {
    let store = testing::sqlite().await;
    store.seed_figures(figures::reference().to_vec(), AT.parse().unwrap()).await.unwrap();
    store
}

fn new_groundnut() -> Vec<u8> {
    let parts = "9500000.5,9000000,500000.5,12508000";
    format!("{HEADER}\nIN,GROUNDNUT,2026,{parts},,2025,2026-05-01,\"State, by letter\",high\n").into_bytes()
}

async fn groundnut(store: &TestStore) -> Kilograms {
    let figures = store.figures().await.unwrap();
    figures.iter().find(|figure| figure.crop == grow_domain::Crop::Groundnut).unwrap().demand()
}

#[tokio::test]
async fn show_lists_the_reference_set_of_a_new_installation() {
    let store = installation().await;
    let Answer { code, out, .. } = ask(&store, Demand::Show { region: None }).await;
    assert_eq!(code, ExitCode::SUCCESS);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 17);
    assert!(lines[1].starts_with("IN      PADDY "), "in the specification's order");
    let groundnut = lines.iter().find(|line| line.contains("GROUNDNUT")).unwrap();
    assert_eq!(
        *groundnut,
        "IN      GROUNDNUT    2026   1,16,08,000.000   1,25,08,000.000  Ministry of Agriculture estimates; exports by \
         customs (2024-25 to 2025-26; medium; what was bought at the support price and held is judged; kernels / 0.70; \
         error 9 %)"
    );
}

fn tamil_nadu() -> Demand {
    Demand::Show { region: Some("in-tn".parse().unwrap()) }
}

#[tokio::test]
async fn a_state_shows_its_part_of_indias_figures_and_how_it_follows() {
    let store = installation().await;
    let Answer { code, out, .. } = ask(&store, tamil_nadu()).await;
    assert_eq!((code, out.lines().count()), (ExitCode::SUCCESS, 19));
    assert!(out.ends_with("\n\n0.00 % of the usual land of Tamil Nadu is in Grow.\n"), "{out}");
    let potato = out.lines().find(|line| line.contains("POTATO")).unwrap();
    assert!(
        potato.contains(
            "  5.43 % of India's use by population, 0.19 % of its supply by production; Ministry of Agriculture"
        ),
        "{potato}"
    );
    let figures: Vec<_> = potato.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).take(7).collect();
    let tonnes = |text: &str| text.replace([',', '.'], "").parse::<i64>().unwrap();
    let [demand, used, exported, usual, outside, sown] = [1, 2, 3, 4, 5, 6].map(|at| tonnes(figures[at]));
    assert_eq!((demand, usual, sown), (used + exported, outside, 0), "all parts");
    assert!(out.contains(" 40.00 % of India's use by its mills, "), "{out}");
    assert!(out.contains("no balance is known, shown as grown"), "{out}");
}

#[tokio::test]
async fn a_states_own_figure_is_imported_and_shown_as_it_is() {
    let store = installation().await;
    let file = format!(
        "{HEADER}\nIN-TN,GROUNDNUT,2026,500000,400000,100000,900000,,2025,2026-05-01,\"State, by letter\",high\n"
    );
    let Answer { out, .. } = import(&store, file.as_bytes(), false).await;
    assert!(out.contains("IN-TN   GROUNDNUT  2026  none -> 5,00,000.000"), "{out}");
    let Answer { out, .. } = ask(&store, tamil_nadu()).await;
    let groundnut = out.lines().find(|line| line.contains("GROUNDNUT")).unwrap();
    assert!(
        groundnut.contains("5,00,000.000     4,00,000.000")
            && groundnut.ends_with("  State, by letter (2025; high; error 3 %)"),
        "{groundnut}"
    );
    let Answer { out, .. } = ask(&store, Demand::Show { region: None }).await;
    assert_eq!(out.lines().count(), 18, "all that was given");
}

#[tokio::test]
async fn a_dry_run_shows_the_change_and_changes_nothing() {
    let store = installation().await;
    let Answer { code, out, .. } = import(&store, &new_groundnut(), true).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert_eq!(
        out,
        "Region  Crop       Year                         Demand, t  Usual supply, t  Source\n\
         IN      GROUNDNUT  2026  1,16,08,000.000 -> 95,00,000.500  1,25,08,000.000  State, by letter (2025; high; error 3 %)\n\
         \n\
         1 of 1 figure would change. Nothing was changed.\n"
    );
    assert_eq!(groundnut(&store).await, Kilograms(11_608_000_000));
}

#[tokio::test]
async fn an_import_shows_the_same_and_is_live() {
    let store = installation().await;
    let Answer { code, out, .. } = import(&store, &new_groundnut(), false).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(out.contains("1,16,08,000.000 -> 95,00,000.500"), "{out}");
    assert!(out.ends_with("1 of 1 figure changed. It is live.\n"), "{out}");
    assert_eq!(groundnut(&store).await, Kilograms(9_500_000_500));
    assert_eq!(store.figures().await.unwrap().len(), 16, "the other figures stay");

    let Answer { out, .. } = import(&store, &new_groundnut(), false).await;
    assert_eq!(out, "What the file has, 1 figure, stands there already. Nothing was changed.\n");
}

#[tokio::test]
async fn a_bad_file_is_refused_whole_with_its_line_numbers() {
    let store = installation().await;
    let mut file = new_groundnut();
    file.extend(b"IN,wheat,2026,1,1,0,1,,a,2026-05-01,b,c\nIN,ragi,2026,1,2,-1,1,0,a,2026-05-01,b,c\n");
    let Answer { code, out, complaints } = import(&store, &file, false).await;
    assert_eq!((code, out.as_str()), (ExitCode::FAILURE, ""));
    assert_eq!(
        complaints,
        "FILE, line 3: `wheat` is none of the sixteen crops; write a crop's key or name, such as `redGram` or `RED GRAM`.\n\
         FILE, line 4: exported_tonnes is negative; write 0 or more tonnes.\n\
         Nothing was changed.\n"
    );
    assert_eq!(groundnut(&store).await, Kilograms(11_608_000_000));
}

#[tokio::test]
async fn ten_faults_are_shown_with_their_number_and_empty_rows_are_skipped() {
    let store = installation().await;
    let mut file = new_groundnut();
    file.extend(b",,,,,,,,,,,\n".repeat(500));
    let Answer { out, .. } = import(&store, &file, true).await;
    assert!(out.ends_with("1 of 1 figure would change. Nothing was changed.\n"), "{out}");
    file.extend(b"IN,wheat,2026,1,1,0,1,,a,2026-05-01,b,c\n".repeat(40));
    let Answer { code, complaints, .. } = import(&store, &file, false).await;
    assert_eq!((code, complaints.lines().count()), (ExitCode::FAILURE, 12));
    assert!(complaints.starts_with("FILE, line 503: `wheat`"), "{complaints}");
    assert!(complaints.ends_with("\n10 of 40 faults are shown.\nNothing was changed.\n"), "{complaints}");
}

#[tokio::test]
async fn a_day_after_today_in_india_and_a_file_of_another_kind_are_refused() {
    let store = installation().await;
    let of = |day| String::from_utf8(new_groundnut()).unwrap().replace("2026-05-01", day).into_bytes();
    assert_eq!(import(&store, &of("2026-06-15"), true).await.complaints, "");
    assert_eq!(
        import(&store, &of("2026-06-16"), true).await.complaints,
        "FILE, line 2: as_of 2026-06-16 is after today, 2026-06-15; write the day on which it was known.\n\
         Nothing was changed.\n"
    );
    let Answer { code, complaints, .. } = import(&store, b"PK\x03\x04\0[Content_Types].xml", false).await;
    assert_eq!(code, ExitCode::FAILURE);
    assert_eq!(
        complaints,
        "FILE is a workbook of a spreadsheet: open it, and save its sheet as 'CSV UTF-8'.\nNothing was changed.\n"
    );
}

#[tokio::test]
async fn a_file_in_another_encoding_is_refused() {
    let store = installation().await;
    let Answer { code, complaints, .. } = import(&store, b"region,cr\xf6p", false).await;
    assert_eq!(code, ExitCode::FAILURE);
    assert_eq!(complaints, "FILE is not UTF-8 text. Save it as 'CSV UTF-8'. Nothing was changed.\n");
}

#[tokio::test]
async fn without_a_servers_database_nothing_is_done_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grow.db");
    let file = folder.path().join("figures.csv");
    std::fs::write(&file, new_groundnut()).unwrap();
    for demand in [
        Demand::Show { region: None },
        Demand::Show { region: Some(Region::India) },
        Demand::Import { file: Some(file.clone()), reference: false, dry_run: true },
        Demand::Import { file: Some(file.clone()), reference: false, dry_run: false },
    ] {
        let url = DatabaseUrl::Sqlite(path.clone());
        let error = run(demand, &url, AT.parse().unwrap(), &mut Vec::new(), &mut Vec::new()).await.unwrap_err();
        assert!(error.to_string().contains("GROW_DATABASE_URL"), "{error}");
        assert!(!path.exists());
    }
}

#[tokio::test]
async fn showing_and_a_dry_run_seed_nothing() {
    let store = testing::sqlite().await;
    assert_eq!(ask(&store, Demand::Show { region: None }).await.out.lines().count(), 1);
    let Answer { out, .. } = import(&store, &new_groundnut(), true).await;
    assert!(out.contains("none -> 95,00,000.500"), "{out}");
    assert!(store.figures().await.unwrap().is_empty());
}

async fn restate(store: &TestStore, dry_run: bool, confirm: bool) -> Answer {
    ask(store, Demand::Restate { dry_run, confirm }).await
}

/// A sowing of a farmer whose state is not known.
async fn sow_maize(store: &TestStore, hectares: i64) {
    let at: Timestamp = AT.parse().unwrap();
    let record = grow_domain::documents::Record {
        email: grow_domain::Email::parse("meena@example.in").unwrap(),
        profile: None,
        sowings: vec![grow_domain::documents::DocumentSowing {
            sown_at: at,
            crop: grow_domain::Crop::Maize,
            field_size: grow_domain::SquareMetres(hectares * 10_000),
            expected_yield: Kilograms(hectares * 3_000),
        }],
    };
    let new = grow_store::NewRecord { record, district: None, farmer: uuid::Uuid::from_u128(1) };
    store.import_records(vec![new], true, at).await.unwrap();
}

#[tokio::test]
async fn a_restatement_shows_the_land_and_the_figures_and_is_live() {
    let store = installation().await;
    let Answer { out, .. } = restate(&store, false, false).await;
    assert_eq!(out, "The outside supply fits the land that is in Grow and what was observed. Nothing was changed.\n");
    sow_maize(&store, 10_000).await;
    let shown = restate(&store, true, false).await;
    assert!(shown.out.contains("\nIN      kharif       10,000     8,76,22,916"), "{}", shown.out);
    assert!(shown.out.ends_with(" figures would change. Nothing was changed.\n"), "{}", shown.out);
    let done = restate(&store, false, false).await;
    assert_eq!(done.code, ExitCode::SUCCESS);
    assert_eq!(
        done.out.replace("figures changed. They are live.", "figures would change. Nothing was changed."),
        shown.out
    );
    let again = restate(&store, false, false).await;
    assert!(again.out.ends_with("Nothing was changed.\n") && again.out.lines().count() == 1, "{}", again.out);
}

#[tokio::test]
async fn a_change_of_a_national_figure_above_5_percent_needs_confirmation() {
    let store = installation().await;
    sow_maize(&store, 8_000_000).await;
    let Answer { code, complaints, .. } = restate(&store, false, false).await;
    assert_eq!(code, ExitCode::FAILURE);
    assert_eq!(
        complaints,
        "A national figure would move by more than 5 %. Nothing was changed. If land and seasons are right, repeat with --confirm.\n"
    );
    assert!(restate(&store, true, false).await.out.contains("would change"), "nothing was changed");
    let Answer { code, out, .. } = restate(&store, false, true).await;
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(out.ends_with(" figures changed. They are live.\n"), "{out}");
}

#[tokio::test]
async fn imports_are_shown_with_their_duty() {
    let Answer { out, .. } = ask(&installation().await, Demand::Show { region: None }).await;
    let red_gram = out.lines().find(|line| line.contains("RED GRAM")).unwrap();
    assert!(
        red_gram
            .ends_with("; error 7 %; imports 11,59,000.000 t at 71 % of the support price, duty 0 % on 2026-03-31)"),
        "{red_gram}"
    );
}

async fn bring_reference(store: &TestStore, dry_run: bool) -> String {
    ask(store, Demand::Import { file: None, reference: true, dry_run }).await.out
}

#[tokio::test]
async fn the_figures_of_a_release_are_imported_on_request_and_keep_the_operators_own() {
    let store = testing::sqlite().await;
    let earlier =
        figures::parse(include_str!("../../../../data/earlier_figures/3.csv"), jiff::civil::date(2026, 11, 24))
            .unwrap();
    store.seed_figures(earlier, AT.parse().unwrap()).await.unwrap();
    import(&store, &new_groundnut(), false).await;

    let planned = bring_reference(&store, true).await;
    assert!(planned.contains("21,61,95,915.000 -> 21,67,98,000.000"), "{planned}");
    assert!(planned.contains("\n\n1 figure kept: given or changed here, not by a release.\n\n"), "{planned}");
    assert!(planned.ends_with("\n15 figures would change. Nothing was changed.\n"), "{planned}");
    assert!(bring_reference(&store, false).await.ends_with("\n15 figures changed. They are live.\n"));
    assert_eq!(groundnut(&store).await, Kilograms(9_500_000_500), "the operator's stays");
    let again = bring_reference(&store, false).await;
    assert!(again.ends_with("There are no newer figures in this release. Nothing was changed.\n"), "{again}");
}

#[tokio::test]
async fn a_missing_file_is_told_by_name() {
    let store = installation().await;
    let missing = Demand::Import { file: Some("no-such-file.csv".into()), reference: false, dry_run: false };
    let error = run(missing, store.url(), AT.parse().unwrap(), &mut Vec::new(), &mut Vec::new()).await.unwrap_err();
    assert_eq!(error.to_string(), "no-such-file.csv cannot be read");
}

//! `grow demand`: the operator's demand figures.

use crate::Database;
use crate::table::{self, Column, tonnes};
use anyhow::{Context, bail};
use grow_domain::demand::DemandRow;
use grow_domain::figures::{self, DemandFigure};
use grow_domain::regional::{Basis, Shares, Standing, UseBy};
use grow_domain::{CropYear, Kilograms, Region};
use grow_server::Clock;
use grow_store::{DatabaseUrl, FigureChange, Store};
use jiff::Timestamp;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show or replace the demand figures.
#[derive(Debug, clap::Subcommand)]
enum Demand {
    /// Put the figures of a CSV file in place of those of the same region, crop and crop year. Other figures stay.
    ///
    /// The first line is `region,crop,crop_year,demand_tonnes,domestic_tonnes,exported_tonnes,usual_supply_tonnes,
    /// usual_land_ha,years,as_of,source,confidence`; lines that start with # are comments. Demand is the sum of its two
    /// parts; with both empty no balance is known, and it is the usual supply. One bad line refuses the whole file.
    Import {
        /// The file, in UTF-8.
        file: PathBuf,
        /// Show what would change, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Show the figures that were given, with the source of each; or all parts of what holds for a region now.
    Show {
        /// IN, or a state such as IN-TN. For a crop without figures of the state's own, its part of India's is shown.
        #[arg(value_name = "REGION")]
        region: Option<Region>,
    },
    /// Restate the outside supply by the land that is in Grow now. The server does so every night.
    Restate {
        /// Show what would change, and change nothing.
        #[arg(long)]
        dry_run: bool,
        /// Restate even if a national figure moves by more than 5 %.
        #[arg(long)]
        confirm: bool,
    },
}

/// A demand command and the database that it works on.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    demand: Demand,
    #[command(flatten)]
    database: Database,
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(Options { demand, database }: Options) -> anyhow::Result<ExitCode> {
    let (mut out, mut complaints) = (std::io::stdout().lock(), std::io::stderr().lock());
    run(demand, &database.url()?, Clock::system().now(), &mut out, &mut complaints).await
}

/// Runs the command. Results go to `out`, reasons of a rejected file to `complaints`.
async fn run(
    demand: Demand,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    match demand {
        Demand::Import { file, dry_run } => import(&file, dry_run, database, now, out, complaints).await,
        Demand::Show { region: None } => {
            let mut figures = Store::open_existing(database).await?.figures().await?;
            figures.sort_by_key(|figure| (figure.region, figure.crop_year, figure.crop));
            table::write(out, COLUMNS, &figures.iter().map(shown).collect::<Vec<_>>())?;
            Ok(ExitCode::SUCCESS)
        }
        Demand::Show { region: Some(region) } => {
            show_region(&Store::open_existing(database).await?, region, CropYear::of(now), out).await?;
            Ok(ExitCode::SUCCESS)
        }
        Demand::Restate { dry_run, confirm } => {
            let store = Store::open_existing(database).await?;
            restate(&store, dry_run, confirm, now, out, complaints).await
        }
    }
}

/// Shows all parts of the figures of a region.
async fn show_region(store: &Store, region: Region, crop_year: CropYear, out: &mut impl Write) -> anyhow::Result<()> {
    const COLUMNS: [Column; 8] = [
        Column::Text("Crop"),
        Column::Figure("Demand, t"),
        Column::Figure("used here"),
        Column::Figure("exported"),
        Column::Figure("Usual supply, t"),
        Column::Figure("Outside Grow, t"),
        Column::Figure("In Grow, t"),
        Column::Text("How it is known"),
    ];
    let figures = store.figures().await?;
    let state = store.demand(region, crop_year).await?;
    let rows: Vec<_> = state
        .rows
        .iter()
        .filter_map(|row| {
            let Standing { domestic, exported, usual, outside, .. } = row.standing;
            let [demand, domestic, exported, usual, outside, sown] =
                [row.demand(), domestic, exported, usual, outside, row.sown].map(tonnes);
            let why = origin(&figures, region, row, crop_year)?;
            Some([row.crop.table_name().to_owned(), demand, domestic, exported, usual, outside, sown, why])
        })
        .collect();
    table::write(out, COLUMNS, &rows)?;
    writeln!(out, "\n{:.2} % of the usual land of {} is in Grow.", state.coverage_percent, region.name())?;
    Ok(())
}

/// How a state's figures follow from India's, and the source.
fn origin(figures: &[DemandFigure], region: Region, row: &DemandRow, crop_year: CropYear) -> Option<String> {
    let figure = |region| figures::in_force(figures, region, row.crop, crop_year);
    let (Region::State(state), Basis::PartOfIndia(by)) = (region, row.standing.basis) else {
        return figure(region).map(source);
    };
    let percent = |shares: &Shares| format!("{:.2} %", shares.fraction(state) * 100.0);
    let grown = percent(Shares::of_production(row.crop));
    let part = match by {
        UseBy::Population => {
            let people = percent(&Shares::of_population(crop_year));
            format!("{people} of India's use by population, {grown} of its supply by production")
        }
        UseBy::Processing => {
            let mills = Shares::of_processing(row.crop).map(percent).unwrap_or_default();
            format!("{mills} of India's use by its mills, {grown} of its supply by production")
        }
        UseBy::Production => format!("{grown} of India's supply by production; no balance is known, shown as grown"),
    };
    Some(format!("{part}; {}", source(figure(Region::India)?)))
}

async fn restate(
    store: &Store,
    dry_run: bool,
    confirm: bool,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    const LAND: [Column; 4] = [
        Column::Text("Region"),
        Column::Text("Season"),
        Column::Figure("In Grow, ha"),
        Column::Figure("Usual land, ha"),
    ];
    const COLUMNS: [Column; 4] = [
        Column::Text("Region"),
        Column::Text("Crop"),
        Column::Figure("Outside supply, t"),
        Column::Figure("becomes, t"),
    ];
    let restatement = store.restatement(CropYear::of(now)).await?;
    if restatement.changes.is_empty() && restatement.before.has_same_land(&restatement.after) {
        writeln!(out, "The outside supply fits the land that is in Grow. Nothing was changed.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let land: Vec<_> = restatement
        .after
        .rows()
        .map(|((region, season), land)| {
            [region.to_string(), season.to_string(), table::hectares(land.sown), table::hectares(land.usual)]
        })
        .collect();
    table::write(out, LAND, &land)?;
    writeln!(out)?;
    let changes: Vec<_> = restatement
        .changes
        .iter()
        .map(|change| {
            let crop = change.crop.table_name().to_owned();
            [change.region.to_string(), crop, tonnes(change.before), tonnes(change.after)]
        })
        .collect();
    table::write(out, COLUMNS, &changes)?;
    writeln!(out)?;
    if dry_run {
        writeln!(out, "{} figures would change. Nothing was changed.", changes.len())?;
        return Ok(ExitCode::SUCCESS);
    }
    if restatement.is_large() && !confirm {
        writeln!(
            complaints,
            "A national figure would move by more than 5 %. Nothing was changed. If the land is right, repeat with --confirm."
        )?;
        return Ok(ExitCode::FAILURE);
    }
    if !store.restate(&restatement, now).await? {
        bail!("another restatement came first; nothing was changed, so look again");
    }
    writeln!(out, "{} figures changed. They are live.", changes.len())?;
    Ok(ExitCode::SUCCESS)
}

async fn import(
    file: &Path,
    dry_run: bool,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        writeln!(complaints, "{name} is not UTF-8 text. Save it as 'CSV UTF-8'. Nothing was changed.")?;
        return Ok(ExitCode::FAILURE);
    };
    let figures = match figures::parse(&text) {
        Ok(figures) => figures,
        Err(refusals) => {
            for refusal in refusals {
                writeln!(complaints, "{name}, {refusal}.")?;
            }
            writeln!(complaints, "Nothing was changed.")?;
            return Ok(ExitCode::FAILURE);
        }
    };

    let store = Store::open_existing(database).await?;
    let given = figures.len();
    let changes =
        if dry_run { store.compare_figures(figures).await? } else { store.import_figures(figures, now).await? };
    if !changes.is_empty() {
        table::write(out, COLUMNS, &changes.iter().map(changed).collect::<Vec<_>>())?;
        writeln!(out)?;
    }
    match changes.len() {
        0 => writeln!(out, "All {given} figures of the file stand there already. Nothing was changed.")?,
        count if dry_run => writeln!(out, "{count} of {given} figures would change. Nothing was changed.")?,
        count => writeln!(out, "{count} of {given} figures changed. They are live.")?,
    }
    Ok(ExitCode::SUCCESS)
}

const COLUMNS: [Column; 6] = [
    Column::Text("Region"),
    Column::Text("Crop"),
    Column::Text("Year"),
    Column::Figure("Demand, t"),
    Column::Figure("Usual supply, t"),
    Column::Text("Source"),
];
type Cells = [String; COLUMNS.len()];

fn shown(figure: &DemandFigure) -> Cells {
    cells(figure, tonnes(figure.demand()), tonnes(figure.usual_supply))
}

fn changed(FigureChange { old, new }: &FigureChange) -> Cells {
    let step = |weight: fn(&DemandFigure) -> Kilograms| match old {
        Some(old) if weight(old) == weight(new) => tonnes(weight(new)),
        Some(old) => format!("{} -> {}", tonnes(weight(old)), tonnes(weight(new))),
        None => format!("none -> {}", tonnes(weight(new))),
    };
    cells(new, step(DemandFigure::demand), step(|figure| figure.usual_supply))
}

fn cells(figure: &DemandFigure, demand: String, usual_supply: String) -> Cells {
    [
        figure.region.to_string(),
        figure.crop.table_name().to_owned(),
        figure.crop_year.to_string(),
        demand,
        usual_supply,
        source(figure),
    ]
}

fn source(figure: &DemandFigure) -> String {
    format!("{} ({}; {})", figure.source, figure.years, figure.confidence)
}

#[cfg(test)]
mod tests {
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
        let answer = ask(store, Demand::Import { file: file.path().to_owned(), dry_run }).await;
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
        let parts = "9500000.5,9000000,500000.5,10110333";
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
            "IN      GROUNDNUT    2026   1,01,45,727.000   1,01,10,333.000  FAO food balance sheets; exports of 2020-21 by \
             the Ministry of Commerce (2020 to 2022; high for use; medium for exports: kernels of one year / 0.70)"
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
        let onion = out.lines().find(|line| line.contains("ONION")).unwrap();
        assert!(
            onion.contains(
                "  5.43 % of India's use by population, 1.62 % of its supply by production; Ministry of Agriculture"
            ),
            "{onion}"
        );
        let figures: Vec<_> = onion.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).take(7).collect();
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
                && groundnut.ends_with("  State, by letter (2025; high)"),
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
             IN      GROUNDNUT  2026  1,01,45,727.000 -> 95,00,000.500  1,01,10,333.000  State, by letter (2025; high)\n\
             \n\
             1 of 1 figures would change. Nothing was changed.\n"
        );
        assert_eq!(groundnut(&store).await, Kilograms(10_145_727_000));
    }

    #[tokio::test]
    async fn an_import_shows_the_same_and_is_live() {
        let store = installation().await;
        let Answer { code, out, .. } = import(&store, &new_groundnut(), false).await;
        assert_eq!(code, ExitCode::SUCCESS);
        assert!(out.contains("1,01,45,727.000 -> 95,00,000.500"), "{out}");
        assert!(out.ends_with("1 of 1 figures changed. They are live.\n"), "{out}");
        assert_eq!(groundnut(&store).await, Kilograms(9_500_000_500));
        assert_eq!(store.figures().await.unwrap().len(), 16, "the other figures stay");

        let Answer { out, .. } = import(&store, &new_groundnut(), false).await;
        assert_eq!(out, "All 1 figures of the file stand there already. Nothing was changed.\n");
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
        assert_eq!(groundnut(&store).await, Kilograms(10_145_727_000));
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
            Demand::Import { file: file.clone(), dry_run: true },
            Demand::Import { file: file.clone(), dry_run: false },
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
        assert_eq!(out, "The outside supply fits the land that is in Grow. Nothing was changed.\n");
        sow_maize(&store, 10_000).await;
        let shown = restate(&store, true, false).await;
        assert!(shown.out.contains("\nIN      kharif       10,000     7,55,11,336"), "{}", shown.out);
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
    async fn a_national_figure_that_would_move_by_more_than_a_twentieth_wants_to_be_confirmed() {
        let store = installation().await;
        sow_maize(&store, 8_000_000).await;
        let Answer { code, complaints, .. } = restate(&store, false, false).await;
        assert_eq!(code, ExitCode::FAILURE);
        assert_eq!(
            complaints,
            "A national figure would move by more than 5 %. Nothing was changed. If the land is right, repeat with --confirm.\n"
        );
        assert!(restate(&store, true, false).await.out.contains("would change"), "nothing was changed");
        let Answer { code, out, .. } = restate(&store, false, true).await;
        assert_eq!(code, ExitCode::SUCCESS);
        assert!(out.ends_with(" figures changed. They are live.\n"), "{out}");
    }

    #[tokio::test]
    async fn a_missing_file_is_told_by_name() {
        let store = installation().await;
        let missing = Demand::Import { file: "no-such-file.csv".into(), dry_run: false };
        let error = run(missing, store.url(), AT.parse().unwrap(), &mut Vec::new(), &mut Vec::new()).await.unwrap_err();
        assert_eq!(error.to_string(), "no-such-file.csv cannot be read");
    }
}

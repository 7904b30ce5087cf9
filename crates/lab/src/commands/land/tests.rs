use super::*;
use clap::Parser;

#[derive(clap::Parser)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

fn ask(arguments: &[&str]) -> anyhow::Result<(ExitCode, String)> {
    let line = Line::try_parse_from(["land"].iter().chain(arguments))?;
    let mut out = Vec::new();
    let code = run(line.command, &mut out)?;
    Ok((code, String::from_utf8(out)?))
}

#[test]
fn seasons_and_water_are_told_within_the_bars_and_in_the_model_card() {
    let (code, out) = ask(&["evaluate", "--strict"]).unwrap();
    assert_eq!(code, ExitCode::SUCCESS, "{out}");
    assert_eq!(out.lines().filter(|line| line.ends_with("passed")).count(), 9, "{out}");
    let card = include_str!("../../../../../docs/MODEL.md");
    let advice = include_str!("../advice/report.md");
    for line in out.lines().filter(|line| !line.is_empty()) {
        assert!(
            card.lines().chain(advice.lines()).any(|written| written == line),
            "put what `grow-lab land evaluate` prints into docs/MODEL.md, and its table into docs/ADVICE.md: {line}"
        );
    }
}

#[test]
fn a_table_is_written_from_a_model_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("own.model"), shipped().to_bytes()).unwrap();
    let (code, out) = ask(&["write", "--model", &path("own.model"), "--out", &path("own.land")]).unwrap();
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(out.starts_with(&format!("Land table {} of ", LandTable::shipped().version())), "{out}");
    let own = LandTable::from_bytes(std::fs::read(path("own.land")).unwrap()).unwrap();
    assert_eq!(own.version(), LandTable::shipped().version());
    let error = ask(&["write", "--model", &path("own.land"), "--out", &path("other.land")]).unwrap_err();
    assert!(format!("{error:#}").contains("this is no model file of Grow"), "{error:#}");
}

#[test]
fn shares_from_elsewhere_are_compared_and_what_differs_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("elsewhere.csv");
    let header = "state,district,season,water,part_of_the_years_land,shares\n";
    // By hand from data/crop_season.csv: 597,000 of 758,000 ha of rabi land, and half of it paddy, which is wrong.
    std::fs::write(&file, format!("{header}Maharashtra,Solapur,rabi,not told,0.72,cholam 0.86; paddy 0.5\n")).unwrap();
    let name = file.display().to_string();
    let (_, out) = ask(&["compare", &name]).unwrap();
    assert!(
        out.contains("Solapur, Maharashtra, rabi, not told") && out.contains("paddy 0.000, elsewhere 0.500"),
        "{out}"
    );
    assert!(out.ends_with("1 of 3 figures differ by more than 0.03.\n"), "{out}");
    std::fs::write(&file, format!("{header}Maharashtra,Atlantis,rabi,not told,0.72,cholam 0.86\n")).unwrap();
    assert!(format!("{:#}", ask(&["compare", &name]).unwrap_err()).contains("line 2: `Atlantis` is no district"));
}

//! Every command that reads, and every dry run, leaves the database and its folder as they are.

use crate::{Arguments, execute};
use clap::{CommandFactory, Parser};
use grow_domain::CropYear;
use grow_domain::crop_year::in_india;
use grow_server::Clock;
use grow_store::{DatabaseUrl, Store, testing};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

/// What a command does with the database.
enum Kind {
    /// It reads with these arguments. `FILE` stands for the file of its kind, and `NEW` for a path outside the folder.
    Reads(&'static [&'static str]),
    /// It writes, and with these arguments it is a dry run or only lists.
    WritesUnless(&'static [&'static str]),
    Writes,
    /// It knows no database.
    Without,
}

use Kind::{Reads, Without, Writes, WritesUnless};

/// Every command. A new one has to be named here.
const COMMANDS: [(&str, Kind); 17] = [
    ("serve", Writes),
    ("migrate", Writes),
    ("demand import", WritesUnless(&["FIGURES", "--dry-run"])),
    ("demand import", WritesUnless(&["--reference", "--dry-run"])),
    ("demand show", Reads(&[])),
    ("demand show", Reads(&["IN-TN"])),
    ("demand restate", WritesUnless(&["--dry-run"])),
    ("supply observe", WritesUnless(&["OBSERVATIONS", "--dry-run"])),
    ("supply show", Reads(&["IN"])),
    ("prices import", WritesUnless(&["PRICES", "--dry-run"])),
    ("prices show", Reads(&["IN-TN", "maize"])),
    ("sowings review", WritesUnless(&[])),
    ("import", WritesUnless(&["DOCUMENTS", "--dry-run"])),
    ("export", Reads(&["NEW", "--all"])),
    ("backup", Reads(&["NEW"])),
    ("restore", Writes),
    ("doctor", Reads(&[])),
];
const WITHOUT: [(&str, Kind); 2] = [("advice draw", Without), ("openapi", Without)];

const FIGURES: &str = include_str!("../../../data/demand.csv");
const OBSERVED: &str = "source,as_of,year_basis,crop,season,region,measure,value,unit";
const PRICES: &str = "State,District,Market,Commodity,Arrival_Date,Min_Price,Max_Price,Modal_Price";
const DOCUMENTS: &str = include_str!("../tests/documents/five-farmers.jsonl");

/// The names of the commands without commands of their own, and whether they have a dry run.
fn leaves(command: &clap::Command, name: &str) -> Vec<(String, bool)> {
    let below: Vec<_> = command
        .get_subcommands()
        .flat_map(|below| leaves(below, format!("{name} {}", below.get_name()).trim_start()))
        .collect();
    let has_dry_run = || command.get_arguments().any(|argument| argument.get_long() == Some("dry-run"));
    if below.is_empty() { vec![(name.to_owned(), has_dry_run())] } else { below }
}

#[test]
fn every_command_is_known_as_one_that_reads_or_writes() {
    let found = leaves(&Arguments::command(), "");
    let known: BTreeSet<_> = COMMANDS.iter().chain(&WITHOUT).map(|(name, _)| *name).collect();
    assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>(), known);
    for (name, _) in found.iter().filter(|(_, has_dry_run)| *has_dry_run) {
        let is_tried = COMMANDS.iter().any(|(known, kind)| {
            known == name && matches!(kind, WritesUnless(arguments) if arguments.contains(&"--dry-run"))
        });
        assert!(is_tried, "the dry run of {name}");
    }
}

/// The files of a folder with a hash of what is in them, and their times.
fn found(folder: &Path) -> BTreeMap<PathBuf, (u64, SystemTime)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let hash = |file: &Path| BuildHasherDefault::<DefaultHasher>::default().hash_one(fs::read(file).unwrap());
    let time = |file: &Path| fs::metadata(file).unwrap().modified().unwrap();
    files.map(|file| (file.clone(), (hash(&file), time(&file)))).collect()
}

/// Makes a database in a file in one of the states in which a server that is stopped may have left it.
fn make(state: &str, file: &Path) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let open = |file: &Path| runtime.block_on(Store::open(&DatabaseUrl::Sqlite(file.to_owned()))).unwrap();
    match state {
        "stopped" => drop(open(file)),
        "killed" => {
            let elsewhere = tempfile::tempdir().unwrap();
            let running = elsewhere.path().join("grow.db");
            let store = open(&running);
            for suffix in ["", "-wal"] {
                let of = |file: &Path| format!("{}{suffix}", file.display());
                fs::copy(of(&running), of(file)).unwrap();
            }
            drop(store);
        }
        "of the release before" => testing::sqlite_of_the_release_before(file),
        "empty" => fs::write(file, "").unwrap(),
        _ => {}
    }
}

#[test]
fn what_reads_and_each_dry_run_leave_the_folder_of_a_stopped_database_as_it_is() {
    let inputs = tempfile::tempdir().unwrap();
    let now = Clock::system().now();
    let year = CropYear::of(now).first_year();
    let season = format!("{year}-{:02} July-June,groundnut,kharif,IN,production_normal", (year + 1) % 100);
    let observations = format!("{OBSERVED}\na test,{},{season},9000000,tonnes\n", in_india(now).date());
    let prices = format!("{PRICES}\nTamil Nadu,Erode,Erode,Maize,{},2000,2300,2150\n", in_india(now).date());
    let texts = [("FIGURES", FIGURES), ("OBSERVATIONS", &observations), ("PRICES", &prices), ("DOCUMENTS", DOCUMENTS)];
    for (name, text) in texts {
        fs::write(inputs.path().join(name), text).unwrap();
    }
    let mut number = 0;
    for state in ["stopped", "killed", "of the release before", "empty", "missing"] {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("grow.db");
        make(state, &database);
        let before = found(folder.path());
        for (name, kind) in &COMMANDS {
            let (Reads(arguments) | WritesUnless(arguments)) = kind else { continue };
            let arguments = arguments.iter().map(|argument| match *argument {
                "NEW" => {
                    number += 1;
                    inputs.path().join(number.to_string()).display().to_string()
                }
                input if inputs.path().join(input).exists() => inputs.path().join(input).display().to_string(),
                other => other.to_owned(),
            });
            let url = format!("sqlite:{}", database.display());
            let (first, second) = name.split_once(' ').map_or((*name, None), |(first, second)| (first, Some(second)));
            let words = ["grow", first, "--database-url", &url].into_iter().chain(second).map(str::to_owned);
            let words: Vec<_> = words.chain(arguments).collect();
            let arguments = Arguments::try_parse_from(words).unwrap();
            let outcome = execute(arguments.command);
            assert_eq!(found(folder.path()), before, "{name}, {state}");
            let can_be_read = !matches!(state, "empty" | "missing");
            let is_well = matches!(outcome, Ok(code) if code == ExitCode::SUCCESS);
            assert!(is_well == can_be_read || *name == "doctor", "{name}, {state}: {outcome:?}");
        }
    }
}

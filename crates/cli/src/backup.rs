//! `grow backup` and `grow restore`.

use crate::database::Database;
use anyhow::{Context, bail};
use grow_server::{Clock, Random};
use grow_store::{DatabaseUrl, Notice, Restored, Store};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The newest backup of pgBackRest may be this old: it runs once a day, and takes its time.
const FRESH: SignedDuration = SignedDuration::from_hours(26);
/// The clock of the database's computer may be ahead by this.
const CLOCKS_AGREE: SignedDuration = SignedDuration::from_mins(1);
const MIB: f64 = 1_048_576.0;

#[derive(clap::Args)]
pub(crate) struct Backup {
    /// The file to write, which must not exist; not for PostgreSQL
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(crate) struct Restore {
    /// A file that grow backup or the server has written
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// Writes a backup of a SQLite database, or looks at those of PostgreSQL.
pub(crate) fn back_up(options: &Backup) -> anyhow::Result<ExitCode> {
    let url = options.database.url()?;
    let mut out = io::stdout();
    match (&url, &options.file) {
        (DatabaseUrl::Postgres(_), _) => {
            let at = newest_of_postgres("pgbackrest", Clock::system().now())?;
            writeln!(out, "PostgreSQL has its own tools for backups. The newest one of pgBackRest is of {at}.")?;
        }
        (DatabaseUrl::Sqlite(_), None) => bail!("Name the file to write: grow backup FILE."),
        (DatabaseUrl::Sqlite(_), Some(file)) => {
            let bytes = Store::back_up_file(&url, file, report)?;
            writeln!(out, "The database is in {}: {:.1} MiB.", file.display(), mib(bytes))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn report(written: u64, whole: u64) {
    let _ = writeln!(io::stderr(), "{:.0} of about {:.0} MiB are written ...", mib(written), mib(whole));
}

#[expect(clippy::cast_precision_loss, reason = "a size for people")]
fn mib(bytes: u64) -> f64 {
    bytes as f64 / MIB
}

/// Puts a backup in the place of a SQLite database.
pub(crate) fn restore(options: &Restore) -> anyhow::Result<ExitCode> {
    let url = options.database.url()?;
    let now = Clock::system().now();
    let Restored { replaced, notice } = Store::restore(&url, &options.file, Random::system().id(now), now)?;
    let mut out = io::stdout();
    writeln!(
        out,
        "{} is restored to {url}. Start the server: farmers sign in again, and their phones",
        options.file.display()
    )?;
    writeln!(out, "send what was recorded after the backup.")?;
    // The log of such a backup was merged.
    if let Some(notice) = notice.filter(|notice| !matches!(notice, Notice::NotClosed(_))) {
        writeln!(out, "{notice}")?;
    }
    if let Some(replaced) = replaced {
        let log = format!("{}-wal", replaced.display());
        let log = if Path::new(&log).exists() { format!(" with {log}, its log") } else { String::new() };
        writeln!(out, "The database of before is {}{log}. Delete it when you no longer need it.", replaced.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A stanza in the answer of `pgbackrest info`.
#[derive(Deserialize)]
struct Stanza {
    backup: Vec<Made>,
}

#[derive(Deserialize)]
struct Made {
    timestamp: Times,
}

#[derive(Deserialize)]
struct Times {
    stop: i64,
}

/// Returns when the newest backup of pgBackRest ended. Fails if there is none of today.
pub(crate) fn newest_of_postgres(program: impl AsRef<Path>, now: Timestamp) -> anyhow::Result<Timestamp> {
    let asked = Command::new(program.as_ref()).args(["info", "--output=json"]).output();
    let answer = match asked {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("PostgreSQL is backed up by its own tools, and pgBackRest is not here: see docs/OPERATIONS.md.")
        }
        answer => answer.context("pgbackrest cannot be run")?,
    };
    if !answer.status.success() {
        bail!("pgbackrest info failed: {}", String::from_utf8_lossy(&answer.stderr).trim());
    }
    let stanzas: Vec<Stanza> =
        serde_json::from_slice(&answer.stdout).context("the answer of pgbackrest info cannot be read")?;
    let made = stanzas.iter().flat_map(|stanza| &stanza.backup).map(|made| Timestamp::from_second(made.timestamp.stop));
    let made: Vec<_> = made.collect::<Result<_, _>>()?;
    let Some(newest) = made.iter().copied().filter(|at| *at <= now + CLOCKS_AGREE).max() else {
        match made.iter().max() {
            None => bail!("pgBackRest has no backup yet: run pgbackrest backup."),
            Some(at) => {
                bail!("The newest backup of pgBackRest is of {at}, in the future: set the clocks, and make one.")
            }
        }
    };
    if now.duration_since(newest) > FRESH {
        bail!("The newest backup of pgBackRest is of {newest}, more than a day ago: see why its timer does not run.");
    }
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// A program that answers like pgbackrest.
    fn pgbackrest(folder: &Path, answer: &str, code: u8) -> PathBuf {
        let file = folder.join("pgbackrest");
        fs::write(&file, format!("#!/bin/sh\n[ \"$*\" = 'info --output=json' ] && echo '{answer}'\nexit {code}\n"))
            .unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    #[test]
    fn a_backup_of_postgresql_is_there_and_fresh_or_it_is_said_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().unwrap();
        let made = |hours: i64| {
            let stop = now.as_second() - hours * 3600;
            format!(r#"[{{"name":"grow","backup":[{{"label":"x","timestamp":{{"start":1,"stop":{stop}}}}}]}}]"#)
        };
        let fresh = newest_of_postgres(pgbackrest(folder.path(), &made(20), 0), now).unwrap();
        assert_eq!(now.duration_since(fresh), SignedDuration::from_hours(20));
        for (answer, code, hint) in [
            (made(30), 0, "more than a day ago"),
            (made(-30), 0, "in the future"),
            (r#"[{"name":"grow","backup":[]}]"#.to_owned(), 0, "no backup yet"),
            ("no json".to_owned(), 0, "cannot be read"),
            ("[]".to_owned(), 1, "pgbackrest info failed"),
        ] {
            let error = newest_of_postgres(pgbackrest(folder.path(), &answer, code), now).unwrap_err().to_string();
            assert!(error.contains(hint), "{answer}: {error}");
        }
        let absent = newest_of_postgres(folder.path().join("nothing"), now).unwrap_err().to_string();
        assert!(absent.contains("docs/OPERATIONS.md"), "{absent}");
    }
}

//! `grow doctor`: looks at everything that a server needs, and changes nothing.

use crate::backup::newest_of_postgres;
use crate::counted::{counted, one_or_many};
use crate::serve;
use grow_server::{Clock, OidcClient, backups_of_folder, has_loopback_host, reach_provider};
use grow_store::{DatabaseUrl, Notice, Store};
use jiff::{SignedDuration, Timestamp};
use rustix::fs::{Access, access, statvfs};
use std::fmt;
use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use url::Url;

/// Backups of SQLite are made each hour.
const FRESH: SignedDuration = SignedDuration::from_hours(2);
/// Clocks that differ by more are wrong: sessions and days of sowing depend on them.
const CLOCKS_AGREE: SignedDuration = SignedDuration::from_secs(5);
/// Free room below which the disk is full soon, and below which it is full, in MiB.
const LITTLE_MIB: u64 = 2_048;
const TOO_LITTLE_MIB: u64 = 256;
/// Releases are built without the development sign-in.
const HAS_DEVELOPMENT_SIGN_IN: bool = cfg!(feature = "dev-sign-in");

/// The result of a check.
enum Finding {
    Good(String),
    /// It works, with a risk that the operator should know.
    Doubtful(String),
    Bad(String),
}

use Finding::{Bad, Doubtful, Good};

impl Finding {
    /// Good, or what the error says.
    fn of<E: fmt::Display>(outcome: Result<String, E>) -> Self {
        outcome.map_or_else(|error| Bad(format!("{error:#}")), Good)
    }
}

/// Runs all checks, and prints a line for each.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(options: &serve::Options) -> anyhow::Result<ExitCode> {
    // Fails only if a provider is already installed, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (url, now) = (options.database.url()?, Clock::system().now());
    let mut report = Report { is_bad: false, out: io::stdout() };
    report.line("configuration", configuration(options))?;
    match Store::open_to_read(&url).await {
        Ok((store, notices)) => {
            report.line("database", database(&store, &url, &notices).await)?;
            report.line("schema", schema(&notices))?;
            report.line("clock", clock(&store, now).await)?;
            report.line("supply", supply(&store).await)?;
            report.line("rows", rows(&store).await)?;
            report.line("places", places(&store).await)?;
        }
        Err(error) => report.line("database", Bad(error.to_string()))?,
    }
    report.line("disk", disk(&folders(options, &url)))?;
    let land = options.land.predictor().map(|_| "the land table can be read".to_owned());
    report.line("land table", Finding::of(land))?;
    report.line("identity provider", provider(options, now).await)?;
    report.line("backups", backups(options, &url, now))?;
    report.line("files", files(options, &url))?;
    Ok(if report.is_bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

struct Report<W> {
    is_bad: bool,
    out: W,
}

impl<W: Write> Report<W> {
    fn line(&mut self, what: &str, finding: Finding) -> io::Result<()> {
        let (mark, said) = match finding {
            Good(said) => ("ok", said),
            Doubtful(said) => ("look", said),
            Bad(said) => {
                self.is_bad = true;
                ("BAD", said)
            }
        };
        writeln!(self.out, "{mark:<5} {what:<18} {said}")
    }
}

/// Settings with which a start would fail or warn.
fn configuration(options: &serve::Options) -> Finding {
    let public = options.public_url.as_ref();
    let is_public = public.is_some_and(|url| !has_loopback_host(url)) || !options.listen.ip().is_loopback();
    if options.oidc_client_id.is_none() {
        if is_public {
            return Bad("GROW_OIDC_CLIENT_ID is not set: a public server needs an identity provider.".to_owned());
        }
        if !HAS_DEVELOPMENT_SIGN_IN {
            return Bad("GROW_OIDC_CLIENT_ID is not set: this build has no development sign-in.".to_owned());
        }
    }
    if is_public && options.grievance_contact.is_none() {
        return Bad("GROW_GRIEVANCE_CONTACT is not set: farmers must know whom to complain to.".to_owned());
    }
    let mut risks = serve::risks(public);
    if options.oidc_client_id.is_none() {
        risks.push("The development sign-in is offered: anyone on this computer signs in as anyone.".to_owned());
    }
    if risks.is_empty() { Good("every setting has a value that works".to_owned()) } else { Doubtful(risks.join(" ")) }
}

async fn database(store: &Store, url: &DatabaseUrl, notices: &[Notice]) -> Finding {
    if let Err(error) = store.ready().await {
        return Bad(error.to_string());
    }
    // The write lock is not tried: a running server holds it for moments only, and /readyz tries it.
    let files: Vec<_> = url.files().into_iter().filter(|file| file.exists()).collect();
    let folder = files.first().and_then(|file| file.parent()).filter(|folder| !folder.as_os_str().is_empty());
    let closed = files.iter().map(PathBuf::as_path).chain(folder).find(|path| access(*path, Access::WRITE_OK).is_err());
    if let Some(path) = closed {
        return Bad(format!("{} cannot be written: check its owner and permissions, and the disk.", path.display()));
    }
    if let Some(damaged) = notices.iter().find(|notice| matches!(notice, Notice::DamagedLog(_))) {
        return Bad(damaged.to_string());
    }
    let is_left = |notice: &&Notice| matches!(notice, Notice::NotClosed(_) | Notice::WithoutLog(_));
    match (notices.iter().find(is_left), files.len()) {
        (Some(notice), _) => Doubtful(notice.to_string()),
        (None, 1) => {
            Good(format!("{url} answers and takes writes; no server has it open, and it is whole in one file"))
        }
        _ => Good(format!("{url} answers and takes writes")),
    }
}

fn schema(notices: &[Notice]) -> Finding {
    match notices.iter().find(|notice| matches!(notice, Notice::OfAnOlderRelease(..))) {
        Some(notice) => Doubtful(notice.to_string()),
        None => Good("it is the one that this release needs".to_owned()),
    }
}

async fn clock(store: &Store, now: Timestamp) -> Finding {
    let newest = match store.newest_time().await {
        Ok(newest) => newest.filter(|newest| newest.duration_since(now) > CLOCKS_AGREE),
        Err(error) => return Bad(error.to_string()),
    };
    match store.time().await {
        Ok(theirs) if now.duration_since(theirs).abs() <= CLOCKS_AGREE => match newest {
            None => Good(format!("it is {now:.0}, and the database agrees")),
            Some(newest) => Bad(format!(
                "it is {now:.0}, and the database has entries of {newest:.0}: the clock is behind, or was ahead then. Set it \
                 by NTP before anybody sows."
            )),
        },
        Ok(theirs) => Bad(format!(
            "it is {now:.0} here and {theirs:.0} at the database. Set both by NTP: days of sowing and sessions depend on it."
        )),
        Err(error) => Bad(error.to_string()),
    }
}

async fn supply(store: &Store) -> Finding {
    match store.differences().await {
        Ok(differences) if differences.is_empty() => Good("it is exactly the sum of the sowings".to_owned()),
        Ok(differences) => Bad(format!(
            "{} {} from the sowings, the first by {} kg. Keep a backup of now, and tell the makers of Grow.",
            counted(differences.len(), "sum"),
            one_or_many(differences.len(), "differs", "differ"),
            differences.first().map_or(0, |first| first.supply.0 - first.recorded.0)
        )),
        Err(error) => Bad(error.to_string()),
    }
}

/// Number of unreadable rows that are named.
const NAMED: usize = 10;

async fn rows(store: &Store) -> Finding {
    let unreadable = match store.check_rows().await {
        Ok(unreadable) if unreadable.is_empty() => return Good("each one can be read".to_owned()),
        Ok(unreadable) => unreadable,
        Err(error) => return Bad(error.to_string()),
    };
    let named = unreadable.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let more = if unreadable.len() > NAMED { ", and others" } else { "" };
    let (count, them) = (unreadable.len(), one_or_many(unreadable.len(), "it", "them"));
    Bad(format!(
        "{count} cannot be read ({named}{more}). Grow keeps {them} and leaves {them} out, and `grow export --all` has \
         {them}. If a newer release of Grow wrote {them}, run that one again; otherwise keep a backup of now, and tell the \
         makers of Grow."
    ))
}

async fn places(store: &Store) -> Finding {
    match store.places_to_ask_again().await {
        Ok(0) => Good("every district was named for certain, or chosen".to_owned()),
        Ok(asked) => Good(format!(
            "an earlier release decided the districts of {} by names that are only alike. They are asked when they come; \
             what they have sown stays counted where it is.",
            counted(asked, "farmer")
        )),
        Err(error) => Bad(error.to_string()),
    }
}

/// The folders that Grow writes to.
fn folders(options: &serve::Options, url: &DatabaseUrl) -> Vec<PathBuf> {
    let folder_of = |file: &Path| file.parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned);
    let database = match url {
        DatabaseUrl::Sqlite(file) => folder_of(file),
        DatabaseUrl::Postgres(_) => None,
    };
    let erasures = serve::erasures(options.erasures.clone(), url);
    let mut folders: Vec<_> =
        [database, erasures.as_deref().and_then(folder_of), options.backup_dir.clone()].into_iter().flatten().collect();
    folders.sort();
    folders.dedup();
    folders
}

fn disk(folders: &[PathBuf]) -> Finding {
    let free = |folder: &PathBuf| match statvfs(folder) {
        Ok(found) => Ok((found.f_bavail * found.f_frsize / 1_048_576, folder.display().to_string())),
        Err(error) => Err(format!("{}: {error}", folder.display())),
    };
    let (free, folder) = match folders.iter().map(free).collect::<Result<Vec<_>, _>>() {
        Ok(free) => match free.into_iter().min() {
            Some(least) => least,
            None => return Good("Grow writes no files here".to_owned()),
        },
        Err(error) => return Bad(error),
    };
    let said = format!("{free} MiB are free at {folder}");
    match free {
        0..TOO_LITTLE_MIB => Bad(format!("{said}. Nothing more can be saved soon: make room.")),
        TOO_LITTLE_MIB..LITTLE_MIB => Doubtful(format!("{said}. Make room.")),
        _ => Good(said),
    }
}

async fn provider(options: &serve::Options, now: Timestamp) -> Finding {
    let Some(client_id) = options.oidc_client_id.clone() else {
        return if HAS_DEVELOPMENT_SIGN_IN {
            Good("none: the development sign-in".to_owned())
        } else {
            Bad("none is configured".to_owned())
        };
    };
    let client = OidcClient {
        issuer: options.oidc_issuer.clone(),
        name: None,
        client_id,
        client_secret: options.oidc_client_secret.clone(),
    };
    let own = options.public_url.clone().or_else(|| Url::parse(&format!("http://{}", options.listen)).ok());
    let Some(own) = own else { return Bad("GROW_PUBLIC_URL is not set".to_owned()) };
    let reached = reach_provider(&client, &own, now).await;
    Finding::of(
        reached.map(|()| format!("{} answers", client.issuer)).map_err(|error| format!("{}: {error}", client.issuer)),
    )
}

fn backups(options: &serve::Options, url: &DatabaseUrl, now: Timestamp) -> Finding {
    let folder = match (url, &options.backup_dir) {
        (DatabaseUrl::Postgres(_), _) => {
            return Finding::of(newest_of_postgres("pgbackrest", now).map(|at| format!("the newest one is of {at}")));
        }
        (DatabaseUrl::Sqlite(_), None) => {
            return Doubtful("GROW_BACKUP_DIR is not set: a lost disk loses everything.".to_owned());
        }
        (DatabaseUrl::Sqlite(_), Some(folder)) => folder,
    };
    match backups_of_folder(folder) {
        Ok(made) => told_of(&made, folder, now),
        Err(error) => Bad(format!("{} cannot be read: {error}", folder.display())),
    }
}

/// A date in the future says nothing about the age of a backup.
fn told_of(made: &[(Timestamp, PathBuf)], folder: &Path, now: Timestamp) -> Finding {
    let folder = folder.display();
    let (past, future): (Vec<_>, Vec<_>) = made.iter().partition(|(at, _)| *at <= now + CLOCKS_AGREE);
    let wrong = future.last().map(|(at, file)| {
        format!(
            " {} of a date in the future, such as {} of {at}: the clock was wrong then or is wrong now. Set it, and rename \
             the file by the time at which it was written.",
            future.len(),
            file.display()
        )
    });
    let (wrong, is_wrong) = (wrong.clone().unwrap_or_default(), wrong.is_some());
    match past.last() {
        Some((newest, _)) if now.duration_since(*newest) <= FRESH => {
            let said = format!("{} in {folder}, the newest one of {newest}.{wrong}", past.len());
            if is_wrong { Doubtful(said) } else { Good(said) }
        }
        Some((newest, _)) => {
            Bad(format!("the newest one in {folder} is of {newest}: see the log of the server.{wrong}"))
        }
        None => Bad(format!("there is none in {folder}: see the log of the server.{wrong}")),
    }
}

/// Files of farmers' data that others may read, and a database with two names, each of which has a log of its own.
fn files(options: &serve::Options, url: &DatabaseUrl) -> Finding {
    let mut files: Vec<PathBuf> = serve::erasures(options.erasures.clone(), url).into_iter().collect();
    files.extend(url.files());
    if let Some(folder) = &options.backup_dir {
        files.extend(backups_of_folder(folder).unwrap_or_default().into_iter().map(|(_, file)| file));
    }
    let which = |is_wrong: fn(&Metadata) -> bool, files: &[PathBuf]| {
        let wrong = files.iter().filter(|file| fs::metadata(file).is_ok_and(|metadata| is_wrong(&metadata)));
        wrong.map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ")
    };
    let open = which(|metadata| metadata.permissions().mode() & 0o077 != 0, &files);
    if !open.is_empty() {
        return Bad(format!("others may read farmers' data. Run: chmod 600 {open}"));
    }
    let linked = which(|metadata| metadata.nlink() > 1, &url.files());
    if !linked.is_empty() {
        return Bad(format!(
            "{linked} has another name, as a hard link. What is written under one name is lost under the other: stop the \
             server, copy the file, and delete the other name."
        ));
    }
    Good("only their owner may read them".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_with_a_date_in_the_future_is_told_and_is_no_fresh_one() {
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().unwrap();
        let of = |hours: &[i64]| {
            let made = hours.iter().map(|hours| (now + SignedDuration::from_hours(*hours), PathBuf::from("a backup")));
            told_of(&made.collect::<Vec<_>>(), Path::new("backups"), now)
        };
        let said = |finding: Finding| match finding {
            Good(said) => ("good", said),
            Doubtful(said) => ("doubtful", said),
            Bad(said) => ("bad", said),
        };
        let future = "1 of a date in the future, such as a backup of 2026-09-23T12:00:00Z: the clock was wrong";
        for (hours, finding, told) in [
            (&[-2, -1][..], "good", "2 in backups, the newest one of 2026-06-15T11:00:00Z"),
            (&[-1, 2400], "doubtful", future),
            (&[-30, 2400], "bad", future),
            (&[2400], "bad", future),
            (&[-30], "bad", "is of 2026-06-14T06:00:00Z"),
            (&[], "bad", "there is none"),
        ] {
            let (found, said) = said(of(hours));
            assert!(found == finding && said.contains(told), "{hours:?}: {found}, {said}");
        }
    }
}

//! Hourly backups of a SQLite database into a folder, and which of them are kept.
//!
//! The privacy notice promises farmers which backups there are, so that an erased farmer is in none of them for longer.

mod retention;

use grow_store::{Error, Store};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use retention::kept;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Name of a backup, by its time in UTC.
const NAME: &str = "grow-%Y%m%dT%H%M%SZ.db";
/// Name of one that was broken off.
const PARTIAL: &str = "grow-%Y%m%dT%H%M%SZ.db.partial";
/// Time after which the next backup is due: a restart does not make another one.
const DUE: SignedDuration = SignedDuration::from_mins(55);

/// A folder of backups.
pub(crate) struct Backups {
    folder: PathBuf,
}

impl Backups {
    /// Creates the folder with owner-only permissions, unless it is there.
    pub(crate) fn in_folder(folder: PathBuf) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        Ok(Self { folder })
    }

    /// Makes a backup if one is due, and deletes those that are no longer kept. An error is logged; the next turn tries
    /// again.
    pub(crate) async fn renew_or_log(&self, store: &Store, now: Timestamp) {
        if let Err(error) = self.renew(store, now).await {
            tracing::error!(%error, folder = %self.folder.display(), "there is no new backup");
        }
    }

    async fn renew(&self, store: &Store, now: Timestamp) -> Result<(), Problem> {
        for (_, partial) in named(&self.folder, PARTIAL)? {
            fs::remove_file(&partial)?;
        }
        let made = of_folder(&self.folder)?;
        for (at, file) in made.iter().filter(|(at, _)| *at > now) {
            tracing::warn!(
                %at,
                file = %file.display(),
                "a backup has a date in the future: the clock was wrong then or is wrong now; set it, and rename the file \
                 by the time at which it was written"
            );
        }
        if made.iter().all(|(at, _)| now.duration_since(*at) >= DUE || *at > now) {
            let file = self.folder.join(now.to_zoned(TimeZone::UTC).strftime(NAME).to_string());
            let report = |written, whole| tracing::info!(written, whole, "a backup is being written");
            let bytes = store.back_up(file.clone(), report).await?;
            tracing::info!(file = %file.display(), bytes, "a backup is written");
        }
        let made = of_folder(&self.folder)?;
        let times: Vec<_> = made.iter().map(|(at, _)| *at).collect();
        let kept = kept(&times, now);
        for (at, file) in made {
            if !kept.contains(&at) {
                fs::remove_file(&file)?;
                tracing::info!(file = %file.display(), "a backup is no longer kept");
            }
        }
        Ok(())
    }
}

/// The backups of a folder, the oldest first. Other files are left alone.
pub fn of_folder(folder: &Path) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    named(folder, NAME)
}

/// The files of a folder whose names have a form, with their times, the oldest first. Those without content are none.
fn named(folder: &Path, form: &str) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let at = jiff::civil::DateTime::strptime(form, name).and_then(|at| at.to_zoned(TimeZone::UTC));
        let has_content = || fs::metadata(&path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
        if let Ok(at) = at
            && has_content()
        {
            found.push((at.timestamp(), path));
        }
    }
    found.sort();
    Ok(found)
}

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("{0}")]
    Store(#[from] Error),
    #[error("{0}")]
    Folder(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_store::testing;

    #[tokio::test]
    async fn a_backup_is_made_each_hour_and_what_is_not_kept_is_deleted() {
        let (store, folder) = (testing::sqlite().await, tempfile::tempdir().unwrap());
        let backups = Backups::in_folder(folder.path().join("backups")).unwrap();
        fs::write(backups.folder.join("notes.txt"), "of the operator").unwrap();
        let begin: Timestamp = "2026-06-15T12:00:00Z".parse().unwrap();
        fs::write(backups.folder.join("grow-20260615T110000Z.db.partial"), "broken off").unwrap();
        fs::write(backups.folder.join("grow-20260615T110500Z.db"), "").unwrap();
        for minutes in [0, 30, 60, 61, 120] {
            backups.renew(&store, begin + SignedDuration::from_mins(minutes)).await.unwrap();
        }
        let names = || {
            let made = of_folder(&backups.folder).unwrap();
            made.iter().map(|(_, path)| path.file_name().unwrap().to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let of_the_day = ["grow-20260615T120000Z.db", "grow-20260615T130000Z.db", "grow-20260615T140000Z.db"];
        assert_eq!(names(), of_the_day);
        assert!(!backups.folder.join("grow-20260615T110000Z.db.partial").exists());
        // A clock that is 100 days ahead for one start, and then right again.
        for minutes in [60 * 24 * 100, 180] {
            backups.renew(&store, begin + SignedDuration::from_mins(minutes)).await.unwrap();
        }
        let all = [&of_the_day[..], &["grow-20260615T150000Z.db", "grow-20260923T120000Z.db"]].concat();
        assert_eq!(names(), all);
        for hour in 0..30 {
            let at = begin + SignedDuration::from_hours(24 + hour);
            fs::write(backups.folder.join(at.to_zoned(TimeZone::UTC).strftime(NAME).to_string()), "a backup").unwrap();
        }
        backups.renew(&store, begin + SignedDuration::from_hours(24 * 100)).await.unwrap();
        assert!(!names().contains(&"grow-20260615T130000Z.db".to_owned()), "enough newer ones stand");
        assert!(names().contains(&"grow-20260615T150000Z.db".to_owned()), "it is the only one of its day");
        assert!(backups.folder.join("notes.txt").exists());
    }
}

//! Notices that a backup of the database was restored, and tells the phones: they offer again what they know to be
//! recorded. Outside the database, a file keeps the generation of the store and the number of its newest change. A
//! store that is behind the file at the start of the server was restored, and begins another generation.

use grow_store::{Generation, Store};
use http::HeaderValue;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// As the database beside it.
const OWNER_ONLY: u32 = 0o600;

/// What the server knows of the generation of its store.
pub(crate) struct StoreName {
    id: Uuid,
    header: HeaderValue,
    /// None if the operator keeps no file.
    file: Option<PathBuf>,
}

impl StoreName {
    /// Reads the generation. Begins another one, `fresh`, if the store is behind the file.
    pub(crate) async fn open(store: &Store, file: Option<PathBuf>, fresh: Uuid) -> grow_store::Result<Self> {
        let Generation { mut id, newest_change } = store.generation(fresh).await?;
        // Under another name, the phones notice it without this.
        let is_behind = |noted: Generation| noted.id == id && noted.newest_change > newest_change;
        if file.as_deref().and_then(read).is_some_and(is_behind) {
            tracing::warn!("a backup of the database was restored: phones send again what it may have lost");
            store.begin_generation(fresh).await?;
            id = fresh;
        }
        let header = HeaderValue::try_from(id.to_string()).unwrap_or(HeaderValue::from_static(""));
        let name = Self { id, header, file };
        name.write_down(newest_change);
        Ok(name)
    }

    /// The name of the store in an answer.
    pub(crate) fn header(&self) -> HeaderValue {
        self.header.clone()
    }

    /// Notes how far the store has come, for the next start.
    pub(crate) async fn note(&self, store: &Store) {
        if self.file.is_none() {
            return;
        }
        match store.generation(self.id).await {
            // Another server may have begun another one: it knows.
            Ok(Generation { id, newest_change }) if id == self.id => self.write_down(newest_change),
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "the newest change of the store could not be read"),
        }
    }

    /// A failure is logged: the server goes on without it.
    fn write_down(&self, newest_change: i64) {
        let Some(file) = &self.file else { return };
        if let Err(error) = write(file, Generation { id: self.id, newest_change }) {
            tracing::error!(%error, file = %file.display(), "the newest change of the store could not be noted");
        }
    }
}

fn read(file: &Path) -> Option<Generation> {
    let text = std::fs::read_to_string(file).ok()?;
    let (id, number) = text.trim().split_once(' ')?;
    Some(Generation { id: id.parse().ok()?, newest_change: number.parse().ok()? })
}

/// Replaces the file at once, so that a power loss leaves the old or the new one.
fn write(file: &Path, Generation { id, newest_change }: Generation) -> io::Result<()> {
    let next = file.with_extension("next");
    let mut written = OpenOptions::new().write(true).create(true).truncate(true).mode(OWNER_ONLY).open(&next)?;
    writeln!(written, "{id} {newest_change}")?;
    written.sync_data()?;
    std::fs::rename(next, file)
}

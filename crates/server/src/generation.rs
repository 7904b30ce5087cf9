//! Notices that a backup of the database was restored. Phones then send again what they know to be recorded.
//!
//! A file outside the database has the generation of the store and the number of its newest change. A store that is
//! behind the file at the start of the server was restored, and begins another generation. Of several servers, each
//! takes over the generation that another one has begun.

use arc_swap::ArcSwap;
use grow_store::{Generation, Store};
use http::HeaderValue;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use uuid::Uuid;

/// As the database beside it.
const OWNER_ONLY: u32 = 0o600;

/// The generation of the server's store.
pub(crate) struct StoreGeneration {
    /// The id as it is told to phones.
    header: ArcSwap<HeaderValue>,
    /// None if the operator keeps no file.
    file: Option<PathBuf>,
}

impl StoreGeneration {
    /// Reads the generation. Begins another one, `fresh`, in a new store and in one that is behind the file.
    pub(crate) async fn open(store: &Store, file: Option<PathBuf>, fresh: Uuid) -> grow_store::Result<Self> {
        let known = store.generation().await?;
        let noted = file.as_deref().and_then(read);
        let is_behind = noted.zip(known).is_some_and(|(noted, known)| {
            // Under another id, the phones notice it without this.
            noted.id == known.id && noted.newest_change > known.newest_change
        });
        if is_behind {
            tracing::warn!("a backup of the database was restored: phones send again what it may have lost");
        }
        if is_behind || known.is_none() {
            store.begin_generation(fresh).await?;
        }
        let this = Self { header: ArcSwap::from_pointee(HeaderValue::from_static("")), file };
        this.refresh(store).await?;
        Ok(this)
    }

    /// The id of the generation, for an answer.
    pub(crate) fn header(&self) -> HeaderValue {
        HeaderValue::clone(&self.header.load())
    }

    /// Takes over the generation of the store, and notes how far it has come.
    pub(crate) async fn refresh(&self, store: &Store) -> grow_store::Result<()> {
        let Some(generation) = store.generation().await? else { return Ok(()) };
        let id = HeaderValue::try_from(generation.id.to_string());
        self.header.store(Arc::new(id.unwrap_or(HeaderValue::from_static(""))));
        let Some(file) = &self.file else { return Ok(()) };
        // The server goes on without the note.
        if let Err(error) = write(file, generation) {
            tracing::error!(%error, file = %file.display(), "the newest change of the store could not be noted");
        }
        Ok(())
    }

    /// Notes how far the store has come, before the server ends.
    pub(crate) async fn note_last(&self, store: &Store) {
        if self.file.is_some() {
            self.refresh_or_log(store).await;
        }
    }

    pub(crate) async fn refresh_or_log(&self, store: &Store) {
        if let Err(error) = self.refresh(store).await {
            tracing::error!(%error, "the generation of the store could not be read");
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

#[cfg(test)]
mod tests {
    use super::*;
    use grow_store::testing;

    #[tokio::test]
    async fn a_server_takes_over_the_generation_that_another_one_has_begun() {
        let store = testing::sqlite().await;
        let first = StoreGeneration::open(&store, None, Uuid::from_u128(1)).await.unwrap();
        let second = StoreGeneration::open(&store, None, Uuid::from_u128(2)).await.unwrap();
        assert_eq!(second.header(), first.header(), "the store has one");
        store.begin_generation(Uuid::from_u128(3)).await.unwrap();
        first.refresh(&store).await.unwrap();
        assert_eq!(first.header(), Uuid::from_u128(3).to_string());
    }
}

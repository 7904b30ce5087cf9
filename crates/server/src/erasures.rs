//! The list of erased farmers, in the database and in a file outside it, and the job that deletes their rows. The list
//! closes accounts again that a restored backup has brought back.
//!
//! The file has one id per line and is append-only. An id is on the disk before its account is closed. At start and
//! every hour, each list adds what it lacks from the other, so that each of several servers has a complete copy.

mod job;
mod list_file;

pub(crate) use job::keep_erasing;

pub use list_file::ErasuresError;

use grow_store::{FarmerId, Store};
use jiff::Timestamp;
use list_file::ListFile;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// Number of ids that are read or written at once.
const CHUNK: u16 = 500;

/// The list, and the signal that an account was closed.
pub(crate) struct Erasures {
    /// None if the operator keeps no file.
    copy: Option<Copy>,
    closed: Notify,
}

struct Copy {
    path: PathBuf,
    file: Arc<Mutex<ListFile>>,
}

impl Erasures {
    /// Opens the file, or creates it.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, ErasuresError> {
        let copy = match path {
            Some(path) => Some(Copy { path: path.to_owned(), file: Arc::new(Mutex::new(ListFile::open(path)?)) }),
            None => None,
        };
        Ok(Self { copy, closed: Notify::new() })
    }

    /// Adds a farmer to the file. Returns when the id is on the disk.
    pub(crate) async fn write_down(&self, farmer: FarmerId) -> io::Result<()> {
        self.append(vec![farmer]).await
    }

    async fn append(&self, farmers: Vec<FarmerId>) -> io::Result<()> {
        let Some(Copy { file, .. }) = &self.copy else { return Ok(()) };
        let file = Arc::clone(file);
        let append = move || file.lock().unwrap_or_else(PoisonError::into_inner).append(&farmers);
        tokio::task::spawn_blocking(append).await.map_err(io::Error::other)?
    }

    /// Wakes the job: an account was closed.
    pub(crate) fn wake(&self) {
        self.closed.notify_one();
    }

    /// Synchronises the two lists, and closes listed accounts that are in the database again.
    pub(crate) async fn sync_lists(&self, store: &Store, now: Timestamp) -> Result<(), ErasuresError> {
        let in_file = match &self.copy {
            Some(Copy { path, file }) => {
                let read = Arc::clone(file);
                let read = move || read.lock().unwrap_or_else(PoisonError::into_inner).read();
                let read = tokio::task::spawn_blocking(read).await.map_err(io::Error::other).flatten();
                read.map_err(|error| ErasuresError::File(path.clone(), error))?
            }
            None => Vec::new(),
        };
        for chunk in in_file.chunks(CHUNK.into()) {
            store.list_erased(chunk.to_vec(), now).await?;
        }
        let in_file: HashSet<FarmerId> = in_file.into_iter().collect();
        let (mut last, mut back) = (None, 0_u32);
        loop {
            let listed = store.erased_farmers(last, CHUNK).await?;
            let Some((newest, _)) = listed.last() else { break };
            last = Some(*newest);
            let lacking = listed.iter().map(|(farmer, _)| *farmer).filter(|farmer| !in_file.contains(farmer)).collect();
            if let Err(error) = self.append(lacking).await {
                tracing::error!(%error, "the file of erased farmers could not be brought up to date with the database");
            }
            for (farmer, _) in listed.into_iter().filter(|(_, is_back)| *is_back) {
                match close_again(store, farmer, now).await {
                    Ok(is_closed) => back += u32::from(is_closed),
                    Err(error) if error.is_away() => return Err(error.into()),
                    // The others are closed all the same, and this one is tried again in an hour.
                    Err(error) => tracing::error!(farmer = %farmer.0, %error, "an erased farmer is in the database"),
                }
            }
        }
        if back > 0 {
            tracing::warn!(
                count = back,
                "erased farmers were in the database, as after restoring a backup; they are erased again"
            );
            self.wake();
        }
        Ok(())
    }
}

/// Closes the account of an erased farmer that is in the database again, and that of an imported record which the farmer
/// had kept after the backup. Returns false if there is none.
async fn close_again(store: &Store, farmer: FarmerId, now: Timestamp) -> grow_store::Result<bool> {
    if let Some(imported) = store.found_record(farmer).await? {
        store.close_account(imported.farmer, now).await?;
    }
    Ok(store.close_account(farmer, now).await?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_store::testing::{self, TestStore};
    use grow_store::{Identity, NewSession, TokenHash, User};
    use std::fs;
    use tempfile::TempDir;
    use uuid::Uuid;

    fn noon() -> Timestamp {
        "2026-06-15T12:00:00Z".parse().unwrap()
    }

    fn ids(numbers: &[u128]) -> Vec<FarmerId> {
        numbers.iter().map(|number| FarmerId(Uuid::from_u128(*number))).collect()
    }

    fn in_a_folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        (folder, path)
    }

    fn written(path: &Path) -> Vec<FarmerId> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| FarmerId(line.parse().unwrap())).collect()
    }

    async fn listed(store: &Store) -> Vec<FarmerId> {
        let all = store.erased_farmers(None, u16::MAX).await.unwrap();
        all.into_iter().map(|(farmer, _)| farmer).collect()
    }

    async fn newcomer(store: &TestStore, id: u128) -> FarmerId {
        let user = User { display_name: "Meena".into(), photo_url: None, email: "meena@example.in".into() };
        let identity =
            Identity { issuer: "https://issuer".into(), subject: id.to_string(), user, email_verified: true };
        let token = TokenHash::of(&id.to_string());
        let session = NewSession { token, id: Uuid::from_u128(id), device: None, replaces: None };
        store.sign_in(identity, session, Uuid::from_u128(id), noon()).await.unwrap()
    }

    #[tokio::test]
    async fn each_list_receives_the_entries_that_it_lacks() {
        let (_folder, path) = in_a_folder();
        let store = testing::sqlite().await;
        let list = Erasures::open(Some(&path)).unwrap();
        let many: Vec<u128> = (1..=1_200).collect();
        store.list_erased(ids(&many), noon()).await.unwrap();
        list.write_down(FarmerId(Uuid::from_u128(5_000))).await.unwrap();
        list.sync_lists(&store, noon()).await.unwrap();
        let all = ids(&many.into_iter().chain([5_000]).collect::<Vec<_>>());
        assert_eq!(listed(&store).await, all);
        let mut file = written(&path);
        file.sort_unstable();
        assert_eq!(file, all);
        list.sync_lists(&store, noon()).await.unwrap();
        assert_eq!(written(&path).len(), all.len(), "each once");
    }

    #[tokio::test]
    async fn an_account_on_either_list_is_erased_again() {
        let (_folder, path) = in_a_folder();
        let store = testing::sqlite().await;
        let [restored, broken_off, innocent] =
            [newcomer(&store, 1).await, newcomer(&store, 2).await, newcomer(&store, 3).await];
        let list = Erasures::open(Some(&path)).unwrap();
        list.write_down(restored).await.unwrap();
        store.list_erased(vec![broken_off], noon()).await.unwrap();
        list.sync_lists(&store, noon()).await.unwrap();
        for (farmer, there) in [(restored, false), (broken_off, false), (innocent, true)] {
            assert_eq!(store.account(farmer).await.unwrap().is_some(), there);
        }
    }

    #[tokio::test]
    async fn without_a_file_the_database_has_the_list_alone() {
        let store = testing::sqlite().await;
        let list = Erasures::open(None).unwrap();
        let back = newcomer(&store, 1).await;
        store.list_erased(vec![back], noon()).await.unwrap();
        list.write_down(back).await.unwrap();
        list.sync_lists(&store, noon()).await.unwrap();
        assert!(store.account(back).await.unwrap().is_none());
    }
}

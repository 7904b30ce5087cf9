//! Who was erased, written down outside the database: a backup of the database that is restored brings nobody back, and an erasure
//! that broke off is done at the next start.
//!
//! A file with one id a line, only ever added to. An id is on the disk before its farmer is erased.

use grow_store::{FarmerId, Store};
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

/// The list of the erased, or nothing where the operator keeps none.
pub(crate) struct Erasures(Option<Arc<Mutex<File>>>);

/// Why the list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ErasuresError {
    /// The file cannot be opened or read.
    #[error("The list of erased farmers, {0}, cannot be used: {1}. GROW_ERASURES names it.")]
    File(PathBuf, io::Error),
    /// A line is no id.
    #[error(
        "Line {1} of the list of erased farmers, {0}, is damaged. Restore the file from a copy; without it, a restored backup \
         could bring erased farmers back."
    )]
    Damaged(PathBuf, usize),
}

impl Erasures {
    /// Opens the list, making it if it is missing, and reads who stands there.
    pub(crate) fn open(path: Option<&Path>) -> Result<(Self, Vec<FarmerId>), ErasuresError> {
        let Some(path) = path else { return Ok((Self(None), Vec::new())) };
        let unusable = |error| ErasuresError::File(path.to_owned(), error);
        let (mut file, mut text) = open_whole(path).map_err(unusable)?;
        // A line without an end was being written when the power went; nobody was told that it was done.
        if let Some(end) = unfinished(&text) {
            tracing::warn!(path = %path.display(), "the list of erased farmers ends in the middle of a line, which was cut off");
            text.truncate(end);
            file.set_len(end as u64).map_err(unusable)?;
        } else if !text.is_empty() && !text.ends_with(b"\n") {
            file.write_all(b"\n").and_then(|()| file.sync_data()).map_err(unusable)?;
        }
        let mut erased = Vec::new();
        for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())) {
            let id = std::str::from_utf8(line).ok().and_then(|line| Uuid::try_parse(line.trim_end()).ok());
            erased.push(FarmerId(id.ok_or_else(|| ErasuresError::Damaged(path.to_owned(), number))?));
        }
        Ok((Self(Some(Arc::new(Mutex::new(file)))), erased))
    }

    /// Writes down that a farmer is to be erased; it is on the disk when this returns.
    pub(crate) async fn write_down(&self, farmer: FarmerId) -> io::Result<()> {
        let Some(file) = self.0.clone() else { return Ok(()) };
        let append = move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(format!("{}\n", farmer.0).as_bytes())?;
            file.sync_data()
        };
        tokio::task::spawn_blocking(append).await.map_err(io::Error::other)?
    }
}

/// Erases again who was erased and stands in the database all the same.
pub(crate) async fn complete(store: &Store, listed: Vec<FarmerId>, now: Timestamp) -> grow_store::Result<()> {
    let mut back: BTreeSet<Uuid> = store.erased_and_back().await?.into_iter().map(|farmer| farmer.0).collect();
    back.extend(listed.into_iter().map(|farmer| farmer.0));
    let mut count = 0_u32;
    for id in back {
        let farmer = FarmerId(id);
        if store.user(farmer).await?.is_some() {
            count += u32::from(store.erase_farmer(farmer, now).await?.is_some());
        }
    }
    if count > 0 {
        tracing::warn!(
            count,
            "erased farmers stood in the database, as after a backup was restored; they were erased again"
        );
    }
    Ok(())
}

/// The file, to be added to, and all that stands in it.
fn open_whole(path: &Path) -> io::Result<(File, Vec<u8>)> {
    let is_new = !path.exists();
    let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path)?;
    if is_new && let Some(folder) = path.parent() {
        // So that the file itself outlives a power cut.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    // A device could be read for ever.
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok((file, text))
}

/// Where the last line begins, if it has no end and is no whole id.
fn unfinished(text: &[u8]) -> Option<usize> {
    let start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let last = text.get(start..)?;
    (!last.is_empty() && Uuid::try_parse_ascii(last).is_err()).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn ids(numbers: &[u128]) -> Vec<FarmerId> {
        numbers.iter().map(|number| FarmerId(Uuid::from_u128(*number))).collect()
    }

    #[tokio::test]
    async fn who_was_written_down_is_read_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let (list, before) = Erasures::open(Some(&path)).unwrap();
        assert!(before.is_empty());
        for farmer in ids(&[1, 2]) {
            list.write_down(farmer).await.unwrap();
        }
        assert_eq!(Erasures::open(Some(&path)).unwrap().1, ids(&[1, 2]));
    }

    #[tokio::test]
    async fn a_line_that_broke_off_is_cut_off_and_the_next_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let first = format!("{}\n", Uuid::from_u128(1));
        fs::write(&path, format!("{first}0000")).unwrap();
        let (list, erased) = Erasures::open(Some(&path)).unwrap();
        assert_eq!(erased, ids(&[1]));
        list.write_down(FarmerId(Uuid::from_u128(2))).await.unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{first}{}\n", Uuid::from_u128(2)));
        fs::write(&path, first.trim_end()).unwrap();
        let (list, erased) = Erasures::open(Some(&path)).unwrap();
        assert_eq!(erased, ids(&[1]), "only its end was missing");
        list.write_down(FarmerId(Uuid::from_u128(2))).await.unwrap();
        assert_eq!(Erasures::open(Some(&path)).unwrap().1, ids(&[1, 2]));
    }

    #[test]
    fn a_damaged_line_is_told_with_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        for damage in ["not an id", "0000", "\u{0}\u{0}\u{0}", "019774a2-0000-7000-8000-00000000000g"] {
            fs::write(&path, format!("{}\n{damage}\n", Uuid::from_u128(1))).unwrap();
            let Err(error) = Erasures::open(Some(&path)) else { panic!("{damage}") };
            let sentence = error.to_string();
            assert!(sentence.contains("Line 2") && sentence.contains(path.to_str().unwrap()), "{sentence}");
        }
    }

    #[test]
    fn a_list_that_cannot_be_made_is_told() {
        for path in ["/dev/null/erasures", "/dev/null", "/dev"] {
            let Err(error) = Erasures::open(Some(Path::new(path))) else { panic!("opened {path}") };
            assert!(error.to_string().contains("GROW_ERASURES"), "{error}");
        }
    }

    #[tokio::test]
    async fn an_id_that_is_not_on_the_disk_is_not_written_down() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let closed_to_writes = File::open(file.path()).unwrap();
        let list = Erasures(Some(Arc::new(Mutex::new(closed_to_writes))));
        assert!(list.write_down(FarmerId(Uuid::from_u128(1))).await.is_err());
    }
}

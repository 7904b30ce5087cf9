//! The file of erased farmers, one id per line.

use grow_store::FarmerId;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// Length of an id as text.
const ID_LENGTH: usize = 36;

/// Why the list of erased farmers cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ErasuresError {
    /// The file cannot be opened or read.
    #[error("The list of erased farmers, {0}, cannot be used: {1}. GROW_ERASURES names it.")]
    File(PathBuf, io::Error),
    /// The list in the database cannot be read or written.
    #[error(transparent)]
    Store(#[from] grow_store::Error),
}

/// The path of the list. The file is opened for each use, because an editor or a log rotation may replace it.
pub(super) struct ListFile(PathBuf);

impl ListFile {
    /// Opens the file, or creates it with access for its owner only.
    pub(super) fn open(path: &Path) -> Result<Self, ErasuresError> {
        open(path).map_err(|error| ErasuresError::File(path.to_owned(), error))?;
        Ok(Self(path.to_owned()))
    }

    /// Appends ids, each in a line of its own, also behind a line that a power loss has torn. On success all are on the
    /// disk, on failure none is in the file. It fails if the file is gone: a new one would lack all earlier ids.
    pub(super) fn append(&self, farmers: &[FarmerId]) -> io::Result<()> {
        if farmers.is_empty() {
            return Ok(());
        }
        let mut file = OpenOptions::new().read(true).append(true).open(&self.0)?;
        let length = file.seek(SeekFrom::End(0))?;
        let lines = farmers.iter().map(|farmer| format!("{}\n", farmer.0));
        let torn = if ends_in_a_line(&mut file)? { "" } else { "\n" };
        let text: String = std::iter::once(torn.to_owned()).chain(lines).collect();
        let appended = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        if appended.is_err() {
            file.set_len(length)?;
        }
        appended
    }

    /// Returns the ids in the file. Tells of lines that are none, and leaves them where they are.
    pub(super) fn read(&self) -> io::Result<Vec<FarmerId>> {
        let (mut ids, mut invalid) = (Vec::new(), 0_u32);
        for line in BufReader::new(open(&self.0)?).split(b'\n') {
            let line = line?;
            let text = line.trim_ascii();
            // Earlier releases have appended a whole id to a torn one.
            let id = text.last_chunk::<ID_LENGTH>().and_then(|id| Uuid::try_parse_ascii(id).ok());
            ids.extend(id.map(FarmerId));
            invalid += u32::from(text.len() != if id.is_some() { ID_LENGTH } else { 0 });
        }
        if invalid > 0 {
            tracing::error!(
                file = %self.0.display(),
                lines = invalid,
                "the list of erased farmers has lines that are no ids. Compare with the list of another server or of a \
                 backup, add what is missing, and delete these lines."
            );
        }
        Ok(ids)
    }
}

fn ends_in_a_line(file: &mut File) -> io::Result<bool> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    Ok(last == [b'\n'])
}

fn open(path: &Path) -> io::Result<File> {
    let is_new = !path.exists();
    let file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path)?;
    let metadata = file.metadata()?;
    // Reading a device may never end.
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    if metadata.mode() & 0o077 != 0 {
        tracing::warn!(
            file = %path.display(),
            mode = format!("{:o}", metadata.mode() & 0o777),
            "other users of this computer may read the list of erased farmers; run: chmod 600 {}",
            path.display()
        );
    }
    if is_new {
        sync_folder(path)?;
    }
    Ok(file)
}

/// Syncs the folder, so that the new file itself survives a power loss.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    fn farmer(number: u128) -> FarmerId {
        FarmerId(Uuid::from_u128(number))
    }

    fn line(number: u128) -> String {
        format!("{}\n", farmer(number).0)
    }

    fn with(content: &str) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        fs::write(&path, content).unwrap();
        (folder, path)
    }

    #[test]
    fn listed_ids_are_read_back() {
        let (_folder, path) = with("");
        let list = ListFile::open(&path).unwrap();
        list.append(&[farmer(1)]).unwrap();
        list.append(&[farmer(2), farmer(3)]).unwrap();
        assert_eq!(ListFile::open(&path).unwrap().read().unwrap(), [farmer(1), farmer(2), farmer(3)]);
    }

    #[test]
    fn a_torn_line_takes_no_id_with_it() {
        let whole = farmer(2).0.to_string();
        for (content, read) in [
            (format!("{}0197", line(1)), vec![1]),
            (format!("{}{whole}", line(1)), vec![1, 2]),
            (format!("{}0197{}{}", line(1), line(2), line(3)), vec![1, 2, 3]),
            (format!("{}\0\0\0\n{}", line(1), line(2)), vec![1, 2]),
            (format!("\n{}\n{}", line(1), line(2)), vec![1, 2]),
            (String::new(), vec![]),
        ] {
            let (_folder, path) = with(&content);
            let read: Vec<_> = read.into_iter().map(farmer).collect();
            let list = ListFile::open(&path).unwrap();
            assert_eq!(list.read().unwrap(), read, "{content:?}");
            list.append(&[farmer(9)]).unwrap();
            assert_eq!(list.read().unwrap(), [read, vec![farmer(9)]].concat(), "{content:?}");
            assert!(fs::read_to_string(&path).unwrap().starts_with(&content), "{content:?}");
        }
    }

    #[test]
    fn a_list_in_whose_place_another_was_put_has_the_next_id_and_one_that_is_gone_takes_none() {
        let (folder, path) = with(&line(1));
        let list = ListFile::open(&path).unwrap();
        let edited = folder.path().join("edited");
        fs::write(&edited, line(1)).unwrap();
        fs::rename(&edited, &path).unwrap();
        list.append(&[farmer(2)]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), line(1) + &line(2));
        fs::remove_file(&path).unwrap();
        assert!(list.append(&[farmer(3)]).is_err());
    }

    #[test]
    fn the_list_file_is_private_to_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        ListFile::open(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_list_that_cannot_be_made_is_told() {
        for path in ["/dev/null/erasures", "/dev/null", "/dev"] {
            let Err(error) = ListFile::open(Path::new(path)) else { panic!("opened {path}") };
            assert!(error.to_string().contains("GROW_ERASURES"), "{error}");
        }
    }
}

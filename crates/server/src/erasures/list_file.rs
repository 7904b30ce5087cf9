//! The file of erased farmers, one id per line.

use grow_store::FarmerId;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
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

/// File operations that the list needs, so that tests can simulate a full disk.
pub(super) trait Disk: io::Read + Write + Seek + Send {
    /// Truncates the file to this length.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Returns when all data is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Disk for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

pub(super) struct ListFile {
    path: PathBuf,
    disk: Box<dyn Disk>,
    /// A failed append may have left a partial line.
    may_be_torn: bool,
}

impl ListFile {
    /// Opens the file, or creates it with access for its owner only. Lines that are not ids, such as the last one after
    /// a power loss, are moved to a file beside it and logged. They never prevent a start.
    pub(super) fn open(path: &Path) -> Result<Self, ErasuresError> {
        let unusable = |error| ErasuresError::File(path.to_owned(), error);
        let file = open(path).map_err(unusable)?;
        let mut list = Self { path: path.to_owned(), disk: Box::new(file), may_be_torn: false };
        list.mend().map_err(unusable)?;
        Ok(list)
    }

    /// Appends ids. On success all are on the disk, on failure none is in the file.
    pub(super) fn append(&mut self, farmers: &[FarmerId]) -> io::Result<()> {
        if farmers.is_empty() {
            return Ok(());
        }
        if self.may_be_torn {
            self.mend()?;
        }
        let length = self.disk.seek(SeekFrom::End(0))?;
        let appended = self.disk.write_all(lines(farmers).as_bytes()).and_then(|()| self.disk.sync());
        if appended.is_err() {
            self.may_be_torn = self.disk.cut(length).and_then(|()| self.disk.sync()).is_err();
        }
        appended
    }

    /// Returns the ids in the file.
    pub(super) fn read(&mut self) -> io::Result<Vec<FarmerId>> {
        Ok(self.lines()?.ids)
    }

    fn lines(&mut self) -> io::Result<Lines> {
        self.disk.seek(SeekFrom::Start(0))?;
        let mut lines = Lines::default();
        let mut reader = BufReader::new(&mut self.disk);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            lines.take(&line);
            line.clear();
        }
        Ok(lines)
    }

    /// Moves lines that are not ids to another file, so that the list has complete lines only.
    fn mend(&mut self) -> io::Result<()> {
        let Lines { ids, damaged, is_whole } = self.lines()?;
        if is_whole {
            self.may_be_torn = false;
            return Ok(());
        }
        if !damaged.is_empty() {
            let aside = with_ending(&self.path, ".damaged");
            let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(&aside)?;
            file.write_all(&damaged)?;
            file.sync_all()?;
            tracing::error!(
                file = %self.path.display(),
                "the list of erased farmers had invalid lines; they were moved to {}. Compare with the list of \
                 another server or of a backup, and add what is missing.",
                aside.display()
            );
        }
        let anew = with_ending(&self.path, ".new");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&anew)?;
        file.write_all(lines(&ids).as_bytes())?;
        file.sync_all()?;
        fs::rename(&anew, &self.path)?;
        self.disk = Box::new(open(&self.path)?);
        self.may_be_torn = false;
        sync_folder(&self.path)
    }
}

/// The content of a list.
#[derive(Default)]
struct Lines {
    ids: Vec<FarmerId>,
    /// Lines that are not ids, unchanged.
    damaged: Vec<u8>,
    /// Whether every line is an id and complete.
    is_whole: bool,
}

impl Lines {
    fn take(&mut self, line: &[u8]) {
        let is_first = self.ids.is_empty() && self.damaged.is_empty();
        let text = line.trim_ascii();
        let id = |text: &[u8]| Uuid::try_parse_ascii(text).ok().filter(|_| text.len() == ID_LENGTH).map(FarmerId);
        match id(text) {
            Some(id) => {
                self.is_whole = (self.is_whole || is_first) && line.ends_with(b"\n");
                self.ids.push(id);
            }
            None if text.is_empty() => self.is_whole = self.is_whole || is_first,
            None => {
                self.is_whole = false;
                // A partial line, with the complete line that was appended to it.
                self.ids.extend(text.last_chunk::<ID_LENGTH>().and_then(|end| id(end)));
                self.damaged.extend_from_slice(text);
                self.damaged.push(b'\n');
            }
        }
    }
}

/// Returns a line for each id.
fn lines(farmers: &[FarmerId]) -> String {
    farmers.iter().flat_map(|farmer| [farmer.0.to_string(), "\n".to_owned()]).collect()
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
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
    use std::io::Read;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
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
        let mut list = ListFile::open(&path).unwrap();
        list.append(&[farmer(1)]).unwrap();
        list.append(&[farmer(2), farmer(3)]).unwrap();
        assert_eq!(ListFile::open(&path).unwrap().read().unwrap(), [farmer(1), farmer(2), farmer(3)]);
    }

    #[test]
    fn malformed_lines_are_set_aside_and_every_id_is_kept() {
        let whole = farmer(2).0.to_string();
        for (content, read, aside) in [
            (format!("{}0197", line(1)), vec![1], Some("0197\n".to_owned())),
            (format!("{}{whole}", line(1)), vec![1, 2], None),
            (format!("{}0197{}{}", line(1), line(2), line(3)), vec![1, 2, 3], Some(format!("0197{whole}\n"))),
            (format!("{}\0\0\0\n{}", line(1), line(2)), vec![1, 2], Some("\0\0\0\n".to_owned())),
            (format!("\n{}\n{}", line(1), line(2)), vec![1, 2], None),
            (String::new(), vec![], None),
        ] {
            let (_folder, path) = with(&content);
            let read: Vec<_> = read.into_iter().map(farmer).collect();
            let mut list = ListFile::open(&path).unwrap();
            assert_eq!(list.read().unwrap(), read, "{content:?}");
            assert_eq!(fs::read_to_string(with_ending(&path, ".damaged")).ok(), aside, "{content:?}");
            list.append(&[farmer(9)]).unwrap();
            let again = ListFile::open(&path).unwrap().read().unwrap();
            assert_eq!(again, [read, vec![farmer(9)]].concat(), "{content:?}");
        }
    }

    #[test]
    fn the_list_file_is_private_to_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        drop(ListFile::open(&path).unwrap());
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_list_that_cannot_be_made_is_told() {
        for path in ["/dev/null/erasures", "/dev/null", "/dev"] {
            let Err(error) = ListFile::open(Path::new(path)) else { panic!("opened {path}") };
            assert!(error.to_string().contains("GROW_ERASURES"), "{error}");
        }
    }

    /// A disk that, while full, writes only half of the data and may fail to undo it.
    struct FullDisk {
        file: File,
        is_full: Arc<AtomicBool>,
        can_cut: bool,
    }

    impl Read for FullDisk {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.file.read(buffer)
        }
    }

    impl Seek for FullDisk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.file.seek(to)
        }
    }

    impl Write for FullDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if !self.is_full.load(Ordering::Relaxed) {
                return self.file.write(bytes);
            }
            self.file.write_all(&bytes[..bytes.len() / 2])?;
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.file.flush()
        }
    }

    impl Disk for FullDisk {
        fn cut(&mut self, length: u64) -> io::Result<()> {
            if self.can_cut { self.file.set_len(length) } else { Err(io::ErrorKind::StorageFull.into()) }
        }

        fn sync(&mut self) -> io::Result<()> {
            self.file.sync_data()
        }
    }

    #[test]
    fn half_a_line_on_a_full_disk_is_undone_and_the_next_one_is_whole() {
        for can_cut in [true, false] {
            let (_folder, path) = with(&line(1));
            let is_full = Arc::new(AtomicBool::new(true));
            let disk = FullDisk { file: open(&path).unwrap(), is_full: Arc::clone(&is_full), can_cut };
            let mut list = ListFile { path: path.clone(), disk: Box::new(disk), may_be_torn: false };
            assert!(list.append(&[farmer(2)]).is_err(), "and so is not erased");
            assert_eq!(fs::read_to_string(&path).unwrap() == line(1), can_cut);
            is_full.store(false, Ordering::Relaxed);
            list.append(&[farmer(3)]).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), [line(1), line(3)].concat());
        }
    }
}

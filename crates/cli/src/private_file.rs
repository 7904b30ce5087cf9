//! Files and folders that only their owner can read.

use anyhow::{Context, bail};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Creates a folder that only its owner can enter. An empty one that exists is used.
pub(crate) fn make_private(folder: &Path) -> anyhow::Result<()> {
    let name = folder.display();
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                bail!("{name} is not empty; name a new folder");
            }
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .with_context(|| format!("{name} cannot be made")),
        Err(error) => Err(error).with_context(|| format!("{name} cannot be used")),
    }
}

/// Creates a file that only its owner can read. Fails if there is anything at the path already, such as a link.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

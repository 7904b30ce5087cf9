//! Finds the languages of `data/languages` and embeds their files.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let data = Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../data");
    let languages = data.join("languages");
    // Until the folder exists, watch the one that it will be in.
    let watched = if languages.exists() { &languages } else { &data };
    writeln!(io::stdout(), "cargo::rerun-if-changed={}", watched.display())?;

    let mut folders = String::new();
    for folder in entries(&languages)?.iter().filter(|path| path.is_dir()) {
        let mut texts = String::new();
        for file in files(folder)? {
            let inside = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
            let whole = fs::canonicalize(&file)?.display().to_string();
            writeln!(texts, "        ({inside:?}, include_str!({whole:?})),").map_err(io::Error::other)?;
        }
        let language = name(folder);
        writeln!(folders, "    Folder {{ language: {language:?}, files: &[\n{texts}    ] }},")
            .map_err(io::Error::other)?;
    }
    let source = format!("static FOLDERS: &[Folder] = &[\n{folders}];\n");
    fs::write(Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join("languages.rs"), source)
}

/// The content files below a folder, by path.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "toml" || ending == "csv") {
            files.push(path);
        }
    }
    Ok(files)
}

/// What is in a folder, by name. Empty if there is no such folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

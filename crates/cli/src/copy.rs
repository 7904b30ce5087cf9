//! Whole copies of a database: the folder that `grow export --all` writes and `grow import` reads.

use crate::counted::{counted, one_or_many};
use crate::database::open_to_read;
use crate::private_file::{create_new, make_private};
use anyhow::{Context, bail};
use grow_store::{DatabaseUrl, Store, TableFile, copied_tables};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Folder of the tables within a copy.
const TABLES: &str = "tables";
const MANIFEST: &str = "manifest.json";
const FORMAT: u16 = 1;

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u16,
    tables: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    table: String,
    rows: u64,
    sha256: String,
}

/// Writes the tables and their description into a folder.
pub(crate) async fn write(store: &Store, folder: &Path) -> anyhow::Result<()> {
    let tables = folder.join(TABLES);
    make_private(&tables)?;
    let files = store.copy_to(tables).await?;
    let entries =
        files.into_iter().map(|TableFile { table, rows, sha256 }| Entry { table: table.to_owned(), rows, sha256 });
    let manifest = Manifest { format: FORMAT, tables: entries.collect() };
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    let written = create_new(&folder.join(MANIFEST)).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.context("the manifest cannot be written")
}

/// Fills an empty database from a folder.
pub(crate) async fn restore(
    folder: &Path,
    database: &DatabaseUrl,
    dry_run: bool,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let name = folder.display();
    let text = fs::read_to_string(folder.join(MANIFEST))
        .with_context(|| format!("{name} is no copy of a database: it has no readable {MANIFEST}"))?;
    let manifest: Manifest =
        serde_json::from_str(&text).with_context(|| format!("{MANIFEST} of {name} is not one that Grow wrote"))?;
    if manifest.format != FORMAT {
        bail!("the copy has format {}, and this Grow reads {FORMAT}; use the Grow that wrote it", manifest.format);
    }
    let find = |table: &'static str| {
        let entry = manifest.tables.iter().find(|entry| entry.table == table);
        entry.map(|Entry { rows, sha256, .. }| TableFile { table, rows: *rows, sha256: sha256.clone() })
    };
    let files: Vec<_> = copied_tables().filter_map(find).collect();
    let rows: u64 = files.iter().map(|file| file.rows).sum();
    if dry_run {
        open_to_read(database).await?;
        let tables = counted(files.len(), "table");
        writeln!(out, "{} of {tables} would be written. Nothing was changed.", counted(rows, "row"))?;
        return Ok(ExitCode::SUCCESS);
    }
    Store::open_existing(database).await?.restore_from(folder.join(TABLES), files).await?;
    let were = one_or_many(rows, "was", "were");
    writeln!(out, "{} {were} written. The database holds what the copy holds.", counted(rows, "row"))?;
    Ok(ExitCode::SUCCESS)
}

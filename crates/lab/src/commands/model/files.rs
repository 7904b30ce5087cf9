//! The files of the commands.

use anyhow::Context;
use grow_lab::suitability::{Model, Table};
use std::io::Write;
use std::path::Path;

/// Reads a table of observed shares from a file, or the embedded one. `None` if it is rejected; the reasons go to
/// `complaints`.
pub(super) fn observed(file: Option<&Path>, complaints: &mut impl Write) -> anyhow::Result<Option<Table>> {
    let Some(file) = file else { return Ok(Some(Table::observed().clone())) };
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        writeln!(complaints, "{name} is not UTF-8 text. Save it as 'CSV UTF-8'.")?;
        return Ok(None);
    };
    match Table::parse(&text) {
        Ok(table) => Ok(Some(table)),
        Err(faults) => {
            for fault in faults {
                writeln!(complaints, "{name}, {fault}.")?;
            }
            Ok(None)
        }
    }
}

pub(crate) fn model(file: &Path) -> anyhow::Result<Model> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    Model::from_bytes(&bytes).with_context(|| format!("{name} is refused"))
}

//! An operator's file that is taken whole or refused whole.

use anyhow::Context;
use grow_domain::figures::Refusal;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// Reads and parses a file. `None`: it is refused, and each reason was written to `complaints`.
pub(crate) fn read<T, F: Display>(
    file: &Path,
    parse: impl FnOnce(&str) -> Result<T, Vec<Refusal<F>>>,
    complaints: &mut impl Write,
) -> anyhow::Result<Option<T>> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        writeln!(complaints, "{name} is not UTF-8 text. Save it as 'CSV UTF-8'. Nothing was changed.")?;
        return Ok(None);
    };
    match parse(&text) {
        Ok(parsed) => Ok(Some(parsed)),
        Err(refusals) => {
            for Refusal { line, fault } in refusals {
                writeln!(complaints, "{name}, line {line}: {fault}.")?;
            }
            writeln!(complaints, "Nothing was changed.")?;
            Ok(None)
        }
    }
}

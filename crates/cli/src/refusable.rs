//! An operator's file that is taken whole or refused whole.

use crate::foreign::{Foreign, Wanted, regular};
use anyhow::Context;
use grow_domain::figures::Refusal;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// Number of faults that are told.
const TOLD: usize = 10;

/// Reads and parses a file. `None`: it is refused, and the first reasons with their number were written to
/// `complaints`.
pub(crate) fn read<T, F: Display>(
    file: &Path,
    parse: impl FnOnce(&str) -> Result<T, Vec<Refusal<F>>>,
    complaints: &mut impl Write,
) -> anyhow::Result<Option<T>> {
    let name = file.display();
    regular(file)?;
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    if let Some(foreign) = Foreign::recognise(&bytes) {
        writeln!(complaints, "{}.\nNothing was changed.", foreign.sentence(file, Wanted::Table))?;
        return Ok(None);
    }
    let Ok(text) = String::from_utf8(bytes) else {
        writeln!(complaints, "{name} is not UTF-8 text. Save it as 'CSV UTF-8'. Nothing was changed.")?;
        return Ok(None);
    };
    match parse(&text) {
        Ok(parsed) => Ok(Some(parsed)),
        Err(refusals) => {
            tell(file, &refusals, complaints)?;
            Ok(None)
        }
    }
}

/// Writes why a file is refused: the first reasons with their number.
pub(crate) fn tell<F: Display>(
    file: &Path,
    refusals: &[Refusal<F>],
    complaints: &mut impl Write,
) -> anyhow::Result<()> {
    for Refusal { line, fault } in refusals.iter().take(TOLD) {
        writeln!(complaints, "{}, line {line}: {fault}.", file.display())?;
    }
    if refusals.len() > TOLD {
        writeln!(complaints, "{TOLD} of {} faults are shown.", refusals.len())?;
    }
    writeln!(complaints, "Nothing was changed.")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::figures::Fault;
    use rustix::fs::{CWD, Mode, mkfifoat};

    #[test]
    fn a_pipe_is_told_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifoat(CWD, &pipe, Mode::RWXU).unwrap();
        let refusal = read::<(), Fault>(&pipe, |_| Ok(()), &mut Vec::new()).unwrap_err().to_string();
        assert!(refusal.contains("is no regular file"), "{refusal}");
    }
}

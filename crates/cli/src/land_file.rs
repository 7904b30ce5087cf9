//! Choice of the land table: the embedded one, or a file of the operator.

use anyhow::Context;
use grow_domain::land::LandTable;
use grow_domain::soil_climate::Predictor;
use std::path::{Path, PathBuf};

/// The option of the land table.
#[derive(clap::Args)]
pub(crate) struct LandFile {
    /// A land table of your own, as `grow-lab land write` writes it [default: the table that Grow ships]
    #[arg(long = "land", env = "GROW_LAND", value_name = "FILE")]
    file: Option<PathBuf>,
    /// A model of your own, which releases before the land table read
    #[arg(long = "model", env = "GROW_MODEL", value_name = "FILE", hide = true)]
    model: Option<PathBuf>,
}

impl LandFile {
    /// Reads the table. An invalid file is an error, because no start is better than wrong predictions.
    pub(crate) fn predictor(&self) -> anyhow::Result<Predictor> {
        let Some(file) = &self.file else {
            // Otherwise the shipped table would silently be used instead.
            anyhow::ensure!(
                self.model.is_none(),
                "GROW_MODEL is no longer read: write a land table from your model with `grow-lab land write --model \
                 FILE`, and set GROW_LAND to it"
            );
            return Ok(Predictor::of(LandTable::shipped()));
        };
        let table = table(file).context("the land table to predict with (GROW_LAND) cannot be used")?;
        Ok(Predictor::of(table))
    }
}

fn table(file: &Path) -> anyhow::Result<LandTable> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    LandTable::from_bytes(bytes).with_context(|| format!("{name} is refused"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::District;
    use grow_domain::farmer::Npk;

    const SHIPPED: &[u8] = include_bytes!("../../../data/land.grow");

    fn predictor(bytes: &[u8]) -> Result<Predictor, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.grow");
        std::fs::write(&file, bytes).unwrap();
        LandFile { file: Some(file), model: None }.predictor().map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_land_table_of_the_operators_own_predicts_in_place_of_the_shipped_one() {
        let own = predictor(SHIPPED).unwrap();
        let erode = District::from_key("tn-erode").unwrap();
        let by_default = LandFile { file: None, model: None }.predictor().unwrap();
        assert_eq!(own.version(), by_default.version());
        assert_eq!(own.predict(erode, Npk::default()), by_default.predict(erode, Npk::default()));
    }

    #[test]
    fn a_corrupt_land_table_is_refused_in_a_sentence() {
        let mut corrupt = SHIPPED.to_vec();
        let middle = corrupt.len() / 2;
        corrupt[middle] ^= 1;
        for bytes in [&corrupt[..], &corrupt[..middle], b"", b"GROWMODL, a model"] {
            let sentence = predictor(bytes).unwrap_err();
            assert!(sentence.starts_with("the land table to predict with (GROW_LAND) cannot be used: "), "{sentence}");
        }
    }

    #[test]
    fn a_land_table_that_is_not_there_is_told() {
        let missing = LandFile { file: Some("/nowhere/own.grow".into()), model: None };
        let sentence = format!("{:#}", missing.predictor().unwrap_err());
        assert!(sentence.contains("(GROW_LAND) cannot be used: /nowhere/own.grow cannot be read: "), "{sentence}");
    }
}

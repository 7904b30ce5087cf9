//! Choice of the model: the embedded one, or a file of the operator.

use anyhow::Context;
use grow_domain::soil_climate::Predictor;
use grow_domain::suitability::{self, Model};
use std::path::{Path, PathBuf};

/// The model option.
#[derive(clap::Args)]
pub(crate) struct ModelFile {
    /// A model file of your own, as `grow-lab model train` writes it [default: the model that Grow ships]
    #[arg(long = "model", env = "GROW_MODEL", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl ModelFile {
    /// Reads the model. An invalid file is an error, because no start is better than wrong predictions.
    pub(crate) fn predictor(&self) -> anyhow::Result<Predictor> {
        let Some(file) = &self.file else { return Ok(Predictor::of(suitability::shipped())) };
        let model = model(file).context("the model to predict with (GROW_MODEL) cannot be used")?;
        Ok(Predictor::of(Box::new(model)))
    }
}

fn model(file: &Path) -> anyhow::Result<Model> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    Model::from_bytes(&bytes).with_context(|| format!("{name} is refused"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_domain::District;
    use grow_domain::farmer::Npk;

    fn predictor(bytes: &[u8]) -> Result<Predictor, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.grow");
        std::fs::write(&file, bytes).unwrap();
        ModelFile { file: Some(file) }.predictor().map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_model_of_the_operators_own_predicts_in_place_of_the_shipped_one() {
        let (shipped, own) = (suitability::shipped(), predictor(&suitability::shipped().to_bytes()).unwrap());
        assert_eq!(own.version(), shipped.version());
        let erode = District::from_key("tn-erode").unwrap();
        let by_default = ModelFile { file: None }.predictor().unwrap();
        assert_eq!(own.predict(erode, Npk::default()), by_default.predict(erode, Npk::default()));
    }

    #[test]
    fn a_corrupt_model_is_refused_in_a_sentence() {
        let mut corrupt = suitability::shipped().to_bytes();
        let middle = corrupt.len() / 2;
        corrupt[middle] ^= 1;
        for bytes in [&corrupt[..], &corrupt[..middle], b"", b"not a model"] {
            let sentence = predictor(bytes).unwrap_err();
            assert!(sentence.starts_with("the model to predict with (GROW_MODEL) cannot be used: "), "{sentence}");
        }
    }

    #[test]
    fn a_model_that_is_not_there_is_told() {
        let missing = ModelFile { file: Some("/nowhere/own.grow".into()) };
        let sentence = format!("{:#}", missing.predictor().unwrap_err());
        assert!(sentence.contains("(GROW_MODEL) cannot be used: /nowhere/own.grow cannot be read: "), "{sentence}");
    }
}

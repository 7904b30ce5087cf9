//! Writing of the records and figures of an import.

use grow_domain::crop_year::in_india;
use grow_domain::documents::{Estimate, Record};
use grow_domain::farmer::Place;
use grow_domain::figures::{Balance, Confidence, DemandFigure};
use grow_domain::soil_climate::Predictor;
use grow_domain::{Crop, CropYear, District, Kilograms, Region};
use grow_server::{Clock, Random};
use grow_store::{Imported, NewRecord, Store};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// Difference of a probability that the report counts.
const DIFFERS: f64 = 0.05;

/// Writes records and compares predictions.
pub(super) struct Import<'a> {
    pub(super) store: &'a Store,
    pub(super) clock: &'a Clock,
    pub(super) random: Random,
    pub(super) predictor: Predictor,
    pub(super) districts: HashMap<String, Option<District>>,
    pub(super) dry_run: bool,
    pub(super) counted: bool,
    pub(super) crop_year: CropYear,
    /// Expected yields of the crop year's sowings, which the estimates contain.
    pub(super) sown: BTreeMap<Crop, Kilograms>,
    pub(super) outcomes: BTreeMap<Imported, u64>,
    pub(super) unresolved: u64,
    pub(super) compared: u64,
    pub(super) differ: u64,
}

impl Import<'_> {
    pub(super) fn prepare(&mut self, record: Record, predicted: &BTreeMap<Crop, f64>) -> NewRecord {
        let place = record.profile.as_ref().map(|profile| profile.place.clone()).unwrap_or_default();
        let district = *self
            .districts
            .entry(place.clone())
            .or_insert_with_key(|place| Place::parse(place).ok().and_then(|place| place.district()));
        self.unresolved += u64::from(!place.is_empty() && district.is_none());
        if let Some(district) = district.filter(|_| !predicted.is_empty()) {
            let profile = record.profile.as_ref();
            let (npk, water) = profile.map(|profile| (profile.npk, profile.water)).unwrap_or_default();
            let ours = self.predictor.predict(district, npk).watered(water);
            // Where no land like the district's is known, any prediction differs.
            let differs = ours.probabilities().is_none_or(|ours| {
                ours.millionths().iter().any(|(crop, millionths)| {
                    let theirs = predicted.get(&crop).copied().unwrap_or(0.0);
                    (theirs - f64::from(*millionths) / 1e6).abs() > DIFFERS
                })
            });
            self.compared += 1;
            self.differ += u64::from(differs);
        }
        NewRecord { record, district, farmer: self.random.id(self.clock.now()) }
    }

    pub(super) async fn write(&mut self, batch: Vec<NewRecord>) -> anyhow::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let sown: Vec<_> = batch
            .iter()
            .map(|new| {
                let of_year = new.record.sowings.iter().filter(|sowing| CropYear::of(sowing.sown_at) == self.crop_year);
                of_year.map(|sowing| (sowing.crop, sowing.expected_yield)).collect::<Vec<_>>()
            })
            .collect();
        let outcomes = if self.dry_run {
            self.store.compare_records(&batch).await?
        } else {
            self.store.import_records(batch, self.counted, self.clock.now()).await?
        };
        for (outcome, sown) in outcomes.into_iter().zip(sown) {
            *self.outcomes.entry(outcome).or_default() += 1;
            if outcome != Imported::Erased {
                for (crop, kilograms) in sown {
                    self.sown.entry(crop).or_default().0 += kilograms.0;
                }
            }
        }
        Ok(())
    }

    /// Turns the estimates into demand figures. `met` contains the sowings of the files, so that the usual supply is
    /// the rest. Returns the number of changed figures.
    pub(super) async fn figures(
        &self,
        estimates: Option<&BTreeMap<Crop, Estimate>>,
        files: &[PathBuf],
    ) -> anyhow::Result<Option<usize>> {
        let Some(estimates) = estimates else { return Ok(None) };
        let names: Vec<_> =
            files.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy()).collect();
        let source = format!("estimation_meet of {}", names.join(", "));
        let figures = estimates.iter().map(|(crop, Estimate { demand, met })| {
            let sown = if self.counted { self.sown.get(crop).copied().unwrap_or_default() } else { Kilograms(0) };
            DemandFigure {
                region: Region::India,
                crop: *crop,
                crop_year: self.crop_year,
                balance: Some(Balance { domestic: *demand, exported: Kilograms(0) }),
                usual_supply: Kilograms((met.0 - sown.0).max(0)),
                usual_land: None,
                years: self.crop_year.to_string(),
                as_of: in_india(self.clock.now()).date(),
                source: source.clone(),
                confidence: "as imported".to_owned(),
                error_percent: Confidence::Low.error_percent(),
                imports: None,
            }
        });
        let figures: Vec<_> = figures.collect();
        let changes = if self.dry_run {
            self.store.compare_figures(figures).await?
        } else {
            self.store.import_figures(figures, self.clock.now()).await?
        };
        Ok(Some(changes.len()))
    }
}

//! The operator's demand figures.

use crate::Store;
use crate::error::Result;
use crate::feed::append_to_feed;
use crate::limit::Limit;
use crate::sql::{Row, Tx, holding, values};
use grow_domain::figures::{Bringing, DemandFigure};
use jiff::Timestamp;

/// A change of a figure by an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureChange {
    /// Previous figure, if any.
    pub old: Option<DemandFigure>,
    /// New figure.
    pub new: DemandFigure,
}

/// What an import of the reference set changed or would change, and what it leaves to the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceImport {
    /// The changes.
    pub changes: Vec<FigureChange>,
    /// Stored figures that stay, because the operator gave or changed them.
    pub kept: Vec<DemandFigure>,
}

impl Store {
    /// All figures, by region, crop year and crop.
    pub async fn figures(&self) -> Result<Vec<DemandFigure>> {
        let mut reading = self.reading().await?;
        all_figures(&mut reading.tx()?).await
    }

    /// Replaces figures of the same region, crop and crop year in one transaction. Other figures stay. Returns the
    /// actual changes.
    pub async fn import_figures(&self, figures: Vec<DemandFigure>, now: Timestamp) -> Result<Vec<FigureChange>> {
        self.write_within(Limit::Job, async move |tx| {
            lock(tx).await?;
            let changes = changes(&all_figures(tx).await?, &figures);
            apply(tx, now, &changes).await?;
            Ok(changes)
        })
        .await
    }

    /// Returns the changes that [`Store::import_figures`] would make.
    pub async fn compare_figures(&self, figures: Vec<DemandFigure>) -> Result<Vec<FigureChange>> {
        let mut reading = self.reading().await?;
        Ok(changes(&all_figures(&mut reading.tx()?).await?, &figures))
    }

    /// Inserts the initial figures. Does nothing if any figure exists.
    pub async fn seed_figures(&self, figures: Vec<DemandFigure>, now: Timestamp) -> Result<()> {
        let mut reading = self.reading().await?;
        if has_figures(&mut reading.tx()?).await? {
            return Ok(());
        }
        drop(reading);
        self.write_within(Limit::Job, async move |tx| {
            lock(tx).await?;
            if has_figures(tx).await? { Ok(()) } else { apply(tx, now, &changes(&[], &figures)).await }
        })
        .await
    }

    /// Brings the reference set of this release in one transaction. Figures that the operator gave or changed stay.
    pub async fn import_reference(&self, now: Timestamp) -> Result<ReferenceImport> {
        self.write_within(Limit::Job, async move |tx| {
            lock(tx).await?;
            let import = reference_import(&all_figures(tx).await?);
            apply(tx, now, &import.changes).await?;
            Ok(import)
        })
        .await
    }

    /// Returns what [`Store::import_reference`] would do.
    pub async fn compare_reference(&self) -> Result<ReferenceImport> {
        Ok(reference_import(&self.figures().await?))
    }
}

/// Whether any figure exists, also one that cannot be read.
async fn has_figures(tx: &mut Tx<'_>) -> Result<bool> {
    Ok(tx.row("SELECT region FROM demand_figures LIMIT 1", &[], |row| row.text(0)).await?.is_some())
}

fn reference_import(stored: &[DemandFigure]) -> ReferenceImport {
    let Bringing { brought, kept } = Bringing::to(stored);
    ReferenceImport { changes: changes(stored, &brought), kept }
}

fn changes(old: &[DemandFigure], new: &[DemandFigure]) -> Vec<FigureChange> {
    new.iter()
        .filter_map(|new| {
            let place = |figure: &DemandFigure| (figure.region, figure.crop, figure.crop_year);
            let old = old.iter().find(|old| place(old) == place(new));
            (old != Some(new)).then(|| FigureChange { old: old.cloned(), new: new.clone() })
        })
        .collect()
}

/// Serialises imports and restatements of all processes, so that each compares with the latest figures.
pub(crate) async fn lock(tx: &mut Tx<'_>) -> Result<()> {
    let turn = tx.held(holding!("SELECT version FROM schema_migrations WHERE version = 1"));
    tx.row(turn, &[], |row| row.int(0)).await?;
    Ok(())
}

async fn all_figures(tx: &mut Tx<'_>) -> Result<Vec<DemandFigure>> {
    tx.readable_rows("demand_figures", &[0, 1, 2], ALL, &[], read_figure).await
}

/// Reads all figures, by region, crop year and crop.
pub(crate) const ALL: &str = "
    SELECT region, crop, crop_year, domestic_kg, exported_kg, outside_supply_kg, usual_land_m2,
           years, as_of, source, confidence,
           error_percent, imported_kg, duty_permille, duty_as_of, import_price_percent
    FROM demand_figures ORDER BY region, crop_year, crop";

pub(crate) fn read_figure(row: &Row<'_>) -> Result<DemandFigure> {
    Ok(DemandFigure {
        region: row.region(0)?,
        crop: row.crop(1)?,
        crop_year: row.crop_year(2)?,
        balance: row.balance(3, 4)?,
        usual_supply: row.figure(5)?,
        usual_land: row.optional_int(6)?.map(|_| row.square_metres(6)).transpose()?,
        years: row.text(7)?,
        as_of: row.date(8)?,
        source: row.text(9)?,
        confidence: row.text(10)?,
        error_percent: row.small(11, "error")?,
        imports: row.imports([12, 13, 14, 15])?,
    })
}

async fn apply(tx: &mut Tx<'_>, now: Timestamp, changes: &[FigureChange]) -> Result<()> {
    for FigureChange { new, .. } in changes {
        let duty_as_of = new.imports.map(|imports| imports.duty_as_of.to_string());
        tx.execute(
            "INSERT INTO demand_figures
                 (region, crop, crop_year, demand_kg, domestic_kg, exported_kg, outside_supply_kg, usual_land_m2,
                  years, as_of, source, confidence, error_percent, imported_kg, duty_permille, duty_as_of,
                  import_price_percent, revision)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 1)
             ON CONFLICT (region, crop, crop_year) DO UPDATE SET
                 demand_kg = excluded.demand_kg, domestic_kg = excluded.domestic_kg,
                 exported_kg = excluded.exported_kg, outside_supply_kg = excluded.outside_supply_kg,
                 usual_land_m2 = excluded.usual_land_m2,
                 years = excluded.years, as_of = excluded.as_of, source = excluded.source,
                 confidence = excluded.confidence, error_percent = excluded.error_percent,
                 imported_kg = excluded.imported_kg, duty_permille = excluded.duty_permille,
                 duty_as_of = excluded.duty_as_of, import_price_percent = excluded.import_price_percent,
                 revision = demand_figures.revision + 1",
            &values![
                new.region,
                new.crop,
                new.crop_year,
                new.demand(),
                new.balance.map(|balance| balance.domestic),
                new.balance.map(|balance| balance.exported),
                new.usual_supply,
                new.usual_land,
                &new.years,
                &new.as_of.to_string(),
                &new.source,
                &new.confidence,
                new.error_percent,
                new.imports.map(|imports| imports.usual),
                new.imports.map(|imports| imports.duty_permille),
                duty_as_of.as_deref(),
                new.imports.and_then(|imports| imports.price_percent)
            ],
        )
        .await?;
        append_to_feed(tx, now, "figures", (new.region.code(), new.crop.key()), new.crop_year).await?;
    }
    Ok(())
}

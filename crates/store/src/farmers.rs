//! Farmers and their saved records.

use crate::FarmerId;
use crate::error::{Error, Result};
use crate::sql::{Row, Tx, values};
use crate::unreadable::UnreadableRows;
use crate::years::FarmerYearLock;
use crate::{Store, consents, journal, places};
use grow_domain::farmer::{FarmerRecord, Land, Npk, Place, Profile};
use grow_domain::land_unit::{LandUnit, OwnUnits, UnitSize};
use grow_domain::privacy::Permission;
use grow_domain::rotation::LastCrop;
use grow_domain::{Crop, CropYear, District, Email, Language, Soil, SquareMetres, Water};
use jiff::Timestamp;
use serde_json::json;

/// Profile claims of the identity provider, as of the last sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Display name.
    pub display_name: String,
    /// Address of the profile picture.
    pub photo_url: Option<String>,
    /// E-mail address. Displayed and exported, never a key.
    pub email: String,
}

/// The account of a farmer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarmerAccount {
    /// Profile claims.
    pub user: User,
    /// Whether an imported record of the verified e-mail waits for the farmer's decision.
    pub has_imported_record: bool,
    /// The language that the farmer chose.
    pub language: Option<Language>,
}

/// A farmer's record, with what the account says beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRecord {
    /// E-mail address of the account.
    pub email: String,
    /// The language that the farmer chose. `None` if they chose none, or one that Grow no longer speaks.
    pub language: Option<Language>,
    /// The record; the default if none is saved.
    pub record: FarmerRecord,
    /// Number of the changes of the record that [`RecordChange::raises_the_revision`]; 0 if none is saved.
    pub revision: i64,
}

/// Outcome of a change of a farmer's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordOutcome {
    /// The record as it is now.
    Changed(OwnRecord),
    /// The record, which has another revision than the change expects. Nothing was written.
    Newer(OwnRecord),
    /// There is no record to remove a crop from.
    NoRecord,
}

/// A change of a farmer's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordChange {
    /// Number and place together (Complete Your Profile).
    Profile(Profile),
    /// Soil nutrients. 0, 0, 0 says that there is no soil test.
    Npk(Npk),
    /// Place alone; it may be empty.
    Place(Place),
    /// All the land that the farmer has. `None` takes it back.
    Land(Option<Land>),
    /// The unit that the farmer measures land in, with its size if it differs between places and they have chosen it.
    Unit(LandUnit, Option<UnitSize>),
    /// Whether the field can be watered. `None` takes the answer back.
    Water(Option<Water>),
    /// The kind of soil of the field. `None` takes the answer back.
    Soil(Option<Soil>),
    /// What stood on the field last. `None` takes the answer back.
    LastCrop(Option<LastCrop>),
    /// Adds a known crop. Idempotent.
    AddKnownCrop(Crop),
    /// Removes a known crop. Does nothing without a saved record.
    RemoveKnownCrop(Crop),
}

impl RecordChange {
    /// Returns whether the change replaces what a form shows. Known crops and the unit are changed one by one.
    fn raises_the_revision(&self) -> bool {
        !matches!(self, Self::Unit(..) | Self::AddKnownCrop(_) | Self::RemoveKnownCrop(_))
    }
}

impl Store {
    /// Returns the account of a farmer.
    pub async fn account(&self, farmer: FarmerId) -> Result<Option<FarmerAccount>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT f.display_name, f.photo_url, f.email, o.subject, f.language
                   FROM farmers f LEFT JOIN farmers o
                       ON o.issuer = 'imported' AND o.subject = f.email_key AND f.email_verified = 1
                   WHERE f.id = $1 AND f.issuer <> 'closed'";
        let account = |row: &Row<'_>| {
            let user = read_user(row)?;
            let has_imported_record = row.optional_text(3)?.is_some_and(|key| is_key(&key, &user.email));
            Ok(FarmerAccount { user, has_imported_record, language: read_language(row, 4)? })
        };
        reading.tx()?.row(sql, &values![farmer], account).await
    }

    /// Keeps the language that a farmer chose. Requires consent.
    pub async fn choose_language(&self, farmer: FarmerId, language: Language, now: Timestamp) -> Result<()> {
        let most = self.bounds.changes;
        self.write(async move |tx| {
            FarmerYearLock::acquire(tx, farmer, CropYear::of(now)).await?.count_change(tx, most).await?;
            let sql = "UPDATE farmers SET language = $1 WHERE id = $2";
            tx.execute(sql, &values![language.tag(), farmer]).await?;
            journal::append(tx, farmer, now, "language", &json!({ "language": language.tag() })).await
        })
        .await
    }

    /// Returns the record of a farmer. `None` if the farmer does not exist.
    pub async fn record(&self, farmer: FarmerId) -> Result<Option<OwnRecord>> {
        let mut reading = self.reading().await?;
        own_record(&mut reading.tx()?, farmer).await
    }

    /// Returns the record of a farmer, and what their consent permits.
    pub async fn record_and_permission(&self, farmer: FarmerId) -> Result<Option<(FarmerRecord, Permission)>> {
        let mut reading = self.reading().await?;
        let mut tx = reading.tx()?;
        let Some(own) = own_record(&mut tx, farmer).await? else { return Ok(None) };
        Ok(Some((own.record, consents::permission(&mut tx, farmer).await?)))
    }

    /// Changes a farmer's record and returns the new record. Additions require consent. `None` if the farmer does not
    /// exist, or if a crop is removed and no record exists.
    pub async fn change_record(
        &self,
        farmer: FarmerId,
        change: RecordChange,
        now: Timestamp,
    ) -> Result<Option<OwnRecord>> {
        match self.change_record_of(farmer, None, change, now).await? {
            RecordOutcome::Changed(own) | RecordOutcome::Newer(own) => Ok(Some(own)),
            RecordOutcome::NoRecord => Ok(None),
        }
    }

    /// Changes a farmer's record, if it still has the expected revision.
    pub async fn change_record_of(
        &self,
        farmer: FarmerId,
        expected: Option<i64>,
        change: RecordChange,
        now: Timestamp,
    ) -> Result<RecordOutcome> {
        let most = self.bounds.changes;
        self.write(async move |tx| {
            if let RecordChange::RemoveKnownCrop(_) = change {
                let sql = "SELECT number FROM farmer_records WHERE farmer_id = $1";
                if tx.row(sql, &values![farmer], |row| row.text(0)).await?.is_none() {
                    return Ok(RecordOutcome::NoRecord);
                }
            } else {
                let year = FarmerYearLock::acquire(tx, farmer, CropYear::of(now)).await?;
                if let Some(expected) = expected {
                    let own = the_record(tx, farmer).await?;
                    if own.revision != expected {
                        return Ok(RecordOutcome::Newer(own));
                    }
                }
                year.count_change(tx, most).await?;
                let sql = "INSERT INTO farmer_records (farmer_id, saved_at, revision) VALUES ($1, $2, $3)
                           ON CONFLICT (farmer_id) DO UPDATE SET
                               saved_at = excluded.saved_at, revision = farmer_records.revision + excluded.revision";
                tx.execute(sql, &values![farmer, now, change.raises_the_revision()]).await?;
            }
            if let Some((kind, body)) = apply(tx, farmer, &change, now).await? {
                journal::append(tx, farmer, now, kind, &body).await?;
            }
            Ok(RecordOutcome::Changed(the_record(tx, farmer).await?))
        })
        .await
    }
}

pub(crate) fn read_user(row: &Row<'_>) -> Result<User> {
    Ok(User { display_name: row.text(0)?, photo_url: row.optional_text(1)?, email: row.text(2)? })
}

/// Returns whether the key of documents is the one of this e-mail.
pub(crate) fn is_key(key: &str, email: &str) -> bool {
    Email::parse(email).is_some_and(|email| email.as_str() == key)
}

pub(crate) fn read_language(row: &Row<'_>, column: usize) -> Result<Option<Language>> {
    Ok(row.optional_text(column)?.and_then(|tag| Language::from_tag(&tag)))
}

pub(crate) async fn own_record(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<OwnRecord>> {
    let sql = "SELECT f.email, COALESCE(r.number, ''), COALESCE(r.place, ''),
                      COALESCE(r.n_g_ha, 0), COALESCE(r.p_g_ha, 0), COALESCE(r.k_g_ha, 0),
                      r.district, r.land_m2, r.land_entered, r.land_unit, r.unit_sizes,
                      (SELECT string_agg(k.crop, ',') FROM known_crops k WHERE k.farmer_id = f.id), f.language,
                      r.water, r.soil, COALESCE(r.revision, 0), COALESCE(r.soil_test_told, 0), r.last_crop
               FROM farmers f LEFT JOIN farmer_records r ON r.farmer_id = f.id
               WHERE f.id = $1 AND f.issuer <> 'closed'";
    let unreadable = tx.unreadable();
    let own = |row: &Row<'_>| {
        // An unreadable value is shown as not given, so that the farmer can give it again.
        let of = OfRow { unreadable: &unreadable, table: "farmer_records", farmer };
        let known_crops = row.optional_text(11)?.unwrap_or_default();
        let known_crops = known_crops.split(',').filter(|key| !key.is_empty());
        let crop = |key: &str| key.parse().map_err(|_| Error::Unreadable("known crop"));
        let known_crops = known_crops
            .map(|key| OfRow { table: "known_crops", ..of }.or_none(crop(key)))
            .collect::<Result<Vec<_>>>()?;
        let record = FarmerRecord {
            number: row.text(1)?,
            place: row.text(2)?,
            district: of.or_none(row.district(6))?.flatten(),
            npk: of.or_none(row.npk(3))?.unwrap_or_default(),
            land: of.or_none(read_land(row))?.flatten(),
            units: of.or_none(read_units(row, 9))?.unwrap_or_default(),
            water: of.or_none(row.optional(13, "water"))?.flatten(),
            soil: of.or_none(row.optional(14, "soil"))?.flatten(),
            soil_test_told: row.int(16)? == 1,
            last_crop: of.or_none(row.optional(17, "last crop"))?.flatten(),
            known_crops: known_crops.into_iter().flatten().collect(),
        };
        let (language, revision) = (read_language(row, 12)?, row.int(15)?);
        Ok(OwnRecord { email: row.text(0)?, language, record, revision })
    };
    let Some(mut own) = tx.row(sql, &values![farmer], own).await? else { return Ok(None) };
    own.record.district = places::certain(tx, farmer, &own.record.place, own.record.district).await?;
    Ok(Some(own))
}

/// A row of a farmer, of which single values may be unreadable.
#[derive(Clone, Copy)]
pub(crate) struct OfRow<'u> {
    pub(crate) unreadable: &'u UnreadableRows,
    pub(crate) table: &'static str,
    pub(crate) farmer: FarmerId,
}

impl OfRow<'_> {
    pub(crate) fn or_none<T>(self, value: Result<T>) -> Result<Option<T>> {
        self.unreadable.or_none(self.table, || self.farmer.0.to_string(), value)
    }
}

/// Reads the land of a farmer from the columns of [`own_record`].
pub(crate) fn read_land(row: &Row<'_>) -> Result<Option<Land>> {
    let entered = row.entered(8)?;
    let land = |area| Land::stored(SquareMetres(area), entered).ok_or(Error::Unreadable("land"));
    row.optional_int(7)?.map(land).transpose()
}

/// The record of a farmer whose crop year is locked.
async fn the_record(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<OwnRecord> {
    own_record(tx, farmer).await?.ok_or(Error::NoConsent)
}

/// Reads the units of a farmer from two columns: the unit that they measure in, and the sizes that they have chosen.
pub(crate) fn read_units(row: &Row<'_>, first: usize) -> Result<OwnUnits> {
    let (preferred, sizes) = (row.optional(first, "unit of land")?, row.optional(first + 1, "unit of land")?);
    Ok(OwnUnits { preferred, sizes: sizes.unwrap_or_default() })
}

/// Adds a known crop, unless it is there.
pub(crate) const ADD_KNOWN_CROP: &str = "INSERT INTO known_crops (farmer_id, crop, added_at) VALUES ($1, $2, $3)
                                         ON CONFLICT (farmer_id, crop) DO NOTHING";

/// Applies a change to a saved record. Returns its kind and its parameters as the journal has them; `None` if there was
/// nothing to change.
async fn apply(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    change: &RecordChange,
    now: Timestamp,
) -> Result<Option<(&'static str, serde_json::Value)>> {
    Ok(Some(match change {
        RecordChange::Profile(Profile { number, place }) => {
            let (number, text) = (number.as_str(), place.as_str());
            let (district, chosen) = (place.district().map(District::key), place.is_chosen());
            let sql = "UPDATE farmer_records SET number = $1, place = $2, district = $3 WHERE farmer_id = $4";
            let values = values![number, text, district, farmer];
            tx.execute(sql, &values).await?;
            ("profile", json!({ "number": number, "place": text, "district": district, "chosen": chosen }))
        }
        RecordChange::Place(place) => {
            let (text, district) = (place.as_str(), place.district().map(District::key));
            let sql = "UPDATE farmer_records SET place = $1, district = $2 WHERE farmer_id = $3";
            tx.execute(sql, &values![text, district, farmer]).await?;
            ("place", json!({ "place": text, "district": district, "chosen": place.is_chosen() }))
        }
        RecordChange::Npk(npk) => {
            let values = [npk.nitrogen_g_per_ha, npk.phosphorus_g_per_ha, npk.potassium_g_per_ha];
            let [n, p, k] = values;
            let sql = "UPDATE farmer_records SET n_g_ha = $1, p_g_ha = $2, k_g_ha = $3, soil_test_told = 1
                       WHERE farmer_id = $4";
            tx.execute(sql, &values![n, p, k, farmer]).await?;
            ("npk", json!({ "npk_g_per_ha": values }))
        }
        RecordChange::Land(land) => {
            let area = land.map(|land| land.area().0);
            let entered = land.and_then(Land::entered).map(|entered| entered.to_string());
            let sql = "UPDATE farmer_records SET land_m2 = $1, land_entered = $2 WHERE farmer_id = $3";
            tx.execute(sql, &values![area, entered.as_deref(), farmer]).await?;
            ("land", json!({ "land_m2": area, "entered": entered }))
        }
        RecordChange::Unit(unit, size) => {
            let sizes = unit_sizes(tx, farmer, *unit, *size).await?;
            let sql = "UPDATE farmer_records SET land_unit = $1, unit_sizes = $2 WHERE farmer_id = $3";
            tx.execute(sql, &values![unit.key(), sizes.as_deref(), farmer]).await?;
            ("unit", json!({ "unit": unit.key(), "square_metres": size.map(|size| size.to_string()) }))
        }
        RecordChange::Water(water) => {
            let water = water.map(Water::key);
            let sql = "UPDATE farmer_records SET water = $1 WHERE farmer_id = $2";
            tx.execute(sql, &values![water, farmer]).await?;
            ("water", json!({ "water": water }))
        }
        RecordChange::Soil(soil) => {
            let soil = soil.map(Soil::key);
            let sql = "UPDATE farmer_records SET soil = $1 WHERE farmer_id = $2";
            tx.execute(sql, &values![soil, farmer]).await?;
            ("soil", json!({ "soil": soil }))
        }
        RecordChange::LastCrop(last_crop) => {
            let last_crop = last_crop.map(LastCrop::key);
            let sql = "UPDATE farmer_records SET last_crop = $1, last_crop_before = NULL WHERE farmer_id = $2";
            tx.execute(sql, &values![last_crop, farmer]).await?;
            ("last_crop", json!({ "last_crop": last_crop }))
        }
        RecordChange::AddKnownCrop(crop) => {
            tx.execute(ADD_KNOWN_CROP, &values![farmer, *crop, now]).await?;
            ("known_crop_add", json!({ "crop": crop.key() }))
        }
        RecordChange::RemoveKnownCrop(crop) => {
            let sql = "DELETE FROM known_crops WHERE farmer_id = $1 AND crop = $2";
            if tx.execute(sql, &values![farmer, *crop]).await? == 0 {
                return Ok(None);
            }
            ("known_crop_remove", json!({ "crop": crop.key() }))
        }
    }))
}

/// The sizes of units that the farmer has chosen, with a further one, as they are stored. `None` if there are none.
async fn unit_sizes(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    unit: LandUnit,
    size: Option<UnitSize>,
) -> Result<Option<String>> {
    let sql = "SELECT land_unit, unit_sizes FROM farmer_records WHERE farmer_id = $1";
    let own = tx.row(sql, &values![farmer], |row| Ok(read_units(row, 0).ok())).await?;
    let mut sizes = own.flatten().unwrap_or_default().sizes;
    if let Some(size) = size {
        sizes.set(unit, size);
    }
    Ok((!sizes.is_empty()).then(|| sizes.to_string()))
}

//! Consents. Grow stores nothing about a farmer without consent, and computes nothing from a record after withdrawal.

use crate::error::{Error, Result};
use crate::sql::{Holding, Row, Tx, holding, values};
use crate::{FarmerId, Store};
use grow_domain::privacy::{self, Agreed, Permission};
use jiff::{SignedDuration, Timestamp};

/// The time in which the number of agreements is bounded.
const AGREEMENTS_IN: SignedDuration = SignedDuration::from_hours(24);

/// Consent to a privacy notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// Version of the notice.
    pub version: u16,
    /// Language of the notice.
    pub language: String,
    /// Time of consent.
    pub given_at: Timestamp,
    /// Time of withdrawal. `None` while the consent is in force.
    pub withdrawn_at: Option<Timestamp>,
}

impl Consent {
    /// What the consent permits.
    pub fn permits(&self) -> Permission {
        Permission::by_consent(self.version, self.withdrawn_at.is_some())
    }
}

impl Store {
    /// Returns the latest consent of a farmer, withdrawn or not.
    pub async fn consent(&self, farmer: FarmerId) -> Result<Option<Consent>> {
        let mut reading = self.reading().await?;
        latest(&mut reading.tx()?, farmer).await
    }

    /// Records a farmer's consent. Does nothing if the same consent is in force. Refuses more in 24 hours than the
    /// bounds allow. `None` if the farmer does not exist.
    pub async fn give_consent(&self, farmer: FarmerId, agreed: Agreed, now: Timestamp) -> Result<Option<Consent>> {
        let most = self.bounds.agreements;
        self.write(async move |tx| {
            if !farmer.hold(tx).await? {
                return Ok(None);
            }
            let sql = "SELECT version, language, given_at, withdrawn_at, number FROM consents WHERE farmer_id = $1
                       ORDER BY number DESC LIMIT 1";
            let last = tx.row(sql, &values![farmer], |row| Ok((read_consent(row, 0).ok(), row.int(4)?))).await?;
            let number = last.as_ref().map_or(1, |(_, number)| number.saturating_add(1));
            let is_this = |consent: &Consent| consent.permits().to_store() && consent.language == agreed.language();
            if let Some(consent) = last.and_then(|(consent, _)| consent).filter(is_this) {
                return Ok(Some(consent));
            }
            let sql = "SELECT given_at FROM consents WHERE farmer_id = $1 AND number = $2";
            let earlier = values![farmer, number.saturating_sub(most.into())];
            if let Some(given_at) = tx.row(sql, &earlier, |row| Ok(row.timestamp(0).ok())).await?.flatten() {
                let again_in = AGREEMENTS_IN - now.duration_since(given_at);
                if again_in.is_positive() {
                    return Err(Error::TooManyAgreements { again_in: again_in.unsigned_abs() });
                }
            }
            let sql =
                "INSERT INTO consents (farmer_id, number, version, language, given_at) VALUES ($1, $2, $3, $4, $5)";
            tx.execute(sql, &values![farmer, number, agreed.version(), agreed.language(), now]).await?;
            let (version, language) = (agreed.version(), agreed.language().to_owned());
            Ok(Some(Consent { version, language, given_at: now, withdrawn_at: None }))
        })
        .await
    }

    /// Withdraws a farmer's consent. From then on, nothing is stored about them or computed from their record.
    pub async fn withdraw_consent(&self, farmer: FarmerId, now: Timestamp) -> Result<()> {
        self.write(async move |tx| withdraw(tx, farmer, now).await).await
    }
}

/// The consent of a farmer to a version of the notice, if it is in force.
pub(crate) const CURRENT: Holding =
    holding!("SELECT number FROM consents WHERE farmer_id = $1 AND version = $2 AND withdrawn_at IS NULL");

/// Requires consent to the current notice, and locks it until the transaction ends. Writes of the same farmer that need
/// consent are thereby serialised.
pub(crate) async fn require(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<()> {
    let version = privacy::notice().version;
    let consent = tx.row(tx.held(CURRENT), &values![farmer, version], |row| row.int(0)).await?;
    consent.map(drop).ok_or(Error::NoConsent)
}

/// What the farmer's consent permits: the latest one, because a withdrawal is of all.
pub(crate) async fn permission(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Permission> {
    Ok(latest(tx, farmer).await?.as_ref().map(Consent::permits).unwrap_or_default())
}

async fn latest(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Option<Consent>> {
    let sql = "SELECT version, language, given_at, withdrawn_at FROM consents WHERE farmer_id = $1
               ORDER BY number DESC LIMIT 1";
    let unreadable = tx.unreadable();
    // Without a consent that can be read, the farmer is asked again.
    let read = |row: &Row<'_>| unreadable.or_none("consents", || farmer.0.to_string(), read_consent(row, 0));
    Ok(tx.row(sql, &values![farmer], read).await?.flatten())
}

/// Every consent of a farmer, the oldest first.
pub(crate) async fn history(tx: &mut Tx<'_>, farmer: FarmerId) -> Result<Vec<Consent>> {
    let sql = "SELECT version, language, given_at, withdrawn_at, farmer_id, number FROM consents
               WHERE farmer_id = $1 ORDER BY number";
    tx.readable_rows("consents", &[4, 5], sql, &values![farmer], |row| read_consent(row, 0)).await
}

/// Reads a consent from four columns: version, language, and the times it was given and withdrawn.
pub(crate) fn read_consent(row: &Row<'_>, first: usize) -> Result<Consent> {
    Ok(Consent {
        version: row.int(first)?.try_into().map_err(|_| Error::Unreadable("consent"))?,
        language: row.text(first + 1)?,
        given_at: row.timestamp(first + 2)?,
        withdrawn_at: row.optional_timestamp(first + 3)?,
    })
}

/// Withdraws every consent in force. It waits for writes that hold a consent; later writes are refused.
pub(crate) async fn withdraw(tx: &mut Tx<'_>, farmer: FarmerId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE consents SET withdrawn_at = $1 WHERE farmer_id = $2 AND withdrawn_at IS NULL";
    tx.execute(sql, &values![now, farmer]).await.map(drop)
}

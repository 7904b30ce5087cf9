//! Districts that an earlier release decided by a name that was only alike, and which nobody chose: their farmers are
//! asked. The stored district stays until they answer.

use crate::error::Result;
use crate::limit::Limit;
use crate::sql::{Tx, values};
use crate::{FarmerId, Store};
use grow_domain::gazetteer::was_decided_too_soon;
use grow_domain::{District, Region};
use uuid::Uuid;

/// Number of records that one transaction reads.
const PAGE: i64 = 1_000;

impl Store {
    /// Counts the farmers who are asked for their district, because an earlier release decided it without certainty.
    pub async fn places_to_ask_again(&self) -> Result<u64> {
        let (mut count, mut next) = (0, Some(Uuid::nil()));
        while let Some(after) = next {
            let asked;
            (asked, next) = self.read_at_one_moment(Limit::Job, async move |tx| asked_again(tx, after).await).await?;
            count += asked;
        }
        Ok(count)
    }
}

/// The district of a place, unless the farmer is asked for it again.
pub(crate) async fn certain(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    place: &str,
    district: Option<District>,
) -> Result<Option<District>> {
    match district {
        Some(district) if was_decided_too_soon(place, district) => {
            Ok(is_chosen(tx, farmer, district).await?.then_some(district))
        }
        district => Ok(district),
    }
}

/// The region that a farmer's sowings count to: the state of their district, or India if it is not certain. A text that
/// names the state of the district is not looked up: whatever its district is, it lies there.
pub(crate) async fn region(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    place: &str,
    district: Option<District>,
) -> Result<Region> {
    let named = |district: &District| place.to_lowercase().contains(&district.state().name().to_lowercase());
    match district {
        Some(district) if !named(&district) => Ok(Region::of(certain(tx, farmer, place, Some(district)).await?)),
        district => Ok(Region::of(district)),
    }
}

/// Whether the farmer chose the district when they saved their place last.
async fn is_chosen(tx: &mut Tx<'_>, farmer: FarmerId, district: District) -> Result<bool> {
    let sql = "SELECT body FROM request_journal WHERE farmer_id = $1 AND kind IN ('place', 'profile')
               ORDER BY id DESC LIMIT 1";
    let saved = tx.row(sql, &values![farmer], |row| row.text(0)).await?;
    let saved: serde_json::Value = saved.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default();
    let said = |member: &str| saved.get(member).unwrap_or(&serde_json::Value::Null);
    Ok(*said("chosen") == true && *said("district") == district.key())
}

/// Counts those of a page of records whose farmers are asked. Returns the last record, if more may follow.
async fn asked_again(tx: &mut Tx<'_>, after: Uuid) -> Result<(u64, Option<Uuid>)> {
    let sql = "SELECT farmer_id, place, district FROM farmer_records WHERE farmer_id > $1 ORDER BY farmer_id LIMIT $2";
    let unreadable = tx.unreadable();
    let records = tx
        .rows(sql, &values![after, PAGE], |row| {
            // What cannot be read is told elsewhere, and decides no place.
            let district = row.optional_text(2).ok().flatten().and_then(|key| District::from_key(&key));
            let farmer = unreadable.or_none("farmer_records", || row.key(&[0]), row.id(0))?;
            Ok((farmer, row.text(1).unwrap_or_default(), district))
        })
        .await?;
    let mut asked = 0;
    for (farmer, place, district) in &records {
        let Some(farmer) = *farmer else { continue };
        asked += u64::from(certain(tx, FarmerId(farmer), place, *district).await? != *district);
    }
    let is_full = i64::try_from(records.len()).is_ok_and(|count| count == PAGE);
    Ok((asked, records.last().filter(|_| is_full).map(|(farmer, ..)| farmer.unwrap_or(Uuid::max()))))
}

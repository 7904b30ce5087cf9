//! What crops are sold for at the markets.

use crate::Store;
use crate::error::{Error, Result};
use crate::figures;
use crate::limit::Limit;
use crate::sql::{Row, Tx, Value, values};
use crate::unreadable::UnreadableRow;
use grow_domain::market_price::{
    Market, MarketPrices, PriceFile, Prices, Quote, Refusal, Sifted, compared_from, kept_from,
};
use grow_domain::{Crop, Region};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of prices that are written or checked at once.
const CHUNK: usize = 5_000;

/// What is taken of a file, or why it is refused.
type Taken<T> = std::result::Result<T, Vec<Refusal>>;

/// What an import of a file of prices changed or would change.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceImport {
    /// What of the file is taken.
    pub sifted: Sifted,
    /// Prices of a market's day that were not known.
    pub added: usize,
    /// Prices that took the place of others of the same market and day.
    pub changed: usize,
    /// Prices of days that are no longer kept, which are deleted.
    pub deleted: u64,
}

impl PriceImport {
    /// Whether anything changes.
    pub fn changes(&self) -> bool {
        self.added > 0 || self.changed > 0 || self.deleted > 0
    }
}

impl Store {
    /// Keeps the prices of a file, in one transaction, and deletes those of days that are no longer kept. A price takes
    /// the place of another one of its market, crop and day. The same file again changes nothing. A file of which most
    /// prices are far from what stands is refused.
    pub async fn import_prices(&self, file: PriceFile, today: Date, now: Timestamp) -> Result<Taken<PriceImport>> {
        self.write_within(Limit::Job, async move |tx| {
            figures::lock(tx).await?;
            let (import, changes) = match compare(tx, &file, today).await? {
                Ok(compared) => compared,
                Err(refusals) => return Ok(Err(refusals)),
            };
            write(tx, changes).await?;
            tx.execute("DELETE FROM market_prices WHERE day < $1", &values![number_of(kept_from(today))]).await?;
            if import.changes() {
                let sql = "INSERT INTO price_imports (only_row, number, imported_at) VALUES (1, 1, $1)
                           ON CONFLICT (only_row) DO UPDATE SET
                               number = price_imports.number + 1, imported_at = excluded.imported_at";
                tx.execute(sql, &values![now]).await?;
            }
            Ok(Ok(import))
        })
        .await
    }

    /// Returns what [`Store::import_prices`] would change.
    pub async fn compare_prices(&self, file: PriceFile, today: Date) -> Result<Taken<PriceImport>> {
        let compare = async move |tx: &mut Tx<'_>| Ok(compare(tx, &file, today).await?.map(|(import, _)| import));
        self.read_at_one_moment(Limit::Job, compare).await
    }

    /// The prices of the days from one to another. They are read by the week, which needs little memory at once.
    pub async fn market_prices(&self, from: Date, until: Date) -> Result<MarketPrices> {
        self.read_at_one_moment(Limit::Job, async move |tx| {
            let markets = Markets::read(tx).await?;
            let mut prices = MarketPrices::at(markets.by_number.values().cloned());
            let mut first = from;
            while first <= until {
                let next = first.saturating_add(7.days());
                prices.add(&markets.quotes(tx, first, next.saturating_sub(1.day()).min(until)).await?);
                first = next;
            }
            Ok(prices.sorted())
        })
        .await
    }

    /// The prices of a day and of those after it, by day, for tests.
    #[cfg(feature = "testing")]
    pub async fn prices_from(&self, day: Date) -> Result<Vec<Quote>> {
        let read = async move |tx: &mut Tx<'_>| Markets::read(tx).await?.quotes(tx, day, Date::MAX).await;
        self.read_at_one_moment(Limit::Job, read).await
    }

    /// Number of imports that changed a price. A server that knows another number reads the prices anew.
    pub async fn price_imports(&self) -> Result<i64> {
        let mut reading = self.reading().await?;
        let sql = "SELECT number FROM price_imports WHERE only_row = 1";
        Ok(reading.tx()?.row(sql, &[], |row| row.int(0)).await?.unwrap_or(0))
    }

    /// Reads every price, in parts. Returns those that cannot be read.
    pub(crate) async fn check_prices(&self) -> Result<Vec<UnreadableRow>> {
        let (mut found, mut after) = (Vec::new(), i64::MIN);
        loop {
            let part = self.read_at_one_moment(Limit::Job, async move |tx| check_after(tx, after).await).await?;
            let Some((until, unreadable)) = part else { return Ok(found) };
            found.extend(unreadable);
            after = until;
        }
    }
}

/// Checks the prices of the days after one. Returns the last of these days; `None` if there is none.
async fn check_after(tx: &mut Tx<'_>, after: i64) -> Result<Option<(i64, Vec<UnreadableRow>)>> {
    let sql = "SELECT MAX(day) FROM (SELECT day FROM market_prices WHERE day > $1 ORDER BY day LIMIT $2) AS part";
    let chunk = i64::try_from(CHUNK).unwrap_or(i64::MAX);
    let Some(until) = tx.row(sql, &values![after, chunk], |row| row.optional_int(0)).await?.flatten() else {
        return Ok(None);
    };
    let unreadable = tx.unreadable();
    let read = |row: &Row<'_>| unreadable.or_unreadable("market_prices", || row.key(&KEY), read_price(row));
    let rows = tx.rows(BETWEEN, &values![after, until], read).await?;
    Ok(Some((until, rows.into_iter().filter_map(Result::err).collect())))
}

/// What is to be written.
#[derive(Default)]
struct Changes {
    /// With their numbers.
    markets: Vec<(i64, Arc<Market>)>,
    /// With the numbers of their markets.
    prices: Vec<(i64, Quote)>,
}

/// Compares a file with what stands.
async fn compare(tx: &mut Tx<'_>, file: &PriceFile, today: Date) -> Result<Taken<(PriceImport, Changes)>> {
    let mut markets = Markets::read(tx).await?;
    let days = file.days();
    let (first, last) = (days.keys().next().copied().unwrap_or(today), days.keys().last().copied().unwrap_or(today));
    let standing = markets.quotes(tx, compared_from(first), last).await?;
    let sifted = match file.sift(&standing) {
        Ok(sifted) => sifted,
        Err(refusals) => return Ok(Err(refusals)),
    };
    let standing: BTreeMap<_, _> =
        standing.iter().map(|quote| ((quote.day, &quote.market, quote.crop), quote.prices)).collect();
    let (mut to_write, mut added, mut changed) = (Changes::default(), 0, 0);
    for quote in &sifted.quotes {
        match standing.get(&(quote.day, &quote.market, quote.crop)) {
            Some(prices) if *prices == quote.prices => continue,
            Some(_) => changed += 1,
            None => added += 1,
        }
        let (number, is_new) = markets.number(&quote.market)?;
        if is_new {
            to_write.markets.push((number, Arc::clone(&quote.market)));
        }
        to_write.prices.push((number, quote.clone()));
    }
    let old = "SELECT COUNT(*) FROM market_prices WHERE day < $1";
    let deleted = tx.row(old, &values![number_of(kept_from(today))], |row| row.small(0, "count")).await?;
    Ok(Ok((PriceImport { sifted, added, changed, deleted: deleted.unwrap_or(0) }, to_write)))
}

async fn write(tx: &mut Tx<'_>, Changes { markets, prices }: Changes) -> Result<()> {
    let market = |(number, market): &(i64, Arc<Market>)| {
        let district = market.district().map_or("", |district| district.key());
        (*number, market.state().code(), district, market.name().to_owned())
    };
    let rows: Vec<_> = markets.iter().map(market).collect();
    let rows: Vec<_> =
        rows.iter().map(|(number, state, district, name)| values![*number, *state, *district, name]).collect();
    tx.execute_all("INSERT INTO markets (id, state, district, name) VALUES ($1, $2, $3, $4)", &rows).await?;
    for chunk in prices.chunks(CHUNK) {
        let row = |(market, quote): &(i64, Quote)| {
            let Prices { min, max, modal } = quote.prices;
            values![number_of(quote.day), *market, quote.crop, min, max, modal]
        };
        let rows: Vec<[Value<'_>; 6]> = chunk.iter().map(row).collect();
        let sql = "INSERT INTO market_prices (day, market, crop, min, max, modal) VALUES ($1, $2, $3, $4, $5, $6)
                   ON CONFLICT (day, market, crop) DO UPDATE SET
                       min = excluded.min, max = excluded.max, modal = excluded.modal";
        tx.execute_all(sql, &rows).await?;
    }
    Ok(())
}

/// The markets by their numbers, and their numbers.
struct Markets {
    by_number: BTreeMap<i64, Arc<Market>>,
    numbers: BTreeMap<Arc<Market>, i64>,
    /// All numbers that are taken, also those of markets that cannot be read.
    newest: i64,
}

impl Markets {
    async fn read(tx: &mut Tx<'_>) -> Result<Self> {
        let newest = tx.row("SELECT MAX(id) FROM markets", &[], |row| row.optional_int(0)).await?.flatten();
        let rows = tx.readable_rows("markets", &[0], MARKETS, &[], read_market).await?;
        let by_number: BTreeMap<_, _> = rows.into_iter().collect();
        let numbers = by_number.iter().map(|(number, market)| (Arc::clone(market), *number)).collect();
        Ok(Self { by_number, numbers, newest: newest.unwrap_or(0) })
    }

    /// The number of a market, and whether it is a new one.
    fn number(&mut self, market: &Arc<Market>) -> Result<(i64, bool)> {
        if let Some(number) = self.numbers.get(market) {
            return Ok((*number, false));
        }
        self.newest = self.newest.checked_add(1).ok_or(Error::Unreadable("number of a market"))?;
        self.numbers.insert(Arc::clone(market), self.newest);
        Ok((self.newest, true))
    }

    /// The prices of days, from the first to the last. Those of a market that cannot be read are left out.
    async fn quotes(&self, tx: &mut Tx<'_>, first: Date, last: Date) -> Result<Vec<Quote>> {
        let days = values![number_of(first) - 1, number_of(last)];
        let rows = tx.readable_rows("market_prices", &KEY, BETWEEN, &days, read_price).await?;
        let quote = |(day, market, crop, prices)| {
            Some(Quote { day, market: Arc::clone(self.by_number.get(&market)?), crop, prices })
        };
        Ok(rows.into_iter().filter_map(quote).collect())
    }
}

pub(crate) const MARKETS: &str = "SELECT id, state, district, name FROM markets";

pub(crate) fn read_market(row: &Row<'_>) -> Result<(i64, Arc<Market>)> {
    let Region::State(state) = row.region(1)? else { return Err(Error::Unreadable("state")) };
    let district = if row.text_ref(2)?.is_empty() { None } else { row.district(2)? };
    let market = Market::new(state, district, row.text_ref(3)?).ok_or(Error::Unreadable("name"))?;
    Ok((row.int(0)?, Arc::new(market)))
}

/// The columns that name a price.
const KEY: [usize; 3] = [0, 1, 2];

const BETWEEN: &str = "SELECT day, market, crop, min, max, modal FROM market_prices
                       WHERE day > $1 AND day <= $2 ORDER BY day, market";

fn read_price(row: &Row<'_>) -> Result<(Date, i64, Crop, Prices)> {
    let price = |column| row.small(column, "price");
    let prices = Prices::new(price(3)?, price(4)?, price(5)?).ok_or(Error::Unreadable("price"))?;
    Ok((day_of(row.int(0)?)?, row.int(1)?, row.crop(2)?, prices))
}

/// A day as it is stored: 20261127.
fn number_of(day: Date) -> i64 {
    (i64::from(day.year()) * 100 + i64::from(day.month())) * 100 + i64::from(day.day())
}

fn day_of(number: i64) -> Result<Date> {
    let part = |part: i64| i8::try_from(part % 100).ok();
    let year = (number > 0).then(|| i16::try_from(number / 10_000).ok()).flatten();
    let day = year.zip(part(number / 100)).zip(part(number)).map(|((year, month), day)| Date::new(year, month, day));
    day.and_then(std::result::Result::ok).ok_or(Error::Unreadable("day"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_stored_day_is_read_back() {
        for day in [date(2026, 11, 27), date(2024, 2, 29), date(1, 1, 1), Date::MAX] {
            assert_eq!(day_of(number_of(day)).unwrap(), day);
        }
        for nonsense in [0, -1, 20_260_230, 20_261_301, i64::MAX, i64::MIN] {
            assert!(day_of(nonsense).is_err(), "{nonsense}");
        }
    }
}

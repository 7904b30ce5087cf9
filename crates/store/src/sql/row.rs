//! Result rows and typed column access. A value that violates the schema is an error, not a panic.

use crate::error::{Error, Result};
use grow_domain::farmer::Npk;
use grow_domain::figures::{Balance, Imports};
use grow_domain::land_unit::Entered;
use grow_domain::sowing::FieldSize;
use grow_domain::{Crop, CropYear, Kilograms, Region, Season, SquareMetres};
use jiff::Timestamp;
use jiff::civil::Date;
use std::str::FromStr;
use uuid::Uuid;

/// A result row. Columns count from 0.
pub(crate) enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r tokio_postgres::Row),
}

impl Row<'_> {
    fn get<'r, T>(&'r self, column: usize) -> Result<T>
    where
        T: rusqlite::types::FromSql + tokio_postgres::types::FromSql<'r>,
    {
        match self {
            Self::Sqlite(row) => Ok(row.get(column)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    pub(crate) fn int(&self, column: usize) -> Result<i64> {
        self.get(column)
    }

    pub(crate) fn text(&self, column: usize) -> Result<String> {
        self.get(column)
    }

    /// Borrows a text column, to parse it without a copy.
    pub(crate) fn text_ref(&self, column: usize) -> Result<&str> {
        match self {
            Self::Sqlite(row) => Ok(row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    pub(crate) fn optional_int(&self, column: usize) -> Result<Option<i64>> {
        self.get(column)
    }

    pub(crate) fn optional_text(&self, column: usize) -> Result<Option<String>> {
        self.get(column)
    }

    /// A SHA-256.
    pub(crate) fn hash(&self, column: usize) -> Result<[u8; 32]> {
        match self {
            Self::Sqlite(row) => Ok(row.get(column)?),
            Self::Postgres(row) => {
                let bytes: &[u8] = row.try_get(column)?;
                bytes.try_into().map_err(|_| Error::Unreadable("hash"))
            }
        }
    }

    pub(crate) fn id(&self, column: usize) -> Result<Uuid> {
        match self {
            Self::Sqlite(row) => Ok(Uuid::from_bytes(row.get(column)?)),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    pub(crate) fn optional_id(&self, column: usize) -> Result<Option<Uuid>> {
        match self {
            Self::Sqlite(row) => Ok(row.get::<_, Option<[u8; 16]>>(column)?.map(Uuid::from_bytes)),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    pub(crate) fn timestamp(&self, column: usize) -> Result<Timestamp> {
        Timestamp::from_microsecond(self.int(column)?).map_err(|_| Error::Unreadable("time"))
    }

    pub(crate) fn optional_timestamp(&self, column: usize) -> Result<Option<Timestamp>> {
        let time = self.optional_int(column)?.map(Timestamp::from_microsecond);
        time.transpose().map_err(|_| Error::Unreadable("time"))
    }

    /// A text that is read as a value; `name` names it in an error.
    pub(crate) fn parsed<T: FromStr>(&self, column: usize, name: &'static str) -> Result<T> {
        self.text_ref(column)?.parse().map_err(|_| Error::Unreadable(name))
    }

    /// A text that is read as a value, or NULL.
    pub(crate) fn optional<T: FromStr>(&self, column: usize, name: &'static str) -> Result<Option<T>> {
        let value = self.optional_text(column)?.map(|text| text.parse());
        value.transpose().map_err(|_| Error::Unreadable(name))
    }

    pub(crate) fn crop(&self, column: usize) -> Result<Crop> {
        self.parsed(column, "crop")
    }

    pub(crate) fn region(&self, column: usize) -> Result<Region> {
        self.parsed(column, "region")
    }

    pub(crate) fn season(&self, column: usize) -> Result<Season> {
        self.parsed(column, "season")
    }

    /// N, P and K in three columns, g/ha.
    pub(crate) fn npk(&self, first: usize) -> Result<Npk> {
        Ok(Npk {
            nitrogen_g_per_ha: self.int(first)?,
            phosphorus_g_per_ha: self.int(first + 1)?,
            potassium_g_per_ha: self.int(first + 2)?,
        })
    }

    /// A size of land as it was entered. `None`: in hectares.
    pub(crate) fn entered(&self, column: usize) -> Result<Option<Entered>> {
        self.optional(column, "entered size")
    }

    /// The size of a field: square metres, and the size as it was entered.
    pub(crate) fn field_size(&self, area: usize, entered: usize) -> Result<FieldSize> {
        let (area, entered) = (SquareMetres(self.int(area)?), self.entered(entered)?);
        FieldSize::stored(area, entered).ok_or(Error::Unreadable("field size"))
    }

    /// A day, ISO 8601.
    pub(crate) fn date(&self, column: usize) -> Result<Date> {
        self.parsed(column, "day")
    }

    /// Domestic use and exports in two columns. `None` if both are NULL.
    pub(crate) fn balance(&self, domestic: usize, exported: usize) -> Result<Option<Balance>> {
        let parts = self.optional_int(domestic)?.zip(self.optional_int(exported)?);
        Ok(parts.map(|(domestic, exported)| Balance { domestic: Kilograms(domestic), exported: Kilograms(exported) }))
    }

    /// A number of a smaller type.
    pub(crate) fn small<T: TryFrom<i64>>(&self, column: usize, name: &'static str) -> Result<T> {
        T::try_from(self.int(column)?).map_err(|_| Error::Unreadable(name))
    }

    /// Usual imports, duty, the day of the duty and the landed price in four columns. `None` if they are NULL.
    pub(crate) fn imports(&self, [usual, duty, duty_as_of, price]: [usize; 4]) -> Result<Option<Imports>> {
        let Some(kilograms) = self.optional_int(usual)? else { return Ok(None) };
        let price_percent = self.optional_int(price)?.map(u16::try_from);
        Ok(Some(Imports {
            usual: Kilograms(kilograms),
            duty_permille: self.small(duty, "duty")?,
            duty_as_of: self.date(duty_as_of)?,
            price_percent: price_percent.transpose().map_err(|_| Error::Unreadable("price of imports"))?,
        }))
    }

    pub(crate) fn crop_year(&self, column: usize) -> Result<CropYear> {
        CropYear::from_first_year(self.int(column)?).ok_or(Error::Unreadable("crop year"))
    }
}

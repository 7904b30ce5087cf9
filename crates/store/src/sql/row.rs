//! Result rows and typed column access. A value that violates the schema is an error, not a panic.

use crate::error::{Error, Result};
use grow_domain::farmer::Npk;
use grow_domain::figures::{Balance, Imports};
use grow_domain::land_unit::Entered;
use grow_domain::sowing::FieldSize;
use grow_domain::{Crop, CropYear, District, Kilograms, Region, Season, SquareMetres};
use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::types::ValueRef;
use std::ops::Range;
use std::str::FromStr;
use tokio_postgres::types::Type;
use uuid::Uuid;

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

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

    /// The columns of a key as text.
    pub(crate) fn key(&self, columns: &[usize]) -> String {
        columns.iter().map(|column| self.shown(*column)).collect::<Vec<_>>().join(" ")
    }

    fn shown(&self, column: usize) -> String {
        match self.stored(column) {
            Some(serde_json::Value::String(text)) => text,
            Some(value) => value.to_string(),
            None => self.bytes(column).map_or_else(|_| "?".to_owned(), |bytes| hexadecimal(&bytes)),
        }
    }

    /// The value of a column as it is stored: an integer, a text or an id. `None` for other bytes, such as a hash.
    fn stored(&self, column: usize) -> Option<serde_json::Value> {
        match self {
            Self::Sqlite(row) => match row.get_ref(column).ok()? {
                ValueRef::Null => Some(serde_json::Value::Null),
                ValueRef::Integer(number) => Some(number.into()),
                ValueRef::Real(number) => Some(number.into()),
                ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into()),
                ValueRef::Blob(bytes) => Uuid::from_slice(bytes).ok().map(|id| id.to_string().into()),
            },
            Self::Postgres(row) => match *row.columns().get(column)?.type_() {
                Type::UUID => Some(row.try_get::<_, Option<Uuid>>(column).ok()?.map(|id| id.to_string()).into()),
                Type::BYTEA => None,
                Type::INT8 => Some(row.try_get::<_, Option<i64>>(column).ok()?.into()),
                _ => Some(row.try_get::<_, Option<String>>(column).ok()?.into()),
            },
        }
    }

    /// All columns as they are stored, by name. Hashes are left out.
    pub(crate) fn as_stored(&self) -> serde_json::Map<String, serde_json::Value> {
        let names: Vec<String> = match self {
            Self::Sqlite(row) => row.as_ref().column_names().map(str::to_owned).collect(),
            Self::Postgres(row) => row.columns().iter().map(|column| column.name().to_owned()).collect(),
        };
        names.into_iter().enumerate().filter_map(|(at, name)| Some((name, self.stored(at)?))).collect()
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
            Self::Sqlite(row) => row.get_ref(column)?.as_str().map_err(|_| Error::Unreadable("text")),
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

    /// Bytes, such as a hash, as they are stored.
    pub(crate) fn bytes(&self, column: usize) -> Result<Vec<u8>> {
        self.get(column)
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

    /// A time from 1900 to 2299.
    pub(crate) fn timestamp(&self, column: usize) -> Result<Timestamp> {
        time(self.int(column)?)
    }

    pub(crate) fn optional_timestamp(&self, column: usize) -> Result<Option<Timestamp>> {
        self.optional_int(column)?.map(time).transpose()
    }

    /// A weight. One of more than [`MOST`] is no weight of a crop, and sums of it would overflow.
    pub(crate) fn kilograms(&self, column: usize) -> Result<Kilograms> {
        amount(self.int(column)?, "weight").map(Kilograms)
    }

    /// A weight that is not negative.
    pub(crate) fn figure(&self, column: usize) -> Result<Kilograms> {
        self.kilograms(column)
            .and_then(|weight| if weight.0 < 0 { Err(Error::Unreadable("weight")) } else { Ok(weight) })
    }

    /// An area, not negative.
    pub(crate) fn square_metres(&self, column: usize) -> Result<SquareMetres> {
        let area = amount(self.int(column)?, "area")?;
        if area < 0 { Err(Error::Unreadable("area")) } else { Ok(SquareMetres(area)) }
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

    /// A district, or NULL.
    pub(crate) fn district(&self, column: usize) -> Result<Option<District>> {
        let district = |key: String| District::from_key(&key).ok_or(Error::Unreadable("district"));
        self.optional_text(column)?.map(district).transpose()
    }

    pub(crate) fn season(&self, column: usize) -> Result<Season> {
        self.parsed(column, "season")
    }

    /// N, P and K in three columns, g/ha.
    pub(crate) fn npk(&self, first: usize) -> Result<Npk> {
        let [nitrogen, phosphorus, potassium] = [self.int(first)?, self.int(first + 1)?, self.int(first + 2)?];
        Npk::stored(nitrogen, phosphorus, potassium).ok_or(Error::Unreadable("soil nutrient"))
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
        if self.optional_int(domestic)?.zip(self.optional_int(exported)?).is_none() {
            return Ok(None);
        }
        Ok(Some(Balance { domestic: self.figure(domestic)?, exported: self.figure(exported)? }))
    }

    /// A number of a smaller type.
    pub(crate) fn small<T: TryFrom<i64>>(&self, column: usize, name: &'static str) -> Result<T> {
        T::try_from(self.int(column)?).map_err(|_| Error::Unreadable(name))
    }

    /// Usual imports, duty, the day of the duty and the landed price in four columns. `None` if they are NULL.
    pub(crate) fn imports(&self, [usual, duty, duty_as_of, price]: [usize; 4]) -> Result<Option<Imports>> {
        if self.optional_int(usual)?.is_none() {
            return Ok(None);
        }
        let price_percent = self.optional_int(price)?.map(u16::try_from);
        Ok(Some(Imports {
            usual: self.figure(usual)?,
            duty_permille: self.small(duty, "duty")?,
            duty_as_of: self.date(duty_as_of)?,
            price_percent: price_percent.transpose().map_err(|_| Error::Unreadable("price of imports"))?,
        }))
    }

    pub(crate) fn crop_year(&self, column: usize) -> Result<CropYear> {
        CropYear::from_first_year(self.int(column)?).ok_or(Error::Unreadable("crop year"))
    }
}

/// Largest weight in kg, and largest area in m²: a thousand times what India grows of any crop, or has of land.
pub(crate) const MOST: i64 = 1_000_000_000_000_000;
/// From 1900 to 2299, microseconds.
const TIMES: Range<i64> = -2_208_988_800_000_000..10_413_792_000_000_000;

fn amount(number: i64, name: &'static str) -> Result<i64> {
    if (-MOST..=MOST).contains(&number) { Ok(number) } else { Err(Error::Unreadable(name)) }
}

fn time(microseconds: i64) -> Result<Timestamp> {
    let time = TIMES.contains(&microseconds).then(|| Timestamp::from_microsecond(microseconds).ok());
    time.flatten().ok_or(Error::Unreadable("time"))
}

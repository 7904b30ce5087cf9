//! Database address: the value of `GROW_DATABASE_URL`.

use crate::error::Error;
use crate::sqlite;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// `sqlite:FILE`.
    Sqlite(PathBuf),
    /// `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    Postgres(String),
}

impl DatabaseUrl {
    /// The files on this computer that hold farmers' data, whether they are there or not.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Sqlite(path) => sqlite::files_of(path).into(),
            Self::Postgres(_) => Vec::new(),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(PathBuf::from(path))),
            _ => Err(Error::Setup(
                "GROW_DATABASE_URL must be sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE.".to_owned(),
            )),
        }
    }
}

/// Omits user, password and parameters.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(address) => {
                let address = address.split_once('?').map_or(address.as_str(), |(address, _)| address);
                let host = address.rsplit_once('@').map_or(address, |(_, host)| host);
                write!(f, "postgres://{}", host.trim_start_matches("postgres://").trim_start_matches("postgresql://"))
            }
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sqlite_and_postgres_addresses_are_accepted() {
        assert_eq!("sqlite:grow.db".parse::<DatabaseUrl>().unwrap(), DatabaseUrl::Sqlite("grow.db".into()));
        assert!("postgres://u:p@h/d".parse::<DatabaseUrl>().is_ok());
        for text in ["", "grow.db", "sqlite:", "mysql://h/d"] {
            let error = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(error.contains("sqlite:FILE"), "{text}: {error}");
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        let url: DatabaseUrl = "postgres://grow:secret@db:5432/grow".parse().unwrap();
        assert_eq!(format!("{url} {url:?}"), "postgres://db:5432/grow postgres://db:5432/grow");
        let url: DatabaseUrl = "postgres://a:1,b:2/grow?user=grow&password=secret@2".parse().unwrap();
        assert_eq!(url.to_string(), "postgres://a:1,b:2/grow");
    }
}

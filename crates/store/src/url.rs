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
        // A line of a file of settings may end with a space, or a secret in a file with a line feed.
        let text = text.trim();
        let refuse = |reason: &str| Err(Error::Setup(format!("GROW_DATABASE_URL {reason}.")));
        if text.starts_with(['"', '\'']) {
            return refuse("stands in quotes, which belong to it here: write it without them");
        }
        let Some((scheme, rest)) = text.split_once(':') else { return refuse(FORMS) };
        match scheme.to_ascii_lowercase().as_str() {
            "postgres" | "postgresql" if rest.starts_with("//") => Ok(Self::Postgres(format!("postgres:{rest}"))),
            "sqlite" => match mistake_in(rest) {
                Some(mistake) => refuse(&mistake),
                None => Ok(Self::Sqlite(PathBuf::from(rest))),
            },
            _ => refuse(FORMS),
        }
    }
}

const FORMS: &str = "must be sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE";

/// Why the path would name another file than the operator means.
fn mistake_in(file: &str) -> Option<String> {
    let is_hex = |code: &str| code.get(..2).is_some_and(|code| code.chars().all(|digit| digit.is_ascii_hexdigit()));
    let begins_with_drive =
        file.chars().next().is_some_and(|first| first.is_ascii_alphabetic()) && file.get(1..2) == Some(":");
    let name = file.trim_start_matches('/');
    let mistake = if file.is_empty() {
        FORMS.to_owned()
    } else if file.starts_with(char::is_whitespace) {
        format!("has a blank after sqlite: write sqlite:{}", file.trim_start())
    } else if file.starts_with("//") {
        format!(
            "has // after sqlite: write sqlite:/{name} for that path from the root, or sqlite:{name} for one from here"
        )
    } else if file.starts_with('~') {
        "begins with ~, which no shell replaces here: write the path of your folder, such as sqlite:/home/grow/grow.db"
            .to_owned()
    } else if file.contains('$') {
        "has a $, and no shell replaces variables here: write the path itself".to_owned()
    } else if file.contains('?') || file.to_ascii_lowercase().starts_with("file:") {
        "takes a path alone, without file: and without ? and parameters: write sqlite:FILE".to_owned()
    } else if file.starts_with(':') {
        "is no file: a database in memory would be lost at the end. Write sqlite:FILE".to_owned()
    } else if file.contains('\\') || begins_with_drive {
        "has a path of another system: write it with /, such as sqlite:/var/lib/grow/grow.db".to_owned()
    } else if file.split('%').skip(1).any(is_hex) {
        "has a code such as %20, which is not decoded here: write the character itself".to_owned()
    } else if file.chars().any(char::is_control) {
        "has a line feed or another control character in it: write the path alone".to_owned()
    } else if file.ends_with('/') || matches!(file.rsplit('/').next(), Some("." | "..")) {
        format!("is a folder: name a file in it, such as sqlite:{}/grow.db", file.trim_end_matches('/'))
    } else if sqlite::BESIDE.iter().any(|suffix| file.ends_with(suffix)) {
        "names a file that lies beside a database: write the name of the database, without that ending".to_owned()
    } else {
        return None;
    };
    Some(mistake)
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
        let file = |path: &str| DatabaseUrl::Sqlite(path.into());
        for (text, url) in [
            ("sqlite:grow.db", file("grow.db")),
            ("sqlite:/var/lib/grow/grow.db", file("/var/lib/grow/grow.db")),
            ("sqlite:my data/உழவர்.db", file("my data/உழவர்.db")),
            ("sqlite:100%.db", file("100%.db")),
            (" SQLite:grow.db\n", file("grow.db")),
            ("PostgreSQL://u:p@h/d", DatabaseUrl::Postgres("postgres://u:p@h/d".to_owned())),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>().unwrap(), url, "{text}");
        }
        for text in ["", "grow.db", "sqlite:", "mysql://h/d", "postgres:/d", "postgresql:d", "http://h/d"] {
            let error = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(error.contains("sqlite:FILE"), "{text}: {error}");
        }
    }

    #[test]
    fn a_path_that_leads_elsewhere_than_it_seems_is_refused_with_what_to_write() {
        for (text, hint) in [
            ("sqlite://x/y.db", "write sqlite:/x/y.db for that path from the root, or sqlite:x/y.db for one from here"),
            ("sqlite: a.db", "has a blank after sqlite: write sqlite:a.db"),
            ("sqlite:\t/var/grow.db", "write sqlite:/var/grow.db"),
            ("sqlite:///var/grow.db", "write sqlite:/var/grow.db"),
            ("sqlite:~/u.db", "write the path of your folder"),
            ("sqlite:~grow/u.db", "write the path of your folder"),
            ("sqlite:$HOME/grow.db", "write the path itself"),
            ("sqlite:${DIR}/grow.db", "write the path itself"),
            ("sqlite::memory:", "would be lost at the end"),
            ("sqlite:file:grow.db?mode=ro", "takes a path alone"),
            ("sqlite:grow.db?mode=ro", "takes a path alone"),
            ("sqlite:my%20data/grow.db", "write the character itself"),
            ("sqlite:C:\\grow\\grow.db", "a path of another system"),
            ("sqlite:C:/grow/grow.db", "a path of another system"),
            ("sqlite:a\nb.db", "a line feed"),
            ("sqlite:data/", "such as sqlite:data/grow.db"),
            ("sqlite:data/..", "is a folder"),
            ("sqlite:.", "is a folder"),
            ("sqlite:grow.db-wal", "without that ending"),
            ("sqlite:grow.db-lock", "without that ending"),
            ("\"sqlite:grow.db\"", "without them"),
            ("'postgres://u:secret@h/d'", "without them"),
        ] {
            let error = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(error.starts_with("GROW_DATABASE_URL ") && error.contains(hint), "{text}: {error}");
            assert!(!error.contains("secret"), "{error}");
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

//! A copy of the whole database as files, for a move between databases and engines.
//!
//! Each table is a file of JSON lines, one array for each row, in the order of the primary key. The same content gives
//! the same bytes on both engines. Leases are left out, which restrict running processes, and the count of farmers.

mod tables;

pub use tables::{copied_columns, copied_tables};

use crate::Store;
use crate::error::{Error, Result};
use crate::limit::Limit;
use crate::sql::{Row, Tx, Value, hexadecimal, values};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tables::Kind::{self, Hash, Id, Int, Text};
use tables::{TABLES, Table};
use uuid::Uuid;

/// Number of rows that are written at once.
const CHUNK: usize = 2_000;

struct Statements {
    /// Reads the rows in key order: on SQLite, and on PostgreSQL, whose own order of text depends on its locale.
    select: [&'static str; 2],
    insert: [&'static str; 2],
    delete: &'static str,
    /// Advances the sequence of PostgreSQL behind the last row.
    renumber: Option<&'static str>,
}

static STATEMENTS: LazyLock<Vec<Statements>> = LazyLock::new(|| TABLES.iter().map(Table::statements).collect());

impl Table {
    fn statements(&self) -> Statements {
        let names: Vec<_> = self.columns.iter().map(|(name, _)| *name).collect();
        let columns = names.join(", ");
        let key = |text_order: &str| {
            let key = self.columns.iter().take(self.key);
            let ordered = key.map(|(name, kind)| match kind {
                Text => format!("{name}{text_order}"),
                Id | Int | Hash => (*name).to_owned(),
            });
            ordered.collect::<Vec<_>>().join(", ")
        };
        let select = |text_order| leak(["SELECT", &columns, "FROM", self.name, "ORDER BY", &key(text_order)].join(" "));
        let places: Vec<_> = (1..=names.len()).map(|number| format!("${number}")).collect();
        let insert = |overriding: &str| {
            let (columns, places) = (format!("({columns})"), format!("({})", places.join(", ")));
            leak(["INSERT", "INTO", self.name, &columns, overriding, "VALUES", &places].join(" "))
        };
        let numbered = self.is_numbered.then(|| names.first().copied().unwrap_or_default());
        Statements {
            select: [select(""), select(" COLLATE \"C\"")],
            insert: [insert(""), insert(if self.is_numbered { "OVERRIDING SYSTEM VALUE" } else { "" })],
            delete: leak(["DELETE", "FROM", self.name].join(" ")),
            renumber: numbered.map(|column| {
                let sequence = format!("pg_get_serial_sequence('{}', '{column}')", self.name);
                let last = format!("setval({sequence}, COALESCE(MAX({column}), 1), MAX({column}) IS NOT NULL)");
                leak(["SELECT", &last, "FROM", self.name].join(" "))
            }),
        }
    }

    fn file(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.jsonl", self.name))
    }

    /// Renders a row as a JSON array.
    fn render(&self, row: &Row<'_>) -> Result<String> {
        let mut values = Vec::with_capacity(self.columns.len());
        for (column, (_, kind)) in self.columns.iter().enumerate() {
            values.push(match kind {
                Id => match row.optional_id(column) {
                    Ok(id) => json!(id.map(|id| id.to_string())),
                    // Other bytes, which SQLite permits.
                    Err(_) => json!(hexadecimal(&row.bytes(column)?)),
                },
                Hash => json!(hexadecimal(&row.bytes(column)?)),
                Int => json!(row.optional_int(column)?),
                Text => json!(row.optional_text(column)?),
            });
        }
        Ok(serde_json::Value::Array(values).to_string())
    }

    /// Parses a JSON array as a row.
    fn parse(&self, line: &str) -> Option<Vec<Cell>> {
        let values: Vec<serde_json::Value> = serde_json::from_str(line).ok()?;
        let cell = |(value, (_, kind)): (&serde_json::Value, &(&str, Kind))| match (value, kind) {
            (serde_json::Value::Null, _) => Some(Cell::Null),
            (serde_json::Value::Number(number), Int) => number.as_i64().map(Cell::Int),
            (serde_json::Value::String(text), Text) => Some(Cell::Text(text.clone())),
            (serde_json::Value::String(text), Id) => {
                text.parse().map(Cell::Id).ok().or_else(|| bytes(text).map(Cell::Hash))
            }
            (serde_json::Value::String(text), Hash) => bytes(text).map(Cell::Hash),
            _ => None,
        };
        let cells: Vec<_> = values.iter().zip(self.columns).map(cell).collect::<Option<_>>()?;
        (values.len() == self.columns.len()).then_some(cells)
    }
}

fn leak(text: String) -> &'static str {
    String::leak(text)
}

enum Cell {
    Null,
    Int(i64),
    Text(String),
    Id(Uuid),
    Hash(Vec<u8>),
}

impl Cell {
    fn value(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Int(number) => Value::Int(*number),
            Self::Text(text) => Value::Text(text),
            Self::Id(id) => Value::Id(*id),
            Self::Hash(hash) => Value::Bytes(hash),
        }
    }
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let is_hexadecimal = text.len().is_multiple_of(2) && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = |at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    is_hexadecimal.then(|| (0..text.len()).step_by(2).map(byte).collect()).flatten()
}

/// The file of a table in a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Table.
    pub table: &'static str,
    /// Number of rows.
    pub rows: u64,
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Store {
    /// Writes every table into a folder, from one snapshot.
    pub async fn copy_to(&self, folder: PathBuf) -> Result<Vec<TableFile>> {
        self.read_at_one_moment(Limit::Copy, async move |tx| {
            let mut files = Vec::new();
            for (table, Statements { select, .. }) in TABLES.iter().zip(STATEMENTS.iter()) {
                let path = table.file(&folder);
                let broken =
                    |error: std::io::Error| Error::Copy(format!("{} cannot be written: {error}", path.display()));
                let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(broken)?;
                let (mut out, mut hash, mut rows) = (BufWriter::new(file), Sha256::new(), 0);
                tx.each(tx.either(*select), |row| {
                    let line = table.render(row)? + "\n";
                    hash.update(&line);
                    rows += 1;
                    out.write_all(line.as_bytes()).map_err(broken)
                })
                .await?;
                out.flush().map_err(broken)?;
                files.push(TableFile { table: table.name, rows, sha256: hexadecimal(&hash.finalize()) });
            }
            Ok(files)
        })
        .await
    }

    /// Replaces the content of a database without farmers by a copy, in one transaction. The files must be those that
    /// [`Store::copy_to`] described.
    pub async fn restore_from(&self, folder: PathBuf, files: Vec<TableFile>) -> Result<()> {
        self.write_within(Limit::Copy, async move |tx| {
            let anyone =
                tx.row("SELECT id FROM farmers ORDER BY id LIMIT $1", &values![1_i64], |row| row.id(0)).await?;
            if anyone.is_some() {
                return Err(Error::Copy(
                    "The database has farmers. A copy goes into an empty database only.".to_owned(),
                ));
            }
            for Statements { delete, .. } in STATEMENTS.iter().rev() {
                tx.execute(delete, &[]).await?;
            }
            for (table, statements) in TABLES.iter().zip(STATEMENTS.iter()) {
                let expected = files.iter().find(|file| file.table == table.name);
                let expected =
                    expected.ok_or_else(|| Error::Copy(format!("The copy lacks the table {}.", table.name)))?;
                restore(tx, table, statements, &folder, expected).await?;
            }
            Ok(())
        })
        .await
    }
}

async fn restore(
    tx: &mut Tx<'_>,
    table: &Table,
    statements: &Statements,
    folder: &Path,
    expected: &TableFile,
) -> Result<()> {
    let path = table.file(folder);
    let name = path.display();
    let broken = |error: std::io::Error| Error::Copy(format!("{name} cannot be read: {error}"));
    let mut lines = BufReader::new(File::open(&path).map_err(broken)?);
    let (mut hash, mut rows, mut line) = (Sha256::new(), 0_u64, String::new());
    let mut chunk = Vec::new();
    let insert = tx.either(statements.insert);
    loop {
        line.clear();
        let length = lines.read_line(&mut line).map_err(broken)?;
        if length > 0 {
            rows += 1;
            hash.update(&line);
            let cells = table.parse(&line);
            chunk.push(cells.ok_or_else(|| Error::Copy(format!("{name}, line {rows}: this is no row of the table.")))?);
        }
        if chunk.len() == CHUNK || (length == 0 && !chunk.is_empty()) {
            let values: Vec<Vec<_>> = chunk.iter().map(|cells| cells.iter().map(Cell::value).collect()).collect();
            tx.execute_all(insert, &values).await?;
            chunk.clear();
        }
        if length == 0 {
            break;
        }
    }
    if rows != expected.rows || hexadecimal(&hash.finalize()) != expected.sha256 {
        return Err(Error::Copy(format!(
            "{name} is not the file that was written: its checksum differs. Copy it again."
        )));
    }
    if let (Some(renumber), Tx::Postgres(_)) = (statements.renumber, &*tx) {
        tx.row(renumber, &[], |row| row.int(0)).await?;
    }
    Ok(())
}

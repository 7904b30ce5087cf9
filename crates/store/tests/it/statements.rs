//! Runs EXPLAIN on every statement on both engines, and refuses a full scan of a table that grows with farmers.

use grow_store::testing::TestStore;
use grow_store::{DatabaseUrl, both_stores};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, iter};
use tokio_postgres::{NoTls, SimpleQueryMessage};

/// Tables whose size does not depend on the number of farmers, with the reason.
const SMALL: [(&str, &str); 8] = [
    ("schema_migrations", "a row for each step of the schema"),
    ("supply", "rows for 37 regions, 16 crops, a few years and 36 times ten days, in at most 16 shards"),
    ("planned", "rows for 37 regions, 16 crops and the days of a month, in at most 16 shards"),
    ("feed_sums", "a row for 37 regions, 16 crops and a few years"),
    ("demand_figures", "the operator's figures"),
    ("coverage", "rows for 37 regions and 4 seasons, once a day"),
    ("leases", "a row for each job"),
    ("watermarks", "a row for each job"),
];

/// Marks of statements for one engine only.
const OF_ONE_ENGINE: [&str; 5] = ["unixepoch", "sqlite_schema", "clock_timestamp", "to_regclass", "pg_advisory"];

/// Every statement in the sources of the store.
fn statements() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != "testing.rs" {
                let source = fs::read_to_string(path).unwrap();
                let shipped = source.split("#[cfg(test)]").next().unwrap();
                found.extend(literals(shipped).into_iter().filter(|text| is_statement(text)));
            }
        }
    }
    found
}

fn is_statement(text: &str) -> bool {
    ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "].iter().any(|verb| text.trim_start().starts_with(verb))
}

/// The string literals of a Rust source.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find(['"', '\'', '/']) {
        rest = &rest[start..];
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if rest.starts_with("'\"'") {
            rest = &rest[3..];
        } else if let Some(text) = rest.strip_prefix('"') {
            let escapes = |at: usize| text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
            let end = text.match_indices('"').map(|(at, _)| at).find(|at| !escapes(*at)).unwrap();
            found.push(text[..end].to_owned());
            rest = &text[end + 1..];
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// Tables of a statement by their alias.
fn names(statement: &str, tables: &BTreeSet<String>) -> BTreeMap<String, String> {
    let words: Vec<_> =
        statement.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let named = words.iter().enumerate().filter(|(_, word)| tables.contains(**word));
    let both = named.flat_map(|(at, table)| {
        let alias = words.get(at + 1).filter(|word| word.len() == 1).copied();
        iter::once(*table).chain(alias).map(|name| (name.to_owned(), (*table).to_owned()))
    });
    both.collect()
}

async fn tables_that_grow(store: &TestStore) -> BTreeSet<String> {
    let tables: BTreeSet<_> = store.columns().await.into_iter().map(|(table, _)| table).collect();
    assert!(SMALL.iter().all(|(small, _)| tables.contains(*small)), "every small table exists");
    tables.into_iter().filter(|table| SMALL.iter().all(|(small, _)| small != table)).collect()
}

/// Full scans on SQLite: tables of `SCAN` without an order and a limit.
fn scans_of_sqlite(path: &Path, statement: &str, growing: &BTreeSet<String>) -> Result<Vec<String>, rusqlite::Error> {
    let connection = rusqlite::Connection::open(path)?;
    let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}"))?;
    let nulls = vec![rusqlite::types::Null; plan.parameter_count()];
    let steps = plan.query_map(rusqlite::params_from_iter(nulls), |row| row.get::<_, String>(3))?;
    let steps = steps.collect::<Result<Vec<_>, _>>()?;
    let names = names(statement, growing);
    let scanned = steps.iter().filter_map(|step| step.strip_prefix("SCAN ")?.split(' ').next());
    let whole = scanned.filter_map(|name| names.get(name)).filter(|table| !reads_one_end(statement, table));
    Ok(whole.cloned().collect())
}

/// Whether a statement reads a table in key order with a limit.
fn reads_one_end(statement: &str, table: &str) -> bool {
    let key = if table == "change_feed" { "seq" } else { "id" };
    statement.contains(&format!("SELECT {key} FROM {table} ORDER BY {key} LIMIT $"))
}

/// Full scans on PostgreSQL: a sequential scan although disabled, or an index scan without a condition or a limit.
async fn scans_of_postgres(
    address: &str,
    statement: &str,
    growing: &BTreeSet<String>,
) -> Result<Vec<String>, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(address, NoTls).await?;
    tokio::spawn(connection);
    let params = (1..=9).rev().find(|number| statement.contains(&format!("${number}"))).unwrap_or(0);
    let params = [12, 11, 10].into_iter().find(|last| statement.contains(&format!("${last}"))).unwrap_or(params);
    let nulls = vec!["NULL"; params].join(", ");
    let arguments = if params == 0 { String::new() } else { format!("({nulls})") };
    let sql = format!(
        "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; PREPARE asked AS {statement};
         EXPLAIN (FORMAT JSON) EXECUTE asked{arguments}"
    );
    let answer = client.simple_query(&sql).await?;
    let plan = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    let plan: serde_json::Value = serde_json::from_str(plan.unwrap()).unwrap();
    let mut scans = Vec::new();
    walk(&plan[0]["Plan"], false, &mut |node, is_limited| {
        let Some(table) = node["Relation Name"].as_str().filter(|table| growing.contains(*table)) else { return };
        let has_condition = |node: &serde_json::Value| node["Index Cond"].is_string();
        let is_bounded = match node["Node Type"].as_str().unwrap() {
            "Index Scan" | "Index Only Scan" => is_limited || has_condition(node),
            "Bitmap Heap Scan" => {
                node["Plans"][0]["Node Type"] == "Bitmap Index Scan" && has_condition(&node["Plans"][0])
            }
            "ModifyTable" => true,
            _ => false,
        };
        if !is_bounded {
            scans.push(table.to_owned());
        }
    });
    Ok(scans)
}

fn walk(node: &serde_json::Value, is_limited: bool, visit: &mut impl FnMut(&serde_json::Value, bool)) {
    visit(node, is_limited);
    let is_limited = is_limited || node["Node Type"] == "Limit";
    for child in node["Plans"].as_array().into_iter().flatten() {
        walk(child, is_limited, visit);
    }
}

async fn scans(store: &TestStore, statement: &str, growing: &BTreeSet<String>) -> Result<Vec<String>, String> {
    match store.url() {
        DatabaseUrl::Sqlite(path) => scans_of_sqlite(path, statement, growing).map_err(|error| error.to_string()),
        DatabaseUrl::Postgres(address) => {
            scans_of_postgres(address, statement, growing).await.map_err(|error| format!("{error:?}"))
        }
    }
}

both_stores! {
    async fn no_statement_reads_a_table_that_grows_from_end_to_end(store) {
        let (statements, growing) = (statements(), tables_that_grow(&store).await);
        assert!(statements.len() > 60, "{} statements were found", statements.len());
        let mut faults = Vec::new();
        for statement in &statements {
            match scans(&store, statement, &growing).await {
                Ok(scans) if scans.is_empty() => {}
                Ok(scans) => faults.push(format!("reads all of {scans:?}: {statement}")),
                Err(_) if OF_ONE_ENGINE.iter().any(|word| statement.contains(word)) => {}
                Err(error) => faults.push(format!("{error}: {statement}")),
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    async fn a_scan_is_found(store) {
        let growing = tables_that_grow(&store).await;
        for statement in [
            "SELECT COUNT(*) FROM sowings",
            "SELECT id FROM farmers WHERE email = $1",
            "DELETE FROM sessions WHERE device = $1",
            "SELECT s.id FROM sowings s WHERE s.crop = $1",
            "SELECT id FROM request_journal ORDER BY id",
        ] {
            assert!(!scans(&store, statement, &growing).await.unwrap().is_empty(), "{statement}");
        }
    }
}

#[test]
fn literals_are_found_in_a_source() {
    let source = "let a = \"SELECT 1\"; // \"not this\"\n let b = '\"'; c(\"say \\\"x\\\"\", \"UPDATE\n t\")";
    assert_eq!(literals(source), ["SELECT 1", "say \\\"x\\\"", "UPDATE\n t"]);
}

//! The plans of statements. In a test build each statement is explained when it is prepared for the first time, and a
//! test fails that uses one which reads a table that grows with farmers from end to end.

use deadpool_postgres::ClientWrapper;
use std::collections::{BTreeMap, HashSet};
use std::iter;
use std::sync::{LazyLock, Mutex, PoisonError};
use tokio_postgres::SimpleQueryMessage;

/// Tables whose size does not depend on the number of farmers, with the reason.
const SMALL: [(&str, &str); 12] = [
    ("schema_migrations", "a row for each step of the schema"),
    ("supply", "rows for 37 regions, 16 crops, a few years and 36 times ten days, in at most 16 shards"),
    ("planned", "rows for 37 regions, 16 crops and the days of a month, in at most 16 shards"),
    ("feed_sums", "a row for 37 regions, 16 crops and a few years"),
    ("demand_figures", "the operator's figures"),
    ("coverage", "rows for 37 regions and 4 seasons, once a day"),
    ("observations", "the operator's observations of a season"),
    ("season_ratios", "rows for what was observed of a season, once a day"),
    ("markets", "a row for each market of India"),
    ("price_imports", "one row"),
    ("leases", "a row for each job"),
    ("watermarks", "a row for each job"),
];

/// Tables that grow: all of the copy but the small ones.
static GROWING: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let all = crate::copied_tables().filter(|table| SMALL.iter().all(|(small, _)| small != table));
    all.collect()
});

/// The statements that were prepared in this process, with the engine.
static PREPARED: LazyLock<Mutex<HashSet<(bool, String)>>> = LazyLock::new(Mutex::default);

/// Notes a statement, and returns whether it is new.
fn is_new(on_postgres: bool, statement: &str) -> bool {
    let mut prepared = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
    !is_about_a_whole_table(statement) && prepared.insert((on_postgres, statement.to_owned()))
}

/// A copy of the database empties whole tables and counts on from their last rows; housekeeping empties whole months.
fn is_about_a_whole_table(statement: &str) -> bool {
    let empties = statement.starts_with("DELETE FROM") && !statement.contains("WHERE");
    empties || statement.starts_with("TRUNCATE") || statement.starts_with("SELECT setval(")
}

/// What not every engine that speaks PostgreSQL has.
const OF_ONE_ENGINE: [&str; 5] = ["advisory", "listen ", "notify", "deferr", "skip locked"];

/// Returns what keeps a statement from other engines that speak PostgreSQL: words that they do not know, and a division
/// that is not exact, which they do not cut off.
pub(crate) fn of_one_engine(statement: &str) -> Option<&'static str> {
    let lower = statement.to_lowercase();
    let word = OF_ONE_ENGINE.into_iter().find(|word| lower.contains(word));
    word.or_else(|| {
        (lower.matches(" / ").count() > lower.matches(" % ").count()).then_some("a division that may not be exact")
    })
}

/// Checks the plan of a statement on SQLite, the first time.
pub(crate) fn check_on_sqlite(connection: &rusqlite::Connection, statement: &str) {
    if is_new(false, statement) {
        refuse(statement, &scans_of_sqlite(connection, statement));
    }
}

/// Checks the plan of a statement on PostgreSQL, the first time.
pub(crate) async fn check_on_postgres(client: &ClientWrapper, statement: &str, is_in_transaction: bool) {
    if is_new(true, statement) {
        assert_eq!(of_one_engine(statement), None, "{statement}");
        refuse(statement, &scans_of_postgres(client, statement, is_in_transaction).await);
    }
}

fn refuse(statement: &str, scans: &[String]) {
    assert!(scans.is_empty(), "a statement reads all of {scans:?}: {statement}");
}

/// Full scans on SQLite: tables of `SCAN` without an order and a limit.
pub(super) fn scans_of_sqlite(connection: &rusqlite::Connection, statement: &str) -> Vec<String> {
    let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).expect(statement);
    let mut rows = plan.raw_query();
    let mut steps = Vec::new();
    while let Some(row) = rows.next().expect(statement) {
        steps.push(row.get::<_, String>(3).expect("a step"));
    }
    let names = names(statement);
    let scanned = steps.iter().filter_map(|step| step.strip_prefix("SCAN ")?.split(' ').next());
    let whole = scanned.filter_map(|name| names.get(name)).filter(|table| !reads_one_end(statement, table));
    whole.map(|table| (*table).to_owned()).collect()
}

/// Growing tables of a statement, by name and by alias.
fn names(statement: &str) -> BTreeMap<&str, &str> {
    let words: Vec<_> =
        statement.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let named = words.iter().enumerate().filter(|(_, word)| GROWING.contains(**word));
    let both = named.flat_map(|(at, table)| {
        let alias = words.get(at + 1).filter(|word| word.len() == 1).copied();
        iter::once(*table).chain(alias).map(|name| (name, *table))
    });
    both.collect()
}

/// Whether a statement reads a table in key order with a limit.
fn reads_one_end(statement: &str, table: &str) -> bool {
    let keys = ["id", "seq", "started_at", "seen_at", "created_at"];
    keys.iter().any(|key| statement.contains(&format!("SELECT {key} FROM {table} ORDER BY {key} LIMIT $")))
}

/// Full scans on PostgreSQL: a sequential scan although disabled, or an index scan without a condition or a limit.
pub(super) async fn scans_of_postgres(client: &ClientWrapper, statement: &str, is_in_transaction: bool) -> Vec<String> {
    let plan = explained(client, statement, is_in_transaction).await;
    let plan: serde_json::Value = serde_json::from_str(&plan).expect("a plan in JSON");
    let mut scans = Vec::new();
    walk(plan.pointer("/0/Plan").expect("a plan"), false, &mut |node, is_limited| {
        let name = |member: &str| node.get(member).and_then(serde_json::Value::as_str).unwrap_or_default();
        let table = table_of_part(name("Relation Name"), statement);
        let has_condition = |node: &serde_json::Value| node.get("Index Cond").is_some_and(serde_json::Value::is_string);
        let is_bounded = match name("Node Type") {
            "Index Scan" | "Index Only Scan" => is_limited || has_condition(node),
            "Bitmap Heap Scan" => node.pointer("/Plans/0").is_some_and(has_condition),
            "ModifyTable" => true,
            _ => false,
        };
        if GROWING.contains(table) && !is_bounded {
            scans.push(table.to_owned());
        }
    });
    scans
}

/// The table that a relation is, or is a part of. A statement that names a part reads all of that.
fn table_of_part<'r>(relation: &'r str, statement: &str) -> &'r str {
    let table = relation.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    if statement.contains(relation) { relation } else { table }
}

/// The plan of a statement for any parameters, as JSON. The transaction stays as it was.
async fn explained(client: &ClientWrapper, statement: &str, is_in_transaction: bool) -> String {
    let params = (1..=60).rev().find(|number| statement.contains(&format!("${number}"))).unwrap_or(0);
    let arguments = if params == 0 { String::new() } else { format!("({})", vec!["NULL"; params].join(", ")) };
    let [begin, end] = if is_in_transaction {
        ["SAVEPOINT plan", "ROLLBACK TO SAVEPOINT plan; RELEASE SAVEPOINT plan"]
    } else {
        ["BEGIN", "ROLLBACK"]
    };
    let sql = format!(
        "{begin}; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan;
         PREPARE asked AS {statement}; EXPLAIN (FORMAT JSON) EXECUTE asked{arguments}; DEALLOCATE asked; {end}"
    );
    let answer = client.simple_query(&sql).await.expect(statement);
    let plan = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    plan.expect("a plan")
}

fn walk(node: &serde_json::Value, is_limited: bool, visit: &mut impl FnMut(&serde_json::Value, bool)) {
    visit(node, is_limited);
    let is_limited = is_limited || node.get("Node Type").is_some_and(|kind| kind == "Limit");
    for child in node.get("Plans").and_then(serde_json::Value::as_array).into_iter().flatten() {
        walk(child, is_limited, visit);
    }
}

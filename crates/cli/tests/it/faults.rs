//! Faults under farmers who sow: what was acknowledged is stored, once, and `met` is exact.

use crate::serving::{Serving, grow};
use grow_domain::farmer::Profile;
use grow_domain::privacy::Agreed;
use grow_store::testing;
use grow_store::{DatabaseUrl, Identity, NewSession, RecordChange, Store, TokenHash, User};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc;
use tempfile::TempDir;
use tokio::runtime::Builder;
use uuid::Uuid;

const FARMERS: usize = 8;
const ROUNDS: usize = 3;
/// Sowings that are acknowledged in a round before the server is killed.
const OF_ROUND: usize = 100;
const SOWINGS: &str = "/api/v1/me/sowings";

fn token(number: usize) -> String {
    format!("farmer{number:037}")
}

/// Adds farmers with a session, consent and a profile.
async fn add_farmers(store: &Store) {
    #[expect(clippy::disallowed_methods, reason = "the sessions have to be of today")]
    let now = jiff::Timestamp::now();
    for number in 0..FARMERS {
        let user = User { display_name: "Meena".to_owned(), photo_url: None, email: format!("{number}@example.in") };
        let identity =
            Identity { issuer: "https://issuer".to_owned(), subject: number.to_string(), user, email_verified: true };
        let id = Uuid::from_u128(1 + number as u128);
        let session = NewSession { token: TokenHash::of(&token(number)), id, device: None, replaces: None };
        let farmer = store.sign_in(identity, session, id, now).await.unwrap();
        store.give_consent(farmer, Agreed::to_the_notice(), now).await.unwrap().unwrap();
        let profile = Profile::parse("9876543210", "Thanjavur").unwrap();
        store.change_record(farmer, RecordChange::Profile(profile), now).await.unwrap().unwrap();
    }
}

/// A SQLite database with the farmers. Returns its address.
fn sqlite_with_farmers(folder: &Path) -> String {
    let database = format!("sqlite:{}", folder.join("grow.db").display());
    Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
        let store = Store::open(&database.parse().unwrap()).await.unwrap();
        add_farmers(&store).await;
        store.close().await;
    });
    database
}

/// Starts a server on a database, with its erasure list in `folder`.
fn serve(folder: TempDir, database: &str) -> Serving {
    let settings = [
        ("GROW_DATABASE_URL", database),
        ("GROW_LISTEN", "127.0.0.1:0"),
        ("GROW_FARMER_REQUESTS", "1000000"),
        ("GROW_ADDRESS_REQUESTS", "1000000"),
    ];
    let mut command = grow(&folder, &settings);
    command.arg("serve");
    Serving::wait_for(command, folder)
}

/// Asks as a farmer. `None` if the server ends before it has answered.
fn ask(address: &str, farmer: usize, request: &str, head: &str, body: &Value) -> Option<(u16, Value)> {
    let mut connection = TcpStream::connect(address).ok()?;
    let (cookie, body) = (token(farmer), body.to_string());
    let length = body.len();
    write!(
        connection,
        "{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: grow_session={cookie}\r\n{head}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .ok()?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).unwrap_or_default()))
}

/// Records a sowing of 3 t. Returns its id if it was acknowledged.
fn sow(address: &str, farmer: usize, key: &str) -> Option<String> {
    let head = format!("idempotency-key: {key}\r\n");
    let body = json!({ "crop": "groundnut", "field_size_ha": 1.25 });
    let (status, answer) = ask(address, farmer, &format!("POST {SOWINGS}"), &head, &body)?;
    match status {
        200 | 201 => Some(answer.get("id")?.as_str()?.to_owned()),
        503 => None,
        _ => panic!("{status}: {answer}"),
    }
}

/// What is met of groundnut's demand, in whole kilograms.
#[expect(clippy::cast_possible_truncation, reason = "a country's harvest is some 10^10 kg")]
fn met_kg(address: &str) -> i64 {
    let (_, overview) = ask(address, 0, "GET /api/v1/demand", "", &Value::Null).unwrap();
    let mut rows = overview.get("crops").and_then(Value::as_array).unwrap().iter();
    let row = rows.find(|row| row["crop"] == "groundnut").unwrap();
    (row["met_tonnes"].as_f64().unwrap() * 1000.0).round() as i64
}

/// Farmers who sow, each the same field again with the next key.
#[derive(Default)]
struct Farmers {
    /// The ids of the sowings that were acknowledged to each, in the order of their keys.
    acknowledged: [Vec<String>; FARMERS],
}

fn key(farmer: usize, number: usize) -> String {
    format!("sowing-{farmer}-{number}")
}

impl Farmers {
    /// They sow until the server is killed, which happens in the middle of their writes.
    fn sow_until_killed(&mut self, server: &mut Serving) {
        let (report, reports) = mpsc::channel();
        let address = server.address.clone();
        std::thread::scope(|scope| {
            for (farmer, acknowledged) in self.acknowledged.iter_mut().enumerate() {
                let (report, address) = (report.clone(), &address);
                scope.spawn(move || {
                    while let Some(id) = sow(address, farmer, &key(farmer, acknowledged.len())) {
                        acknowledged.push(id);
                        let _ = report.send(());
                    }
                });
            }
            assert_eq!(reports.iter().take(OF_ROUND).count(), OF_ROUND);
            server.process.kill().unwrap();
            server.process.wait().unwrap();
        });
    }

    /// Each sends everything again, and what was not acknowledged. A sowing that was lost would get another id, and
    /// one that was doubled would be in `met`.
    fn send_again(&mut self, address: &str, met_before: i64) {
        let mut sown = 0;
        for (farmer, acknowledged) in self.acknowledged.iter_mut().enumerate() {
            for (number, id) in acknowledged.iter().enumerate() {
                assert_eq!(sow(address, farmer, &key(farmer, number)).as_ref(), Some(id));
            }
            acknowledged.push(sow(address, farmer, &key(farmer, acknowledged.len())).unwrap());
            sown += 3_000 * i64::try_from(acknowledged.len()).unwrap();
        }
        assert_eq!(met_kg(address), met_before + sown);
    }
}

/// Kills servers on a database. Returns the last one, the farmers, and `met` before they sowed.
fn kill_under_farmers(database: &str) -> (Serving, Farmers, i64) {
    let mut server = serve(tempfile::tempdir().unwrap(), database);
    let (mut farmers, met_before) = (Farmers::default(), met_kg(&server.address));
    for _ in 0..ROUNDS {
        farmers.sow_until_killed(&mut server);
        server = serve(tempfile::tempdir().unwrap(), database);
        farmers.send_again(&server.address, met_before);
    }
    (server, farmers, met_before)
}

#[test]
fn killed_servers_on_sqlite_lose_and_double_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = sqlite_with_farmers(folder.path());
    kill_under_farmers(&database);
}

#[test]
fn killed_servers_on_postgres_lose_and_double_nothing_and_a_restart_of_postgres_is_survived() {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    let store = runtime.block_on(async {
        let store = testing::postgres_alone().await;
        add_farmers(&store).await;
        store
    });
    let DatabaseUrl::Postgres(address) = store.url() else { panic!("a store on PostgreSQL") };
    let (server, mut farmers, met_before) = kill_under_farmers(address);
    runtime.block_on(store.drill("restart-primary"));
    while sow(&server.address, 0, &key(0, farmers.acknowledged[0].len())).is_none() {}
    farmers.send_again(&server.address, met_before);
}

#[test]
fn without_room_nothing_is_saved_or_deleted_and_the_readiness_says_so_until_there_is_some() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("grow-data")).unwrap();
    sqlite_with_farmers(&folder.path().join("grow-data"));
    // A limit of the size of files is as good as a full disk.
    let server = Serving::start_after(folder, "trap '' XFSZ");
    let limit_files = |bytes| {
        let process = Pid::from_child(&server.process);
        prlimit(Some(process), Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
    };
    let delete_account = || {
        let confirmation = json!({ "confirmation": "DELETE" });
        ask(&server.address, 1, "DELETE /api/v1/me", "", &confirmation).unwrap()
    };
    let met_before = met_kg(&server.address);
    limit_files(Some(0));
    assert_eq!(sow(&server.address, 0, "without-room"), None);
    let (status, problem) = delete_account();
    assert_eq!((status, &problem["type"]), (503, &json!("erasure-unavailable")));
    let ready = server.get("/readyz", "");
    assert!(ready.starts_with("HTTP/1.1 503 ") && ready.contains(r#""type":"storage-full""#), "{ready}");
    assert_eq!(met_kg(&server.address), met_before);
    limit_files(None);
    while !server.get("/readyz", "").starts_with("HTTP/1.1 200 ") {}
    assert!(sow(&server.address, 0, "without-room").is_some());
    assert!(sow(&server.address, 1, "still-there").is_some());
    assert_eq!(met_kg(&server.address), met_before + 6_000);
    assert_eq!(delete_account().0, 204);
    server.ask_to_end();
    let (_, said) = server.end();
    assert!(said.contains("there is no room on the disk of the database"), "{said}");
    assert!(!said.contains("the outcome of a commit is unknown"), "{said}");
}

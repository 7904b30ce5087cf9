//! Cost of reading an uncached session among a hundred thousand.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use grow_store::{DatabaseUrl, Identity, NewSession, Store, TokenHash, User};
use jiff::Timestamp;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::client::{Connection, get};
use crate::load::CONNECTIONS;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Setting, start_grow};
use crate::stats::{Runs, Times};

const SESSION: &str = "/api/v1/session";
/// Farmers with the maximum number of sessions each.
const FARMERS: usize = 2000;
const OF_EACH: usize = 50;
/// Number of sessions read in a run, each once.
const ASKED: usize = 5000;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let folder = setting.folder().join("sessions");
    std::fs::create_dir(&folder)?;
    let kept = store_sessions(&folder.join("grow.db")).await?;
    let grow = start_grow(&setting.binary, &folder, setting.cores).await?;
    let mut connection = Connection::open(grow.address).await?;
    let (mut guest, mut farmer) = (Runs::default(), Runs::default());
    for run in 0..setting.extent.runs {
        let (mut without, mut with) = (Vec::with_capacity(ASKED), Vec::with_capacity(ASKED));
        for number in 0..ASKED {
            // Far apart, and without repetition.
            let number = (run * ASKED + number) * kept / (setting.extent.runs * ASKED);
            let cookie = format!("grow_session={}", token(number));
            without.push(ask(&mut connection, &get(grow.address, SESSION, None), br#"{"user":null}"#).await?);
            with.push(ask(&mut connection, &get(grow.address, SESSION, Some(&cookie)), br#"{"user":{"#).await?);
        }
        guest.0.push(Times::new(without).median());
        farmer.0.push(Times::new(with).median());
    }
    grow.stop().await?;
    Ok(Section {
        title: "Sessions: GET /api/v1/session on one connection, each session for the first time; bare is a guest's",
        figures: vec![Figure::against("reading a session", Unit::Millis, Target::AboveBare(0.1), &farmer, &guest)],
        remarks: vec![format!("{kept} sessions of {FARMERS} farmers were stored.")],
    })
}

/// Fills a new database. Returns the number of sessions.
async fn store_sessions(database: &Path) -> Result<usize> {
    let store = Store::open(&format!("sqlite:{}", database.display()).parse::<DatabaseUrl>()?).await?;
    #[expect(clippy::disallowed_methods, reason = "the sessions have to be of today")]
    let now = Timestamp::now();
    let mut signing_in = JoinSet::new();
    for lane in 0..CONNECTIONS {
        let store = store.clone();
        signing_in.spawn(async move {
            for farmer in (lane..FARMERS).step_by(CONNECTIONS) {
                for number in (0..OF_EACH).map(|session| farmer * OF_EACH + session) {
                    store.sign_in(identity(farmer), session(number), id(farmer), now).await?;
                }
            }
            anyhow::Ok(())
        });
    }
    while let Some(signed_in) = signing_in.join_next().await {
        signed_in??;
    }
    Ok(FARMERS * OF_EACH)
}

fn identity(farmer: usize) -> Identity {
    let email = format!("farmer{farmer}@example.org");
    Identity {
        issuer: "https://issuer.example".to_owned(),
        subject: farmer.to_string(),
        user: User { display_name: format!("Farmer {farmer}"), photo_url: None, email },
        email_verified: true,
    }
}

fn session(number: usize) -> NewSession {
    NewSession { token: TokenHash::of(&token(number)), id: id(number), device: None, replaces: None }
}

fn token(number: usize) -> String {
    format!("{number:043}")
}

fn id(number: usize) -> Uuid {
    Uuid::from_u128(number as u128)
}

async fn ask(connection: &mut Connection, request: &[u8], begins: &[u8]) -> Result<Duration> {
    let asked = Instant::now();
    let answer = connection.ask(request).await?;
    let took = asked.elapsed();
    answer.expect_status(200)?;
    ensure!(answer.body.starts_with(begins), "{}", String::from_utf8_lossy(answer.body));
    Ok(took)
}

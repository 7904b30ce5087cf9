//! 'A hung PostgreSQL: 503 with Retry-After within three seconds, and back within five.'

use crate::grow::Grow;
use grow_store::testing;
use http::header;
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;

/// Three seconds, plus a margin for a busy machine.
const AN_ANSWER: Duration = Duration::from_secs(6);
const RECOVERY: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_hung_postgres_is_told_in_time_and_nothing_is_lost_or_done_twice() {
    let grow = Grow::serve(testing::postgres_alone().await).await;
    let (meena, stranger, guest) = (grow.farmer("meena").await, grow.farmer("stranger").await, grow.guest());
    meena.sow("before-it-hung", "GROUNDNUT", 1.25).await;
    let before = grow.met("groundnut").await;

    grow.store.hang();
    // In the first round the session is cached. In the second it must be read from the database.
    for known in [true, false] {
        let (record, place, sowing, session, ready) = timeout(AN_ANSWER, async {
            tokio::join!(
                meena.get("/api/v1/me/profile"),
                meena.put("/api/v1/me/place", json!({ "place": "Theni" })),
                meena.ask_to_sow("while-it-hung", "GROUNDNUT", 1.25),
                stranger.get("/api/v1/session"),
                guest.get("/readyz")
            )
        })
        .await
        .expect("every answer in time");
        for answer in [record, place, sowing, session, ready] {
            answer.problem(503, "unavailable");
            assert!(answer.headers.contains_key(header::RETRY_AFTER), "{answer:?}");
        }
        assert_eq!(grow.met("groundnut").await, before, "the last overview stands");
        if known {
            grow.clock.advance(jiff::SignedDuration::from_secs(6));
        }
    }

    grow.store.resume();
    let recovered = async {
        while meena.ask_to_sow("while-it-hung", "GROUNDNUT", 1.25).await.status != 201 {
            tokio::task::yield_now().await;
        }
        while grow.met("groundnut").await == before {
            tokio::task::yield_now().await;
        }
    };
    timeout(RECOVERY, recovered).await.expect("it answers again");
    assert_eq!((grow.met("groundnut").await - before).0, 3_000, "recorded once");
    grow.stop().await;
}

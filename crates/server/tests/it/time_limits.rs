//! 'A hyper-util accept loop with header, body and idle timeouts.' The clock of these tests is paused and jumps to the
//! next timer.

use crate::browser::Browser;
use crate::grow::{Grow, noon};
use crate::wire::Wire;
use grow_store::testing;
use jiff::SignedDuration;
use std::time::Duration;
use tokio::time::{Instant, pause};

/// Timeout of a request head, and of an idle connection.
const LIMIT: Duration = Duration::from_secs(30);
/// Timeout of a body.
const BODY_LIMIT: Duration = Duration::from_secs(20);

/// SQLite only: the limits do not depend on the store, and the paused clock would jump ahead of PostgreSQL's answers.
async fn grow() -> Grow {
    Grow::serve(testing::sqlite().await).await
}

/// Asserts the time since `since`, with a tolerance for jumps of the clock around the measurement.
fn about(limit: Duration, since: Instant) {
    let taken = since.elapsed();
    assert!(taken.abs_diff(limit) < Duration::from_secs(2), "{taken:?}");
}

#[tokio::test]
async fn a_connection_that_sends_half_a_head_is_closed() {
    let grow = grow().await;
    let mut slow = Wire::connect(&grow).await.unwrap();
    slow.send("GET /api/v1/demand HTTP/1.1\r\nhost: gr").await;
    pause();
    let since = Instant::now();
    slow.rest().await;
    about(LIMIT, since);
}

#[tokio::test]
async fn a_connection_that_sends_nothing_is_closed() {
    let grow = grow().await;
    let mut silent = Wire::connect(&grow).await.unwrap();
    pause();
    let since = Instant::now();
    silent.rest().await;
    about(LIMIT, since);
}

#[tokio::test]
async fn a_connection_may_rest_between_requests_but_not_for_ever() {
    let grow = grow().await;
    let mut resting = Wire::connect(&grow).await.unwrap();
    resting.send("GET /healthz HTTP/1.1\r\nhost: grow\r\n\r\n").await;
    assert!(resting.head().await.starts_with("HTTP/1.1 200 OK\r\n"));
    pause();
    let since = Instant::now();
    assert_eq!(resting.rest().await, "ok\n");
    about(LIMIT, since);
}

/// Sends half of a change of the place.
pub(crate) async fn half_a_place(grow: &Grow, farmer: &Browser) -> Wire {
    let mut slow = Wire::connect(grow).await.unwrap();
    slow.send(format!(
        "PUT /api/v1/me/place HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={}\r\ncontent-type: application/json\r\n\
         content-length: 17\r\nexpect: 100-continue\r\n\r\n",
        farmer.cookie("grow_session").unwrap(),
    ))
    .await;
    assert_eq!(slow.head().await, "HTTP/1.1 100 Continue\r\n\r\n");
    slow.send(r#"{"place":"#).await;
    slow
}

#[tokio::test]
async fn a_missing_body_times_out() {
    let grow = grow().await;
    let meena = grow.farmer("meena").await;
    let mut slow = half_a_place(&grow, &meena).await;
    pause();
    let since = Instant::now();
    let answer = slow.rest().await;
    about(BODY_LIMIT, since);
    assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
    assert!(answer.contains("content-type: application/problem+json\r\n"), "{answer}");
    assert!(answer.contains(r#""type":"body-too-slow""#), "{answer}");
    assert_eq!(grow.store.number("SELECT COUNT(*) FROM request_journal").await, 0);
}

#[tokio::test]
async fn a_body_that_says_it_is_too_long_is_refused_before_it_arrives() {
    let grow = grow().await;
    let meena = grow.farmer("meena").await;
    for (length, continues) in [("16385", ""), ("99999999999", ""), ("99999999999", "expect: 100-continue\r\n")] {
        let mut wire = Wire::connect(&grow).await.unwrap();
        pause();
        let since = Instant::now();
        wire.send(format!(
            "PUT /api/v1/me/place HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={}\r\n\
             content-type: application/json\r\n{continues}content-length: {length}\r\n\r\n",
            meena.cookie("grow_session").unwrap(),
        ))
        .await;
        let head = wire.head().await;
        assert!(head.starts_with("HTTP/1.1 413 Payload Too Large\r\n"), "{length}: {head}");
        about(Duration::ZERO, since);
        tokio::time::resume();
    }
    grow.stop().await;
}

#[tokio::test]
async fn a_change_has_the_time_at_which_its_request_arrived() {
    let grow = grow().await;
    let meena = grow.farmer("meena").await;
    let mut slow = half_a_place(&grow, &meena).await;
    grow.clock.advance(SignedDuration::from_secs(10));
    slow.send(r#""Erode"}"#).await;
    assert!(slow.head().await.starts_with("HTTP/1.1 200 OK\r\n"));
    let own = meena.get("/api/v1/me/export").await.json(200);
    assert_eq!(own["requests"][0]["at"], noon().to_string());
}

#[tokio::test]
async fn an_unread_answer_is_aborted() {
    let grow = grow().await;
    let mut deaf = Wire::connect(&grow).await.unwrap();
    pause();
    let since = Instant::now();
    let questions = "GET /api/v1/demand HTTP/1.1\r\nhost: grow\r\n\r\n".repeat(1_000);
    while deaf.try_send(&questions).await.is_ok() {}
    assert!(since.elapsed() >= LIMIT, "{:?}", since.elapsed());
    grow.stop().await;
}

#[tokio::test]
async fn a_stopping_server_answers_requests_whose_body_is_arriving() {
    let grow = grow().await;
    let meena = grow.farmer("meena").await;
    let mut slow = half_a_place(&grow, &meena).await;
    pause();
    let since = Instant::now();
    grow.ask_to_stop();
    let answer = slow.rest().await;
    about(BODY_LIMIT, since);
    assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
    grow.stop().await;
}

#[tokio::test]
async fn a_stopping_server_waits_for_a_limited_time() {
    let grow = grow().await;
    let mut stuck = Wire::connect(&grow).await.unwrap();
    stuck.send("GET /api/v1/demand HTTP/1.1\r\nhost: gr").await;
    pause();
    let since = Instant::now();
    grow.stop().await;
    assert!(since.elapsed() <= Duration::from_secs(26), "{:?}", since.elapsed());
}

#[tokio::test]
async fn a_quiet_stream_sends_a_ping_every_fifteen_seconds() {
    let grow = grow().await;
    let mut stream = Wire::connect(&grow).await.unwrap();
    stream.send("GET /api/v1/demand/events HTTP/1.1\r\nhost: grow\r\n\r\n").await;
    stream.head().await;
    stream.until("\n\n").await;
    pause();
    let since = Instant::now();
    for ping in 1..=5 {
        stream.until("event: ping\ndata\n\n").await;
        about(Duration::from_secs(15) * ping, since);
    }
}

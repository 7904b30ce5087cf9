//! 'Graceful stop on SIGTERM: streams end, writes in flight are answered.'

use crate::both_servers;
use crate::browser::Browser;
use crate::grow::{Grow, until};
use crate::wire::Wire;
use grow_store::both_stores;

const BODY: &str = r#"{"crop":"GROUNDNUT","field_size_ha":1.25}"#;

/// Sends half of a sowing: the server has read the head and waits for the rest of the body.
async fn half_a_sowing(grow: &Grow, farmer: &Browser) -> Wire {
    let mut wire = Wire::connect(grow).await.unwrap();
    wire.send(format!(
        "POST /api/v1/me/sowings HTTP/1.1\r\nhost: grow\r\ncookie: grow_session={}\r\nidempotency-key: meena-first\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        farmer.cookie("grow_session").unwrap(),
        BODY.len(),
    ).replace("meena-first", "key-of-meena"))
    .await;
    assert_eq!(wire.head().await, "HTTP/1.1 100 Continue\r\n\r\n");
    wire.send(&BODY[..20]).await;
    wire
}

async fn refuses_connections(grow: &Grow) -> bool {
    Wire::connect(grow).await.is_err()
}

both_servers! {
    async fn a_sowing_in_flight_is_answered(grow) {
        let meena = grow.farmer("meena").await;
        let mut sowing = half_a_sowing(&grow, &meena).await;
        let mut events = grow.guest().watch(None).await;
        grow.ask_to_stop();
        events.end().await;
        until("new connections are refused", async || refuses_connections(&grow).await).await;
        sowing.send(&BODY[20..]).await;
        let answer = sowing.rest().await;
        assert!(answer.starts_with("HTTP/1.1 201 Created\r\n"), "{answer}");
        assert!(answer.contains(r#""expected_yield_kg":3000"#), "{answer}");
        grow.stop().await;
        assert_eq!(grow.store.number("SELECT COUNT(*) FROM sowings").await, 1);
    }

    async fn what_was_sent_before_the_stop_is_answered(grow) {
        use std::io::{Read, Write};
        const REQUEST: &str = "GET /healthz HTTP/1.1\r\nhost: grow\r\n\r\n";
        let mut at_rest = Wire::connect(&grow).await.unwrap();
        at_rest.send(REQUEST).await;
        assert!(at_rest.head().await.starts_with("HTTP/1.1 200 OK\r\n"));
        // Nothing is awaited from here on, so that the server has neither accepted nor read any of it.
        let mut accepted_late = std::net::TcpStream::connect(grow.address).unwrap();
        accepted_late.write_all(REQUEST.as_bytes()).unwrap();
        at_rest.send_now(REQUEST);
        grow.ask_to_stop();
        assert!(at_rest.rest().await.contains("HTTP/1.1 200 OK\r\n"));
        grow.stop().await;
        let mut answer = String::new();
        accepted_late.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }

    async fn idle_connections_do_not_delay_the_stop(grow) {
        let mut at_rest = Wire::connect(&grow).await.unwrap();
        at_rest.send("GET /healthz HTTP/1.1\r\nhost: grow\r\n\r\n").await;
        assert!(at_rest.head().await.starts_with("HTTP/1.1 200 OK\r\n"));
        let mut silent = Wire::connect(&grow).await.unwrap();
        grow.farmer("meena").await;
        grow.ask_to_stop();
        assert_eq!(at_rest.rest().await, "ok\n");
        assert_eq!(silent.rest().await, "");
        grow.stop().await;
        assert!(refuses_connections(&grow).await);
    }
}

both_stores! {
    async fn acknowledged_writes_survive_a_restart(store) {
        let grow = Grow::serve(store).await;
        let meena = grow.farmer("meena").await;
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let before = grow.demand().await;
        grow.stop().await;
        let grow = Grow::serve(grow.store).await;
        assert_eq!(grow.demand().await["crops"], before["crops"]);
        let back = grow.guest();
        back.put_cookie("grow_session", &meena.cookie("grow_session").unwrap());
        assert_eq!(back.get("/api/v1/me/sowings").await.json(200)["items"][0]["crop"], "groundnut");
        grow.stop().await;
    }
}

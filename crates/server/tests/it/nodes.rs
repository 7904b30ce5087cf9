//! Several nodes on one PostgreSQL: what a farmer does at one holds at all.

use crate::browser::Browser;
use crate::grow::{Grow, met, random_of, until};
use crate::start;
use grow_domain::sowing::CountLimits;
use grow_server::{App, Config, Server};
use grow_store::{Store, testing};
use http::Method;
use jiff::SignedDuration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Another node on the database of a server.
struct Node {
    site: String,
    client: reqwest::Client,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

impl Node {
    async fn beside(grow: &Grow, counted: CountLimits) -> Self {
        let server = Server::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let (address, site) = (server.address().to_string(), format!("http://{}", server.address()));
        let config = Config { counted, ..start::config(&address, &site, None) };
        let store = Store::open(grow.store.url()).await.unwrap();
        let app = App::start(config, store, grow.clock.clock(), random_of("another node")).await.unwrap();
        let stop = CancellationToken::new();
        let serving = tokio::spawn(server.run(app, stop.clone()));
        Self { site, client: grow.client.clone(), stop, serving }
    }

    /// A browser here with the cookies of one at the other node.
    fn also(&self, browser: &Browser) -> Browser {
        let here = Browser::new(self.client.clone(), self.site.clone());
        here.put_cookie("grow_session", &browser.cookie("grow_session").unwrap());
        here
    }

    async fn end(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

#[tokio::test]
async fn sessions_consents_keys_and_limits_hold_at_every_node() {
    let counted = CountLimits { sowings: 2, ..CountLimits::default() };
    let first = Grow::serve_with(testing::postgres().await, |config| Config { counted, ..config }).await;
    let second = Node::beside(&first, counted).await;
    let at_first = first.farmer("meena").await;
    let at_second = second.also(&at_first);
    assert_eq!(at_second.signed_in_as().await.as_deref(), Some("meena@example.in"));

    let sowing = at_first.sow("first-key", "RAGI", 1.0).await;
    assert_eq!(at_second.sow("first-key", "RAGI", 1.0).await["id"], sowing["id"], "the first answer");
    assert_eq!(at_second.sow("second-key", "RAGI", 1.0).await["is_counted"], true);
    assert_eq!(at_first.sow("third-key", "RAGI", 1.0).await["is_counted"], false, "two count, wherever they came");

    at_first.delete("/api/v1/me/consent").await;
    at_second.ask_to_sow("fourth-key", "RAGI", 1.0).await.problem(403, "consent-required");
    at_first.send(at_first.request(Method::DELETE, "/api/v1/session")).await;
    until("the session has ended there", async || {
        first.clock.advance(SignedDuration::from_secs(6));
        at_second.signed_in_as().await.is_none()
    })
    .await;
    second.end().await;
    first.stop().await;
}

#[tokio::test]
async fn a_stream_shows_what_another_node_acknowledged_and_never_steps_back_there() {
    let first = Grow::serve(testing::postgres().await).await;
    let second = Node::beside(&first, CountLimits::default()).await;
    let meena = first.farmer("meena").await;
    let at_second = second.also(&meena);
    let mut stream = at_second.watch(None).await;
    let begun = stream.next().await;
    for number in 1..=3 {
        meena.sow(&format!("first-key-{number}"), "RAGI", 1.0).await;
        let (seen, id) = loop {
            let event = stream.next().await;
            if met(&event.data, "ragi") > met(&begun.data, "ragi") {
                break (event.data["revision"].as_i64().unwrap(), event.id);
            }
        };
        // It reconnects to the node at which the next sowing comes.
        let mut elsewhere = meena.watch(Some(&id)).await;
        meena.sow(&format!("second-key-{number}"), "RAGI", 1.0).await;
        let there = elsewhere.next().await.data["revision"].as_i64().unwrap();
        assert!(there > seen, "{there} after {seen}");
    }
    second.end().await;
    first.stop().await;
}

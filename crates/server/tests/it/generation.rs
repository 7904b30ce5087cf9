//! 'A restored server: each store has a generation, in every answer to a write; another generation means restored.'

use crate::both_servers;
use crate::grow::{Grow, random};
use crate::start;
use grow_server::{App, Config};
use grow_store::{both_stores, testing::TestStore};
use http::Method;
use jiff::SignedDuration;
use std::path::Path;

const GENERATION: &str = "grow-store-generation";

both_servers! {
    async fn an_answer_to_a_farmer_tells_the_generation_and_a_public_one_does_not(grow) {
        let meena = grow.farmer("meena").await;
        let sown = meena.ask_to_sow("a-first-sowing", "maize", 1.0).await;
        let generation = sown.header(GENERATION).to_owned();
        assert_eq!(generation.len(), 36, "{generation}");
        let refused = meena.send(meena.request(Method::POST, "/api/v1/me/sowings")).await;
        for answer in [refused, meena.get("/api/v1/me/sowings").await] {
            assert_eq!(answer.header(GENERATION), generation, "{answer:?}");
        }
        assert_eq!(meena.get("/api/v1/demand").await.header(GENERATION), "");
    }
}

/// Starts another server on the store of one that has ended, and returns the generation of the store.
async fn generation_at_the_next_start(grow: &Grow, path: &Path) -> String {
    grow.clock.advance(SignedDuration::from_hours(1));
    let config = start::config("127.0.0.1:8080", "http://127.0.0.1:8080", None);
    let config = Config { erasures: Some(path.to_owned()), ..config };
    let app = App::start(config, (*grow.store).clone(), grow.clock.clock(), random()).await.unwrap();
    app.stop().await;
    grow.store.generation().await.unwrap().unwrap().id.to_string()
}

async fn noting_beside(store: TestStore, path: &Path) -> Grow {
    Grow::serve_with(store, |config| Config { erasures: Some(path.to_owned()), ..config }).await
}

both_stores! {
    async fn a_store_that_is_behind_what_was_noted_begins_another_generation(store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let grow = noting_beside(store, &path).await;
        let meena = grow.farmer("meena").await;
        let generation = meena.ask_to_sow("a-first-sowing", "maize", 1.0).await.header(GENERATION).to_owned();
        meena.sow("a-second-sowing", "maize", 1.0).await;
        grow.stop().await;
        assert_eq!(generation_at_the_next_start(&grow, &path).await, generation, "nothing was restored");
        grow.store.tamper("DELETE FROM change_feed WHERE seq = (SELECT MAX(seq) FROM change_feed)").await;
        let other = generation_at_the_next_start(&grow, &path).await;
        assert_ne!(other, generation);
        assert_eq!(generation_at_the_next_start(&grow, &path).await, other, "once");
        std::fs::write(folder.path().join("newest-change"), "half a li").unwrap();
        assert_eq!(generation_at_the_next_start(&grow, &path).await, other, "a file that cannot be read says nothing");
    }
}

//! 'A restored server: each store has a generation, in every answer to a write; another generation means restored.'

use crate::both_servers;
use crate::grow::{Grow, random};
use crate::start;
use grow_server::{App, Config};
use grow_store::{both_stores, testing::TestStore};
use http::Method;
use jiff::SignedDuration;
use std::path::Path;

/// The name of the store in an answer.
const NAME: &str = "grow-store";

both_servers! {
    async fn an_answer_to_a_farmer_names_the_store_and_a_public_one_does_not(grow) {
        let meena = grow.farmer("meena").await;
        let sown = meena.ask_to_sow("a-first-sowing", "maize", 1.0).await;
        let name = sown.header(NAME).to_owned();
        assert_eq!(name.len(), 36, "{name}");
        let refused = meena.send(meena.request(Method::POST, "/api/v1/me/sowings")).await;
        for answer in [refused, meena.get("/api/v1/me/sowings").await] {
            assert_eq!(answer.header(NAME), name, "{answer:?}");
        }
        assert_eq!(meena.get("/api/v1/demand").await.header(NAME), "");
    }
}

/// Starts another server on the store of one that has ended, and returns the name of the store.
async fn name_at_the_next_start(grow: &Grow, path: &Path) -> String {
    grow.clock.advance(SignedDuration::from_hours(1));
    let config = start::config("127.0.0.1:8080", "http://127.0.0.1:8080", None);
    let config = Config { erasures: Some(path.to_owned()), ..config };
    let app = App::start(config, (*grow.store).clone(), grow.clock.clock(), random()).await.unwrap();
    app.stop().await;
    grow.store.generation(uuid::Uuid::nil()).await.unwrap().id.to_string()
}

async fn noting_beside(store: TestStore, path: &Path) -> Grow {
    Grow::serve_with(store, |config| Config { erasures: Some(path.to_owned()), ..config }).await
}

both_stores! {
    async fn a_store_that_is_behind_what_was_noted_has_another_name(store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let grow = noting_beside(store, &path).await;
        let meena = grow.farmer("meena").await;
        let name = meena.ask_to_sow("a-first-sowing", "maize", 1.0).await.header(NAME).to_owned();
        meena.sow("a-second-sowing", "maize", 1.0).await;
        grow.stop().await;
        assert_eq!(name_at_the_next_start(&grow, &path).await, name, "nothing was restored");
        grow.store.tamper("DELETE FROM change_feed WHERE seq = (SELECT MAX(seq) FROM change_feed)").await;
        let other = name_at_the_next_start(&grow, &path).await;
        assert_ne!(other, name);
        assert_eq!(name_at_the_next_start(&grow, &path).await, other, "once");
        std::fs::write(folder.path().join("newest-change"), "half a li").unwrap();
        assert_eq!(name_at_the_next_start(&grow, &path).await, other, "a file that cannot be read says nothing");
    }
}

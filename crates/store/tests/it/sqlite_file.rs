//! 'A database file that is deleted, replaced or garbled under a running server takes no more writes.'

use super::{farmer, id, new_sowing, noon};
use grow_domain::Crop;
use grow_domain::sowing::CountLimits;
use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, Error, FarmerId, SowingOutcome};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

async fn ask_to_sow(store: &TestStore, farmer: FarmerId, key: &str) -> Result<SowingOutcome, Error> {
    let (sowing, id) = (new_sowing(Crop::Ragi, 100), id(noon(), key));
    store.record_sowing(farmer, key.to_owned(), sowing, CountLimits::NONE, id, noon()).await
}

fn log_of(path: &Path) -> PathBuf {
    path.with_extension("db-wal")
}

fn deleted(path: &Path) {
    fs::remove_file(path).unwrap();
}

fn log_deleted(path: &Path) {
    fs::remove_file(log_of(path)).unwrap();
}

fn replaced(path: &Path) {
    let copy = path.with_extension("copy");
    fs::copy(path, &copy).unwrap();
    fs::rename(copy, path).unwrap();
}

fn garbled(path: &Path) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.write_all(&[0xff; 8192]).unwrap();
}

fn emptied(path: &Path) {
    OpenOptions::new().write(true).truncate(true).open(path).unwrap();
}

/// What is left is in the memory of its connections, too, so that SQLite does not miss the rest for long.
fn cut_to_half(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(file.metadata().unwrap().len() / 2).unwrap();
}

#[tokio::test]
async fn damage_to_the_file_is_detected_at_the_next_write_which_is_refused() {
    for damage in [deleted, log_deleted, replaced, garbled, emptied, cut_to_half] as [fn(&Path); 6] {
        let store = testing::sqlite().await;
        let DatabaseUrl::Sqlite(path) = store.url() else { panic!("a SQLite store") };
        let meena = farmer(&store, "meena").await;
        ask_to_sow(&store, meena, "before").await.unwrap();
        store.tamper("PRAGMA wal_checkpoint(TRUNCATE)").await;
        store.ready().await.unwrap();

        damage(path);
        let refused = ask_to_sow(&store, meena, "after").await.unwrap_err();
        assert!(matches!(refused, Error::Unusable(_) | Error::Commit(_)), "{refused:?}");
        let refused = ask_to_sow(&store, meena, "later").await.unwrap_err();
        assert!(matches!(refused, Error::Unusable(_)) && refused.is_away(), "{refused:?}");
        assert!(matches!(store.ready().await, Err(Error::Unusable(_))));
    }
}

#[tokio::test]
async fn without_a_write_damage_is_detected_by_the_readiness_check() {
    let store = testing::sqlite().await;
    let DatabaseUrl::Sqlite(path) = store.url() else { panic!("a SQLite store") };
    store.ready().await.unwrap();
    deleted(path);
    assert!(matches!(store.ready().await, Err(Error::Unusable(_))));
}

#[tokio::test]
async fn writes_and_checkpoints_of_other_processes_are_no_damage() {
    let store = testing::sqlite().await;
    let meena = farmer(&store, "meena").await;
    for n in 0..3 {
        store.tamper(&format!("UPDATE farmers SET display_name = '{n}'; PRAGMA wal_checkpoint(TRUNCATE)")).await;
        ask_to_sow(&store, meena, &format!("key {n}")).await.unwrap();
        store.ready().await.unwrap();
    }
}

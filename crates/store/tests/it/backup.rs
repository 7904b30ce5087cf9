//! Backups of a SQLite database, and the way back.

use super::{farmer, id, new_sowing, noon};
use grow_domain::Crop;
use grow_domain::sowing::CountLimits;
use grow_store::testing;
use grow_store::{DatabaseUrl, FarmerId, Restored, SowingOutcome, Store};
use jiff::SignedDuration;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tempfile::TempDir;
use uuid::Uuid;

/// Records the sowing of a number.
pub(crate) async fn sow(store: &Store, farmer: FarmerId, number: i64) -> Uuid {
    let (sowing, key) = (new_sowing(Crop::Onion, 100), number.to_string());
    let id = id(noon() + SignedDuration::from_millis(number), &key);
    let sown = store.record_sowing(farmer, key, sowing, CountLimits::NONE, id, noon());
    let SowingOutcome::Recorded(sowing) = sown.await.unwrap() else { panic!("a new sowing") };
    sowing.id
}

async fn back_up(store: &Store, into: &Path) -> Result<u64, String> {
    store.back_up(into.to_owned(), |_, _| {}).await.map_err(|error| error.to_string())
}

/// Restores a backup in the place of the database in a file. Returns where the database of before is.
fn restore(backup: &Path, file: &Path, generation: u128) -> Result<Option<PathBuf>, String> {
    let url = DatabaseUrl::Sqlite(file.to_owned());
    let restored = Store::restore(&url, backup, Uuid::from_u128(generation), noon());
    restored.map(|restored| restored.replaced).map_err(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_holds_everything_acknowledged_before_it_began_and_its_supply_is_exact() {
    let (store, folder) = (testing::sqlite().await, tempfile::tempdir().unwrap());
    let (acknowledged, is_over) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let mut farmers = Vec::new();
    let mut sowers = Vec::new();
    for name in ["asha", "meena"] {
        let farmer = farmer(&store, name).await;
        farmers.push(farmer);
        let (store, acknowledged, is_over) = (Store::clone(&store), Arc::clone(&acknowledged), Arc::clone(&is_over));
        sowers.push(tokio::spawn(async move {
            for number in 0.. {
                sow(&store, farmer, number).await;
                acknowledged.fetch_add(1, Ordering::AcqRel);
                if is_over.load(Ordering::Acquire) {
                    return;
                }
            }
        }));
    }
    for number in 0..20 {
        let before = acknowledged.load(Ordering::Acquire);
        let backup = folder.path().join(format!("{number}.backup"));
        back_up(&store, &backup).await.unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join(format!("{number}.db")));
        let restored = Store::restore(&url, &backup, Uuid::from_u128(1), noon()).unwrap();
        assert_eq!(restored, Restored { replaced: None, notice: None });
        let restored = Store::open(&url).await.unwrap();
        let mut kept = 0;
        for farmer in &farmers {
            kept += restored.held_sowings(*farmer, None, u16::MAX).await.unwrap().rows.len();
        }
        assert!(kept >= before as usize, "{kept} of at least {before} sowings");
        assert_eq!(restored.differences().await.unwrap(), [], "the supply is exact");
    }
    is_over.store(true, Ordering::Release);
    for sower in sowers {
        sower.await.unwrap();
    }
}

#[tokio::test]
async fn a_backup_is_its_owners_alone_and_replaces_no_file() {
    let (store, folder) = (testing::sqlite().await, tempfile::tempdir().unwrap());
    let backup = folder.path().join("grow.backup");
    let bytes = back_up(&store, &backup).await.unwrap();
    let made = fs::metadata(&backup).unwrap();
    assert_eq!((made.len(), made.permissions().mode() & 0o777), (bytes, 0o600));

    fs::write(&backup, "something else").unwrap();
    let error = back_up(&store, &backup).await.unwrap_err();
    assert!(error.contains("grow.backup is there already"), "{error}");
    assert_eq!(fs::read(&backup).unwrap(), b"something else");
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "nothing half is left");
}

/// A database in the folder, with a sowing of meena, a backup of it, and then another sowing and an erased farmer.
async fn backed_up(folder: &TempDir) -> (Store, FarmerId, [PathBuf; 2]) {
    let [file, backup] = ["grow.db", "grow.backup"].map(|name| folder.path().join(name));
    let store = Store::open(&DatabaseUrl::Sqlite(file.clone())).await.unwrap();
    let (meena, asha) = (farmer(&store, "meena").await, farmer(&store, "asha").await);
    sow(&store, meena, 1).await;
    back_up(&store, &backup).await.unwrap();
    sow(&store, meena, 2).await;
    store.close_account(asha, noon()).await.unwrap();
    (store, meena, [file, backup])
}

#[tokio::test]
async fn a_restore_ends_sessions_keeps_the_erased_and_begins_another_generation() {
    let folder = tempfile::tempdir().unwrap();
    let (store, meena, [file, backup]) = backed_up(&folder).await;
    let refused = restore(&backup, &file, 7).unwrap_err();
    assert!(refused.contains("A server or another command uses") && refused.contains("Stop it first"), "{refused}");

    drop(store);
    let replaced = restore(&backup, &file, 7).unwrap().unwrap();
    assert_eq!(
        (replaced.as_path(), replaced.exists()),
        (&*folder.path().join("grow.db.replaced-20260615T120000Z"), true)
    );
    assert!(!file.with_file_name("grow.db-wal").exists(), "a log of before would be read into the backup");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let sessions = rusqlite::Connection::open(&file)
        .unwrap()
        .query_row("SELECT COUNT(*) FROM sessions", [], |row| row.get::<_, i64>(0));
    assert_eq!(sessions.unwrap(), 0);
    let restored = Store::open(&DatabaseUrl::Sqlite(file)).await.unwrap();
    let sowings = restored.held_sowings(meena, None, 10).await.unwrap().rows;
    assert_eq!(sowings.into_iter().map(|sowing| sowing.key).collect::<Vec<_>>(), ["1"]);
    assert_eq!(restored.generation().await.unwrap().unwrap().id, Uuid::from_u128(7));
    let erased = restored.erased_farmers(None, 10).await.unwrap();
    assert!(matches!(erased[..], [(_, true)]), "the erased farmer is back, and listed: {erased:?}");
}

#[tokio::test]
async fn the_log_of_a_database_that_is_gone_is_not_read_into_the_backup() {
    let folder = tempfile::tempdir().unwrap();
    let (store, meena, [file, backup]) = backed_up(&folder).await;
    let log = fs::read(folder.path().join("grow.db-wal")).unwrap();
    drop(store);
    fs::remove_file(&file).unwrap();
    fs::write(folder.path().join("grow.db-wal"), log).unwrap();
    assert_eq!(restore(&backup, &file, 7).unwrap(), None);
    let restored = Store::open(&DatabaseUrl::Sqlite(file)).await.unwrap();
    let sowings = restored.held_sowings(meena, None, 10).await.unwrap().rows;
    assert_eq!(sowings.into_iter().map(|sowing| sowing.key).collect::<Vec<_>>(), ["1"]);
}

#[tokio::test]
async fn what_is_no_whole_backup_of_this_grow_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _, [file, backup]) = backed_up(&folder).await;
    drop(store);
    let of = |name: &str, change: &dyn Fn(&Path)| {
        let path = folder.path().join(name);
        fs::copy(&backup, &path).unwrap();
        change(&path);
        path
    };
    let sql = |path: &Path, sql: &str| rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
    let cut = |path: &Path, to: fn(u64) -> u64| {
        let length = to(fs::metadata(path).unwrap().len());
        fs::OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
    };
    let torn = of("torn", &|path| cut(path, |length| length / 2));
    // SQLite reads zeros for what the last page lacks, and finds them sound.
    let shorter = of("shorter", &|path| cut(path, |length| length - 1));
    let flipped = of("flipped", &|path| {
        let mut bytes = fs::read(path).unwrap();
        let place = bytes.len() - 3_000;
        bytes[place..].fill(0xff);
        fs::write(path, bytes).unwrap();
    });
    let text =
        of("text", &|path| fs::write(path, "not a database, but long enough to be read as one".repeat(100)).unwrap());
    let other = of("other", &|path| {
        fs::remove_file(path).unwrap();
        sql(path, "CREATE TABLE recipes (name TEXT)");
    });
    let newer = of("newer", &|path| {
        sql(path, "INSERT INTO schema_migrations (version, checksum, needs) VALUES (99, 'x', 99)");
    });
    let empty = of("empty", &|path| fs::write(path, "").unwrap());
    let before = fs::read(&file).unwrap();
    for (backup, reason) in [
        (torn, "is cut short"),
        (shorter, "is cut short"),
        (flipped, "damaged"),
        (text, "is no SQLite database"),
        (other, "it is no backup of Grow"),
        (newer, "newer Grow"),
        (folder.path().join("nothing"), "there is no such file"),
        (empty, "no backup of Grow"),
        (folder.path().to_owned(), "it is no file"),
    ] {
        let error = restore(&backup, &file, 7).unwrap_err();
        assert!(error.contains(reason), "{}: {error}", backup.display());
        assert_eq!(fs::read(&file).unwrap(), before, "{}", backup.display());
    }
    assert!(
        fs::read_dir(folder.path()).unwrap().all(|file| !file.unwrap().path().to_str().unwrap().contains("replaced"))
    );
}

#[tokio::test]
async fn each_restore_keeps_the_database_of_before_under_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (store, meena, [file, backup]) = backed_up(&folder).await;
    drop(store);
    let mut kept = Vec::new();
    for generation in 0..3 {
        kept.push(restore(&backup, &file, generation).unwrap().unwrap());
    }
    let names = ["", "-2", "-3"].map(|number| folder.path().join(format!("grow.db.replaced-20260615T120000Z{number}")));
    assert_eq!(kept, names);
    let mut sowings = Vec::new();
    for kept in kept {
        let (kept, _) = Store::open_to_read(&DatabaseUrl::Sqlite(kept)).await.unwrap();
        sowings.push(kept.held_sowings(meena, None, 10).await.unwrap().rows.len());
    }
    assert_eq!(sowings, [2, 1, 1], "the original is whole");
}

#[tokio::test]
async fn the_database_itself_is_no_backup_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _, [file, _]) = backed_up(&folder).await;
    drop(store);
    let [linked, second] = ["linked", "second"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&file, &linked).unwrap();
    fs::hard_link(&file, &second).unwrap();
    for same in [&file, &linked, &second] {
        let error = restore(same, &file, 7).unwrap_err();
        assert!(error.contains("it is the database itself"), "{error}");
    }
}

#[tokio::test]
async fn a_restore_through_a_link_replaces_the_file_and_not_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let (store, meena, [file, backup]) = backed_up(&folder).await;
    let link = folder.path().join("my வயல் link.db");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let error = restore(&backup, &link, 7).unwrap_err();
    assert!(error.contains("Stop it first"), "a server has it open under its other name: {error}");
    drop(store);
    let replaced = restore(&backup, &link, 7).unwrap().unwrap();
    assert!(replaced.file_name().unwrap().to_str().unwrap().starts_with("grow.db.replaced-"));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let restored = Store::open(&DatabaseUrl::Sqlite(link)).await.unwrap();
    assert_eq!(restored.held_sowings(meena, None, 10).await.unwrap().rows.len(), 1);
}

#[tokio::test]
async fn a_backup_never_takes_the_name_of_a_file_beside_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _, [file, _]) = backed_up(&folder).await;
    for open in [true, false] {
        for beside in ["grow.db-wal", "grow.db-shm", "grow.db-journal", "grow.db-lock"] {
            let into = folder.path().join(beside);
            let is_there = into.exists();
            let refusal = Store::back_up_file(&DatabaseUrl::Sqlite(file.clone()), &into, |_, _| {}).unwrap_err();
            let told = "is the name of a file beside a database: name the backup without that ending.";
            assert_eq!(refusal.to_string(), format!("{} {told}", into.display()), "{open}");
            assert_eq!(into.exists(), is_there);
        }
        if open {
            store.close().await;
        }
    }
}

#[tokio::test]
async fn a_backup_of_the_release_before_is_made_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let [older, copy, file] = ["older.db", "copy of older.db", "grow.db"].map(|name| folder.path().join(name));
    testing::sqlite_of_the_release_before(&older);
    let before = fs::read(&older).unwrap();
    Store::back_up_file(&DatabaseUrl::Sqlite(older.clone()), &copy, |_, _| {}).unwrap();
    assert_eq!(fs::read(&older).unwrap(), before);
    assert_eq!(restore(&copy, &file, 7).unwrap(), None);
    let restored = Store::open(&DatabaseUrl::Sqlite(file)).await.unwrap();
    assert_eq!(restored.record(FarmerId(Uuid::nil())).await.unwrap().unwrap().email, "meena@example.in");
}

//! A SQLite database that nobody has open: what is in its file, and what lies beside it.

use super::backup::sow;
use super::{farmer, noon};
use grow_store::testing;
use grow_store::{DatabaseUrl, FarmerId, Notice, Store};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use uuid::Uuid;

fn url(file: &Path) -> DatabaseUrl {
    DatabaseUrl::Sqlite(file.to_owned())
}

/// The files of a folder and a hash of what is in them.
fn files(folder: &Path) -> BTreeMap<String, u64> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let hash = |file: &Path| BuildHasherDefault::<DefaultHasher>::default().hash_one(fs::read(file).unwrap());
    files.map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), hash(&file))).collect()
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

async fn sown(store: &Store, farmer: FarmerId) -> usize {
    store.held_sowings(farmer, None, 100).await.unwrap().rows.len()
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A folder with a database and its log as a killed server leaves them, and the farmer of its 20 sowings, of which the
/// file alone has ten at most.
async fn killed() -> (TempDir, PathBuf, FarmerId) {
    let (running, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [open, left] = [&running, &folder].map(|folder| folder.path().join("grow.db"));
    let store = Store::open(&url(&open)).await.unwrap();
    let meena = farmer(&store, "meena").await;
    for number in 0..10 {
        sow(&store, meena, number).await;
    }
    drop(store);
    let store = Store::open(&url(&open)).await.unwrap();
    for number in 10..20 {
        sow(&store, meena, number).await;
    }
    for suffix in ["", "-wal"] {
        fs::copy(beside(&open, suffix), beside(&left, suffix)).unwrap();
    }
    (folder, left, meena)
}

#[tokio::test]
async fn a_closed_database_is_one_file_with_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grow.db");
    let store = Store::open(&url(&file)).await.unwrap();
    let meena = farmer(&store, "meena").await;
    for number in 0..10 {
        sow(&store, meena, number).await;
    }
    assert!(names(folder.path()).contains(&"grow.db-wal".to_owned()));
    let clone = store.clone();
    store.close().await;
    assert_eq!(names(folder.path()), ["grow.db"]);
    assert!(clone.figures().await.is_err(), "and nobody opens it again unseen");
    assert!(clone.withdraw_consent(meena, noon()).await.is_err());

    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("grow.db");
    fs::copy(&file, &copy).unwrap();
    let copied = Store::open(&url(&copy)).await.unwrap();
    assert_eq!(sown(&copied, meena).await, 10);
    drop(copied);
    assert_eq!(names(elsewhere.path()), ["grow.db"], "the drop of the last clone closes it, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_does_not_wait_for_a_long_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grow.db");
    let store = Store::open(&url(&file)).await.unwrap();
    let meena = farmer(&store, "meena").await;
    for number in 0..10 {
        sow(&store, meena, number).await;
    }
    let reads = (0..4).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { while store.differences().await.is_ok() {} })
    });
    let reads: Vec<_> = reads.collect();
    store.close().await;
    assert_eq!(names(folder.path()), ["grow.db"]);
    for read in reads {
        read.await.unwrap();
    }
}

#[tokio::test]
async fn while_another_process_has_it_open_the_log_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grow.db");
    let [one, other] = [Store::open(&url(&file)).await.unwrap(), Store::open(&url(&file)).await.unwrap()];
    let meena = farmer(&one, "meena").await;
    drop(one);
    sow(&other, meena, 1).await;
    assert_eq!(sown(&other, meena).await, 1);
    drop(other);
    assert_eq!(names(folder.path()), ["grow.db"]);
}

#[tokio::test]
async fn what_a_killed_server_left_is_read_with_its_log_and_stays_as_it_is() {
    let (folder, file, meena) = killed().await;
    let before = files(folder.path());
    let (store, notices) = Store::open_to_read(&url(&file)).await.unwrap();
    assert_eq!(sown(&store, meena).await, 20);
    assert!(matches!(notices[..], [Notice::NotClosed(_)]), "{notices:?}");
    assert!(notices[0].to_string().contains("Keep and copy the two together"), "{}", notices[0]);
    assert!(store.withdraw_consent(meena, noon()).await.is_err(), "it is opened to be read");
    drop(store);
    let elsewhere = tempfile::tempdir().unwrap();
    let [backup, restored] = ["a backup", "restored.db"].map(|name| elsewhere.path().join(name));
    Store::back_up_file(&url(&file), &backup, |_, _| {}).unwrap();
    assert_eq!(files(folder.path()), before);

    for source in [&backup, &file] {
        Store::restore(&url(&restored), source, Uuid::from_u128(7), noon()).unwrap();
        assert_eq!(files(folder.path()), before);
        let (store, notices) = Store::open_to_read(&url(&restored)).await.unwrap();
        assert_eq!((sown(&store, meena).await, notices), (20, vec![]), "from {}", source.display());
    }
    let store = Store::open(&url(&file)).await.unwrap();
    assert_eq!(sown(&store, meena).await, 20);
    drop(store);
    assert_eq!(names(folder.path()), ["grow.db"]);
}

#[tokio::test]
async fn a_file_that_was_copied_without_its_log_is_told() {
    let (folder, file, _) = killed().await;
    fs::remove_file(beside(&file, "-wal")).unwrap();
    let before = files(folder.path());
    let (store, notices) = Store::open_to_read(&url(&file)).await.unwrap();
    drop(store);
    assert!(matches!(notices[..], [Notice::WithoutLog(_)]), "{notices:?}");
    let elsewhere = tempfile::tempdir().unwrap();
    let restored = Store::restore(&url(&elsewhere.path().join("grow.db")), &file, Uuid::from_u128(7), noon()).unwrap();
    assert!(matches!(restored.notice, Some(Notice::WithoutLog(_))), "{restored:?}");
    assert_eq!(files(folder.path()), before);
}

#[tokio::test]
async fn entries_behind_a_damaged_place_of_the_log_are_told_and_the_whole_log_is_kept() {
    let (folder, file, _) = killed().await;
    let log = beside(&file, "-wal");
    let whole = fs::read(&log).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&log, &damaged).unwrap();
    let before = files(folder.path());
    let (store, notices) = Store::open_to_read(&url(&file)).await.unwrap();
    drop(store);
    assert!(matches!(notices[..], [Notice::DamagedLog(_)]), "{notices:?}");
    let elsewhere = tempfile::tempdir().unwrap();
    let refused = Store::back_up_file(&url(&file), &elsewhere.path().join("copy"), |_, _| ()).unwrap_err();
    assert!(refused.to_string().contains("is damaged"), "{refused}");
    let restored = Store::restore(&url(&elsewhere.path().join("grow.db")), &file, Uuid::from_u128(7), noon()).unwrap();
    assert!(matches!(restored.notice, Some(Notice::DamagedLog(_))), "{restored:?}");
    assert_eq!(files(folder.path()), before);
    Store::open(&url(&file)).await.unwrap().close().await;
    assert_eq!(fs::read(beside(&file, ".damaged-log-1")).unwrap(), damaged);

    let (_folder, file, _) = killed().await;
    let cut = fs::read(beside(&file, "-wal")).unwrap();
    for kept in [cut.len() - 1, cut.len() / 2] {
        fs::write(beside(&file, "-wal"), &cut[..kept]).unwrap();
        let (_, notices) = Store::open_to_read(&url(&file)).await.unwrap();
        assert!(matches!(notices[..], [Notice::NotClosed(_)]), "the end of a log may be missing: {notices:?}");
    }
}

/// Each way to open a database, which all have to refuse it with a sentence and leave the folder as it is.
async fn refuse(folder: &Path, file: &Path, sentence: &str) {
    let before = files(folder);
    let elsewhere = tempfile::tempdir().unwrap();
    let to = |name: &str| elsewhere.path().join(name);
    let refused = [
        ("to write", Store::open(&url(file)).await.err()),
        ("to write what is there", Store::open_existing(&url(file)).await.err()),
        ("to read", Store::open_to_read(&url(file)).await.err()),
        ("to back up", Store::back_up_file(&url(file), &to("backup"), |_, _| {}).err()),
        ("to restore it", Store::restore(&url(&to("new.db")), file, Uuid::from_u128(7), noon()).err()),
    ];
    for (why, error) in refused {
        let error = error.unwrap_or_else(|| panic!("{why}: it was opened")).to_string();
        let is_no_source = why == "to restore it" && !file.exists();
        assert!(error.contains(sentence) || is_no_source, "{why}: {error}");
        assert_eq!(files(folder), before, "{why}");
    }
    assert_eq!(names(elsewhere.path()), [""; 0], "nothing was made");
}

#[tokio::test]
async fn a_log_of_another_database_is_told_before_anything_is_opened_for_writing() {
    let (folder, file, meena) = killed().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let backup = elsewhere.path().join("backup");
    Store::back_up_file(&url(&file), &backup, |_, _| {}).unwrap();
    fs::copy(&backup, &file).unwrap();
    refuse(folder.path(), &file, "A log of another database lies beside").await;

    // As the sentence says.
    fs::rename(beside(&file, "-wal"), beside(&file, ".other-log")).unwrap();
    let store = Store::open(&url(&file)).await.unwrap();
    assert_eq!(sown(&store, meena).await, 20);
}

#[tokio::test]
async fn a_log_beside_another_file_that_was_not_closed_either_is_told() {
    let (folder, file, _) = killed().await;
    let other = tempfile::tempdir().unwrap();
    let copied = other.path().join("grow.db");
    let store = Store::open(&url(&copied)).await.unwrap();
    let asha = farmer(&store, "asha").await;
    for number in 0..100 {
        sow(&store, asha, number).await;
    }
    drop(store);
    let open = Store::open(&url(&copied)).await.unwrap();
    fs::copy(&copied, &file).unwrap();
    drop(open);
    refuse(folder.path(), &file, "A log of another database lies beside").await;
}

#[tokio::test]
async fn a_log_without_its_database_is_not_thrown_away() {
    let (folder, file, _) = killed().await;
    for is_there in [true, false] {
        if is_there {
            fs::write(&file, "").unwrap();
        } else {
            fs::remove_file(&file).unwrap();
        }
        refuse(folder.path(), &file, "a log of a database lies beside it").await;
    }
}

#[tokio::test]
async fn a_journal_of_another_database_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grow.db");
    drop(Store::open(&url(&file)).await.unwrap());
    let other = tempfile::tempdir().unwrap();
    let other = other.path().join("other.db");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection
        .execute_batch("PRAGMA cache_size = 1; CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(9000))")
        .unwrap();
    connection.execute_batch("PRAGMA cache_spill = 1; BEGIN; UPDATE t SET a = zeroblob(90000)").unwrap();
    fs::copy(beside(&other, "-journal"), beside(&file, "-journal")).unwrap();
    refuse(folder.path(), &file, "A journal that Grow has not written lies beside").await;
}

#[tokio::test]
async fn a_change_of_the_mode_that_was_broken_off_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grow.db");
    let store = Store::open(&url(&file)).await.unwrap();
    let meena = farmer(&store, "meena").await;
    sow(&store, meena, 1).await;
    drop(store);
    let before = fs::read(&file).unwrap();
    // What SQLite writes before it changes the first page, once it is on the disk.
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch("BEGIN; PRAGMA user_version = 7").unwrap();
    let mut journal = fs::read(beside(&file, "-journal")).unwrap();
    connection.execute_batch("ROLLBACK").unwrap();
    drop(connection);
    journal[11] = 1;
    fs::write(beside(&file, "-journal"), journal).unwrap();
    let store = Store::open(&url(&file)).await.unwrap();
    assert_eq!(sown(&store, meena).await, 1);
    drop(store);
    assert_eq!(names(folder.path()), ["grow.db"]);
    assert_eq!(fs::read(&file).unwrap().len(), before.len());
}

#[tokio::test]
async fn what_is_no_database_of_grow_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.db");
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let before = files(folder.path());
    for error in [
        Store::open(&url(&file)).await.err(),
        Store::open_to_read(&url(&file)).await.err(),
        Store::back_up_file(&url(&file), &folder.path().join("backup"), |_, _| {}).err(),
    ] {
        assert!(error.unwrap().to_string().contains("is a database of another program"));
        assert_eq!(files(folder.path()), before);
    }
    fs::write(&file, vec![7; 5_000]).unwrap();
    refuse(folder.path(), &file, "is no SQLite database: it is encrypted, compressed").await;
    let error = Store::open(&url(folder.path())).await.err().unwrap().to_string();
    assert!(error.contains("is no file"), "{error}");
}

#[tokio::test]
async fn a_second_name_of_a_database_is_no_second_database() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link, second] = ["grow.db", "link.db", "second.db"].map(|name| folder.path().join(name));
    symlink(&file, &link).unwrap();
    let store = Store::open(&url(&file)).await.unwrap();
    let meena = farmer(&store, "meena").await;
    let linked = Store::open(&url(&link)).await.unwrap();
    sow(&linked, meena, 1).await;
    assert_eq!(sown(&store, meena).await, 1);
    assert!(!names(folder.path()).contains(&"link.db-wal".to_owned()));
    drop((store, linked));

    fs::hard_link(&file, &second).unwrap();
    for name in [&file, &second] {
        let error = Store::open(&url(name)).await.err().unwrap().to_string();
        assert!(error.contains("has 2 names (hard links)"), "{error}");
    }
    let (read, _) = Store::open_to_read(&url(&second)).await.unwrap();
    assert_eq!(sown(&read, meena).await, 1, "it may be read");
}

#[tokio::test]
async fn a_database_of_the_release_before_is_read_through_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grow.db");
    testing::sqlite_of_the_release_before(&file);
    let before = files(folder.path());
    let (store, notices) = Store::open_to_read(&url(&file)).await.unwrap();
    assert_eq!(store.record(FarmerId(Uuid::nil())).await.unwrap().unwrap().email, "meena@example.in");
    let [Notice::OfAnOlderRelease(_, schema)] = notices[..] else { panic!("{notices:?}") };
    let numbers = format!("is of an older release ({schema}, this is {})", schema + 1);
    assert!(notices[0].to_string().contains(&numbers), "{}", notices[0]);
    let error = Store::open_existing(&url(&file)).await.err().unwrap().to_string();
    assert!(error.contains(&numbers) && error.contains("grow backup FILE"), "{error}");
    drop(store);
    assert_eq!(files(folder.path()), before);
}

//! What an operator does beside a server: backups, and looking whether everything is well.

use crate::serving::Serving;
use grow_store::{Store, testing};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Builder;

/// Runs the binary in a folder. Returns its exit code and all that it says.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grow")).args(arguments).current_dir(folder).env_clear().output();
    let Output { status, stdout, stderr } = output.unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// The files of the database in a folder, but for the one whose lock tells who uses it, and a hash of what is in them.
fn files(folder: &Path) -> BTreeMap<String, u64> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let named = files.map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), file));
    let of_database = named.filter(|(name, _)| name.starts_with("grow.db") && name != "grow.db-lock");
    let hash = |file| BuildHasherDefault::<DefaultHasher>::default().hash_one(fs::read::<PathBuf>(file).unwrap());
    of_database.map(|(name, file)| (name, hash(file))).collect()
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

/// What an export of the whole database says of farmers and sowings.
fn exported(folder: &Path, database: &str) -> [String; 2] {
    let into = TempDir::new_in(folder).unwrap();
    let url = format!("sqlite:{database}");
    let (code, said) = run(folder, &["export", into.path().to_str().unwrap(), "--all", "--database-url", &url]);
    assert_eq!(code, Some(0), "{said}");
    ["farmers", "sowings"].map(|table| fs::read_to_string(into.path().join(format!("tables/{table}.jsonl"))).unwrap())
}

#[test]
fn a_clean_stop_leaves_one_whole_file_also_while_streams_are_open() {
    let mut server = Serving::start_with(&[("GROW_SAMPLE_RECORD", "on")]);
    let folder = server.folder.path().to_owned();
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.write_all(b"GET /api/v1/demand/events HTTP/1.1\r\nhost: grow\r\n\r\n").unwrap();
    let mut answer = [0; 15];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
    let before = exported(&folder, "grow-data/grow.db");
    assert!(before.iter().all(|table| !table.is_empty()));
    server.ask_to_end();
    server.process.wait().unwrap();
    assert_eq!(names(&folder.join("grow-data")), ["grow.db"]);
    assert!(!folder.join("grow-data/grow.db-lock").exists());
    fs::copy(folder.join("grow-data/grow.db"), folder.join("alone.db")).unwrap();
    assert_eq!(exported(&folder, "alone.db"), before);
    let (_, said) = run(&folder, &["doctor"]);
    assert!(said.contains("no server has it open, and it is whole in one file"), "{said}");
}

#[test]
fn what_a_killed_server_leaves_belongs_together_and_nothing_of_it_is_lost() {
    let mut server = Serving::start_with(&[("GROW_SAMPLE_RECORD", "on")]);
    let folder = server.folder.path().to_owned();
    let data = folder.join("grow-data");
    let before = exported(&folder, "grow-data/grow.db");
    server.process.kill().unwrap();
    server.process.wait().unwrap();
    let left = files(&data);
    assert!(left.contains_key("grow.db-wal"));
    let (_, said) = run(&folder, &["doctor"]);
    assert!(said.contains("Keep and copy the two together"), "{said}");
    let (code, said) = run(&folder, &["backup", "my வயல் backup.db"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(exported(&folder, "my வயல் backup.db"), before);
    assert_eq!(files(&data), left);

    fs::copy(folder.join("my வயல் backup.db"), data.join("grow.db")).unwrap();
    let copied = files(&data);
    for command in ["serve", "doctor"] {
        let (code, said) = run(&folder, &[command]);
        assert!(code == Some(1) && said.contains("A log of another database lies beside"), "{command}: {said}");
        assert_eq!(files(&data), copied, "{command}");
    }
    let (code, said) = run(&folder, &["restore", "my வயல் backup.db"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(exported(&folder, "grow-data/grow.db"), before);
}

#[test]
fn a_restore_that_finds_no_room_changes_nothing() {
    let mut server = Serving::start();
    let folder = server.folder.path().to_owned();
    server.ask_to_end();
    server.process.wait().unwrap();
    let (code, said) = run(&folder, &["backup", "one.db"]);
    assert_eq!(code, Some(0), "{said}");
    let before = files(&folder.join("grow-data"));
    // A limit of the size of files is as good as a full disk.
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "trap '' XFSZ && ulimit -f 16 && exec \"$0\" restore one.db", env!("CARGO_BIN_EXE_grow")]);
    let output = command.current_dir(&folder).env_clear().output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("there is no room on the disk"), "{said}");
    assert_eq!(files(&folder.join("grow-data")), before);
}

#[test]
fn a_database_of_the_release_before_is_looked_at_backed_up_and_exported_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("grow-data");
    fs::create_dir(&data).unwrap();
    testing::sqlite_of_the_release_before(&data.join("grow.db"));
    let before = files(&data);
    for arguments in [&["doctor"][..], &["export", "documents", "--all"], &["backup", "one.db"]] {
        let (_, said) = run(folder.path(), arguments);
        let is_told = said.contains("is of an older release (") || arguments[0] == "backup";
        assert!(is_told && !said.contains("There is no database"), "{arguments:?}: {said}");
        assert_eq!(files(&data), before, "{arguments:?}");
    }
    let [farmers, _] = exported(folder.path(), "one.db");
    assert!(farmers.contains("meena@example.in"), "{farmers}");
}

#[test]
fn a_backup_is_taken_beside_a_server_and_restored_without_one() {
    let mut server = Serving::start_with(&[("GROW_BACKUP_DIR", "backups")]);
    let folder = server.folder.path().to_owned();
    let on_database = |arguments: &[&str]| run(&folder, arguments);
    let (code, said) = on_database(&["backup", "one.db"]);
    assert!(code == Some(0) && said.contains("The database is in one.db: "), "{said}");
    let (code, said) = on_database(&["restore", "one.db"]);
    assert!(code == Some(1) && said.contains("Stop it first; nothing was changed."), "{said}");

    let hourly = || {
        std::fs::read_dir(folder.join("backups"))
            .unwrap()
            .any(|file| file.unwrap().path().extension() == Some("db".as_ref()))
    };
    while !hourly() {
        std::thread::yield_now();
    }
    server.ask_to_end();
    server.process.wait().unwrap();
    let (code, said) = on_database(&["restore", "one.db"]);
    assert!(code == Some(0) && said.contains("farmers sign in again") && said.contains("grow.db.replaced"), "{said}");
    let (code, said) = on_database(&["restore", "nothing.db"]);
    assert!(code == Some(1) && said.contains("nothing.db cannot be restored: there is no such file."), "{said}");
}

#[test]
fn the_doctor_says_of_each_thing_whether_it_is_well() {
    let mut server = Serving::start_with(&[("GROW_BACKUP_DIR", "backups")]);
    let folder = server.folder.path().to_owned();
    let doctor = |settings: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grow"));
        command.arg("doctor").current_dir(&folder).env_clear().envs(settings.iter().copied());
        let Output { status, stdout, stderr } = command.output().unwrap();
        assert_eq!(String::from_utf8(stderr).unwrap(), "");
        (status.code(), String::from_utf8(stdout).unwrap())
    };
    let line = |said: &str, what: &str| {
        let line = said.lines().find(|line| line.contains(what));
        line.unwrap_or_else(|| panic!("{what} in {said}")).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let well = loop {
        let (code, said) = doctor(&[("GROW_BACKUP_DIR", "backups")]);
        // The first backup is made while the server serves.
        if !line(&said, " backups ").starts_with("BAD") {
            break (code, said);
        }
    };
    assert_eq!(well.0, Some(0), "{}", well.1);
    for (what, begin) in [
        ("configuration", "look configuration"),
        ("database", "ok database sqlite:grow-data/grow.db answers and takes writes"),
        ("schema", "ok schema"),
        ("clock", "ok clock"),
        ("supply", "ok supply it is exactly the sum of the sowings"),
        ("places", "ok places every district was named for certain, or chosen"),
        ("disk", "ok disk"),
        ("land table", "ok land table"),
        ("identity provider", "ok identity provider none: the development sign-in"),
        ("backups", "ok backups 1 in backups"),
        ("files", "ok files only their owner may read them"),
    ] {
        assert!(line(&well.1, &format!(" {what} ")).starts_with(begin), "{}", well.1);
    }

    let database = folder.join("grow-data/grow.db");
    std::fs::set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
    let (code, said) = doctor(&[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(line(&said, " files ").contains("chmod 600 grow-data/grow.db"), "{said}");
    assert!(line(&said, " backups ").starts_with("look backups GROW_BACKUP_DIR is not set"), "{said}");
    std::fs::set_permissions(&database, Permissions::from_mode(0o600)).unwrap();
    std::fs::hard_link(&database, folder.join("another name.db")).unwrap();
    let (_, said) = doctor(&[]);
    assert!(line(&said, " files ").contains("grow-data/grow.db has another name, as a hard link"), "{said}");
    server.ask_to_end();
    server.process.wait().unwrap();
    let settings = [
        ("GROW_DATABASE_URL", "sqlite:elsewhere.db"),
        ("GROW_OIDC_CLIENT_ID", "grow"),
        ("GROW_OIDC_ISSUER", "http://127.0.0.1:9/"),
    ];
    let (code, said) = doctor(&settings);
    assert_eq!(code, Some(1), "{said}");
    assert!(line(&said, " database ").contains("There is no database of this Grow"), "{said}");
    assert!(line(&said, " identity provider ").starts_with("BAD identity provider http://127.0.0.1:9/: "), "{said}");
}

#[test]
fn an_import_that_draws_its_progress_on_a_terminal_ends() {
    #[expect(clippy::disallowed_methods, reason = "prices are of the last three years")]
    let today = jiff::Zoned::now().date();
    let folder = TempDir::new().unwrap();
    let rows = format!(
        "State,District,Market,Commodity,Arrival_Date,Min_Price,Max_Price,Modal_Price\n\
         Tamil Nadu,Erode,Erode,Maize,{},2000,2300,2150\n",
        today.yesterday().unwrap()
    );
    fs::write(folder.path().join("day.csv"), rows).unwrap();
    let database = format!("sqlite:{}", folder.path().join("grow.db").display());
    let open = async { Store::open(&database.parse().unwrap()).await.unwrap().close().await };
    Builder::new_multi_thread().enable_all().build().unwrap().block_on(open);
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let shown = fs::OpenOptions::new().read(true).write(true).open(OsStr::from_bytes(name.as_bytes())).unwrap();
    let mut import = Command::new(env!("CARGO_BIN_EXE_grow"));
    import.args(["prices", "import", "day.csv", "--database-url", &database]).current_dir(folder.path());
    let mut import = import.env("TERM", "xterm").stdout(Stdio::piped()).stderr(shown).spawn().unwrap();
    let (said, whole) = mpsc::channel();
    let mut out = import.stdout.take().unwrap();
    thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).unwrap();
        said.send(text)
    });
    let text = whole.recv_timeout(Duration::from_mins(1));
    import.kill().unwrap();
    import.wait().unwrap();
    let text = text.unwrap();
    assert!(text.ends_with("1 new, 0 changed, 0 as they stand.\n"), "{text}");
}

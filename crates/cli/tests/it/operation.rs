//! What an operator does beside a server: backups, and looking whether everything is well.

use crate::serving::Serving;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

#[test]
fn a_backup_is_taken_beside_a_server_and_restored_without_one() {
    let mut server = Serving::start_with(&[("GROW_BACKUP_DIR", "backups")]);
    let folder = server.folder.path().to_owned();
    let on_database = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grow")).args(arguments).current_dir(&folder).env_clear().output();
        let Output { status, stdout, stderr } = output.unwrap();
        (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
    };
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

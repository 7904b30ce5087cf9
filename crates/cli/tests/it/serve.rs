//! `grow serve`: settings, start and shutdown.

use crate::serving::{Serving, ask};
use std::fs::Permissions;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

#[test]
fn a_wrong_setting_stops_the_start_with_one_sentence() {
    for (name, value, sentence) in [
        ("GROW_LISTEN", "8080", "GROW_LISTEN must be an address and a port, such as 127.0.0.1:8080."),
        ("GROW_LISTEN", "127.0.0.1:99999", "GROW_LISTEN must be an address and a port, such as 127.0.0.1:8080."),
        ("GROW_LISTEN", "192.0.2.1:8080", "GROW_LISTEN"),
        ("GROW_LISTEN", "0.0.0.0:0", "GROW_OIDC_CLIENT_ID"),
        ("GROW_DATABASE_URL", "grow.db", "GROW_DATABASE_URL must be sqlite:FILE or postgres://"),
        ("GROW_DATABASE_URL", "mysql://u:hunter2@h/d", "GROW_DATABASE_URL must be sqlite:FILE or postgres://"),
        ("GROW_DATABASE_URL", "postgres://grow@db.example/grow?sslmode=prefer", "verify-full"),
        (
            "GROW_DATABASE_URL",
            "postgres://grow:hunter2@127.0.0.1:many/grow",
            "GROW_DATABASE_URL is no PostgreSQL address",
        ),
        ("GROW_DATABASE_URL", "sqlite:/dev/null/grow.db", "/dev/null"),
        ("GROW_DATABASE_URL", "sqlite://x/y.db", "write sqlite:/x/y.db for that path from the root, or sqlite:x/y.db"),
        ("GROW_DATABASE_URL", "sqlite:~/u.db", "begins with ~, which no shell replaces here"),
        ("GROW_BACKUP_DIR", "~/backups", "which no shell replaces here"),
        ("GROW_ERASURES", "$HOME/erasures", "which no shell replaces here"),
        ("GROW_PUBLIC_URL", "grow.example", "GROW_PUBLIC_URL must be scheme, host and port only"),
        ("GROW_PUBLIC_URL", "ftp://grow.example", "GROW_PUBLIC_URL must be scheme, host and port only"),
        ("GROW_PUBLIC_URL", "https://grow.example/app", "GROW_PUBLIC_URL must be scheme, host and port only"),
        ("GROW_SLIDES_URL", "slides.example", "GROW_SLIDES_URL must be an http or https address"),
        ("GROW_SLIDES_URL", "https://u:word@slides.example/", "GROW_SLIDES_URL must be an http or https address"),
        ("GROW_LOGO_URL", "javascript:alert(1)", "GROW_LOGO_URL must be an http or https address"),
        ("GROW_GRIEVANCE_CONTACT", " ", "GROW_GRIEVANCE_CONTACT must be one line of 3 to 200 characters"),
        ("GROW_DEV_SIGN_IN", "yes", "GROW_DEV_SIGN_IN must be on, or not set."),
        ("GROW_DEV_CLOCK", "2026-07-01", "GROW_DEV_CLOCK must be a time with its offset"),
        ("GROW_OIDC_NAME", "two\nlines", "GROW_OIDC_NAME must be one line of 1 to 40 characters"),
        ("GROW_ERASURES", "/dev/null/erasures", "GROW_ERASURES"),
        ("GROW_SAMPLE_RECORD", "full", "--sample-record"),
        ("GROW_MODEL", "own.grow", "GROW_MODEL is no longer read: write a land table from your model"),
        ("GROW_LOG", "grow_server=loud", "GROW_LOG is no log filter"),
        ("GROW_LOG", "infoo", "GROW_LOG is no log filter: \"infoo\" is no level"),
        ("GROW_LOG", "info,grow_server", "\"grow_server\" is no level"),
        ("GROW_BACKUP_DIR", "'/var/backups'", "GROW_BACKUP_DIR has quotes around its value"),
        ("GROW_GRIEVANCE_CONTACT", "\"help@example.in\"", "GROW_GRIEVANCE_CONTACT has quotes around its value"),
        ("GROW_OIDC_CLIENT_SECRET", "secret", "--oidc-client-id"),
        ("GROW_SESSION_IDLE_DAYS", "0", "1 to 400 whole days"),
        ("GROW_SESSION_IDLE_DAYS", "1.5", "1 to 400 whole days"),
        ("GROW_TRUSTED_PROXIES", "-1", "trusted-proxies"),
        ("GROW_ADDRESS_REQUESTS", "0", "address-requests"),
        ("GROW_TRACES", "127.0.0.1:4318", "GROW_TRACES must be the http or https address of a collector"),
        (
            "GROW_TRACES",
            "http://u:hunter2@127.0.0.1:4318",
            "GROW_TRACES cannot be used: a name and a password belong in OTEL_EXPORTER_OTLP_HEADERS",
        ),
        ("GROW_TRACES_SHARE", "1.5", "It must be a share from 0 to 1"),
        ("GROW_TRACES_SHARE", "NaN", "It must be a share from 0 to 1"),
        ("GROW_SESSION_ABSOLUTE_DAYS", "401", "1 to 400 whole days"),
        ("GROW_COUNTED_SOWINGS", "many", "a whole number, or none"),
        ("GROW_COUNTED_HECTARES", "-1", "a whole number, or none"),
        ("GROW_DATABASE_CONNECTIONS", "0", "database-connections"),
        ("GROW_DATABASE_WAIT", "soon", "It must be a time, such as 30s or 2m."),
    ] {
        let mut settings = vec![(name, value)];
        if name != "GROW_LISTEN" {
            settings.push(("GROW_LISTEN", "127.0.0.1:0"));
        }
        let output = ask(&["serve"], &settings);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{name}={value}: {said}");
        assert!(said.contains(sentence), "{name}={value}: {said}");
        assert!(!said.contains("panicked"), "{name}={value}: {said}");
        assert!(!said.contains("hunter2"), "a password is never repeated: {said}");
    }
}

#[test]
fn a_database_that_cannot_be_reached_is_told_with_its_host_and_what_to_check() {
    // A port that nobody listens on any more.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("postgres://grow:hunter2@127.0.0.1:{port}/grow");
    for (command, wait, lines) in [("serve", "600ms", 1), ("migrate", "0s", 0)] {
        let settings =
            [("GROW_DATABASE_URL", url.as_str()), ("GROW_DATABASE_WAIT", wait), ("GROW_LISTEN", "127.0.0.1:0")];
        let output = ask(&[command], &settings);
        let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        let problem = format!("PostgreSQL at 127.0.0.1:{port} cannot be reached: Connection refused");
        assert!(!output.status.success(), "{command}: {said}");
        assert_eq!(said.matches(&problem).count(), lines + 1, "{command}: {said}");
        assert!(said.contains("Check that it runs there"), "{command}: {said}");
        assert_eq!(said.matches("It is tried for 1 s more.").count(), lines, "{command}: {said}");
        assert!(!said.contains("hunter2"), "{command}: {said}");
    }
}

#[test]
fn a_setting_that_is_none_is_told_and_changes_nothing() {
    let settings = [
        ("GROW_FARMER_STREAMS", "none"),
        ("GROW_DATABASE_URL", "postgres://grow@127.0.0.1:1/grow"),
        ("GROW_DATABASE_WAIT", "0s"),
        ("GROW_LISTEN", "127.0.0.1:0"),
    ];
    let output = ask(&["serve"], &settings);
    let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("GROW_FARMER_STREAMS is set, and is no setting of this release"), "{said}");
    assert_eq!(said.matches("is no setting").count(), 1, "{said}");
}

#[test]
fn help_lists_every_setting_with_its_default() {
    let output = ask(&["serve", "--help"], &[]);
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, default) in [
        ("GROW_LISTEN", "127.0.0.1:8080"),
        ("GROW_DATABASE_URL", "sqlite:grow-data/grow.db"),
        ("GROW_PUBLIC_URL", "http://LISTEN"),
        ("GROW_SLIDES_URL", "the slides that Grow brings along"),
        ("GROW_LOGO_URL", "the logo that Grow brings along"),
        ("GROW_ERASURES", "erasures beside a SQLite database"),
        ("GROW_TRACES", "they are not sent"),
        ("GROW_TRACES_SHARE", "0.01"),
        ("GROW_LOG", "info"),
        ("GROW_OIDC_ISSUER", "https://accounts.google.com"),
        ("GROW_OIDC_NAME", "Google, or the issuer's host"),
        ("GROW_SESSION_IDLE_DAYS", "30"),
        ("GROW_SESSION_ABSOLUTE_DAYS", "180"),
        ("GROW_TRUSTED_PROXIES", "0"),
        ("GROW_FARMER_REQUESTS", "1200"),
        ("GROW_ADDRESS_REQUESTS", "30000"),
        ("GROW_SIGN_IN_REQUESTS", "3000"),
        ("GROW_COUNTED_SOWINGS", "400"),
        ("GROW_COUNTED_HECTARES", "2000"),
        ("GROW_DATABASE_CONNECTIONS", "16"),
        ("GROW_DATABASE_WAIT", "30s"),
    ] {
        assert!(help.contains(&format!("[env: {name}")), "{name} in {help}");
        assert!(help.contains(&format!("[default: {default}]")), "{default} in {help}");
    }
    for name in [
        "GROW_GRIEVANCE_CONTACT",
        "GROW_DEV_SIGN_IN",
        "GROW_SAMPLE_RECORD",
        "GROW_OIDC_CLIENT_ID",
        "GROW_OIDC_CLIENT_SECRET",
    ] {
        assert!(help.contains(&format!("[env: {name}")), "{name} in {help}");
    }
}

#[test]
fn a_setting_that_is_empty_is_not_set() {
    let help = String::from_utf8(ask(&["serve", "--help"], &[]).stdout).unwrap();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let names = help.split("[env: ").skip(1).map(|rest| rest.split(['=', ']']).next().unwrap());
    let settings: Vec<_> = names.filter(|name| *name != "GROW_LISTEN").map(|name| (name, "")).collect();
    assert!(settings.len() > 20 && settings.contains(&("GROW_OIDC_CLIENT_ID", "")), "{settings:?}");
    let serving = Serving::start_with(&settings);
    assert!(serving.said.contains("the development sign-in is on"), "{}", serving.said);
    serving.ask_to_end();
    assert_eq!(serving.end().0, Some(0));
}

#[test]
fn the_start_warns_of_unsafe_settings() {
    let serving = Serving::start();
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    assert_eq!(serving.said.contains("Grow runs as root"), is_root, "{}", serving.said);
    assert!(!serving.said.contains("plain http"), "on this computer nobody sits on the way");
    let public = [
        ("GROW_PUBLIC_URL", "http://grow.example"),
        ("GROW_OIDC_CLIENT_ID", "grow"),
        ("GROW_GRIEVANCE_CONTACT", "privacy@grow.example"),
    ];
    let serving = Serving::start_with(&public);
    assert!(serving.said.contains("http://grow.example/ is plain http"), "{}", serving.said);
    let open = [public[0], public[2], ("GROW_DEV_SIGN_IN", "on")];
    let serving = Serving::start_with(&open);
    assert!(serving.said.contains("ANYONE WHO REACHES http://grow.example/ CAN SIGN IN AS ANYONE"), "{}", serving.said);
}

#[test]
fn a_server_that_is_asked_to_end_ends_well() {
    let serving = Serving::start();
    serving.ask_to_end();
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\"stopped\""), "{said}");
    assert!(said.contains("\"WARN\"") && said.contains("can sign in as anyone"), "{said}");
}

#[test]
fn files_are_private_to_their_owner_under_any_umask() {
    let serving = Serving::start_after(tempfile::tempdir().unwrap(), "umask 000");
    let data = serving.folder.path().join("grow-data");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let files: Vec<_> = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 4, "database, its log and shared memory, erasures: {files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    serving.ask_to_end();
    let (_, said) = serving.end();
    assert!(!said.contains("chmod"), "{said}");
}

#[test]
fn the_start_warns_of_a_file_that_others_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("grow-data");
    std::fs::create_dir(&data).unwrap();
    for name in ["grow.db", "erasures"] {
        std::fs::write(data.join(name), "").unwrap();
        std::fs::set_permissions(data.join(name), Permissions::from_mode(0o644)).unwrap();
    }
    let serving = Serving::start_after(folder, "umask 022");
    for name in ["grow.db", "erasures"] {
        assert!(serving.said.contains(&format!("chmod 600 grow-data/{name}")), "{}", serving.said);
    }
    serving.ask_to_end();
    assert_eq!(serving.end().0, Some(0));
}

/// Raises this test's limit of open files to 20,000, as far as the machine allows, and returns it.
fn files_of_this_test() -> usize {
    grow_server::raise_open_file_limit();
    // Of those, this many may be connections.
    grow_server::most_connections()
}

/// Opens keep-alive connections with one request each. Returns those that were answered.
fn open(serving: &Serving, connections: usize) -> Vec<TcpStream> {
    let ask = |_| {
        let mut connection = TcpStream::connect(&serving.address).ok()?;
        connection.write_all(b"GET /healthz HTTP/1.1\r\nhost: grow\r\n\r\n").ok()?;
        let mut answer = [0; 15];
        connection.read_exact(&mut answer).ok()?;
        Some(connection)
    };
    (0..connections).filter_map(ask).collect()
}

#[test]
fn under_a_low_limit_of_open_files_the_database_and_other_addresses_keep_some() {
    let serving = Serving::start_with_files(256, 1024);
    assert!(serving.said.contains("\"connections\":824"), "{}", serving.said);
    let open = open(&serving, 1_500.min(files_of_this_test()));
    assert_eq!(open.len(), 412, "half of all connections");
    for path in ["/readyz", "/auth/start", "/api/v1/demand"] {
        let answer = serving.get_from("127.0.0.2", path, "");
        assert!(answer.starts_with("HTTP/1.1 2") || answer.starts_with("HTTP/1.1 3"), "{path}: {answer}");
    }
    drop(open);
    serving.ask_to_end();
    let (_, said) = serving.end();
    assert!(!said.contains("could not be accepted"), "{said}");
}

#[test]
fn the_limit_of_open_files_is_raised_as_far_as_it_may() {
    let files = files_of_this_test();
    let serving = Serving::start_with_files(1024, files);
    let connections = files - 200;
    assert!(serving.said.contains(&format!("\"connections\":{connections}")), "{}", serving.said);
    let wanted = 3_000.min(connections / 2);
    assert!(wanted > 824, "this machine allows too few open files to show it");
    assert_eq!(open(&serving, wanted).len(), wanted);
    serving.ask_to_end();
    assert_eq!(serving.end().0, Some(0));
}

/// A header of an answer.
fn header<'a>(answer: &'a str, name: &str) -> &'a str {
    answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).unwrap()
}

#[test]
fn the_issuers_reason_for_a_refused_sign_in_is_logged() {
    let serving = Serving::start();
    let start = serving.get("/auth/start", "");
    let (_, state) = header(&start, "location").split_once("&state=").unwrap();
    let state = state.split('&').next().unwrap();
    let cookie = header(&start, "set-cookie").split(';').next().unwrap();
    let said = "error=invalid_request&error_description=prompt%20is%0D%0Aunsupported%E2%80%AE";
    let answer = serving.get(&format!("/auth/callback?state={state}&{said}"), &format!("cookie: {cookie}\r\n"));
    assert_eq!(header(&answer, "location"), "/login?error=auth/internal-error");
    serving.ask_to_end();
    let (_, said) = serving.end();
    let told = "the issuer refuses our authorization request; it says: invalid_request (prompt isunsupported)";
    assert!(said.contains(told), "{said}");
}

#[test]
fn a_server_that_is_asked_twice_ends_at_once() {
    let serving = Serving::start();
    let mut stuck = TcpStream::connect(&serving.address).unwrap();
    stuck.write_all(b"GET /healthz HTTP/1.1\r\nhost: gr").unwrap();
    // When the next connection is answered, all earlier ones have been accepted.
    let mut next = TcpStream::connect(&serving.address).unwrap();
    next.write_all(b"GET /healthz HTTP/1.1\r\nhost: grow\r\n\r\n").unwrap();
    let mut answer = [0; 15];
    next.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
    serving.ask_to_end();
    while TcpStream::connect(&serving.address).is_ok() {
        std::thread::yield_now();
    }
    serving.ask_to_end();
    let (code, said) = serving.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(!said.contains("\"stopped\""), "{said}");
}

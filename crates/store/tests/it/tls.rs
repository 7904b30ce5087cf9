//! Encrypted connections to PostgreSQL.

use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, PostgresLimits, Store};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use std::path::Path;
use std::time::Duration;

type Authority = CertifiedIssuer<'static, KeyPair>;

/// An authority, with its certificate in a file.
fn authority(file: &Path) -> Authority {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    std::fs::write(file, authority.pem()).unwrap();
    authority
}

/// Lets the server of a store show a certificate for the name localhost, and take only passwords.
async fn encrypt(store: &TestStore, authority: &Authority) {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, authority).unwrap();
    // The server's user writes the files: it refuses to read a key of anyone else.
    let write = |name: &str, text: &str| {
        let lines = text.trim().replace('\n', "'), ('");
        format!("COPY (VALUES ('{lines}')) TO PROGRAM 'cat > {name} && chmod 600 {name}';")
    };
    let access = "local all all trust\nhost all tester all scram-sha-256\nhost all all all trust";
    let files = [
        write("server.key", &key.serialize_pem()),
        write("server.crt", &certificate.pem()),
        write("pg_hba.conf", access),
    ];
    store.tamper("CREATE USER tester SUPERUSER PASSWORD 'a word'").await;
    store.tamper(&files.concat()).await;
    store.tamper("ALTER SYSTEM SET ssl = on").await;
    store.tamper("SELECT pg_reload_conf()").await;
    while store.number("SELECT COUNT(*) FROM pg_settings WHERE name = 'ssl' AND setting = 'on'").await == 0 {
        tokio::task::yield_now().await;
    }
}

/// The address of the store's server with another host, user and parameters.
fn address(store: &TestStore, host: &str, user: &str, parameters: &str) -> DatabaseUrl {
    let DatabaseUrl::Postgres(address) = store.url() else { panic!("a PostgreSQL store") };
    let address = address.replace("postgres@127.0.0.1", &format!("{user}@{host}"));
    format!("{address}?{parameters}").parse().unwrap()
}

/// Opens a store at once, or says why not.
async fn open(url: &DatabaseUrl) -> Result<Store, String> {
    let limits = PostgresLimits { start: Duration::ZERO, ..PostgresLimits::default() };
    Store::open_with(url, limits).await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn the_way_is_encrypted_to_a_server_that_proves_what_the_address_asks() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, other] = ["ours.pem", "other.pem"].map(|name| folder.path().join(name));
    let store = testing::postgres_alone().await;
    let plain = open(&address(&store, "localhost", "postgres", "sslmode=require")).await.err().unwrap();
    assert!(plain.contains("localhost:") && plain.contains("TLS"), "{plain}");

    let trusted = authority(&ours);
    authority(&other);
    encrypt(&store, &trusted).await;
    let (ours, other) = (ours.display(), other.display());
    for (host, parameters) in [
        ("localhost", format!("sslmode=verify-full&sslrootcert={ours}")),
        ("localhost", format!("sslmode=verify-full&sslrootcert={ours}&channel_binding=require")),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={ours}")),
        ("127.0.0.1", format!("sslmode=require&sslrootcert={ours}")),
        ("127.0.0.1", "sslmode=require".to_owned()),
        ("127.0.0.1", "sslmode=prefer".to_owned()),
    ] {
        let opened = open(&address(&store, host, "tester:a%20word", &parameters)).await;
        let opened = opened.unwrap_or_else(|error| panic!("{host}, {parameters}: {error}"));
        opened.figures().await.unwrap();
        let encrypted =
            "SELECT COUNT(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'tester' AND ssl";
        assert!(store.number(encrypted).await > 0, "{host}, {parameters}");
    }
    for (host, parameters) in [
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={ours}")),
        ("localhost", format!("sslmode=verify-full&sslrootcert={other}")),
        ("localhost", format!("sslmode=require&sslrootcert={other}")),
        ("localhost", "sslmode=verify-full".to_owned()),
    ] {
        let refused = open(&address(&store, host, "tester:a%20word", &parameters)).await.err().unwrap_or_default();
        assert!(refused.contains("certificate") && refused.contains("sslrootcert"), "{host}, {parameters}: {refused}");
    }
    let url = address(&store, "localhost", "tester:another", &format!("sslmode=verify-full&sslrootcert={ours}"));
    let refused = open(&url).await.err().unwrap();
    assert!(refused.contains("Check user and password"), "{refused}");
    assert!(!refused.contains("another"), "a password is never shown: {refused}");
}

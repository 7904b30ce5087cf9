use super::{farmer, noon};
use grow_domain::farmer::{FarmerRecord, Place};
use grow_domain::figures::{self, DemandFigure};
use grow_domain::privacy::Agreed;
use grow_domain::{Crop, CropYear, District, Kilograms, Region, Water};
use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, FarmerId, OwnRecord, PostgresLimits, RecordChange, Store, both_stores};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use tokio_postgres::NoTls;
use uuid::Uuid;

/// Columns by `table.column`: normalised type, nullability, position in the primary key.
type Columns = BTreeMap<String, (String, bool, i64)>;

fn sqlite_columns(store: &TestStore) -> Columns {
    let DatabaseUrl::Sqlite(path) = store.url() else { panic!("a SQLite store") };
    let connection = rusqlite::Connection::open(path).unwrap();
    let sql = "SELECT t.name || '.' || c.name, c.type, c.\"notnull\", c.pk
               FROM pragma_table_list t JOIN pragma_table_info(t.name) c
               WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| {
        let kind: String = row.get(1)?;
        Ok((row.get(0)?, (kind, !row.get::<_, bool>(2)?, row.get(3)?)))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

async fn postgres_columns(store: &TestStore) -> Columns {
    let DatabaseUrl::Postgres(address) = store.url() else { panic!("a PostgreSQL store") };
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
    tokio::spawn(connection);
    let sql = "SELECT c.table_name || '.' || c.column_name, c.data_type, c.is_nullable = 'YES',
                      COALESCE((SELECT k.ordinal_position FROM information_schema.key_column_usage k
                                JOIN information_schema.table_constraints t USING (constraint_schema, constraint_name)
                                WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name
                                  AND k.column_name = c.column_name), 0)::bigint
               FROM information_schema.columns c
               WHERE c.table_schema = 'public'
                 AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::regclass)";
    let rows = client.query(sql, &[]).await.unwrap();
    rows.iter()
        .map(|row| {
            let kind: String = row.get(1);
            let common = match kind.as_str() {
                "bigint" => "INTEGER",
                "uuid" | "bytea" => "BLOB",
                "text" => "TEXT",
                other => panic!("no portable type: {other}"),
            };
            (row.get(0), (common.to_owned(), row.get(2), row.get(3)))
        })
        .collect()
}

#[tokio::test]
async fn both_engines_have_the_same_schema() {
    let mut sqlite = sqlite_columns(&testing::sqlite().await);
    for (kind, ..) in sqlite.values_mut().filter(|(kind, ..)| kind == "BIGINT") {
        *kind = "INTEGER".to_owned();
    }
    let postgres = postgres_columns(&testing::postgres().await).await;
    // The parts of a table have no common key. A sequence numbers their rows.
    for column in ["request_journal.id", "change_feed.seq"] {
        sqlite.get_mut(column).unwrap().2 = 0;
    }
    assert!(sqlite.len() > 50, "every table was looked at");
    assert_eq!(sqlite, postgres);
}

/// Runs a statement past the store, and returns whether the database refuses it.
async fn is_refused(store: &TestStore, sql: &str) -> bool {
    match store.url() {
        DatabaseUrl::Sqlite(path) => rusqlite::Connection::open(path).unwrap().execute_batch(sql).is_err(),
        DatabaseUrl::Postgres(address) => {
            let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(sql).await.is_err()
        }
    }
}

both_stores! {
    async fn no_unknown_answer_on_water_or_soil_is_stored(store) {
        let meena = farmer(&store, "meena").await;
        store.change_record(meena, RecordChange::Water(Some(Water::RainOnly)), noon()).await.unwrap();
        for (values, refused) in [
            ("water = 'sometimes'", true),
            ("water = ''", true),
            ("soil = 'red'", true),
            ("soil = 'heavy'", false),
            ("soil = 'heavy_clay'", false),
            ("water = NULL, soil = NULL", false),
        ] {
            assert_eq!(is_refused(&store, &format!("UPDATE farmer_records SET {values}")).await, refused, "{values}");
        }
    }

    async fn a_database_may_be_opened_again(store) {
        let steps = store.number("SELECT COUNT(*) FROM schema_migrations").await;
        Store::open(store.url()).await.unwrap();
        assert_eq!(store.number("SELECT COUNT(*) FROM schema_migrations").await, steps);
    }

    async fn a_database_from_a_newer_grow_is_used_if_its_steps_do_not_need_that_one(store) {
        store.tamper("INSERT INTO schema_migrations (version, checksum, needs) VALUES (98, 'x', 21)").await;
        Store::open(store.url()).await.unwrap();
        store.tamper("INSERT INTO schema_migrations (version, checksum, needs) VALUES (99, 'x', 99)").await;
        let error = Store::open(store.url()).await.err().unwrap().to_string();
        assert!(error.contains("newer Grow") && error.contains("schema 99"), "{error}");
    }

    async fn a_migration_that_was_edited_is_refused(store) {
        store.tamper("UPDATE schema_migrations SET checksum = 'edited'").await;
        let error = Store::open(store.url()).await.err().unwrap().to_string();
        assert!(error.contains("Schema step 1"), "{error}");
    }
}

/// Schema steps 2 to 13 of an engine.
macro_rules! steps_to_13 {
    ($engine:literal) => {
        steps_to_13!(
            $engine, "0002_district", "0003_predictions", "0004_own_sessions", "0005_privacy", "0006_counted_and_indexed",
            "0007_documents", "0008_balances_and_coverage", "0009_intentions_and_harvests", "0010_language",
            "0011_entered_sizes", "0012_clustered_sowings", "0013_water_and_soil"
        )
    };
    ($engine:literal, $($step:literal),*) => {
        [$(include_str!(concat!("../../migrations/", $engine, "/", $step, ".sql"))),*]
    };
}

/// The figures of an earlier release in the columns of schema step 13.
fn figures_at_step_13() -> String {
    let insert = |figure: &DemandFigure| {
        let number = |kilograms: Option<i64>| kilograms.map_or("NULL".to_owned(), |kilograms| kilograms.to_string());
        format!(
            "INSERT INTO demand_figures (region, crop, crop_year, demand_kg, domestic_kg, exported_kg, outside_supply_kg,
                                         years, as_of, source, confidence, revision)
             VALUES ('IN', '{}', 2026, {}, {}, {}, {}, '{}', '{}', '{}', '{}', 1);",
            figure.crop,
            figure.demand().0,
            number(figure.balance.map(|balance| balance.domestic.0)),
            number(figure.balance.map(|balance| balance.exported.0)),
            figure.usual_supply.0,
            figure.years,
            figure.as_of,
            figure.source,
            figure.confidence,
        )
    };
    earlier_figures().iter().map(insert).collect()
}

fn earlier_figures() -> Vec<DemandFigure> {
    figures::parse(include_str!("../../../../data/earlier_figures/3.csv"), jiff::civil::date(2026, 11, 24)).unwrap()
}

/// The address of a database at schema step 13 as the release before error and imports left it.
async fn at_step_13(store: &TestStore, farmer: FarmerId) -> DatabaseUrl {
    let further = match store.url() {
        DatabaseUrl::Sqlite(_) => steps_to_13!("sqlite"),
        DatabaseUrl::Postgres(_) => steps_to_13!("postgres"),
    };
    let further = (2..).zip(further).map(|(version, step)| {
        let checksum = format!("{:x}", Sha256::digest(step));
        format!("{step}; INSERT INTO schema_migrations (version, checksum) VALUES ({version}, '{checksum}');")
    });
    // A farmer has one plan.
    let plan = "INSERT INTO intentions (farmer_id, idempotency_key, id, region, crop, field_size_m2, expected_yield_kg,
                                        planned_at, ends_on)
                SELECT id, 'plan', id, 'IN-TN', 'ragi', 10000, 1700, 0, '2026-06-30' FROM farmers;";
    let sql = further.chain([figures_at_step_13(), plan.to_owned()]).collect::<String>();
    at_the_first_step(store, farmer, &sql).await
}

/// The address of a database at schema step 1, in which the farmer has saved a place, after further statements.
async fn at_the_first_step(store: &TestStore, farmer: FarmerId, further: &str) -> DatabaseUrl {
    let hashes = [11, 22].map(|byte: u8| format!("{byte:02x}").repeat(32));
    let (step, [id, other], [one, two]) = match store.url() {
        DatabaseUrl::Sqlite(_) => (
            include_str!("../../migrations/sqlite/0001_initial.sql"),
            [farmer.0, Uuid::from_u128(8)].map(|id| format!("x'{}'", id.simple())),
            hashes.map(|hash| format!("x'{hash}'")),
        ),
        DatabaseUrl::Postgres(_) => (
            include_str!("../../migrations/postgres/0001_initial.sql"),
            [farmer.0, Uuid::from_u128(8)].map(|id| format!("'{id}'")),
            hashes.map(|hash| format!("'\\x{hash}'")),
        ),
    };
    let checksum = format!("{:x}", Sha256::digest(step));
    let sql = format!(
        "{step}
         CREATE TABLE schema_migrations (version BIGINT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL);
         INSERT INTO schema_migrations (version, checksum) VALUES (1, '{checksum}');
         INSERT INTO farmers (id, issuer, subject, email, display_name, created_at)
             VALUES ({id}, 'https://issuer', 'meena', 'meena@example.in', 'meena', 0);
         INSERT INTO farmer_records (farmer_id, number, place, saved_at) VALUES ({id}, '98765', 'Erode', 0);
         INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                              field_size_m2, expected_yield_kg, sown_at)
             VALUES ({id}, 'may', {id}, 'IN-TN', 'ragi', 2026, 10000, 1700, 1778437799999999),
                    ({id}, 'april', {other}, 'IN', 'ragi', 2026, 10000, 1700, 1809066600000000);
         INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
             VALUES ('IN', 2026, 'ragi', 3, 3400, 2), ('IN-TN', 2026, 'ragi', 3, 1700, 1);
         INSERT INTO sessions (token_hash, farmer_id, created_at, seen_at) VALUES ({one}, {id}, 1, 1), ({two}, {id}, 1, 2);
         {further}"
    );
    match store.url() {
        DatabaseUrl::Sqlite(path) => {
            let older = path.with_file_name("older.db");
            rusqlite::Connection::open(&older).unwrap().execute_batch(&sql).unwrap();
            DatabaseUrl::Sqlite(older)
        }
        DatabaseUrl::Postgres(_) => {
            store.tamper(&format!("DROP SCHEMA public CASCADE; CREATE SCHEMA public; {sql}")).await;
            store.url().clone()
        }
    }
}

/// Opens an older database. One of PostgreSQL, which other servers may use, waits for the operator's word.
async fn brought_up_to_date(url: &DatabaseUrl) -> Store {
    if matches!(url, DatabaseUrl::Postgres(_)) {
        let error = Store::open(url).await.err().unwrap().to_string();
        assert!(error.contains("of an older release (") && error.contains("grow migrate"), "{error}");
        let limits = PostgresLimits::default();
        let (first, second) = tokio::join!(Store::migrate(url, limits), Store::migrate(url, limits));
        first.and(second).unwrap();
    }
    Store::open(url).await.unwrap()
}

both_stores! {
    async fn a_database_at_the_first_step_is_brought_up_to_date_and_keeps_its_data(store) {
        let farmer = FarmerId(Uuid::from_u128(7));
        let store = brought_up_to_date(&at_the_first_step(&store, farmer, "").await).await;
        let kept = FarmerRecord { number: "98765".to_owned(), place: "Erode".to_owned(), ..FarmerRecord::default() };
        let own = OwnRecord { email: "meena@example.in".to_owned(), language: None, record: kept, revision: 1 };
        assert_eq!(store.record(farmer).await.unwrap(), Some(own));
        let erode = District::from_key("tn-erode").unwrap();
        store.give_consent(farmer, Agreed::to_the_notice(), noon()).await.unwrap();
        let place = RecordChange::Place(Place::parse("Erode").unwrap().in_district(erode));
        let changed = store.change_record(farmer, place, noon()).await.unwrap();
        assert_eq!(changed.unwrap().record.district, Some(erode));
        let sessions = store.sessions(farmer, Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH).await.unwrap();
        assert_eq!(sessions.len(), 2);
        assert_ne!(sessions[0].id, sessions[1].id, "each has a name of its own");

        let crop_year = CropYear::from_first_year(2026).unwrap();
        let sown = store.sown_by_bin(crop_year, None).await.unwrap();
        let sown: Vec<_> =
            sown.iter().map(|((region, _, ten_days), sown)| (region.code(), ten_days.in_crop_year(), sown.0)).collect();
        let expected = [("IN", 36, 1_700), ("IN", 1, 1_700), ("IN-TN", 1, 1_700)];
        assert_eq!(sown, expected, "what was sown before has its ten days");
        let state = store.demand(Region::India, crop_year).await.unwrap();
        assert_eq!(state.revision, 2, "and the sums are what they were");
    }

    async fn a_database_of_the_former_release_keeps_its_figures_until_newer_ones_are_asked_for(store) {
        let farmer = FarmerId(Uuid::from_u128(7));
        let store = brought_up_to_date(&at_step_13(&store, farmer).await).await;
        let crop_year = CropYear::from_first_year(2026).unwrap();
        let read = async || {
            let state = store.demand(Region::India, crop_year).await.unwrap();
            let sowings = store.sowings(farmer, 10, None).await.unwrap().sowings;
            let sessions = store.sessions(farmer, Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH).await.unwrap();
            let sown: Vec<_> = state.rows.iter().map(|row| (row.crop, row.sown)).collect();
            (state.revision, sown, sowings.len(), sessions.len())
        };
        let (revision, sown, sowings, sessions) = read().await;
        assert_eq!((revision, sowings, sessions), (16 + 2, 2, 2));
        let expected = Crop::all().map(|crop| (crop, Kilograms(if crop == Crop::Ragi { 3_400 } else { 0 })));
        assert_eq!(sown, expected.collect::<Vec<_>>());
        let sorted = |mut figures: Vec<DemandFigure>| {
            figures.sort_by_key(|figure| figure.crop);
            figures
        };
        assert_eq!(sorted(store.figures().await.unwrap()), earlier_figures());

        assert_eq!(store.import_reference(noon()).await.unwrap().kept, []);
        assert_eq!(sorted(store.figures().await.unwrap()), figures::reference());
        assert_eq!(read().await, (revision + 16, sown, sowings, sessions), "only the figures have changed");
        let plans = store.held_intentions(farmer, None, 10).await.unwrap().rows;
        assert_eq!((plans.len(), plans[0].counted), (1, Kilograms(1_700)), "a plan of then counts in full");
    }
}

both_stores! {
    async fn an_existing_database_can_be_opened_without_making_one(store) {
        Store::open_existing(store.url()).await.unwrap();
        store.tamper("DELETE FROM schema_migrations").await;
        for lacking in ["a step", "every trace of Grow"] {
            let error = Store::open_existing(store.url()).await.err().unwrap().to_string();
            assert!(error.contains("GROW_DATABASE_URL"), "{lacking}: {error}");
            store.tamper("DROP TABLE IF EXISTS schema_migrations").await;
        }
    }
}

#[tokio::test]
async fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("below/grow.db");
    let error = Store::open_existing(&DatabaseUrl::Sqlite(path.clone())).await.err().unwrap().to_string();
    assert!(error.contains("GROW_DATABASE_URL") && error.contains("grow serve"), "{error}");
    assert!(!path.parent().unwrap().exists());
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_told_in_a_sentence() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let url = DatabaseUrl::Sqlite(file.path().join("below/a/file/grow.db"));
    let error = Store::open(&url).await.err().unwrap().to_string();
    assert!(error.contains("cannot be made"), "{error}");
}

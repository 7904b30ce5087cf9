//! 'One bad row stops one row.'

use super::{farmer, id, new_sowing, noon, sow, sown};
use grow_domain::advice::DrawnCrop;
use grow_domain::farmer::{Land, Npk, Place, Profile};
use grow_domain::intention::NewIntention;
use grow_domain::market_price::{self, PriceFile};
use grow_domain::observation::{HEADER, parse};
use grow_domain::rotation::LastCrop;
use grow_domain::sowing::{CountLimits, FieldSize, Outcome};
use grow_domain::{Crop, CropYear, District, Language, Region, Soil, SquareMetres, State, Water, figures};
use grow_store::testing::{self, TestStore};
use grow_store::{
    AdviceDraw, DemandState, DrawCell, FarmerId, RecordChange, SowingChange, SowingOutcome, Store, both_stores,
};
use jiff::civil::{Date, date};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use uuid::Uuid;

const HOLDER: Uuid = Uuid::from_u128(1);
const TODAY: Date = date(2026, 6, 15);
const TAMIL_NADU: Region = Region::State(State::TamilNadu);

/// Tables of farmers with the column of the farmer, and tables of figures and sums, each with its key.
const TABLES: [(&str, Option<&str>, &str); 26] = [
    ("farmers", Some("id"), "id"),
    ("farmer_records", Some("farmer_id"), "farmer_id"),
    ("known_crops", Some("farmer_id"), "farmer_id, crop"),
    ("sowings", Some("farmer_id"), "farmer_id, id"),
    ("intentions", Some("farmer_id"), "farmer_id, id"),
    ("consents", Some("farmer_id"), "farmer_id, number"),
    ("sessions", Some("farmer_id"), "token_hash"),
    ("advice_draws", Some("farmer_id"), "farmer_id"),
    ("advice_numbers", Some("farmer_id"), "farmer_id, cell"),
    ("farmer_years", Some("farmer_id"), "farmer_id, crop_year"),
    ("request_journal", Some("farmer_id"), "id"),
    ("demand_figures", None, "region, crop, crop_year"),
    ("supply", None, "region, crop_year, crop, shard"),
    ("planned", None, "region, crop, ends_on, shard"),
    ("coverage", None, "crop_year, number, region, season"),
    ("season_ratios", None, "crop_year, number, region, crop, season"),
    ("observations", None, "crop_year, region, crop, season, measure, as_of"),
    ("markets", None, "id"),
    ("market_prices", None, "day, market, crop"),
    ("price_imports", None, "only_row"),
    ("change_feed", None, "seq"),
    ("feed_sums", None, "region, crop, crop_year"),
    ("farmer_counts", None, "only_row"),
    ("imported_documents", None, "email_hash"),
    ("watermarks", None, "work"),
    ("generation", None, "only_row"),
];

/// What a release that knows more, or a fault, may leave. Each column permits some of it.
const NONSENSE: [&str; 12] = [
    "'quinoa'",
    "''",
    "'2026-02-30'",
    "'IN-XX'",
    "NULL",
    "-1",
    "7",
    "2000000000000000",
    "9223372036854775807",
    "(-9223372036854775807 - 1)",
    "x'00112233445566778899aabbccddeeff'",
    "'00112233-4455-6677-8899-aabbccddeeff'",
];

fn year() -> CropYear {
    CropYear::of(noon())
}

/// A farmer of Erode with everything that can be stored about one.
async fn full(store: &TestStore, name: &str) -> FarmerId {
    let farmer = farmer(store, name).await;
    let erode = District::from_key("tn-erode").unwrap();
    for change in [
        RecordChange::Profile(Profile::parse("94430 12345", "Erode").unwrap().in_district(erode)),
        RecordChange::Npk(Npk::from_kg_per_ha("180", "30.5", "250").unwrap()),
        RecordChange::Land(Some(Land::from_hectares("4").unwrap())),
        RecordChange::Water(Some(Water::OnceOrTwice)),
        RecordChange::Soil(Some(Soil::Heavy)),
        RecordChange::AddKnownCrop(Crop::Maize),
    ] {
        store.change_record(farmer, change, noon()).await.unwrap();
    }
    store.choose_language(farmer, Language::from_tag("ta").unwrap(), noon()).await.unwrap();
    sown(store, farmer, "stands", new_sowing(Crop::Paddy, 100)).await;
    let failed = sown(store, farmer, "failed", new_sowing(Crop::Onion, 50)).await;
    store.change_sowing(farmer, failed.id, SowingChange::Close(Outcome::Failed), noon()).await.unwrap();
    let last_crop = RecordChange::LastCrop(Some(LastCrop::Fallow));
    store.change_record(farmer, last_crop, noon()).await.unwrap();
    let gone = sown(store, farmer, "gone", new_sowing(Crop::Maize, 50)).await;
    store.withdraw_sowing(farmer, gone.id, noon()).await.unwrap();
    let size = FieldSize::stored(SquareMetres(5_000), None).unwrap();
    for key in ["plan", "dropped"] {
        let plan = NewIntention { crop: Crop::Groundnut, field_size: size };
        let id = id(noon(), &format!("{key} {name}"));
        store.plan_sowing(farmer, key.to_owned(), plan, CountLimits::NONE, id, noon()).await.unwrap();
    }
    store.drop_intention(farmer, id(noon(), &format!("dropped {name}")), noon()).await.unwrap();
    let cell = DrawCell { key: "2026 kharif tn-erode".to_owned(), season: "2026 kharif".to_owned() };
    let number = store.draw_number(farmer, cell).await.unwrap();
    let lot = Some(("2026 kharif tn-erode".to_owned(), number));
    let draw = AdviceDraw {
        inputs: "erode".to_owned(),
        crops: vec![DrawnCrop { crop: Crop::Maize, filled_percent: None }],
        drawn_at: noon(),
        lot,
    };
    store.keep_advice_draw(farmer, draw).await.unwrap();
    farmer
}

/// Two farmers, figures of India and of a state, an observation that is in force, and a part of the feed summed.
async fn filled(store: &TestStore) -> [FarmerId; 2] {
    let mut given = figures::reference().to_vec();
    given.push(testing::figure(TAMIL_NADU, Crop::Paddy, year(), 5_000_000_000, 4_000_000_000));
    store.import_figures(given, noon()).await.unwrap();
    let farmers = [full(store, "meena").await, full(store, "murugan").await];
    let line = |measure: &str, value: &str| {
        format!("minutes,2026-06-12,2026-27 July-June,groundnut,kharif,IN,{measure},{value},lakh_ha\n")
    };
    let [sown, last] = [line("area_sown", "18"), line("area_last_year", "20")];
    let [normal, whole] = [line("normal_of_season", "40"), line("last_year_whole", "40")];
    let observed = parse(&format!("{HEADER}\n{sown}{last}{normal}{whole}"), date(2026, 6, 15)).unwrap();
    store.import_observations(observed, noon()).await.unwrap();
    let restatement = store.restatement(year()).await.unwrap();
    assert!(store.restate(&restatement, noon()).await.unwrap());
    store.import_prices(price_file(), TODAY, noon()).await.unwrap().unwrap();
    add_up(store).await;
    store.keep_farmer_counts(&store.count_farmers().await.unwrap(), noon()).await.unwrap();
    sow(store, farmers[1], "later", new_sowing(Crop::Cotton, 70)).await;
    farmers
}

/// Three markets of maize.
fn price_file() -> PriceFile {
    let row = |market| format!("Tamil Nadu,Erode,{market},Maize,14/06/2026,2000,2300,2150\n");
    let header = "State,District,Market,Commodity,Arrival_Date,Min_Price,Max_Price,Modal_Price\n";
    market_price::parse(&format!("{header}{}", ["A", "B", "C"].map(row).concat()), TODAY).unwrap()
}

/// Sums the whole feed, like two runs hours apart.
async fn add_up(store: &TestStore) {
    assert_eq!(store.add_up_feed(HOLDER).await.unwrap(), Some(false));
    store.tamper("UPDATE watermarks SET seen_at = 0").await;
    while store.add_up_feed(HOLDER).await.unwrap().unwrap() {}
}

/// A cell by table, column and row (numbers beyond the last one begin again), and what is put into it.
type Cell = (usize, usize, usize, &'static str);

fn cells() -> impl Strategy<Value = Cell> {
    (0..TABLES.len(), 0..20_usize, 0..3_usize, select(&NONSENSE[..]))
}

/// Replaces a cell: one of the first farmer, or of a figure. Returns the statement, or `None` if the column does not
/// permit it.
async fn replace(store: &TestStore, owner: FarmerId, (table, column, row, nonsense): Cell) -> Option<String> {
    let (table, of_farmer, key) = TABLES[table];
    let columns: Vec<_> = store.columns().await.into_iter().filter(|(name, _)| name == table).collect();
    let (_, column) = &columns[column % columns.len()];
    let id = owner.0.simple();
    let own = match (store.url(), of_farmer) {
        (_, None) => "1 = 1".to_owned(),
        (grow_store::DatabaseUrl::Sqlite(_), Some(farmer)) => format!("{farmer} = x'{id}'"),
        (grow_store::DatabaseUrl::Postgres(_), Some(farmer)) => format!("{farmer} = '{id}'"),
    };
    let sql = format!(
        "UPDATE {table} SET {column} = {nonsense}
         WHERE ({key}) = (SELECT {key} FROM {table} WHERE {own} ORDER BY {key} LIMIT 1
                          OFFSET {row} % (SELECT COUNT(*) FROM {table} WHERE {own}))"
    );
    store.try_to_tamper(&sql).await.then_some(sql)
}

/// The state's rows, as far as they are the same in both, and the crops that are not known after.
fn never_another(before: &DemandState, after: &DemandState) -> bool {
    after.rows.iter().all(|row| before.rows.contains(row))
}

/// Everything that reads many rows goes on.
async fn everything_goes_on(cell: Cell, fixture: TestStore) {
    let [first, other] = filled(&fixture).await;
    let before = [Region::India, TAMIL_NADU].map(|region| (region, fixture.demand(region, year())));
    let [(_, india), (_, state)] = before;
    let before = [india.await.unwrap(), state.await.unwrap()];
    let Some(tampered) = replace(&fixture, first, cell).await else { return };
    let store = fixture.reopened().await;
    let is_unreadable = !store.check_rows().await.unwrap().is_empty();

    // The start, the overview and the commands of the operator.
    store.seed_figures(figures::reference().to_vec(), noon()).await.unwrap();
    store.compare_reference().await.unwrap();
    for (region, before) in [Region::India, TAMIL_NADU].into_iter().zip(&before) {
        let after = store.demand(region, year()).await.unwrap();
        // A state without its own figure has its part of India's.
        let is_of_a_state = region == TAMIL_NADU && tampered.contains("SET region");
        if is_unreadable && TABLES[cell.0].0 == "demand_figures" && !is_of_a_state {
            assert!(never_another(before, &after), "{tampered}: a figure that cannot be read is not another one");
        }
    }
    store.generation().await.unwrap();
    store.demand_of_states(Crop::Paddy, year()).await.unwrap();
    store.differences().await.unwrap();
    store.restatement(year()).await.unwrap();
    while store.add_up_feed(HOLDER).await.unwrap().unwrap() {}
    let mut after = None;
    loop {
        let (_, next) = store.stored_records(after, 10).await.unwrap();
        after = next;
        if after.is_none() {
            break;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    store.copy_to(folder.path().to_owned()).await.unwrap();
    if let grow_store::DatabaseUrl::Sqlite(_) = fixture.url() {
        store.back_up(folder.path().join("backup"), |_, _| ()).await.unwrap();
    }

    // Advice, record and copy of both farmers.
    store.kept_farmer_counts().await.unwrap();
    store.count_farmers().await.unwrap();
    store.prices_from(Date::MIN).await.unwrap();
    store.import_prices(price_file(), TODAY, noon()).await.unwrap().unwrap();
    store.planned(TODAY).await.unwrap();
    store.sown_by_bin(year(), None).await.unwrap();
    for farmer in [first, other] {
        store.account(farmer).await.unwrap();
        store.advice_inputs(farmer, noon()).await.unwrap();
        store.sowings(farmer, 50, None).await.unwrap();
        store.withdrawn_sowings(farmer, noon()).await.unwrap();
        store.intentions(farmer, noon()).await.unwrap();
        store.export_data(farmer).await.unwrap();
        store.held_sowings(farmer, None, 10).await.unwrap();
        store.held_intentions(farmer, None, 10).await.unwrap();
        store.held_requests(farmer, None, 10).await.unwrap();
    }

    // The erasure of both.
    for farmer in [other, first] {
        erase(&store, farmer).await;
    }
    let left = fixture.everything().await;
    let ids = [first, other].map(|farmer| farmer.0.simple().to_string());
    let stays = |row: &&String| row.starts_with("erased_farmers");
    let left: Vec<_> = left.iter().filter(|row| !stays(row) && ids.iter().any(|id| row.contains(id))).collect();
    assert!(left.is_empty(), "{tampered}: {left:?}");
}

async fn erase(store: &Store, farmer: FarmerId) {
    store.close_account(farmer, noon()).await.unwrap();
    while store.erase_batch(farmer, HOLDER, noon()).await.unwrap().unwrap() {}
}

/// Number of cells that are tried: `GROW_CELLS`, or a few.
fn tries(few: u32) -> u32 {
    std::env::var("GROW_CELLS").ok().and_then(|number| number.parse().ok()).unwrap_or(few)
}

#[test]
fn any_cell_may_be_nonsense_on_sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: tries(64), failure_persistence: None, ..Config::default() })
        .run(&cells(), |cell| {
            runtime.block_on(async { everything_goes_on(cell, testing::sqlite().await).await });
            Ok(())
        })
        .unwrap();
}

#[test]
fn any_cell_may_be_nonsense_on_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    TestRunner::new(Config { cases: tries(24), failure_persistence: None, ..Config::default() })
        .run(&cells(), |cell| {
            runtime.block_on(async { everything_goes_on(cell, testing::postgres().await).await });
            Ok(())
        })
        .unwrap();
}

both_stores! {
    async fn an_unreadable_sowing_is_named_left_out_of_the_list_and_exported_as_it_is_stored(store) {
        let meena = farmer(&store, "meena").await;
        let bad = sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        let good = sown(&store, meena, "key-2", new_sowing(Crop::Maize, 125)).await;
        store.tamper("UPDATE sowings SET crop = 'quinoa' WHERE idempotency_key = 'key-1'").await;
        let page = store.sowings(meena, 50, None).await.unwrap();
        assert_eq!((page.sowings, page.unreadable), (vec![good], 1));
        let named: Vec<_> = store.unreadable_rows().iter().map(ToString::to_string).collect();
        assert_eq!(named, [format!("sowings {}: crop", bad.id)]);

        let held = store.held_sowings(meena, None, 10).await.unwrap();
        assert_eq!((held.rows.len(), held.as_stored.len()), (1, 1));
        let stored = &held.as_stored[0].columns;
        assert_eq!((&stored["crop"], &stored["expected_yield_kg"]), (&"quinoa".into(), &3_000.into()));
        assert_eq!(stored["id"], bad.id.to_string());
    }

    async fn a_record_with_a_district_of_another_release_is_shown_without_it_and_can_be_saved_anew(store) {
        let meena = full(&store, "meena").await;
        store.tamper("UPDATE farmer_records SET district = 'xx-nowhere'").await;
        assert_eq!(store.record(meena).await.unwrap().unwrap().record.district, None);
        sown(&store, meena, "key-1", new_sowing(Crop::Maize, 125)).await;
        let place = RecordChange::Place(Place::parse("Erode").unwrap());
        let saved = store.change_record(meena, place, noon()).await.unwrap().unwrap();
        assert_eq!(saved.record.district, District::from_key("tn-erode"));
        assert_eq!(store.check_rows().await.unwrap(), []);
    }

    async fn the_figures_of_other_crops_stay_and_the_one_that_cannot_be_read_is_not_known(store) {
        filled(&store).await;
        let before = store.demand(Region::India, year()).await.unwrap();
        for (sql, crop) in [
            ("UPDATE demand_figures SET as_of = 'soon' WHERE region = 'IN' AND crop = 'maize'", Crop::Maize),
            ("UPDATE supply SET sown_kg = 9223372036854775807 WHERE region = 'IN' AND crop = 'paddy'", Crop::Paddy),
            ("UPDATE demand_figures SET crop = 'quinoa' WHERE region = 'IN' AND crop = 'ragi'", Crop::Ragi),
            ("UPDATE demand_figures SET crop_year = 9999 WHERE region = 'IN' AND crop = 'cotton'", Crop::Cotton),
            ("UPDATE demand_figures SET imported_kg = 1, duty_permille = NULL WHERE region = 'IN' AND crop = 'onion'", Crop::Onion),
        ] {
            store.tamper(sql).await;
            let after = store.demand(Region::India, year()).await.unwrap();
            assert!(after.rows.iter().all(|row| row.crop != crop), "{sql}");
            assert!(never_another(&before, &after), "{sql}");
        }
        assert_eq!(store.demand(Region::India, year()).await.unwrap().rows.len(), 11);
        let named = store.check_rows().await.unwrap();
        assert_eq!(named.iter().map(|row| row.table).collect::<Vec<_>>(), ["demand_figures", "demand_figures", "demand_figures", "demand_figures", "supply"]);
    }

    async fn a_damaged_crop_of_a_sowing_takes_nothing_out_of_the_supply_of_another(store) {
        let meena = farmer(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        store.tamper("UPDATE sowings SET crop = 'quinoa'").await;
        erase(&store, meena).await;
        assert_eq!(store.number("SELECT COUNT(*) FROM supply WHERE crop = 'quinoa'").await, 0);
    }

    async fn what_the_sowing_of_a_newer_release_had_in_the_supply_leaves_it_with_its_farmer(store) {
        let meena = farmer(&store, "meena").await;
        sown(&store, meena, "key-1", new_sowing(Crop::Groundnut, 125)).await;
        for table in ["sowings", "supply", "change_feed"] {
            store.tamper(&format!("UPDATE {table} SET crop = 'quinoa'")).await;
        }
        erase(&store, meena).await;
        assert_eq!(store.number("SELECT SUM(sown_kg) FROM supply WHERE crop = 'quinoa'").await, 0);
    }
}

/// SQLite permits other bytes where an id is expected.
#[tokio::test]
async fn bytes_that_are_no_id_stop_neither_the_list_nor_a_copy_on_sqlite() {
    let store = testing::sqlite().await;
    let meena = farmer(&store, "meena").await;
    for (key, crop) in [("key-1", Crop::Maize), ("key-2", Crop::Paddy), ("key-3", Crop::Onion)] {
        sown(&store, meena, key, new_sowing(crop, 125)).await;
    }
    store.tamper("UPDATE sowings SET id = x'01' WHERE idempotency_key = 'key-2'").await;
    store.tamper("UPDATE sowings SET meaning = x'01' WHERE idempotency_key = 'key-3'").await;
    let page = store.sowings(meena, 50, None).await.unwrap();
    assert_eq!((page.sowings.len(), page.unreadable), (2, 1));
    let again = sow(&store, meena, "key-3", new_sowing(Crop::Onion, 125)).await;
    assert!(matches!(again, SowingOutcome::Repeated(_)), "{again:?}");
    let held = store.held_sowings(meena, None, 10).await.unwrap();
    assert_eq!((held.rows.len(), held.as_stored.len()), (2, 1));
    let folder = tempfile::tempdir().unwrap();
    let files = store.copy_to(folder.path().to_owned()).await.unwrap();
    let other = testing::sqlite().await;
    other.restore_from(folder.path().to_owned(), files).await.unwrap();
    assert_eq!(other.number("SELECT COUNT(*) FROM sowings WHERE id = x'01' OR meaning = x'01'").await, 2);
}

#[tokio::test]
async fn a_farmer_whose_id_is_none_is_named_and_stops_neither_the_documents_nor_the_places_on_sqlite() {
    for (tamper, named) in [
        ("UPDATE farmers SET id = x'ff' WHERE email_key = 'meena@example.in'", "farmers ff: value"),
        (
            "UPDATE farmer_records SET farmer_id = x'ff'
             WHERE farmer_id = (SELECT id FROM farmers WHERE email_key = 'meena@example.in')",
            "farmer_records ff: value",
        ),
    ] {
        let store = testing::sqlite().await;
        filled(&store).await;
        store.tamper(&format!("PRAGMA foreign_keys = OFF; {tamper}")).await;
        let mut records = 0;
        let mut after = None;
        loop {
            let (page, next) = store.stored_records(after, 1).await.unwrap();
            records += page.iter().filter(|stored| stored.record.email.as_str() != "meena@example.in").count();
            match next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        assert_eq!(records, 1, "{named}");
        assert_eq!(store.places_to_ask_again().await.unwrap(), 0);
        let found = store.check_rows().await.unwrap();
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [named]);
        assert_eq!(store.unreadable_rows().len(), 1, "{named}");
    }
}

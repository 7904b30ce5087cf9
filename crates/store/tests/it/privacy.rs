//! Consent, data export and erasure.

use super::intentions::{ask_to_plan, planned};
use super::{farmer, id, new_sowing, newcomer, noon, session, sown, user};
use grow_domain::advice::DrawnCrop;
use grow_domain::farmer::{Land, Npk, Place, Profile};
use grow_domain::land_unit::LandUnit;
use grow_domain::privacy::{Agreed, Permission};
use grow_domain::rotation::LastCrop;
use grow_domain::sowing::CountLimits;
use grow_domain::{Crop, District, Language, Soil, Water};
use grow_store::testing::TestStore;
use grow_store::{
    AdviceDraw, Consent, DrawCell, EndOutcome, Error, ExportData, FarmerId, HeldRecord, HeldRequest, Identity,
    RecordChange, Result, SowingOutcome, Store, both_stores,
};
use jiff::SignedDuration;
use std::collections::BTreeSet;
use uuid::Uuid;

const NUMBER: &str = "+91 98765 43210";
const VILLAGE: &str = "Behind the temple of Thindal";

fn profile() -> RecordChange {
    let erode = District::from_key("tn-erode").unwrap();
    RecordChange::Profile(Profile::parse(NUMBER, VILLAGE).unwrap().in_district(erode))
}

fn drawn(crop: Crop) -> DrawnCrop {
    DrawnCrop { crop, filled_percent: Some(98) }
}

async fn change(store: &Store, farmer: FarmerId, change: RecordChange) -> Result<()> {
    store.change_record(farmer, change, noon()).await.map(drop)
}

async fn ask_to_sow(store: &Store, farmer: FarmerId, key: &str) -> Result<SowingOutcome> {
    store
        .record_sowing(farmer, key.to_owned(), new_sowing(Crop::Ragi, 100), CountLimits::NONE, id(noon(), key), noon())
        .await
}

/// A farmer with rows in every table.
async fn settled(store: &TestStore, name: &str) -> FarmerId {
    let farmer = farmer(store, name).await;
    change(store, farmer, profile()).await.unwrap();
    change(store, farmer, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
    sown(store, farmer, "stands", new_sowing(Crop::Groundnut, 125)).await;
    let mistake = sown(store, farmer, "mistake", new_sowing(Crop::Paddy, 100)).await;
    store.withdraw_sowing(farmer, mistake.id, noon()).await.unwrap();
    planned(store, farmer, "plan", Crop::Onion, 50).await;
    let cell = DrawCell { key: "2026 kharif tn-erode -".to_owned(), season: "2026 kharif".to_owned() };
    let number = store.draw_number(farmer, cell.clone()).await.unwrap();
    let crops = vec![drawn(Crop::Onion), drawn(Crop::Ragi)];
    let draw = AdviceDraw { inputs: "erode".to_owned(), crops, drawn_at: noon(), lot: Some((cell.key, number)) };
    store.keep_advice_draw(farmer, draw).await.unwrap();
    farmer
}

/// Tables with rows of farmers, determined from the schema.
async fn tables_about_farmers(store: &TestStore) -> BTreeSet<String> {
    let columns = store.columns().await.into_iter();
    let about = columns.filter(|(table, column)| column == "farmer_id" || table == "farmers");
    about.map(|(table, _)| table).collect()
}

both_stores! {
    async fn nothing_is_stored_about_a_farmer_without_consent(store) {
        let meena = newcomer(&store, "meena").await;
        let before = store.everything().await;
        let npk = Npk::from_kg_per_ha("1", "2", "3").unwrap();
        for refused in [
            profile(),
            RecordChange::Npk(npk),
            RecordChange::Land(Some(Land::from_hectares("2.5").unwrap())),
            RecordChange::Unit(LandUnit::Bigha, None),
            RecordChange::Water(Some(Water::RainOnly)),
            RecordChange::Soil(Some(Soil::Light)),
            RecordChange::LastCrop(Some(LastCrop::Fallow)),
            RecordChange::Place(Place::parse("Erode").unwrap()),
            RecordChange::AddKnownCrop(Crop::Maize),
        ] {
            let outcome = change(&store, meena, refused.clone()).await;
            assert!(matches!(outcome, Err(Error::NoConsent)), "{refused:?}: {outcome:?}");
        }
        assert!(matches!(store.choose_language(meena, Language::ENGLISH, noon()).await, Err(Error::NoConsent)));
        assert!(matches!(ask_to_sow(&store, meena, "key").await, Err(Error::NoConsent)));
        assert!(matches!(ask_to_plan(&store, meena, "key", Crop::Ragi, 100).await, Err(Error::NoConsent)));
        let crops = vec![drawn(Crop::Ragi)];
        let draw = AdviceDraw { inputs: String::new(), crops, drawn_at: noon(), lot: None };
        let drawn = store.keep_advice_draw(meena, draw).await;
        assert!(matches!(drawn, Err(Error::NoConsent)));
        assert_eq!(store.everything().await, before);
    }

    async fn consent_to_an_older_notice_is_none(store) {
        let meena = farmer(&store, "meena").await;
        store.tamper("UPDATE consents SET version = 0").await;
        assert!(!store.consent(meena).await.unwrap().unwrap().permits().to_store());
        assert!(matches!(change(&store, meena, profile()).await, Err(Error::NoConsent)));
        store.give_consent(meena, Agreed::to_the_notice(), noon()).await.unwrap();
        change(&store, meena, profile()).await.unwrap();
    }

    async fn every_consent_is_kept_with_its_version_language_and_times(store) {
        let meena = newcomer(&store, "meena").await;
        assert_eq!(store.consent(meena).await.unwrap(), None);
        let minutes = |count| noon() + SignedDuration::from_mins(count);
        for (minute, give) in [(0, true), (1, true), (2, false), (3, false), (4, true)] {
            if give {
                store.give_consent(meena, Agreed::to_the_notice(), minutes(minute)).await.unwrap().unwrap();
            } else {
                store.withdraw_consent(meena, minutes(minute)).await.unwrap();
            }
        }
        let consent = |given, withdrawn: Option<i64>| Consent {
            version: 9,
            language: "en".to_owned(),
            given_at: minutes(given),
            withdrawn_at: withdrawn.map(minutes),
        };
        let history = store.export_data(meena).await.unwrap().unwrap().consents;
        assert_eq!(history, [consent(0, Some(2)), consent(4, None)], "given twice is given once");
        assert_eq!(store.consent(meena).await.unwrap(), Some(consent(4, None)));
    }

    async fn an_unknown_farmer_cannot_give_consent(store) {
        let nobody = FarmerId(Uuid::from_u128(1));
        assert_eq!(store.give_consent(nobody, Agreed::to_the_notice(), noon()).await.unwrap(), None);
        store.withdraw_consent(nobody, noon()).await.unwrap();
    }

    async fn removing_data_needs_no_consent(store) {
        let meena = settled(&store, "meena").await;
        store.withdraw_consent(meena, noon()).await.unwrap();
        change(&store, meena, RecordChange::RemoveKnownCrop(Crop::Maize)).await.unwrap();
        let sowing = store.sowings(meena, 1, None).await.unwrap().sowings.remove(0);
        assert!(store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap().is_some());
        let plan = store.intentions(meena, noon()).await.unwrap().remove(0);
        assert_eq!(store.drop_intention(meena, plan.id, noon()).await.unwrap(), Some(EndOutcome::Dropped));
    }

    async fn withdrawing_consent_keeps_the_record_and_stops_predictions(store) {
        let meena = settled(&store, "meena").await;
        assert_eq!(store.record_and_permission(meena).await.unwrap().unwrap().1, Permission::Store);
        store.withdraw_consent(meena, noon()).await.unwrap();
        let (record, permission) = store.record_and_permission(meena).await.unwrap().unwrap();
        assert_eq!((record.place.as_str(), permission), (VILLAGE, Permission::Nothing), "the record stays");
        store.give_consent(meena, Agreed::to_the_notice(), noon()).await.unwrap();
        assert_eq!(store.record_and_permission(meena).await.unwrap().unwrap().1, Permission::Store, "agreed again");
    }

    async fn the_latest_consent_is_the_one_that_counts_wherever_it_is_asked_for(store) {
        let meena = settled(&store, "meena").await;
        let permissions = async || {
            let stored = store.stored_profile(meena).await.unwrap().unwrap().permission;
            let inputs = store.advice_inputs(meena, noon()).await.unwrap().unwrap().permission;
            let consents = store.export_data(meena).await.unwrap().unwrap().consents;
            [store.record_and_permission(meena).await.unwrap().unwrap().1, stored, inputs, consents.last().unwrap().permits()]
        };
        assert_eq!(permissions().await, [Permission::Store; 4]);
        store.tamper("UPDATE consents SET version = 4").await;
        assert_eq!(permissions().await, [Permission::Compute; 4], "to an older notice");
        store.give_consent(meena, Agreed::to_the_notice(), noon()).await.unwrap();
        assert_eq!(permissions().await, [Permission::Store; 4], "to both");
        store.withdraw_consent(meena, noon()).await.unwrap();
        assert_eq!(permissions().await, [Permission::Nothing; 4]);
    }

    async fn a_write_beside_a_withdrawal_comes_before_it_or_is_refused(store) {
        let meena = settled(&store, "meena").await;
        for n in 0..20 {
            store.give_consent(meena, Agreed::to_the_notice(), noon()).await.unwrap();
            let (key, later) = (format!("beside-{n}"), format!("later-{n}"));
            let (sowing, changed, withdrawn) = tokio::join!(
                ask_to_sow(&store, meena, &key),
                store.change_record(meena, profile(), noon()),
                store.withdraw_consent(meena, noon()),
            );
            withdrawn.unwrap();
            assert!(matches!(sowing, Ok(SowingOutcome::Recorded(_)) | Err(Error::NoConsent)), "{sowing:?}");
            assert!(matches!(changed, Ok(Some(_)) | Err(Error::NoConsent)), "{changed:?}");
            assert!(matches!(ask_to_sow(&store, meena, &later).await, Err(Error::NoConsent)));
        }
    }

    async fn the_export_contains_everything_stored_about_a_farmer(store) {
        let meena = settled(&store, "meena").await;
        settled(&store, "murugan").await;
        let held = store.export_data(meena).await.unwrap().unwrap();
        let identity =
            Identity { issuer: "https://issuer".to_owned(), subject: "meena".to_owned(), user: user("meena"), email_verified: true };
        assert_eq!((held.farmer, &held.identity, held.created_at), (meena, &identity, Some(noon())));
        let HeldRecord { record, farmerid, mailid, saved_at } = held.record.unwrap();
        assert_eq!((record.number.as_str(), record.place.as_str(), saved_at), (NUMBER, VILLAGE, Some(noon())));
        assert_eq!((farmerid.as_str(), &mailid[..]), ("", &[][..]), "of imported records alone");
        assert_eq!(held.known_crops, [(Crop::Maize, noon())]);
        let held_sowings = store.held_sowings(meena, None, 10).await.unwrap().rows;
        let mut sowings: Vec<_> = held_sowings
            .iter()
            .map(|held| (held.sowing.crop, held.key.as_str(), held.sowing.region.code(), held.withdrawn_at))
            .collect();
        sowings.sort_by_key(|(.., withdrawn_at)| *withdrawn_at);
        let expected = [(Crop::Groundnut, "stands", "IN-TN", None), (Crop::Paddy, "mistake", "IN-TN", Some(noon()))];
        assert_eq!(sowings, expected);
        let requests = store.requests(meena).await;
        let mut kinds: Vec<_> = requests.iter().map(|HeldRequest { kind, .. }| kind.as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["crop_add", "crop_add", "crop_withdraw", "intention", "known_crop_add", "profile"]);
        let plans = store.held_intentions(meena, None, 10).await.unwrap().rows;
        let [plan] = &plans[..] else { panic!("{plans:?}") };
        assert_eq!((plan.intention.crop, plan.key.as_str(), plan.ended_at), (Crop::Onion, "plan", None));
        assert_eq!(held.advice_draw.unwrap().crops, [drawn(Crop::Onion), drawn(Crop::Ragi)]);
        assert!(requests[0].body.contains(NUMBER));
        assert_eq!((held.sessions.len(), held.consents.len()), (1, 1));
        assert_eq!(store.export_data(FarmerId(Uuid::from_u128(1))).await.unwrap(), None);
    }

    async fn the_language_is_kept_until_another_is_chosen(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        let account = async |farmer| store.account(farmer).await.unwrap().unwrap().language;
        assert_eq!(account(meena).await, None);
        for language in Language::all() {
            store.choose_language(meena, language, noon()).await.unwrap();
            assert_eq!(account(meena).await, Some(language));
            let held = store.export_data(meena).await.unwrap().unwrap();
            assert_eq!(held.language, Some(language));
            let requests = store.requests(meena).await;
            let HeldRequest { kind, body, .. } = requests.last().unwrap();
            assert_eq!((kind.as_str(), body.contains(language.tag())), ("language", true));
        }
        assert_eq!(account(murugan).await, None);
        store.tamper("UPDATE farmers SET language = 'tlh'").await;
        assert_eq!(account(meena).await, None, "not spoken any more");
    }

    async fn every_table_about_farmers_is_in_the_export_or_excluded_with_a_reason(store) {
        let meena = settled(&store, "meena").await;
        let ExportData { record, known_crops, advice_draw, draw_numbers, sessions, consents, .. } =
            store.export_data(meena).await.unwrap().unwrap();
        let sowings = store.held_sowings(meena, None, 10).await.unwrap().rows;
        let intentions = store.held_intentions(meena, None, 10).await.unwrap().rows;
        let requests = store.held_requests(meena, None, 10).await.unwrap().rows;
        let taken = [
            ("farmers", true),
            ("farmer_records", record.is_some()),
            ("known_crops", !known_crops.is_empty()),
            ("sowings", !sowings.is_empty()),
            ("intentions", !intentions.is_empty()),
            ("advice_draws", advice_draw.is_some()),
            ("advice_numbers", !draw_numbers.is_empty()),
            ("request_journal", !requests.is_empty()),
            ("sessions", !sessions.is_empty()),
            ("consents", !consents.is_empty()),
        ];
        let left_out = [
            ("erased_farmers", "an erased farmer has nothing to take along"),
            ("farmer_years", "sums of the sowings and requests that are taken along"),
        ];
        for (table, is_there) in taken {
            assert!(is_there, "{table}");
        }
        let known = taken.map(|(table, _)| table).into_iter().chain(left_out.map(|(table, _)| table));
        assert_eq!(tables_about_farmers(&store).await, known.map(str::to_owned).collect());
    }

    async fn nothing_of_an_erased_farmer_remains_but_the_tombstone(store) {
        let murugan = settled(&store, "murugan").await;
        let before = store.everything().await;
        let ours = |rows: &[String]| {
            let about = murugan.0.simple().to_string();
            rows.iter().filter(|row| row.contains(&about) && !row.starts_with("supply")).cloned().collect::<Vec<_>>()
        };
        let meena = settled(&store, "meena").await;
        let sowing = store.sowings(meena, 1, None).await.unwrap().sowings.remove(0);
        assert_eq!(store.erase(meena, noon()).await.unwrap().len(), 1, "her session ends");

        let after = store.everything().await;
        let traces = [meena.0.simple().to_string(), sowing.id.simple().to_string(), "meena".to_owned()];
        let left: Vec<_> = after.iter().filter(|row| traces.iter().any(|trace| row.contains(trace))).collect();
        assert_eq!(left.len(), 1, "{left:?}");
        assert!(left[0].starts_with("erased_farmers"), "{left:?}");
        assert_eq!(ours(&after), ours(&before), "nobody else lost anything");
        assert!(!ours(&before).is_empty());
        for shared in [NUMBER, VILLAGE] {
            let count = |rows: &[String]| rows.iter().filter(|row| row.contains(shared)).count();
            assert_eq!(count(&after), count(&before), "{shared}");
        }

        assert_eq!(store.erase(meena, noon()).await, None, "once");
        assert_eq!(store.account(meena).await.unwrap().map(|account| account.user), None);
        assert_eq!(store.export_data(meena).await.unwrap(), None);
        assert_eq!(store.erased_farmers(None, 10).await.unwrap(), [(meena, false)]);
    }

    async fn an_erased_farmer_signs_in_as_a_new_account(store) {
        let meena = settled(&store, "meena").await;
        store.erase(meena, noon()).await;
        let identity =
            Identity { issuer: "https://issuer".to_owned(), subject: "meena".to_owned(), user: user("meena"), email_verified: true };
        let again = store.sign_in(identity, session("again"), id(noon(), "again"), noon()).await.unwrap();
        assert_ne!(again, meena);
        assert!(store.sowings(again, 50, None).await.unwrap().sowings.is_empty());
        assert_eq!(store.consent(again).await.unwrap(), None, "and is asked again");
        assert_eq!(store.erased_farmers(None, 10).await.unwrap(), [(meena, false)], "nobody takes them for the old one");
    }

    async fn no_write_succeeds_during_an_erasure(store) {
        for n in 0..10 {
            let name = format!("meena{n}");
            let meena = settled(&store, &name).await;
            let sowing = store.sowings(meena, 1, None).await.unwrap().sowings.remove(0);
            let (key, token) = (format!("beside-{n}"), format!("beside {n}"));
            let identity =
                Identity { issuer: "https://issuer".to_owned(), subject: name.clone(), user: user(&name), email_verified: true };
            let (sowed, changed, _agreed, _withdrawn, _signed_in, erased) = tokio::join!(
                ask_to_sow(&store, meena, &key),
                store.change_record(meena, profile(), noon()),
                store.give_consent(meena, Agreed::to_the_notice(), noon()),
                store.withdraw_sowing(meena, sowing.id, noon()),
                store.sign_in(identity, session(&token), id(noon(), &token), noon()),
                store.erase(meena, noon()),
            );
            assert!(erased.is_some());
            assert!(matches!(sowed, Ok(SowingOutcome::Recorded(_)) | Err(Error::NoConsent)), "{sowed:?}");
            assert!(matches!(changed, Ok(_) | Err(Error::NoConsent)), "{changed:?}");
            let rows = store.everything().await;
            let left: Vec<_> = rows.iter().filter(|row| row.contains(&meena.0.simple().to_string())).collect();
            assert_eq!(left.len(), 1, "{left:?}");
        }
        assert!(store.differences().await.unwrap().is_empty());
    }
}

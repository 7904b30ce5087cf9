use super::{farmer, new_sowing, noon, sown, user};
use grow_domain::farmer::{FarmerRecord, Land, Npk, Place, PlaceStatus, Profile};
use grow_domain::land_unit::{LandUnit, Measured, OwnUnits};
use grow_domain::rotation::LastCrop;
use grow_domain::sowing::Outcome;
use grow_domain::validation::SizeOf;
use grow_domain::{Crop, District, PhoneNumber, Soil, Water};
use grow_store::testing::TestStore;
use grow_store::{End, FarmerId, OwnRecord, RecordChange, RecordOutcome, SowingChange, both_stores};
use jiff::ToSpan;

async fn change(store: &TestStore, farmer: FarmerId, change: RecordChange) -> Option<FarmerRecord> {
    store.change_record(farmer, change, noon()).await.unwrap().map(|own| own.record)
}

both_stores! {
    async fn a_farmer_without_saved_data_has_the_default_record(store) {
        let meena = farmer(&store, "meena").await;
        let own = OwnRecord { email: "meena@example.in".to_owned(), language: None, record: FarmerRecord::default(), revision: 0 };
        assert_eq!(store.record(meena).await.unwrap(), Some(own));
        assert_eq!(store.account(meena).await.unwrap().map(|account| account.user), Some(user("meena")));
    }

    async fn a_saved_record_is_read_back(store) {
        let meena = farmer(&store, "meena").await;
        let profile = Profile::parse("98765 43210", "தேனி \"North\"").unwrap();
        change(&store, meena, RecordChange::Profile(profile)).await.unwrap();
        let npk = Npk::from_kg_per_ha("120.5", "0", "2000").unwrap();
        change(&store, meena, RecordChange::Npk(npk)).await.unwrap();
        change(&store, meena, RecordChange::AddKnownCrop(Crop::RedGram)).await.unwrap();
        let record = change(&store, meena, RecordChange::AddKnownCrop(Crop::Paddy)).await.unwrap();
        assert_eq!(record.number, "+91 98765 43210");
        assert_eq!(record.place, "தேனி \"North\"");
        assert_eq!(record.npk, npk);
        assert_eq!(record.known_crops, [Crop::Paddy, Crop::RedGram].into());
        assert_eq!(store.record(meena).await.unwrap().unwrap().record, record);
        assert_eq!(store.number("SELECT COUNT(*) FROM request_journal").await, 4);
    }

    async fn a_change_for_another_revision_is_not_made(store) {
        let meena = farmer(&store, "meena").await;
        let npk = |n| RecordChange::Npk(Npk::from_kg_per_ha(n, "0", "0").unwrap());
        let of = async |revision: i64, change| store.change_record_of(meena, Some(revision), change, noon()).await.unwrap();
        let RecordOutcome::Changed(first) = of(0, npk("1")).await else { panic!("nothing was saved before") };
        assert_eq!(first.revision, 1);
        let RecordOutcome::Changed(second) = of(1, npk("2")).await else { panic!("nothing came between") };
        let before = store.everything().await;
        for stale in [1, 3, -1] {
            assert_eq!(of(stale, npk("3")).await, RecordOutcome::Newer(second.clone()));
        }
        assert_eq!(store.everything().await, before, "not even counted as a change");
        change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        change(&store, meena, RecordChange::Unit(LandUnit::Acre, None)).await.unwrap();
        assert_eq!(store.record(meena).await.unwrap().unwrap().revision, 2, "no form shows them");
        change(&store, meena, RecordChange::Water(Some(Water::RainOnly))).await.unwrap();
        assert_eq!(store.record(meena).await.unwrap().unwrap().revision, 3);
    }

    async fn only_one_of_two_concurrent_changes_of_a_revision_is_applied(store) {
        let meena = farmer(&store, "meena").await;
        let npk = |n| RecordChange::Npk(Npk::from_kg_per_ha(n, "0", "0").unwrap());
        let (one, two) = tokio::join!(
            store.change_record_of(meena, Some(0), npk("1"), noon()),
            store.change_record_of(meena, Some(0), npk("2"), noon()),
        );
        let made = [one.unwrap(), two.unwrap()].into_iter().filter(|made| matches!(made, RecordOutcome::Changed(_)));
        assert_eq!(made.count(), 1);
    }

    async fn a_place_is_kept_with_its_district(store) {
        let meena = farmer(&store, "meena").await;
        let erode = District::from_key("tn-erode").unwrap();
        let place = Place::parse("My village").unwrap().in_district(erode);
        let profile = Profile { number: PhoneNumber::parse("98765 43210").unwrap(), place: place.clone() };
        assert_eq!(change(&store, meena, RecordChange::Profile(profile)).await.unwrap().district, Some(erode));
        change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        assert_eq!(store.record(meena).await.unwrap().unwrap().record.district, Some(erode), "other changes leave it");
        let record = change(&store, meena, RecordChange::Place(Place::default())).await.unwrap();
        assert_eq!((record.place.as_str(), record.district), ("", None));
        let record = change(&store, meena, RecordChange::Place(place)).await.unwrap();
        assert_eq!((record.place.as_str(), record.district), ("My village", Some(erode)));
        for (sql, times) in [
            ("SELECT COUNT(*) FROM request_journal WHERE body LIKE '%\"district\":\"tn-erode\"%'", 2),
            ("SELECT COUNT(*) FROM request_journal WHERE body LIKE '%\"district\":null%'", 1),
        ] {
            assert_eq!(store.number(sql).await, times, "{sql}");
        }
    }

    async fn units_and_the_land_as_it_was_entered_are_read_back(store) {
        let meena = farmer(&store, "meena").await;
        let size = |unit: LandUnit, text| unit.size_here(text, SizeOf::Unit).unwrap();
        let bigha = size(LandUnit::Bigha, "843.095088");
        change(&store, meena, RecordChange::Unit(LandUnit::Bigha, Some(bigha))).await.unwrap();
        let kuli = size(LandUnit::Kuli, "13.37803776");
        change(&store, meena, RecordChange::Unit(LandUnit::Kuli, Some(kuli))).await.unwrap();
        let record = change(&store, meena, RecordChange::Unit(LandUnit::AcreAndCents, None)).await.unwrap();
        assert_eq!(record.units.preferred, Some(LandUnit::AcreAndCents));
        assert_eq!(record.units.sizes.to_string(), "bigha 843.095088, kuli 13.37803776", "a chosen size stays");
        let asked = Measured::parse("3", "bigha", None, SizeOf::Land).unwrap();
        let land = Land::measured(asked, record.unit_size(LandUnit::Bigha)).unwrap();
        let record = change(&store, meena, RecordChange::Land(Some(land))).await.unwrap();
        let entered = record.land.and_then(Land::entered).map(|entered| entered.to_string());
        assert_eq!((record.land, entered.as_deref()), (Some(land), Some("3 bigha 843.095088")));
        let hectares = Land::from_hectares("1").unwrap();
        let record = change(&store, meena, RecordChange::Land(Some(hectares))).await.unwrap();
        assert_eq!(record.land.and_then(Land::entered), None);
        store.tamper("UPDATE farmer_records SET land_unit = 'morgen'").await;
        assert_eq!(store.record(meena).await.unwrap().unwrap().record.units, OwnUnits::default());
    }

    async fn water_and_soil_are_read_back_until_they_are_taken_back(store) {
        let meena = farmer(&store, "meena").await;
        for water in Water::ALL {
            let record = change(&store, meena, RecordChange::Water(Some(water))).await.unwrap();
            assert_eq!((record.water, record.soil), (Some(water), None));
        }
        for soil in Soil::ALL {
            let record = change(&store, meena, RecordChange::Soil(Some(soil))).await.unwrap();
            assert_eq!((record.water, record.soil), (Some(Water::RainOnly), Some(soil)), "the other stays");
        }
        let record = change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        assert_eq!(store.record(meena).await.unwrap().unwrap().record, record);
        let profile = store.stored_profile(meena).await.unwrap().unwrap().record.profile.unwrap();
        assert_eq!((profile.water, profile.soil), (Some(Water::RainOnly), Some(Soil::LooseSand)), "in documents too");
        change(&store, meena, RecordChange::Water(None)).await.unwrap();
        let record = change(&store, meena, RecordChange::Soil(None)).await.unwrap();
        assert_eq!((record.water, record.soil), (None, None));
        for (sql, times) in [
            ("SELECT COUNT(*) FROM request_journal WHERE kind = 'water' AND body = '{\"water\":\"rain_only\"}'", 1),
            ("SELECT COUNT(*) FROM request_journal WHERE kind = 'soil' AND body = '{\"soil\":null}'", 1),
        ] {
            assert_eq!(store.number(sql).await, times, "{sql}");
        }
    }

    async fn the_crop_of_the_sowing_that_ended_last_stood_last_until_the_farmer_says_otherwise(store) {
        let meena = farmer(&store, "meena").await;
        let wheat: LastCrop = "wheat".parse().unwrap();
        let stood_last = async || store.record(meena).await.unwrap().unwrap().record.last_crop;
        change(&store, meena, RecordChange::LastCrop(Some(wheat))).await.unwrap();
        assert_eq!(stood_last().await, Some(wheat));
        let profile = store.stored_profile(meena).await.unwrap().unwrap().record.profile.unwrap();
        assert_eq!(profile.last_crop, Some(wheat), "in documents too");
        let close = async |id, outcome, hours: i64| {
            store.change_sowing(meena, id, SowingChange::Close(outcome), noon() + hours.hours()).await.unwrap().unwrap()
        };
        let [maize, onion, ragi] = [Crop::Maize, Crop::Onion, Crop::Ragi];
        let onion = sown(&store, meena, "onion", new_sowing(onion, 50)).await.id;
        let maize = sown(&store, meena, "maize", new_sowing(maize, 50)).await.id;
        sown(&store, meena, "ragi", new_sowing(ragi, 50)).await;
        assert_eq!(stood_last().await, Some(wheat), "all of them stand");
        close(maize, Outcome::Harvested(None), 1).await;
        assert_eq!(stood_last().await, Some(LastCrop::Crop(Crop::Maize)));
        close(onion, Outcome::Failed, 2).await;
        assert_eq!(stood_last().await, Some(LastCrop::Crop(Crop::Onion)));
        change(&store, meena, RecordChange::LastCrop(Some(LastCrop::Fallow))).await.unwrap();
        assert_eq!(stood_last().await, Some(LastCrop::Fallow));
        close(onion, Outcome::Failed, 3).await;
        assert_eq!(stood_last().await, Some(LastCrop::Fallow), "a repeat changes nothing");
        store.undo_end(meena, onion, End::Closing, noon() + 3.hours()).await.unwrap().unwrap();
        assert_eq!(stood_last().await, Some(LastCrop::Fallow), "the farmer has said so since");
        let revision = store.record(meena).await.unwrap().unwrap().revision;
        close(onion, Outcome::Failed, 4).await;
        assert_eq!(stood_last().await, Some(LastCrop::Crop(Crop::Onion)));
        assert_eq!(store.record(meena).await.unwrap().unwrap().revision, revision + 1);
        store.undo_end(meena, onion, End::Closing, noon() + 5.hours()).await.unwrap().unwrap();
        assert_eq!(stood_last().await, Some(LastCrop::Fallow), "as before it ended");
        let said = "SELECT COUNT(*) FROM request_journal WHERE kind = 'last_crop' AND body = '{\"last_crop\":\"wheat\"}'";
        assert_eq!(store.number(said).await, 1);
    }

    async fn saved_nutrients_tell_of_the_soil_test_even_as_not_tested(store) {
        let meena = farmer(&store, "meena").await;
        let record = change(&store, meena, RecordChange::Water(None)).await.unwrap();
        assert!(!record.soil_test_told);
        assert!(change(&store, meena, RecordChange::Npk(Npk::default())).await.unwrap().soil_test_told);
    }

    async fn an_empty_place_may_be_saved(store) {
        let meena = farmer(&store, "meena").await;
        change(&store, meena, RecordChange::Place(Place::parse("Theni").unwrap())).await.unwrap();
        let record = change(&store, meena, RecordChange::Place(Place::default())).await.unwrap();
        assert_eq!(record.place, "");
    }

    async fn if_the_record_is_missing_it_is_created_with_a_one_item_list(store) {
        let meena = farmer(&store, "meena").await;
        let record = change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        assert_eq!(record, FarmerRecord { known_crops: [Crop::Maize].into(), ..FarmerRecord::default() });
    }

    async fn a_crop_is_removed_only_when_the_record_exists(store) {
        let meena = farmer(&store, "meena").await;
        assert_eq!(change(&store, meena, RecordChange::RemoveKnownCrop(Crop::Maize)).await, None);
        assert_eq!(store.number("SELECT COUNT(*) FROM farmer_records").await, 0);
        change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        let record = change(&store, meena, RecordChange::RemoveKnownCrop(Crop::Maize)).await.unwrap();
        assert!(record.known_crops.is_empty(), "known once, however often it was added");
    }

    async fn a_record_is_the_farmers_own(store) {
        let (meena, murugan) = (farmer(&store, "meena").await, farmer(&store, "murugan").await);
        change(&store, meena, RecordChange::AddKnownCrop(Crop::Maize)).await.unwrap();
        assert_eq!(store.record(murugan).await.unwrap().unwrap().record, FarmerRecord::default());
    }
}

/// Saves a place as an earlier release did, which decided its district by likeness.
async fn decided_before(store: &TestStore, farmer: FarmerId, place: &str, district: &str) {
    change(store, farmer, RecordChange::Place(Place::parse(place).unwrap())).await;
    store.tamper(&format!("UPDATE farmer_records SET district = '{district}' WHERE place = '{place}'")).await;
}

both_stores! {
    async fn a_district_that_was_decided_by_likeness_is_asked_again_until_the_farmer_answers(store) {
        let meena = farmer(&store, "meena").await;
        let sambhal = District::from_key("up-sambhal").unwrap();
        decided_before(&store, meena, "Chandausi, Uttar Pradesh", "up-chandauli").await;
        let status = async || store.record(meena).await.unwrap().unwrap().record.place_status();
        assert_eq!(status().await, PlaceStatus::Ambiguous(vec![sambhal]));
        assert_eq!(store.stored_profile(meena).await.unwrap().unwrap().district, None);
        assert_eq!(store.places_to_ask_again().await.unwrap(), 1);
        change(&store, meena, RecordChange::Npk(Npk::default())).await;
        assert_eq!(status().await, PlaceStatus::Ambiguous(vec![sambhal]), "another change answers nothing");

        let chosen = |place: &str, key| {
            let district = District::from_key(key).unwrap();
            (district, RecordChange::Place(Place::parse(place).unwrap().in_district(district)))
        };
        for (place, key) in [
            ("Chandausi, Uttar Pradesh", "up-chandauli"),
            ("Coimbatre, Tamil Nadu", "tn-coimbatore"),
            ("Fatehpur, Uttar Pradesh", "up-fatehpur"),
            ("Thenurpatti", "tn-erode"),
        ] {
            let (district, choice) = chosen(place, key);
            let record = change(&store, meena, choice).await.unwrap();
            assert_eq!(record.place_status(), PlaceStatus::Resolved(district), "{place} was chosen");
            assert_eq!(status().await, PlaceStatus::Resolved(district), "{place}");
        }
        assert_eq!(store.places_to_ask_again().await.unwrap(), 0);
        let profile = Profile::parse("98765 43210", "Coimbatre, Tamil Nadu").unwrap();
        let (coimbatore, _) = chosen("", "tn-coimbatore");
        change(&store, meena, RecordChange::Profile(profile.in_district(coimbatore))).await;
        assert_eq!(status().await, PlaceStatus::Resolved(coimbatore));
    }

    async fn a_choice_answers_for_its_own_district_only(store) {
        let meena = farmer(&store, "meena").await;
        let coimbatore = District::from_key("tn-coimbatore").unwrap();
        let place = Place::parse("Coimbatre, Tamil Nadu").unwrap().in_district(coimbatore);
        change(&store, meena, RecordChange::Place(place)).await;
        store.tamper("UPDATE farmer_records SET place = 'Dindigal, Tamil Nadu', district = 'tn-dindigul'").await;
        assert_eq!(store.record(meena).await.unwrap().unwrap().record.district, None);
    }

    async fn what_counted_stays_where_it_was_counted_and_what_follows_waits_for_the_answer(store) {
        let meena = farmer(&store, "meena").await;
        let place = Place::parse("Sahebganj, Bihar").unwrap();
        let in_jharkhand = place.in_district(District::from_key("jh-sahibganj").unwrap());
        change(&store, meena, RecordChange::Place(in_jharkhand)).await;
        sown(&store, meena, "one", new_sowing(Crop::Paddy, 100)).await;
        decided_before(&store, meena, "Sahebganj, Bihar", "jh-sahibganj").await;
        sown(&store, meena, "two", new_sowing(Crop::Paddy, 100)).await;
        change(&store, meena, RecordChange::Place(Place::parse("Sahebganj, Bihar").unwrap())).await;
        sown(&store, meena, "three", new_sowing(Crop::Paddy, 100)).await;
        for sql in [
            "SELECT COUNT(*) FROM sowings WHERE idempotency_key = 'one' AND region = 'IN-JH'",
            "SELECT COUNT(*) FROM sowings WHERE idempotency_key = 'two' AND region = 'IN'",
            "SELECT COUNT(*) FROM sowings WHERE idempotency_key = 'three' AND region = 'IN-BR'",
        ] {
            assert_eq!(store.number(sql).await, 1, "{sql}");
        }
        assert_eq!(store.differences().await.unwrap(), []);
    }
}

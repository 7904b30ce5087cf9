//! 'Saving NPK or place recomputes the farmer's predictions in the same transaction (model version and inputs kept).'

use super::{farmer, model, noon};
use grow_domain::farmer::{Npk, Place, Profile};
use grow_domain::soil_climate::{Prediction, Predictor};
use grow_domain::{Crop, District};
use grow_store::testing::TestStore;
use grow_store::{FarmerId, LEASE, RecordChange, RefreshRun, RefreshStep, both_stores};

fn erode() -> District {
    District::from_key("tn-erode").unwrap()
}

fn in_erode() -> RecordChange {
    RecordChange::Place(Place::parse("Erode").unwrap().in_district(erode()))
}

fn soil(n: &str) -> Npk {
    Npk::from_kg_per_ha(n, "30", "250").unwrap()
}

async fn change_with(store: &TestStore, farmer: FarmerId, change: RecordChange, model: &Predictor) {
    store.change_record(farmer, change, model, noon()).await.unwrap();
}

async fn kept(store: &TestStore, farmer: FarmerId) -> Option<Prediction> {
    store.kept_prediction(farmer).await.unwrap()
}

async fn read(store: &TestStore, farmer: FarmerId, version: &str) -> Option<Prediction> {
    store.prediction(farmer, &model(version), noon()).await.unwrap().unwrap().1
}

fn run(id: u8, version: &str) -> RefreshRun {
    RefreshRun::new([id; 16], model(version))
}

both_stores! {
    async fn saving_npk_place_or_profile_keeps_a_prediction_with_its_inputs(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, RecordChange::Npk(soil("180")), &model("1")).await;
        assert_eq!(kept(&store, meena).await, None, "no district, no prediction");

        change_with(&store, meena, in_erode(), &model("1")).await;
        assert_eq!(kept(&store, meena).await, Some(model("1").predict(erode(), soil("180"))));

        change_with(&store, meena, RecordChange::Npk(soil("600")), &model("1")).await;
        assert_eq!(kept(&store, meena).await, Some(model("1").predict(erode(), soil("600"))));

        let theni = District::from_key("tn-theni").unwrap();
        let mut profile = Profile::parse("98765 43210", "Theni").unwrap();
        profile.place = profile.place.in_district(theni);
        change_with(&store, meena, RecordChange::Profile(profile), &model("1")).await;
        assert_eq!(kept(&store, meena).await.unwrap().district, theni);
        assert_eq!(store.number("SELECT COUNT(*) FROM predictions").await, 1);
    }

    async fn a_known_crop_changes_no_prediction(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        change_with(&store, meena, RecordChange::AddKnownCrop(Crop::Onion), &model("2")).await;
        assert_eq!(kept(&store, meena).await.unwrap().model_version, "1");
    }

    async fn a_place_that_is_no_longer_resolved_takes_the_prediction_away(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        let nowhere = RecordChange::Place(Place::parse("Atlantis").unwrap());
        change_with(&store, meena, nowhere, &model("1")).await;
        assert_eq!(kept(&store, meena).await, None);
        assert_eq!(read(&store, meena, "1").await, None);
    }

    async fn a_prediction_of_another_model_is_made_anew_when_it_is_read(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        assert_eq!(read(&store, meena, "1").await, kept(&store, meena).await);
        let anew = read(&store, meena, "2").await;
        assert_eq!(anew, Some(model("2").predict(erode(), Npk::default())));
        assert_eq!(kept(&store, meena).await, anew);
    }

    async fn a_prediction_that_was_never_made_is_made_when_it_is_read(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        store.tamper("DELETE FROM predictions").await;
        assert_eq!(read(&store, meena, "1").await, Some(model("1").predict(erode(), Npk::default())));
    }

    async fn a_prediction_of_other_inputs_is_never_read(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        store.tamper("UPDATE farmer_records SET n_g_ha = 180000, p_g_ha = 30000, k_g_ha = 250000").await;
        assert_eq!(read(&store, meena, "1").await, Some(model("1").predict(erode(), soil("180"))));
    }

    async fn an_unreadable_prediction_is_told(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        for bad in ["", "1,2", "1000000", "62500,62500,62500,62500,62500,62500,62500,62500,62500,62500,62500,62500,62500,62500,62500,x"] {
            store.tamper(&format!("UPDATE predictions SET millionths = '{bad}'")).await;
            let error = store.kept_prediction(meena).await.unwrap_err().to_string();
            assert_eq!(error, "the database holds an unreadable prediction", "{bad}");
        }
    }

    async fn a_refresh_makes_stale_predictions_anew_in_the_order_of_farmers(store) {
        let mut farmers = Vec::new();
        for name in ["meena", "murugan", "selvi"] {
            let farmer = farmer(&store, name).await;
            change_with(&store, farmer, in_erode(), &model("1")).await;
            farmers.push(farmer);
        }
        let lost = super::farmer(&store, "lost").await;
        change_with(&store, lost, RecordChange::Npk(soil("1")), &model("1")).await;
        farmers.sort_by_key(|farmer| farmer.0);
        assert_eq!(store.stale_predictions(&model("1")).await.unwrap(), 0);
        assert_eq!(store.stale_predictions(&model("2")).await.unwrap(), 3);

        let step = store.refresh_predictions(&run(1, "2"), Some(farmers[0]), noon()).await.unwrap();
        assert_eq!(step, RefreshStep::Refreshed(2, farmers[2]), "those after the first");
        assert_eq!(store.stale_predictions(&model("2")).await.unwrap(), 1);
        let step = store.refresh_predictions(&run(1, "2"), None, noon()).await.unwrap();
        assert_eq!(step, RefreshStep::Refreshed(1, farmers[0]), "the next run finds what is left");
        for farmer in farmers {
            assert_eq!(kept(&store, farmer).await, Some(model("2").predict(erode(), Npk::default())));
        }
        assert_eq!(kept(&store, lost).await, None);
        let step = store.refresh_predictions(&run(1, "2"), None, noon()).await.unwrap();
        assert_eq!(step, RefreshStep::Done);
        assert_eq!(store.number("SELECT COUNT(*) FROM leases").await, 0);
    }

    async fn one_run_at_a_time_until_it_has_been_silent_for_a_lease(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        store.refresh_predictions(&run(1, "2"), None, noon()).await.unwrap();
        let step = store.refresh_predictions(&run(2, "3"), None, noon()).await.unwrap();
        assert_eq!(step, RefreshStep::HeldByAnother(noon() + LEASE));
        assert_eq!(kept(&store, meena).await.unwrap().model_version, "2", "nothing was done");

        let step = store.refresh_predictions(&run(2, "3"), None, noon() + LEASE).await.unwrap();
        assert_eq!(step, RefreshStep::Refreshed(1, meena), "taken over");
        let step = store.refresh_predictions(&run(1, "2"), None, noon() + LEASE).await.unwrap();
        assert_eq!(step, RefreshStep::HeldByAnother(noon() + LEASE + LEASE), "who was silent has lost it");
    }

    async fn a_save_beside_a_refresh_stands(store) {
        let meena = farmer(&store, "meena").await;
        change_with(&store, meena, in_erode(), &model("1")).await;
        for n in 1..20_u32 {
            let (refreshing, version) = (run(1, &n.to_string()), model(&n.to_string()));
            let npk = soil(&n.to_string());
            let (step, saved) = tokio::join!(
                store.refresh_predictions(&refreshing, None, noon()),
                store.change_record(meena, RecordChange::Npk(npk), &version, noon()),
            );
            step.unwrap();
            saved.unwrap();
            assert_eq!(kept(&store, meena).await, Some(version.predict(erode(), npk)));
        }
    }
}

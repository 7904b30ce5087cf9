//! 'One bad row stops one row': what this release cannot read stops nobody else, and is named.

use crate::browser::Browser;
use crate::grow::{Grow, until};
use grow_store::{DatabaseUrl, both_stores};
use http::Method;
use serde_json::json;

const ADVICE: &str = "/api/v1/me/advice";

async fn of_erode(grow: &Grow, name: &str) -> Browser {
    let farmer = grow.farmer(name).await;
    farmer.put("/api/v1/me/place", json!({ "place": "Erode" })).await.json(200);
    farmer
}

/// The lines of the metrics that name rows.
async fn named(grow: &Grow) -> Vec<String> {
    let metrics = grow.guest().get("/metrics").await;
    let lines = metrics.text().lines().filter(|line| line.starts_with("grow_store_unreadable_rows{"));
    lines.map(str::to_owned).collect()
}

both_stores! {
    async fn a_district_of_another_release_leaves_the_advice_of_every_farmer_and_its_own_screens(store) {
        let grow = Grow::serve(store).await;
        let (meena, murugan) = (of_erode(&grow, "meena").await, of_erode(&grow, "murugan").await);
        let id = meena.farmer_id().await;
        let district = "UPDATE farmer_records SET district = 'xx-nowhere' WHERE farmer_id = ";
        let row = match grow.store.url() {
            DatabaseUrl::Sqlite(_) => format!("x'{}'", id.replace('-', "")),
            DatabaseUrl::Postgres(_) => format!("'{id}'"),
        };
        grow.store.tamper(&format!("{district}{row}")).await;
        // Counted anew by a server that starts.
        grow.store.tamper("DELETE FROM farmer_counts").await;
        let grow = grow.started_again().await;
        let (meena, murugan) = (grow.again(&meena), grow.again(&murugan));
        assert_eq!(murugan.get(ADVICE).await.json(200)["advice"].as_array().unwrap().len(), 3);
        grow.guest().get("/api/v1/demand/projected").await.json(200);
        for path in [ADVICE, "/api/v1/me/crops/maize", "/api/v1/me/profile"] {
            assert_eq!(meena.get(path).await.status, 200, "{path}");
        }
        assert_eq!(named(&grow).await, [format!(
            "grow_store_unreadable_rows{{table=\"farmer_records\",row=\"{id}\",what=\"district\"}} 1"
        )]);
        grow.stop().await;
    }

    async fn plans_of_a_crop_of_another_release_leave_the_advice(store) {
        let grow = Grow::serve(store).await;
        let meena = of_erode(&grow, "meena").await;
        meena.plan("meena-plan", "MAIZE", 1.0).await;
        grow.store.tamper("UPDATE planned SET crop = 'quinoa'").await;
        until("the plans are read again", async || !named(&grow).await.is_empty()).await;
        meena.get(ADVICE).await.json(200);
        grow.guest().get("/api/v1/demand/projected").await.json(200);
        grow.stop().await;
    }

    async fn a_sowing_that_cannot_be_read_is_counted_in_the_list_and_copied_as_it_is_stored(store) {
        let grow = Grow::serve(store).await;
        let meena = grow.farmer("meena").await;
        let bad = meena.sow("meena-first", "GROUNDNUT", 1.25).await["id"].as_str().unwrap().to_owned();
        meena.sow("meena-second", "MAIZE", 1.0).await;
        grow.store.tamper("UPDATE sowings SET crop = 'quinoa' WHERE crop = 'groundnut'").await;
        let list = meena.get("/api/v1/me/sowings").await.json(200);
        assert_eq!((list["items"].as_array().unwrap().len(), &list["unreadable"]), (1, &json!(1)));
        let copy = meena.get("/api/v1/me/export").await.json(200);
        let unreadable = &copy["unreadable"].as_array().unwrap()[0];
        assert_eq!((&unreadable["table"], &unreadable["row"]["crop"]), (&json!("sowings"), &json!("quinoa")));
        assert_eq!(unreadable["row"]["id"], bad);
        let table = meena.get("/api/v1/me/export.csv").await;
        let line = table.text().lines().find(|line| line.starts_with(&bad)).unwrap();
        assert!(line.contains("\"\"crop\"\":\"\"quinoa\"\""), "{line}");
        meena.get("/api/v1/me/withdrawn-sowings").await.json(200);
        // A phone does not send it for ever.
        let again = meena.ask_to_sow("meena-first", "GROUNDNUT", 1.25).await.problem(404, "not-found");
        assert_eq!(again["detail"], "This is kept, and cannot be read today. Nothing was changed.");
        grow.stop().await;
    }

    async fn a_figure_that_cannot_be_read_is_told_as_not_known(store) {
        let grow = Grow::serve(store).await;
        grow.store.tamper("UPDATE demand_figures SET as_of = 'soon' WHERE crop = 'maize'").await;
        let grow = grow.started_again().await;
        let overview = grow.demand().await;
        assert_eq!(overview["not_known"], json!(["maize"]));
        assert_eq!(overview["crops"].as_array().unwrap().len(), 15);
        of_erode(&grow, "meena").await.get(ADVICE).await.json(200);
        grow.stop().await;
    }

    async fn an_account_that_cannot_be_erased_leaves_the_erasure_of_the_others(store) {
        let grow = Grow::serve(store).await;
        let mut farmers = Vec::new();
        for name in ["meena", "murugan", "velu"] {
            let farmer = grow.farmer(name).await;
            farmer.sow("the-first", "MAIZE", 1.0).await;
            farmers.push((farmer.farmer_id().await, farmer));
        }
        // Accounts are erased in the order of their ids.
        farmers.sort_by(|(one, _), (other, _)| one.cmp(other));
        let id = &farmers[0].0;
        grow.store.tamper(&match grow.store.url() {
            DatabaseUrl::Sqlite(_) => format!(
                "CREATE TRIGGER refuse BEFORE DELETE ON farmer_years WHEN OLD.farmer_id = x'{}'
                 BEGIN SELECT RAISE(ABORT, 'refused'); END",
                id.replace('-', "")
            ),
            DatabaseUrl::Postgres(_) => format!(
                "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql;
                 CREATE TRIGGER refuse BEFORE DELETE ON farmer_years FOR EACH ROW WHEN (OLD.farmer_id = '{id}')
                 EXECUTE FUNCTION refuse()"
            ),
        }).await;
        for (_, farmer) in &farmers {
            let request = farmer.request(Method::DELETE, "/api/v1/me").json(&json!({ "confirmation": "DELETE" }));
            farmer.send(request).await.is_empty(204);
        }
        let left = async || grow.store.number("SELECT COUNT(*) FROM farmers").await;
        until("the others are erased", async || left().await == 1).await;
        grow.store.tamper(&match grow.store.url() {
            DatabaseUrl::Sqlite(_) => "DROP TRIGGER refuse".to_owned(),
            DatabaseUrl::Postgres(_) => "DROP TRIGGER refuse ON farmer_years".to_owned(),
        }).await;
        let grow = grow.started_again().await;
        until("it is erased, too", async || grow.store.number("SELECT COUNT(*) FROM farmers").await == 0).await;
        grow.stop().await;
    }
}

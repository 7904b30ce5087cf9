//! 'Demand events: SSE with ids, `Last-Event-ID`, resync on lag, ends on shutdown', and 'never an answer older than an
//! acknowledged sowing'.

use crate::both_servers;
use crate::grow::{met, row};
use futures_util::future::join_all;
use grow_domain::Kilograms;
use serde_json::Value;

const OUTSIDE_GROUNDNUT: i64 = 12_508_000_000;

fn crops(event: &Value) -> Vec<&str> {
    event["crops"].as_array().unwrap().iter().map(|row| row["crop"].as_str().unwrap()).collect()
}

both_servers! {
    async fn the_stream_begins_with_the_whole_answer(grow) {
        let first = grow.guest().watch(None).await.next().await;
        assert_eq!(first.kind, "overview");
        assert!(first.id.starts_with("2026-"), "{}", first.id);
        assert_eq!(first.data, grow.demand().await);
    }

    async fn a_sowing_of_another_farmer_reaches_every_stream(grow) {
        let meena = grow.farmer("meena").await;
        let (mut guest, mut murugan) = (grow.guest().watch(None).await, grow.farmer("murugan").await.watch(None).await);
        let before = guest.next().await;
        murugan.next().await;

        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let change = guest.next().await;
        assert_eq!(change.kind, "change");
        assert_ne!(change.id, before.id);
        let [then, now] = [&before, &change].map(|event| event.data["revision"].as_i64().unwrap());
        assert!(then < now, "clients put states in order by it: {then}, {now}");
        assert_eq!(crops(&change.data), ["groundnut"], "only the rows that changed");
        assert_eq!(met(&change.data, "groundnut"), met(&before.data, "groundnut") + Kilograms(3_000));
        let overview = grow.demand().await;
        assert_eq!(row(&change.data, "groundnut"), row(&overview, "groundnut"));
        for member in ["region", "region_name", "basis", "crop_year", "revision", "as_of", "summary"] {
            assert_eq!(change.data[member], overview[member], "{member}");
        }

        let same = murugan.next().await;
        assert_eq!((same.kind, same.id, same.data), (change.kind, change.id, change.data));
    }

    async fn a_withdrawal_reaches_every_stream(grow) {
        let meena = grow.farmer("meena").await;
        let sowing = meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        let mut events = grow.guest().watch(None).await;
        let before = events.next().await;
        assert_eq!(met(&before.data, "groundnut"), Kilograms(OUTSIDE_GROUNDNUT + 3_000));
        meena.delete(&format!("/api/v1/me/sowings/{}", sowing["id"].as_str().unwrap())).await.is_empty(204);
        assert_eq!(grow.met("groundnut").await, Kilograms(OUTSIDE_GROUNDNUT));
        let change = events.next().await;
        assert_eq!((change.kind.as_str(), crops(&change.data)), ("change", vec!["groundnut"]));
        assert_eq!(met(&change.data, "groundnut"), Kilograms(OUTSIDE_GROUNDNUT));
    }

    async fn a_stream_that_reconnects_up_to_date_gets_only_new_events(grow) {
        let meena = grow.farmer("meena").await;
        let seen = grow.guest().watch(None).await.next().await.id;
        let mut back = grow.guest().watch(Some(&seen)).await;
        meena.sow("meena-first", "RAGI", 1.0).await;
        let first = back.next().await;
        assert_eq!((first.kind.as_str(), crops(&first.data)), ("change", vec!["ragi"]));
    }

    async fn a_stream_that_missed_an_event_gets_the_whole_overview(grow) {
        let meena = grow.farmer("meena").await;
        let old = grow.guest().watch(None).await.next().await.id;
        meena.sow("meena-first", "RAGI", 1.0).await;
        for last_seen in [old.as_str(), "2025-1", "nonsense", "", "2026-999999"] {
            let first = grow.guest().watch(Some(last_seen)).await.next().await;
            assert_eq!((first.kind.as_str(), crops(&first.data).len()), ("overview", 16), "{last_seen}");
            assert_eq!(first.data, grow.demand().await);
        }
    }

    async fn following_the_events_leads_to_the_overview(grow) {
        let (meena, murugan) = (grow.farmer("meena").await, grow.farmer("murugan").await);
        let mut events = grow.guest().watch(None).await;
        let mut shown = events.next().await.data;
        let (meena, murugan) = (&meena, &murugan);
        let sowings = (0..40).map(|n| async move {
            let (farmer, crop) = if n % 2 == 0 { (meena, "GROUNDNUT") } else { (murugan, "COTTON") };
            farmer.sow(&format!("sowing-{n:03}"), crop, 1.25).await;
        });
        join_all(sowings).await;
        let goal = grow.demand().await;
        while shown["crops"] != goal["crops"] {
            let event = events.next().await;
            if event.kind == "overview" {
                shown = event.data;
                continue;
            }
            for new in event.data["crops"].as_array().unwrap() {
                let rows = shown["crops"].as_array_mut().unwrap();
                *rows.iter_mut().find(|row| row["crop"] == new["crop"]).unwrap() = new.clone();
            }
            shown["summary"] = event.data["summary"].clone();
        }
        assert_eq!(shown["summary"], goal["summary"]);
        assert_eq!(met(&shown, "groundnut"), Kilograms(OUTSIDE_GROUNDNUT + 20 * 3_000));
    }

    async fn no_answer_is_older_than_an_acknowledged_sowing(grow) {
        const ROUNDS: i64 = 6;
        let farmers = [
            ("paddy", 3_900),
            ("ragi", 1_650),
            ("maize", 5_250),
            ("redGram", 1_300),
            ("groundnut", 2_400),
            ("onion", 21_500),
            ("sugarcane", 53_500),
            ("cotton", 1_500),
        ];
        let before = &grow.demand().await;
        let deeds = farmers.map(|(crop, kilograms_per_hectare)| {
            let grow = &grow;
            async move {
                let (farmer, reader) = (grow.farmer(crop).await, grow.guest());
                for round in 1..=ROUNDS {
                    farmer.sow(&format!("sowing-{round:03}"), crop, 1.0).await;
                    let read = reader.get("/api/v1/demand").await.json(200);
                    let sown = Kilograms(round * kilograms_per_hectare);
                    assert_eq!(met(&read, crop), met(before, crop) + sown, "right after sowing {round} of {crop}");
                }
                met(before, crop) + Kilograms(ROUNDS * kilograms_per_hectare)
            }
        });
        let sums = join_all(deeds).await;
        let after = grow.demand().await;
        for ((crop, _), sum) in farmers.iter().zip(sums) {
            assert_eq!(met(&after, crop), sum, "{crop}");
        }
        assert_eq!(grow.store.differences().await.unwrap(), []);
    }

    async fn streams_end_when_the_server_stops(grow) {
        let mut streams = Vec::new();
        for _ in 0..20 {
            streams.push(grow.guest().watch(None).await);
        }
        for stream in &mut streams {
            stream.next().await;
        }
        grow.ask_to_stop();
        for stream in &mut streams {
            stream.end().await;
        }
    }
}

//! '`GET /api/v1/demand` -> `{region, region_name, basis, crop_year, revision, as_of, summary, crops}`', public, the
//! same for everyone.

use crate::both_servers;
use crate::grow::{Grow, met, noon, row, tonnes};
use grow_domain::figures::DemandFigure;
use grow_domain::{Crop, CropYear, Kilograms, Region, figures};
use grow_store::both_stores;
use http::{Method, header};
use serde_json::Value;

/// 'In the specification's order.'
const CROPS: [(&str, &str); 16] = [
    ("paddy", "PADDY"),
    ("cholam", "CHOLAM"),
    ("cumbo", "CUMBU"),
    ("ragi", "RAGI"),
    ("maize", "MAIZE"),
    ("redGram", "RED GRAM"),
    ("bengalGram", "BENGAL GRAM"),
    ("greenGram", "GREEN GRAM"),
    ("blackGram", "BLACK GRAM"),
    ("horseGram", "HORSE GRAM"),
    ("groundnut", "GROUNDNUT"),
    ("gingelly", "GINGELLY"),
    ("potato", "POTATO"),
    ("onion", "ONION"),
    ("sugarcane", "SUGARCANE"),
    ("cotton", "COTTON"),
];

fn members(object: &Value) -> Vec<&str> {
    let mut members: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    members.sort_unstable();
    members
}

fn unpacked(mut packed: impl std::io::Read) -> Vec<u8> {
    let mut plain = Vec::new();
    packed.read_to_end(&mut plain).unwrap();
    plain
}

both_servers! {
    async fn the_overview_has_these_members_and_no_others(grow) {
        let overview = grow.demand().await;
        assert_eq!(members(&overview), ["as_of", "basis", "coverage_percent", "crop_year", "crops", "figures_as_of", "region", "region_name", "revision",
             "summary"]);
        assert_eq!((&overview["region"], &overview["region_name"]), (&"IN".into(), &"India".into()));
        assert_eq!(overview["basis"], "imported");
        assert_eq!(overview["crop_year"], 2026);
        assert_eq!(overview["as_of"], noon().to_string());
        let summary = ["average_demand_tonnes", "average_met_tonnes", "met_percent", "total_need_tonnes"];
        assert_eq!(members(&overview["summary"]), summary);
        for row in overview["crops"].as_array().unwrap() {
            let is_imported = ["redGram", "bengalGram", "blackGram", "cotton"].contains(&row["crop"].as_str().unwrap());
            let is_beyond_error = row.get("is_beyond_error") == Some(&true.into());
            let mut figures = vec![
                "crop", "demand_tonnes", "domestic_tonnes", "exported_tonnes", "has_balance", "met_percent", "met_tonnes",
                "name", "need_tonnes", "outside_tonnes", "sown_tonnes", "usual_tonnes",
            ];
            if is_imported {
                figures.insert(5, "is_imported");
            }
            if is_beyond_error {
                figures.insert(5, "is_beyond_error");
            }
            assert_eq!(members(row), figures);
        }
    }

    async fn a_need_beyond_the_error_of_its_figure_says_so_and_within_it_does_not(grow) {
        let overview = grow.demand().await;
        let sources = grow.guest().get("/api/v1/demand/sources").await.json(200);
        let rows = overview["crops"].as_array().unwrap();
        for (row, source) in rows.iter().zip(sources["crops"].as_array().unwrap()) {
            let [need, demand] = ["need_tonnes", "demand_tonnes"].map(|figure| row[figure].as_f64().unwrap());
            let error = demand * source["error_percent"].as_f64().unwrap() / 100.0;
            let can_be_told = need > 0.0 || row["demand_tonnes"] != row["usual_tonnes"];
            let is_beyond = row["has_balance"] == true && can_be_told && need.abs() > error;
            assert_eq!(row.get("is_beyond_error").is_some(), is_beyond, "{row}");
        }
    }

    async fn the_crops_are_the_sixteen_by_key_and_table_name_in_the_specifications_order(grow) {
        let overview = grow.demand().await;
        let rows = overview["crops"].as_array().unwrap().iter();
        let crops: Vec<_> = rows.map(|row| (row["crop"].as_str().unwrap(), row["name"].as_str().unwrap())).collect();
        assert_eq!(crops, CROPS);
    }

    async fn a_new_installation_shows_the_reference_figures(grow) {
        let overview = grow.demand().await;
        let lines = include_str!("../../../../data/demand.csv").lines().filter(|line| line.starts_with("IN,"));
        let mut seen = 0;
        for line in lines {
            let cells: Vec<_> = line.split(',').collect();
            let [demand, met] = [cells[3], cells[6]].map(|cell| Kilograms::from_tonnes(cell).unwrap());
            let row = row(&overview, cells[1]);
            assert_eq!((tonnes(&row["demand_tonnes"]), tonnes(&row["met_tonnes"])), (demand, met), "{line}");
            assert_eq!(tonnes(&row["need_tonnes"]), demand - met, "need = demand minus met");
            let percent = format!("{:.5}", row["met_percent"].as_f64().unwrap());
            assert_eq!(percent, format!("{:.5}", met.tonnes() / demand.tonnes() * 100.0), "met / demand * 100");
            seen += 1;
        }
        assert_eq!(seen, 16);
    }

    async fn the_four_figures_sum_up_all_crops(grow) {
        let summary = &grow.demand().await["summary"];
        assert_eq!(summary["average_demand_tonnes"], 55_702_375.0, "not to the kilogram: it is rounded once, on the screen");
        assert_eq!(summary["average_met_tonnes"], 56_377_562.5);
        assert_eq!(summary["total_need_tonnes"], -10_803_000.0);
        assert_eq!(format!("{:.5}", summary["met_percent"].as_f64().unwrap()), "101.21213");
    }

    async fn a_known_answer_is_not_sent_again(grow) {
        let browser = grow.guest();
        let first = browser.get("/api/v1/demand").await;
        assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
        assert_eq!(first.header(header::VARY), "accept-encoding");
        let tag = first.header(header::ETAG);
        for (known, status) in [
            (tag, 304),
            (&*format!("\"other\", {tag}"), 304),
            (&*format!("{tag},W/\"another\""), 304),
            ("*", 304),
            (tag.trim_start_matches("W/"), 304),
            ("\"other\"", 200),
            ("W/\"other\", W/\"another\"", 200),
            ("", 200),
        ] {
            let request = browser.request(Method::GET, "/api/v1/demand").header(header::IF_NONE_MATCH, known);
            let answer = browser.send(request).await;
            assert_eq!(answer.status, status, "{known}");
            assert_eq!(answer.header(header::ETAG), tag, "{known}");
            assert_eq!(answer.header(header::CACHE_CONTROL), "no-cache", "{known}");
            assert_eq!(answer.body.is_empty(), status == 304, "{known}");
        }
        grow.farmer("meena").await.sow("meena-first", "GROUNDNUT", 1.25).await;
        let request = browser.request(Method::GET, "/api/v1/demand").header(header::IF_NONE_MATCH, tag);
        let answer = browser.send(request).await;
        assert_eq!(met(&answer.json(200), "groundnut"), Kilograms(12_508_003_000), "after a sowing it is news again");
        assert_ne!(answer.header(header::ETAG), tag);
    }

    async fn every_packed_form_unpacks_to_the_same_bytes(grow) {
        let browser = grow.guest();
        let plain = browser.get("/api/v1/demand").await.body;
        for (accepted, packed) in [
            ("br", "br"),
            ("gzip", "gzip"),
            ("gzip, deflate, br, zstd", "br"),
            ("GZIP", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("identity", ""),
            ("deflate", ""),
            ("", ""),
        ] {
            let request = browser.request(Method::GET, "/api/v1/demand").header(header::ACCEPT_ENCODING, accepted);
            let answer = browser.send(request).await;
            assert_eq!(answer.status, 200, "{accepted}");
            assert_eq!(answer.header(header::CONTENT_TYPE), "application/json", "{accepted}");
            assert_eq!(answer.header(header::CONTENT_ENCODING), packed, "{accepted}");
            let body = match packed {
                "br" => unpacked(brotli::Decompressor::new(&*answer.body, 4096)),
                "gzip" => unpacked(flate2::read::GzDecoder::new(&*answer.body)),
                _ => answer.body.to_vec(),
            };
            assert_eq!(body, plain, "{accepted}");
        }
    }

    async fn head_says_what_get_would(grow) {
        let browser = grow.guest();
        for path in ["/api/v1/demand", "/api/v1/demand.csv", "/api/v1/crops", "/api/v1/session"] {
            let get = browser.get(path).await;
            let head = browser.send(browser.request(Method::HEAD, path)).await;
            head.is_empty(200);
            for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
                assert_eq!(head.header(name), get.header(name), "{name} of {path}");
            }
        }
    }

    async fn only_a_region_with_figures_is_known(grow) {
        let browser = grow.guest();
        for path in ["/api/v1/demand", "/api/v1/demand.csv", "/api/v1/demand/events"] {
            for region in ["IN-XX", "US", "", "india", "IN%00"] {
                let answer = browser.get(&format!("{path}?region={region}")).await;
                let problem = answer.problem(404, "unknown-region");
                assert_eq!(problem["detail"], "There are no figures for this region.", "{path} {region}");
            }
            for query in ["regions=IN", "region=IN&year=2026", "region=IN&region=IN"] {
                browser.get(&format!("{path}?{query}")).await.problem(400, "malformed-query");
            }
        }
        let whole = grow.demand().await;
        for region in ["IN", "in"] {
            assert_eq!(browser.get(&format!("/api/v1/demand?region={region}")).await.json(200), whole);
        }
    }

    async fn a_spreadsheet_gets_the_decimals_of_the_specification(grow) {
        grow.farmer("meena").await.sow("meena-first", "GROUNDNUT", 1.25).await;
        let csv = grow.guest().get("/api/v1/demand.csv").await;
        assert_eq!(csv.status, 200);
        assert_eq!(csv.header(header::CONTENT_TYPE), "text/csv; charset=utf-8");
        assert_eq!(csv.header(header::CONTENT_DISPOSITION), "attachment; filename=\"demand-IN-2026.csv\"");
        let lines: Vec<_> = csv.text().split("\r\n").collect();
        assert_eq!(lines.len(), 18, "a heading, sixteen crops, and the end of the last line");
        assert_eq!(
            lines[0],
            "\u{feff}crop,demand_tonnes,met_tonnes,need_tonnes,met_percent,usual_supply_tonnes,domestic_tonnes,\
             exported_tonnes,use_by,region,crop_year"
        );
        assert_eq!(
            lines[1],
            "PADDY,216798000.000,228042000.000,-11244000.000,105.18639,228042000.000,185493000.000,31305000.000,\
             given,IN,2026"
        );
        assert!(lines[11].starts_with("GROUNDNUT,11608000.000,12508003.000,-900003.000,107.75330,"), "{}", lines[11]);
    }

    async fn a_spreadsheet_that_is_known_is_not_sent_again(grow) {
        let browser = grow.guest();
        let first = browser.get("/api/v1/demand.csv").await;
        let tag = first.header(header::ETAG);
        let again = || {
            let request = browser.request(Method::GET, "/api/v1/demand.csv").header(header::IF_NONE_MATCH, tag);
            browser.send(request)
        };
        let known = again().await;
        known.is_empty(304);
        assert_eq!((known.header(header::ETAG), known.header(header::CACHE_CONTROL)), (tag, "no-cache"));
        grow.farmer("meena").await.sow("meena-first", "GROUNDNUT", 1.25).await;
        assert_eq!(again().await.status, 200);
    }

    async fn a_new_crop_year_begins_on_the_first_of_may_in_india(grow) {
        grow.clock.set("2027-04-30T18:29:59Z");
        let meena = grow.farmer("meena").await;
        meena.sow("old-year", "GROUNDNUT", 1.25).await;
        let old_year = grow.demand().await;
        assert_eq!(old_year["crop_year"], 2026);
        assert_eq!(met(&old_year, "groundnut"), Kilograms(12_508_003_000));

        let mut events = grow.guest().watch(None).await;
        assert_eq!(events.next().await.data["crop_year"], 2026);
        grow.clock.set("2027-04-30T18:30:00Z");
        let turn = events.next().await;
        assert_eq!(turn.data["crop_year"], 2027);
        assert!(turn.id.starts_with("2027-"), "{}", turn.id);
        let new_year = grow.demand().await;
        assert_eq!(new_year["crop_year"], 2027);
        assert_eq!(met(&new_year, "groundnut"), Kilograms(12_508_000_000), "sowings count to their own year");
        assert_eq!(row(&new_year, "groundnut")["demand_tonnes"], 11_608_000.0, "figures hold until a later one");

        meena.sow("new-year", "GROUNDNUT", 1.25).await;
        assert_eq!(grow.met("groundnut").await, Kilograms(12_508_003_000));
    }
}

fn figure(crop: Crop, crop_year: i64, demand: i64, usual_supply: i64) -> DemandFigure {
    grow_store::testing::figure(
        Region::India,
        crop,
        CropYear::from_first_year(crop_year).unwrap(),
        demand,
        usual_supply,
    )
}

both_stores! {
    async fn without_figures_no_data_is_found(store) {
        let next_year = figures::reference().iter().map(|known| figure(known.crop, 2027, known.demand().0, 0)).collect();
        store.import_figures(next_year, noon()).await.unwrap();
        let grow = Grow::serve(store).await;
        let meena = grow.farmer("meena").await;
        for path in [
            "/api/v1/demand",
            "/api/v1/demand.csv",
            "/api/v1/me/recommendations/known-crops",
            "/api/v1/me/recommendations/soil-climate",
        ] {
            let problem = meena.get(path).await.problem(404, "no-demand-figures");
            assert_eq!(problem["detail"], "No data found.", "{path}");
        }
        meena.sow("meena-first", "GROUNDNUT", 1.25).await;
        meena.get("/api/v1/demand").await.problem(404, "no-demand-figures");
        let projected = meena.get("/api/v1/demand/projected").await.json(200);
        assert_eq!(projected, serde_json::json!({ "as_of": null, "crop_year": null, "crops": [] }));
        grow.stop().await;
    }

    async fn met_percent_is_0_if_demand_is_0(store) {
        store.import_figures(vec![figure(Crop::Ragi, 2026, 0, 5_000)], noon()).await.unwrap();
        let grow = Grow::serve(store).await;
        let overview = grow.demand().await;
        assert_eq!(overview["crops"].as_array().unwrap().len(), 16, "a crop without a figure has a row");
        assert_eq!(row(&overview, "ragi")["met_percent"], 0.0);
        assert_eq!(row(&overview, "ragi")["need_tonnes"], -5.0);
        assert_eq!(row(&overview, "cotton")["met_percent"], 0.0);
        assert_eq!(overview["summary"]["met_percent"], 0.0);
        grow.stop().await;
    }

    async fn an_operators_new_figures_are_found_without_a_restart(store) {
        let grow = Grow::serve(store).await;
        let mut events = grow.guest().watch(None).await;
        events.next().await;
        // Another process has its own store.
        let operator = grow_store::Store::open(grow.store.url()).await.unwrap();
        operator.import_figures(vec![figure(Crop::Ragi, 2026, 7_000, 5_000)], noon()).await.unwrap();
        let change = events.next().await;
        assert_eq!(change.data["crops"].as_array().unwrap().len(), 1);
        assert_eq!(row(&change.data, "ragi")["demand_tonnes"], 7.0);
        assert_eq!(row(&grow.demand().await, "ragi")["demand_tonnes"], 7.0);
        grow.stop().await;
    }
}

//! 'Metrics for Prometheus'.

use crate::both_servers;
use crate::grow::{Grow, until};
use grow_server::Config;
use grow_store::testing;

/// The value of the one line that begins so.
fn value(text: &str, begin: &str) -> f64 {
    let lines: Vec<_> = text.lines().filter_map(|line| line.strip_prefix(begin)).collect();
    assert_eq!(lines.len(), 1, "{begin} in {text}");
    lines[0].trim().parse().unwrap()
}

both_servers! {
    async fn the_metrics_tell_of_requests_writes_streams_ages_and_jobs(grow) {
        let meena = grow.farmer("meena").await;
        meena.sow("meena-first", "MAIZE", 1.0).await;
        meena.get("/api/v1/me/sowings").await;
        meena.get("/api/v1/nothing").await;
        let _stream = meena.watch(None).await;
        // An age is left out while its read is under way.
        let guest = grow.guest();
        until("an age", async || guest.get("/metrics").await.text().contains("grow_demand_age_seconds ")).await;
        let answer = guest.get("/metrics").await;
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-type").starts_with("application/openmetrics-text"));
        let text = answer.text();
        for (route, method, status) in [
            ("/api/v1/me/sowings", "POST", 201),
            ("/api/v1/me/sowings", "GET", 200),
            ("/api/{*rest}", "GET", 404),
            ("/api/v1/demand/events", "GET", 200),
        ] {
            let count = format!(
                "grow_http_request_duration_seconds_count{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}}"
            );
            assert!((value(text, &count) - 1.0).abs() < f64::EPSILON, "{route}");
        }
        assert!(value(text, "grow_store_writes_total") >= 1.0);
        assert!(value(text, "grow_store_commits_total") >= 1.0);
        assert!((value(text, "grow_live_streams ") - 1.0).abs() < f64::EPSILON);
        assert!(value(text, "grow_job_reconciler_age_seconds") < 60.0);
        assert!(value(text, "grow_background_panics_total").abs() < f64::EPSILON);
        assert!(text.ends_with("# EOF\n"));
        if grow.store.url().to_string().starts_with("postgres") {
            assert!(value(text, "grow_store_connections_open{pool=\"writes\"}") >= 1.0);
        }
    }

    async fn the_metrics_are_not_answered_through_a_proxy(grow) {
        let guest = grow.guest();
        for header in ["x-forwarded-for", "forwarded"] {
            let request = guest.request(http::Method::GET, "/metrics").header(header, "for=192.0.2.1");
            guest.send(request).await.problem(404, "not-found");
        }
    }
}

#[tokio::test]
async fn metrics_with_a_listener_of_their_own_are_answered_there_alone() {
    let elsewhere = "127.0.0.1:9464".parse().unwrap();
    let grow =
        Grow::serve_with(testing::sqlite().await, |config| Config { metrics_listen: Some(elsewhere), ..config }).await;
    grow.guest().get("/metrics").await.problem(404, "not-found");
    grow.stop().await;
}

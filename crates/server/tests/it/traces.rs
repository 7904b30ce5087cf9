//! Traces: what an OpenTelemetry collector is sent, and what not.

use crate::grow::{Grow, soon, until};
use axum::Router;
use axum::routing::post;
use bytes::Bytes;
use grow_server::{Config, Limits, TraceExport};
use grow_store::testing::TestStore;
use grow_store::{both_stores, testing};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value::Value};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use prost::Message;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

/// What a server sends when it stops, at the latest.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Bytes>>>);

impl Collector {
    /// Serves a store that sends its spans here.
    async fn watch(&self, store: TestStore, share: f64, proxies: u8) -> Grow {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let collector = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let batches = Arc::clone(&self.0);
        let take = post(async move |batch: Bytes| batches.lock().unwrap().push(batch));
        tokio::spawn(axum::serve(listener, Router::new().route("/v1/traces", take)).into_future());
        Grow::serve_with(store, |config| Config {
            traces: Some(TraceExport { collector, share }),
            limits: Limits { trusted_proxies: proxies, ..Limits::default() },
            ..config
        })
        .await
    }

    fn batches(&self) -> Vec<ExportTraceServiceRequest> {
        self.0.lock().unwrap().iter().map(|batch| ExportTraceServiceRequest::decode(batch.clone()).unwrap()).collect()
    }

    fn spans(&self) -> Vec<Span> {
        let scopes = self.batches().into_iter().flat_map(|batch| batch.resource_spans).flat_map(|of| of.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }

    /// The names of the spans of requests.
    fn requests(&self) -> Vec<String> {
        let is_request = |span: &Span| span.kind() == SpanKind::Server;
        self.spans().into_iter().filter(is_request).map(|span| span.name).collect()
    }

    /// The one span of this name.
    #[track_caller]
    fn span(&self, name: &str) -> Span {
        let mut spans = self.spans();
        spans.retain(|span| span.name == name);
        assert_eq!(spans.len(), 1, "{name}: {:?}", self.spans());
        spans.remove(0)
    }

    /// The span of this name that failed.
    fn failure(&self, name: &str) -> Span {
        self.spans().into_iter().find(|span| span.name == name && failed(span)).unwrap()
    }

    /// Asserts that nothing that was sent contains a text.
    #[track_caller]
    fn never_heard_of(&self, text: &str) {
        for batch in self.0.lock().unwrap().iter() {
            assert!(!String::from_utf8_lossy(batch).contains(text), "{text}");
        }
    }
}

/// The text of an attribute. Panics without it.
#[track_caller]
fn attribute(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key).unwrap_or_else(|| panic!("no {key}"));
    match &found.value {
        Some(AnyValue { value: Some(Value::StringValue(text)) }) => text.clone(),
        Some(AnyValue { value: Some(Value::IntValue(number)) }) => number.to_string(),
        other => panic!("{key}: {other:?}"),
    }
}

fn keys(span: &Span) -> Vec<&str> {
    span.attributes.iter().map(|attribute| attribute.key.as_str()).collect()
}

fn failed(span: &Span) -> bool {
    span.status.as_ref().is_some_and(|status| status.code() == StatusCode::Error)
}

both_stores! {
    async fn a_request_has_a_span_and_its_calls_of_the_store_are_children(store) {
        let collector = Collector::default();
        let engine = if store.url().to_string().starts_with("postgres") { "postgresql" } else { "sqlite" };
        let grow = collector.watch(store, 1.0, 0).await;
        let meena = grow.farmer("meena").await;
        meena.sow("meena-first", "MAIZE", 1.0).await;
        meena.get("/api/v1/me/sowings").await.json(200);
        grow.stop().await;
        let request = collector.span("POST /api/v1/me/sowings");
        assert_eq!(request.kind(), SpanKind::Server);
        assert!(request.parent_span_id.is_empty() && !failed(&request), "{request:?}");
        for (key, value) in [
            ("http.request.method", "POST"),
            ("http.route", "/api/v1/me/sowings"),
            ("http.response.status_code", "201"),
            ("url.scheme", "http"),
        ] {
            assert_eq!(attribute(&request.attributes, key), value);
        }
        let call = collector.span("record_sowing");
        assert_eq!((&call.trace_id, &call.parent_span_id), (&request.trace_id, &request.span_id));
        assert_eq!(call.kind(), SpanKind::Client);
        assert_eq!(attribute(&call.attributes, "db.system.name"), engine);
        assert!(call.start_time_unix_nano >= request.start_time_unix_nano);
        assert!(call.end_time_unix_nano <= request.end_time_unix_nano);
        let list = collector.span("GET /api/v1/me/sowings");
        assert_eq!(collector.span("read sowings").parent_span_id, list.span_id);
    }

    async fn spans_have_no_personal_data(store) {
        let collector = Collector::default();
        let grow = collector.watch(store, 1.0, 0).await;
        let meena = grow.farmer("meena").await;
        let sowing = meena.sow("meena-first", "MAIZE", 1.0).await["id"].as_str().unwrap().to_owned();
        meena.delete(&format!("/api/v1/me/sowings/{sowing}?why=secret")).await.is_empty(204);
        let (farmer, session) = (meena.farmer_id().await, meena.cookie("grow_session").unwrap());
        meena.get("/demand?from=secret").await;
        grow.stop().await;
        let withdrawal = collector.span("DELETE /api/v1/me/sowings/{id}");
        let known = ["http.request.method", "url.scheme", "grow.request_id", "http.route", "http.response.status_code"];
        assert_eq!(keys(&withdrawal), known);
        let pages = collector.spans().into_iter().filter(|span| span.name == "GET page");
        assert!(pages.inspect(|page| assert!(!keys(page).contains(&"http.route"), "{page:?}")).count() > 0);
        for text in ["meena", "example.in", "127.0.0.1", "secret", "reqwest", &sowing, &farmer, &session] {
            collector.never_heard_of(text);
        }
    }

    async fn the_span_of_a_failure_has_the_request_id_of_its_problem(store) {
        let collector = Collector::default();
        let grow = collector.watch(store, 1.0, 0).await;
        let meena = grow.farmer("meena").await;
        // A test build looks at the plan of a statement first, which takes its tables.
        meena.sow("meena-first", "MAIZE", 1.0).await;
        grow.store.tamper("ALTER TABLE change_feed RENAME TO lost_feed").await;
        let problem = meena.ask_to_sow("meena-second", "MAIZE", 1.0).await.problem(500, "internal");
        grow.store.tamper("ALTER TABLE lost_feed RENAME TO change_feed").await;
        grow.stop().await;
        let request = collector.failure("POST /api/v1/me/sowings");
        assert_eq!(attribute(&request.attributes, "grow.request_id"), problem["request"]);
        assert_eq!(attribute(&request.attributes, "error.type"), "500");
        assert_eq!(attribute(&collector.failure("record_sowing").attributes, "error.type"), "_OTHER");
        collector.never_heard_of("change_feed");
    }

    async fn each_turn_of_a_job_is_recorded(store) {
        let collector = Collector::default();
        let grow = collector.watch(store, 0.0, 0).await;
        grow.guest().get("/api/v1/demand").await.json(200);
        let is_over = async || collector.spans().iter().any(|span| span.name == "housekeeping");
        until("the first turn is sent", is_over).await;
        grow.stop().await;
        let job = collector.span("housekeeping");
        assert!(job.parent_span_id.is_empty() && !failed(&job));
        assert!(collector.spans().iter().any(|span| span.parent_span_id == job.span_id), "{:?}", collector.spans());
        assert_eq!(collector.requests(), [""; 0], "with a share of 0, no request is");
        for batch in collector.batches().iter().flat_map(|batch| &batch.resource_spans) {
            assert_eq!(attribute(&batch.resource.as_ref().unwrap().attributes, "service.name"), "grow");
        }
    }
}

const SAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const NOT_SAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

/// Asks for a page of a server behind so many proxies that records a share, with a `traceparent`.
async fn asked_with(traceparent: &str, share: f64, proxies: u8) -> Collector {
    let collector = Collector::default();
    let grow = collector.watch(testing::sqlite().await, share, proxies).await;
    let guest = grow.guest();
    let request = guest.request(http::Method::GET, "/api/v1/crops").header("traceparent", traceparent);
    guest.send(request).await.json(200);
    grow.stop().await;
    collector
}

#[tokio::test]
async fn a_trace_of_a_trusted_proxy_is_continued_and_its_decision_kept() {
    let span = asked_with(SAMPLED, 0.0, 1).await.span("GET /api/v1/crops");
    assert_eq!(format!("{:032x}", u128::from_be_bytes(span.trace_id.try_into().unwrap())), &SAMPLED[3..35]);
    assert_eq!(format!("{:016x}", u64::from_be_bytes(span.parent_span_id.try_into().unwrap())), &SAMPLED[36..52]);
    assert_eq!(asked_with(NOT_SAMPLED, 1.0, 1).await.requests(), [""; 0]);
}

#[tokio::test]
async fn a_trace_of_anyone_else_is_not_continued() {
    assert_eq!(asked_with(SAMPLED, 0.0, 0).await.requests(), [""; 0]);
    let span = asked_with(NOT_SAMPLED, 1.0, 0).await.span("GET /api/v1/crops");
    assert!(span.parent_span_id.is_empty(), "{span:?}");
    assert_eq!(asked_with("nonsense", 1.0, 1).await.requests(), ["GET /api/v1/crops"]);
}

#[tokio::test]
async fn a_collector_that_does_not_answer_delays_no_request_and_the_stop_only_a_little() {
    // Connections are accepted by the system, and nobody reads.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let collector = format!("http://{}", silent.local_addr().unwrap()).parse().unwrap();
    let traces = Some(TraceExport { collector, share: 1.0 });
    let grow = Grow::serve_with(testing::sqlite().await, |config| Config { traces, ..config }).await;
    // More than a batch, so that the collector has been asked and the queue has filled up.
    let guest = grow.guest();
    for _ in 0..3_000 {
        guest.get("/healthz").await;
    }
    soon("the collector is asked", silent.accept()).await.unwrap();
    guest.get("/api/v1/demand").await.json(200);
    let since = Instant::now();
    grow.stop().await;
    assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
}

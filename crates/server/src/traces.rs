//! Traces for an OpenTelemetry collector: a span of each sampled request, of the calls of the store in it, and of each
//! background job. Without the setting there is nothing of it.

mod export;
mod sampling;

use crate::config::TraceExport;
use crate::metrics::RequestTimer;
use axum::response::Response;
use grow_store::{Call, Observer};
use http::{HeaderMap, StatusCode};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Span as _, SpanBuilder, SpanKind, Status, TraceContextExt, TracerProvider};
use opentelemetry::{Context, ContextGuard, KeyValue};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider, Span};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

pub(crate) use export::NoExport;

/// Time limit for the last spans at shutdown.
const LAST_SPANS: Duration = Duration::from_secs(2);

/// Where spans begin. Clones share one queue.
#[derive(Clone)]
pub(crate) struct Traces {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    /// Of the server's public address.
    scheme: &'static str,
    /// Whether the traces of requests are continued: only a proxy of ours sends the header by itself.
    continues: bool,
}

/// A span that is being recorded.
pub(crate) struct Trace(Context);

impl Traces {
    /// Begins to send spans of this process. `proxies` is the number of trusted proxies before the server.
    pub(crate) fn start(to: &TraceExport, process: Uuid, is_https: bool, proxies: u8) -> Result<Self, NoExport> {
        let provider = export::provider(to, process)?;
        let tracer = provider.tracer("grow");
        Ok(Self { provider, tracer, scheme: if is_https { "https" } else { "http" }, continues: proxies > 0 })
    }

    /// Begins the span of a request, if it is sampled. Nothing of its path, query, headers and body is recorded.
    // Out of the way of requests where there are no traces.
    #[cold]
    pub(crate) fn request(&self, timer: &RequestTimer, headers: &HeaderMap) -> Option<Trace> {
        let nothing = Context::new();
        let parent = if self.continues {
            TraceContextPropagator::new().extract_with_context(&nothing, &HeaderExtractor(headers))
        } else {
            nothing
        };
        let span = SpanBuilder::from_name(timer.method).with_kind(SpanKind::Server);
        let mut span = span.start_with_context(&self.tracer, &parent);
        if !span.is_recording() {
            return None;
        }
        let (named, method) = match timer.method {
            "other" => ("HTTP", "_OTHER"),
            known => (known, known),
        };
        span.update_name(format!("{named} {}", timer.route));
        span.set_attribute(KeyValue::new("http.request.method", method));
        span.set_attribute(KeyValue::new("url.scheme", self.scheme));
        span.set_attribute(KeyValue::new("grow.request_id", timer.id.to_string()));
        if timer.route.starts_with('/') {
            span.set_attribute(KeyValue::new("http.route", timer.route.clone()));
        }
        Some(Trace::of(span))
    }

    /// Begins the span of one turn of a background job. Each is recorded: there are few.
    pub(crate) fn job(&self, name: &'static str) -> Trace {
        Trace::of(SpanBuilder::from_name(name).start_with_context(&self.tracer, &Context::new()))
    }

    /// Observes the calls of the store that a recorded request or job makes.
    pub(crate) fn of_the_store(&self) -> Arc<Observer> {
        let tracer = self.tracer.clone();
        Arc::new(move |call, engine| {
            if !Context::map_current(|context| context.span().is_recording()) {
                return None;
            }
            let name = match call {
                Call::Command(name) => name.to_owned(),
                Call::Read(what) => format!("read {what}"),
            };
            let operation = KeyValue::new("db.operation.name", name.clone());
            let span = SpanBuilder::from_name(name)
                .with_kind(SpanKind::Client)
                .with_attributes([KeyValue::new("db.system.name", engine), operation]);
            let mut span = span.start(&tracer);
            Some(Box::new(move |error| {
                if let Some(kind) = error.and_then(kind_of) {
                    span.set_attribute(KeyValue::new("error.type", kind));
                    span.set_status(Status::error(""));
                }
                span.end();
            }))
        })
    }

    /// Sends the last spans, within a time limit.
    pub(crate) async fn stop(&self) {
        let provider = self.provider.clone();
        let stopped = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(LAST_SPANS)).await;
        if !matches!(stopped, Ok(Ok(()))) {
            tracing::warn!("the last spans were not sent in time");
        }
    }
}

impl Trace {
    fn of(span: Span) -> Self {
        Self(Context::new().with_span(span))
    }

    /// What happens on this thread until the guard is dropped belongs to the span.
    fn enter(&self) -> ContextGuard {
        self.0.clone().attach()
    }

    /// The work belongs to the span, on whichever threads it runs.
    pub(crate) async fn during<T>(this: Option<&Self>, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        std::future::poll_fn(|context| {
            let _entered = this.map(Self::enter);
            work.as_mut().poll(context)
        })
        .await
    }

    /// Answers a request in its span, which ends with the status.
    pub(crate) async fn answer(self, answering: impl Future<Output = Response>) -> Response {
        let response = Self::during(Some(&self), answering).await;
        self.answered(response.status());
        response
    }

    fn answered(&self, status: StatusCode) {
        let span = self.0.span();
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(status.as_u16())));
        if status.is_server_error() {
            span.set_attribute(KeyValue::new("error.type", status.as_str().to_owned()));
            span.set_status(Status::error(""));
        }
        span.end();
    }

    /// Ends the span of a job that did or did not panic.
    pub(crate) fn done(&self, survived: bool) {
        let span = self.0.span();
        if !survived {
            span.set_attribute(KeyValue::new("error.type", "panic"));
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// The kind of a failure. None: the store works, and refuses what a farmer asked for.
fn kind_of(error: &grow_store::Error) -> Option<&'static str> {
    use grow_store::Error as E;
    Some(match error {
        E::NoConsent | E::TooManySowings(_) | E::TooManyChanges(_) | E::TooManyAgreements { .. } => return None,
        E::Busy => "busy",
        E::Locked => "locked",
        E::Late => "late",
        E::DiskFull => "disk_full",
        E::Commit(_) => "commit",
        error if error.is_away() => "away",
        _ => "_OTHER",
    })
}

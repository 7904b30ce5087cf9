//! Sends spans in batches, by OTLP over HTTP.

use super::sampling::sampler;
use crate::config::TraceExport;
use opentelemetry::KeyValue;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, RetryPolicy, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::EnvResourceDetector;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::error::Error;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::runtime::Handle;
use uuid::Uuid;

/// Time limit of one batch.
const ONE_BATCH: Duration = Duration::from_secs(5);

/// Why spans cannot be sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NoExport(String);

/// Starts the thread that sends a batch every few seconds. Its queue is bounded: what does not fit is dropped.
pub(super) fn provider(to: &TraceExport, process: Uuid) -> Result<SdkTracerProvider, NoExport> {
    if !to.collector.username().is_empty() || to.collector.password().is_some() {
        return Err(NoExport("a name and a password belong in OTEL_EXPORTER_OTLP_HEADERS".to_owned()));
    }
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_http_client(Http::new(to)?)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(endpoint(to))
        .with_timeout(ONE_BATCH)
        .with_retry_policy(RetryPolicy::disabled())
        .build()
        .map_err(|error| NoExport(error.to_string()))?;
    let resource = Resource::builder_empty()
        .with_service_name("grow")
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new("service.instance.id", process.to_string()))
        // The operator may say more, and otherwise: OTEL_RESOURCE_ATTRIBUTES.
        .with_detector(Box::new(EnvResourceDetector::new()))
        .build();
    Ok(SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_sampler(sampler(to.share))
        .with_resource(resource)
        .build())
}

/// The address for spans below that of the collector.
fn endpoint(to: &TraceExport) -> String {
    format!("{}/v1/traces", to.collector.as_str().trim_end_matches('/'))
}

/// The HTTP client of the exporter: no redirects, a time limit. It works on the server's runtime, and not on the thread
/// that sends. It logs when it begins to fail, and when it works again.
#[derive(Debug)]
struct Http {
    client: reqwest::Client,
    runtime: Handle,
    is_failing: AtomicBool,
}

impl Http {
    fn new(to: &TraceExport) -> Result<Self, NoExport> {
        let client = reqwest::Client::builder()
            .user_agent(concat!("grow/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .timeout(ONE_BATCH);
        // Such a collector is near: no proxy can reach it, and without TLS no certificates are needed.
        let is_plain = to.collector.scheme() == "http";
        let client = if is_plain { client.no_proxy().tls_certs_only([]) } else { client };
        let client =
            client.build().map_err(|_| NoExport("the certificates of this computer cannot be read".to_owned()))?;
        Ok(Self { client, runtime: Handle::current(), is_failing: AtomicBool::new(false) })
    }

    fn report(&self, outcome: &Result<Response<Bytes>, HttpError>) {
        let failure = match outcome {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("it answers {}", answer.status())),
            Err(error) => Some(with_causes(error.as_ref())),
        };
        let failed_before = self.is_failing.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(error) if !failed_before => {
                tracing::warn!(error, "spans cannot be sent to the collector of GROW_TRACES");
            }
            None if failed_before => tracing::info!("spans are sent again"),
            _ => {}
        }
    }
}

impl HttpClient for Http {
    fn send_bytes<'c, 'f>(
        &'c self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'f>>
    where
        'c: 'f,
        Self: 'f,
    {
        let sending = self.runtime.spawn(send(self.client.clone(), request));
        Box::pin(async move {
            let outcome = sending.await.unwrap_or_else(|error| Err(error.into()));
            self.report(&outcome);
            outcome
        })
    }
}

async fn send(client: reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let mut response = client.execute(request.try_into()?).await?;
    let mut answer = Response::new(Bytes::new());
    *answer.status_mut() = response.status();
    // It is read so that the connection is used again, and says nothing of interest.
    while response.chunk().await?.is_some() {}
    Ok(answer)
}

/// An error with its causes, which alone say what to do.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

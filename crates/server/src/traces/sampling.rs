//! Which spans are recorded.

use opentelemetry::trace::{Link, SpanKind, TraceId};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{Sampler, SamplingResult, ShouldSample};

/// A share of the requests, and every job. What happens within a span is decided with it, and a span of another process
/// decides for what continues it.
pub(super) fn sampler(share: f64) -> Box<dyn ShouldSample> {
    Sampler::parent_based(Roots(Sampler::TraceIdRatioBased(share))).into()
}

/// Decides about spans without a parent.
#[derive(Clone, Debug)]
struct Roots(Sampler);

impl ShouldSample for Roots {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let sampler = if *kind == SpanKind::Server { &self.0 } else { &Sampler::AlwaysOn };
        sampler.should_sample(parent, trace, name, kind, attributes, links)
    }
}

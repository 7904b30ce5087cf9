//! Logs: for people on a terminal, as JSON for machines.

use std::io::IsTerminal;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

/// Sends the log to the standard error output.
pub(crate) fn start(filter: &str) -> anyhow::Result<()> {
    let filter: Targets = filter
        .parse()
        .map_err(|error| anyhow::anyhow!("GROW_LOG is no log filter: {error}. Try info, or warn,grow_server=debug."))?;
    let logs = fmt::layer().with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        registry().with(filter).with(logs).init();
    } else {
        registry().with(filter).with(logs.json()).init();
    }
    Ok(())
}

//! Logs: for people on a terminal, as JSON for machines.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Sends the log to the standard error output.
pub(crate) fn start(filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::builder()
        .parse(filter)
        .map_err(|error| anyhow::anyhow!("GROW_LOG is no log filter: {error}. Try info, or warn,grow_server=debug."))?;
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        logs.init();
    } else {
        logs.json().init();
    }
    Ok(())
}

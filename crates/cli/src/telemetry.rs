//! Logs: for people on a terminal, as JSON for machines.

use std::io::IsTerminal;
use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

/// Sends the log to the standard error output.
pub(crate) fn start(filter: &str) -> anyhow::Result<()> {
    let refused = |why: &str| anyhow::anyhow!("GROW_LOG is no log filter: {why}. Try info, or warn,grow_server=debug.");
    // A word alone would be the name of a crate, and a level that is misspelt would silence all others.
    let no_level = |part: &&str| !part.contains('=') && part.trim().parse::<LevelFilter>().is_err();
    if let Some(word) = filter.split(',').find(no_level) {
        return Err(refused(&format!("{word:?} is no level")));
    }
    let filter: Targets = filter.parse().map_err(|error: ParseError| refused(&error.to_string()))?;
    let logs = fmt::layer().with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        registry().with(filter).with(logs).init();
    } else {
        registry().with(filter).with(logs.json()).init();
    }
    Ok(())
}

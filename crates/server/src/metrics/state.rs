//! What the server is at this moment.

use crate::App;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::{Registry, Unit};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPool {
    pool: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Unreadable {
    table: &'static str,
    row: String,
    what: &'static str,
}

/// Registers what is measured when it is asked for.
pub(super) fn of(App(app): &App) -> Registry {
    let mut state = Registry::with_prefix("grow");
    let load = app.store.load();
    state.register("store_commits", "Commits of this process", ConstCounter::new(load.commits));
    state.register(
        "store_writes",
        "Writes that were committed; several may share a commit",
        ConstCounter::new(load.writes),
    );
    state.register("store_writes_waiting", "Writes that wait for their commit", gauge(load.waiting));
    let unreadable = Family::<Unreadable, Gauge>::default();
    for row in app.store.unreadable_rows() {
        unreadable.get_or_create(&Unreadable { table: row.table, row: row.key, what: row.what }).set(1);
    }
    state.register("store_unreadable_rows", "Rows that this release cannot read, found since the start", unreadable);
    let (open, lent) = (Family::<OfPool, Gauge>::default(), Family::<OfPool, Gauge>::default());
    for pool in &load.pools {
        open.get_or_create(&OfPool { pool: pool.name }).set(signed(pool.open));
        lent.get_or_create(&OfPool { pool: pool.name }).set(signed(pool.lent));
    }
    state.register("store_connections_open", "Connections to PostgreSQL", open);
    state.register("store_connections_lent", "Connections to PostgreSQL that are in use", lent);
    state.register("live_streams", "Open streams of the demand", gauge(app.live.streams() + app.states.streams()));
    let mut age = |name: &str, help: &str, seconds: Option<f64>| {
        if let Some(seconds) = seconds {
            state.register_with_unit(name, help, Unit::Seconds, ConstGauge::new(seconds));
        }
    };
    age("demand_age", "Time since the overview of the demand was last read", Some(app.live.age().as_secs_f64()));
    age("advice_age", "Time since the inputs of the advice were last read", app.advising.age());
    for (name, age_of_job) in app.background.ages() {
        age(&format!("job_{}_age", name.replace(' ', "_")), "Time since the job last began", Some(age_of_job));
    }
    state.register("background_panics", "Background tasks that panicked", ConstCounter::new(app.background.panics()));
    state
}

fn gauge(number: usize) -> ConstGauge<i64> {
    ConstGauge::new(signed(number))
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

//! The tables and columns of a copy.

use Kind::{Hash, Id, Int, Text};

/// Type of a column.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Id,
    Text,
    Int,
    Hash,
}

pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, Kind)],
    /// Number of leading columns that are the primary key.
    pub(super) key: usize,
    /// Whether PostgreSQL numbers the rows.
    pub(super) is_numbered: bool,
}

const fn table(name: &'static str, key: usize, columns: &'static [(&'static str, Kind)]) -> Table {
    Table { name, columns, key, is_numbered: false }
}

/// Every table, those that others reference first.
#[rustfmt::skip]
pub(super) static TABLES: [Table; 28] = [
    table("farmers", 1, &[
        ("id", Id), ("issuer", Text), ("subject", Text), ("email", Text), ("display_name", Text), ("photo_url", Text),
        ("created_at", Int), ("email_key", Text), ("email_verified", Int), ("language", Text),
    ]),
    table("farmer_records", 1, &[
        ("farmer_id", Id), ("number", Text), ("place", Text), ("n_g_ha", Int), ("p_g_ha", Int), ("k_g_ha", Int),
        ("saved_at", Int), ("district", Text), ("farmerid", Text), ("mailid", Text), ("land_m2", Int),
        ("land_entered", Text), ("land_unit", Text), ("unit_sizes", Text), ("water", Text), ("soil", Text),
        ("revision", Int), ("soil_test_told", Int), ("last_crop", Text), ("last_crop_before", Text),
    ]),
    table("known_crops", 2, &[("farmer_id", Id), ("crop", Text), ("added_at", Int)]),
    Table { is_numbered: true, ..table("request_journal", 1, &[
        ("id", Int), ("farmer_id", Id), ("at", Int), ("kind", Text), ("body", Text),
    ]) },
    table("sowings", 2, &[
        ("farmer_id", Id), ("id", Id), ("idempotency_key", Text), ("region", Text), ("crop", Text), ("crop_year", Int),
        ("field_size_m2", Int), ("expected_yield_kg", Int), ("sown_at", Int), ("withdrawn_at", Int), ("counted", Int),
        ("counted_at", Int), ("maturity", Text), ("harvested_at", Int), ("harvested_kg", Int), ("failed_at", Int),
        ("entered", Text), ("meaning", Id),
    ]),
    table("intentions", 2, &[
        ("farmer_id", Id), ("id", Id), ("idempotency_key", Text), ("region", Text), ("crop", Text), ("field_size_m2", Int),
        ("expected_yield_kg", Int), ("planned_at", Int), ("ends_on", Text), ("ended_at", Int), ("outcome", Text),
        ("sowing_id", Id), ("entered", Text), ("counted_kg", Int), ("meaning", Id),
    ]),
    table("farmer_years", 2, &[
        ("farmer_id", Id), ("crop_year", Int), ("sowings", Int), ("counted", Int), ("counted_m2", Int), ("changes", Int),
    ]),
    table("advice_draws", 1, &[
        ("farmer_id", Id), ("inputs", Text), ("crops", Text), ("drawn_at", Int), ("cell", Text), ("number", Int),
        ("filled", Text),
    ]),
    table("advice_cells", 1, &[("cell", Text), ("next", Int)]),
    table("advice_numbers", 2, &[("farmer_id", Id), ("cell", Text), ("season", Text), ("number", Int)]),
    table("consents", 2, &[
        ("farmer_id", Id), ("number", Int), ("version", Int), ("language", Text), ("given_at", Int), ("withdrawn_at", Int),
    ]),
    table("sessions", 1, &[
        ("token_hash", Hash), ("farmer_id", Id), ("created_at", Int), ("seen_at", Int), ("id", Id), ("device", Text),
    ]),
    table("logins", 1, &[
        ("state_hash", Hash), ("browser_hash", Hash), ("nonce", Text), ("pkce_verifier", Text), ("next", Text),
        ("started_at", Int),
    ]),
    table("erased_farmers", 1, &[("farmer_id", Id), ("erased_at", Int)]),
    table("imported_documents", 1, &[
        ("email_hash", Hash), ("state", Text), ("digest", Hash), ("imported_at", Int), ("decided_at", Int),
    ]),
    table("supply", 4, &[
        ("region", Text), ("crop_year", Int), ("crop", Text), ("shard", Int), ("sown_kg", Int), ("revision", Int),
    ]),
    table("planned", 4, &[
        ("region", Text), ("crop", Text), ("ends_on", Text), ("shard", Int), ("planned_kg", Int),
    ]),
    table("demand_figures", 3, &[
        ("region", Text), ("crop", Text), ("crop_year", Int), ("demand_kg", Int), ("outside_supply_kg", Int),
        ("domestic_kg", Int), ("exported_kg", Int), ("usual_land_m2", Int), ("years", Text), ("as_of", Text), ("source", Text),
        ("confidence", Text), ("error_percent", Int), ("imported_kg", Int), ("duty_permille", Int), ("duty_as_of", Text),
        ("import_price_percent", Int), ("revision", Int),
    ]),
    table("coverage", 4, &[
        ("crop_year", Int), ("number", Int), ("region", Text), ("season", Text), ("sown_m2", Int), ("usual_m2", Int),
        ("restated_at", Int),
    ]),
    table("observations", 6, &[
        ("crop_year", Int), ("region", Text), ("crop", Text), ("season", Text), ("measure", Text), ("as_of", Text),
        ("value", Int), ("year_basis", Text), ("source", Text), ("imported_at", Int),
    ]),
    table("season_ratios", 5, &[
        ("crop_year", Int), ("number", Int), ("region", Text), ("crop", Text), ("season", Text), ("applied", Int),
        ("observed", Int), ("estimate", Text), ("as_of", Text), ("source", Text),
    ]),
    table("markets", 1, &[("id", Int), ("state", Text), ("district", Text), ("name", Text)]),
    table("market_prices", 3, &[
        ("day", Int), ("market", Int), ("crop", Text), ("min", Int), ("max", Int), ("modal", Int),
    ]),
    table("price_imports", 1, &[("only_row", Int), ("number", Int), ("imported_at", Int)]),
    Table { is_numbered: true, ..table("change_feed", 1, &[
        ("seq", Int), ("at", Int), ("kind", Text), ("region", Text), ("crop", Text), ("crop_year", Int), ("sown_kg", Int),
    ]) },
    table("feed_sums", 3, &[("region", Text), ("crop", Text), ("crop_year", Int), ("sown_kg", Int)]),
    table("generation", 1, &[("only_row", Int), ("id", Id)]),
    table("watermarks", 1, &[("work", Text), ("position", Int), ("seen", Int), ("seen_at", Int)]),
];

/// Names of the copied tables.
pub fn copied_tables() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|table| table.name)
}

/// The copied columns, as (table, column).
pub fn copied_columns() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.iter().flat_map(|table| table.columns.iter().map(|(column, _)| (table.name, *column)))
}

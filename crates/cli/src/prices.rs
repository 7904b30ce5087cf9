//! `grow prices`: what crops are sold for at the markets.

use crate::counted::{counted, one_or_many};
use crate::database::{OnDatabase, open, open_to_read};
use crate::refusable;
use crate::table::{self, Column, rupees};
use grow_domain::crop_year::in_india;
use grow_domain::market_price::{
    self, Age, LeftOut, MarketDays, MarketPrices, PriceFile, Slip, StatePrice, WeekPrice, held_from, kept_from,
};
use grow_domain::{Crop, Region};
use grow_server::Clock;
use grow_store::{DatabaseUrl, PriceImport};
use indicatif::ProgressBar;
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Show or add to what crops are sold for.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Prices {
    /// Add the daily prices of a file of Agmarknet, and delete those of before the last three years.
    ///
    /// The file is CSV as the portal and its copies write it: its head names the columns State, District, Market,
    /// Commodity, Variety, Grade, `Arrival_Date`, `Min_Price`, `Max_Price` and `Modal_Price`, in any order and among
    /// others; days are written as 27/11/2026, 27-11-2026, 2026-11-27 or 27 Nov 2026; prices are rupees per quintal. Rows of other
    /// commodities are counted, and rows that cannot be true are left out, counted and told: no price, one outside its
    /// own range, one five times or a fifth of what other markets tell. A file that is damaged or only a part is refused
    /// whole, and so is one of which most rows cannot be taken. The same file again changes nothing.
    Import {
        /// The file, in UTF-8.
        file: PathBuf,
        /// Show what would change, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Show what a crop was sold for in a region in the last twelve weeks: by week, and which markets told it.
    Show {
        /// IN, or a state such as IN-TN.
        #[arg(value_name = "REGION")]
        region: Region,
        /// A crop's key or name, such as maize or redGram.
        #[arg(value_name = "CROP")]
        crop: Crop,
    },
}

/// Runs the command on the terminal.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn execute(OnDatabase { command, database }: OnDatabase<Prices>) -> anyhow::Result<ExitCode> {
    let (mut out, mut complaints) = (std::io::stdout().lock(), std::io::stderr());
    run(command, &database.url()?, Clock::system().now(), &mut out, &mut complaints).await
}

/// Runs the command. Results go to `out`, reasons of a refused file to `complaints`.
async fn run(
    prices: Prices,
    database: &DatabaseUrl,
    now: Timestamp,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let today = in_india(now).date();
    match prices {
        Prices::Import { file, dry_run } => {
            let parse = |text: &str| {
                let bar = progress("reading");
                let parsed = market_price::parse(text, today);
                bar.finish_and_clear();
                parsed
            };
            let Some(given) = refusable::read(&file, parse, complaints)? else { return Ok(ExitCode::FAILURE) };
            let store = open(database, dry_run).await?;
            let bar = progress(if dry_run { "comparing" } else { "storing" });
            let import = if dry_run {
                store.compare_prices(given.clone(), today).await
            } else {
                store.import_prices(given.clone(), today, now).await
            };
            bar.finish_and_clear();
            match import? {
                Ok(import) => report(out, &file, &given, &import, dry_run, today)?,
                Err(refusals) => {
                    refusable::tell(&file, &refusals, complaints)?;
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        Prices::Show { region, crop } => {
            let store = open_to_read(database).await?;
            let prices = store.market_prices(held_from(today), today).await?;
            show(out, &prices, region, crop, today)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A sign that the command works. It is drawn on a terminal alone.
fn progress(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Writes what was read of a file, what is left out, and what changes.
fn report(
    out: &mut impl Write,
    file: &Path,
    given: &PriceFile,
    import: &PriceImport,
    dry_run: bool,
    today: Date,
) -> anyhow::Result<()> {
    write_days(out, given, import)?;
    let mut left_out: Vec<_> = given.left_out.iter().chain(&import.sifted.left_out).collect();
    left_out.sort_by_key(|left_out| left_out.line);
    writeln!(out, "{} read, {} of them of other commodities.", was(given.row_count(), "row"), given.of_others)?;
    if given.repeated > 0 {
        let (rows, repeat) = (counted(given.repeated, "row"), one_or_many(given.repeated, "repeats", "repeat"));
        writeln!(out, "{rows} {repeat} an earlier one, which counts once.")?;
    }
    write_left_out(out, file, &left_out)?;
    write_unknown_districts(out, given)?;
    let prices = import.sifted.quotes.len();
    let PriceImport { added, changed, deleted, .. } = *import;
    let (of_file, stand) = (counted(prices, "price"), prices - added - changed);
    writeln!(out, "{of_file} of a market's day: {added} new, {changed} changed, {stand} as they stand.")?;
    if deleted > 0 {
        let (old, first) = (counted(deleted, "price"), kept_from(today));
        let is = if dry_run { "would be" } else { one_or_many(deleted, "is", "are") };
        writeln!(out, "{old} of before {first} {is} deleted: three years are kept.")?;
    }
    if dry_run || !import.changes() {
        writeln!(out, "Nothing was changed.")?;
    }
    Ok(())
}

/// `1 row was`, `5 rows were`.
fn was(number: usize, thing: &str) -> String {
    format!("{} {}", counted(number, thing), one_or_many(number, "was", "were"))
}

/// Writes the days of a file.
fn write_days(out: &mut impl Write, given: &PriceFile, import: &PriceImport) -> anyhow::Result<()> {
    const COLUMNS: [Column; 4] =
        [Column::Text("Day"), Column::Figure("Rows"), Column::Figure("Prices"), Column::Figure("Markets")];
    let mut quotes = BTreeMap::<Date, (usize, BTreeSet<_>)>::new();
    for quote in &import.sifted.quotes {
        let (prices, markets) = quotes.entry(quote.day).or_default();
        *prices += 1;
        markets.insert(&quote.market);
    }
    let rows = given.days().into_iter().map(|(day, rows)| {
        let (prices, markets) = quotes.get(&day).map_or((0, 0), |(prices, markets)| (*prices, markets.len()));
        [day.to_string(), rows.to_string(), prices.to_string(), markets.to_string()]
    });
    table::write(out, COLUMNS, &rows.collect::<Vec<_>>())?;
    Ok(writeln!(out)?)
}

/// Number of rows that are told of each kind.
const TOLD: usize = 3;

/// Writes the rows that are left out, the first of each kind.
fn write_left_out(out: &mut impl Write, file: &Path, left_out: &[&LeftOut]) -> anyhow::Result<()> {
    if left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "{} left out:", was(left_out.len(), "row"))?;
    let mut kinds = Vec::<(Discriminant<Slip>, Vec<&LeftOut>)>::new();
    for row in left_out {
        let kind = discriminant(&row.slip);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, rows)) => rows.push(row),
            None => kinds.push((kind, vec![row])),
        }
    }
    for (_, rows) in kinds {
        for LeftOut { line, slip } in rows.iter().take(TOLD) {
            writeln!(out, "  {}, line {line}: {slip}.", file.display())?;
        }
        let more = rows.len().saturating_sub(TOLD);
        if more > 0 {
            writeln!(out, "  {} {} like these.", counted(more, "more row"), one_or_many(more, "is", "are"))?;
        }
    }
    Ok(())
}

/// Number of unknown districts that are named.
const NAMED: usize = 20;

/// Writes the districts that Grow does not know.
fn write_unknown_districts(out: &mut impl Write, given: &PriceFile) -> anyhow::Result<()> {
    if given.unknown_districts.is_empty() {
        return Ok(());
    }
    let markets: usize = given.unknown_districts.values().sum();
    let mut names: Vec<_> =
        given.unknown_districts.keys().map(|(state, name)| format!("{name} ({})", state.name())).collect();
    let others = names.len().saturating_sub(NAMED);
    if others > 0 {
        names.truncate(NAMED);
        names.push(format!("{others} others"));
    }
    let (count, names) = (counted(markets, "market"), names.join(", "));
    writeln!(
        out,
        "{count} {} for the state alone, because Grow does not know the district: {names}.",
        one_or_many(markets, "counts", "count")
    )?;
    Ok(())
}

/// Writes what is known of a crop in a region.
fn show(out: &mut impl Write, prices: &MarketPrices, region: Region, crop: Crop, today: Date) -> anyhow::Result<()> {
    let name = crop.table_name();
    let Some(usual) = prices.usual_in(region, crop, today) else {
        writeln!(out, "No market of {region} told a price of {name} in the last twelve weeks.")?;
        if let Some(usual) = prices.usual_in(Region::India, crop, today) {
            write_usual(out, &usual, today)?;
        }
        writeln!(out, "`grow prices import FILE` adds to it.")?;
        return Ok(());
    };
    writeln!(out, "{name} in {region}, rupees per quintal\n")?;
    write_weeks(out, &prices.weeks_of(region, crop, today))?;
    write_markets(out, &prices.markets_of(region, crop, today))?;
    write_usual(out, &usual, today)
}

fn write_usual(out: &mut impl Write, usual: &StatePrice, today: Date) -> anyhow::Result<()> {
    let StatePrice { region, median, newest, .. } = usual;
    let days = counted((today - *newest).get_days(), "day");
    let age = Age::of(*newest, today).map_or("too old to be told", Age::key);
    let median = rupees(*median);
    writeln!(out, "Twelve weeks in {region}: median {median}. The newest day is {newest}, {days} old: {age}.")?;
    Ok(())
}

fn write_weeks(out: &mut impl Write, weeks: &[WeekPrice]) -> anyhow::Result<()> {
    const COLUMNS: [Column; 5] = [
        Column::Text("Week up to"),
        Column::Figure("Median"),
        Column::Figure("10 %"),
        Column::Figure("90 %"),
        Column::Figure("Markets"),
    ];
    let row = |week: &WeekPrice| {
        let WeekPrice { last_day, median, low, high, markets } = *week;
        [last_day.to_string(), rupees(median), rupees(low), rupees(high), markets.to_string()]
    };
    table::write(out, COLUMNS, &weeks.iter().map(row).collect::<Vec<_>>())?;
    Ok(writeln!(out)?)
}

fn write_markets(out: &mut impl Write, markets: &[MarketDays]) -> anyhow::Result<()> {
    const COLUMNS: [Column; 5] = [
        Column::Text("Market"),
        Column::Text("District"),
        Column::Figure("Days"),
        Column::Text("Newest day"),
        Column::Figure("Week's median"),
    ];
    let row = |MarketDays { market, days, newest, median }: &MarketDays| {
        let district = market.district().map_or("not known", |district| district.name());
        [market.name().to_owned(), district.to_owned(), days.to_string(), newest.to_string(), rupees(*median)]
    };
    table::write(out, COLUMNS, &markets.iter().map(row).collect::<Vec<_>>())?;
    Ok(writeln!(out)?)
}

#[cfg(test)]
mod tests;

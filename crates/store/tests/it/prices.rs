//! Prices of the markets.

use super::noon;
use grow_domain::market_price::{MarketPrices, Quote, parse};
use grow_domain::{Crop, District, Region, State};
use grow_store::testing::TestStore;
use grow_store::{PriceImport, both_stores};
use jiff::civil::{Date, date};

const TODAY: Date = date(2026, 6, 15);
const HEADER: &str = "State,District,Market,Commodity,Arrival_Date,Min_Price,Max_Price,Modal_Price";

/// Rows of (day, market, commodity, modal price), in Erode.
async fn import(store: &TestStore, today: Date, rows: &[(&str, &str, &str, u32)]) -> PriceImport {
    let row = |(day, market, commodity, modal): &(&str, &str, &str, u32)| {
        format!("Tamil Nadu,Erode,{market},{commodity},{day},{},{},{modal}\n", modal - 100, modal + 100)
    };
    let file = parse(&format!("{HEADER}\n{}", rows.iter().map(row).collect::<String>()), today).unwrap();
    let compared = store.compare_prices(file.clone(), today).await.unwrap().unwrap();
    let imported = store.import_prices(file, today, noon()).await.unwrap().unwrap();
    assert_eq!(compared, imported, "a dry run tells what the import does");
    imported
}

fn outcome(import: &PriceImport) -> (usize, usize, u64) {
    (import.added, import.changed, import.deleted)
}

/// (day, market, crop, modal price).
async fn stored(store: &TestStore, from: Date) -> Vec<(String, String, Crop, u32)> {
    let row =
        |Quote { day, market, crop, prices }: &Quote| (day.to_string(), market.name().to_owned(), *crop, prices.modal);
    store.prices_from(from).await.unwrap().iter().map(row).collect()
}

fn of(day: &str, market: &str, crop: Crop, modal: u32) -> (String, String, Crop, u32) {
    (day.to_owned(), market.to_owned(), crop, modal)
}

both_stores! {
    async fn prices_are_kept_by_day_market_and_crop_and_the_same_file_changes_nothing(store) {
        let rows = [
            ("14/06/2026", "Gobi", "Onion", 1_500),
            ("15/06/2026", "Gobi", "Maize", 2_100),
            ("15/06/2026", "Erode APMC", "Maize", 2_000),
        ];
        assert_eq!(store.price_imports().await.unwrap(), 0);
        assert_eq!(outcome(&import(&store, TODAY, &rows).await), (3, 0, 0));
        let all = [
            of("2026-06-14", "Gobi", Crop::Onion, 1_500),
            of("2026-06-15", "Gobi", Crop::Maize, 2_100),
            of("2026-06-15", "Erode", Crop::Maize, 2_000),
        ];
        let mut known = stored(&store, Date::MIN).await;
        known.sort_by_key(|(day, market, ..)| (day.clone(), market == "Erode"));
        assert_eq!(known, all);
        assert_eq!(stored(&store, TODAY).await.len(), 2, "from a day on");
        let quotes = store.prices_from(TODAY).await.unwrap();
        let market = &quotes[0].market;
        assert_eq!((market.state(), market.district()), (State::TamilNadu, District::from_key("tn-erode")));

        let held = store.market_prices(date(2026, 6, 1), TODAY).await.unwrap();
        let region = Region::State(State::TamilNadu);
        assert_eq!(held.markets_of(region, Crop::Onion, TODAY).len(), 1, "of a week before the last day's");
        let of_all = MarketPrices::new(&store.prices_from(date(2026, 6, 1)).await.unwrap());
        assert_eq!(held.markets_of(region, Crop::Maize, TODAY), of_all.markets_of(region, Crop::Maize, TODAY));

        assert_eq!(store.price_imports().await.unwrap(), 1);
        let before = store.everything().await;
        assert_eq!(outcome(&import(&store, TODAY, &rows).await), (0, 0, 0));
        assert_eq!(store.everything().await, before, "and no server is told");
    }

    async fn a_later_file_corrects_a_price_and_meets_the_market_by_another_spelling(store) {
        import(&store, TODAY, &[("15/06/2026", "Erode APMC", "Maize", 2_000)]).await;
        let further = [("15/06/2026", "ERODE", "Maize", 2_050), ("15/06/2026", "Erode", "Onion", 1_500)];
        assert_eq!(outcome(&import(&store, TODAY, &further).await), (1, 1, 0));
        let mut known = stored(&store, TODAY).await;
        known.sort_by_key(|(_, _, crop, _)| *crop);
        let is = [of("2026-06-15", "Erode", Crop::Maize, 2_050), of("2026-06-15", "Erode", Crop::Onion, 1_500)];
        assert_eq!(known, is);
        assert_eq!(store.number("SELECT COUNT(*) FROM markets").await, 1);
        assert_eq!(store.price_imports().await.unwrap(), 2);
    }

    async fn days_before_the_last_three_years_are_deleted_and_no_others(store) {
        let rows = [("15/06/2023", "Erode", "Maize", 2_000), ("16/06/2023", "Erode", "Maize", 2_010)];
        assert_eq!(outcome(&import(&store, TODAY, &rows).await), (2, 0, 0));
        let new = [("16/06/2026", "Erode", "Maize", 2_020)];
        assert_eq!(outcome(&import(&store, date(2026, 6, 16), &new).await), (1, 0, 1));
        let kept: Vec<_> = stored(&store, Date::MIN).await.into_iter().map(|(day, ..)| day).collect();
        assert_eq!(kept, ["2023-06-16", "2026-06-16"]);
        assert_eq!(outcome(&import(&store, date(2026, 6, 16), &new).await), (0, 0, 0));
    }

    async fn a_price_far_from_those_of_the_weeks_before_is_kept_out(store) {
        let rows = [
            ("01/06/2026", "A", "Maize", 2_000),
            ("02/06/2026", "B", "Maize", 2_100),
            ("03/06/2026", "C", "Maize", 2_200),
        ];
        import(&store, TODAY, &rows).await;
        let rows = [("15/06/2026", "D", "Maize", 21_500), ("15/06/2026", "A", "Maize", 2_000)];
        let far = import(&store, TODAY, &rows).await;
        assert_eq!((outcome(&far), far.sifted.left_out.len()), ((1, 0, 0), 1));
        assert_eq!(store.number("SELECT COUNT(*) FROM markets").await, 3, "its market is not kept either");
        let own = import(&store, TODAY, &[("14/06/2026", "A", "Maize", 2_150)]).await;
        assert_eq!((outcome(&own), own.sifted.left_out.len()), ((1, 0, 0), 0));
    }

    async fn many_prices_are_checked_in_parts_and_one_that_cannot_be_read_is_named(store) {
        let rows: Vec<_> = (1..=28).map(|day| (format!("{day}/5/2026"), day)).collect();
        let rows: Vec<_> = rows.iter().map(|(day, number)| (day.as_str(), "Erode", "Maize", 2_000 + number)).collect();
        import(&store, TODAY, &rows).await;
        assert_eq!(store.check_rows().await.unwrap(), []);
        store.tamper("UPDATE market_prices SET crop = 'quinoa' WHERE day = 20260503").await;
        store.tamper("UPDATE market_prices SET modal = 1 WHERE day = 20260504").await;
        store.tamper("UPDATE market_prices SET day = 20260231 WHERE day = 20260505").await;
        let named: Vec<_> = store.check_rows().await.unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(named, ["market_prices 20260231 1 maize: day", "market_prices 20260503 1 quinoa: crop",
                           "market_prices 20260504 1 maize: price"]);
        assert_eq!(stored(&store, Date::MIN).await.len(), 25, "the others are read");
        store.tamper("UPDATE markets SET district = 'xx-nowhere'").await;
        assert_eq!(stored(&store, Date::MIN).await, []);
        let again = import(&store, TODAY, &[("15/06/2026", "Erode", "Maize", 2_000)]).await;
        assert_eq!(outcome(&again), (1, 0, 0), "a market that cannot be read stops no import");
    }
}

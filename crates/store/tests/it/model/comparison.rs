//! The store is compared with the reference.

use super::operators::MARKETS;
use super::reference::Reference;
use super::rows::{Kind, Planned, Sown};
use super::steps::{CROPS, YEARS};
use super::trial::{HOLDER, Trial};
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use grow_domain::sowing::undo_until;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::{FarmerId, HeldIntention, HeldSowing};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use std::collections::{BTreeMap, BTreeSet};

impl Trial {
    /// Compares what stands with the reference: after each step a part, in turn.
    pub(super) async fn compare(&self, reference: &Reference) {
        assert_eq!(self.years().await, reference.years(), "the sums of farmers and crop years");
        self.compare_feed(reference).await;
        match reference.part(&[0, 1, 2]) {
            0 => self.compare_sums(reference).await,
            1 => self.compare_lists(reference).await,
            _ => self.reconcile(reference).await,
        }
    }

    async fn reconcile(&self, reference: &Reference) {
        let mut differences = self.store().differences().await.unwrap();
        differences.retain(|difference| !reference.unknown.contains(&difference.crop));
        assert_eq!(differences, [], "the reconciler finds nothing");
    }

    /// Compares what is met, and what is planned.
    async fn compare_sums(&self, reference: &Reference) {
        let store = self.store();
        for crop_year in YEARS.map(|year| CropYear::from_first_year(year).unwrap()) {
            for row in store.demand(Region::India, crop_year).await.unwrap().rows {
                if CROPS.contains(&row.crop) && !reference.unknown.contains(&row.crop) {
                    assert_eq!(row.met(), reference.met(Region::India, row.crop, crop_year), "{} in India", row.crop);
                }
            }
        }
        self.compare_states(reference, reference.part(&CROPS)).await;
        let crop_year = CropYear::from_first_year(reference.part(&YEARS)).unwrap();
        let mut bins = store.sown_by_bin(crop_year, None).await.unwrap();
        bins.retain(|(_, crop, _), _| !reference.unknown.contains(crop));
        assert_eq!(bins, expected_bins(reference, crop_year), "what was sown in ten days");
        let mut planned = store.planned(in_india(reference.now).date()).await.unwrap();
        planned.retain(|(_, crop), _| !reference.unknown.contains(crop));
        assert_eq!(planned, expected_plans(reference), "the sums of plans");
    }

    /// Compares the lists of a farmer, and those of operators and jobs.
    async fn compare_lists(&self, reference: &Reference) {
        let store = self.store();
        if let Some(account) = reference.open(reference.part(&[0, 1])) {
            self.compare_farmer(account.id, reference).await;
        }
        let waiting =
            store.waiting_sowings(None, u16::MAX).await.unwrap().0.into_iter().map(|waiting| waiting.sowing.id);
        let expected = reference.sowings.iter().filter(|sown| sown.waits() && !sown.is_unreadable);
        let expected: BTreeSet<_> = expected.map(|sown| sown.sowing.id).collect();
        assert_eq!(waiting.collect::<BTreeSet<_>>(), expected, "sowings that wait for the operator");
        let prices = store.prices_from(Date::MIN).await.unwrap();
        let place = |name: &str| MARKETS.iter().position(|market| *market == name).unwrap();
        let prices = prices.iter().map(|quote| ((quote.day, place(quote.market.name())), quote.prices.modal));
        assert_eq!(prices.collect::<BTreeMap<_, _>>(), reference.prices, "prices of the markets");
        let closed = store.closed_accounts("", u16::MAX).await.unwrap().into_iter().map(|(farmer, _)| farmer);
        assert_eq!(closed.collect::<Vec<_>>(), reference.closed().collect::<Vec<_>>());
        let erased = store.erased_farmers(None, u16::MAX).await.unwrap();
        assert_eq!(erased, reference.erased.iter().map(|farmer| (*farmer, false)).collect::<Vec<_>>());
    }

    async fn compare_states(&self, reference: &Reference, crop: Crop) {
        for crop_year in YEARS.map(|year| CropYear::from_first_year(year).unwrap()) {
            for (state, row) in self.store().demand_of_states(crop, crop_year).await.unwrap() {
                let expected = reference.met(Region::State(state), crop, crop_year);
                assert!(row.met() == expected || reference.unknown.contains(&crop), "{crop} in {}", state.name());
            }
        }
    }

    async fn compare_farmer(&self, farmer: FarmerId, reference: &Reference) {
        let (store, now) = (self.store(), reference.now);
        let own = || reference.sowings.iter().filter(|sown| sown.farmer == farmer && !sown.is_unreadable);
        let mut listed: Vec<_> =
            own().filter(|sown| sown.withdrawn_at.is_none()).map(|sown| sown.sowing.clone()).collect();
        listed.sort_by_key(|sowing| std::cmp::Reverse(sowing.id));
        assert_eq!(store.sowings(farmer, u8::MAX, None).await.unwrap().sowings, listed, "the farmer's list");
        let can_be_undone = |at: &Timestamp| now <= undo_until(*at);
        let withdrawn = store.withdrawn_sowings(farmer, now).await.unwrap();
        let withdrawn: BTreeMap<_, _> =
            withdrawn.into_iter().map(|withdrawn| (withdrawn.sowing.id, withdrawn.at)).collect();
        let expected = own().filter_map(|sown| Some((sown.sowing.id, sown.withdrawn_at.filter(can_be_undone)?)));
        assert_eq!(withdrawn, expected.collect(), "withdrawn sowings");
        let plans = || reference.plans.iter().filter(|planned| planned.farmer == farmer && !planned.is_unreadable);
        let mut standing: Vec<_> =
            plans().filter(|plan| plan.stands(now)).map(|planned| planned.plan.clone()).collect();
        standing.sort_by_key(|plan| std::cmp::Reverse(plan.id));
        assert_eq!(store.intentions(farmer, now).await.unwrap(), standing, "plans that stand");
        let mut held: Vec<_> = own()
            .map(|sown| {
                let (sowing, key) = (sown.sowing.clone(), sown.key.clone());
                HeldSowing { sowing, key, withdrawn_at: sown.withdrawn_at }
            })
            .collect();
        held.sort_by_key(|held| held.sowing.id);
        let unreadable = |sown: &&Sown| sown.farmer == farmer && sown.is_unreadable;
        let page = store.held_sowings(farmer, None, u16::MAX).await.unwrap();
        assert_eq!(page.rows, held, "the export's sowings");
        assert_eq!(
            page.as_stored.len(),
            reference.sowings.iter().filter(unreadable).count(),
            "rows as they are stored"
        );
        let mut held: Vec<_> = plans()
            .map(|planned| HeldIntention {
                intention: planned.plan.clone(),
                key: planned.key.clone(),
                ended_at: planned.ended.map(|(at, ..)| at),
                outcome: planned.ended.map(|(_, how, _)| how.to_owned()),
                sowing: planned.ended.and_then(|(.., sowing)| sowing),
                counted: planned.counted,
            })
            .collect();
        held.sort_by_key(|held| held.intention.id);
        let unreadable = |planned: &&Planned| planned.farmer == farmer && planned.is_unreadable;
        let page = store.held_intentions(farmer, None, u16::MAX).await.unwrap();
        assert_eq!(page.rows, held, "the export's plans");
        assert_eq!(page.as_stored.len(), reference.plans.iter().filter(unreadable).count(), "rows as they are stored");
    }

    async fn years(&self) -> BTreeMap<(FarmerId, CropYear), [i64; 4]> {
        let farmer = self.database.digits("farmer_id");
        let sql = format!(
            "SELECT {farmer} || ' ' || crop_year || ' ' || sowings || ' ' || counted || ' ' || counted_m2 || ' ' || changes
             FROM farmer_years"
        );
        let rows = self.database.texts(&sql).await;
        rows.iter()
            .map(|row| {
                let mut words = row.split(' ');
                let farmer = FarmerId(words.next().unwrap().parse().unwrap());
                let numbers: Vec<i64> = words.map(|word| word.parse().unwrap()).collect();
                ((farmer, CropYear::from_first_year(numbers[0]).unwrap()), numbers[1..].try_into().unwrap())
            })
            .collect()
    }

    /// The feed says of each time of the last hour what the sowings say.
    async fn compare_feed(&self, reference: &Reference) {
        let rows = "SELECT at || ' ' || region || ' ' || crop || ' ' || crop_year || ' ' || sown_kg FROM change_feed
                    WHERE sown_kg <> 0";
        let feed: Vec<(Timestamp, (String, String, i16), i64)> = self
            .database
            .texts(rows)
            .await
            .iter()
            .map(|row| {
                let words: Vec<_> = row.split(' ').collect();
                let at = Timestamp::from_microsecond(words[0].parse().unwrap()).unwrap();
                (at, (words[1].to_owned(), words[2].to_owned(), words[3].parse().unwrap()), words[4].parse().unwrap())
            })
            .filter(|(_, (_, crop, _), _)| {
                !reference.unknown.iter().any(|unknown| unknown.key() == crop) && crop != "quinoa"
            })
            .collect();
        let sowings = reference.sowings.iter().filter(|sown| !reference.unknown.contains(&sown.sowing.crop));
        let sowings: Vec<_> = sowings
            .map(|sown| {
                let Sown { sowing, .. } = sown;
                let place =
                    (sowing.region.code().to_owned(), sowing.crop.key().to_owned(), sowing.crop_year().first_year());
                (sown, place)
            })
            .collect();
        let mut times: BTreeSet<_> = feed.iter().flat_map(|(at, ..)| [*at, *at + 1.millisecond()]).collect();
        times.extend([Timestamp::MAX]);
        times.retain(|time| *time > reference.now - 1.hour());
        for time in times {
            let mut sums = BTreeMap::<_, [i64; 2]>::new();
            for (_, place, kilograms) in feed.iter().filter(|(at, ..)| *at < time) {
                sums.entry(place).or_default()[0] += kilograms;
            }
            for (sown, place) in sowings.iter().filter(|(sown, _)| sown.is_in_supply_at(time)) {
                sums.entry(place).or_default()[1] += sown.sowing.expected_yield.0;
            }
            sums.retain(|_, [feed, sowings]| feed != sowings);
            assert!(sums.is_empty(), "at {time} the feed says, and the sowings: {sums:?}");
        }
    }

    /// Compares everything, erases all closed accounts to the end, and looks for what is left of them.
    pub(super) fn finish(&self, reference: &Reference) {
        self.runtime.block_on(async {
            self.compare_sums(reference).await;
            self.compare_lists(reference).await;
            self.reconcile(reference).await;
            for crop in CROPS {
                self.compare_states(reference, crop).await;
            }
            for account in reference.accounts.iter().filter(|account| account.kind == Kind::Open) {
                self.compare_farmer(account.id, reference).await;
            }
            for farmer in reference.closed() {
                while self.store().erase_batch(farmer, HOLDER, reference.now).await.unwrap().unwrap() {}
            }
            for table in [
                "farmers",
                "farmer_records",
                "sowings",
                "intentions",
                "farmer_years",
                "consents",
                "sessions",
                "request_journal",
            ] {
                let column = if table == "farmers" { "id" } else { "farmer_id" };
                let digits = self.database.digits(column);
                let kept = self.database.texts(&format!("SELECT {digits} FROM {table}")).await;
                let erased = reference.erased.iter().find(|farmer| kept.contains(&farmer.0.simple().to_string()));
                assert_eq!(erased, None, "rows of an erased farmer in {table}");
            }
        });
    }
}

fn expected_plans(reference: &Reference) -> BTreeMap<(Region, Crop), Kilograms> {
    let mut sums = BTreeMap::<_, Kilograms>::new();
    let known = |crop| !reference.unknown.contains(crop);
    for planned in reference.plans.iter().filter(|planned| planned.stands(reference.now) && known(&planned.plan.crop)) {
        let own = planned.plan.region;
        for region in BTreeSet::from([own, Region::India]) {
            sums.entry((region, planned.plan.crop)).or_default().0 += planned.counted.0;
        }
    }
    sums.retain(|_, sum| sum.0 > 0);
    sums
}

fn expected_bins(reference: &Reference, crop_year: CropYear) -> BTreeMap<(Region, Crop, TenDays), Kilograms> {
    let mut sums = BTreeMap::<_, Kilograms>::new();
    let is_it = |sown: &&Sown| sown.is_in_supply() && sown.sowing.crop_year() == crop_year;
    for Sown { sowing, .. } in reference.sowings.iter().filter(is_it) {
        for region in BTreeSet::from([sowing.region, Region::India]) {
            sums.entry((region, sowing.crop, TenDays::of(sowing.sown_on()))).or_default().0 += sowing.expected_yield.0;
        }
    }
    sums.retain(|(_, crop, _), _| !reference.unknown.contains(crop));
    sums
}

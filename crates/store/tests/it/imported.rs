//! An imported record, and whose it is.

use super::{farmer, id, noon, session, user};
use grow_domain::documents::{DocumentSowing, Profile, Record};
use grow_domain::privacy::Agreed;
use grow_domain::{Crop, CropYear, Email, Kilograms, Region, SquareMetres};
use grow_store::testing::TestStore;
use grow_store::{FarmerId, Identity, Imported, NewRecord, Store, User, both_stores};

/// Imports a record with a sowing of a hectare of groundnut.
async fn import(store: &Store, email: &str) -> Imported {
    let sowing = DocumentSowing {
        sown_at: noon(),
        crop: Crop::Groundnut,
        field_size: SquareMetres(10_000),
        expected_yield: Kilograms(2_400),
    };
    let profile = Profile { number: "94430 98765".to_owned(), place: "Erode".to_owned(), ..Profile::default() };
    let record = Record { email: Email::parse(email).unwrap(), profile: Some(profile), sowings: vec![sowing] };
    let new = NewRecord { record, district: None, farmer: id(noon(), &format!("imported {email}")) };
    store.import_records(vec![new], true, noon()).await.unwrap()[0]
}

/// A farmer with consent whose issuer spells the e-mail like this.
async fn with_email(store: &Store, email: &str, email_verified: bool) -> FarmerId {
    let user = User { email: email.to_owned(), ..user("kumar") };
    let identity = Identity { issuer: "https://issuer".to_owned(), subject: email.to_owned(), user, email_verified };
    let farmer = store.sign_in(identity, session(email), id(noon(), email), noon()).await.unwrap();
    store.give_consent(farmer, Agreed::to_the_notice(), noon()).await.unwrap();
    farmer
}

/// What the farmer is told of an imported record: at the sign-in, and when asked for it.
async fn is_told(store: &Store, farmer: FarmerId) -> (bool, bool) {
    let account = store.account(farmer).await.unwrap().unwrap();
    (account.has_imported_record, store.found_record(farmer).await.unwrap().is_some())
}

async fn groundnut(store: &TestStore) -> Kilograms {
    let sown = store.sown_by_bin(CropYear::of(noon()), Some(Crop::Groundnut)).await.unwrap();
    sown.into_iter().filter(|((region, ..), _)| *region == Region::India).map(|(_, sown)| sown).sum()
}

both_stores! {
    async fn an_email_that_looks_like_the_records_opens_it_neither_now_nor_by_a_key_of_an_earlier_release(store) {
        import(&store, "kumar@example.in").await;
        for email in [
            "\u{212a}umar@example.in", "kumar@example.in\u{3000}", "kumar@example.in\u{2028}", "\u{a0}kumar@example.in",
        ] {
            let other = with_email(&store, email, true).await;
            for _ in 0..2 {
                assert_eq!(is_told(&store, other).await, (false, false), "{}", email.escape_unicode());
                assert_eq!(store.keep_imported(other, noon()).await.unwrap(), None);
                store.tamper("UPDATE farmers SET email_key = 'kumar@example.in'").await;
            }
            store.erase(other, noon()).await.unwrap();
        }
        assert_eq!(import(&store, "kumar@example.in").await, Imported::Unchanged, "no other's erasure concerned it");
        let kumar = with_email(&store, " KUMAR@Example.in", true).await;
        assert_eq!(is_told(&store, kumar).await, (true, true));
        assert_eq!(store.keep_imported(kumar, noon()).await.unwrap(), Some(()));
    }

    async fn erasing_an_account_with_an_unverified_email_keeps_the_imported_record(store) {
        import(&store, "kumar@example.in").await;
        let other = with_email(&store, "kumar@example.in", false).await;
        store.erase(other, noon()).await.unwrap();
        assert_eq!(import(&store, "kumar@example.in").await, Imported::Unchanged);
    }

    async fn concurrent_keeping_and_erasing_apply_only_one(store) {
        for n in 0..30 {
            let before = groundnut(&store).await;
            let name = format!("{n}meena");
            let meena = farmer(&store, &name).await;
            import(&store, &format!("{name}@example.in")).await;
            let holder = store.found_record(meena).await.unwrap().unwrap().farmer;
            let (kept, erased) = tokio::join!(store.keep_imported(meena, noon()), store.erase(holder, noon()));
            let kept = kept.unwrap();
            assert_ne!(kept.is_some(), erased.is_some(), "one of them");
            let stands = if kept.is_some() { Kilograms(2_400) } else { Kilograms(0) };
            assert_eq!(groundnut(&store).await - before, stands);
        }
    }

    async fn only_one_of_two_accounts_with_one_email_keeps_the_record(store) {
        for n in 0..20 {
            let email = format!("{n}meena@example.in");
            let first = farmer(&store, &format!("{n}meena")).await;
            let second = with_email(&store, &email, true).await;
            import(&store, &email).await;
            let (one, other) = tokio::join!(store.keep_imported(first, noon()), store.keep_imported(second, noon()));
            assert_ne!(one.unwrap().is_some(), other.unwrap().is_some(), "one of them");
        }
    }
}

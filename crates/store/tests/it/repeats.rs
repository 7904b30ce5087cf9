//! A repeat gets its first answer, whatever has changed meanwhile, at every node.

use super::intentions::planned;
use super::{farmer, id, new_sowing, noon, sow, sown};
use grow_domain::calendar::Maturity;
use grow_domain::intention::NewIntention;
use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, NewSowing, Outcome, Sowing, StatedIntention, StatedSowing};
use grow_domain::{Crop, Invalid, Kilograms};
use grow_store::{
    ChangeOutcome, End, Error, FarmerId, IntentionOutcome, KeyedRequest, Result, SowOutcome, SowingChange,
    SowingOutcome, Store, UndoOutcome, both_stores,
};
use jiff::ToSpan;
use std::mem::discriminant;

/// The request for a sowing, as it would be judged where its day is too long ago.
fn too_old(sowing: NewSowing) -> KeyedRequest<StatedSowing, NewSowing> {
    KeyedRequest { stated: sowing.into(), judged: Err(Invalid::SownOnTooOld) }
}

async fn ask(
    store: &Store,
    farmer: FarmerId,
    key: &str,
    asked: impl Into<KeyedRequest<StatedSowing, NewSowing>>,
) -> Result<SowingOutcome> {
    store.record_sowing(farmer, key.to_owned(), asked, CountLimits::NONE, id(noon(), "another"), noon()).await
}

both_stores! {
    async fn a_key_is_looked_up_before_the_request_is_judged(store) {
        let meena = farmer(&store, "meena").await;
        let (hectare, other) = (new_sowing(Crop::Ragi, 100), new_sowing(Crop::Ragi, 101));
        let before = store.everything().await;
        let refused = ask(&store, meena, "key", too_old(hectare)).await;
        assert!(matches!(refused, Err(Error::Invalid(Invalid::SownOnTooOld))), "{refused:?}");
        assert_eq!(store.everything().await, before, "a key is not used up by a refusal");
        let first = sown(&store, meena, "key", hectare).await;
        assert_eq!(ask(&store, meena, "key", too_old(hectare)).await.unwrap(), SowingOutcome::Repeated(first.clone()));
        assert_eq!(ask(&store, meena, "key", too_old(other)).await.unwrap(), SowingOutcome::KeyReused);
        store.withdraw_consent(meena, noon()).await.unwrap();
        assert_eq!(ask(&store, meena, "key", too_old(hectare)).await.unwrap(), SowingOutcome::Repeated(first));
        let new = ask(&store, meena, "new", too_old(hectare)).await;
        assert!(matches!(new, Err(Error::Invalid(_))), "what cannot be recorded asks for no consent: {new:?}");
    }

    async fn a_repeat_states_the_same_in_every_part(store) {
        let meena = farmer(&store, "meena").await;
        let late = NewSowing { maturity: Some(Maturity::Late), ..new_sowing(Crop::Ragi, 100) };
        let first = sown(&store, meena, "key", late).await;
        assert_eq!(sow(&store, meena, "key", late).await, SowingOutcome::Repeated(first));
        for other in [new_sowing(Crop::Ragi, 100), NewSowing { maturity: Some(Maturity::Early), ..late }] {
            assert_eq!(sow(&store, meena, "key", other).await, SowingOutcome::KeyReused);
        }
    }

    async fn a_row_of_an_earlier_release_is_known_by_what_it_says(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = new_sowing(Crop::Ragi, 100);
        let first = sown(&store, meena, "key", sowing).await;
        let plan = planned(&store, meena, "key", Crop::Ragi, 100).await;
        store.tamper("UPDATE sowings SET meaning = NULL; UPDATE intentions SET meaning = NULL").await;
        for asked in [too_old(sowing), KeyedRequest::from(NewSowing { maturity: Some(Maturity::Late), ..sowing })] {
            assert_eq!(ask(&store, meena, "key", asked).await.unwrap(), SowingOutcome::Repeated(first.clone()));
        }
        for other in [new_sowing(Crop::Ragi, 101), new_sowing(Crop::Paddy, 100)] {
            assert_eq!(ask(&store, meena, "key", too_old(other)).await.unwrap(), SowingOutcome::KeyReused);
        }
        for (crop, expected) in [(Crop::Ragi, IntentionOutcome::Repeated(plan)), (Crop::Paddy, IntentionOutcome::KeyReused)] {
            let stated: StatedIntention = NewIntention { crop, field_size: sowing.field_size }.into();
            let asked = KeyedRequest { stated, judged: Err(Invalid::Maturity) };
            let id = id(noon(), "another plan");
            let answer = store.plan_sowing(meena, "key".to_owned(), asked, CountLimits::NONE, id, noon()).await;
            assert_eq!(answer.unwrap(), expected);
        }
    }

    async fn repeats_at_two_nodes_at_once_record_one_and_refuse_another_body(store) {
        let meena = farmer(&store, "meena").await;
        let node = Store::open(store.url()).await.unwrap();
        for n in 0..10 {
            let key = format!("key-{n}");
            let body = |hundredths| new_sowing(Crop::Ragi, hundredths);
            let ask = |store: &Store, number: u32, hundredths| {
                let (store, key) = (store.clone(), key.clone());
                async move {
                    let id = id(noon(), &format!("{key} {number}"));
                    store.record_sowing(meena, key, body(hundredths), CountLimits::NONE, id, noon()).await.unwrap()
                }
            };
            let (one, same, other) = tokio::join!(ask(&store, 1, 100), ask(&node, 2, 100), ask(&node, 3, 101));
            let count = |outcome: &SowingOutcome| {
                [&one, &same, &other].into_iter().filter(|one| discriminant(*one) == discriminant(outcome)).count()
            };
            let sowing = store.sowings(meena, 1, None).await.unwrap().sowings.remove(0);
            assert_eq!(count(&SowingOutcome::Recorded(sowing)), 1, "{one:?} {same:?} {other:?}");
            assert!(count(&SowingOutcome::KeyReused) >= 1, "{one:?} {same:?} {other:?}");
        }
        assert_eq!(store.number("SELECT COUNT(*) FROM sowings").await, 10);
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn a_repeat_is_answered_until_the_closed_account_is_erased(store) {
        let meena = farmer(&store, "meena").await;
        let first = sown(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await;
        store.close_account(meena, noon()).await.unwrap();
        assert_eq!(sow(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await, SowingOutcome::Repeated(first));
        while store.erase_batch(meena, uuid::Uuid::nil(), noon()).await.unwrap().unwrap() {}
        let erased = ask(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await;
        assert!(matches!(erased, Err(Error::NoConsent)), "{erased:?}");
    }

    async fn a_plan_that_was_sown_is_sown_whatever_day_is_asked_for_and_without_consent(store) {
        let meena = farmer(&store, "meena").await;
        let plan = planned(&store, meena, "key", Crop::Ragi, 100).await;
        let sow = |sown_on, name| {
            store.sow_intention(meena, plan.id, sown_on, None, CountLimits::NONE, id(noon(), name), noon())
        };
        let refused = sow(Err(Invalid::SownOnFuture), "refused").await;
        assert!(matches!(refused, Err(Error::Invalid(Invalid::SownOnFuture))), "{refused:?}");
        let first = sow(Ok(None), "first").await.unwrap();
        assert!(matches!(first, Some(SowOutcome::Sown(_))), "{first:?}");
        store.withdraw_consent(meena, noon()).await.unwrap();
        assert_eq!(sow(Err(Invalid::SownOnTooOld), "second").await.unwrap(), first);
    }

    async fn a_change_that_stands_is_answered_again_without_consent_and_after_a_withdrawal(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await;
        let late = SowingChange::Maturity(Maturity::Late);
        let harvested = SowingChange::Close(Outcome::Harvested(Some(Kilograms(900))));
        let change = async |change| store.change_sowing(meena, sowing.id, change, noon()).await;
        for first in [late, harvested] {
            assert!(matches!(change(first).await.unwrap(), Some(ChangeOutcome::Changed(_))));
        }
        let stands = Sowing {
            maturity: Some(Maturity::Late),
            closing: Some(grow_domain::sowing::Closing { outcome: Outcome::Harvested(Some(Kilograms(900))), at: noon() }),
            ..sowing.clone()
        };
        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap();
        store.withdraw_consent(meena, noon()).await.unwrap();
        let before = store.everything().await;
        for again in [late, harvested] {
            assert_eq!(change(again).await.unwrap(), Some(ChangeOutcome::Changed(stands.clone())));
        }
        for other in [SowingChange::Maturity(Maturity::Early), SowingChange::Close(Outcome::Failed)] {
            assert!(matches!(change(other).await, Err(Error::NoConsent)));
        }
        assert_eq!(store.everything().await, before);
    }

    async fn an_undo_is_answered_again_without_consent_and_when_it_is_too_late(store) {
        let meena = farmer(&store, "meena").await;
        let sowing = sown(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await;
        store.change_sowing(meena, sowing.id, SowingChange::Close(Outcome::Failed), noon()).await.unwrap();
        let undo = async |end, at| store.undo_end(meena, sowing.id, end, at).await;
        let undone = Some(UndoOutcome::Undone(sowing.clone()));
        assert_eq!(undo(End::Closing, noon()).await.unwrap(), undone);
        store.withdraw_consent(meena, noon()).await.unwrap();
        assert_eq!(undo(End::Closing, noon() + 48.hours()).await.unwrap(), undone);
        store.withdraw_sowing(meena, sowing.id, noon()).await.unwrap();
        assert_eq!(undo(End::Closing, noon() + 48.hours()).await.unwrap(), undone);
        assert!(matches!(undo(End::Withdrawal, noon()).await, Err(Error::NoConsent)));
        store.give_consent(meena, Agreed::to_the_notice(), noon()).await.unwrap();
        assert_eq!(undo(End::Withdrawal, noon()).await.unwrap(), undone);
    }
}

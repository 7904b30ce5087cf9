use super::*;
use crate::land::LandTable;
use jiff::civil::date;
use proptest::prelude::*;

/// Least part of a season's land, as the advice has it.
const LEAST: f64 = 0.02;

const WATERS: [Option<Water>; 4] = [None, Some(Water::AllSeason), Some(Water::OnceOrTwice), Some(Water::RainOnly)];

fn on<T>(key: &str, water: Option<Water>, with: impl FnOnce(&Field<'_>) -> T) -> T {
    let district = District::from_key(key).unwrap();
    let land = LandTable::shipped().of_district(district);
    let year = land.year().unwrap();
    with(&Field { district, land: &land, year, water, soil: None, last_crop: None })
}

fn sowable(key: &str, day: Date, water: Option<Water>) -> Vec<Sowable> {
    on(key, water, |field| field.sowable(day, LEAST))
}

/// The crops that may be advised, the largest share first.
fn suits(key: &str, day: Date, water: Option<Water>) -> Vec<Crop> {
    let mut sowable = sowable(key, day, water);
    sowable.retain(|sowable| sowable.held_back.is_none());
    sowable.sort_by(|a, b| b.share.total_cmp(&a.share));
    sowable.into_iter().map(|sowable| sowable.crop).collect()
}

fn of(key: &str, day: Date, crop: Crop, water: Option<Water>) -> Option<Sowable> {
    sowable(key, day, water).into_iter().find(|sowable| sowable.crop == crop)
}

fn later(key: &str, day: Date, water: Option<Water>) -> Vec<(Crop, Date)> {
    let later = on(key, water, |field| field.opening_later(day, LEAST));
    later.into_iter().map(|(crop, opening)| (crop, opening.earliest)).collect()
}

#[test]
fn in_solapur_and_ahmadnagar_sorghum_is_a_crop_of_rabi_alone() {
    let june = date(2026, 6, 15);
    for key in ["mh-solapur", "mh-ahmadnagar"] {
        for water in WATERS {
            assert!(!suits(key, june, water).contains(&Crop::Cholam), "{key} {water:?}");
        }
        assert_eq!(suits(key, date(2026, 10, 1), Some(Water::RainOnly))[0], Crop::Cholam, "{key}");
    }
    assert_eq!(suits("mh-solapur", june, None)[0], Crop::RedGram);
    assert_eq!(suits("mh-ahmadnagar", june, None)[0], Crop::Cumbu);
}

#[test]
fn in_muzaffarpur_no_paddy_is_sown_in_november_or_march() {
    for day in [date(2026, 11, 24), date(2027, 3, 15)] {
        for water in WATERS {
            assert!(!suits("br-muzaffarpur", day, water).contains(&Crop::Paddy), "{day} {water:?}");
        }
    }
    assert_eq!(suits("br-muzaffarpur", date(2027, 3, 15), None), [Crop::GreenGram, Crop::Maize]);
}

#[test]
fn in_sitapur_the_33_hectares_of_rabi_maize_are_no_advice() {
    let maize = of("up-sitapur", date(2026, 10, 15), Crop::Maize, None).unwrap();
    assert_eq!(maize.held_back, Some(HeldBack::Rare));
    assert!(maize.share < 0.01);
}

#[test]
fn in_indore_no_maize_is_sown_in_november() {
    for water in WATERS {
        assert_eq!(of("mp-indore", date(2026, 11, 24), Crop::Maize, water), None);
    }
    assert!(suits("mp-indore", date(2026, 11, 24), None).contains(&Crop::BengalGram));
}

#[test]
fn in_shimla_no_black_gram_is_sown_into_the_frost() {
    for (year, month) in [(2026, 10), (2026, 11), (2026, 12), (2027, 1), (2027, 2), (2027, 3)] {
        for water in WATERS {
            assert!(!suits("hp-shimla", date(year, month, 15), water).contains(&Crop::BlackGram), "{month} {water:?}");
        }
    }
}

#[test]
fn in_anantapur_paddy_is_not_sown_in_may_and_groundnut_opens_in_june() {
    for water in WATERS {
        assert!(!suits("ap-anantapur", date(2026, 5, 15), water).contains(&Crop::Paddy), "{water:?}");
    }
    assert!(later("ap-anantapur", date(2026, 5, 15), None).contains(&(Crop::Groundnut, date(2026, 6, 5))));
    let paddy = of("ap-anantapur", date(2026, 7, 20), Crop::Paddy, None).unwrap();
    assert_eq!(paddy.need.unwrap().wants, Water::AllSeason, "{paddy:?}");
}

#[test]
fn in_erode_sornavari_is_not_sown_and_aadi_pattam_is_open_in_july() {
    let may = sowable("tn-erode", date(2026, 5, 15), None);
    assert!(may.iter().all(|sowable| sowable.crop != Crop::Paddy), "sornavari is of the north-east");
    let july = date(2026, 7, 20);
    for crop in [Crop::Groundnut, Crop::Maize, Crop::Ragi, Crop::Gingelly] {
        for water in [None, Some(Water::OnceOrTwice), Some(Water::RainOnly)] {
            let open = of("tn-erode", july, crop, water).unwrap();
            assert_eq!((open.held_back, open.timing), (None, Timing::Usual), "{crop} {water:?}");
            assert_eq!(open.opening.window.name, "aadi pattam");
        }
    }
    let paddy = |water| of("tn-erode", july, Crop::Paddy, water).unwrap();
    assert_eq!(paddy(Some(Water::RainOnly)).held_back, Some(HeldBack::Water));
    assert_eq!(paddy(Some(Water::OnceOrTwice)).held_back, Some(HeldBack::Water));
    assert_eq!(paddy(None).opening.window.name, "samba", "kuruvai is the delta's");
}

#[test]
fn in_thanjavur_kuruvai_opens_in_june_and_after_samba_comes_the_rice_fallow() {
    let kuruvai = of("tn-thanjavur", date(2026, 5, 15), Crop::Paddy, None).unwrap();
    assert_eq!((kuruvai.timing, kuruvai.opening.from), (Timing::Early, date(2026, 6, 1)));
    let november = date(2026, 11, 24);
    assert_eq!(suits("tn-thanjavur", november, None), []);
    let standing =
        on("tn-thanjavur", None, |field| field.standing(november, &field.opening_later(november, LEAST))).unwrap();
    assert_eq!(standing.crop, Crop::Paddy);
    let (next, from) = standing.next.unwrap();
    assert!([Crop::BlackGram, Crop::GreenGram].contains(&next) && from == date(2026, 12, 25), "{next} {from}");
    let later = later("tn-thanjavur", november, None);
    for gram in [Crop::BlackGram, Crop::GreenGram] {
        assert!(later.contains(&(gram, date(2026, 12, 25))), "{later:?}");
    }
}

#[test]
fn in_hisar_cotton_is_open_in_may_and_no_card_is_empty_without_a_next_crop() {
    let cotton = of("hr-hisar", date(2026, 5, 15), Crop::Cotton, Some(Water::AllSeason)).unwrap();
    assert_eq!((cotton.held_back, cotton.timing), (None, Timing::Usual));
    assert_eq!(suits("hr-hisar", date(2026, 5, 15), None)[0], Crop::Cotton);
    for day in [(2026, 5), (2026, 6), (2026, 7), (2026, 9), (2026, 10), (2026, 11), (2027, 1), (2027, 3)] {
        let day = date(day.0, day.1, 15);
        for water in WATERS {
            let has_next = !later("hr-hisar", day, water).is_empty();
            assert!(!suits("hr-hisar", day, water).is_empty() || has_next, "{day} {water:?}");
        }
    }
}

#[test]
fn in_nizamabad_the_hectare_of_bajra_is_no_advice() {
    for water in WATERS {
        assert!(!suits("ts-nizamabad", date(2026, 7, 20), water).contains(&Crop::Cumbu), "{water:?}");
    }
}

#[test]
fn in_cuttack_paddy_is_open_in_july_and_black_gram_is_not() {
    for water in WATERS {
        assert_eq!(suits("od-cuttack", date(2026, 7, 20), water), [Crop::Paddy], "{water:?}");
    }
}

#[test]
fn on_10_july_rain_alone_carries_paddy_in_raipur_puri_and_jagatsinghpur_and_not_in_ludhiana_and_erode() {
    let on_rain = |key| suits(key, date(2026, 7, 10), Some(Water::RainOnly)).contains(&Crop::Paddy);
    assert!(["cg-raipur", "od-puri", "od-jagatsinghapur"].into_iter().all(on_rain));
    assert!(!["pb-ludhiana", "tn-erode"].into_iter().any(on_rain));
}

#[test]
fn in_gorakhpur_no_potato_is_planted_with_one_or_two_waterings_and_in_almora_it_opens_in_spring() {
    let november = date(2026, 11, 25);
    assert!(!suits("up-gorakhpur", november, Some(Water::OnceOrTwice)).contains(&Crop::Potato));
    let october = date(2026, 10, 20);
    assert_eq!(of("uk-almora", october, Crop::Potato, Some(Water::RainOnly)), None);
    assert!(later("uk-almora", october, Some(Water::RainOnly)).contains(&(Crop::Potato, date(2027, 2, 1))));
}

#[test]
fn in_ramanathapuram_nothing_is_sown_on_rain_alone_in_january() {
    assert_eq!(suits("tn-ramanathapuram", date(2027, 1, 15), Some(Water::RainOnly)), []);
}

#[test]
fn in_cuttack_green_gram_and_black_gram_of_the_rice_fallow_are_alike() {
    for water in WATERS {
        let [green, black] = [Crop::GreenGram, Crop::BlackGram]
            .map(|gram| of("od-cuttack", date(2027, 1, 15), gram, water).map(|sown| sown.held_back));
        assert_eq!((green, black), (Some(None), Some(None)), "{water:?}");
    }
}

#[test]
fn in_guntur_black_gram_of_the_rice_fallow_is_open_in_november() {
    let gram = of("ap-guntur", date(2026, 11, 24), Crop::BlackGram, Some(Water::RainOnly)).unwrap();
    assert_eq!((gram.held_back, gram.opening.window.name.as_str()), (None, "rice fallow"));
    assert_eq!(gram.timing, Timing::Usual);
}

#[test]
fn in_kamrup_no_potato_is_planted_in_may() {
    for water in WATERS {
        assert!(!suits("as-kamrup", date(2026, 5, 15), water).contains(&Crop::Potato), "{water:?}");
    }
}

#[test]
fn of_land_like_none_known_the_own_statistics_count_if_there_are_any() {
    let of = |name: &str| {
        let district = District::all().find(|district| district.name() == name).unwrap();
        LandTable::shipped().of_district(district)
    };
    assert_eq!(of("Leh").year(), None, "no statistics tell of it");
    let mut erode = of("Erode");
    erode.expected = None;
    assert_eq!(erode.year(), erode.observed.as_ref().map(|observed| &observed.shares));
}

fn a_district() -> impl Strategy<Value = District> {
    (0..734_u16).prop_map(|index| District::from_index(index).unwrap())
}

proptest! {
    #[test]
    fn sowable_crops_have_an_open_window_land_and_water_and_their_shares_sum_to_one(
        district in a_district(),
        day in 0..365_i32,
        water in 0..4_usize,
    ) {
        let day = date(2026, 5, 1).saturating_add(day.days());
        let land = LandTable::shipped().of_district(district);
        let Some(year) = land.year() else { return Ok(()) };
        let field = Field { district, land: &land, year, water: WATERS[water], soil: None, last_crop: None };
        let sowable = field.sowable(day, LEAST);
        for sowable in &sowable {
            prop_assert!(sowable.opening.timing(day) == Some(sowable.timing));
            prop_assert!(0.0 < sowable.share && sowable.share <= 1.0 + 1e-9);
            prop_assert!(sowable.weight > 0.0 && day < sowable.harvest.from);
            if sowable.held_back.is_none() {
                prop_assert!(sowable.share >= LEAST);
                prop_assert!(sowable.need.is_none_or(|need| need.is_met_with(field.water)));
                let irrigated = land.irrigated(sowable.crop, sowable.opening.window.season);
                let misses = sowable.need.map_or(0.0, |need| need.missing_mm().0);
                prop_assert!(field.water != Some(Water::RainOnly) || irrigated < 0.8 || misses <= 0.0);
            }
        }
        let shares = shares_of_day(&sowable);
        let has_any = sowable.iter().any(|sowable| sowable.held_back.is_none());
        prop_assert!((shares.sum() - f64::from(u8::from(has_any))).abs() < 1e-9);
        for (crop, opening) in field.opening_later(day, LEAST) {
            prop_assert!(day < opening.earliest);
            let open = sowable.iter().find(|sowable| sowable.crop == crop);
            prop_assert!(open.is_none_or(|open| open.held_back == Some(HeldBack::Rare)), "{} {}", district, crop);
        }
    }

    #[test]
    fn more_water_never_holds_back_a_crop_that_less_water_carries(
        district in a_district(),
        day in 0..365_i32,
    ) {
        let day = date(2026, 5, 1).saturating_add(day.days());
        let land = LandTable::shipped().of_district(district);
        let Some(year) = land.year() else { return Ok(()) };
        let of = |water| Field { district, land: &land, year, water, soil: None, last_crop: None }.sowable(day, LEAST);
        let untold = of(None);
        for sowable in of(Some(Water::RainOnly)).iter().chain(&of(Some(Water::OnceOrTwice))) {
            let other = untold.iter().find(|other| other.crop == sowable.crop);
            prop_assert!(other.is_none_or(|other| other.held_back != Some(HeldBack::Water)));
        }
    }
}

//! A place is decided only where it is certain: the names of the 6,921 sub-districts, as people write them.

use super::spelling::{self, Part};
use super::subdistricts::{self, Subdistrict};
use super::tests::suggest;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The key of a sub-district's name, as the table has it.
fn key(name: &str) -> String {
    spelling::parts(name).iter().map(Part::key).collect()
}

fn whole_names() -> impl Iterator<Item = Subdistrict> {
    subdistricts::rows().iter().copied().filter(|row| row.key() == key(row.name()))
}

fn names(keys: &[&str]) -> BTreeSet<String> {
    keys.iter().map(|key| (*key).to_owned()).collect()
}

/// The district that a text decides, by key.
fn decided(text: &str) -> Option<&'static str> {
    match resolve(text) {
        Resolution::District(district) => Some(district.key()),
        _ => None,
    }
}

#[test]
fn the_table_has_every_subdistrict_sorted_by_key() {
    assert_eq!(whole_names().count(), 6_921);
    assert!(subdistricts::rows().is_sorted_by_key(Subdistrict::key));
    let table = include_str!("../../../../data/subdistricts.csv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    assert_eq!(rows.clone().count(), subdistricts::rows().len());
    for (line, row) in rows.zip(subdistricts::rows()) {
        let districts: Vec<_> = row.districts().map(District::key).collect();
        assert_eq!(line, format!("{},{},{}", row.key(), row.name(), districts.join("|")));
        assert!(row.districts().all(|district| district.state() == row.state()), "{line}");
        let [spelt, name] = [row.key().to_owned(), key(row.name())].map(|key| key.chars().collect::<Vec<_>>());
        assert!(spelling::Ruler::default().with_beginning(&spelt, &name, 3).is_some(), "{line}");
    }
}

#[test]
fn the_index_of_the_subdistricts_adds_less_than_a_mebibyte() {
    let table = include_str!("../../../../data/subdistricts.csv").len();
    assert!(table + (size_of::<Subdistrict>() + size_of::<u16>()) * subdistricts::rows().len() < 512 * 1_024);
}

/// Whether the text is an exact name of the district, or of one of its sub-districts in the state.
fn is_named(text: &str, district: District) -> bool {
    let key = key(text);
    named::districts_called(&key, Some(district.state())).contains(&district)
        || subdistricts::districts_with(&key, Some(district.state())).contains(&district)
}

#[test]
fn no_subdistrict_of_a_named_state_is_decided_as_another_district() {
    let (mut known, mut asked_for_shared_name) = (0, BTreeSet::new());
    for row in whole_names() {
        let text = format!("{}, {}", row.name(), row.state().name());
        let own: Vec<_> = row.districts().collect();
        match resolve(&text) {
            Resolution::District(found) => assert!(own.contains(&found), "{text}: {found}"),
            Resolution::Ambiguous(found) => {
                assert!(own.iter().all(|district| found.contains(district)), "{text}: {found:?}");
                let official = |district: &&District| key(district.name()) == row.key() && !own.contains(*district);
                if found.iter().any(|district| official(&district)) {
                    asked_for_shared_name.insert(text.clone());
                }
            }
            Resolution::Unknown => continue,
        }
        known += 1;
    }
    assert_eq!(known, 6_921);
    let shared = [
        "Akola, Maharashtra",
        "Bilaspur, Madhya Pradesh",
        "Fatehpur, Uttar Pradesh",
        "Kishanganj, Bihar",
        "Madhubani, Bihar",
        "Mau, Uttar Pradesh",
        "RAMGARH, Jharkhand",
        "Ramgarh, Bihar",
        "Ramgarh, Jharkhand",
        "Rayagada, Odisha",
    ];
    assert_eq!(asked_for_shared_name, names(&shared));
}

#[test]
fn every_subdistrict_is_suggested_as_it_is_asked() {
    let states: Vec<_> = State::all().collect();
    for (number, row) in whole_names().enumerate() {
        let other = states[number % states.len()].name();
        for text in [
            row.name().to_owned(),
            format!("{}, {}", row.name(), row.state().name()),
            format!("{}, {other}", row.name()),
        ] {
            let suggested: Vec<_> = suggest(&text, 12).iter().map(|suggestion| suggestion.district).collect();
            match resolve(&text) {
                Resolution::District(district) => assert_eq!(suggested.first(), Some(&district), "{text}"),
                Resolution::Ambiguous(asked) => {
                    assert!(asked.iter().all(|it| suggested.contains(it)), "{text}: {suggested:?}");
                }
                Resolution::Unknown => {}
            }
        }
    }
}

#[test]
fn what_was_decided_wrongly_is_decided_rightly_or_asked() {
    for (text, district) in [
        ("Chandausi, Uttar Pradesh", "up-sambhal"),
        ("Sahebganj, Bihar", "br-muzaffarpur"),
        ("Jalgaon (Jamod), Maharashtra", "mh-buldana"),
        ("Gangadhara Nellore, Andhra Pradesh", "ap-chittoor"),
        ("Raipur - Karchuliyan, Madhya Pradesh", "mp-rewa"),
        ("Karaikal Taluk, Puducherry", "py-karaikal"),
        ("Thirunallar, Puducherry", "py-karaikal"),
        ("Kakinada, Andhra Pradesh", "ap-east-godavari"),
        ("Naini Tal, Uttarakhand", "uk-nainital"),
        ("Mandal, Gujarat", "gj-ahmadabad"),
        ("Kaimur (Bhabua) District, Bihar", "br-kaimur-bhabhua"),
    ] {
        assert_eq!(decided(text), Some(district), "{text}");
    }
    for text in [
        "Jalgaon (Jamodd), Maharashtra",
        "Raipur - Karchulian, Madhya Pradesh",
        "Bhagwanpur, Bihar",
        "Lakhipur, Assam",
        "Fatehpur",
        "Chandausi",
        "Sahebganj",
    ] {
        assert!(matches!(resolve(text), Resolution::Ambiguous(_)), "{text}");
    }
}

/// The name without a bracket, a number or the district after it.
fn bare_name(row: Subdistrict) -> Option<&'static str> {
    let name = row.name();
    let is_number = |word: &str| {
        let digits = word.chars().all(|c| c.is_ascii_digit()) || word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
        !word.is_empty() && digits
    };
    let of_district = |words: &str| row.districts().any(|district| key(district.name()) == key(words));
    let bracket = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let number = || name.rsplit_once([' ', '-']).filter(|(_, word)| is_number(word));
    let district = || name.match_indices(' ').map(|(at, _)| name.split_at(at)).find(|(_, words)| of_district(words));
    bracket.or_else(number).or_else(district).map(|(bare, _)| bare.trim_end_matches([' ', '-']))
}

#[test]
fn a_name_with_a_qualifier_counts_under_the_bare_name_too() {
    let mut count = 0;
    for row in whole_names() {
        let Some(bare) = bare_name(row) else { continue };
        let text = format!("{bare}, {}", row.state().name());
        match resolve(&text) {
            Resolution::District(found) => assert!(row.districts().any(|own| own == found), "{text}: {found}"),
            Resolution::Ambiguous(found) if !subdistricts::districts_with(&key(bare), Some(row.state())).is_empty() => {
                assert!(row.districts().all(|own| found.contains(&own)), "{text}: {found:?}");
            }
            _ => {}
        }
        count += 1;
    }
    assert!(count > 240, "{count}");
}

#[test]
fn a_name_of_several_districts_is_asked_with_all() {
    for (text, expected) in [
        ("Bishnupur, West Bengal", &["wb-bankura", "wb-south-24-parganas"][..]),
        ("Kalol, Gujarat", &["gj-gandhinagar", "gj-panch-mahals"]),
        ("Mandvi, Gujarat", &["gj-kachchh", "gj-surat"]),
        ("Ghanpur, Telangana", &["ts-jangoan", "ts-jayashankar", "ts-wanaparthy"]),
        ("Shirur, Maharashtra", &["mh-bid", "mh-pune"]),
        ("Gobindpur, Jharkhand", &["jh-dhanbad", "jh-saraikela-kharsawan"]),
        ("Jalgaon, Maharashtra", &["mh-buldana", "mh-jalgaon"]),
        ("Berhampur, Odisha", &["od-baleshwar", "od-ganjam"]),
        ("Berhampur", &["od-baleshwar", "od-ganjam", "wb-murshidabad"]),
        ("Amaravati", &["ap-guntur", "mh-amravati"]),
        ("Gola, UP", &["up-gorakhpur", "up-kheri"]),
        ("Tadvai, Telangana", &["ts-kamareddy", "ts-mulugu"]),
        ("Gobindpur, Odisha", &["od-cuttack", "od-sambalpur"]),
    ] {
        let Resolution::Ambiguous(found) = resolve(text) else { panic!("{text}: {:?}", resolve(text)) };
        assert_eq!(
            found.iter().map(|it| it.key()).collect::<BTreeSet<_>>(),
            expected.iter().copied().collect(),
            "{text}"
        );
    }
    for (text, district) in [
        ("Amaravati, Andhra Pradesh", "ap-guntur"),
        ("Amaravati, Maharashtra", "mh-amravati"),
        ("Berhampur, West Bengal", "wb-murshidabad"),
        ("Kalol Gandhinagar, Gujarat", "gj-gandhinagar"),
        ("Kalol, Gandhinagar, Gujarat", "gj-gandhinagar"),
        ("Jalgaon district, Maharashtra", "mh-jalgaon"),
    ] {
        assert_eq!(decided(text), Some(district), "{text}");
    }
}

#[test]
fn subdistricts_of_one_state_that_differ_by_b_and_v_or_t_and_th_are_asked_together() {
    let spoken = |row: &Subdistrict| (row.state(), row.key().replace(['v', 'w'], "b").replace("th", "t"));
    let mut by_name = std::collections::BTreeMap::<_, Vec<Subdistrict>>::new();
    for row in whole_names() {
        by_name.entry(spoken(&row)).or_default().push(row);
    }
    for row in whole_names() {
        if let Some(found) = decided(&format!("{}, {}", row.name(), row.state().name())) {
            let alike = by_name.get(&spoken(&row)).into_iter().flatten().filter(|other| other.key() != row.key());
            for other in alike {
                assert!(other.districts().any(|it| it.key() == found), "{} is also {}", row.name(), other.name());
            }
        }
    }
}

#[test]
fn what_is_written_beside_the_name_changes_nothing() {
    for row in whole_names() {
        let (name, state) = (row.name(), row.state().name());
        let (lower, lower_state) = (name.to_lowercase(), state.to_lowercase());
        let own: Vec<_> = row.districts().collect();
        for text in [
            format!("{name} taluk, {state}"),
            format!("{name} Tehsil {state}"),
            format!("Tal. {name}, {state}"),
            format!("{name} C.D. block,{state}"),
            format!("{name} Mandal, {state}, India"),
            format!("{name} sub-district, {state}"),
            format!("{lower} {lower_state}"),
            format!("{state}, {name}"),
            format!("Rampur, {name}, {state}"),
        ] {
            if let Resolution::District(found) = resolve(&text) {
                assert!(own.contains(&found), "{text}: {found}");
            }
        }
        // A word for 'district' makes it the district of that name, if there is one.
        for text in
            [format!("{name} District, {state}"), format!("{name} Dt, {state}"), format!("{name} Dist., {state}")]
        {
            if let Resolution::District(found) = resolve(&text) {
                assert!(own.contains(&found) || is_named(name, found), "{text}: {found}");
            }
        }
    }
}

#[test]
fn a_pin_code_beside_the_name_is_never_outvoted_by_likeness() {
    for (text, expected) in [
        ("Chandausi 244412", Some("up-sambhal")),
        ("Chandausi, Uttar Pradesh 244412", Some("up-sambhal")),
        ("Chandusi 244412", Some("up-sambhal")),
        ("Chandausi, Uttar Pradesh 638052", None),
    ] {
        assert_eq!(decided(text), expected, "{text}");
    }
}

#[test]
fn renamed_and_new_districts_lead_to_their_parents_or_are_asked() {
    let parents = |text: &str| -> BTreeSet<String> {
        match resolve(text) {
            Resolution::District(district) => names(&[district.key()]),
            Resolution::Ambiguous(found) => found.iter().map(|district| district.key().to_owned()).collect(),
            Resolution::Unknown => BTreeSet::new(),
        }
    };
    for (text, expected) in [
        ("Ahilyanagar, Maharashtra", &["mh-ahmadnagar"][..]),
        ("Bengaluru South, Karnataka", &["ka-bengaluru", "ka-ramanagara"]),
        ("Bengaluru South District, Karnataka", &["ka-ramanagara"]),
        ("Vav-Tharad, Gujarat", &["gj-banas-kantha"]),
        ("Vijayanagara", &["ka-ballari"]),
        ("Saitual, Mizoram", &["mz-aizawal", "mz-champhai"]),
        ("Chhatrapati Sambhajinagar", &["mh-aurangabad"]),
        ("Dharashiv", &["mh-osmanabad"]),
        ("Narmadapuram", &["mp-hoshangabad"]),
        ("Ayodhya", &["up-faizabad"]),
        ("Hanumakonda, Telangana", &["ts-warangal-urban"]),
        ("NTR district, Andhra Pradesh", &["ap-krishna"]),
        ("Dr. B.R. Ambedkar Konaseema", &["ap-east-godavari"]),
        ("Sri Sathya Sai, Andhra Pradesh", &["ap-anantapur"]),
        ("Malerkotla, Punjab", &["pb-sangrur"]),
        ("Mauganj, MP", &["mp-rewa"]),
        ("मऊगंज, मध्य प्रदेश", &["mp-rewa"]),
        ("Beawar, Rajasthan", &["rj-ajmer", "rj-pali"]),
        ("Neem Ka Thana, Rajasthan", &["rj-jhunjhunu", "rj-sikar"]),
        ("Shamator, Nagaland", &["nl-tuensang"]),
        ("Zanskar, Ladakh", &["la-kargil"]),
        ("Mayiladuthurai", &["tn-nagapattinam"]),
    ] {
        assert_eq!(parents(text), names(expected), "{text}");
    }
}

#[test]
fn a_text_that_ends_with_a_districts_own_name_never_decides_another() {
    let mut own = 0;
    for district in District::all() {
        let (name, state) = (district.name(), district.state().name());
        for text in [name.to_owned(), format!("{name}, {state}"), format!("Periyapalayam Pudur, {name}, {state}")] {
            if super::named::ends_with_its_own_name(&text, district) {
                assert!(decided(&text).is_none_or(|decided| decided == district.key()), "{text}");
                own += 1;
            }
        }
    }
    assert!(own > 1_900, "most names are a district's own: {own}");
}

#[test]
fn a_district_that_was_decided_too_soon_is_known_by_its_text() {
    for (text, district, too_soon) in [
        ("Chandausi, Uttar Pradesh", "up-chandauli", true),
        ("Chandausi, Uttar Pradesh", "up-sambhal", false),
        ("Chandausi, Uttar Pradesh", "up-moradabad", false),
        ("Sahebganj, Bihar", "jh-sahibganj", true),
        ("Jalgaon (Jamod), Maharashtra", "mh-jalgaon", true),
        ("Gangadhara Nellore, Andhra Pradesh", "ap-s-p-s-nellore", true),
        ("Tirrupur", "tn-tiruppur", true),
        ("Coimbatre, Tamil Nadu", "tn-coimbatore", true),
        ("Fatehpur, Uttar Pradesh", "up-fatehpur", true),
        ("Karaikal Taluk, Puducherry", "py-puducherry", true),
        ("Erode", "tn-erode", false),
        ("Bhavani, Erode, Tamil Nadu", "tn-erode", false),
        ("Thenurpatti", "tn-erode", false),
        ("Aurangabad", "mh-aurangabad", false),
        ("Eorde", "tn-erode", false),
        ("", "tn-erode", false),
    ] {
        let district = District::from_key(district).unwrap();
        assert_eq!(was_decided_too_soon(text, district), too_soon, "{text} in {district}");
    }
}

proptest! {
    #[test]
    fn a_slip_in_a_subdistrict_is_never_decided_as_what_it_does_not_name(
        place in 0..6_921_usize, which in any::<prop::sample::Index>(), kind in 0..4_usize
    ) {
        let row = whole_names().nth(place).unwrap();
        let slips = super::tests::slips(&row.name().to_lowercase());
        let slip: &String = which.get(&slips);
        let state = row.state();
        let kind = ["", " taluk", " block", " mandal"][kind];
        if let Resolution::District(found) = resolve(&format!("{slip}{kind}, {}", state.name())) {
            let is_of_state = found.state() == state || named::within(Some(state), [found].into_iter()) == [found];
            prop_assert!(is_of_state, "{} in {}: {}", slip, state.name(), found);
            let is_own = row.districts().any(|own| own == found);
            let parts = spelling::parts(slip);
            let words = parts.iter().flat_map(|part| [part.key(), part.bare_key()]);
            prop_assert!(is_own || is_named(slip, found) || words.into_iter().any(|name| is_named(&name, found)),
                "{} of {:?}: {}", slip, row.name(), found);
        }
    }
}

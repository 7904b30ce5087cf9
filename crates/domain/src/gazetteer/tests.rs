use super::spelling::{key, words};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn district(key: &str) -> District {
    District::from_key(key).unwrap_or_else(|| panic!("{key} is a district"))
}

#[track_caller]
fn resolves(cases: &[(&str, &str)]) {
    for (text, key) in cases {
        assert_eq!(resolve(text), Resolution::District(district(key)), "{text}");
    }
}

/// An empty list means unknown.
#[track_caller]
fn asks(cases: &[(&str, &[&str])]) {
    for (text, keys) in cases {
        let expected = match keys {
            [] => Resolution::Unknown,
            keys => Resolution::Ambiguous(keys.iter().copied().map(district).collect()),
        };
        assert_eq!(resolve(text), expected, "{text}");
    }
}

pub(super) fn suggest(text: &str, limit: usize) -> Vec<Suggestion> {
    let Completion { suggestions, decided } = complete(text, limit);
    assert_eq!(
        decided.map(Resolution::District),
        Some(resolve(text)).filter(|it| matches!(it, Resolution::District(_)))
    );
    suggestions
}

fn suggested(text: &str) -> Vec<String> {
    suggest(text, 8).into_iter().map(|suggestion| suggestion.district.to_string()).collect()
}

#[test]
fn bardhaman_is_the_eastern_of_the_two_districts_that_it_became() {
    resolves(&[("Bardhaman", "wb-purba-bardhaman"), ("Burdwan, West Bengal", "wb-purba-bardhaman")]);
    resolves(&[("Paschim Bardhaman", "wb-paschim-bardhaman"), ("Asansol", "wb-paschim-bardhaman")]);
    assert_eq!(suggested("Bardhaman")[0], "Purba Bardhaman, West Bengal");
}

#[test]
fn every_table_names_districts_that_there_are() {
    assert!(INDEX.names().len() > 1_690, "{}", INDEX.names().len());
    for name in INDEX.names() {
        assert!(!name.key.is_empty() && name.text.trim() == name.text, "{}", name.text);
    }
    let bases: BTreeSet<_> = include_str!("../../../../data/district_spellings.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit(',').next())
        .collect();
    assert_eq!(bases, ["basis", "common", "former", "since", "table"].into());
}

#[test]
fn tamil_and_hindi_names_are_complete_and_written_in_their_script() {
    use State::*;
    let tamil = [TamilNadu, Puducherry];
    let hindi = [
        UttarPradesh,
        MadhyaPradesh,
        Bihar,
        Rajasthan,
        Haryana,
        Uttarakhand,
        HimachalPradesh,
        Jharkhand,
        Chhattisgarh,
        Delhi,
    ];
    for district in District::all() {
        let has = |first: char, last: char| {
            INDEX.names().iter().any(|name| {
                name.kind == Kind::Local
                    && name.district == district
                    && name.key.chars().all(|c| (first..=last).contains(&c))
            })
        };
        assert!(!tamil.contains(&district.state()) || has('\u{b80}', '\u{bff}'), "{district}");
        assert!(!hindi.contains(&district.state()) || has('\u{900}', '\u{97f}'), "{district}");
    }
}

#[test]
fn a_name_is_found_however_it_is_written() {
    resolves(&[
        ("Erode", "tn-erode"),
        (" ERODE ", "tn-erode"),
        ("erode district", "tn-erode"),
        ("Erode Dist.", "tn-erode"),
        ("Erode, Tamil Nadu", "tn-erode"),
        ("Tamil Nadu Erode", "tn-erode"),
        ("Tamil Nadu, Erode", "tn-erode"),
        ("Erode TN", "tn-erode"),
        ("Erode, Tamilnadu - 638001, India", "tn-erode"),
        ("Agra U.P.", "up-agra"),
        ("bara banki", "up-bara-banki"),
        ("Y.S.R", "ap-y-s-r"),
        ("Bengalūru", "ka-bengaluru"),
        ("Puducherry", "py-puducherry"),
        ("Karaikal, Puducherry", "py-karaikal"),
        ("Chandigarh", "ch-chandigarh"),
        ("Sector 22, Chandigarh", "ch-chandigarh"),
        ("East District, Sikkim", "sk-east-district"),
        ("North 24 Parganas", "wb-north-24-parganas"),
    ]);
}

#[test]
fn older_and_everyday_names_are_known() {
    resolves(&[
        ("Trichy", "tn-tiruchirappalli"),
        ("Tuticorin", "tn-thoothukkudi"),
        ("Tanjore", "tn-thanjavur"),
        ("Madras", "tn-chennai"),
        ("Kanchipuram", "tn-kancheepuram"),
        ("Ooty", "tn-the-nilgiris"),
        ("Gurgaon", "hr-gurugram"),
        ("Allahabad", "up-prayagraj"),
        ("Faizabad", "up-faizabad"),
        ("Ayodhya", "up-faizabad"),
        ("Bangalore", "ka-bengaluru"),
        ("Mysore", "ka-mysuru"),
        ("Calcutta", "wb-kolkata"),
        ("Bombay", "mh-mumbai"),
        ("Ahmedabad", "gj-ahmadabad"),
        ("Kutch", "gj-kachchh"),
        ("Khandwa", "mp-east-nimar"),
        ("Mayiladuthurai", "tn-nagapattinam"),
        ("Chhatrapati Sambhajinagar", "mh-aurangabad"),
    ]);
}

#[test]
fn tamil_and_hindi_are_read() {
    resolves(&[
        ("ஈரோடு", "tn-erode"),
        ("ஈரோடு மாவட்டம்", "tn-erode"),
        ("பவானி, ஈரோடு, தமிழ்நாடு", "tn-erode"),
        ("திருச்சி", "tn-tiruchirappalli"),
        ("மதுரை", "tn-madurai"),
        ("वाराणसी", "up-varanasi"),
        ("जिला वाराणसी, उत्तर प्रदेश", "up-varanasi"),
        ("चम्पावत", "uk-champawat"),
        ("औरंगाबाद, बिहार", "br-aurangabad"),
    ]);
    asks(&[("प्रतापगढ", &["rj-pratapgarh", "up-pratapgarh"])]);
}

#[test]
fn a_name_of_two_districts_asks_for_the_state() {
    asks(&[
        ("Aurangabad", &["br-aurangabad", "mh-aurangabad"]),
        ("Bilaspur", &["cg-bilaspur", "hp-bilaspur", "hr-yamunanagar", "mp-umaria", "up-rampur"]),
        ("Jaipur", &["rj-jaipur", "ts-mancherial", "wb-purulia"]),
        ("Fatehpur, Uttar Pradesh", &["up-fatehpur", "up-bara-banki"]),
        ("Akola, Maharashtra", &["mh-akola", "mh-ahmadnagar"]),
        ("Pratapgarh", &["rj-pratapgarh", "up-pratapgarh"]),
        ("Hamirpur", &["hp-hamirpur", "up-hamirpur"]),
        ("Balrampur Dist.", &["cg-balrampur", "up-balrampur"]),
        ("Raigarh", &["cg-raigarh", "mh-raigarh"]),
        ("Bijapur", &["cg-bijapur", "ka-vijayapura"]),
        ("Kanpur", &["up-kanpur-dehat", "up-kanpur-nagar", "od-cuttack"]),
        ("Goa", &["ga-north-goa", "ga-south-goa"]),
    ]);
    resolves(&[
        ("Aurangabad Bihar", "br-aurangabad"),
        ("Aurangabad, MH", "mh-aurangabad"),
        ("Bilaspur, Himachal", "hp-bilaspur"),
        ("Balrampur, U.P.", "up-balrampur"),
        ("Bijapur, Karnataka", "ka-vijayapura"),
        ("Jaipur, Rajasthan", "rj-jaipur"),
        ("Fatehpur district, Uttar Pradesh", "up-fatehpur"),
        ("Fatehpur, Bara Banki", "up-bara-banki"),
    ]);
}

#[test]
fn a_name_in_another_script_is_asked_whenever_its_latin_name_is() {
    for (local, latin) in [
        ("फतेहपुर", "Fatehpur"),
        ("फतेहपुर, उत्तर प्रदेश", "Fatehpur, Uttar Pradesh"),
        ("रामपुर", "Rampur"),
        ("गोरखपुर", "Gorakhpur"),
        ("अकोला", "Akola"),
        ("सीतापुर", "Sitapur"),
        ("चंद्रपुर", "Chandrapur"),
        ("इंदौर", "Indore"),
        ("फतेहपुर जिला, उत्तर प्रदेश", "Fatehpur district, Uttar Pradesh"),
    ] {
        assert_eq!(resolve(local), resolve(latin), "{local}");
    }
    for name in INDEX.names().iter().filter(|name| name.kind == Kind::Local) {
        let is_one = |text: String| matches!(resolve(&text), Resolution::District(_));
        let state = name.district.state().name();
        for (local, latin) in [
            (name.text.clone(), name.district.name().to_owned()),
            (format!("{}, {state}", name.text), format!("{}, {state}", name.district.name())),
        ] {
            let official = key(name.district.name());
            let is_official = named::in_latin(&name.key, &[name.district]).contains(&official.as_str());
            assert!(!is_official || !is_one(local) || is_one(latin), "{}", name.text);
        }
    }
}

#[test]
fn states_are_known_by_their_abbreviations() {
    resolves(&[
        ("इंदौर, म.प्र.", "mp-indore"),
        ("इंदौर म प्र", "mp-indore"),
        ("इंदौर म0प्र0", "mp-indore"),
        ("इंदौर एमपी", "mp-indore"),
        ("आगरा, उ.प्र.", "up-agra"),
        ("आगरा उ प्र", "up-agra"),
        ("आगरा उ0प्र0", "up-agra"),
        ("आगरा, यूपी", "up-agra"),
        ("जयपुर, राज.", "rj-jaipur"),
        ("Jaipur, Raj.", "rj-jaipur"),
        ("Jodhpur Raj.", "rj-jodhpur"),
        ("पटना बिहार", "br-patna"),
        ("Nashik, Maha.", "mh-nashik"),
        ("Patiala (Pb.)", "pb-patiala"),
        ("Erode, TN, IN", "tn-erode"),
        ("Erode TN IN", "tn-erode"),
        ("Erode, Tamil Nadu, IN", "tn-erode"),
    ]);
    assert_eq!(suggested("Raj Sam"), ["Rajsamand, Rajasthan"]);
    assert!(suggested("Raj").contains(&"Rajkot, Gujarat".to_owned()), "and no list of Rajasthan");
    assert_eq!(suggested("In")[0], "Indore, Madhya Pradesh");
    asks(&[("Salem, IN", &["tn-salem"])]);
}

#[test]
fn words_for_the_kind_of_a_place_divide_a_text_without_commas() {
    resolves(&[
        ("At/Po Malegaon Tal Malegaon Dist Nashik Maharashtra", "mh-nashik"),
        ("At Post Malegaon Tal Malegaon Dist Nashik", "mh-nashik"),
        ("V.P.O. Nabha Distt. Patiala (Pb.)", "pb-patiala"),
        ("Vill Rampur Distt Auraiya UP", "up-auraiya"),
        ("तहसील सांवेर जिला इंदौर", "mp-indore"),
        ("ग्राम रामपुर जिला पटना बिहार", "br-patna"),
        ("मु.पो. उरुळी ता. हवेली जि. पुणे", "mh-pune"),
        ("जिला इंदौर तहसील सांवेर म.प्र.", "mp-indore"),
        ("Dist. Nashik, Tal. Niphad, At. Lasalgaon", "mh-nashik"),
        ("Dist Nashik Tal Niphad At Lasalgaon", "mh-nashik"),
        ("Thenur Dist Erode Tamil Nadu", "tn-erode"),
        ("Fatehpur district Uttar Pradesh", "up-fatehpur"),
        ("ஈரோடு மாவட்டம் பெருந்துறை", "tn-erode"),
    ]);
    asks(&[("Erode district Salem", &["tn-erode", "tn-salem"]), ("Salem district Oregon", &["tn-salem"])]);
}

#[test]
fn a_town_and_two_names_of_one_district_name_it() {
    resolves(&[
        ("Agra Cantt", "up-agra"),
        ("Agra Cantt, UP", "up-agra"),
        ("आगरा कैंट", "up-agra"),
        ("Erode City", "tn-erode"),
        ("Hubli Dharwad", "ka-dharwad"),
        ("Hubballi-Dharwad, Karnataka", "ka-dharwad"),
        ("SAS Nagar Mohali", "pb-s-a-s-nagar"),
        ("Gurugram Gurgaon", "hr-gurugram"),
        ("Kalaburgi", "ka-kalaburagi"),
        ("Purvi Champaran", "br-east-champaran"),
        ("Pashchimi Champaran", "br-west-champaran"),
        ("Purvi Singhbhum", "jh-purbi-singhbhum"),
    ]);
    asks(&[("Akola City", &["mh-akola", "mh-ahmadnagar"]), ("Agra Cantt, Oregon", &["up-agra"])]);
}

#[test]
fn a_village_is_found_by_its_district_alone() {
    resolves(&[
        ("Bhavani, Erode", "tn-erode"),
        ("Bhavani, Erode, Tamil Nadu", "tn-erode"),
        ("Bhavani Erode Tamil Nadu", "tn-erode"),
        ("Bhavani taluk, Erode district", "tn-erode"),
        ("Bhavani Erode district", "tn-erode"),
        ("Gandhinagar, Erode district", "tn-erode"),
        ("Gandhinagar, Erode, Tamil Nadu", "tn-erode"),
        ("Bhavani, Tamil Nadu", "tn-erode"),
        ("Madhuban, Patna, Bihar", "br-patna"),
        ("Rampur, Ajitmal, Auraiya, Uttar Pradesh", "up-auraiya"),
    ]);
    asks(&[
        ("Bhavani", &["tn-erode"]),
        ("Thenur", &[]),
        ("Thenur Madurai, Tamil Nadu", &["tn-madurai"]),
        ("Rampur, Ajitmal, Uttar Pradesh", &["up-rampur", "up-auraiya"]),
        ("Chandausi tehsil, Moradabad, Uttar Pradesh", &["up-moradabad", "up-sambhal"]),
        ("Gandhinagar, Erode", &["gj-gandhinagar", "tn-erode"]),
        ("Lawspet, Puducherry", &["py-puducherry", "py-karaikal", "py-mahe", "py-yanam"]),
        ("Chandausi, Bihar", &["up-sambhal"]),
        ("Chota Nagpur", &["mh-nagpur"]),
        ("Margao, Goa", &["ga-north-goa", "ga-south-goa"]),
        ("Erode, Kerala", &["tn-erode"]),
        ("", &[]),
        (" , - ", &[]),
        ("12345", &[]),
        ("Tamil Nadu", &[]),
    ]);
}

#[test]
fn a_last_part_that_is_no_known_place_is_asked() {
    for text in [
        "Salem, Oregon",
        "Salem; Oregon",
        "Salem (Oregon)",
        "Salem, Tamil Nadu, USA",
        "Hyderabad, Pakistan",
        "Hyderabad District, Sindh",
        "Bhavani, Tamil Nadu, USA",
        "Chandigarh, Oregon",
        "Salem, Thenurpatti",
        "Salem, Thenur PO",
        "சேலம், ஓரிகான்",
    ] {
        let Resolution::Ambiguous(asked) = resolve(text) else { panic!("{text}: {:?}", resolve(text)) };
        let named = resolve(text.split([',', ';', '(']).next().unwrap()).into_districts();
        assert_eq!(asked[..named.len()], named, "{text}");
    }
    asks(&[
        ("Rampur, Auraya, Uttar Pradesh", &["up-rampur", "up-auraiya"]),
        ("Bhavani, Salem, Oregon", &["tn-salem"]),
        ("Erode, Coimbatre", &["tn-erode", "tn-coimbatore"]),
    ]);
}

#[test]
fn what_says_nothing_about_the_district_may_stand_last() {
    resolves(&[
        ("Perundurai, Erode, Tamil Nadu 638052", "tn-erode"),
        ("Thenurpatti, Salem", "tn-salem"),
        ("Village Thenur, Salem", "tn-salem"),
        ("Salem, Village Thenur", "tn-salem"),
        ("Salem, TN", "tn-salem"),
        ("Salem, Tamil Nadu, India", "tn-salem"),
        ("Salem, Tamil Nadu, TN", "tn-salem"),
        ("Salem, India", "tn-salem"),
        ("Salem, 636001", "tn-salem"),
        ("Salem, Dist.", "tn-salem"),
        ("Salem, Taluk", "tn-salem"),
        ("Salem, H.O.", "tn-salem"),
        ("Salem, Post Office", "tn-salem"),
        ("Salem, PIN code 636001", "tn-salem"),
        ("Salem, Omalur", "tn-salem"),
        ("Salem, Thenurpatti 636001", "tn-salem"),
        ("Nashik, Maharastra", "mh-nashik"),
        ("Thenurpatti, West District, Sikkim", "sk-west-district"),
        ("Thenurpatti, Diu, Daman and Diu", "dh-diu"),
        ("Thenurpatti, Mandal, Gujarat", "gj-ahmadabad"),
        ("ஈரோடு மாவட்டம், தேனூர்பட்டி", "tn-erode"),
        ("जिला वाराणसी, गाँव थेनुर", "up-varanasi"),
    ]);
}

#[test]
fn a_pin_code_outside_the_state_that_is_named_is_asked() {
    asks(&[
        ("638001, Kerala", &["tn-erode"]),
        ("Erode, Kerala 638001", &["tn-erode"]),
        ("Thenurpatti, Kerala - 638001", &["tn-erode"]),
    ]);
    resolves(&[("Ranchi, Bihar 834001", "jh-ranchi"), ("638001, Tamil Nadu", "tn-erode")]);
}

#[test]
fn a_subdistrict_in_tamil_or_hindi_proposes_its_district() {
    for (text, likeliest) in [
        ("चंदौसी", "up-sambhal"),
        ("चंदौसी, उत्तर प्रदेश", "up-sambhal"),
        ("चन्दौसी तहसील, उत्तर प्रदेश", "up-sambhal"),
        ("पडरौना, उत्तर प्रदेश", "up-kushinagar"),
        ("मलिहाबाद", "up-lucknow"),
        ("பெருந்துறை", "tn-erode"),
        ("பெருந்துறை, தமிழ்நாடு", "tn-erode"),
        ("பெருந்துறை வட்டம்", "tn-erode"),
        ("கோபிசெட்டிபாளையம்", "tn-erode"),
        ("ஓமலூர்", "tn-salem"),
    ] {
        let Resolution::Ambiguous(asked) = resolve(text) else { panic!("{text}: {:?}", resolve(text)) };
        assert_eq!(asked.first(), Some(&district(likeliest)), "{text}");
        assert_eq!(suggest(text, 8).first(), Some(&Suggestion::of(district(likeliest))), "{text}");
    }
    asks(&[("थेनुरपट्टी", &[]), ("சேலம், ஓரிகான்", &["tn-salem"])]);
}

#[test]
fn a_pin_code_names_its_district() {
    resolves(&[
        ("638052", "tn-erode"),
        ("638 052", "tn-erode"),
        ("Perundurai 638052", "tn-erode"),
        ("பெருந்துறை - ௬௩௮௦௫௨", "tn-erode"),
        ("६३८ ०५२", "tn-erode"),
        ("PIN:638052", "tn-erode"),
        ("Sirsi 581401", "ka-uttara-kannada"),
        ("Aurangabad 431001", "mh-aurangabad"),
        ("Tiruppur 638051", "tn-tiruppur"),
        ("Perundurai 638051", "tn-erode"),
    ]);
    asks(&[
        ("638051", &["tn-erode", "tn-tiruppur"]),
        ("Thenurpatti 638051", &["tn-erode", "tn-tiruppur"]),
        ("Salem 638052", &["tn-salem", "tn-erode"]),
        ("999999", &[]),
        ("Thenurpatti 999999", &[]),
        ("6380521", &[]),
        ("98765 43210", &[]),
    ]);
    assert_eq!(suggested("638051"), ["Erode, Tamil Nadu", "Tiruppur, Tamil Nadu"]);
    assert_eq!(suggested("Perundurai 638052"), ["Erode, Tamil Nadu"]);
    assert_eq!(suggested("999999"), [""; 0]);
}

#[test]
fn every_pin_code_of_the_table_is_found() {
    let mut last = 0;
    for line in pin::rows().lines() {
        let row = pin::parse(line).unwrap();
        assert!(last < row.from && row.from <= row.to, "{line}");
        last = row.to;
        let districts: Vec<_> = row.keys.split('|').map(district).collect();
        for code in [row.from, row.to] {
            assert_eq!(pin::districts_in(&code.to_string()), districts, "{line}");
        }
    }
}

#[test]
fn a_state_is_known_by_the_name_of_before_too_and_a_district_of_a_state_formed_out_of_it_is_asked() {
    resolves(&[("Puri, Orissa", "od-puri")]);
    for (text, asked) in [
        ("Ranchi, Bihar", "jh-ranchi"),
        ("Karimnagar, Andhra Pradesh", "ts-karimnagar"),
        ("Dehradun, Uttar Pradesh", "uk-dehradun"),
        ("Leh, J&K", "la-leh"),
    ] {
        assert_eq!(resolve(text), Resolution::Ambiguous(vec![district(asked)]), "{text}");
    }
    assert!(matches!(resolve("साहेबगंज, बिहार"), Resolution::Ambiguous(_)));
}

#[test]
fn a_state_typed_in_hindi_or_tamil_is_decided_against_no_more_than_in_english() {
    let codes: BTreeSet<_> = index::further_states().map(|(_, state)| state).collect();
    assert_eq!(codes.len(), State::all().count(), "every line of the table names a state, and every state is there");
    for (text, not) in [
        ("ऊना, गुजरात", "hp-una"),
        ("पाली, महाराष्ट्र", "rj-pali"),
        ("मंडी, पंजाब", "hp-mandi"),
        ("रामपुर, गुजरात", "up-rampur"),
        ("ஈரோடு, கேரளா", "tn-erode"),
    ] {
        assert_ne!(resolve(text), Resolution::District(district(not)), "{text}");
    }
}

#[test]
fn likeness_proposes_and_never_decides() {
    asks(&[
        ("Tirrupur", &["tn-tiruppur"]),
        ("Vilupuram", &["tn-viluppuram"]),
        ("Coimbatre, Tamil Nadu", &["tn-coimbatore"]),
        ("Dindigal, TN", &["tn-dindigul"]),
        ("Chandusi, Uttar Pradesh", &["up-sambhal"]),
        ("Eorde", &["tn-erode"]),
        ("Coimbatre", &["tn-coimbatore"]),
        ("Sirsi", &["ka-uttara-kannada"]),
        ("Sirssa", &["hr-sirsa"]),
        ("Mandva", &["ka-mandya", "mp-mandla"]),
    ]);
}

#[test]
fn typing_suggests_in_rank_order() {
    assert_eq!(suggested("Ero"), ["Erode, Tamil Nadu"]);
    assert_eq!(suggested("Bijapur"), ["Bijapur, Chhattisgarh", "Vijayapura, Karnataka"]);
    assert_eq!(suggested("aurang"), ["Aurangabad, Bihar", "Aurangabad, Maharashtra"]);
    assert_eq!(suggested("Aurangabad Bihar"), ["Aurangabad, Bihar"]);
    assert_eq!(suggested("Erode, Ta"), ["Erode, Tamil Nadu"]);
    assert_eq!(suggested("Bhavani, Ero"), ["Erode, Tamil Nadu"]);
    assert_eq!(suggested("Bhavani Ero"), ["Erode, Tamil Nadu"]);
    assert_eq!(suggested("Godav"), ["East Godavari, Andhra Pradesh", "West Godavari, Andhra Pradesh"]);
    assert_eq!(suggested("Eorde"), ["Erode, Tamil Nadu"]);
    assert_eq!(suggested("Coimbt"), ["Coimbatore, Tamil Nadu"]);
    assert_eq!(suggested("Goa")[..2], ["North Goa, Goa", "South Goa, Goa"]);
    assert_eq!(suggested("Ka")[0], "Kabeerdham, Chhattisgarh", "and no list of Karnataka");
    assert_eq!(suggested("Salem")[0], "Salem, Tamil Nadu");
    for nothing in ["", " ,", "zzzz", "12345"] {
        assert_eq!(suggested(nothing), [""; 0], "{nothing}");
    }
    assert_eq!(suggest("a", 5).len(), 5);
}

#[test]
fn typing_suggests_what_a_saved_text_is_asked_with() {
    for (text, expected) in [
        ("Chandausi, Bihar", &["up-sambhal"][..]),
        ("Chandausi Bihar", &["up-sambhal"]),
        ("Kumta, West Bengal", &["ka-uttara-kannada"]),
        ("Kaliaganj, Jammu and Kashmir", &["wb-uttar-dinajpur"]),
        ("Jamai, Andhra Pradesh", &["ap-vizianagaram", "mp-chhindwara"]),
        ("Tirumakudal - Narsipur, Uttar Pradesh", &["ka-mysuru"]),
        ("638001, Kerala", &["tn-erode"]),
        ("Gautham Budha Nagar", &["up-gautam-buddha-nagar"]),
        ("Gautam Buddha Nagr, UP", &["up-gautam-buddha-nagar"]),
        ("Delhi Cantonment", &["dl-new-delhi"]),
        ("Salem, Oregon", &["tn-salem"]),
        ("Karu, Tamil Nadu", &["tn-karur"]),
        ("Latu", &["mh-latur"]),
    ] {
        asks(&[(text, expected)]);
        let suggested: Vec<_> = suggest(text, 8).iter().map(|suggestion| suggestion.district.key()).collect();
        assert_eq!(suggested, expected, "{text}");
    }
    resolves(&[("Gautam Budh Nagar", "up-gautam-buddha-nagar"), ("Sri Vijaya Puram", "an-south-andaman")]);
}

#[test]
fn a_suggestion_says_by_which_other_name_it_was_found() {
    for (text, key, matched) in [
        ("Ero", "tn-erode", None),
        ("Trichy", "tn-tiruchirappalli", Some("Trichy")),
        ("ஈரோ", "tn-erode", Some("ஈரோடு")),
        ("वारा", "up-varanasi", Some("वाराणसी")),
        ("बाँद", "up-banda", Some("बांदा")),
    ] {
        let first = suggest(text, 8).into_iter().next();
        assert_eq!(first, Some(Suggestion { matched_name: matched, ..Suggestion::of(district(key)) }), "{text}");
    }
}

/// Whether the district, or a sub-district of it, has exactly this name.
fn is_called(district: District, text: &str) -> bool {
    let key = key(text);
    INDEX.exact(&key).any(|name| name.district == district)
        || subdistricts::districts_with(&key, None).contains(&district)
}

#[test]
fn every_name_resolves_to_its_district_or_asks_for_it() {
    for name in INDEX.names() {
        let official = name.kind == Kind::Official;
        match resolve(&name.text) {
            Resolution::District(found) => assert_eq!(found, name.district, "{}", name.text),
            Resolution::Ambiguous(found) => assert!(found.contains(&name.district), "{}", name.text),
            Resolution::Unknown => panic!("{} is known", name.text),
        }
        let with_state = resolve(&format!("{}, {}", name.text, name.district.state().name()));
        let state = Some(name.district.state());
        let keys = named::in_latin(&name.key, &[name.district]).into_iter().chain([name.key.as_str()]);
        let mut sharing = keys.flat_map(|key| subdistricts::districts_with(key, state));
        let is_shared = sharing.any(|other| other != name.district);
        let alone = INDEX.exact(&name.key).filter(|other| other.district.state() == name.district.state());
        let is_only = official || alone.map(|other| other.district).collect::<BTreeSet<_>>().len() == 1;
        match with_state {
            Resolution::Ambiguous(found) if is_shared => assert!(found.contains(&name.district), "{}", name.text),
            found if is_only => assert_eq!(found, Resolution::District(name.district), "{}, with its state", name.text),
            _ => {}
        }
        let first = suggest(&name.text, 12);
        assert!(first.iter().any(|suggestion| suggestion.district == name.district), "{} is suggested", name.text);
    }
}

/// Every text at distance one: a deletion, insertion, substitution or swap.
pub(super) fn slips(name: &str) -> Vec<String> {
    let letters: Vec<_> = name.chars().collect();
    let mut slips = Vec::new();
    let mut add = |letters: Vec<char>| slips.push(letters.into_iter().collect());
    for at in 0..=letters.len() {
        for c in 'a'..='z' {
            let mut with = letters.clone();
            with.insert(at, c);
            add(with);
        }
        if at < letters.len() {
            let mut without = letters.clone();
            without.remove(at);
            add(without);
            for c in 'a'..='z' {
                let mut changed = letters.clone();
                changed[at] = c;
                add(changed);
            }
        }
        if at + 1 < letters.len() {
            let mut swapped = letters.clone();
            swapped.swap(at, at + 1);
            add(swapped);
        }
    }
    slips
}

#[track_caller]
fn is_never_another(district: District, slip: &str) {
    for text in [slip, &format!("{slip}, {}", district.state().name()), &format!("Bhavani, {slip}")] {
        if let Resolution::District(found) = resolve(text) {
            assert!(found == district || is_called(found, slip), "{text}, a slip of {district}, became {found}");
        }
    }
}

proptest! {
    #[test]
    fn a_slip_never_becomes_another_district(place in 0..734_usize, which in any::<prop::sample::Index>()) {
        let district = District::all().nth(place).unwrap();
        let slips = slips(district.name());
        let slip: &String = which.get(&slips);
        is_never_another(district, slip);
    }

    #[test]
    fn any_text_is_read(text in ".{0,80}") {
        let _ = resolve(&text);
        prop_assert!(suggest(&text, 8).len() <= 8);
        prop_assert!(words(&text).iter().all(|word| !word.is_empty()));
    }

    #[test]
    fn the_way_it_is_written_does_not_matter(place in 0..734_usize, upper in any::<bool>()) {
        let name = District::all().nth(place).unwrap().to_string();
        let other = if upper { name.to_uppercase() } else { name.to_lowercase().replace(", ", " ") };
        prop_assert_eq!(resolve(&other), resolve(&name));
    }
}

#[test]
fn a_table_names_a_district_in_a_column_of_its_own() {
    for (state, name, key) in [
        (State::Maharashtra, "Akola", Some("mh-akola")),
        (State::Maharashtra, "Aurangabad", Some("mh-aurangabad")),
        (State::Bihar, "Aurangabad", Some("br-aurangabad")),
        (State::Karnataka, "Karwar(Uttar Kannad)", Some("ka-uttara-kannada")),
        (State::Bihar, "East Champaran/ Motihari", Some("br-east-champaran")),
        (State::WestBengal, "Medinipur(W)", Some("wb-medinipur-west")),
        (State::UttarPradesh, "Padrauna", Some("up-kushinagar")),
        (State::TamilNadu, "Erode district", Some("tn-erode")),
        (State::Kerala, "Erode", None),
        (State::UttarPradesh, "Kanpur", None),
        (State::Delhi, "Delhi", None),
        (State::TamilNadu, "Atlantis", None),
        (State::TamilNadu, "", None),
    ] {
        assert_eq!(super::district_in(state, name).map(District::key), key, "{name}");
    }
    for (name, state) in
        [("NCT of Delhi", State::Delhi), ("Chattisgarh", State::Chhattisgarh), ("TN", State::TamilNadu)]
    {
        assert_eq!(super::state_called(name), Some(state));
    }
    assert_eq!(super::state_called("Atlantis"), None);
}

//! Normalisation of names and distance between spellings.

use unicode_normalization::UnicodeNormalization;

/// The normalised words of a part between commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Without words for 'district' and words without meaning. Words for 'sub-district' stay: some are part of a name.
    pub(super) words: Vec<String>,
    pub(super) says_district: bool,
}

/// Words and abbreviations for 'district'.
const DISTRICT: [&str; 19] = [
    "district",
    "districts",
    "dist",
    "distt",
    "dst",
    "dt",
    "jilla",
    "jila",
    "zilla",
    "zila",
    "zillah",
    "jilha",
    "जिला",
    "जिले",
    "जनपद",
    "जि",
    "जिल्हा",
    "மாவட்டம்",
    "மாவட்டத்தில்",
];
/// Words without meaning for the place.
const NOISE: [&str; 11] = ["the", "and", "india", "bharat", "state", "pin", "और", "एवं", "भारत", "राज्य", "இந்தியா"];

/// Splits a text into parts: lower case, without accents, punctuation, postal codes and noise words.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let dashes = text.replace(" - ", ",").replace(" – ", ",");
    let mut parts: Vec<Part> = Vec::new();
    let mut follows_bracket = false;
    for text in dashes.split_inclusive([',', ';', '/', '(', ')', '|', '\n']) {
        for part in divided(text) {
            match parts.last_mut() {
                // 'Kaimur (Bhabua) district' and 'Jalgaon (Jamod) taluk' are one name with its kind.
                Some(last) if follows_bracket && part.words.iter().all(|word| is_subdistrict(word)) => {
                    last.words.extend(part.words);
                    last.says_district |= part.says_district;
                }
                _ => parts.extend(Some(part).filter(|part| !part.words.is_empty())),
            }
        }
        follows_bracket = text.ends_with(')');
    }
    parts
}

/// The parts of a text without commas. If a word for the kind of a place comes first, each such word begins a part:
/// 'Tal Malegaon Dist Nashik'. A word for 'district' between names may belong to the one before or the one after it.
fn divided(text: &str) -> Vec<Part> {
    let mut words = words(text);
    while let Some(at) = words.windows(2).position(is_written_apart) {
        let end = words.remove(at + 1);
        if let Some(word) = words.get_mut(at) {
            word.push_str(&end);
        }
    }
    words.retain(|word| !NOISE.contains(&word.as_str()) && !is_postal_code(word));
    let is_district = |word: &String| DISTRICT.contains(&word.as_str());
    let is_kind = |word: &String| is_district(word) || is_subdistrict(word) || is_village(word);
    let begins_with_kind = words.first().is_some_and(|word| is_kind(word) || matches!(word.as_str(), "po" | "post"))
        && words.last().is_some_and(|word| !is_kind(word));
    let begins_part =
        |before: &String, word: &String| !is_kind(before) && (is_district(word) || (begins_with_kind && is_kind(word)));
    let mut parts: Vec<_> = words.chunk_by(|before, word| !begins_part(before, word)).map(Part::of).collect();
    for at in 1..parts.len() {
        if let Some([before, part]) = parts.get_mut(at - 1..=at)
            && (part.words.is_empty() || !begins_with_kind)
        {
            before.says_district |= part.says_district;
        }
    }
    parts
}

impl Part {
    fn of(words: &[String]) -> Self {
        let is_district = |word: &&String| DISTRICT.contains(&word.as_str());
        let says_district = words.iter().any(|word| is_district(&word));
        Self { words: words.iter().filter(|word| !is_district(word)).cloned().collect(), says_district }
    }
}

/// Whether two words are one: `sub-district`, `sub-division`, and the `C.D.` of a block.
fn is_written_apart(pair: &[String]) -> bool {
    let pair = pair.iter().map(String::as_str).collect::<Vec<_>>();
    matches!(*pair, ["sub", "district" | "division"] | ["c", "d"])
}

/// Whether a word or an abbreviation means 'sub-district'.
#[rustfmt::skip]
pub(super) fn is_subdistrict(word: &str) -> bool {
    matches!(
        word,
        "subdistrict" | "subdivision" | "taluk" | "taluka" | "taluq" | "tehsil" | "tahsil" | "tahasil" | "thasil"
        | "tal" | "teh" | "tq" | "tk" | "cd" | "block" | "mandal" | "mandalam" | "circle" | "anchal"
        | "तहसील" | "तह" | "ता" | "तालुका" | "प्रखंड" | "अंचल" | "ब्लॉक" | "मंडल" | "வட்டம்" | "தாலுகா" | "தாலுக்கா" | "ஒன்றியம்"
    )
}

/// Whether a word means 'village', or stands before one.
pub(super) fn is_village(word: &str) -> bool {
    matches!(word, "at" | "village" | "vill" | "gaon" | "gram" | "gramam" | "गांव" | "ग्राम" | "मु" | "கிராமம்")
}

/// Whether a word after a name means the town itself.
pub(super) fn is_town(word: &str) -> bool {
    matches!(word, "cantt" | "cantonment" | "city" | "town" | "कैंट" | "छावनी" | "शहर")
}

/// Whether a word or an abbreviation belongs to 'post office' or 'PIN code'.
#[rustfmt::skip]
pub(super) fn is_post_office(word: &str) -> bool {
    matches!(
        word,
        "post" | "office" | "head" | "sub" | "branch" | "po" | "ho" | "so" | "bo" | "gpo" | "hpo" | "p" | "h" | "s" | "b" | "o"
        | "code" | "pincode" | "no" | "डाकघर" | "पिन" | "कोड" | "அஞ்சல்" | "பின்கோடு"
    )
}

/// Whether a word is a postal code of six digits, or half of one.
fn is_postal_code(word: &str) -> bool {
    matches!(word.len(), 3 | 6) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The key of a text: names with equal keys are the same. It joins the result of [`words`].
pub(super) fn key(text: &str) -> String {
    let words = words(text);
    let telling = words.iter().filter(|word| !NOISE.contains(&word.as_str()));
    telling.map(String::as_str).collect()
}

/// The words of a text: lower case, without accents and punctuation. Devanagari nasals and letters that are written in
/// several ways are unified, and dots below are dropped, because many people leave them out.
pub(super) fn words(text: &str) -> Vec<String> {
    let plain = text.replace('&', " and ");
    if plain.is_ascii() {
        let plain = plain.replace('\'', "").to_ascii_lowercase();
        let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
        return words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
    }
    let plain: String =
        plain.nfd().filter(|c| !is_dropped(*c)).nfc().flat_map(char::to_lowercase).map(latin_digit).collect();
    let separate = |c: char| !c.is_alphanumeric() && !is_indic_sign(c);
    plain.split(separate).filter(|word| !word.is_empty()).map(one_spelling).collect()
}

/// A Devanagari or Tamil digit as the digit from 0 to 9; every other character as it is.
pub(super) fn latin_digit(c: char) -> char {
    let value = match c {
        '\u{966}'..='\u{96f}' => u32::from(c) - 0x966,
        '\u{be6}'..='\u{bef}' => u32::from(c) - 0xbe6,
        _ => return c,
    };
    char::from_digit(value, 10).unwrap_or(c)
}

/// Whether a character is dropped: accents, the Devanagari dot below, zero-width joiners and apostrophes.
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{93c}' | '\u{200b}'..='\u{200d}' | '\u{feff}' | '\'' | '’' | '‘')
}

/// Whether a character is an Indic sign within a word, such as a vowel sign. Dandas are punctuation.
fn is_indic_sign(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{dff}') && !matches!(c, '\u{964}' | '\u{965}')
}

/// Unifies what looks the same or is read the same: nasals (चम्पावत and चंपावत, बाँदा and बांदा), a vowel written as
/// two signs (ा and ै for ौ), the Tamil ஶ்ரீ and ஸ்ரீ, and the Tamil sign ௌ, which many write as ெ and ள.
fn one_spelling(word: &str) -> String {
    const VIRAMA: char = '\u{94d}';
    const NASAL: char = '\u{902}';
    let mut answer = String::with_capacity(word.len());
    let mut rest = word.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\u{901}' => answer.push(NASAL),
            'ङ' | 'ञ' | 'ण' | 'न' | 'म' if rest.next_if_eq(&VIRAMA).is_some() => answer.push(NASAL),
            'ஶ' => answer.push('ஸ'),
            '\u{bcc}' => answer.extend(['\u{bc6}', 'ள']),
            'ஔ' => answer.extend(['ஒ', 'ள']),
            _ => match answer.chars().next_back().and_then(|last| one_vowel(last, c)) {
                Some(vowel) => {
                    answer.pop();
                    answer.push(vowel);
                }
                None => answer.push(c),
            },
        }
    }
    answer
}

/// The Devanagari vowel that two characters look like.
fn one_vowel(first: char, second: char) -> Option<char> {
    Some(match (first, second) {
        ('अ', '\u{93e}') => 'आ',
        ('अ', '\u{949}') | ('आ', '\u{945}') => 'ऑ',
        ('अ', '\u{94b}') | ('आ', '\u{947}') => 'ओ',
        ('अ', '\u{94c}') | ('आ', '\u{948}') => 'औ',
        ('ए', '\u{947}') => 'ऐ',
        ('\u{93e}', '\u{945}') => '\u{949}',
        ('\u{93e}', '\u{947}') => '\u{94b}',
        ('\u{93e}', '\u{948}') => '\u{94c}',
        _ => return None,
    })
}

/// Phonetic key of a Latin key: `tiruppur` and `thirupur` are equal. Empty for other scripts.
pub(super) fn sound(key: &str) -> String {
    if !key.is_ascii() {
        return String::new();
    }
    let mut answer = String::with_capacity(key.len());
    let plain = key.replace("ee", "i").replace("oo", "u").replace("ph", "f").replace("ck", "k");
    for c in plain.chars() {
        let c = match c {
            'w' => 'v',
            'z' => 'j',
            'q' => 'k',
            'y' => 'i',
            _ => c,
        };
        let last = answer.chars().next_back();
        let is_breath = c == 'h' && last.is_some_and(|last| !"aeiou".contains(last));
        if !is_breath && last != Some(c) {
            answer.push(c);
        }
    }
    answer
}

/// Computes the restricted Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours.
#[derive(Default)]
pub(super) struct Ruler {
    before_last: Vec<usize>,
    last: Vec<usize>,
    row: Vec<usize>,
}

impl Ruler {
    /// The distance of two texts. `None` if it exceeds `most`.
    pub(super) fn between(&mut self, text: &[char], name: &[char], most: usize) -> Option<usize> {
        if text.len().abs_diff(name.len()) > most {
            return None;
        }
        self.measure(text, name, most)?;
        self.last.last().copied().filter(|distance| *distance <= most)
    }

    /// The distance of a text to the nearest prefix of a name.
    pub(super) fn with_beginning(&mut self, text: &[char], name: &[char], most: usize) -> Option<usize> {
        let name = name.get(..text.len() + most).unwrap_or(name);
        self.measure(text, name, most)?;
        self.last.iter().min().copied().filter(|distance| *distance <= most)
    }

    /// Fills `last` with the distances of the text to each prefix of the name. `None` as soon as all exceed `most`.
    #[expect(
        clippy::indexing_slicing,
        reason = "a row has one place more than the name, and the loops stay within both"
    )]
    fn measure(&mut self, text: &[char], name: &[char], most: usize) -> Option<()> {
        let Self { before_last, last, row } = self;
        last.clear();
        last.extend(0..=name.len());
        before_last.clone_from(last);
        for i in 0..text.len() {
            row.clear();
            row.push(i + 1);
            for j in 0..name.len() {
                let change = last[j] + usize::from(text[i] != name[j]);
                let mut least = change.min(last[j + 1] + 1).min(row[j] + 1);
                if i > 0 && j > 0 && text[i] == name[j - 1] && text[i - 1] == name[j] {
                    least = least.min(before_last[j - 1] + 1);
                }
                row.push(least);
            }
            // A swap reads the row before the last, so both rows must exceed the limit.
            if row.iter().chain(last.iter()).all(|distance| *distance > most) {
                return None;
            }
            std::mem::swap(before_last, last);
            std::mem::swap(last, row);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_name_have_one_key() {
        for (one, other) in [
            ("S.P.S. Nellore", "sps nellore"),
            ("Bara Banki", "BARABANKI"),
            ("N & M Andaman", "N and M Andaman"),
            ("The Nilgiris", "nilgiris"),
            ("Bengalūru", "Bengaluru"),
            ("चम्पावत", "चंपावत"),
            ("बाँदा", "बांदा"),
            ("प्रतापगढ़", "प्रतापगढ"),
            ("\u{b95}\u{bca}", "\u{b95}\u{bc6}\u{bbe}"),
            ("ஸ்ரீநகர்", "ஶ்ரீநகர்"),
            ("கௌதம", "க\u{bc6}\u{bd7}தம"),
            ("கௌதம", "கெளதம"),
            ("ஔரங்காபாத்", "ஒளரங்காபாத்"),
            ("औरंगाबाद", "अ\u{94c}रंगाबाद"),
            ("औरंगाबाद", "आ\u{948}रंगाबाद"),
            ("बिजनौर", "बिजना\u{948}र"),
            ("मुरैना", "मुर\u{948}ना"),
            ("रामगढ़", "रामग\u{95d}"),
            ("श्रीनगर", "श्\u{200d}री\u{200c}नगर"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
            let nfd = |text: &str| text.nfd().collect::<String>();
            assert_eq!(key(&nfd(one)), key(other), "{one} in NFD");
        }
        assert_ne!(key("Mandya"), key("Mandla"));
    }

    #[test]
    fn a_text_is_read_in_parts_without_what_tells_nothing() {
        let read = |text| parts(text).into_iter().map(|part| part.words.join(" ")).collect::<Vec<_>>();
        assert_eq!(read("Bhavani, Erode Dist. - 638 301, India"), ["bhavani", "erode"]);
        assert_eq!(read("Erode-638001 (Tamil Nadu)"), ["erode", "tamil nadu"]);
        assert_eq!(read("ஈரோடு மாவட்டம்"), ["ஈரோடு"]);
        assert_eq!(read(" , ; district"), [""; 0]);
        assert!(parts("Erode dt")[0].says_district);
    }

    #[test]
    fn transliterations_sound_alike() {
        for (one, other) in
            [("thirupur", "tiruppur"), ("palghar", "palgar"), ("poonch", "punch"), ("wayanad", "vayanad")]
        {
            assert_eq!(sound(one), sound(other));
        }
        for (one, other) in [("sirsa", "sirsi"), ("raipur", "rajpur"), ("banda", "panda")] {
            assert_ne!(sound(one), sound(other));
        }
        assert_eq!(sound("ஈரோடு"), "");
    }

    #[test]
    fn a_typo_is_one_step() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        let mut ruler = Ruler::default();
        for (text, distance) in [
            ("erode", Some(0)),
            ("erod", Some(1)),
            ("eorde", Some(1)),
            ("eroode", Some(1)),
            ("arode", Some(1)),
            ("rode", Some(1)),
            ("roed", Some(2)),
            ("salem", None),
        ] {
            assert_eq!(ruler.between(&chars(text), &chars("erode"), 2), distance, "{text}");
        }
        assert_eq!(ruler.with_beginning(&chars("coimbt"), &chars("coimbatore"), 1), Some(1));
        assert_eq!(ruler.with_beginning(&chars("xyz"), &chars("coimbatore"), 1), None);
    }

    proptest! {
        #[test]
        fn distance_is_the_same_both_ways(one in "[a-d]{0,8}", other in "[a-d]{0,8}") {
            let (one, other): (Vec<_>, Vec<_>) = (one.chars().collect(), other.chars().collect());
            let mut ruler = Ruler::default();
            prop_assert_eq!(ruler.between(&one, &other, 3), ruler.between(&other, &one, 3));
            prop_assert_eq!(ruler.between(&one, &other, 8) == Some(0), one == other);
        }
    }
}

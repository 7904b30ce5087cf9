//! Sub-districts by the sound of their names. The directory has the names in Latin letters only, so a name in
//! Devanagari or Tamil is compared by its consonants, of which those that one of the scripts does not tell apart are
//! one, and by whether the vowels between are spoken in the front or the back of the mouth. `a` is left out, except at
//! the beginning.

use super::index::LetterSet;
use super::reading::Reading;
use super::spelling::Part;
use super::subdistricts::{self, Subdistrict};
use crate::District;
use std::iter;

/// A Devanagari letter that is also written for `ड़`, and transliterated as `d` or `r`.
const RETROFLEX: char = 'ड';

/// Districts of the sub-districts that sound like the last part in Devanagari or Tamil: their consonants and vowels, or
/// only their consonants.
pub(super) fn districts_sounding_like(place: &Reading, with_vowels: bool) -> Vec<District> {
    /// Fewer sounds are those of too many names.
    const LEAST: usize = 3;
    let is_counted = |sound: &char| with_vowels || !is_vowel(*sound);
    let sounding = |part: &Part| {
        let heard: Vec<_> = indic_sounds(&part.key()).into_iter().filter(is_counted).collect();
        let possible = letters_of(&heard);
        let is_alike = |row: &&Subdistrict| {
            place.state.is_none_or(|state| row.state() == state)
                && row.has_only(possible)
                && agree(&heard, latin_sounds(row.key()).filter(is_counted))
        };
        let rows = subdistricts::rows().iter().filter(|_| heard.len() >= LEAST).filter(is_alike);
        let mut districts: Vec<_> = rows.flat_map(|row| row.districts()).collect();
        districts.sort_unstable();
        districts.dedup();
        districts
    };
    let mut found = place.rest.iter().rev().filter(|part| !part.key().is_ascii()).map(sounding);
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether a name in Latin letters has the consonants of one in Devanagari or Tamil.
pub(super) fn is_spoken_as(heard: &str, latin: &str) -> bool {
    let is_consonant = |sound: &char| !is_vowel(*sound);
    let heard: Vec<_> = indic_sounds(heard).into_iter().filter(is_consonant).collect();
    latin.is_ascii() && agree(&heard, latin_sounds(latin).filter(is_consonant))
}

fn is_vowel(sound: char) -> bool {
    matches!(sound, 'a' | 'i' | 'u')
}

fn is_same(heard: char, sound: char) -> bool {
    heard == sound || (heard == RETROFLEX && matches!(sound, 't' | 'r'))
}

/// The Latin letters that a name of these sounds may have.
fn letters_of(heard: &[char]) -> LetterSet {
    let is_heard = |sound| is_vowel(sound) || heard.iter().any(|heard| is_same(*heard, sound));
    let is_possible = |letter: &char| {
        let (plain, breathed) = (letter.to_string(), format!("{letter}h"));
        let mut sounds = latin_sounds(&plain).chain(latin_sounds(&breathed)).peekable();
        sounds.peek().is_none() || sounds.any(is_heard)
    };
    LetterSet::of(&('a'..='z').filter(is_possible).collect::<Vec<_>>())
}

fn agree(heard: &[char], mut sounds: impl Iterator<Item = char>) -> bool {
    heard.iter().all(|heard| sounds.next().is_some_and(|sound| is_same(*heard, sound))) && sounds.next().is_none()
}

/// The sounds of a name in Latin letters, none twice in a row.
fn latin_sounds(key: &str) -> impl Iterator<Item = char> {
    let (mut letters, mut last) = (key.bytes().enumerate().peekable(), None);
    iter::from_fn(move || {
        loop {
            let (at, letter) = letters.next()?;
            let is_breathed = letters.peek().is_some_and(|(_, next)| *next == b'h');
            let sound = match letter {
                b'a' if at == 0 => 'a',
                b'c' if !is_breathed => 'k',
                b'z' if is_breathed => 'l',
                b'c' | b'j' | b's' | b'x' | b'z' => 's',
                b'k' | b'g' | b'q' => 'k',
                b't' | b'd' => 't',
                b'p' | b'b' | b'f' => 'p',
                b'v' | b'w' => 'v',
                b'm' | b'n' => 'n',
                b'r' => 'r',
                b'l' => 'l',
                b'e' | b'i' | b'y' => 'i',
                b'o' | b'u' => 'u',
                _ => continue,
            };
            if last.replace(sound) != Some(sound) {
                return Some(sound);
            }
        }
    })
}

/// The sounds of a name in Devanagari or Tamil, none twice in a row.
fn indic_sounds(key: &str) -> Vec<char> {
    let mut sounds = Vec::new();
    let mut is_open = false;
    for (at, letter) in key.chars().enumerate() {
        let sound = match letter {
            'अ' | 'आ' | 'ऐ' | 'औ' | 'அ' | 'ஆ' | 'ஐ' if at == 0 => Some('a'),
            'क'..='घ' | 'க' => Some('k'),
            'च'..='झ' | 'श'..='स' | 'ச' | 'ஜ' | 'ஶ'..='ஸ' => Some('s'),
            'ड' | 'ढ' if is_open => Some(RETROFLEX),
            'ट'..='ढ' | 'त'..='ध' | 'ட' | 'த' => Some('t'),
            'प'..='भ' | 'ப' => Some('p'),
            'व' | 'வ' => Some('v'),
            '\u{902}' | 'ङ' | 'ञ' | 'ण' | 'न' | 'म' | 'ங' | 'ஞ' | 'ண' | 'ந' | 'ன' | 'ம' => {
                Some('n')
            }
            'र' | 'ர' | 'ற' => Some('r'),
            'ल' | 'ळ' | 'ல' | 'ள' | 'ழ' => Some('l'),
            _ => None,
        };
        let vowel = match letter {
            'इ' | 'ई' | 'ए' | 'ऐ' | 'य' | 'ि' | 'ी' | 'े' | 'ै' | 'இ' | 'ஈ' | 'எ' | 'ஏ' | 'ஐ' | 'ய' | 'ி' | 'ீ' | 'ெ'
            | 'ே' | 'ை' => Some('i'),
            'उ' | 'ऊ' | 'ओ' | 'औ' | 'ु' | 'ू' | 'ॉ' | 'ो' | 'ौ' | 'உ' | 'ஊ' | 'ஒ' | 'ஓ' | 'ு' | 'ூ' | 'ொ' | 'ோ' => {
                Some('u')
            }
            _ => None,
        };
        // After a nasal or at the beginning, no `r` is spoken.
        is_open = letter != '\u{902}' && letter != '\u{94d}';
        sounds.extend(sound.into_iter().chain(vowel));
    }
    sounds.dedup();
    sounds
}

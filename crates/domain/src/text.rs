//! Removal of hidden characters from user input.

use unicode_normalization::char::is_combining_mark;

/// Returns whether a character is invisible and affects the surrounding text: it changes the direction of writing,
/// breaks the line, or has no width and makes two texts that look the same differ.
///
/// These are the characters that Unicode 16 lets a display ignore (`Default_Ignorable_Code_Point`), without the joiners
/// that Indic scripts need, and the separators of lines and paragraphs.
pub fn is_hidden(character: char) -> bool {
    matches!(
        character,
        // Soft hyphen, grapheme joiner, Arabic letter mark, Hangul fillers, Khmer inherent vowels.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{17b4}' | '\u{17b5}'
        // Zero-width space, directional marks, separators, embeddings and overrides.
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        // Word joiner, invisible operators, isolates, the byte order mark, and places kept for more of them.
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fff8}'
        // Variation selectors and tags, controls of shorthand and of music.
        | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
    )
}

/// Removes hidden characters, and trims spaces and joiners. Zero-width joiners and non-joiners between letters stay,
/// because Indic scripts need them. Combining marks without anything to combine with are nothing.
pub fn visible(text: &str) -> String {
    // The empty Braille pattern is a space.
    let is_nothing =
        |character: char| character.is_whitespace() || matches!(character, '\u{200c}' | '\u{200d}' | '\u{2800}');
    let text: String = text.chars().filter(|character| !is_hidden(*character)).collect();
    let text = text.trim_matches(is_nothing);
    let is_filled = text.chars().any(|character| !is_nothing(character) && !is_combining_mark(character));
    if is_filled { text.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_direction_changing_characters_are_removed() {
        for hidden in [
            '\u{61c}',
            '\u{200b}',
            '\u{200e}',
            '\u{200f}',
            '\u{202a}',
            '\u{202b}',
            '\u{202c}',
            '\u{202d}',
            '\u{202e}',
            '\u{2028}',
            '\u{2029}',
            '\u{2060}',
            '\u{2066}',
            '\u{2067}',
            '\u{2068}',
            '\u{2069}',
            '\u{feff}',
            '\u{ad}',
            '\u{34f}',
            '\u{115f}',
            '\u{1160}',
            '\u{3164}',
            '\u{ffa0}',
            '\u{180e}',
            '\u{fe0f}',
            '\u{e0041}',
            '\u{e0101}',
        ] {
            assert_eq!(visible(&format!("{hidden} Me{hidden}ena {hidden}")), "Meena", "{}", hidden.escape_unicode());
        }
    }

    #[test]
    fn joiners_stay_where_a_script_needs_them() {
        // Malayalam, Hindi, Kannada and Sinhala words that are written with a joiner or a non-joiner.
        for word in ["അവന്\u{200d}മാര്", "क्\u{200d}ष", "ರ್\u{200d}ಯಾ", "ශ්\u{200d}රී", "नी\u{200c}ला", "தேனி"]
        {
            assert_eq!(visible(word), word);
        }
        for nothing in ["", " ", "\u{200d}", "\u{200c} \u{200d}\u{200b}", "\u{2066}\u{2069}", "\u{3164}\u{2800}\u{ad}"]
        {
            assert_eq!(visible(nothing), "", "{}", nothing.escape_unicode());
        }
    }

    #[test]
    fn marks_without_a_letter_are_nothing() {
        // Of Latin, of Devanagari and Tamil (vowel signs and viramas), with spaces and joiners between them.
        for marks in ["\u{301}", "\u{300}\u{489} \u{308}", "\u{93e}\u{94d}\u{200d}", "\u{bbe} \u{bcd}", "\u{20dd}"] {
            assert_eq!(visible(marks), "", "{}", marks.escape_unicode());
        }
        for text in ["\u{301}a", "மீ", "7\u{20e3}", "-\u{301}"] {
            assert_eq!(visible(text), text);
        }
    }
}

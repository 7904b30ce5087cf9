//! Removal of hidden characters from user input.

/// Returns whether a character is invisible and affects the surrounding text: it changes the direction of writing,
/// breaks the line, or has no width and makes two texts that look the same differ.
///
/// These are the characters that Unicode 16 lets a display ignore (`Default_Ignorable_Code_Point`), without the joiners
/// that Indic scripts need, and the separators of lines and paragraphs.
#[must_use]
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
/// because Indic scripts need them.
#[must_use]
pub fn visible(text: &str) -> String {
    // The empty Braille pattern is a space.
    let is_nothing =
        |character: char| character.is_whitespace() || matches!(character, '\u{200c}' | '\u{200d}' | '\u{2800}');
    let text: String = text.chars().filter(|character| !is_hidden(*character)).collect();
    text.trim_matches(is_nothing).to_owned()
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
}

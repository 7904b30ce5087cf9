//! Removal of hidden characters from user input.

/// Returns whether a character is invisible and affects the surrounding text: it changes the direction of writing,
/// breaks the line, or has no width and makes two texts that look the same differ.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    matches!(
        character,
        // Arabic letter mark, zero-width space, directional marks, separators, embeddings and overrides.
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        // Word joiner, invisible operators, isolates, and the byte order mark.
        | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// Removes hidden characters, and trims spaces and joiners. Zero-width joiners and non-joiners between letters stay,
/// because Indic scripts need them.
#[must_use]
pub fn visible(text: &str) -> String {
    let is_nothing = |character: char| character.is_whitespace() || matches!(character, '\u{200c}' | '\u{200d}');
    let text: String = text.chars().filter(|character| !is_hidden(*character)).collect();
    text.trim_matches(is_nothing).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_direction_changing_characters_are_removed() {
        for hidden in [
            '\u{61c}', '\u{200b}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
            '\u{2028}', '\u{2029}', '\u{2060}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
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
        for nothing in ["", " ", "\u{200d}", "\u{200c} \u{200d}\u{200b}", "\u{2066}\u{2069}"] {
            assert_eq!(visible(nothing), "", "{}", nothing.escape_unicode());
        }
    }
}

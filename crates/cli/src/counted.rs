//! Numbers of things in sentences.

use std::fmt::Display;

/// `1 farmer`, `5 farmers`.
pub(crate) fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    format!("{number} {thing}{}", one_or_many(number, "", "s"))
}

/// The word for one thing, or that for any other number of them.
pub(crate) fn one_or_many<N: Copy + PartialEq + From<u8>>(
    number: N,
    one: &'static str,
    many: &'static str,
) -> &'static str {
    if number == N::from(1) { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        let told = [0_u64, 1, 2].map(|number| counted(number, "farmer"));
        assert_eq!(told, ["0 farmers", "1 farmer", "2 farmers"]);
    }
}

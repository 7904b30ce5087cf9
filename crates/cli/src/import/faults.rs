//! The faults of an import: some examples, and their number by kind.

use std::collections::BTreeMap;
use std::io::{self, Write};

const EXAMPLES: usize = 10;

/// Why something is refused.
pub(super) struct Complaint {
    /// What is wrong, without its values.
    pub(super) kind: &'static str,
    /// The same with its values, without a full stop.
    pub(super) sentence: String,
}

/// Counts faults by kind, and keeps the first of each.
#[derive(Default)]
pub(super) struct Faults {
    count: u64,
    kinds: BTreeMap<&'static str, Kind>,
}

#[derive(Default)]
struct Kind {
    count: u64,
    /// The first sentences with their numbers.
    first: Vec<(u64, String)>,
}

impl Faults {
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Adds a fault. The sentence names its place.
    pub(super) fn add(&mut self, kind: &'static str, sentence: String) {
        let of_kind = self.kinds.entry(kind).or_default();
        if of_kind.first.len() < EXAMPLES {
            of_kind.first.push((self.count, sentence));
        }
        of_kind.count += 1;
        self.count += 1;
    }

    /// Writes examples in their order, at least one of each kind if there is room, and the number by kind if there are
    /// more of them.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let all = self.kinds.values().flat_map(|kind| (0..).zip(&kind.first));
        let mut examples: Vec<_> = all.map(|(place, (number, sentence))| (place > 0, *number, sentence)).collect();
        examples.sort_unstable();
        examples.truncate(EXAMPLES);
        examples.sort_unstable_by_key(|(_, number, _)| *number);
        for (_, _, sentence) in &examples {
            writeln!(out, "{sentence}.")?;
        }
        if self.count > examples.len() as u64 {
            writeln!(out, "{} of {} faults are shown. By kind:", examples.len(), self.count)?;
            let mut kinds: Vec<_> = self.kinds.iter().collect();
            kinds.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.count));
            for (name, Kind { count, .. }) in kinds {
                writeln!(out, "{count:>8}  {name}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_examples_at_least_one_of_each_kind_and_a_count() {
        let mut faults = Faults::default();
        for number in 0..3_500 {
            faults.add("a common one", format!("common {number}"));
        }
        faults.add("a rare one", "rare".to_owned());
        let mut out = Vec::new();
        faults.write(&mut out).unwrap();
        let common = (0..9).map(|number| format!("common {number}.\n")).collect::<Vec<_>>().concat();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            format!(
                "{common}rare.\n10 of 3501 faults are shown. By kind:\n    3500  a common one\n       1  a rare one\n"
            )
        );
    }
}

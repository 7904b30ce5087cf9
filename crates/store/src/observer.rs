//! What an observer is told of the calls of the store.

use crate::error::Error;
use std::panic::Location;

/// A call of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A transaction, by the name of its type.
    Command(&'static str),
    /// The time that a read connection is lent, by the part of the store that reads.
    Read(&'static str),
}

/// Is told of each call when it begins, with the engine: `sqlite` or `postgresql`. Answers who is told of its end.
pub type Observer = dyn Fn(Call, &'static str) -> Option<Observed> + Send + Sync;

/// Is told how a call ended. It is dropped if nobody waited for the end, and when a read connection is returned.
pub type Observed = Box<dyn FnOnce(Option<&Error>) + Send + Sync>;

impl Call {
    pub(crate) fn of_command<C>() -> Self {
        let path = std::any::type_name::<C>();
        let path = path.split('<').next().unwrap_or(path);
        Self::Command(path.rsplit("::").next().unwrap_or(path))
    }

    pub(crate) fn of_read(by: &'static Location<'static>) -> Self {
        let file = by.file().rsplit('/').next().unwrap_or_default();
        Self::Read(file.strip_suffix(".rs").unwrap_or(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_the_name_of_its_command_or_of_the_part_that_reads() {
        assert_eq!(Call::of_command::<Location<'_>>(), Call::Command("Location"));
        assert_eq!(Call::of_command::<Option<Location<'_>>>(), Call::Command("Option"));
        assert_eq!(Call::of_read(Location::caller()), Call::Read("observer"));
    }
}

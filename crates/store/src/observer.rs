//! What an observer is told of the calls of the store.

use crate::error::Error;
use std::panic::Location;

/// A call of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A transaction, by the name of the method.
    Command(&'static str),
    /// The time that a read connection is lent, by the part of the store that reads.
    Read(&'static str),
}

/// Called at the beginning of each call with the engine (`sqlite` or `postgresql`). Returns the callback for the end.
pub type Observer = dyn Fn(Call, &'static str) -> Option<Observed> + Send + Sync;

/// Called with the outcome of a call. Dropped without a call if the caller was cancelled, and when a read connection is
/// returned.
pub type Observed = Box<dyn FnOnce(Option<&Error>) + Send + Sync>;

impl Call {
    /// The call of the [`Store`](crate::Store)'s method that has this closure.
    pub(crate) fn of_closure<F>() -> Self {
        let path = std::any::type_name::<F>();
        let method = path.split_once("Store>::").map_or(path, |(_, method)| method);
        Self::Command(method.split(['<', ':']).next().unwrap_or(method))
    }

    pub(crate) fn of_read(by: &'static Location<'static>) -> Self {
        let file = by.file().rsplit('/').next().unwrap_or_default();
        Self::Read(file.strip_suffix(".rs").unwrap_or(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_its_closure<F>(_: &F) -> Call {
        Call::of_closure::<F>()
    }

    impl crate::Store {
        fn asked_of<T>(value: T) -> Call {
            of_its_closure(&async move || size_of_val(&value))
        }
    }

    #[test]
    fn a_call_has_the_name_of_its_method_or_of_the_part_that_reads() {
        assert_eq!(crate::Store::asked_of::<Option<u8>>(None), Call::Command("asked_of"));
        assert_eq!(Call::of_read(Location::caller()), Call::Read("observer"));
    }
}

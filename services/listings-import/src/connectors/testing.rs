//! Common parts of the tests of connectors.

use std::fmt::Debug;

/// A value that a test is sure of.
pub trait Sure<T> {
    /// The value; the test fails where there is none.
    fn sure(self) -> T;
}

impl<T> Sure<T> for Option<T> {
    #[track_caller]
    fn sure(self) -> T {
        match self {
            Some(value) => value,
            None => panic!("nothing is here"),
        }
    }
}

impl<T, E: Debug> Sure<T> for Result<T, E> {
    #[track_caller]
    fn sure(self) -> T {
        match self {
            Ok(value) => value,
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// The error that a test is sure of.
pub trait Refusing<E> {
    /// The error; the test fails where all went well.
    fn refusal(self) -> E;
}

impl<T, E> Refusing<E> for Result<T, E> {
    #[track_caller]
    fn refusal(self) -> E {
        match self {
            Ok(_) => panic!("this was accepted"),
            Err(error) => error,
        }
    }
}

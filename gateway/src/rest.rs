//! REST: what every operation shares, and the operations that only pass on, by the tables that the contract's build writes (`docs/reference/rest-from-the-contract.md`).

mod bodies;
pub(crate) mod convert;
pub(crate) mod csv;
mod describe;
pub(crate) mod ids;
pub(crate) mod input;
mod input_schema;
mod json;
pub(crate) mod link;
pub(crate) mod openapi;
mod operation;
pub(crate) mod pages;
pub mod problem;
pub(crate) mod reading;
mod replies;
pub(crate) mod reply;
mod schema;
mod shown;

#[cfg(test)]
mod tests;

pub use bodies::*;
pub use operation::routes;
pub use replies::*;

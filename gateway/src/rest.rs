//! Replies as REST shows them, by the tables that the contract's build writes (`docs/reference/rest-from-the-contract.md`).

mod bodies;
mod describe;
pub(crate) mod input;
mod input_schema;
mod json;
mod operation;
mod replies;
mod schema;
mod shown;

#[cfg(test)]
mod tests;

pub use bodies::*;
pub use operation::routes;
pub use replies::*;

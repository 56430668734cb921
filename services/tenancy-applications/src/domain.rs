//! The rules: plain types and functions without input or output.

pub mod agreeing;
pub mod applying;
pub mod check;
pub mod documents;
pub mod keeping;
pub mod letting;
mod pounds;
pub mod references;
pub mod rent;
mod said_rule;
#[cfg(test)]
mod vectors;

pub use lintel_rules::Nation;
pub use pounds::pounds;
pub use said_rule::said_rule;

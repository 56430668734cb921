//! Commands of an operator beside serving: making and rotating keys.

pub mod push_key;
pub mod sealing_key;

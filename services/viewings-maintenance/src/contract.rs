//! Translation between the domain and the contract, as far as more than the endpoints need it.

pub mod words;

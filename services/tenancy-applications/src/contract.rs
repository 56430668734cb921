//! Translation between the domain and the contract, as far as more than the endpoints need it: what is sealed or kept is written as
//! messages of the contract.

pub mod agreement_terms;
pub mod landlord;
pub mod referee_forms;
pub(crate) mod words;

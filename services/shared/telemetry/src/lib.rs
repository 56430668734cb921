//! What every crate needs in order to be observed. It records and carries; where the records go to is decided by
//! `lintel-runtime`, which starts the exporters.

pub mod trace;

//! Conversions from domain to contract that calls and events share.

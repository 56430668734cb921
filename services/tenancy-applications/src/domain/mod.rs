//! The rules: plain types and functions without input or output.

//! What other services hear of a change.

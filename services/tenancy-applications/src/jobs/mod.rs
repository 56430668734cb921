//! What goes on by itself.

//! Rules of accounts, passwords, mailed tokens, sessions and settings. Nothing here waits or does IO.

pub mod code;
pub mod email;
pub mod lockout;
pub mod name;
pub mod password;
pub mod refresh;
pub mod secrets;
pub mod session;
pub mod settings;
pub mod sign_up;
pub mod token;
pub mod user;

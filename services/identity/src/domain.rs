//! Rules of accounts, passwords, mailed tokens, sessions and settings. Nothing here waits or does IO.

pub mod api_key;
pub mod client;
pub mod code;
pub mod invitation;
pub mod landlord;
pub mod lockout;
pub mod member;
pub mod name;
pub mod new_password;
pub mod own_session;
pub mod password;
pub mod password_age;
pub mod recovery;
pub mod refresh;
pub mod secrets;
pub mod security_event;
pub mod session;
pub mod settings;
pub mod settings_change;
pub mod sign_up;
pub mod snapshot;
pub mod tenant_mail;
pub mod token;
pub mod totp;
pub mod user;
pub mod wrapping;

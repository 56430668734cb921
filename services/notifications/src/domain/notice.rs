//! What an owner gets word of, and what it was done with.

use super::presentable::presentable;

/// What an owner gets word of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// A sign-in from a device that was not seen before.
    NewDevice,
    /// Sign-in is refused for a while after too many wrong passwords.
    AccountLocked,
    /// The second factor is on.
    TwoFactorEnabled,
    /// The second factor is off.
    TwoFactorDisabled,
    /// Another address is to take this one's place.
    EmailChanging,
    /// Another address took this one's place.
    EmailChanged,
    /// The account is gone.
    AccountDeleted,
}

/// What something was done with, fit to be shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Device {
    /// Browser and system; `None` where nothing fit is known.
    pub name: Option<String>,
    /// The network address; `None` where none is known.
    pub address: Option<String>,
}

impl Device {
    /// Takes a name, which a client chose, if it cannot carry a message of its own, and an address if it is one.
    #[must_use]
    pub fn new(name: &str, address: &str) -> Self {
        let address = address.parse::<std::net::IpAddr>().ok();
        Self {
            name: presentable(name),
            address: address.map(|address| address.to_string()),
        }
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Device")
    }
}

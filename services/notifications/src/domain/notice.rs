//! Notices to an account owner, with the client that caused them.

use super::presentable::presentable;

/// The reason for a notice to an account owner.
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
    /// A change to another address was requested.
    EmailChanging,
    /// The address was changed.
    EmailChanged,
    /// The account is deleted.
    AccountDeleted,
}

/// The client that did something, checked for showing.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Device {
    /// Browser and system; `None` where they are unknown or not safe to show.
    pub name: Option<String>,
    /// The network address; `None` where none is known.
    pub address: Option<String>,
}

impl Device {
    /// Takes the client's name if it is safe to show, and its network address if that is valid.
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

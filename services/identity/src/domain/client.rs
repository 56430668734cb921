//! The client with which somebody signs in, as it describes itself.

/// Characters of a user agent that are stored.
const USER_AGENT_LENGTH: usize = 400;

/// The client of a sign-in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Client {
    /// The user agent, without control characters.
    pub user_agent: String,
    /// The network address, as the gateway saw it; empty where it is unknown.
    pub address: String,
}

impl Client {
    /// Keeps the useful part of `user_agent`, and `address` where it is one.
    #[must_use]
    pub fn new(user_agent: &str, address: &str) -> Self {
        let address = address.parse::<std::net::IpAddr>();
        Self {
            user_agent: user_agent
                .chars()
                .filter(|c| !c.is_control())
                .take(USER_AGENT_LENGTH)
                .collect(),
            address: address.map_or_else(|_| String::new(), |it| it.to_canonical().to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_agent_is_cut_and_cleaned() {
        assert_eq!(Client::new("Firefox\r\n/1", "").user_agent, "Firefox/1");
        assert_eq!(Client::new(&"x".repeat(500), "").user_agent.len(), 400);
    }

    #[test]
    fn an_address_is_kept_in_its_own_family_and_what_is_none_is_not() {
        for (told, kept) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("", ""),
            ("localhost", ""),
        ] {
            assert_eq!(Client::new("", told).address, kept, "{told}");
        }
    }
}

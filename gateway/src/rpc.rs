//! The RPCs that REST routes stand for, and how long each may take.

use std::time::Duration;

/// An RPC of the contract, by its path. Its access rule is looked up by that path and applies to the REST route too.
pub trait Rpc: Send + Sync + 'static {
    /// `/package.Service/Method`.
    const PATH: &'static str;
}

macro_rules! rpcs {
    ($($name:ident = $path:literal),+ $(,)?) => {
        $(
            #[doc = concat!("`", $path, "`")]
            #[derive(Debug)]
            pub struct $name;

            impl Rpc for $name {
                const PATH: &'static str = $path;
            }
        )+

        #[cfg(test)]
        pub(crate) const ALL: &[&str] = &[$($path),+];
    };
}

rpcs! {
    GetCurrentUser = "/lintel.identity.v1.AccountService/GetCurrentUser",
    SignUp = "/lintel.identity.v1.AccountService/SignUp",
    VerifyEmail = "/lintel.identity.v1.AccountService/VerifyEmail",
    VerifyEmailByCode = "/lintel.identity.v1.AccountService/VerifyEmailByCode",
    ResendVerification = "/lintel.identity.v1.AccountService/ResendVerification",
    Login = "/lintel.identity.v1.SessionService/Login",
    RefreshSession = "/lintel.identity.v1.SessionService/RefreshSession",
    Logout = "/lintel.identity.v1.SessionService/Logout",
    ListSigningKeys = "/lintel.identity.v1.SessionService/ListSigningKeys",
    GetUserSettings = "/lintel.identity.v1.SettingsService/GetUserSettings",
    GetProperty = "/lintel.portfolio.v1.PropertyService/GetProperty",
    ListProperties = "/lintel.portfolio.v1.PropertyService/ListProperties",
    ListRooms = "/lintel.portfolio.v1.PropertyService/ListRooms",
    ListPropertyHistory = "/lintel.portfolio.v1.PropertyService/ListPropertyHistory",
    CreateProperty = "/lintel.portfolio.v1.PropertyService/CreateProperty",
    DeleteProperty = "/lintel.portfolio.v1.PropertyService/DeleteProperty",
    GetDashboardAnalytics = "/lintel.portfolio.v1.AnalyticsService/GetDashboardAnalytics",
}

/// How long a call may take (security-reliability 3.4). Those that hash a password have to queue for it.
#[must_use]
pub fn patience(path: &str, writes: bool) -> Duration {
    match path {
        Login::PATH | SignUp::PATH => Duration::from_secs(5),
        _ if writes => Duration::from_secs(3),
        _ => Duration::from_millis(1500),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rpc_that_a_route_stands_for_is_in_the_contract() {
        let rules = lintel_auth::AccessRules::from_contract().ok();
        for path in ALL {
            let known = rules
                .as_ref()
                .is_some_and(|rules| rules.get(path).is_some());
            assert!(known, "{path}");
        }
    }
}

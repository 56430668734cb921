//! The names derived from a service's name. Shell has the same rule in `deploy/setup/service-names.sh`, Node in
//! `deploy/setup/service-names.mjs`.

/// A service by its name, which is its folder's (`tenancy-applications`); every other name follows from it. Its proto packages
/// have names of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceName<'a>(&'a str);

impl<'a> ServiceName<'a> {
    /// The service whose folder is `name`; `gateway` is one as well.
    #[must_use]
    pub const fn new(name: &'a str) -> Self {
        Self(name)
    }

    /// The name where no hyphen may be: `tenancy_applications`.
    #[must_use]
    pub fn key(self) -> String {
        self.0.replace('-', "_")
    }

    /// Its crate and its program: `lintel-tenancy-applications`.
    #[must_use]
    pub fn program(self) -> String {
        format!("lintel-{}", self.0)
    }

    /// Its database: `lintel_tenancy_applications`.
    #[must_use]
    pub fn database(self) -> String {
        format!("lintel_{}", self.key())
    }

    /// Its login of one `kind` (`owner`, `app` or `worker`): `tenancy_applications_app`.
    #[must_use]
    pub fn role(self, kind: &str) -> String {
        format!("{}_{kind}", self.key())
    }

    /// The variable that tells its callers where it listens: `LINTEL_TENANCY_APPLICATIONS_URL`.
    #[must_use]
    pub fn url_variable(self) -> String {
        format!("LINTEL_{}_URL", self.key().to_uppercase())
    }

    /// Returns the prefix of the variables of its own settings: `LINTEL_TENANCY_APPLICATIONS__`.
    #[must_use]
    pub fn variable_prefix(self) -> String {
        format!("LINTEL_{}__", self.key().to_uppercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphen_stays_in_the_program_and_becomes_an_underscore_elsewhere() {
        let service = ServiceName::new("tenancy-applications");
        assert_eq!(service.program(), "lintel-tenancy-applications");
        assert_eq!(service.key(), "tenancy_applications");
        assert_eq!(service.database(), "lintel_tenancy_applications");
        assert_eq!(service.role("owner"), "tenancy_applications_owner");
        assert_eq!(service.url_variable(), "LINTEL_TENANCY_APPLICATIONS_URL");
        assert_eq!(service.variable_prefix(), "LINTEL_TENANCY_APPLICATIONS__");
    }
}

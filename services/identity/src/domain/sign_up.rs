//! The fields of sign-up, checked together.

use lintel_core::{EmailAddress, Error, Role, Violations};
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    name::PersonName,
    password::{PasswordError, PasswordPolicy},
};

/// A valid sign-up.
#[derive(Debug)]
pub struct SignUp {
    /// The person's name.
    pub name: PersonName,
    /// The sign-in address.
    pub email: EmailAddress,
    /// The chosen password.
    pub password: SecretString,
    /// The account type.
    pub role: Role,
}

impl SignUp {
    /// Checks every field and names all faults at once.
    ///
    /// # Errors
    /// [`Error::Invalid`]: `PASSWORD_TOO_SHORT` or `PASSWORD_TOO_COMMON` when that is the only fault, because clients have
    /// a title for each; otherwise `SIGN_UP_INVALID`.
    pub fn check(
        name: &str,
        email: &str,
        password: SecretString,
        role: Option<Role>,
        policy: PasswordPolicy,
    ) -> Result<Self, Error> {
        let mut violations = Violations::default();
        let name = violations.take("name", PersonName::parse(name));
        let email = violations.take("email", EmailAddress::parse(email));
        let others_are_right = violations.is_empty() && role.is_some();
        let chosen = policy.check(password.expose_secret());
        let reason = match chosen {
            Err(PasswordError::Short { .. }) if others_are_right => "PASSWORD_TOO_SHORT",
            Err(PasswordError::Common) if others_are_right => "PASSWORD_TOO_COMMON",
            _ => "SIGN_UP_INVALID",
        };
        violations.take("password", chosen);
        let role = violations.take(
            "role",
            role.ok_or("Choose an account type: Landlord, Tenant, Employer or Guarantor."),
        );
        match (name, email, role) {
            (Some(name), Some(email), Some(role)) if violations.is_empty() => Ok(Self {
                name,
                email,
                password,
                role,
            }),
            _ => Err(Error::Invalid { reason, violations }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(
        name: &str,
        email: &str,
        password: &str,
        role: Option<Role>,
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        match SignUp::check(name, email, password.into(), role, PasswordPolicy::new(6)) {
            Err(Error::Invalid { reason, violations }) => Some((
                reason,
                violations
                    .iter()
                    .map(|v| (v.field.clone(), v.message.clone()))
                    .collect(),
            )),
            _ => None,
        }
    }

    #[test]
    fn all_faults_are_named_at_once() {
        let (reason, faults) = faults("", "nobody", "short", None).unwrap_or_default();
        assert_eq!(reason, "SIGN_UP_INVALID");
        let fields: Vec<_> = faults.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["name", "email", "password", "role"]);
    }

    #[test]
    fn a_password_that_is_the_only_fault_has_a_reason_of_its_own() {
        let role = Some(Role::Landlord);
        let only = |password| faults("Ada", "ada@example.com", password, role).unwrap_or_default();
        let (reason, texts) = only("12345");
        assert_eq!(reason, "PASSWORD_TOO_SHORT");
        assert_eq!(texts[0].1, "Password must be at least 6 characters long.");
        let (reason, texts) = only("password");
        assert_eq!(reason, "PASSWORD_TOO_COMMON");
        assert_eq!(texts[0].1, "Choose a password that is harder to guess.");
        assert_eq!(only(&"é".repeat(129)).0, "SIGN_UP_INVALID");
        let with_role = faults("Ada", "ada@example.com", "12345", None).unwrap_or_default();
        assert_eq!(with_role.0, "SIGN_UP_INVALID");
        assert_eq!(faults("Ada", "ada@example.com", "x7!tvq", role), None);
    }
}

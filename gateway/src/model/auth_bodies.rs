//! The bodies of signing in, changing a password and second factors, for the contract's description.
#![expect(
    dead_code,
    reason = "described here, read field by field so that every unreadable one is named at once"
)]

use utoipa::ToSchema;

/// A challenge and the code that answers it.
#[derive(Debug, ToSchema)]
pub struct VerifyLoginBody {
    /// As the login answered it.
    pub challenge: String,
    /// Six digits of the authenticator app, or a recovery code however it is typed.
    #[schema(example = "123456")]
    pub code: String,
}

/// The password until now and the new one.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ChangePasswordBody {
    /// The password until now.
    #[schema(format = Password)]
    pub current_password: String,
    /// At least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
    #[schema(format = Password, max_length = 128)]
    pub new_password: String,
    /// The new password once more; not compared where it is absent.
    #[schema(format = Password, nullable = false)]
    pub confirm_password: Option<String>,
}

/// The caller's password once more.
#[derive(Debug, ToSchema)]
pub struct PasswordBody {
    /// The password.
    #[schema(format = Password)]
    pub password: String,
}

/// A first code of an app.
#[derive(Debug, ToSchema)]
pub struct CodeBody {
    /// Six digits.
    #[schema(example = "123456")]
    pub code: String,
}

/// Password and code.
#[derive(Debug, ToSchema)]
pub struct PasswordAndCodeBody {
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// Six digits of the app, or a recovery code.
    #[schema(example = "123456")]
    pub code: String,
}

/// The address to sign in with.
#[derive(Debug, ToSchema)]
pub struct ChangeEmailBody {
    /// The new address.
    #[schema(example = "ada@example.org", format = Email)]
    pub email: String,
    /// The caller's password.
    #[schema(format = Password)]
    pub password: String,
}

/// Proof that it is the owner who asks.
#[derive(Debug, ToSchema)]
pub struct DeleteAccountBody {
    /// The caller's password.
    #[schema(format = Password)]
    pub password: String,
    /// Six digits of the app, or a recovery code; where two-factor authentication is on.
    #[schema(nullable = false)]
    pub code: Option<String>,
}

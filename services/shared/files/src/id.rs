//! Names and owners of files.

use std::{fmt, str::FromStr};

use lintel_core::{OrganisationId, Principal, UserId};
use object_store::path::Path;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// The path under which files are served.
const ADDRESS: &str = "/api/files/";
/// The folder of the folders of organisations.
const ORGANISATIONS: &str = "org";

/// A file's permanent id. It is not secret: access is checked at every read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(Uuid);

impl FileId {
    /// A new file's name.
    #[must_use]
    pub fn generate() -> Self {
        Self(Uuid::new_v4())
    }

    /// The name that `owner` gets for `key` in `realm`, always the same: so a repeated upload finds the first one's file.
    #[must_use]
    pub fn named(realm: &str, user: UserId, key: &str) -> Self {
        let digest = Sha256::digest(format!("{realm}\n{user}\n{key}"));
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Self(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// The file that `address` (`/api/files/<uuid>`, exactly) names.
    #[must_use]
    pub fn of_address(address: &str) -> Option<Self> {
        address.strip_prefix(ADDRESS)?.parse().ok()
    }

    /// Where the file is served.
    #[must_use]
    pub fn address(self) -> String {
        format!("{ADDRESS}{self}")
    }
}

impl FromStr for FileId {
    type Err = NoFileId;

    /// Reads the one spelling that is ours: lower case with hyphens.
    fn from_str(text: &str) -> Result<Self, NoFileId> {
        let id = Uuid::try_parse(text).map_err(|_| NoFileId)?;
        (id.to_string() == text).then_some(Self(id)).ok_or(NoFileId)
    }
}

/// The text is not the address of a file.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("not the name of a file")]
pub struct NoFileId;

impl fmt::Display for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The owner of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// An organisation: all its members may read the file.
    Organisation(OrganisationId),
    /// One account.
    User(UserId),
}

impl Owner {
    /// The owner of files that `caller` uploads: the active organisation, or otherwise the account.
    #[must_use]
    pub fn of_uploads(caller: &Principal) -> Self {
        caller.membership.map_or(Self::User(caller.user), |member| {
            Self::Organisation(member.organisation)
        })
    }

    /// The owners whose files `caller` may read.
    pub fn readable(caller: &Principal) -> impl Iterator<Item = Self> + use<> {
        let organisation = caller.membership.map(|member| member.organisation);
        organisation
            .map(Self::Organisation)
            .into_iter()
            .chain([Self::User(caller.user)])
    }

    /// Where the folders of organisations are.
    pub(crate) fn organisations() -> Path {
        Path::from(ORGANISATIONS)
    }

    /// Where the owner's files are.
    pub(crate) fn folder(self) -> Path {
        let (kind, owner) = match self {
            Self::Organisation(organisation) => (ORGANISATIONS, organisation.to_string()),
            Self::User(user) => ("user", user.to_string()),
        };
        Path::from_iter([kind, &owner])
    }

    /// Where the parts of the owner's file `id` are.
    pub(crate) fn place(self, id: FileId) -> Path {
        self.folder().join(id.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const ADDRESS: &str = "/api/files/0192f0c4-7d3e-7aaa-8bbb-0123456789ab";

    #[test]
    fn an_address_names_a_file_in_one_spelling_only() {
        assert_eq!(FileId::of_address(ADDRESS).unwrap().address(), ADDRESS);
        for other in [
            "",
            "0192f0c4-7d3e-7aaa-8bbb-0123456789ab",
            "/api/files/",
            "/api/files/../0192f0c4-7d3e-7aaa-8bbb-0123456789ab",
            "/api/files/0192F0C4-7D3E-7AAA-8BBB-0123456789AB",
            "/api/files/0192f0c47d3e7aaa8bbb0123456789ab",
            "/api/files/{0192f0c4-7d3e-7aaa-8bbb-0123456789ab}",
            "/api/files/0192f0c4-7d3e-7aaa-8bbb-0123456789ab?size=card",
            "https://lintel.example/api/files/0192f0c4-7d3e-7aaa-8bbb-0123456789ab",
            "/api/files/0192f0c4-7d3e-7aaa-8bbb-0123456789ab\0",
        ] {
            assert_eq!(FileId::of_address(other), None, "{other:?}");
        }
    }

    #[test]
    fn a_key_names_one_file_of_one_user_in_one_realm() {
        let user = UserId::new(7);
        let one = FileId::named("photo", user, "key");
        assert_eq!(one, FileId::named("photo", user, "key"));
        assert_ne!(one, FileId::named("photo", UserId::new(8), "key"));
        assert_ne!(one, FileId::named("photo", user, "other"));
        assert_ne!(one, FileId::named("document", user, "key"));
        assert_ne!(FileId::generate(), FileId::generate());
        assert_eq!(FileId::of_address(&one.address()), Some(one));
    }

    #[test]
    fn the_place_begins_with_the_owner() {
        let id = FileId::of_address(ADDRESS).unwrap();
        let place = |owner: Owner| owner.place(id).to_string();
        assert_eq!(
            place(Owner::Organisation(OrganisationId::new(3))),
            format!("org/3/{id}")
        );
        assert_eq!(place(Owner::User(UserId::new(7))), format!("user/7/{id}"));
    }
}

//! Who lets an organisation's homes, and which mails its tenants get.

use lintel_proto::{identity::v1 as identity, notifications::v1 as notifications};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{required, text},
    names::{LandlordKind, TenantMailKind},
};
use crate::{problem::Problem, rest::WrittenMail};

/// The landlord, as agreements and statements name them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Landlord {
    /// A person, joint persons or a company; null until the details are given.
    #[schema(required)]
    pub kind: Option<LandlordKind>,
    /// The names; none until the details are given.
    #[schema(example = json!(["Helen Okafor"]))]
    pub names: Vec<String>,
    /// A company's number; null where there is none.
    #[schema(required)]
    pub company_number: Option<String>,
    /// The name under which they trade; null where there is none.
    #[schema(required, example = "Okafor Lettings")]
    pub trading_as: Option<String>,
    /// Where notices reach them; null until the details are given.
    #[schema(required, example = "4 Queen Charlotte Court, Bristol BS1 4HE")]
    pub notice_address: Option<String>,
    /// The person whom tenants may contact; null where it is not said.
    #[schema(required)]
    pub contact_name: Option<String>,
    /// That person's telephone number; null where it is not said.
    #[schema(required)]
    pub contact_phone: Option<String>,
    /// That person's address for mails; null where it is not said.
    #[schema(required)]
    pub contact_email: Option<String>,
    /// The organisation's version; the `ETag` says the same.
    #[schema(example = 2)]
    pub version: i64,
}

impl Landlord {
    /// The details at a version of the organisation.
    pub fn new(details: Option<identity::Landlord>, version: i64) -> Self {
        let details = details.unwrap_or_default();
        Self {
            kind: LandlordKind::from_number(details.kind),
            names: details.display_names,
            company_number: text(details.company_number),
            trading_as: text(details.trading_as),
            notice_address: text(details.notice_address),
            contact_name: text(details.contact_name),
            contact_phone: text(details.contact_phone),
            contact_email: text(details.contact_email),
            version,
        }
    }
}

/// A kind of mail to tenants, and whether it is sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantMail {
    /// The kind.
    pub kind: TenantMailKind,
    /// Whether the organisation wants it.
    pub wanted: bool,
    /// Whether a law asks for it, so that it is always sent.
    pub required_by_law: bool,
}

/// The mails to tenants, as the organisation switches them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantMails {
    /// Every kind, in the order in which people are shown them.
    pub mails: Vec<TenantMail>,
    /// The organisation's version; the `ETag` says the same.
    #[schema(example = 2)]
    pub version: i64,
}

impl TenantMails {
    /// The kinds at a version of the organisation. A kind that this program does not know is not shown.
    pub fn new(mails: Vec<identity::TenantMail>, version: i64) -> Self {
        let mails = mails.into_iter().filter_map(|mail| {
            Some(TenantMail {
                kind: TenantMailKind::from_number(mail.kind)?,
                wanted: mail.wanted,
                required_by_law: mail.required_by_law,
            })
        });
        Self {
            mails: mails.collect(),
            version,
        }
    }
}

/// The one mail of a reply.
///
/// # Errors
/// A 500 [`Problem`] where it holds none.
pub fn written(mail: Option<notifications::WrittenMail>) -> Result<WrittenMail, Problem> {
    required(mail, "mail")?.try_into()
}

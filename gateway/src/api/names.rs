//! Closed sets of texts.

use std::borrow::Cow;

use lintel_proto::{
    Word, access::v1 as access, common::v1 as common, listings::v1 as listings,
    maintenance::v1 as maintenance, notifications::v1 as notifications, portfolio::v1 as portfolio,
    shape::Words, tenancy::v1 as tenancy, viewings::v1 as viewings,
};
use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// A value of an enumeration of the contract, which JSON has as its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<W>(pub W);

impl<W: Word> Name<W> {
    /// The one with this number in the contract; `None` for the unspecified value and for values that this version does not
    /// know.
    #[must_use]
    pub fn from_number(number: i32) -> Option<Self> {
        let value = W::try_from(number).ok()?;
        value.text().map(|_| Self(value))
    }
}

impl<W: Word> Serialize for Name<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text().unwrap_or_default())
    }
}

impl<W: Word> PartialSchema for Name<W> {
    fn schema() -> RefOr<Schema> {
        words(&Words::of::<W>())
    }
}

/// The description of an enumeration.
pub(crate) fn words(words: &Words) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words.texts.iter().map(|(_, text)| *text)))
        .description(Some(words.meaning))
        .into()
}

impl<W: Word> ToSchema for Name<W> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(W::NAME)
    }
}

/// The account types.
pub type Role = Name<access::Role>;
/// A member's grade.
pub type Grade = Name<access::Grade>;
/// Why an act sends no mail by itself.
pub type NoMailReason = Name<tenancy::NoMailReason>;
/// A change of a tenancy that its tenants are told of.
pub type TenancyChangeTold = Name<tenancy::TenancyChangeTold>;
/// What a message was about.
pub type DeliverySubject = Name<notifications::DeliverySubject>;
/// The nations of the United Kingdom.
pub type HomeNation = Name<common::Nation>;
/// What becomes of something that followed from an act that is taken back.
pub type FollowedMark = Name<tenancy::FollowedMark>;
/// Why an end is taken back.
pub type TakeBackBasis = Name<tenancy::TakeBackBasis>;
/// The kinds of property.
pub type PropertyType = Name<portfolio::PropertyType>;
/// Whether a property is let.
pub type PropertyStatus = Name<portfolio::PropertyStatus>;
/// How a mortgage is paid.
pub type MortgageType = Name<portfolio::MortgageType>;
/// What a certificate attests.
pub type CertificateType = Name<portfolio::CertificateType>;
/// By what homes are sorted where their duties are listed.
pub type HomeDutySort = Name<portfolio::HomeDutySort>;
/// What stays in a home that is let.
pub type Furnishing = Name<portfolio::Furnishing>;
/// Whether the council licenses more homes in the area.
pub type LicensingArea = Name<portfolio::LicensingArea>;
/// How a certificate stands today.
pub type CertificateState = Name<portfolio::CertificateState>;
/// How near a day is.
pub type DueState = Name<portfolio::DueState>;
/// What a list of inspections is narrowed to.
pub type InspectionView = Name<portfolio::InspectionView>;
/// By what sold properties are sorted.
pub type SoldPropertySort = Name<portfolio::SoldPropertySort>;

/// How a tenant stands today.
pub type LeaseStatus = Name<tenancy::LeaseStatus>;
/// How far an application is.
pub type ApplicationStatus = Name<tenancy::ApplicationStatus>;
/// The order of a list of applications.
pub type ApplicationSort = Name<tenancy::ApplicationSort>;
/// What a document is.
pub type DocumentType = Name<tenancy::DocumentType>;
/// Who gives a reference.
pub type ReferenceKind = Name<tenancy::ReferenceKind>;
/// How a reference stands.
pub type ReferenceState = Name<tenancy::ReferenceState>;

/// How a person showed the right to rent.
pub type RightToRentMethod = Name<tenancy::RightToRentMethod>;
/// What a document of a tenancy is.
pub type TenancyDocumentKind = Name<tenancy::TenancyDocumentKind>;
/// Where a deposit is protected.
pub type DepositScheme = Name<tenancy::DepositScheme>;
/// Who gives notice.
pub type NoticeGiver = Name<tenancy::NoticeGiver>;

/// The order of a list of tenants.
pub type TenantSort = Name<tenancy::TenantSort>;
/// The order of a list of arrears.
pub type ArrearsSort = Name<tenancy::ArrearsSort>;

/// How a viewing stands.
pub type ViewingStatus = Name<viewings::ViewingStatus>;
/// What a viewer answered.
pub type ViewerAnswer = Name<viewings::ViewerAnswer>;
/// A tab of the list of viewings.
pub type ViewingView = Name<viewings::ViewingView>;

/// How a maintenance request stands.
pub type MaintenanceStatus = Name<maintenance::MaintenanceStatus>;
/// How soon it has to be done.
pub type MaintenancePriority = Name<maintenance::MaintenancePriority>;
/// What it is about.
pub type MaintenanceCategory = Name<maintenance::MaintenanceCategory>;
/// How its next target stands.
pub type TargetState = Name<maintenance::TargetState>;
/// What a file of it is.
pub type AttachmentKind = Name<maintenance::AttachmentKind>;
/// By what maintenance requests are sorted.
pub type MaintenanceSort = Name<maintenance::MaintenanceSort>;
/// How a job of a contractor stands.
pub type JobState = Name<maintenance::JobState>;
/// What a contractor does.
pub type Trade = Name<maintenance::Trade>;

/// What is for sale.
pub type ListingType = Name<listings::ListingType>;
/// The format of a file of listings.
pub type ListingFormat = Name<listings::ListingFormat>;
/// How the mortgage of an analysis is paid back.
pub type AnalysisMortgageType = Name<listings::MortgageType>;
/// Who buys.
pub type BuyerType = Name<listings::BuyerType>;
/// The kind of property that is bought.
pub type PropertyKind = Name<listings::PropertyKind>;
/// Whether a person or a company buys.
pub type Buyer = Name<listings::Buyer>;

/// Whether an invitation's link is still good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum InvitationState {
    /// It is.
    Pending,
    /// It is over: send it again.
    Expired,
}

/// Whether somebody lives in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum Occupancy {
    /// Nobody does.
    Vacant,
    /// Somebody does.
    Occupied,
}

impl From<bool> for Occupancy {
    fn from(occupied: bool) -> Self {
        if occupied {
            Self::Occupied
        } else {
            Self::Vacant
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_its_text_in_json_and_in_the_description() {
        let number = portfolio::PropertyType::Hmo.into();
        let hmo = serde_json::to_value(PropertyType::from_number(number));
        assert_eq!(hmo.ok(), Some(serde_json::json!("HMO")));
        let described = serde_json::to_value(MortgageType::schema()).unwrap_or_default();
        assert_eq!(
            described["enum"],
            serde_json::json!(["Repayment", "Interest Only"])
        );
        assert_eq!(PropertyStatus::from_number(0), None);
        assert_eq!(PropertyStatus::from_number(99), None);
    }
}

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
/// The reasons why an act sends no mail by itself.
pub type NoMailReason = Name<tenancy::NoMailReason>;
/// A change of a tenancy that its tenants are told of.
pub type TenancyChangeTold = Name<tenancy::TenancyChangeTold>;
/// The subjects of a message.
pub type DeliverySubject = Name<notifications::DeliverySubject>;
/// The nations of the United Kingdom.
pub type HomeNation = Name<common::Nation>;
/// The outcomes for something that followed from an act that is taken back.
pub type FollowedMark = Name<tenancy::FollowedMark>;
/// The reasons why an end is taken back.
pub type TakeBackBasis = Name<tenancy::TakeBackBasis>;
/// The kinds of property.
pub type PropertyType = Name<portfolio::PropertyType>;
/// The states of letting of a property.
pub type PropertyStatus = Name<portfolio::PropertyStatus>;
/// The ways in which a mortgage is paid.
pub type MortgageType = Name<portfolio::MortgageType>;
/// The kinds of certificate.
pub type CertificateType = Name<portfolio::CertificateType>;
/// The fields by which homes are sorted where their duties are listed.
pub type HomeDutySort = Name<portfolio::HomeDutySort>;
/// The furniture that stays in a home that is let.
pub type Furnishing = Name<portfolio::Furnishing>;
/// The answers to whether the council licenses more homes in the area.
pub type LicensingArea = Name<portfolio::LicensingArea>;
/// The states of a certificate today.
pub type CertificateState = Name<portfolio::CertificateState>;
/// The nearness of a day.
pub type DueState = Name<portfolio::DueState>;
/// The views of a list of inspections.
pub type InspectionView = Name<portfolio::InspectionView>;
/// The fields by which sold properties are sorted.
pub type SoldPropertySort = Name<portfolio::SoldPropertySort>;

/// The states of a tenant today.
pub type LeaseStatus = Name<tenancy::LeaseStatus>;
/// The steps of an application.
pub type ApplicationStatus = Name<tenancy::ApplicationStatus>;
/// The order of a list of applications.
pub type ApplicationSort = Name<tenancy::ApplicationSort>;
/// The kinds of document.
pub type DocumentType = Name<tenancy::DocumentType>;
/// The givers of a reference.
pub type ReferenceKind = Name<tenancy::ReferenceKind>;
/// The states of a reference.
pub type ReferenceState = Name<tenancy::ReferenceState>;

/// The ways in which a person showed the right to rent.
pub type RightToRentMethod = Name<tenancy::RightToRentMethod>;
/// The kinds of document of a tenancy.
pub type TenancyDocumentKind = Name<tenancy::TenancyDocumentKind>;
/// The schemes that protect a deposit.
pub type DepositScheme = Name<tenancy::DepositScheme>;
/// The givers of notice.
pub type NoticeGiver = Name<tenancy::NoticeGiver>;

/// The order of a list of tenants.
pub type TenantSort = Name<tenancy::TenantSort>;
/// The order of a list of arrears.
pub type ArrearsSort = Name<tenancy::ArrearsSort>;

/// The states of a viewing.
pub type ViewingStatus = Name<viewings::ViewingStatus>;
/// The answers of a viewer.
pub type ViewerAnswer = Name<viewings::ViewerAnswer>;
/// A tab of the list of viewings.
pub type ViewingView = Name<viewings::ViewingView>;

/// The states of a maintenance request.
pub type MaintenanceStatus = Name<maintenance::MaintenanceStatus>;
/// The urgencies of a maintenance request.
pub type MaintenancePriority = Name<maintenance::MaintenancePriority>;
/// The categories of a maintenance request.
pub type MaintenanceCategory = Name<maintenance::MaintenanceCategory>;
/// The states of the next target of a maintenance request.
pub type TargetState = Name<maintenance::TargetState>;
/// The kinds of file of a maintenance request.
pub type AttachmentKind = Name<maintenance::AttachmentKind>;
/// The fields by which maintenance requests are sorted.
pub type MaintenanceSort = Name<maintenance::MaintenanceSort>;
/// The states of a contractor's job.
pub type JobState = Name<maintenance::JobState>;
/// The trades of a contractor.
pub type Trade = Name<maintenance::Trade>;

/// The types of property that are for sale.
pub type ListingType = Name<listings::ListingType>;
/// The format of a file of listings.
pub type ListingFormat = Name<listings::ListingFormat>;
/// The ways in which the mortgage of an analysis is paid back.
pub type AnalysisMortgageType = Name<listings::MortgageType>;
/// The older words for the buyer.
pub type BuyerType = Name<listings::BuyerType>;
/// The kind of property that is bought.
pub type PropertyKind = Name<listings::PropertyKind>;
/// The buyer: a person or a company.
pub type Buyer = Name<listings::Buyer>;

/// The states of an invitation's link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum InvitationState {
    /// The link is still good.
    Pending,
    /// The link has expired: send it again.
    Expired,
}

/// The occupancy of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum Occupancy {
    /// Nobody lives in it.
    Vacant,
    /// Somebody lives in it.
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

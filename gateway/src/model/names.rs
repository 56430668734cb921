//! Closed sets and their spelling on the wire.

use std::borrow::Cow;

use lintel_proto::{access::v1 as access, portfolio::v1 as portfolio};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, SchemaType, Type},
    },
};

/// Declares an enumeration of the REST face with its spelling.
macro_rules! names {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        pub enum $name {
            $($(#[doc = $variant_doc])* #[serde(rename = $text)] $variant),+
        }

        // By hand, because the derive does not see a spelling that a macro hands it.
        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(SchemaType::Type(Type::String))
                    .enum_values(Some([$($text),+]))
                    .description(Some(concat!($($doc),*).trim()))
                    .into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    };
}

/// As [`names`], for one that replies hold: read from its counterpart in the contract.
macro_rules! wire_names {
    ($(#[doc = $doc:literal])* $name:ident = $proto:ty { $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)? }) => {
        names! {
            $(#[doc = $doc])* $name { $($(#[doc = $variant_doc])* $variant = $text),+ }
        }

        impl $name {
            /// The one with this number in the contract; `None` for the unspecified value and for values that this version
            /// does not know.
            #[must_use]
            pub fn from_number(number: i32) -> Option<Self> {
                match <$proto>::try_from(number) {
                    $(Ok(<$proto>::$variant) => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

/// As [`names`], for one that only clients send.
macro_rules! asked_names {
    ($(#[doc = $doc:literal])* $name:ident = $proto:ty { $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)? }) => {
        names! {
            $(#[doc = $doc])* $name { $($(#[doc = $variant_doc])* $variant = $text),+ }
        }
        accepted! { $name = $proto { $($variant = $text),+ } }
    };
}

/// As [`wire_names`], for one that clients send, too.
macro_rules! accepted_names {
    ($(#[doc = $doc:literal])* $name:ident = $proto:ty { $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)? }) => {
        wire_names! {
            $(#[doc = $doc])* $name = $proto { $($(#[doc = $variant_doc])* $variant = $text),+ }
        }
        accepted! { $name = $proto { $($variant = $text),+ } }
    };
}

/// How a name that a client sends becomes the contract's value.
macro_rules! accepted {
    ($name:ident = $proto:ty { $($variant:ident = $text:literal),+ }) => {
        impl $name {
            /// The one that `text` spells exactly.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// The contract's value on the wire of gRPC.
            #[must_use]
            pub const fn number(self) -> i32 {
                match self {
                    $(Self::$variant => <$proto>::$variant as i32),+
                }
            }
        }
    };
}

accepted_names! {
    /// The account types.
    Role = access::Role {
        /// Owns or manages a portfolio.
        Landlord = "Landlord",
        /// Rents a home.
        Tenant = "Tenant",
        /// Gives employment references.
        Employer = "Employer",
        /// Stands surety for a tenant.
        Guarantor = "Guarantor",
    }
}

accepted_names! {
    /// A member's grade in an organisation.
    Grade = access::Grade {
        /// Reads only.
        Viewer = "Viewer",
        /// Everything but members and the end of the organisation.
        Manager = "Manager",
        /// Everything.
        Owner = "Owner",
    }
}

names! {
    /// Whether an invitation's link is still good.
    InvitationState {
        /// It is.
        Pending = "Pending",
        /// It is over: send it again.
        Expired = "Expired",
    }
}

accepted_names! {
    /// The kinds of property.
    PropertyType = portfolio::PropertyType {
        /// A flat; has a lease.
        Flat = "Flat",
        /// A house.
        House = "House",
        /// An apartment.
        Apartment = "Apartment",
        /// A studio.
        Studio = "Studio",
        /// A shared house, let by the room.
        Hmo = "HMO",
        /// A serviced accommodation.
        ServicedAccommodation = "Serviced Accommodation",
        /// Commercial premises.
        Commercial = "Commercial",
    }
}

accepted_names! {
    /// Whether a property is let. `Partially Occupied` is derived and never accepted.
    PropertyStatus = portfolio::PropertyStatus {
        /// Available; counts as vacant.
        Available = "Available",
        /// Vacant.
        Vacant = "Vacant",
        /// Occupied.
        Occupied = "Occupied",
        /// Some rooms of a shared house are occupied.
        PartiallyOccupied = "Partially Occupied",
        /// Being renovated.
        UnderRenovation = "Under Renovation",
        /// Being maintained.
        UnderMaintenance = "Under Maintenance",
    }
}

wire_names! {
    /// How far an import is.
    PropertyImportState = portfolio::PropertyImportState {
        /// It was read, and nothing was added.
        Checked = "Checked",
        /// Its properties are being added.
        Importing = "Importing",
        /// All of its properties are there.
        Imported = "Imported",
        /// It stopped; the properties before that point are there.
        Failed = "Failed",
    }
}

accepted_names! {
    /// How a mortgage is paid.
    MortgageType = portfolio::MortgageType {
        /// Interest and capital.
        Repayment = "Repayment",
        /// Interest alone.
        InterestOnly = "Interest Only",
    }
}

accepted_names! {
    /// What a certificate attests.
    CertificateType = portfolio::CertificateType {
        /// The gas safety record (CP12).
        GasSafety = "Gas Safety",
        /// The electrical installation condition report.
        Eicr = "EICR",
        /// The energy performance certificate.
        Epc = "EPC",
        /// The fire risk assessment.
        FireRiskAssessment = "Fire Risk Assessment",
        /// The licence of a shared house.
        HmoLicence = "HMO Licence",
        /// The test of smoke and carbon monoxide alarms.
        SmokeCoAlarm = "Smoke & CO Alarm",
        /// The test of portable appliances.
        Pat = "PAT",
        /// The legionella risk assessment.
        Legionella = "Legionella",
        /// Anything else.
        Other = "Other",
    }
}

accepted_names! {
    /// How a certificate stands today, a day in Europe/London. `Expired`: since the day after its expiry date. `ExpiringSoon`: it
    /// expires within 7 days, today included. `RenewalDue`: it expires in 8 to 30 days. `Valid`: it expires later.
    CertificateState = portfolio::CertificateState {
        /// Its expiry date has passed.
        Expired = "Expired",
        /// It expires within 7 days.
        ExpiringSoon = "ExpiringSoon",
        /// It expires in 8 to 30 days.
        RenewalDue = "RenewalDue",
        /// It expires later.
        Valid = "Valid",
    }
}

wire_names! {
    /// How near a day is on which something falls due.
    DueState = portfolio::DueState {
        /// Overdue or very near.
        Danger = "Danger",
        /// Near.
        Warning = "Warning",
        /// Far.
        Success = "Success",
    }
}

wire_names! {
    /// How an inspection stands.
    InspectionStatus = portfolio::InspectionStatus {
        /// Still to be done.
        Scheduled = "Scheduled",
        /// Done.
        Completed = "Completed",
        /// Called off.
        Cancelled = "Cancelled",
    }
}

asked_names! {
    /// What a list of inspections is narrowed to, on a day in Europe/London. `Scheduled`: still to be done. `Overdue`: of these,
    /// those that were due before today. `Upcoming`: those that are due today or later.
    InspectionView = portfolio::InspectionView {
        /// Still to be done.
        Scheduled = "Scheduled",
        /// Were due before today and are still to be done.
        Overdue = "Overdue",
        /// Are due today or later.
        Upcoming = "Upcoming",
        /// Done.
        Completed = "Completed",
        /// Called off.
        Cancelled = "Cancelled",
    }
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
    fn a_spelling_survives_the_contract() {
        for text in ["Flat", "HMO", "Serviced Accommodation", "Commercial"] {
            let kind = PropertyType::parse(text);
            assert_eq!(
                kind.and_then(|kind| PropertyType::from_number(kind.number())),
                kind
            );
            assert_eq!(
                serde_json::to_value(kind).ok(),
                Some(serde_json::Value::from(text))
            );
        }
        let described = serde_json::to_value(MortgageType::schema()).unwrap_or_default();
        assert_eq!(
            described["enum"],
            serde_json::json!(["Repayment", "Interest Only"])
        );
        assert_eq!(PropertyType::parse("hmo"), None);
        assert_eq!(PropertyStatus::from_number(0), None);
        assert_eq!(PropertyStatus::from_number(99), None);
    }
}

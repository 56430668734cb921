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

/// Declares an enumeration of the REST face with its spelling and its counterpart in the contract.
macro_rules! wire_names {
    ($(#[doc = $doc:literal])* $name:ident = $proto:ty { $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)? }) => {
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

/// As [`wire_names`], for one that clients send, too.
macro_rules! accepted_names {
    ($(#[doc = $doc:literal])* $name:ident = $proto:ty { $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),+ $(,)? }) => {
        wire_names! {
            $(#[doc = $doc])* $name = $proto { $($(#[doc = $variant_doc])* $variant = $text),+ }
        }

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

wire_names! {
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

accepted_names! {
    /// How a mortgage is paid.
    MortgageType = portfolio::MortgageType {
        /// Interest and capital.
        Repayment = "Repayment",
        /// Interest alone.
        InterestOnly = "Interest Only",
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

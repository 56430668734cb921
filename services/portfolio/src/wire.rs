//! The contract's words for the domain's: what calls and events have in common.

use lintel_proto::portfolio::v1;

use crate::domain::{MortgageType, PropertyType, Room, Status};

impl From<PropertyType> for v1::PropertyType {
    fn from(kind: PropertyType) -> Self {
        match kind {
            PropertyType::Flat => Self::Flat,
            PropertyType::House => Self::House,
            PropertyType::Apartment => Self::Apartment,
            PropertyType::Studio => Self::Studio,
            PropertyType::Hmo => Self::Hmo,
            PropertyType::ServicedAccommodation => Self::ServicedAccommodation,
            PropertyType::Commercial => Self::Commercial,
        }
    }
}

/// The kind, or `None` where none was given.
pub const fn property_type(kind: v1::PropertyType) -> Option<PropertyType> {
    match kind {
        v1::PropertyType::Unspecified => None,
        v1::PropertyType::Flat => Some(PropertyType::Flat),
        v1::PropertyType::House => Some(PropertyType::House),
        v1::PropertyType::Apartment => Some(PropertyType::Apartment),
        v1::PropertyType::Studio => Some(PropertyType::Studio),
        v1::PropertyType::Hmo => Some(PropertyType::Hmo),
        v1::PropertyType::ServicedAccommodation => Some(PropertyType::ServicedAccommodation),
        v1::PropertyType::Commercial => Some(PropertyType::Commercial),
    }
}

impl From<Status> for v1::PropertyStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Available => Self::Available,
            Status::Vacant => Self::Vacant,
            Status::Occupied => Self::Occupied,
            Status::PartiallyOccupied => Self::PartiallyOccupied,
            Status::UnderRenovation => Self::UnderRenovation,
            Status::UnderMaintenance => Self::UnderMaintenance,
        }
    }
}

/// The status, or `None` where none was given.
pub const fn status(status: v1::PropertyStatus) -> Option<Status> {
    match status {
        v1::PropertyStatus::Unspecified => None,
        v1::PropertyStatus::Available => Some(Status::Available),
        v1::PropertyStatus::Vacant => Some(Status::Vacant),
        v1::PropertyStatus::Occupied => Some(Status::Occupied),
        v1::PropertyStatus::PartiallyOccupied => Some(Status::PartiallyOccupied),
        v1::PropertyStatus::UnderRenovation => Some(Status::UnderRenovation),
        v1::PropertyStatus::UnderMaintenance => Some(Status::UnderMaintenance),
    }
}

impl From<MortgageType> for v1::MortgageType {
    fn from(kind: MortgageType) -> Self {
        match kind {
            MortgageType::Repayment => Self::Repayment,
            MortgageType::InterestOnly => Self::InterestOnly,
        }
    }
}

/// The type, or `None` where none was given.
pub const fn mortgage_type(kind: v1::MortgageType) -> Option<MortgageType> {
    match kind {
        v1::MortgageType::Unspecified => None,
        v1::MortgageType::Repayment => Some(MortgageType::Repayment),
        v1::MortgageType::InterestOnly => Some(MortgageType::InterestOnly),
    }
}

impl From<Room> for v1::Room {
    fn from(room: Room) -> Self {
        Self {
            room_id: room.id.get(),
            room_number: room.number,
            display_name: room.name,
            monthly_rent: Some(room.monthly_rent.into()),
            occupied: room.occupied,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_domain_survives_the_wire() {
        for kind in PropertyType::ALL {
            assert_eq!(property_type((*kind).into()), Some(*kind));
        }
        for known in Status::ALL {
            assert_eq!(status((*known).into()), Some(*known));
        }
        for kind in MortgageType::ALL {
            assert_eq!(mortgage_type((*kind).into()), Some(*kind));
        }
    }
}

//! The contract's words for the domain's: what calls and events have in common.

use lintel_core::Error;
use lintel_proto::portfolio::v1;

use crate::domain::{
    CertificateState, CertificateType, DueState, InspectionStatus, InspectionView, MortgageType,
    PropertyType, Room, SoldSort, Status,
};

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

impl From<CertificateType> for v1::CertificateType {
    fn from(kind: CertificateType) -> Self {
        match kind {
            CertificateType::GasSafety => Self::GasSafety,
            CertificateType::Eicr => Self::Eicr,
            CertificateType::Epc => Self::Epc,
            CertificateType::FireRiskAssessment => Self::FireRiskAssessment,
            CertificateType::HmoLicence => Self::HmoLicence,
            CertificateType::SmokeCoAlarm => Self::SmokeCoAlarm,
            CertificateType::Pat => Self::Pat,
            CertificateType::Legionella => Self::Legionella,
            CertificateType::Other => Self::Other,
        }
    }
}

/// The type, or `None` where none was given.
pub const fn certificate_type(kind: v1::CertificateType) -> Option<CertificateType> {
    match kind {
        v1::CertificateType::Unspecified => None,
        v1::CertificateType::GasSafety => Some(CertificateType::GasSafety),
        v1::CertificateType::Eicr => Some(CertificateType::Eicr),
        v1::CertificateType::Epc => Some(CertificateType::Epc),
        v1::CertificateType::FireRiskAssessment => Some(CertificateType::FireRiskAssessment),
        v1::CertificateType::HmoLicence => Some(CertificateType::HmoLicence),
        v1::CertificateType::SmokeCoAlarm => Some(CertificateType::SmokeCoAlarm),
        v1::CertificateType::Pat => Some(CertificateType::Pat),
        v1::CertificateType::Legionella => Some(CertificateType::Legionella),
        v1::CertificateType::Other => Some(CertificateType::Other),
    }
}

impl From<CertificateState> for v1::CertificateState {
    fn from(state: CertificateState) -> Self {
        match state {
            CertificateState::Expired => Self::Expired,
            CertificateState::ExpiringSoon => Self::ExpiringSoon,
            CertificateState::RenewalDue => Self::RenewalDue,
            CertificateState::Valid => Self::Valid,
        }
    }
}

/// The order that a caller asks for; the latest sale where they name none.
///
/// # Errors
/// [`Error::Invalid`] for one that this server does not know.
pub fn sold_sort(sort: i32) -> Result<SoldSort, Error> {
    match v1::SoldPropertySort::try_from(sort) {
        Ok(v1::SoldPropertySort::Unspecified | v1::SoldPropertySort::SaleDate) => {
            Ok(SoldSort::SaleDate)
        }
        Ok(v1::SoldPropertySort::Profit) => Ok(SoldSort::Profit),
        Ok(v1::SoldPropertySort::Return) => Ok(SoldSort::Return),
        Err(_) => Err(Error::field(
            "SORT_INVALID",
            "sort",
            "Choose an order that there is.",
        )),
    }
}

impl From<DueState> for v1::DueState {
    fn from(state: DueState) -> Self {
        match state {
            DueState::Danger => Self::Danger,
            DueState::Warning => Self::Warning,
            DueState::Success => Self::Success,
        }
    }
}

/// The state, or `None` where none was given.
pub const fn certificate_state(state: v1::CertificateState) -> Option<CertificateState> {
    match state {
        v1::CertificateState::Unspecified => None,
        v1::CertificateState::Expired => Some(CertificateState::Expired),
        v1::CertificateState::ExpiringSoon => Some(CertificateState::ExpiringSoon),
        v1::CertificateState::RenewalDue => Some(CertificateState::RenewalDue),
        v1::CertificateState::Valid => Some(CertificateState::Valid),
    }
}

impl From<InspectionStatus> for v1::InspectionStatus {
    fn from(status: InspectionStatus) -> Self {
        match status {
            InspectionStatus::Scheduled => Self::Scheduled,
            InspectionStatus::Completed => Self::Completed,
            InspectionStatus::Cancelled => Self::Cancelled,
        }
    }
}

/// The view, or `None` where none was given.
pub const fn inspection_view(view: v1::InspectionView) -> Option<InspectionView> {
    match view {
        v1::InspectionView::Unspecified => None,
        v1::InspectionView::Scheduled => Some(InspectionView::Scheduled),
        v1::InspectionView::Overdue => Some(InspectionView::Overdue),
        v1::InspectionView::Upcoming => Some(InspectionView::Upcoming),
        v1::InspectionView::Completed => Some(InspectionView::Completed),
        v1::InspectionView::Cancelled => Some(InspectionView::Cancelled),
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
        for kind in CertificateType::ALL {
            assert_eq!(certificate_type((*kind).into()), Some(*kind));
        }
        for state in CertificateState::ALL {
            assert_eq!(certificate_state((*state).into()), Some(*state));
        }
    }
}

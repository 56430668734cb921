//! The statuses of properties: those that a landlord chooses, and those that follow.

use lintel_core::spelt;

spelt! {
    /// The statuses that a landlord can choose (docs/reference/decisions.md 4).
    StoredStatus {
        /// Offered; counts as vacant.
        Available = "Available",
        /// Nobody lives in it.
        Vacant = "Vacant",
        /// Let.
        Occupied = "Occupied",
        /// Being renovated.
        UnderRenovation = "Under Renovation",
        /// Being maintained.
        UnderMaintenance = "Under Maintenance",
    }
}

spelt! {
    /// The status of a property: the one that the landlord chose, or for a shared house the one that follows from its rooms.
    Status {
        /// Offered; counts as vacant.
        Available = "Available",
        /// Nobody lives in it.
        Vacant = "Vacant",
        /// Every room is let.
        Occupied = "Occupied",
        /// Some rooms of a shared house are let. Always derived, never stored.
        PartiallyOccupied = "Partially Occupied",
        /// Being renovated.
        UnderRenovation = "Under Renovation",
        /// Being maintained.
        UnderMaintenance = "Under Maintenance",
    }
}

impl From<StoredStatus> for Status {
    fn from(status: StoredStatus) -> Self {
        match status {
            StoredStatus::Available => Self::Available,
            StoredStatus::Vacant => Self::Vacant,
            StoredStatus::Occupied => Self::Occupied,
            StoredStatus::UnderRenovation => Self::UnderRenovation,
            StoredStatus::UnderMaintenance => Self::UnderMaintenance,
        }
    }
}

impl Status {
    /// The status that may be stored, or `None` for the derived one.
    #[must_use]
    pub const fn stored(self) -> Option<StoredStatus> {
        match self {
            Self::Available => Some(StoredStatus::Available),
            Self::Vacant => Some(StoredStatus::Vacant),
            Self::Occupied => Some(StoredStatus::Occupied),
            Self::UnderRenovation => Some(StoredStatus::UnderRenovation),
            Self::UnderMaintenance => Some(StoredStatus::UnderMaintenance),
            Self::PartiallyOccupied => None,
        }
    }

    /// Returns whether the dashboard counts the property as occupied (docs/reference/decisions.md 3).
    #[must_use]
    pub const fn counts_as_occupied(self) -> bool {
        matches!(self, Self::Occupied | Self::PartiallyOccupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::PropertyType;

    #[test]
    fn every_kind_and_status_reads_back_and_nothing_else_does() {
        for kind in PropertyType::ALL {
            assert_eq!(PropertyType::parse(kind.as_str()), Some(*kind));
        }
        for status in StoredStatus::ALL {
            assert_eq!(StoredStatus::parse(status.as_str()), Some(*status));
            assert_eq!(Status::from(*status).stored(), Some(*status));
            assert_eq!(Status::from(*status).as_str(), status.as_str());
        }
        assert_eq!(PropertyType::parse("hmo"), None);
        assert_eq!(StoredStatus::parse("Partially Occupied"), None);
    }

    #[test]
    fn a_property_that_is_offered_counts_as_vacant() {
        let occupied: Vec<_> = Status::ALL
            .iter()
            .filter(|status| status.counts_as_occupied())
            .collect();
        assert_eq!(occupied, [&Status::Occupied, &Status::PartiallyOccupied]);
    }
}

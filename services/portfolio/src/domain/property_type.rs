//! The kinds of property.

use lintel_core::spelt;

spelt! {
    /// The kinds of property (docs/reference/screens/portfolio.md S2 5).
    PropertyType {
        /// A flat; the only kind with a lease.
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

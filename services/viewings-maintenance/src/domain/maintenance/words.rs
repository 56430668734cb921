//! The words of maintenance (docs/reference/uk-lettings.md 5.1).

use lintel_core::spelt;

spelt! {
    /// The status of a request.
    MaintenanceStatus {
        /// Nobody works on it yet.
        Open = "Open",
        /// It is being worked on.
        InProgress = "In Progress",
        /// It is fixed.
        Completed = "Completed",
        /// It was called off.
        Cancelled = "Cancelled",
    }
}

spelt! {
    /// The priority of a request.
    MaintenancePriority {
        /// Urgent.
        High = "High",
        /// Routine.
        Medium = "Medium",
        /// Planned.
        Low = "Low",
    }
}

spelt! {
    /// The category of a request.
    MaintenanceCategory {
        /// Pipes, taps, toilets, leaks.
        Plumbing = "Plumbing & leaks",
        /// Boilers, radiators, hot water.
        Heating = "Heating & hot water",
        /// Sockets, lights, the fuse box.
        Electrical = "Electrical",
        /// Anything with gas.
        Gas = "Gas",
        /// Damp, condensation, mould.
        Damp = "Damp & mould",
        /// Doors, windows, locks.
        Openings = "Doors, windows & locks",
        /// Roof, walls, floors.
        Structure = "Roof & structure",
        /// Cooker, fridge, washing machine.
        Appliances = "Appliances",
        /// Mice, rats, insects.
        Pests = "Pests",
        /// Smoke, heat and carbon monoxide alarms.
        Alarms = "Fire & CO alarms",
        /// Drains and sewers.
        Drains = "Drains",
        /// Garden, fences, paths.
        Exterior = "Garden & exterior",
        /// Halls, stairs, shared rooms.
        Communal = "Communal areas",
        /// Break-ins, lighting, entry systems.
        Security = "Security",
        /// Anything else.
        Other = "Other",
    }
}

spelt! {
    /// The state of the next target.
    TargetState {
        /// It is after today, or there is none.
        OnTime = "onTime",
        /// It is today and not over.
        DueToday = "dueToday",
        /// It is over.
        Late = "late",
    }
}

spelt! {
    /// The kind of a request's file.
    AttachmentKind {
        /// A photo of the problem.
        Photo = "photo",
        /// A photo before the work.
        Before = "before",
        /// A photo after the work.
        After = "after",
        /// An invoice: a photo or a PDF.
        Invoice = "invoice",
    }
}

spelt! {
    /// The side that did something.
    MaintenanceActor {
        /// A member of the organisation.
        Landlord = "Landlord",
        /// Somebody who lives there.
        Tenant = "Tenant",
        /// Lintel itself.
        Lintel = "Lintel",
        /// The contractor, by the private link.
        Contractor = "Contractor",
    }
}

spelt! {
    /// The kind of an event of a request.
    MaintenanceEventKind {
        /// It was reported.
        Reported = "reported",
        /// Another status.
        Status = "status",
        /// Another priority.
        Priority = "priority",
        /// Another category.
        Category = "category",
        /// Another member is responsible.
        Assigned = "assigned",
        /// Another contractor.
        Contractor = "contractor",
        /// A visit was booked, moved or called off.
        Visit = "visit",
        /// A cost was added or taken away.
        Cost = "cost",
        /// A file was added or taken away.
        Attachment = "attachment",
        /// Somebody commented.
        Comment = "comment",
        /// The tenant confirmed that it is fixed.
        Confirmed = "confirmed",
        /// It was opened again.
        Reopened = "reopened",
        /// Another title.
        Title = "title",
        /// Another description.
        Description = "description",
        /// A contractor was asked, answered, was done or was called off.
        Job = "job",
    }
}

spelt! {
    /// The trade of a contractor.
    Trade {
        /// Water and waste.
        Plumber = "Plumber",
        /// Gas; Gas Safe registered.
        GasEngineer = "Gas engineer",
        /// Electricity.
        Electrician = "Electrician",
        /// Locks.
        Locksmith = "Locksmith",
        /// Roofs.
        Roofer = "Roofer",
        /// Walls, floors, structure.
        Builder = "Builder",
        /// Painting and decorating.
        Decorator = "Decorator",
        /// Cleaning.
        Cleaner = "Cleaner",
        /// Gardens.
        Gardener = "Gardener",
        /// Pests.
        PestControl = "Pest control",
        /// Small repairs of all kinds.
        Handyman = "Handyman",
        /// Anything else.
        Other = "Other",
    }
}

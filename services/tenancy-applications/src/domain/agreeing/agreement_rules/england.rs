//! England: assured periodic tenancies (docs/reference/uk-lettings.md 3.1 and 3.2).

use chrono::NaiveDate;

use super::edition::{Edition, Forbidden, GUARANTOR, Item};
use crate::domain::Nation;

/// Every edition, the oldest first.
pub static EDITIONS: [Edition; 1] = [Edition {
    nation: Nation::England,
    first_day: match NaiveDate::from_ymd_opt(2026, 5, 1) {
        Some(day) => day,
        None => NaiveDate::MIN,
    },
    source: "Renters' Rights Act 2025, in force by S.I. 2026/421; S.I. 2026/324 (written statement of terms); Tenant Fees Act 2019",
    title: "Assured periodic tenancy agreement and written statement of terms",
    nature: "This is an assured periodic tenancy under the Housing Act 1988 as amended by the Renters' Rights Act 2025. It has no end date and goes on until it is ended by law.",
    notice_months: 2,
    statement: &STATEMENT,
    clauses: &CLAUSES,
    guarantor_by_deed: "A guarantor signs the deed of guarantee that is named among the main terms, not this agreement. The deed says what the guarantor pays where a tenant does not, up to which sum, and how it ends. The guarantor owes no rent for the time after the death of the tenant, as section 16N of the Housing Act 1988 provides, and should take independent advice before signing.",
    forbidden: &FORBIDDEN,
}];

/// S.I. 2026/324, Schedule, as docs/reference/uk-lettings.md 3.1 lists it; names, address, home, dates, money and bills are among the main terms.
static STATEMENT: [Item; 8] = [
    Item {
        heading: "Ending the tenancy: notice by the tenant",
        text: "The tenant can end the tenancy by written notice of at least 2 months that ends at the end of a rent period, or of a shorter time if the landlord agrees in writing. Where there are joint tenants, a notice by one of them ends the tenancy for all.",
    },
    Item {
        heading: "Rent increases",
        text: "The rent can go up only by a notice under section 13 of the Housing Act 1988, on the prescribed form, with at least 2 months' notice and not more than once a year. The tenant may ask the First-tier Tribunal to decide the rent; it cannot set a rent above the one that the landlord proposed.",
    },
    Item {
        heading: "Possession: notice and court order",
        text: "The landlord can normally get the home back only by a court order, after giving a notice under section 8 of the Housing Act 1988 that names a ground for possession in Schedule 2 to that Act.",
    },
    Item {
        heading: "Fitness for living in",
        text: "The landlord must see to it that the home is fit for human habitation when the tenancy begins and for as long as it lasts (section 9A of the Landlord and Tenant Act 1985).",
    },
    Item {
        heading: "Repairs",
        text: "The landlord must keep in repair the structure and outside of the home, and keep in repair and working order the installations for water, gas, electricity, sanitation, space heating and hot water (section 11 of the Landlord and Tenant Act 1985).",
    },
    Item {
        heading: "Gas and electrical safety",
        text: "The landlord must have gas appliances and flues checked every 12 months by an engineer on the Gas Safe Register, and electrical installations inspected at least every 5 years by a qualified person, and must give the tenant a copy of each record.",
    },
    Item {
        heading: "Pets",
        text: "The tenant has the right to ask in writing to keep a pet, describing it. The landlord must answer in writing within 28 days of the request, or later where the law allows it, and may refuse only with good reason.",
    },
    Item {
        heading: "Adaptations for a disability",
        text: "A tenant who is disabled, or who lives with somebody who is, may ask for adaptations to the home. The landlord must not refuse unreasonably (section 190 of the Equality Act 2010).",
    },
];

static CLAUSES: [Item; 7] = [
    Item {
        heading: "Supported accommodation",
        text: "The home is not supported accommodation. The further items that the law asks for there do not apply.",
    },
    Item {
        heading: "Rent",
        text: "The tenant pays the rent for each rent period on its due day. No rent is due before the first day of the tenancy or before its due day; the tenant may pay earlier of their own will.",
    },
    Item {
        heading: "Deposit",
        text: "The landlord protects the deposit in an authorised scheme and gives the prescribed information within 30 days, of which the day of receiving it is the first. At the end it is returned less what the tenant owes under this agreement.",
    },
    Item {
        heading: "Charges",
        text: "The tenant is asked for no payment but those that the Tenant Fees Act 2019 permits.",
    },
    Item {
        heading: "Using the home",
        text: "The tenant lives in the home as their only or principal home, keeps it clean, does not damage it, does not disturb the neighbours unreasonably, and tells the landlord of repairs that are needed as soon as they can.",
    },
    Item {
        heading: "Visits",
        text: "The landlord may enter to inspect or repair at a reasonable time of day after at least 24 hours' notice in writing, and at once in an emergency.",
    },
    Item {
        heading: GUARANTOR,
        text: "A guarantor who signs this agreement promises to pay rent and make good losses under it where a tenant does not, for as long as the tenancy lasts. The guarantor is not liable for rent that falls due after the death of the tenant, as section 16N of the Housing Act 1988 provides, and should take independent advice before signing.",
    },
];

static FORBIDDEN: [Forbidden; 3] = [
    Forbidden {
        phrases: &[
            "fixed term",
            "initial term",
            "minimum term",
            "end date",
            "expiry date",
            "break clause",
            "ends on",
            "end on",
            "expires on",
            "expire on",
            "will end after",
            "shall end after",
            "for a term of",
        ],
        why: "takes the tenancy to an end or a fixed term. It has none by law: remove the clause.",
    },
    Forbidden {
        phrases: &[
            "rent review",
            "review the rent",
            "review of rent",
            "review of the rent",
            "rent increase",
            "rent increases",
            "increase the rent",
            "increase of rent",
            "increase in rent",
            "increase of the rent",
            "increase in the rent",
            "raise the rent",
            "rent will increase",
            "rent shall increase",
            "rent will rise",
            "rent shall rise",
            "rent may be increased",
            "rent will be increased",
            "rent shall be increased",
            "rent will go up",
        ],
        why: "reviews the rent. It can go up only by a notice under section 13: remove the clause.",
    },
    Forbidden {
        phrases: &[
            "rent in advance",
            "paid in advance",
            "pay in advance",
            "pays in advance",
            "payable in advance",
            "due in advance",
            "month in advance",
            "months in advance",
            "monthly in advance",
            "weeks in advance",
            "weekly in advance",
            "year in advance",
            "up front",
            "upfront",
            "prepay",
            "prepaid",
            "prepayment",
            "before it is due",
            "before they are due",
        ],
        why: "asks for rent in advance. Rent may not be required before it is due: remove the clause.",
    },
];

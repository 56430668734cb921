//! The names of the contract's fields in REST.

/// The messages whose fields are flat in a body of REST.
const FLAT: [&str; 24] = [
    "landlord.",
    "property.",
    "tenant.",
    "application.",
    "answers.",
    "form.",
    "viewing.",
    "maintenance_request.",
    "contractor.",
    "visit.",
    "cost.",
    "saved_search.",
    "analysis.",
    "terms.",
    "entry.",
    "deposit.",
    "pet_request.",
    "holding_deposit.",
    "check.",
    "signature.",
    "asked_time.",
    "proposed_time.",
    "urgency.",
    "offer.",
];
/// The message that is an object in a body.
const ASSUMPTIONS: &str = "assumptions.";

/// The name in REST of a field of the contract. The nested messages of a property are flat there; a field of a room has the name
/// of the map or list that holds it.
pub(crate) fn rest_name(path: &str) -> String {
    if let Some(name) = flattened(path) {
        return name.to_owned();
    }
    let path = FLAT
        .iter()
        .find_map(|message| path.strip_prefix(message))
        .unwrap_or(path);
    if let Some(name) = flattened(path) {
        return name.to_owned();
    }
    // A value of a list, which has no fields of its own.
    if let Some((list, place)) = path.rsplit_once('[')
        && place.ends_with(']')
        && let Some(name) = flattened(list)
    {
        return format!("{name}[{place}");
    }
    if let Some(input) = path.strip_prefix(ASSUMPTIONS) {
        return format!("{ASSUMPTIONS}{}", rest_name(input));
    }
    if path.starts_with("rooms") {
        let field = path.rsplit_once('.').map_or("", |(_, field)| field);
        return match field {
            "monthly_rent" => "hmoRoomRentals",
            "occupied" => "hmoRoomOccupancy",
            _ => "hmoRooms",
        }
        .to_owned();
    }
    if path.starts_with("photo_urls") {
        return "photos".to_owned();
    }
    if path.starts_with("media_urls") {
        return "mediaFiles".to_owned();
    }
    camel_case(path)
}

fn flattened(path: &str) -> Option<&'static str> {
    Some(match path {
        "request_id" => "idempotencyKey",
        "states" | "view" => "state",
        "include_superseded" => "history",
        "ascending" => "direction",
        "complete_time" => "completedAt",
        "expire_time" => "expiresAt",
        "display_name" | "recipient_name" => "name",
        "display_names" => "names",
        "off_kinds" => "off",
        "recipient_email" => "email",
        "application.display_name" => "tenantName",
        "form.display_name" => "fullName",
        "tenant.deposit" => "depositAmount",
        "tenant.monthly_rent" => "rentAmount",
        "leave_date" => "leaseEnd",
        "bank_statement_id" => "statementId",
        "bank_line_id" => "lineId",
        "bank_line_ids" => "lineIds",
        "bank_account_name" => "accountName",
        "charge_entry_id" => "chargeId",
        "serve_date" => "served",
        "receive_date" => "receivedDate",
        "protect_date" => "protectedDate",
        "give_date" => "given",
        "document_type" => "type",
        "statuses" => "status",
        "lease_statuses" => "leaseStatus",
        "joint_with_application_id" => "jointWith",
        "priorities" => "priority",
        "attachment_ids" => "attachments",
        "cost_date" => "date",
        "listing_type" => "propertyType",
        "watchlisted" => "isWatchlisted",
        "legal_fees" => "fees",
        "interest_rate_percent" => "interestRate",
        "stress_rate_percent" => "stressRate",
        "minimum_cover_percent" => "minimumCover",
        "running_costs.utilities" => "hmoUtilities",
        "running_costs.tv_licence" => "hmoTvLicence",
        "running_costs.council_tax" => "hmoCouncilTax",
        "running_costs.water" => "hmoWater",
        "running_costs.cleaning" => "hmoCleaningFees",
        "lease.years_remaining" => "leaseYearsRemaining",
        "lease.last_update_date" => "leaseLastUpdated",
        "lease.service_charge" => "serviceCharge",
        "lease.ground_rent" => "groundRent",
        "mortgage.company" => "mortgageCompany",
        "mortgage.reference" => "mortgageReference",
        "mortgage.contact" => "mortgageContact",
        "mortgage.interest_rate_percent" => "interestRate",
        "mortgage.amount_borrowed" => "amountBorrowed",
        "mortgage.outstanding_balance" => "outstandingBalance",
        "mortgage.monthly_payment" => "monthlyMortgagePayment",
        "mortgage.mortgage_type" => "mortgageType",
        "mortgage.fixed_term_end_date" => "fixedTermEndDate",
        "insurance.company" => "insuranceCompany",
        "insurance.reference" => "insuranceReference",
        "insurance.annual_premium" => "insuranceAmount",
        "insurance.renewal_date" => "insuranceRenewalDate",
        "insurance.insurance_type" => "insuranceType",
        _ => return None,
    })
}

fn camel_case(path: &str) -> String {
    let mut name = String::with_capacity(path.len());
    let mut raise = false;
    for character in path.chars() {
        match character {
            '_' => raise = true,
            _ if raise => {
                name.extend(character.to_uppercase());
                raise = false;
            }
            _ => name.push(character),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_path_has_its_rest_name() {
        for (path, name) in [
            ("email", "email"),
            ("asked_time.job_date", "jobDate"),
            ("proposed_time.start_time", "startTime"),
            ("urgency.water_coming_in", "waterComingIn"),
            ("offer.free_from_date", "freeFromDate"),
            ("page_token", "pageToken"),
            ("request_id", "idempotencyKey"),
            ("monthly_rent", "monthlyRent"),
            ("property.monthly_rent", "monthlyRent"),
            ("display_name", "name"),
            ("purchase_date", "purchaseDate"),
            ("photo_urls[0]", "photos"),
            ("media_urls[3]", "mediaFiles"),
            ("complete_time", "completedAt"),
            ("expire_time", "expiresAt"),
            ("view", "state"),
            ("bookings[0].inspection_date", "bookings[0].inspectionDate"),
            ("rooms", "hmoRooms"),
            ("rooms[2].room_number", "hmoRooms"),
            ("rooms[2].monthly_rent", "hmoRoomRentals"),
            ("rooms[2].occupied", "hmoRoomOccupancy"),
            ("running_costs.cleaning", "hmoCleaningFees"),
            ("lease.ground_rent", "groundRent"),
            ("mortgage.interest_rate_percent", "interestRate"),
            ("insurance.annual_premium", "insuranceAmount"),
            ("tenant.display_name", "name"),
            ("tenant.deposit", "depositAmount"),
            ("tenant.monthly_rent", "rentAmount"),
            ("shares[1].tenant_id", "shares[1].tenantId"),
            ("tenant.lease_start", "leaseStart"),
            ("application.display_name", "tenantName"),
            ("application.monthly_income", "monthlyIncome"),
            ("answers.display_name", "name"),
            ("form.display_name", "fullName"),
            ("form.additional_comments", "additionalComments"),
            ("lease_statuses", "leaseStatus"),
            ("leave_date", "leaseEnd"),
            ("terms.rent_terms.due_day", "rentTerms.dueDay"),
            ("terms.bills[2].note", "bills[2].note"),
            ("terms.landlord_name", "landlordName"),
            ("landlord.display_names", "names"),
            ("landlord.display_names[1]", "names[1]"),
            ("off_kinds[0]", "off[0]"),
            ("entry.reverses", "reverses"),
            ("entry.reason", "reason"),
            ("entry.pays", "pays"),
            ("deposit.receive_date", "receivedDate"),
            ("check.display_name", "name"),
            ("signature.display_name", "name"),
            ("signature.signature", "signature"),
            ("terms.guarantee_limit", "guaranteeLimit"),
            ("bank_statement_id", "statementId"),
            ("serve_date", "served"),
            ("give_date", "given"),
            ("document_type", "type"),
            ("joint_with_application_id", "jointWith"),
            ("viewing.viewer_email", "viewerEmail"),
            ("priorities", "priority"),
            ("cost.cost_date", "date"),
            ("listing_type", "propertyType"),
            ("assumptions.legal_fees", "assumptions.fees"),
            ("analysis.assumptions.term_years", "assumptions.termYears"),
        ] {
            assert_eq!(rest_name(path), name, "{path}");
        }
    }
}

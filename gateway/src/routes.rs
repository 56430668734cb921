//! The REST routes, one file for each resource.

mod accounts;
mod agreements;
mod analyses;
mod applicant;
pub(crate) mod application_documents;
mod applications;
mod arrears;
mod attachments;
mod backups;
mod bank_statements;
mod become_tenant;
mod compliance;
mod contract;
mod csv;
mod dashboard;
mod deposits;
mod duties;
mod events;
pub(crate) mod files;
mod health;
mod home_duties;
pub(crate) mod ids;
mod inspections;
mod invitations;
mod invite_photos;
mod invites;
mod job_offers;
mod jobs;
mod keys;
mod landlord;
pub(crate) mod link;
mod listing_imports;
mod listings;
mod maintenance_requests;
mod maintenance_work;
mod move_in;
mod organisations;
mod own_settings;
pub(crate) mod pages;
mod passwords;
pub(crate) mod portal;
mod portal_acts;
mod portal_certificates;
mod portal_download;
mod portal_invitations;
mod privacy;
mod properties;
mod property_changes;
mod push;
mod receipts;
mod references;
mod rent;
mod rent_rule;
mod reply;
mod sales;
mod session;
mod sessions;
mod shares;
mod signing;
mod signup;
mod take_backs;
mod tenancy_documents;
mod tenancy_rent;
mod tenant_mails;
mod tenant_photos;
mod tenant_transfer;
mod transfer;
mod unsubscribe;
mod user_settings;
mod viewer;
mod viewings;

use std::sync::{Arc, OnceLock};

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// Every documented route, and the document.
pub(crate) fn all() -> (Router<Gateway>, OpenApi) {
    let document = Arc::new(OnceLock::new());
    let (routes, mut described) = OpenApiRouter::with_openapi(crate::openapi::base())
        .merge(accounts::routes())
        .merge(passwords::routes())
        .merge(privacy::routes())
        .merge(become_tenant::routes())
        .merge(session::routes())
        .merge(sessions::routes())
        .merge(organisations::routes())
        .merge(landlord::routes())
        .merge(invitations::routes())
        .merge(user_settings::routes())
        .merge(properties::routes())
        .merge(property_changes::routes())
        .merge(transfer::routes())
        .merge(sales::routes())
        .merge(take_backs::routes())
        .merge(dashboard::routes())
        .merge(files::routes())
        .merge(inspections::routes())
        .merge(compliance::routes())
        .merge(home_duties::routes())
        .merge(tenant_mails::routes())
        .merge(tenant_photos::routes())
        .merge(tenant_transfer::routes())
        .merge(portal::routes())
        .merge(portal_acts::routes())
        .merge(portal_certificates::routes())
        .merge(portal_download::routes())
        .merge(portal_invitations::routes())
        .merge(invites::routes())
        .merge(invite_photos::routes())
        .merge(signup::routes())
        .merge(applications::routes())
        .merge(application_documents::routes())
        .merge(applicant::routes())
        .merge(references::routes())
        .merge(agreements::routes())
        .merge(shares::routes())
        .merge(signing::routes())
        .merge(move_in::routes())
        .merge(rent::routes())
        .merge(tenancy_rent::routes())
        .merge(arrears::routes())
        .merge(bank_statements::routes())
        .merge(tenancy_documents::routes())
        .merge(deposits::routes())
        .merge(duties::routes())
        .merge(viewings::routes())
        .merge(viewer::routes())
        .merge(jobs::routes())
        .merge(job_offers::routes())
        .merge(maintenance_requests::routes())
        .merge(maintenance_work::routes())
        .merge(attachments::routes())
        .merge(listings::routes())
        .merge(analyses::routes())
        .merge(listing_imports::routes())
        .merge(push::routes())
        .merge(unsubscribe::routes())
        .merge(receipts::routes())
        .merge(backups::routes())
        .merge(events::routes())
        .merge(health::routes())
        .merge(keys::routes())
        .merge(crate::rest::routes())
        .merge(contract::routes(document.clone()))
        .split_for_parts();
    crate::openapi::sort_required(&mut described);
    let described = document.get_or_init(|| described).clone();
    (routes, described)
}

//! The endpoints of tenancies, tenants and the portal.

mod deadline_service;
mod deposit_service;
mod duty_service;
mod move_in_service;
mod portal_service;
mod take_back_service;
mod tenancy_document_service;
mod tenant;
mod tenant_mail_service;
mod tenant_service;
mod tenant_transfer_service;

pub use deadline_service::DeadlineGrpc;
pub use deposit_service::DepositGrpc;
pub use duty_service::DutyGrpc;
pub use move_in_service::MoveInGrpc;
pub use portal_service::PortalGrpc;
pub use take_back_service::TakeBackGrpc;
pub use tenancy_document_service::TenancyDocumentGrpc;
pub use tenant_mail_service::TenantMailGrpc;
pub use tenant_service::TenantGrpc;
pub use tenant_transfer_service::TenantTransferGrpc;

//! The rules of references and of the forms in which they are given.

mod employer_form;
mod guarantor_form;
mod named_referee;
mod reference;
mod reference_kind;

pub use employer_form::{ContractType, EmployerForm, EmploymentType};
pub use guarantor_form::{GuarantorForm, GuarantorTie};
pub use named_referee::{NamedReferee, RefereeDraft};
pub use reference::{Answer, FormLink, LINK_LIFETIME, Networks, Reference, ReferenceState};
pub use reference_kind::ReferenceKind;

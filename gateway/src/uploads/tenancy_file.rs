//! Takes files about tenancies: reads their forms. The service looks at what the files hold.

use lintel_proto::tenancy::v1::{
    GiveTenancyDocumentRequest, IssueAgreementRequest, RecordRightToRentRequest,
};

use super::{FIELD, PATIENCE, Uploads, form, missing, slow, turn};
use crate::{
    held::Held,
    input::{Fields, fields, read_form},
    model::names::{RightToRentMethod, TenancyDocumentKind},
    problem::Problem,
};

/// The field of the form that holds what was seen of a right to rent.
const EVIDENCE: &str = "evidence";
/// The field of the form that holds what an agreement says.
const TERMS: &str = "terms";

fields! {
    /// What the form of a document of a tenancy says beside its file.
    TenancyDocumentFields for GiveTenancyDocumentRequest {
        /// What it is.
        kind: TenancyDocumentKind,
        /// Its title.
        title: Option<String>,
    }
}

fields! {
    /// What the form of a check says beside its file.
    CheckFields for RecordRightToRentRequest {
        /// The adult who was checked.
        check.display_name: Option<String>,
        /// How.
        check.method: RightToRentMethod,
        /// Which document or status was seen.
        check.document: String,
        /// The day of the check.
        check.check_date: chrono::NaiveDate,
        /// Who checked.
        check.checker: String,
        /// The day on which the permission ends.
        check.expire_date: Option<chrono::NaiveDate>,
    }
}

impl Uploads {
    /// Reads the form of a document of a tenancy.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, a kind that there is not, 408, 413, 503.
    pub async fn tenancy_document(
        &self,
        boundary: String,
        body: &Held,
    ) -> Result<GiveTenancyDocumentRequest, Problem> {
        let form = self.form(boundary, body, FIELD, &["kind", "title"]).await?;
        let said = read_form::<TenancyDocumentFields>(form.texts)?;
        Ok(GiveTenancyDocumentRequest {
            content: form.content.ok_or_else(missing)?,
            ..said
        })
    }

    /// Reads the form of a check of a right to rent, which may have no file.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, a field that cannot be read, 408, 413, 503.
    pub async fn right_to_rent(
        &self,
        boundary: String,
        body: &Held,
    ) -> Result<RecordRightToRentRequest, Problem> {
        let described = CheckFields::described();
        let names: Vec<_> = described.iter().map(|field| field.name.as_str()).collect();
        let form = self.form(boundary, body, EVIDENCE, &names).await?;
        let said = read_form::<CheckFields>(form.texts)?;
        Ok(RecordRightToRentRequest {
            evidence: form.content.unwrap_or_default(),
            ..said
        })
    }

    /// Reads the form of an agreement that the landlord made: the terms as JSON text, as yet unread, and the document.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, 408, 413, 503.
    pub async fn own_agreement(
        &self,
        boundary: String,
        body: &Held,
    ) -> Result<(String, IssueAgreementRequest), Problem> {
        let form = self.form(boundary, body, FIELD, &[TERMS]).await?;
        let message = IssueAgreementRequest {
            content: form.content.ok_or_else(missing)?,
            ..Default::default()
        };
        let terms = form.texts.into_iter().next().map(|(_, text)| text);
        Ok((terms.unwrap_or_else(|| "{}".to_owned()), message))
    }

    /// Reads a bank's file and its name.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, 408, 413, 503.
    pub async fn bank_file(
        &self,
        boundary: String,
        body: &Held,
    ) -> Result<(String, Vec<u8>), Problem> {
        let form = self.form(boundary, body, FIELD, &[]).await?;
        Ok((form.file_name, form.content.ok_or_else(missing)?))
    }

    async fn form(
        &self,
        boundary: String,
        body: &Held,
        file: &str,
        named: &[&str],
    ) -> Result<form::Form, Problem> {
        let _turn = turn(&self.arriving).await?;
        let arriving = form::read(boundary, body, file, named);
        tokio::time::timeout(PATIENCE, arriving)
            .await
            .map_err(|_| slow())?
    }
}

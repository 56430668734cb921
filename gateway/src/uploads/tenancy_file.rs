//! Takes files about tenancies: reads their forms. The service looks at what the files hold.

use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, BankLayout, GiveTenancyDocumentRequest, IssueAgreementRequest,
    RecordRightToRentRequest,
};

use super::{FIELD, TIMEOUT, Uploads, form, missing, slow, turn};
use crate::{
    front::large_body::LargeBody,
    rest::{
        BankFileFields, CheckFields, TenancyDocumentFields,
        input::{FieldReader, Fields, JsonObject, Shape, fields, read_form},
        problem::Problem,
    },
};

/// The field of the form that holds what was seen of a right to rent.
const EVIDENCE: &str = "evidence";
/// The field of the form that holds what an agreement says.
const TERMS: &str = "terms";

/// The field of the form of a bank's file that holds its layout.
const LAYOUT: &str = "layout";
/// The fields of that form beside the file.
const BANK_FILE: &[&str] = &[
    LAYOUT,
    "layoutName",
    "leaveOut",
    "bankAccountId",
    "accountName",
];

fields! {
    /// The columns of a table.
    BankLayoutBody for BankLayout {
        /// The meaning of each column: date, moneyIn, moneyOut, amount, flag, payer, reference, text, balance, account,
        /// currency, state or ignore.
        columns: Vec<String>,
        /// dayFirst or monthFirst; null where the file settles it.
        day_order: Option<String>,
        /// minusIsOut or plusIsOut; null where the file settles it.
        sign: Option<String>,
        /// Values of the flag's column that say that money went out, where they are not known.
        out_words: Option<Vec<String>>,
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
        body: &LargeBody,
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
        body: &LargeBody,
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
        body: &LargeBody,
    ) -> Result<(String, IssueAgreementRequest), Problem> {
        let form = self.form(boundary, body, FIELD, &[TERMS]).await?;
        let message = IssueAgreementRequest {
            content: form.content.ok_or_else(missing)?,
            ..Default::default()
        };
        let terms = form.texts.into_iter().next().map(|(_, text)| text);
        Ok((terms.unwrap_or_else(|| "{}".to_owned()), message))
    }

    /// Reads a bank's file with what is said of it.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, a field that cannot be read, 408, 413, 503.
    pub async fn bank_file(
        &self,
        boundary: String,
        body: &LargeBody,
    ) -> Result<AddBankStatementRequest, Problem> {
        let form = self.form(boundary, body, FIELD, BANK_FILE).await?;
        let (layouts, texts): (Vec<_>, Vec<_>) =
            form.texts.into_iter().partition(|(name, _)| name == LAYOUT);
        let said = read_form::<BankFileFields>(texts)?;
        let layout = layouts.into_iter().next().map(|(_, text)| layout(&text));
        Ok(AddBankStatementRequest {
            file_name: form.file_name,
            content: form.content.ok_or_else(missing)?,
            layout: layout.transpose()?,
            ..said
        })
    }

    async fn form(
        &self,
        boundary: String,
        body: &LargeBody,
        file: &str,
        named: &[&str],
    ) -> Result<form::Form, Problem> {
        let _turn = turn(&self.arriving).await?;
        let arriving = form::read(boundary, body, file, named);
        tokio::time::timeout(TIMEOUT, arriving)
            .await
            .map_err(|_| slow())?
    }
}

/// The layout of a table, which a form has as the text of an object.
fn layout(text: &str) -> Result<BankLayout, Problem> {
    let object = JsonObject::parse(text.as_bytes())?;
    let mut reader = FieldReader::new(&object);
    let layout = BankLayoutBody::read(&mut reader);
    reader.refuse_unknown(Some(&Shape::of_fields::<BankLayoutBody>()));
    reader.finish()?;
    Ok(layout)
}

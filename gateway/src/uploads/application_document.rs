//! Takes documents of applications: reads their form. The service looks at what they hold.

use super::{FIELD, TIMEOUT, Uploads, form, missing, slow, turn};
use crate::{
    front::large_body::LargeBody,
    rest::{DocumentFields, input::read_form, problem::Problem},
};

/// A document as it was sent.
#[derive(Debug)]
pub struct SentDocument {
    /// The kind of document, a number of the contract; 0 where it was not said.
    pub document_type: i32,
    /// Its title; may be empty.
    pub title: String,
    /// The file.
    pub content: Vec<u8>,
}

impl Uploads {
    /// Reads the form of a document.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, a type that there is not, 408, 413, 503.
    pub async fn document(
        &self,
        boundary: String,
        body: &LargeBody,
    ) -> Result<SentDocument, Problem> {
        let _turn = turn(&self.arriving).await?;
        let arriving = form::read(boundary, body, FIELD, &["type", "title"]);
        let arrived = tokio::time::timeout(TIMEOUT, arriving).await;
        let form = arrived.map_err(|_| slow())??;
        let said = read_form::<DocumentFields>(form.texts)?;
        Ok(SentDocument {
            document_type: said.document_type,
            title: said.title,
            content: form.content.ok_or_else(missing)?,
        })
    }
}

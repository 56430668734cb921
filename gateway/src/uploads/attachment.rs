//! Takes files of maintenance requests: reads their form. The service looks at what they hold.

use super::{FIELD, TIMEOUT, Uploads, form, missing, slow, turn};
use crate::{
    front::large_body::LargeBody,
    rest::{AttachmentFields, input::read_form, problem::Problem},
};

/// A file as it was sent.
#[derive(Debug)]
pub struct SentAttachment {
    /// The kind of file, a number of the contract; 0 where it was not said.
    pub kind: i32,
    /// The name of the file; may be empty.
    pub file_name: String,
    /// The file.
    pub content: Vec<u8>,
}

impl Uploads {
    /// Reads the form of a file of a maintenance request.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, a kind that there is not, 408, 413, 503.
    pub async fn attachment(
        &self,
        boundary: String,
        body: &LargeBody,
    ) -> Result<SentAttachment, Problem> {
        let _turn = turn(&self.arriving).await?;
        let arriving = form::read(boundary, body, FIELD, &["kind"]);
        let arrived = tokio::time::timeout(TIMEOUT, arriving).await;
        let form = arrived.map_err(|_| slow())??;
        let said = read_form::<AttachmentFields>(form.texts)?;
        Ok(SentAttachment {
            kind: said.kind,
            file_name: form.file_name,
            content: form.content.ok_or_else(missing)?,
        })
    }
}

//! Takes documents of applications: reads their form. The service looks at what they hold.

use lintel_files::LARGEST;
use lintel_proto::tenancy::v1::AddDocumentRequest;
use multer::{Constraints, Field, Multipart, SizeLimit};

use super::{FIELD, PATIENCE, Uploads, refused, slow, turn, unreadable};
use crate::{
    held::{self, Held},
    input::{fields, read_form},
    model::names::DocumentType,
    problem::Problem,
};

/// The longest text of a form's field, in bytes; the service has the rule.
const TEXT: usize = 4096;

fields! {
    /// What a document's form says beside its file.
    DocumentFields for AddDocumentRequest {
        /// What it is.
        document_type: DocumentType,
        /// Its title.
        title: Option<String>,
    }
}

/// A document as it was sent.
#[derive(Debug)]
pub struct SentDocument {
    /// What it is, a number of the contract; 0 where it was not said.
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
    pub async fn document(&self, boundary: String, body: &Held) -> Result<SentDocument, Problem> {
        let _turn = turn(&self.arriving).await?;
        let arrived = tokio::time::timeout(PATIENCE, arrive(boundary, body)).await;
        arrived.map_err(|_| slow())?
    }
}

async fn arrive(boundary: String, body: &Held) -> Result<SentDocument, Problem> {
    let broken = |error| unreadable(error, body);
    let limits = SizeLimit::new()
        .whole_stream(held::LARGEST)
        .per_field(LARGEST);
    let constraints = Constraints::new().size_limit(limits);
    let mut form = Multipart::with_constraints(body.pieces(), boundary, constraints);
    let (mut texts, mut content) = (Vec::new(), None);
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            FIELD if content.is_none() => {
                content = Some(whole(field, usize::MAX).await.map_err(broken)?);
            }
            "type" | "title" => {
                let text = whole(field, TEXT).await.map_err(broken)?;
                texts.push((name, String::from_utf8_lossy(&text).into_owned()));
            }
            _ => {}
        }
    }
    let said = read_form::<DocumentFields>(texts)?;
    let content = content.filter(|content| !content.is_empty());
    Ok(SentDocument {
        document_type: said.document_type,
        title: said.title,
        content: content.ok_or_else(|| refused("FILE_MISSING", "Please choose a file."))?,
    })
}

/// The field's bytes; of more than `most` those at its beginning.
async fn whole(mut field: Field<'_>, most: usize) -> Result<Vec<u8>, multer::Error> {
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await? {
        let room = most.saturating_sub(bytes.len()).min(piece.len());
        bytes.extend_from_slice(&piece[..room]);
    }
    Ok(bytes)
}

//! A form with one file and some fields of text, read into memory.

use http::{HeaderMap, StatusCode, header};
use lintel_files::LARGEST;
use multer::{Constraints, Field, Multipart, SizeLimit};

use super::unreadable;
use crate::{
    front::large_body::{self, LargeBody},
    rest::problem::Problem,
};

/// The longest text of a form's field, in bytes; the service has the rule.
const TEXT: usize = 64 * 1024;

/// A form as it was sent.
#[derive(Debug, Default)]
pub(super) struct Form {
    /// The fields of text, by name.
    pub texts: Vec<(String, String)>,
    /// The file; none where it was not sent or is empty.
    pub content: Option<Vec<u8>>,
    /// The name of the file; may be empty.
    pub file_name: String,
}

/// Reads the form in `body`, with the file in its field `file` and those fields of text that are `named`.
///
/// # Errors
/// A [`Problem`]: not a valid form, 413.
pub(super) async fn read(
    boundary: String,
    body: &LargeBody,
    file: &str,
    named: &[&str],
) -> Result<Form, Problem> {
    let broken = |error| unreadable(error, body);
    let limits = SizeLimit::new()
        .whole_stream(large_body::LARGEST)
        .per_field(LARGEST);
    let constraints = Constraints::new().size_limit(limits);
    let mut sent = Multipart::with_constraints(body.pieces(), boundary, constraints);
    let (mut form, mut names) = (Form::default(), Vec::new());
    while let Some(field) = sent.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == file && form.content.is_none() {
            field
                .file_name()
                .unwrap_or_default()
                .clone_into(&mut form.file_name);
            form.content = Some(read_whole(field, usize::MAX).await.map_err(broken)?);
        } else if named.contains(&name.as_str()) {
            form.texts.push((name, text(field).await.map_err(broken)?));
        } else {
            names.push(name);
        }
    }
    body.check_names(&names)?;
    form.content = form.content.filter(|content| !content.is_empty());
    Ok(form)
}

/// The text of a field, cut where it is too long.
pub(super) async fn text(field: Field<'_>) -> Result<String, multer::Error> {
    let text = read_whole(field, TEXT).await?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The field's bytes; of more than `most` those at its beginning.
async fn read_whole(mut field: Field<'_>, most: usize) -> Result<Vec<u8>, multer::Error> {
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await? {
        let room = most.saturating_sub(bytes.len()).min(piece.len());
        bytes.extend_from_slice(&piece[..room]);
    }
    Ok(bytes)
}

/// The boundary of a form, for a body that has to be one.
///
/// # Errors
/// A 415 [`Problem`] where it is none.
pub(crate) fn boundary(headers: &HeaderMap) -> Result<String, Problem> {
    boundary_if_any(headers).ok_or_else(|| {
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "MEDIA_TYPE_UNSUPPORTED",
            "Send a form with the header Content-Type: multipart/form-data.",
        )
    })
}

/// The boundary of a form; `None` where the body is none.
pub(crate) fn boundary_if_any(headers: &HeaderMap) -> Option<String> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    multer::parse_boundary(kind).ok()
}

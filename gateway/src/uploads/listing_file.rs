//! Takes files of listings, which may be large: the body is written to a temporary file and read from it part by part, so that
//! memory never holds more than one part, whatever comes first in the form.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use lintel_proto::listings::v1::BeginListingImportRequest;
use multer::{Constraints, Field, Multipart, SizeLimit};
use tokio::{
    fs::File,
    io::{AsyncReadExt as _, AsyncSeekExt as _, AsyncWriteExt as _},
};

use super::{FIELD, Uploads, away, form, missing, slow, turn, unreadable};
use crate::{
    front::large_body::LargeBody,
    rest::{ListingFields, input::read_form, problem::Problem},
};

/// The size of the parts in which a file is sent to the service, in bytes.
const PART: usize = 1024 * 1024;
/// Time limit for such a body to arrive: 100 MB at 3 Mbit/s.
const TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// A file of listings as it was sent.
#[derive(Debug)]
pub struct SentListings {
    /// Its format, its source and its name.
    pub said: BeginListingImportRequest,
    /// The file.
    pub file: Spooled,
}

/// A file on disk that is gone once it is dropped.
#[derive(Debug)]
pub struct Spooled(File);

impl Spooled {
    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// A 503 [`Problem`] when the disk fails.
    pub async fn part(&mut self) -> Result<Option<Bytes>, Problem> {
        let mut part = BytesMut::with_capacity(PART);
        while part.len() < PART {
            let room = u64::try_from(PART - part.len()).map_err(Problem::internal)?;
            let mut rest = (&mut self.0).take(room);
            if rest.read_buf(&mut part).await.map_err(away)? == 0 {
                break;
            }
        }
        Ok(Some(part.freeze()).filter(|part| !part.is_empty()))
    }
}

impl Uploads {
    /// Reads the form of a file of listings.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, no file, a format that there is not, 408, 413, 503.
    pub async fn listings(
        &self,
        boundary: String,
        body: &LargeBody,
    ) -> Result<SentListings, Problem> {
        let _turn = turn(&self.large_arriving).await?;
        let arrived = tokio::time::timeout(TIMEOUT, self.spool(boundary, body)).await;
        arrived.map_err(|_| slow())?
    }

    async fn spool(&self, boundary: String, body: &LargeBody) -> Result<SentListings, Problem> {
        let broken = |error| unreadable(error, body);
        let limits = SizeLimit::new().whole_stream(body.largest);
        let constraints = Constraints::new().size_limit(limits);
        let mut sent = Multipart::with_constraints(body.pieces(), boundary, constraints);
        let (mut texts, mut file, mut file_name) = (Vec::new(), None, String::new());
        let mut others = Vec::new();
        while let Some(field) = sent.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            match name.as_str() {
                FIELD if file.is_none() => {
                    field
                        .file_name()
                        .unwrap_or_default()
                        .clone_into(&mut file_name);
                    file = self.write(field, body).await?;
                }
                "format" | "source" => {
                    texts.push((name, form::text(field).await.map_err(broken)?));
                }
                _ => others.push(name),
            }
        }
        body.check_names(&others)?;
        let said = read_form::<ListingFields>(texts)?;
        Ok(SentListings {
            said: BeginListingImportRequest { file_name, ..said },
            file: file.ok_or_else(missing)?,
        })
    }

    /// Writes the field's bytes to a temporary file; `None` for an empty field.
    async fn write(
        &self,
        mut field: Field<'_>,
        body: &LargeBody,
    ) -> Result<Option<Spooled>, Problem> {
        let mut file = File::from_std(self.files.scratch().map_err(away)?);
        let mut is_empty = true;
        let broken = |error| unreadable(error, body);
        while let Some(piece) = field.chunk().await.map_err(broken)? {
            is_empty = is_empty && piece.is_empty();
            file.write_all(&piece).await.map_err(away)?;
        }
        file.flush().await.map_err(away)?;
        file.rewind().await.map_err(away)?;
        Ok((!is_empty).then_some(Spooled(file)))
    }
}
